package cuda

import (
	"math"
	"sort"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// placement says into which bucket of a metric each of the kernel's buckets of
// powers of two goes.
type placement []int

// place computes the placement of n buckets: the first holds 0 and 1, bucket i
// what is above 2^(i-1) up to 2^i. The metric's bounds are powers of two, so none
// is split.
func place(m *metrics.Def, n int) placement {
	p := make(placement, n)
	for i := range p {
		p[i] = sort.SearchFloat64s(m.Bounds, math.Ldexp(1, i))
	}
	return p
}

var (
	gridPlaces   = place(metrics.KernelGridSize, len(kernelStats{}.GridLog2))
	blockPlaces  = place(metrics.KernelBlockSize, len(kernelStats{}.BlockLog2))
	copyPlaces   = place(metrics.CUDACopies, len(copyStats{}.Log2))
	sharedPlaces = append(placement{0}, place(metrics.KernelSharedMemory, len(kernelStats{}.SharedLog2)-1)...) // the first holds 0 alone
)

// record adds what was counted since before, which may have wrapped, to h.
func (p placement) record(h *sample.Histogram, now, before []uint32, sum uint64) {
	for i := range now {
		if n := uint64(now[i] - before[i]); n > 0 {
			h.Counts[p[i]] += n
			h.Count += n
		}
	}
	h.Sum += float64(sum)
}

// durationBounds returns the bounds of the duration metric in ns.
func durationBounds() (ns [durations]uint64) {
	for i, s := range metrics.KernelDuration.Bounds {
		ns[i] = uint64(math.Round(s * 1e9))
	}
	return ns
}

// recordDurations adds durations, which the kernel counts by the metric's own
// bounds.
func recordDurations(h *sample.Histogram, now, before *kernelStats) {
	for i := range now.Duration {
		n := uint64(now.Duration[i] - before.Duration[i])
		h.Counts[i] += n
		h.Count += n
	}
	h.Sum += float64(now.Durations-before.Durations) / 1e9
}
