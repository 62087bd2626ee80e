//go:build !unix

package engine

import "os"

// takeStdin returns standard input; libchdb does not exist here.
func takeStdin() (*os.File, error) { return os.Stdin, nil }
