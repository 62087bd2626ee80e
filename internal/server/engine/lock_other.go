//go:build !unix

package engine

import "errors"

func lockDir(string) (func(), error) {
	return nil, errors.New("lock data directory: not supported on this platform")
}
