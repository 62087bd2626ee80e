// Package intel reads Intel's GPUs: on Linux through Level Zero where its loader
// is installed, and from the files of the i915 and xe drivers for what that
// does not say; on Windows from the performance counters of the system and
// through Level Zero.
//
//  1. find_linux.go finds the GPUs and joins them with those of Level Zero.
//  2. sysman.go reads a GPU through Level Zero; engines.go its engines.
//  3. sysfs_linux.go reads the files of the drivers, memory_linux.go asks them
//     for the memory, throttle_linux.go why clocks are held down.
//  4. users_linux.go reads the processes.
//
// Package watch does all that between ticks.
package intel

import (
	"context"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/watch"
)

// Options say how GPUs are read.
type Options struct {
	Root     host.Root
	LibPath  string        // of the Level Zero loader; "" looks where packages put it
	Interval time.Duration // between ticks; what is read is read shortly before one. 0: unknown
	GPU      gpu.Options
	Scanner  drm.Holders // of the host's processes, shared with other vendors; nil: one of its own
}

// Source is all Intel GPUs of one host. Their gpu.index counts the cards of the
// vendor in the kernel's order.
type Source struct{ *watch.Source }

// Open finds the GPUs. It returns ErrUnavailable when there is none.
func Open(ctx context.Context, opt Options) (*Source, error) {
	v, err := newVendor(opt)
	if err != nil {
		return nil, err
	}
	s, err := watch.Open(ctx, v, watch.Options{Name: "Intel", Interval: opt.Interval, GPU: opt.GPU})
	if err != nil {
		return nil, err
	}
	return &Source{s}, nil
}
