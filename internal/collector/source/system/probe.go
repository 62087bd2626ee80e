package system

import (
	"context"
	"sync"
	"time"
)

// prober asks file systems for their space on a goroutine of its own, because
// the call on a dead network mount never returns. The goroutine that is stuck
// is given up and its mount is not asked again before the call has returned.
type prober struct {
	measure  func(path, volume string) (space, error)
	patience time.Duration // for one call
	budget   time.Duration // for all calls of one tick
	maxStuck int           // goroutines that may be given up at a time

	mu    sync.Mutex
	stuck int // given up and not returned
}

func newProber(measure func(path, volume string) (space, error)) *prober {
	return &prober{measure: measure, patience: 500 * time.Millisecond, budget: time.Second, maxStuck: 16}
}

// ask measures mounts in their order. When as many calls hang as may, only
// local file systems are asked. It waits for at most half of the time that the
// tick has left, so that a tick with a short deadline keeps its other points.
func (p *prober) ask(ctx context.Context, mounts []*mount) {
	p.mu.Lock()
	for _, m := range mounts {
		m.fresh = false
	}
	p.mu.Unlock()
	patience, budget := p.patience, p.budget
	if deadline, ok := ctx.Deadline(); ok {
		budget = min(budget, time.Until(deadline)/2)
		patience = min(patience, budget/2)
	}
	end := time.Now().Add(budget)
	for len(mounts) > 0 && ctx.Err() == nil && time.Now().Before(end) {
		w := &walk{prober: p, patience: patience, todo: mounts, done: make(chan struct{})}
		go w.run()
		mounts = w.wait(ctx, end)
	}
}

// walk is one goroutine's way through the mounts. Its fields are guarded by
// the prober's mutex.
type walk struct {
	*prober
	patience time.Duration
	todo     []*mount
	began    time.Time // when the call for the first of todo began; zero: none runs
	lost     bool      // nobody waits any more
	done     chan struct{}
}

func (w *walk) run() {
	defer close(w.done)
	for m := w.next(); m != nil; m = w.next() {
		got, err := w.measure(m.path, m.volume)
		if !w.finish(m, got, err) {
			return
		}
	}
}

// next returns the mount to ask now.
func (w *walk) next() *mount {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.todo) > 0 && !w.lost {
		m := w.todo[0]
		if !m.ended && m.since.IsZero() && (m.local || w.stuck < w.maxStuck) {
			w.began = time.Now()
			return m
		}
		w.todo = w.todo[1:]
	}
	return nil
}

// finish records the answer for m; false when the walk was given up meanwhile.
func (w *walk) finish(m *mount, got space, err error) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lost {
		m.since = time.Time{} // asked again in the next tick
		w.stuck--
		return false
	}
	m.space, m.err, m.fresh = got, err, true
	w.todo, w.began = w.todo[1:], time.Time{}
	return true
}

// wait returns when the walk is done or stuck, with the mounts it leaves for
// another one.
func (w *walk) wait(ctx context.Context, end time.Time) []*mount {
	timer := time.NewTimer(w.patience)
	defer timer.Stop()
	for {
		patience := w.patience
		select {
		case <-w.done:
			return nil
		case <-ctx.Done():
			patience = 0
		case <-timer.C:
			if !time.Now().Before(end) {
				patience = 0
			}
		}
		if rest, gone := w.giveUp(patience); gone {
			return rest
		}
		timer.Reset(min(w.patience, time.Until(end)))
	}
}

// giveUp leaves the walk if its call has run for at least patience and returns
// the mounts after it.
func (w *walk) giveUp(patience time.Duration) (rest []*mount, gone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	calling := !w.began.IsZero()
	if patience > 0 && (!calling || time.Since(w.began) < patience) {
		return nil, false
	}
	w.lost = true
	if !calling {
		return w.todo, true
	}
	w.todo[0].since = w.began
	w.stuck++
	return w.todo[1:], true
}
