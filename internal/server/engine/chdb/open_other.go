//go:build !((linux || darwin) && (amd64 || arm64))

package chdb

// Open says that this platform has no library.
func Open(string) (*Library, error) { return nil, errUnsupported }
