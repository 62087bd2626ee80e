//go:build !linux && !windows

package amd

import (
	"fmt"

	"platform/internal/collector/source"
	"platform/internal/collector/watch"
)

func newVendor(Options) (watch.Vendor, error) {
	return nil, fmt.Errorf("%w: AMD's GPUs are read on Linux and Windows", source.ErrUnavailable)
}
