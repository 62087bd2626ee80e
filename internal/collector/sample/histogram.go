package sample

import (
	"slices"
	"sort"

	"platform/internal/collector/metrics"
)

// Histogram is a distribution counted by its source. Counts has one more
// element than Bounds: the values above the last bound.
type Histogram struct {
	Bounds []float64 // of the metric's row; shared, never modified
	Counts []uint64
	Count  uint64
	Sum    float64
}

// NewHistogram returns an empty histogram with the bounds of m.
func NewHistogram(m *metrics.Def) *Histogram {
	return &Histogram{Bounds: m.Bounds, Counts: make([]uint64, len(m.Bounds)+1)}
}

// Record adds n observations of value.
func (h *Histogram) Record(value float64, n uint64) {
	h.Counts[sort.SearchFloat64s(h.Bounds, value)] += n
	h.Count += n
	h.Sum += value * float64(n)
}

// Clone returns a copy that shares only the bounds.
func (h *Histogram) Clone() *Histogram {
	c := *h
	c.Counts = slices.Clone(h.Counts)
	return &c
}
