package telemetrytest

import (
	"math"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// Exponential is an exponential histogram that observes positive values.
type Exponential struct {
	metric   string
	resource Attributes
	start    time.Time
	values   []float64
}

// NewExponential starts a histogram.
func NewExponential(metric string, resource Attributes, start time.Time) *Exponential {
	return &Exponential{metric: metric, resource: resource, start: start}
}

// Observe counts a value.
func (e *Exponential) Observe(v float64) { e.values = append(e.values, v) }

// Restart forgets all values.
func (e *Exponential) Restart(at time.Time) { e.values, e.start = nil, at }

// Point is what was observed since the start, at a scale.
func (e *Exponential) Point(at time.Time, scale int32) pmetric.Metrics {
	m := pmetric.NewMetrics()
	rm := m.ResourceMetrics().AppendEmpty()
	fill(rm.Resource().Attributes(), e.resource)
	metric := rm.ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName(e.metric)
	h := metric.SetEmptyExponentialHistogram()
	h.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	p := h.DataPoints().AppendEmpty()
	p.SetStartTimestamp(pcommon.NewTimestampFromTime(e.start))
	p.SetTimestamp(pcommon.NewTimestampFromTime(at))
	p.SetScale(scale)
	p.SetCount(uint64(len(e.values)))
	counts := map[int]uint64{}
	low, high := math.MaxInt, math.MinInt
	var sum float64
	for _, v := range e.values {
		i := int(math.Ceil(math.Log2(v)*math.Exp2(float64(scale)))) - 1
		counts[i]++
		low, high, sum = min(low, i), max(high, i), sum+v
	}
	p.SetSum(sum)
	p.Positive().SetOffset(int32(low))
	for i := low; i <= high; i++ {
		p.Positive().BucketCounts().Append(counts[i])
	}
	return m
}

// ExactQuantile is a quantile of values.
func ExactQuantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
