package sample

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"platform/internal/collector/metrics"
)

// Point is one value of one series.
type Point struct {
	Series *Series
	Start  time.Time  // of counters, sums and histograms; zero on gauges
	bits   uint64     // an int64 or a float64, as the metric's row says
	Hist   *Histogram // of histograms only; never modified once here
}

// Int returns the value of a point whose metric is declared as integer.
func (p Point) Int() int64 { return int64(p.bits) }

// Float returns the value, whatever the metric is declared as.
func (p Point) Float() float64 {
	if p.Series.Metric.Integer {
		return float64(int64(p.bits))
	}
	return math.Float64frombits(p.bits)
}

// Owner says whether a source may emit a metric of the entity with that hw.id.
type Owner func(m *metrics.Def, id, split string) bool

// Batch collects what one source saw in one tick. It is used by one goroutine.
type Batch struct {
	Now time.Time // when the tick began; the time of every point

	number uint64
	points []Point
	owns   Owner
	twice  *metrics.Def // a metric whose series was added twice
}

var batches atomic.Uint64

// NewBatch returns an empty batch that keeps what owns allows; nil allows all.
func NewBatch(now time.Time, owns Owner) *Batch {
	b := &Batch{}
	b.Reset(now, owns)
	return b
}

// Reset empties b for another tick and keeps its memory.
func (b *Batch) Reset(now time.Time, owns Owner) {
	clear(b.points)
	*b = Batch{Now: now, number: batches.Add(1), points: b.points[:0], owns: owns}
}

// Wants reports whether the source owns the stream now; a source may skip
// reading what nobody would see. split is the value of m's first own attribute.
func (b *Batch) Wants(e *Entity, m *metrics.Def, split string) bool {
	return b.owns == nil || b.owns(m, e.id, split)
}

// Int records a whole number for metric m of e; split are the values of m's
// own attributes in the order of its row, "" for one that is left out.
func (b *Batch) Int(e *Entity, m *metrics.Def, value int64, split ...string) {
	if m.Integer {
		b.add(e, m, uint64(value), float64(value), split)
	} else {
		b.add(e, m, math.Float64bits(float64(value)), float64(value), split)
	}
}

// Float records a number for metric m of e. What is not a number is not
// recorded, and a metric of whole numbers is rounded.
func (b *Batch) Float(e *Entity, m *metrics.Def, value float64, split ...string) {
	switch {
	case math.IsNaN(value) || math.IsInf(value, 0):
	case m.Integer:
		b.add(e, m, uint64(int64(math.Round(value))), value, split)
	default:
		b.add(e, m, math.Float64bits(value), value, split)
	}
}

// Histogram records a copy of h for metric m of e.
func (b *Batch) Histogram(e *Entity, m *metrics.Def, h *Histogram, split ...string) {
	if i, ok := b.add(e, m, 0, float64(h.Count), split); ok {
		b.points[i].Hist = h.Clone()
	}
}

// add records a point unless another source owns it or the batch has it
// already, and returns where it is.
func (b *Batch) add(e *Entity, m *metrics.Def, bits uint64, value float64, split []string) (int, bool) {
	first := ""
	if len(split) > 0 {
		first = split[0]
	}
	if !b.Wants(e, m, first) {
		return 0, false
	}
	s := e.seriesOf(m, split)
	if s.batch == b.number {
		b.twice = m
		return 0, false
	}
	s.batch = b.number
	p := Point{Series: s, bits: bits}
	if m.Kind != metrics.Gauge {
		p.Start = s.since(value, b.Now, e.origin)
	}
	b.points = append(b.points, p)
	return len(b.points) - 1, true
}

// Err reports a series that was added twice; the first point was kept.
func (b *Batch) Err() error {
	if b.twice != nil {
		return fmt.Errorf("add %s: the same series twice in one tick", b.twice.Name)
	}
	return nil
}

// Len returns how many points the batch holds.
func (b *Batch) Len() int { return len(b.points) }
