package amd

import (
	"fmt"

	"platform/internal/collector/pdh"
	"platform/internal/collector/source"
	"platform/internal/collector/watch"
)

const pciVendor = 0x1002

// newVendor reads what the system counts. Energy, power and errors are known
// to AMD's own libraries only.
func newVendor(Options) (watch.Vendor, error) {
	v, err := pdh.New("amd", pciVendor)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
	}
	return v, nil
}
