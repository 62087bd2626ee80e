// Package source says what a source of measurements is.
package source

import (
	"context"
	"errors"

	"platform/internal/collector/sample"
)

// Source reads one origin of measurements: one vendor library or one kernel
// interface. Opening it is a function of its package, so a Source that exists
// is one that works; background work starts there and has ended when Close
// returns.
type Source interface {
	// Sample adds what it sees to b. On error, what was added is kept. It is
	// never entered again before it has returned.
	Sample(ctx context.Context, b *sample.Batch) error
	Close() error
}

// Claimer is a source that takes over streams of earlier ones for some devices
// only, or only while it is healthy.
type Claimer interface {
	// Claims returns the hw.id of the devices whose shared streams it owns in
	// the coming tick. It may be called while Sample of an earlier tick hangs.
	Claims() []string
}

// ErrUnavailable means the host lacks a library, device or permission. The
// source is left out and startup goes on.
var ErrUnavailable = errors.New("unavailable on this host")
