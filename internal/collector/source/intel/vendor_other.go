//go:build !linux && !windows

package intel

import (
	"fmt"

	"platform/internal/collector/source"
	"platform/internal/collector/watch"
)

func newVendor(Options) (watch.Vendor, error) {
	return nil, fmt.Errorf("%w: Intel's GPUs are read on Linux and Windows", source.ErrUnavailable)
}
