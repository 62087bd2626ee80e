//go:build !((linux || darwin) && (amd64 || arm64))

package chdb

import (
	"fmt"
	"runtime"
)

// Open says that this platform has no library.
func Open(string) (*Library, error) {
	return nil, fmt.Errorf("the embedded engine does not run on %s/%s", runtime.GOOS, runtime.GOARCH)
}
