package block

import (
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

// decodedPoint is what decoded points of all types have.
type decodedPoint interface {
	Attributes() pcommon.Map
	StartTimestamp() pcommon.Timestamp
	Timestamp() pcommon.Timestamp
	Flags() pmetric.DataPointFlags
}

// decodedDistribution is what decoded points of both kinds of histograms have.
type decodedDistribution interface {
	Count() uint64
	Sum() float64
	Min() float64
	Max() float64
	Exemplars() pmetric.ExemplarSlice
}

// metricDecoder is the decoder with the metric whose points are laid out.
type metricDecoder struct {
	*decoder
	days                    metricDays
	name, description, unit string
}

// decodeMetrics is ReadMetrics by way of the decoder.
func decodeMetrics(body []byte, o *Options) ([]Block, *Report, error) {
	m := pmetricotlp.NewExportRequest()
	if err := decode(body, metricsShape, o, m); err != nil {
		return nil, nil, err
	}
	d := &metricDecoder{decoder: newDecoder(o), days: startMetricDays()}
	for _, rm := range m.Metrics().ResourceMetrics().All() {
		d.w.setResource(&d.origin, rm.Resource(), rm.SchemaUrl(), d.environment)
		for _, sm := range rm.ScopeMetrics().All() {
			d.w.setScope(&d.origin, sm.Scope(), sm.SchemaUrl())
			for _, m := range sm.Metrics().All() {
				d.name, d.description, d.unit = d.w.clean(d.w.shorten(m.Name())), d.w.clean(d.w.shorten(m.Description())), d.w.clean(m.Unit())
				d.metric(m)
			}
		}
	}
	return d.days.finish(o), d.w.report, nil
}

func (d *metricDecoder) metric(m pmetric.Metric) {
	switch m.Type() {
	case pmetric.MetricTypeGauge:
		for _, p := range m.Gauge().DataPoints().All() {
			if day, ok := d.admitPoint(p); ok {
				d.number(d.days.gauges.of(day), p)
			}
		}
	case pmetric.MetricTypeSum:
		for _, p := range m.Sum().DataPoints().All() {
			if day, ok := d.admitPoint(p); ok {
				c := d.days.sums.of(day)
				d.number(c, p)
				c.temporality.Append(int32(m.Sum().AggregationTemporality()))
				c.monotonic.Append(m.Sum().IsMonotonic())
			}
		}
	case pmetric.MetricTypeHistogram:
		for _, p := range m.Histogram().DataPoints().All() {
			if day, ok := d.admitPoint(p); ok {
				d.histogram(d.days.histograms.of(day), p, m.Histogram().AggregationTemporality())
			}
		}
	case pmetric.MetricTypeExponentialHistogram:
		for _, p := range m.ExponentialHistogram().DataPoints().All() {
			if day, ok := d.admitPoint(p); ok {
				d.exponential(d.days.exponentials.of(day), p, m.ExponentialHistogram().AggregationTemporality())
			}
		}
	case pmetric.MetricTypeSummary:
		for _, p := range m.Summary().DataPoints().All() {
			if day, ok := d.admitPoint(p); ok {
				d.summary(d.days.summaries.of(day), p)
			}
		}
	default:
		d.w.report.count(NoData)
	}
}

func (d *metricDecoder) admitPoint(p decodedPoint) (day int32, ok bool) {
	why, fits := d.w.fits(p.Attributes())
	if h, ok := p.(pmetric.HistogramDataPoint); ok {
		if n, bounds := h.BucketCounts().Len(), h.ExplicitBounds().Len(); n != 0 && n != bounds+1 || n == 0 && bounds != 0 {
			why, fits = BadBuckets, false
		}
	}
	return d.admit(why, fits, uint64(p.Timestamp()))
}

func (d *metricDecoder) point(c *points, p decodedPoint) {
	c.origins.append(&d.origin)
	c.name.Append(d.name)
	c.description.Append(d.description)
	c.unit.Append(d.unit)
	d.w.row(&c.attributes, p.Attributes())
	c.start.AppendRaw(nanos(uint64(p.StartTimestamp())))
	c.time.AppendRaw(nanos(uint64(p.Timestamp())))
	c.flags.Append(uint32(p.Flags()))
}

func (d *metricDecoder) exemplars(c *exemplars, all pmetric.ExemplarSlice) {
	for _, x := range all.All() {
		d.w.row(c.attributes.data, x.FilteredAttributes())
		c.time.data.AppendRaw(nanos(uint64(x.Timestamp())))
		if x.ValueType() == pmetric.ExemplarValueTypeInt {
			c.value.data.Append(float64(x.IntValue()))
		} else {
			c.value.data.Append(x.DoubleValue())
		}
		c.span.data.Append(x.SpanID().String())
		c.trace.data.Append(x.TraceID().String())
	}
	c.attributes.end()
	c.time.end()
	c.value.end()
	c.span.end()
	c.trace.end()
}

func (d *metricDecoder) number(c *numbers, p pmetric.NumberDataPoint) {
	d.point(&c.points, p)
	if p.ValueType() == pmetric.NumberDataPointValueTypeInt {
		c.value.Append(float64(p.IntValue()))
	} else {
		c.value.Append(p.DoubleValue())
	}
	d.exemplars(&c.exemplars, p.Exemplars())
}

func (d *metricDecoder) distribution(c *distribution, p decodedDistribution, t pmetric.AggregationTemporality) {
	c.count.Append(p.Count())
	c.sum.Append(p.Sum())
	c.min.Append(p.Min())
	c.max.Append(p.Max())
	c.temporality.Append(int32(t))
	d.exemplars(&c.exemplars, p.Exemplars())
}

func (d *metricDecoder) histogram(c *histograms, p pmetric.HistogramDataPoint, t pmetric.AggregationTemporality) {
	d.point(&c.points, p)
	d.distribution(&c.distribution, p, t)
	appendAll(c.counts, p.BucketCounts().AsRaw())
	for _, b := range p.ExplicitBounds().All() {
		c.bounds.data.Append(b)
	}
	c.bounds.end()
}

func (d *metricDecoder) exponential(c *exponentials, p pmetric.ExponentialHistogramDataPoint, t pmetric.AggregationTemporality) {
	d.point(&c.points, p)
	d.distribution(&c.distribution, p, t)
	c.scale.Append(p.Scale())
	c.zeros.Append(p.ZeroCount())
	c.threshold.Append(p.ZeroThreshold())
	c.positive.Append(p.Positive().Offset())
	appendAll(c.positives, p.Positive().BucketCounts().AsRaw())
	c.negative.Append(p.Negative().Offset())
	appendAll(c.negatives, p.Negative().BucketCounts().AsRaw())
}

func (d *metricDecoder) summary(c *summaries, p pmetric.SummaryDataPoint) {
	d.point(&c.points, p)
	c.count.Append(p.Count())
	c.sum.Append(p.Sum())
	for _, q := range p.QuantileValues().All() {
		c.quantile.data.Append(q.Quantile())
		c.values.data.Append(q.Value())
	}
	c.quantile.end()
	c.values.end()
}
