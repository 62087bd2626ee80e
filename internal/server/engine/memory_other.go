//go:build !linux

package engine

// physicalMemory is taken to be 4 GiB where it is not asked for.
func physicalMemory() int64 { return 4 << 30 }
