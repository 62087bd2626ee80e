package otlp

import (
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
)

// deltas turns cumulative snapshots into what was added since the last one
// that was sent. What is not sent, for whatever reason, is therefore part of
// the next delta. Sums that may shrink stay cumulative.
type deltas struct {
	counters, histograms bool      // which kinds are asked for
	began                time.Time // counts that began later have never been sent by anyone
	seen                 map[seriesKey]state
	round                uint64 // snapshots sent
}

type seriesKey struct {
	metric string
	attrs  attribute.Distinct
}

// state is a series as it was last sent.
type state struct {
	at     time.Time
	round  uint64
	whole  int64
	number float64
	counts []uint64 // of a histogram; number is its sum
}

// forgetAfter is the number of sent snapshots after which a series that is no
// longer seen is forgotten: 17 h at an interval of 15 s.
const forgetAfter = 4096

// newDeltas returns nil when t asks for cumulative values only. The catalog's
// counters are totals that are read, which the standard calls observable:
// lowmemory leaves them cumulative.
func newDeltas(t metric.TemporalitySelector, began time.Time) *deltas {
	d := &deltas{
		counters:   t(metric.InstrumentKindObservableCounter) == metricdata.DeltaTemporality,
		histograms: t(metric.InstrumentKindHistogram) == metricdata.DeltaTemporality,
		began:      began,
		seen:       map[seriesKey]state{},
	}
	if !d.counters && !d.histograms {
		return nil
	}
	return d
}

// since returns rm with the kinds that are asked for as deltas.
func (d *deltas) since(rm *metricdata.ResourceMetrics) *metricdata.ResourceMetrics {
	out := *rm
	out.ScopeMetrics = make([]metricdata.ScopeMetrics, len(rm.ScopeMetrics))
	for i, sm := range rm.ScopeMetrics {
		out.ScopeMetrics[i] = metricdata.ScopeMetrics{Scope: sm.Scope, Metrics: make([]metricdata.Metrics, 0, len(sm.Metrics))}
		for _, m := range sm.Metrics {
			if data, ok := d.metric(m); ok {
				m.Data = data
				out.ScopeMetrics[i].Metrics = append(out.ScopeMetrics[i].Metrics, m)
			}
		}
	}
	return &out
}

// metric returns the delta of m; false when none of its points has one yet.
func (d *deltas) metric(m metricdata.Metrics) (metricdata.Aggregation, bool) {
	switch data := m.Data.(type) {
	case metricdata.Sum[int64]:
		if d.counters && data.IsMonotonic {
			return deltaSum(d, m.Name, data, func(s state) int64 { return s.whole })
		}
	case metricdata.Sum[float64]:
		if d.counters && data.IsMonotonic {
			return deltaSum(d, m.Name, data, func(s state) float64 { return s.number })
		}
	case metricdata.Histogram[float64]:
		if d.histograms {
			return d.histogram(m.Name, data)
		}
	}
	return m.Data, true
}

func deltaSum[N int64 | float64](d *deltas, name string, s metricdata.Sum[N], last func(state) N) (metricdata.Aggregation, bool) {
	out := make([]metricdata.DataPoint[N], 0, len(s.DataPoints))
	for _, p := range s.DataPoints {
		prev, known := d.seen[seriesKey{name, p.Attributes.Equivalent()}]
		grew := known && p.Value >= last(prev)
		start, ok := d.start(p.StartTime, p.Time, prev.at, grew)
		if !ok {
			continue
		}
		if grew {
			p.Value -= last(prev)
		}
		p.StartTime = start
		out = append(out, p)
	}
	s.DataPoints, s.Temporality = out, metricdata.DeltaTemporality
	return s, len(out) > 0
}

func (d *deltas) histogram(name string, h metricdata.Histogram[float64]) (metricdata.Aggregation, bool) {
	out := make([]metricdata.HistogramDataPoint[float64], 0, len(h.DataPoints))
	for _, p := range h.DataPoints {
		prev, known := d.seen[seriesKey{name, p.Attributes.Equivalent()}]
		grew := known && len(prev.counts) == len(p.BucketCounts)
		counts := make([]uint64, len(p.BucketCounts))
		for i, n := range p.BucketCounts {
			if grew = grew && n >= prev.counts[i]; !grew {
				break
			}
			counts[i] = n - prev.counts[i]
		}
		start, ok := d.start(p.StartTime, p.Time, prev.at, grew)
		if !ok {
			continue
		}
		if grew {
			p.BucketCounts, p.Count, p.Sum = counts, 0, p.Sum-prev.number
			for _, n := range counts {
				p.Count += n
			}
		}
		p.StartTime = start
		out = append(out, p)
	}
	h.DataPoints, h.Temporality = out, metricdata.DeltaTemporality
	return h, len(out) > 0
}

// start returns when the delta of a point begins; false when the point can
// only serve as the base of the next. grew says that the point continues what
// was sent at last.
func (d *deltas) start(begin, now, last time.Time, grew bool) (time.Time, bool) {
	switch {
	case grew && !last.After(now):
		return last, true
	case grew: // the clock was set back
		return now, true
	case !begin.Before(now): // a total of unknown origin
		return time.Time{}, false
	case last.IsZero(): // never sent before: by whom, if it began before us?
		return begin, !begin.Before(d.began)
	default: // it restarted, and counts from begin
		return begin, true
	}
}

// sent makes rm, cumulative, the base of the next delta.
func (d *deltas) sent(rm *metricdata.ResourceMetrics) {
	d.round++
	for _, sm := range rm.ScopeMetrics {
		for _, m := range sm.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Sum[int64]:
				for _, p := range data.DataPoints {
					d.seen[seriesKey{m.Name, p.Attributes.Equivalent()}] = state{at: p.Time, round: d.round, whole: p.Value}
				}
			case metricdata.Sum[float64]:
				for _, p := range data.DataPoints {
					d.seen[seriesKey{m.Name, p.Attributes.Equivalent()}] = state{at: p.Time, round: d.round, number: p.Value}
				}
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					d.seen[seriesKey{m.Name, p.Attributes.Equivalent()}] = state{at: p.Time, round: d.round, number: p.Sum, counts: p.BucketCounts}
				}
			}
		}
	}
	if d.round%256 == 0 {
		for k, s := range d.seen {
			if d.round-s.round > forgetAfter {
				delete(d.seen, k)
			}
		}
	}
}
