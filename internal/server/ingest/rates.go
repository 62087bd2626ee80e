package ingest

import "time"

// slotSpan is the time of which records are counted together.
const slotSpan = 10 * time.Second

const (
	keptSlots = int64(time.Hour / slotSpan)
	rateSlots = int64(5 * time.Minute / slotSpan)
	stepSlots = int64(historyStep / slotSpan)
)

// historyStep is the resolution of what is told of the last hour.
const historyStep = 30 * time.Second

// ring counts the records of each slot of the last hour.
type ring struct {
	newest int64 // number of slotSpan since 1970
	counts [keptSlots]uint64
}

func slotOf(at time.Time) int64 { return at.UnixNano() / int64(slotSpan) }

func (r *ring) add(at time.Time, n uint64) {
	slot := slotOf(at)
	if slot > r.newest {
		for s := max(r.newest+1, slot-keptSlots+1); s <= slot; s++ {
			r.counts[s%keptSlots] = 0
		}
		r.newest = slot
	}
	if slot > r.newest-keptSlots {
		r.counts[slot%keptSlots] += n
	}
}

// sum is what was counted in the slots from one to before another.
func (r *ring) sum(from, to int64) (n uint64) {
	for s := max(from, r.newest-keptSlots+1); s < min(to, r.newest+1); s++ {
		n += r.counts[s%keptSlots]
	}
	return n
}

// perMinute is the rate over the last five minutes.
func (r *ring) perMinute(now time.Time) float64 {
	slot := slotOf(now)
	return float64(r.sum(slot-rateSlots+1, slot+1)) / (time.Duration(rateSlots) * slotSpan).Minutes()
}

// history tells the last hour in whole steps, oldest first, from since on.
func (r *ring) history(since, now time.Time) History {
	end := slotOf(now) / stepSlots * stepSlots
	begin := max(end-keptSlots+stepSlots, (slotOf(since)+stepSlots-1)/stepSlots*stepSlots)
	h := History{End: time.Unix(0, end*int64(slotSpan)).UTC(), StepSeconds: int(historyStep.Seconds()), Counts: []uint64{}}
	for s := begin; s < end; s += stepSlots {
		h.Counts = append(h.Counts, r.sum(s, s+stepSlots))
	}
	return h
}
