package pipeline

import (
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Stream is a metric, or one split of it when Split is set.
type Stream struct {
	Metric *metrics.Def
	Split  string // value of the metric's first own attribute
}

// claim is what one source takes over in one tick.
type claim struct {
	streams map[Stream]bool
	devices map[string]bool // by hw.id; nil: every device
}

func (c claim) covers(m *metrics.Def, id, split string) bool {
	if !c.streams[Stream{Metric: m}] && !c.streams[Stream{m, split}] {
		return false
	}
	return c.devices == nil || c.devices[id]
}

// owners is who may emit what in one tick, by index of the source.
type owners []claim

// settle asks every source what it takes over. It runs before sampling, so the
// answer holds for the whole tick and the loser need not read at all.
func settle(sources []*Running) owners {
	var o owners
	for i, r := range sources {
		if len(r.Supersedes) == 0 {
			continue
		}
		if o == nil {
			o = make(owners, len(sources))
		}
		o[i].streams = make(map[Stream]bool, len(r.Supersedes))
		for _, s := range r.Supersedes {
			o[i].streams[s] = true
		}
		if c, ok := r.Source.(source.Claimer); ok {
			o[i].devices = map[string]bool{}
			for _, id := range c.Claims() {
				o[i].devices[id] = true
			}
		}
	}
	return o
}

// of returns what source i may emit: everything but what a later source has
// claimed, and of the streams it shares, only those it has claimed itself.
func (o owners) of(i int) sample.Owner {
	if o == nil {
		return nil
	}
	return func(m *metrics.Def, id, split string) bool {
		own := o[i]
		if (own.streams[Stream{Metric: m}] || own.streams[Stream{m, split}]) && !own.covers(m, id, split) {
			return false
		}
		for _, later := range o[i+1:] {
			if later.covers(m, id, split) {
				return false
			}
		}
		return true
	}
}
