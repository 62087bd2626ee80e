package block

import (
	"math"

	"github.com/ClickHouse/ch-go/proto"
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

// append adds a point. Sum, minimum and maximum that were not sent are 0, as
// the exporter writes them.
func (c *distribution) append(r *metricRequest) {
	p := &r.point
	c.count.Append(p.count)
	c.sum.Append(p.sum)
	c.min.Append(p.min)
	c.max.Append(p.max)
	c.temporality.Append(r.metric.temporality)
	c.exemplars.append(r)
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

func (c *histograms) append(r *metricRequest) {
	c.appendPoint(r)
	c.distribution.append(r)
	appendAll(c.counts, r.point.counts)
	for _, b := range r.point.bounds {
		c.bounds.data.Append(math.Float64frombits(b))
	}
	c.bounds.end()
}

func appendAll(c *list[*proto.ColUInt64], counts []uint64) {
	*c.data = append(*c.data, counts...)
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

func (c *exponentials) append(r *metricRequest) {
	p := &r.point
	c.appendPoint(r)
	c.distribution.append(r)
	c.scale.Append(p.scale)
	c.zeros.Append(p.zeros)
	c.threshold.Append(p.threshold)
	c.positive.Append(p.positive.offset)
	appendAll(c.positives, p.positive.counts)
	c.negative.Append(p.negative.offset)
	appendAll(c.negatives, p.negative.counts)
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

func (c *summaries) append(r *metricRequest) {
	c.appendPoint(r)
	c.count.Append(r.point.count)
	c.sum.Append(r.point.sum)
	for _, q := range r.point.quantiles {
		c.quantile.data.Append(q.quantile)
		c.values.data.Append(q.value)
	}
	c.quantile.end()
	c.values.end()
}
