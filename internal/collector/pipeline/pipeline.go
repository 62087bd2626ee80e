// Package pipeline turns sources into one snapshot per tick.
//
//  1. owner.go settles, before sampling, which source may emit which series.
//  2. pipeline.go samples all sources side by side and merges what they saw.
//  3. loop.go ticks at the interval and hands each snapshot on.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Running is an opened source and the streams it takes from others.
type Running struct {
	Name       string
	Source     source.Source
	Supersedes []Stream // taken from sources listed earlier

	busy     atomic.Bool   // a call is inside, perhaps one that outlived its deadline; or it is closed
	batch    *sample.Batch // reused; nil after a call was given up with it
	failures int64
}

// Pipeline samples all sources side by side. Tick is called by one goroutine.
type Pipeline struct {
	sources  atomic.Pointer[[]*Running]
	deadline time.Duration
	current  atomic.Pointer[sample.Snapshot]
}

// New returns a pipeline over sources; each gets deadline per tick.
func New(deadline time.Duration, sources ...*Running) *Pipeline {
	p := &Pipeline{deadline: deadline}
	p.Use(sources)
	return p
}

// Use makes sources those of the ticks to come, in that order: how a source
// that became available after start joins. It may be called at any time.
func (p *Pipeline) Use(sources []*Running) { p.sources.Store(&sources) }

// Current returns the latest snapshot, nil before the first tick.
func (p *Pipeline) Current() *sample.Snapshot { return p.current.Load() }

// Tick samples every source once and publishes the snapshot. A source that is
// slow, fails or panics costs only its own points.
func (p *Pipeline) Tick(ctx context.Context) *sample.Snapshot {
	ctx, cancel := context.WithTimeout(ctx, p.deadline)
	defer cancel()
	now := time.Now()
	sources := *p.sources.Load()
	owners := settle(sources)

	batches := make([]*sample.Batch, len(sources))
	health := make([]sample.Health, len(sources))
	var wg sync.WaitGroup
	for i, r := range sources {
		wg.Go(func() { batches[i], health[i] = r.run(ctx, now, owners.of(i)) })
	}
	wg.Wait()

	snap := sample.Merge(now, batches, health)
	snap.Took = time.Since(now)
	p.current.Store(snap)
	return snap
}

var errBusy = errors.New("still in the call of an earlier tick")

// run samples one source. The batch it returns is the source's own until the
// next tick; nil when the source had to be given up.
func (r *Running) run(ctx context.Context, now time.Time, owns sample.Owner) (*sample.Batch, sample.Health) {
	began := time.Now()
	h := sample.Health{Source: r.Name}
	b, err := r.sample(ctx, now, owns)
	if b != nil {
		h.Points = b.Len()
		err = errors.Join(err, b.Err())
	}
	if err != nil {
		r.failures++
		h.Err = fmt.Errorf("sample %s: %w", r.Name, err)
	}
	h.Took, h.Failures = time.Since(began), r.failures
	return b, h
}

func (r *Running) sample(ctx context.Context, now time.Time, owns sample.Owner) (*sample.Batch, error) {
	if !r.busy.CompareAndSwap(false, true) {
		return nil, errBusy
	}
	if r.batch == nil {
		r.batch = &sample.Batch{}
	}
	b := r.batch
	b.Reset(now, owns)
	done := make(chan error, 1)
	go func() {
		err := safely(func() error { return r.Source.Sample(ctx, b) })
		r.busy.Store(false)
		done <- err
	}()
	select {
	case err := <-done:
		return b, err
	case <-ctx.Done():
		select {
		case err := <-done: // both were ready: the sample is whole
			return b, err
		default:
		}
		r.batch = nil // the call still writes to it
		return nil, fmt.Errorf("no answer within the deadline: %w", ctx.Err())
	}
}

// Close closes the source when no call is inside it any more: a library that is
// closed under a call takes the program with it. A source whose call does not
// return until ctx ends is left as it is.
func (r *Running) Close(ctx context.Context) error {
	for !r.busy.CompareAndSwap(false, true) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("close %s: %w", r.Name, errBusy)
		case <-time.After(time.Millisecond):
		}
	}
	return r.Source.Close()
}

// safely turns a panic of f into an error that says where it was.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}
