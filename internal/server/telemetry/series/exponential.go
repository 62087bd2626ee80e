package series

import (
	"maps"
	"math"
	"slices"
	"time"

	"platform/internal/server/telemetry/query"
)

// ExponentialPoint is what an exponential histogram had observed at a time.
// Bucket i of a scale reaches from base^i to base^(i+1), base being 2^(2^-scale).
type ExponentialPoint struct {
	Group          []string
	Series         uint64
	At, Start      time.Time
	Delta          bool // counts since the point before; else since Start
	Count          uint64
	Sum            float64
	Scale          int32
	Zero           uint64
	ZeroThreshold  float64
	PositiveOffset int32
	Positive       []uint64
	NegativeOffset int32
	Negative       []uint64
}

// observed is a number of observations by bucket.
type observed struct {
	scale              int32
	zero, count, sum   float64
	threshold          float64
	positive, negative map[int64]float64
}

// Scales beyond these have buckets that no number can tell apart.
const (
	leastScale    = -10
	greatestScale = 40
)

func (p ExponentialPoint) observed() observed {
	o := observed{scale: min(max(p.Scale, leastScale), greatestScale), zero: float64(p.Zero), count: float64(p.Count), sum: p.Sum, positive: map[int64]float64{}, negative: map[int64]float64{}}
	if t := p.ZeroThreshold; t > 0 && !math.IsInf(t, 0) {
		o.threshold = t
	}
	for i, n := range p.Positive {
		o.positive[int64(p.PositiveOffset)+int64(i)] += float64(n)
	}
	for i, n := range p.Negative {
		o.negative[int64(p.NegativeOffset)+int64(i)] += float64(n)
	}
	return o
}

// at widens buckets to a scale that is not greater.
func (o observed) at(scale int32) observed {
	scale = max(scale, leastScale)
	if scale >= o.scale {
		return o
	}
	shift := min(62, int64(o.scale)-int64(scale))
	widen := func(m map[int64]float64) map[int64]float64 {
		out := make(map[int64]float64, len(m))
		for i, n := range m {
			out[i>>shift] += n
		}
		return out
	}
	o.positive, o.negative, o.scale = widen(o.positive), widen(o.negative), scale
	return o
}

// add adds n times other.
func (o observed) add(other observed, n float64) observed {
	scale := min(o.scale, other.scale)
	o, other = o.at(scale), other.at(scale)
	o.positive, o.negative = maps.Clone(o.positive), maps.Clone(o.negative)
	for i, c := range other.positive {
		o.positive[i] += n * c
	}
	for i, c := range other.negative {
		o.negative[i] += n * c
	}
	o.zero += n * other.zero
	o.count += n * other.count
	o.sum += n * other.sum
	o.threshold = max(o.threshold, other.threshold)
	return o
}

// fell says that some bucket has fewer observations than nothing.
func (o observed) fell() bool {
	few := func(m map[int64]float64) bool {
		for _, n := range m {
			if n < 0 {
				return true
			}
		}
		return false
	}
	return o.count < 0 || o.zero < 0 || few(o.positive) || few(o.negative)
}

// Exponential adds points of exponential histograms up by group and step.
type Exponential struct {
	read, from time.Time
	step       time.Duration

	before *ExponentialPoint
	last   observed
	steps  map[exponentialPlace]*exponentialStep
	order  []exponentialPlace
}

type exponentialPlace struct {
	group string
	at    int64
}

type exponentialStep struct {
	group []string
	observed
	rate           float64 // of the series that were added
	series         uint64  // the one that is being added
	grown, seconds float64 // how much of it, and in how much time
}

// next ends a series: its rate is all its growth by all the time in which it grew.
func (s *exponentialStep) next(series uint64) {
	if s.seconds > 0 {
		s.rate += s.grown / s.seconds
	}
	s.series, s.grown, s.seconds = series, 0, 0
}

// NewExponential adds up points that were read from a time on; those before
// from only tell what later ones add.
func NewExponential(read, from time.Time, step time.Duration) *Exponential {
	return &Exponential{read: read, from: from, step: step, steps: map[exponentialPlace]*exponentialStep{}}
}

// Add takes the next point; points come by series, and each series' in order.
func (e *Exponential) Add(p ExponentialPoint) {
	now := p.observed()
	before, last := e.before, e.last
	e.before, e.last = &p, now
	first := before == nil || before.Series != p.Series
	grown, since := now, p.Start
	switch {
	case p.Delta:
		if !first && before.At.After(since) {
			since = before.At
		}
	case first:
		if p.Start.Before(e.read) {
			return
		}
	default:
		if before.At.After(since) {
			since = before.At
		}
		if !p.Start.After(before.Start) {
			if d := now.add(last, -1); !d.fell() {
				grown = d
			}
		}
	}
	if p.At.Before(e.from) {
		return
	}
	at := exponentialPlace{keyOf(p.Group), query.StepStart(p.At, e.step).UnixNano()}
	s := e.steps[at]
	if s == nil {
		s = &exponentialStep{group: p.Group, observed: observed{scale: grown.scale, positive: map[int64]float64{}, negative: map[int64]float64{}}}
		e.steps[at] = s
		e.order = append(e.order, at)
	}
	s.observed = s.observed.add(grown, 1)
	if s.series != p.Series {
		s.next(p.Series)
	}
	s.grown += grown.count
	if since.UnixNano() > 0 {
		s.seconds += p.At.Sub(since).Seconds()
	}
}

// Distributions are the sums as distributions over explicit bounds.
func (e *Exponential) Distributions() (out []Distribution) {
	for _, at := range e.order {
		s := e.steps[at]
		s.next(0)
		d := Distribution{Group: s.group, At: time.Unix(0, at.at).UTC(), Count: s.count, Sum: s.sum, Rate: s.rate}
		d.Bounds, d.Counts = s.explicit()
		out = append(out, d)
	}
	return out
}

// explicit lays buckets out as upper bounds and counts. What lies above all
// numbers is in the last count.
func (o observed) explicit() (bounds, counts []float64) {
	base := math.Exp2(math.Exp2(-float64(o.scale)))
	above := 0.0
	add := func(bound, n float64) {
		switch last := len(bounds) - 1; {
		case math.IsInf(bound, 1):
			above += n
		case last >= 0 && bound <= bounds[last]: // too narrow to tell apart
			counts[last] += n
		case !math.IsInf(bound, -1):
			bounds, counts = append(bounds, bound), append(counts, n)
		}
	}
	negative := slices.Sorted(maps.Keys(o.negative))
	slices.Reverse(negative)
	for i, k := range negative {
		if i == 0 || negative[i-1] != k+1 {
			add(-math.Pow(base, float64(k+1)), 0)
		}
		add(-math.Pow(base, float64(k)), o.negative[k])
	}
	positive := slices.Sorted(maps.Keys(o.positive))
	if o.zero > 0 || len(positive) > 0 {
		add(o.threshold, o.zero)
	}
	for i, k := range positive {
		if i == 0 || positive[i-1] != k-1 {
			add(math.Pow(base, float64(k)), 0)
		}
		add(math.Pow(base, float64(k+1)), o.positive[k])
	}
	return bounds, append(counts, above)
}
