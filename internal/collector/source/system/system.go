// Package system measures the host: CPUs, memory, disks, file systems and
// network interfaces.
//
//  1. kernel_linux.go and kernel_other.go read what the operating system
//     counts; parse_linux.go takes its text apart.
//  2. cpu.go, memory.go, disk.go and network.go turn counts into points.
//  3. filesystem.go keeps the list of mounts, and probe.go asks each for its
//     space without waiting for one that does not answer.
package system

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Options say what to leave out.
type Options struct {
	ExcludeFSTypes []string // as the kernel spells them; empty reports all
}

// Source samples the host.
type Source struct {
	kernel *kernel
	host   *sample.Entity
	boot   time.Time // when counters began; zero when the system does not say

	cpus        cpus
	disks       disks
	networks    networks
	filesystems *filesystems
}

// Open opens what the host offers of its counters. A part that the host lacks
// is left out; without any, the source is unavailable.
func Open(root host.Root, opt Options) (*Source, error) {
	k, err := openKernel(root)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
	}
	s := &Source{kernel: k, boot: k.boot()}
	s.host = sample.NewEntity().Since(s.boot)
	s.disks.known = newRoster(s.newDisk)
	s.networks.known = newRoster(s.newInterface)
	s.filesystems = newFilesystems(opt.ExcludeFSTypes, k.path, k.space)
	return s, nil
}

// Sample adds the state of the host. A part that cannot be read costs only its
// own points.
func (s *Source) Sample(ctx context.Context, b *sample.Batch) error {
	return errors.Join(
		s.sampleCPUs(b),
		s.sampleMemory(b),
		s.sampleDisks(ctx, b),
		s.sampleNetworks(ctx, b),
		s.sampleFilesystems(ctx, b),
	)
}

// Close closes the kept-open files. A call that hangs in a file system cannot
// be ended; its goroutine leaves when the call returns.
func (s *Source) Close() error { return s.kernel.close() }

// named is an attribute with a name that the kernel gave. It may be of any
// bytes there, and text that is not UTF-8 would spoil a whole export.
func named(k metrics.Key, value string) attribute.KeyValue {
	return attribute.String(k.Name, strings.ToValidUTF8(value, "\uFFFD"))
}
