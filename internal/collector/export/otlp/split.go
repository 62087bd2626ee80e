package otlp

import "go.opentelemetry.io/otel/sdk/metric/metricdata"

// maxPoints is how many points one request holds. With long command lines that
// is close to 4 MiB, which is what a gRPC server takes unless it is told
// otherwise; a request beyond it would be refused for good.
const maxPoints = 4000

// split divides rm into parts of at most limit points, in order. The parts
// share their points with rm.
func split(rm *metricdata.ResourceMetrics, limit int) []*metricdata.ResourceMetrics {
	s := splitter{limit: limit, whole: rm}
	for _, sm := range rm.ScopeMetrics {
		for _, m := range sm.Metrics {
			for data := m.Data; data != nil; {
				if s.room == 0 {
					s.part(sm)
				}
				m.Data, data = divide(data, &s.room)
				out := s.parts[len(s.parts)-1].ScopeMetrics
				out[0].Metrics = append(out[0].Metrics, m)
			}
		}
	}
	if len(s.parts) == 0 {
		return []*metricdata.ResourceMetrics{rm}
	}
	return s.parts
}

type splitter struct {
	limit, room int // points of a part, and those the last part still takes
	whole       *metricdata.ResourceMetrics
	parts       []*metricdata.ResourceMetrics
}

// part begins another part for metrics of sm; a snapshot has one scope.
func (s *splitter) part(sm metricdata.ScopeMetrics) {
	s.room = s.limit
	s.parts = append(s.parts, &metricdata.ResourceMetrics{
		Resource: s.whole.Resource, ScopeMetrics: []metricdata.ScopeMetrics{{Scope: sm.Scope}},
	})
}

// divide returns the points of data that fit into room, and those that do not,
// nil when all do.
func divide(data metricdata.Aggregation, room *int) (first, rest metricdata.Aggregation) {
	switch d := data.(type) {
	case metricdata.Gauge[int64]:
		return cut(d.DataPoints, room, func(p []metricdata.DataPoint[int64]) metricdata.Aggregation { d.DataPoints = p; return d })
	case metricdata.Gauge[float64]:
		return cut(d.DataPoints, room, func(p []metricdata.DataPoint[float64]) metricdata.Aggregation { d.DataPoints = p; return d })
	case metricdata.Sum[int64]:
		return cut(d.DataPoints, room, func(p []metricdata.DataPoint[int64]) metricdata.Aggregation { d.DataPoints = p; return d })
	case metricdata.Sum[float64]:
		return cut(d.DataPoints, room, func(p []metricdata.DataPoint[float64]) metricdata.Aggregation { d.DataPoints = p; return d })
	case metricdata.Histogram[float64]:
		return cut(d.DataPoints, room, func(p []metricdata.HistogramDataPoint[float64]) metricdata.Aggregation { d.DataPoints = p; return d })
	}
	return data, nil
}

// cut takes as many points as there is room for; with makes an aggregation of
// some of them.
func cut[P any](points []P, room *int, with func([]P) metricdata.Aggregation) (first, rest metricdata.Aggregation) {
	n := min(len(points), *room)
	*room -= n
	if n < len(points) {
		rest = with(points[n:])
	}
	return with(points[:n]), rest
}
