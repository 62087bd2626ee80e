// Package amd reads AMD's GPUs: on Linux from the files of the amdgpu driver,
// on Windows from the performance counters of the system.
//
//  1. find_linux.go finds the GPUs and the partitions of them.
//  2. read_linux.go reads a GPU, partition_linux.go a partition of one;
//     gpumetrics takes the firmware's table apart.
//  3. slow_linux.go reads what takes long: bytes over PCIe, counts of errors,
//     and energy where the firmware does not count it.
//  4. users_linux.go joins the processes that the display driver and the
//     compute driver know; kfd_linux.go reads the latter.
//
// Package watch does all that between ticks.
package amd

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
	Root         host.Root
	Interval     time.Duration // between ticks; what is read is read shortly before one. 0: unknown
	Interconnect bool          // read XGMI
	GPU          gpu.Options
	Scanner      drm.Holders // of the host's processes, shared with other vendors; nil: one of its own
}

// Source is all AMD GPUs of one host. Their gpu.index counts the cards of the
// vendor in the kernel's order; a partition has that of its GPU.
type Source struct{ *watch.Source }

// Open finds the GPUs. It returns ErrUnavailable when there is none.
func Open(ctx context.Context, opt Options) (*Source, error) {
	v, err := newVendor(opt)
	if err != nil {
		return nil, err
	}
	s, err := watch.Open(ctx, v, watch.Options{Name: "AMD", Interval: opt.Interval, GPU: opt.GPU})
	if err != nil {
		return nil, err
	}
	return &Source{s}, nil
}
