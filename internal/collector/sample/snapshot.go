package sample

import (
	"time"

	"platform/internal/collector/metrics"
)

// Snapshot is everything seen in one tick. It is never modified once made.
type Snapshot struct {
	Time     time.Time
	Took     time.Duration
	Families []Family // in catalog order; empty ones left out
	Health   []Health // in the order of the sources
}

// Family is all points of one metric.
type Family struct {
	Metric *metrics.Def
	Points []Point
}

// Health is how one source fared in one tick.
type Health struct {
	Source   string
	Err      error         // nil when the sample is whole
	Took     time.Duration // until it returned or was given up
	Points   int
	Failures int64 // ticks with an error since start
}

// Merge makes a snapshot of batches; a nil batch is a source that gave none.
// The points are copied, so the batches may be reused.
func Merge(now time.Time, batches []*Batch, health []Health) *Snapshot {
	counts := make([]int, metrics.Count())
	total, families := 0, 0
	for _, b := range batches {
		if b == nil {
			continue
		}
		for i := range b.points {
			id := b.points[i].Series.Metric.ID
			if counts[id] == 0 {
				families++
			}
			counts[id]++
			total++
		}
	}

	points := make([]Point, total)
	s := &Snapshot{Time: now, Health: health, Families: make([]Family, 0, families)}
	next := make([]int, len(counts))
	at := 0
	for id, n := range counts {
		next[id] = at
		at += n
	}
	for _, b := range batches {
		if b == nil {
			continue
		}
		for _, p := range b.points {
			id := p.Series.Metric.ID
			points[next[id]] = p
			next[id]++
		}
	}
	for id, n := range counts {
		if n > 0 {
			end := next[id]
			s.Families = append(s.Families, Family{points[end-n].Series.Metric, points[end-n : end : end]})
		}
	}
	return s
}

// Points returns how many points the snapshot holds.
func (s *Snapshot) Points() (n int) {
	for _, f := range s.Families {
		n += len(f.Points)
	}
	return n
}
