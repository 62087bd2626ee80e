package block

import (
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// metricSets are the column sets of the metrics' tables.
var (
	numberSets  = map[string]*sets[*numbers]{Gauge: newSets(newGauges), Sum: newSets(newSums)}
	bucketSets  = newSets(newHistograms)
	scaledSets  = newSets(newExponentials)
	summarySets = newSets(newSummaries)
)

// metricRequest is the blocks of one request, in the making.
type metricRequest struct {
	w      *writer
	report *Report
	clock  clock
	origin origin
	metric metric

	gauges, sums *byDay[*numbers]
	histograms   *byDay[*histograms]
	exponentials *byDay[*exponentials]
	summaries    *byDay[*summaries]
}

// metric is what all points of a metric share.
type metric struct{ name, description, unit string }

// OfMetrics lays data points out, a block for each table and day.
func OfMetrics(md pmetric.Metrics, o *Options) ([]Block, *Report) {
	report := &Report{}
	r := &metricRequest{w: &writer{limits: o.Limits, report: report}, report: report, clock: newClock(o),
		gauges: numberSets[Gauge].start(), sums: numberSets[Sum].start(),
		histograms: bucketSets.start(), exponentials: scaledSets.start(), summaries: summarySets.start()}
	for _, rm := range md.ResourceMetrics().All() {
		r.w.setResource(&r.origin, rm.Resource(), rm.SchemaUrl(), o.Environment)
		for _, sm := range rm.ScopeMetrics().All() {
			r.w.setScope(&r.origin, sm.Scope(), sm.SchemaUrl())
			for _, m := range sm.Metrics().All() {
				r.metric = metric{r.w.clean(r.w.shorten(m.Name())), r.w.clean(r.w.shorten(m.Description())), r.w.clean(m.Unit())}
				r.add(m)
			}
		}
	}
	var blocks []Block
	blocks = append(blocks, r.gauges.finish(o)...)
	blocks = append(blocks, r.sums.finish(o)...)
	blocks = append(blocks, r.histograms.finish(o)...)
	blocks = append(blocks, r.exponentials.finish(o)...)
	return append(blocks, r.summaries.finish(o)...), report
}

func (r *metricRequest) add(m pmetric.Metric) {
	switch m.Type() {
	case pmetric.MetricTypeGauge:
		for _, p := range m.Gauge().DataPoints().All() {
			if day, ok := r.admit(p); ok {
				r.gauges.of(day).append(r, p, pmetric.AggregationTemporalityUnspecified, false)
			}
		}
	case pmetric.MetricTypeSum:
		for _, p := range m.Sum().DataPoints().All() {
			if day, ok := r.admit(p); ok {
				r.sums.of(day).append(r, p, m.Sum().AggregationTemporality(), m.Sum().IsMonotonic())
			}
		}
	case pmetric.MetricTypeHistogram:
		for _, p := range m.Histogram().DataPoints().All() {
			if n, bounds := p.BucketCounts().Len(), p.ExplicitBounds().Len(); n != 0 && n != bounds+1 || n == 0 && bounds != 0 {
				r.report.count(BadBuckets)
			} else if day, ok := r.admit(p); ok {
				r.histograms.of(day).append(r, p, m.Histogram().AggregationTemporality())
			}
		}
	case pmetric.MetricTypeExponentialHistogram:
		for _, p := range m.ExponentialHistogram().DataPoints().All() {
			if day, ok := r.admit(p); ok {
				r.exponentials.of(day).append(r, p, m.ExponentialHistogram().AggregationTemporality())
			}
		}
	case pmetric.MetricTypeSummary:
		for _, p := range m.Summary().DataPoints().All() {
			if day, ok := r.admit(p); ok {
				r.summaries.of(day).append(r, p)
			}
		}
	default:
		r.report.count(NoData)
	}
}

// admit counts a point, as accepted or as refused.
func (r *metricRequest) admit(p point) (day int32, ok bool) {
	why, ok := r.w.fits(p.Attributes())
	if r.origin.refused || !ok {
		r.report.count(r.origin.why(why))
		return 0, false
	}
	day, why, ok = r.clock.day(uint64(p.Timestamp()))
	if !ok {
		r.report.count(why)
		return 0, false
	}
	r.report.Accepted++
	return day, true
}
