package watch

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// pace says when to read: shortly before each tick, so that the values of a
// tick are of its time though no tick waits for them.
type pace struct {
	interval time.Duration // between ticks; 0 when unknown
	last     atomic.Int64  // the last tick in Unix nanoseconds
	begun    chan struct{} // closed by the first tick
	once     sync.Once
}

const (
	lead     = 150 * time.Millisecond // before a tick
	untimely = 5 * time.Second        // between reads while the time of ticks is unknown
)

func (p *pace) tick(now time.Time) {
	p.last.Store(now.UnixNano())
	p.once.Do(func() { close(p.begun) })
}

// next returns how long to wait for the next read.
func (p *pace) next(now time.Time) time.Duration {
	if p.interval <= 0 {
		return untimely
	}
	wait := time.Unix(0, p.last.Load()).Add(p.interval - min(lead, p.interval/2)).Sub(now)
	if wait <= 0 {
		wait += (-wait/p.interval + 1) * p.interval
	}
	return wait
}

// wait waits for the next read and reports whether ctx still lives.
func (p *pace) wait(ctx context.Context) bool {
	select {
	case <-p.begun:
		return sleep(ctx, p.next(time.Now()))
	default:
	}
	t := time.NewTimer(untimely)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-p.begun:
		return sleep(ctx, p.next(time.Now()))
	case <-t.C:
		return true
	}
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
