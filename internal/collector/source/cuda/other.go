//go:build !linux || !(amd64 || arm64)

package cuda

import (
	"context"
	"fmt"
	"runtime"

	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Source counts CUDA calls; not on this system.
type Source struct{}

// Open reports that there is nothing to open.
func Open(context.Context, Options) (*Source, error) {
	return nil, fmt.Errorf("%w: CUDA calls are counted on Linux only, not on %s/%s", source.ErrUnavailable, runtime.GOOS, runtime.GOARCH)
}

// State says what keeps the source from counting.
func (*Source) State() error { return errNoLibrary }

// Libraries returns nothing.
func (*Source) Libraries() []string { return nil }

// Times returns nothing.
func (*Source) Times() Times { return Times{} }

// Sample adds nothing.
func (*Source) Sample(context.Context, *sample.Batch) error { return nil }

// Close does nothing.
func (*Source) Close() error { return nil }
