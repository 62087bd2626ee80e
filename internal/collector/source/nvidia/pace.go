package nvidia

import (
	"sync/atomic"
	"time"
)

// pace says when to read what is slow: shortly before each tick, so that the
// values of a tick are of its time though no tick waits for them, and now and
// then in between, because the driver keeps samples of processes for some
// seconds only.
type pace struct {
	interval time.Duration // between ticks; 0 when unknown
	last     atomic.Int64  // the last tick in Unix nanoseconds; 0 before the first
}

const (
	atMostApart = 5 * time.Second
	leadTime    = 150 * time.Millisecond // before a tick
)

func newPace(interval time.Duration) *pace { return &pace{interval: interval} }

func (p *pace) tick() { p.last.Store(time.Now().UnixNano()) }

// next returns how long to wait for the next pass, and whether it is the last
// one before a tick.
func (p *pace) next(now time.Time) (wait time.Duration, before bool) {
	last := p.last.Load()
	if p.interval <= 0 || last == 0 {
		return atMostApart, true
	}
	lead := min(leadTime, p.interval/2)
	wait = time.Unix(0, last).Add(p.interval - lead).Sub(now)
	for wait <= 0 {
		wait += p.interval
	}
	if wait > atMostApart*3/2 {
		return atMostApart, false
	}
	return wait, true
}
