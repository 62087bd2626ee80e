package telemetrytest

import (
	"math"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// Exponential is an exponential histogram.
type Exponential struct {
	metric   string
	resource Attributes
	delta    bool // each point tells only of what was observed since the one before
	start    time.Time
	values   []float64
}

// NewExponential starts a histogram.
func NewExponential(metric string, resource Attributes, start time.Time) *Exponential {
	return &Exponential{metric: metric, resource: resource, start: start}
}

// Delta lets points tell only of what was observed since the one before.
func (e *Exponential) Delta() { e.delta = true }

// Observe counts a value.
func (e *Exponential) Observe(v float64) { e.values = append(e.values, v) }

// Observed is how many values the next point tells of.
func (e *Exponential) Observed() int { return len(e.values) }

// Restart forgets all values.
func (e *Exponential) Restart(at time.Time) { e.values, e.start = nil, at }

// Reset forgets all values and does not tell.
func (e *Exponential) Reset() { e.values = nil }

// Point is what was observed since the start, at a scale.
func (e *Exponential) Point(at time.Time, scale int32) pmetric.Metrics {
	m := pmetric.NewMetrics()
	rm := m.ResourceMetrics().AppendEmpty()
	fill(rm.Resource().Attributes(), e.resource)
	metric := rm.ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName(e.metric)
	h := metric.SetEmptyExponentialHistogram()
	h.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	if e.delta {
		h.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	}
	p := h.DataPoints().AppendEmpty()
	p.SetStartTimestamp(pcommon.NewTimestampFromTime(e.start))
	p.SetTimestamp(pcommon.NewTimestampFromTime(at))
	p.SetScale(scale)
	p.SetCount(uint64(len(e.values)))
	sum := 0.0
	positive, negative := map[int]uint64{}, map[int]uint64{}
	for _, v := range e.values {
		switch sum += v; {
		case v > 0:
			positive[bucket(v, scale)]++
		case v < 0:
			negative[bucket(-v, scale)]++
		default:
			p.SetZeroCount(p.ZeroCount() + 1)
		}
	}
	p.SetSum(sum)
	layOut(p.Positive(), positive)
	layOut(p.Negative(), negative)
	if e.delta {
		e.Reset() // some senders tell when they started all the same
	}
	return m
}

func bucket(v float64, scale int32) int {
	return int(math.Ceil(math.Log2(v)*math.Exp2(float64(scale)))) - 1
}

func layOut(into pmetric.ExponentialHistogramDataPointBuckets, counts map[int]uint64) {
	if len(counts) == 0 {
		return
	}
	low, high := math.MaxInt, math.MinInt
	for i := range counts {
		low, high = min(low, i), max(high, i)
	}
	into.SetOffset(int32(low))
	for i := low; i <= high; i++ {
		into.BucketCounts().Append(counts[i])
	}
}

// ExactQuantile is a quantile of values.
func ExactQuantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
