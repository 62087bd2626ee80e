package otlp

import (
	"time"

	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/buildinfo"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// ScopeName is the instrumentation scope of every metric; its version is the
// collector's.
const ScopeName = "platform.collector"

// convert lays a snapshot out as the SDK's exporters take it: cumulative, with
// the snapshot's own times. It shares attribute sets and histograms with snap.
func convert(snap *sample.Snapshot, res *resource.Resource) *metricdata.ResourceMetrics {
	out := make([]metricdata.Metrics, len(snap.Families))
	for i, f := range snap.Families {
		m := f.Metric
		out[i] = metricdata.Metrics{Name: m.Name, Unit: m.Unit, Description: m.Help, Data: aggregate(f, snap.Time)}
	}
	if res == nil {
		res = resource.Empty()
	}
	rm := &metricdata.ResourceMetrics{Resource: res}
	if len(out) > 0 {
		scope := instrumentation.Scope{Name: ScopeName, Version: buildinfo.Version}
		rm.ScopeMetrics = []metricdata.ScopeMetrics{{Scope: scope, Metrics: out}}
	}
	return rm
}

func aggregate(f sample.Family, at time.Time) metricdata.Aggregation {
	m := f.Metric
	switch {
	case m.Kind == metrics.Histogram:
		return histogram(f, at)
	case m.Kind == metrics.Gauge && m.Integer:
		return metricdata.Gauge[int64]{DataPoints: points(f, at, sample.Point.Int)}
	case m.Kind == metrics.Gauge:
		return metricdata.Gauge[float64]{DataPoints: points(f, at, sample.Point.Float)}
	case m.Integer:
		return sum(f, points(f, at, sample.Point.Int))
	default:
		return sum(f, points(f, at, sample.Point.Float))
	}
}

func sum[N int64 | float64](f sample.Family, dps []metricdata.DataPoint[N]) metricdata.Sum[N] {
	return metricdata.Sum[N]{
		DataPoints: dps, Temporality: metricdata.CumulativeTemporality, IsMonotonic: f.Metric.Kind == metrics.Counter,
	}
}

func points[N int64 | float64](f sample.Family, at time.Time, value func(sample.Point) N) []metricdata.DataPoint[N] {
	dps := make([]metricdata.DataPoint[N], len(f.Points))
	for i, p := range f.Points {
		dps[i] = metricdata.DataPoint[N]{Attributes: p.Series.Attrs, StartTime: p.Start, Time: at, Value: value(p)}
	}
	return dps
}

func histogram(f sample.Family, at time.Time) metricdata.Histogram[float64] {
	dps := make([]metricdata.HistogramDataPoint[float64], len(f.Points))
	for i, p := range f.Points {
		dps[i] = metricdata.HistogramDataPoint[float64]{
			Attributes: p.Series.Attrs, StartTime: p.Start, Time: at,
			Count: p.Hist.Count, Sum: p.Hist.Sum, Bounds: p.Hist.Bounds, BucketCounts: p.Hist.Counts,
		}
	}
	return metricdata.Histogram[float64]{DataPoints: dps, Temporality: metricdata.CumulativeTemporality}
}
