package block

import (
	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// distribution is what both kinds of histograms have.
type distribution struct {
	exemplars   exemplars
	count       proto.ColUInt64
	sum         proto.ColFloat64
	min, max    proto.ColFloat64
	temporality proto.ColInt32
}

func (c *distribution) addTo(s *set) {
	s.add("Count", &c.count)
	s.add("Sum", &c.sum)
	s.add("Min", &c.min)
	s.add("Max", &c.max)
	s.add("AggregationTemporality", &c.temporality)
	c.exemplars.addTo(s)
}

// distributionPoint is what the points of both kinds of histograms have. Sum,
// minimum and maximum that were not sent read as 0, as the exporter writes them.
type distributionPoint interface {
	Count() uint64
	Sum() float64
	Min() float64
	Max() float64
	Exemplars() pmetric.ExemplarSlice
}

func (c *distribution) append(w *writer, p distributionPoint, t pmetric.AggregationTemporality) {
	c.count.Append(p.Count())
	c.sum.Append(p.Sum())
	c.min.Append(p.Min())
	c.max.Append(p.Max())
	c.temporality.Append(int32(t))
	c.exemplars.append(w, p.Exemplars())
}

// histograms are the columns of otel_metrics_histogram.
type histograms struct {
	points
	distribution
	counts *list[*proto.ColUInt64]
	bounds *list[*proto.ColFloat64]
}

func newHistograms() *histograms {
	c := &histograms{counts: listOf(new(proto.ColUInt64)), bounds: listOf(new(proto.ColFloat64))}
	c.init(Histogram)
	c.distribution.addTo(&c.set)
	c.add("BucketCounts", c.counts)
	c.add("ExplicitBounds", c.bounds)
	return c
}

func (c *histograms) append(r *metricRequest, p pmetric.HistogramDataPoint, t pmetric.AggregationTemporality) {
	c.appendPoint(r, p)
	c.distribution.append(r.w, p, t)
	appendAll(c.counts, p.BucketCounts())
	for _, b := range p.ExplicitBounds().All() {
		c.bounds.data.Append(b)
	}
	c.bounds.end()
}

func appendAll(c *list[*proto.ColUInt64], counts pcommon.UInt64Slice) {
	for _, n := range counts.All() {
		c.data.Append(n)
	}
	c.end()
}

// exponentials are the columns of otel_metrics_exponential_histogram.
type exponentials struct {
	points
	distribution
	scale                proto.ColInt32
	zeros                proto.ColUInt64
	threshold            proto.ColFloat64
	positive, negative   proto.ColInt32 // offsets
	positives, negatives *list[*proto.ColUInt64]
}

func newExponentials() *exponentials {
	c := &exponentials{positives: listOf(new(proto.ColUInt64)), negatives: listOf(new(proto.ColUInt64))}
	c.init(ExponentialHistogram)
	c.distribution.addTo(&c.set)
	c.add("Scale", &c.scale)
	c.add("ZeroCount", &c.zeros)
	c.add("PositiveOffset", &c.positive)
	c.add("PositiveBucketCounts", c.positives)
	c.add("NegativeOffset", &c.negative)
	c.add("NegativeBucketCounts", c.negatives)
	c.own("ZeroThreshold", &c.threshold)
	return c
}

func (c *exponentials) append(r *metricRequest, p pmetric.ExponentialHistogramDataPoint, t pmetric.AggregationTemporality) {
	c.appendPoint(r, p)
	c.distribution.append(r.w, p, t)
	c.scale.Append(p.Scale())
	c.zeros.Append(p.ZeroCount())
	c.threshold.Append(p.ZeroThreshold())
	c.positive.Append(p.Positive().Offset())
	appendAll(c.positives, p.Positive().BucketCounts())
	c.negative.Append(p.Negative().Offset())
	appendAll(c.negatives, p.Negative().BucketCounts())
}

// summaries are the columns of otel_metrics_summary.
type summaries struct {
	points
	count            proto.ColUInt64
	sum              proto.ColFloat64
	quantile, values *list[*proto.ColFloat64]
}

func newSummaries() *summaries {
	c := &summaries{quantile: listOf(new(proto.ColFloat64)), values: listOf(new(proto.ColFloat64))}
	c.init(Summary)
	c.add("Count", &c.count)
	c.add("Sum", &c.sum)
	c.add("ValueAtQuantiles.Quantile", c.quantile)
	c.add("ValueAtQuantiles.Value", c.values)
	return c
}

func (c *summaries) append(r *metricRequest, p pmetric.SummaryDataPoint) {
	c.appendPoint(r, p)
	c.count.Append(p.Count())
	c.sum.Append(p.Sum())
	for _, q := range p.QuantileValues().All() {
		c.quantile.data.Append(q.Quantile())
		c.values.data.Append(q.Value())
	}
	c.quantile.end()
	c.values.end()
}
