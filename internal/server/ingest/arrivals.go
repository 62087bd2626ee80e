package ingest

import (
	"errors"
	"sync"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/ingest/block"
)

// arrival is what is counted separately.
type arrival struct {
	project string
	signal  Signal
}

// arrivals count what came since the start.
type arrivals struct {
	mu     sync.Mutex
	since  time.Time
	of     map[arrival]*flow
	totals map[Signal]*flow
}

// flow is the counts of one arrival.
type flow struct {
	last     time.Time
	accepted uint64
	rejected map[string]uint64 // records, by reason
	refused  map[string]uint64 // requests, by reason
	rates    ring
}

// arrivalsKept bounds how many projects are counted separately.
const arrivalsKept = 10_000

func newArrivals() *arrivals {
	return &arrivals{since: time.Now(), of: map[arrival]*flow{}, totals: map[Signal]*flow{Traces: newFlow(), Logs: newFlow(), Metrics: newFlow()}}
}

func newFlow() *flow { return &flow{rejected: map[string]uint64{}, refused: map[string]uint64{}} }

// each runs f on the counts of at and on the totals of its signal.
func (a *arrivals) each(at arrival, f func(*flow)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.of[at]
	if c == nil {
		if len(a.of) >= arrivalsKept {
			clear(a.of)
		}
		c = newFlow()
		a.of[at] = c
	}
	f(c)
	f(a.totals[at.signal])
}

func (a *arrivals) accepted(at arrival, when time.Time, r *block.Report) {
	a.each(at, func(c *flow) {
		c.accepted += uint64(r.Accepted)
		if r.Accepted > 0 {
			c.last = when
			c.rates.add(when, uint64(r.Accepted))
		}
		for why, n := range r.Refused {
			c.rejected[why.String()] += uint64(n)
		}
	})
}

func (a *arrivals) failed(at arrival, err error) {
	a.each(at, func(c *flow) { c.refused[why(err)]++ })
}

// why names the cause of a refused request; the set of names is small.
func why(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return "the sender gave up"
	}
	switch fault.Kind(f.Status) {
	case fault.Invalid:
		return "malformed body"
	case fault.TooLarge:
		return "body too large"
	case fault.TooMany:
		return "queue full"
	case fault.Unavailable:
		return "store not available"
	case fault.NotFound:
		return "no database for the signal"
	}
	return "not allowed"
}
