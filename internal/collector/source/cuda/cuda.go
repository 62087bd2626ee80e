package cuda

import (
	"fmt"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/source"
)

// Options says where and how to look.
type Options struct {
	Root    host.Root
	Devices Devices // nil: series carry no device, and there is no occupancy

	// Dedup is the rule against counting a launch in both libraries. "nested", the
	// default, takes a driver launch inside a runtime launch of its thread for the
	// same one; "process" skips all driver launches of processes that map the
	// runtime library.
	Dedup string

	// Below limits the libraries in processes to those below a directory, as the
	// processes name it: "" is all. Probes of others stay out of a measurement.
	Below string

	// Unproven allows architectures on which the programs were never run.
	Unproven bool

	old bool // attach each probe by itself and loop, as kernels of 5.15 need it
}

// Times is how long the kernel needed for what a source asked of it.
type Times struct {
	Load   time.Duration // to test, load and verify the programs
	Attach time.Duration // to put in the probes, all so far
	Detach time.Duration // to remove all of them, when the source was closed

	// Release is how long it took, with Detach, until the kernel had freed what it
	// had for the probes; 0 until it has.
	Release time.Duration
}

// Rules against double counting.
const (
	DedupNested  = "nested"
	DedupProcess = "process"
)

func (o Options) config() (kernelConfig, error) {
	c := kernelConfig{DurationBounds: durationBounds()}
	switch o.Dedup {
	case "", DedupNested:
	case DedupProcess:
		c.ProcessRule = 1
	default:
		return c, fmt.Errorf("unknown rule %q against double counting: want %s or %s", o.Dedup, DedupNested, DedupProcess)
	}
	return c, nil
}

// errNoLibrary is the state of a host where CUDA has not shown up yet. The
// source watches on and counts from the moment it does.
var errNoLibrary = fmt.Errorf("%w: no CUDA library is installed or mapped by a process", source.ErrUnavailable)
