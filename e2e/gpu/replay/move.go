package main

import (
	"iter"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

// point is what the points of all kinds of metrics have.
type point interface {
	Timestamp() pcommon.Timestamp
	SetTimestamp(pcommon.Timestamp)
	StartTimestamp() pcommon.Timestamp
	SetStartTimestamp(pcommon.Timestamp)
}

// Move moves all points by the same time, so that the last one lies at end.
func Move(requests []pmetricotlp.ExportRequest, end time.Time) {
	last := pcommon.Timestamp(0)
	for p := range points(requests) {
		last = max(last, p.Timestamp())
	}
	by := pcommon.NewTimestampFromTime(end) - last // wraps around when the recording is younger, and back again below
	for p := range points(requests) {
		p.SetTimestamp(p.Timestamp() + by)
		if p.StartTimestamp() != 0 {
			p.SetStartTimestamp(p.StartTimestamp() + by)
		}
	}
}

func points(requests []pmetricotlp.ExportRequest) iter.Seq[point] {
	return func(yield func(point) bool) {
		for _, r := range requests {
			for _, rm := range r.Metrics().ResourceMetrics().All() {
				for _, sm := range rm.ScopeMetrics().All() {
					for _, m := range sm.Metrics().All() {
						if !each(m, yield) {
							return
						}
					}
				}
			}
		}
	}
}

// each yields the points of a metric; false when no more are wanted.
func each(m pmetric.Metric, yield func(point) bool) bool {
	switch m.Type() {
	case pmetric.MetricTypeGauge:
		return all(m.Gauge().DataPoints().All(), yield)
	case pmetric.MetricTypeSum:
		return all(m.Sum().DataPoints().All(), yield)
	case pmetric.MetricTypeHistogram:
		return all(m.Histogram().DataPoints().All(), yield)
	case pmetric.MetricTypeExponentialHistogram:
		return all(m.ExponentialHistogram().DataPoints().All(), yield)
	case pmetric.MetricTypeSummary:
		return all(m.Summary().DataPoints().All(), yield)
	}
	return true
}

func all[P point](of iter.Seq2[int, P], yield func(point) bool) bool {
	for _, p := range of {
		if !yield(p) {
			return false
		}
	}
	return true
}
