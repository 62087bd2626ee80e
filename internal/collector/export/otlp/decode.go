package otlp

import (
	"fmt"
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"
	collectorpb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	commonpb "go.opentelemetry.io/proto/otlp/common/v1"
	metricspb "go.opentelemetry.io/proto/otlp/metrics/v1"
	"google.golang.org/protobuf/proto"
)

// decode returns the snapshot in body, an ExportMetricsServiceRequest as
// encode writes it: one resource; gauges, sums and histograms.
func decode(body []byte) (*metricdata.ResourceMetrics, error) {
	var req collectorpb.ExportMetricsServiceRequest
	if err := proto.Unmarshal(body, &req); err != nil {
		return nil, fmt.Errorf("decode snapshot: %w", err)
	}
	if n := len(req.ResourceMetrics); n != 1 {
		return nil, fmt.Errorf("decode snapshot: %d resources instead of one", n)
	}
	in := req.ResourceMetrics[0]
	rm := &metricdata.ResourceMetrics{
		Resource: resource.NewWithAttributes(in.SchemaUrl, keyValues(in.GetResource().GetAttributes())...),
	}
	for _, s := range in.ScopeMetrics {
		sm := metricdata.ScopeMetrics{
			Scope:   instrumentation.Scope{Name: s.GetScope().GetName(), Version: s.GetScope().GetVersion(), SchemaURL: s.SchemaUrl},
			Metrics: make([]metricdata.Metrics, 0, len(s.Metrics)),
		}
		for _, m := range s.Metrics {
			data, err := aggregation(m)
			if err != nil {
				return nil, fmt.Errorf("decode snapshot: %s: %w", m.Name, err)
			}
			sm.Metrics = append(sm.Metrics, metricdata.Metrics{Name: m.Name, Description: m.Description, Unit: m.Unit, Data: data})
		}
		rm.ScopeMetrics = append(rm.ScopeMetrics, sm)
	}
	return rm, nil
}

func aggregation(m *metricspb.Metric) (metricdata.Aggregation, error) {
	switch d := m.Data.(type) {
	case *metricspb.Metric_Gauge:
		if dps := d.Gauge.GetDataPoints(); integers(dps) {
			return metricdata.Gauge[int64]{DataPoints: dataPoints(dps, (*metricspb.NumberDataPoint).GetAsInt)}, nil
		} else {
			return metricdata.Gauge[float64]{DataPoints: dataPoints(dps, (*metricspb.NumberDataPoint).GetAsDouble)}, nil
		}
	case *metricspb.Metric_Sum:
		dps, t, mono := d.Sum.GetDataPoints(), temporality(d.Sum.GetAggregationTemporality()), d.Sum.GetIsMonotonic()
		if integers(dps) {
			return metricdata.Sum[int64]{DataPoints: dataPoints(dps, (*metricspb.NumberDataPoint).GetAsInt), Temporality: t, IsMonotonic: mono}, nil
		}
		return metricdata.Sum[float64]{DataPoints: dataPoints(dps, (*metricspb.NumberDataPoint).GetAsDouble), Temporality: t, IsMonotonic: mono}, nil
	case *metricspb.Metric_Histogram:
		return histograms(d.Histogram)
	}
	return nil, fmt.Errorf("data of type %T", m.Data)
}

// integers reports whether the points are whole numbers; a metric never mixes.
func integers(dps []*metricspb.NumberDataPoint) bool {
	if len(dps) == 0 {
		return false
	}
	_, ok := dps[0].Value.(*metricspb.NumberDataPoint_AsInt)
	return ok
}

func dataPoints[N int64 | float64](in []*metricspb.NumberDataPoint, value func(*metricspb.NumberDataPoint) N) []metricdata.DataPoint[N] {
	return each(in, func(p *metricspb.NumberDataPoint) metricdata.DataPoint[N] {
		return metricdata.DataPoint[N]{
			Attributes: attribute.NewSet(keyValues(p.Attributes)...),
			StartTime:  nanos(p.StartTimeUnixNano), Time: nanos(p.TimeUnixNano), Value: value(p),
		}
	})
}

func histograms(h *metricspb.Histogram) (metricdata.Aggregation, error) {
	out := metricdata.Histogram[float64]{Temporality: temporality(h.GetAggregationTemporality())}
	for _, p := range h.GetDataPoints() {
		if len(p.BucketCounts) != len(p.ExplicitBounds)+1 {
			return nil, fmt.Errorf("%d buckets for %d bounds", len(p.BucketCounts), len(p.ExplicitBounds))
		}
		out.DataPoints = append(out.DataPoints, metricdata.HistogramDataPoint[float64]{
			Attributes: attribute.NewSet(keyValues(p.Attributes)...),
			StartTime:  nanos(p.StartTimeUnixNano), Time: nanos(p.TimeUnixNano),
			Count: p.Count, Sum: p.GetSum(), Bounds: p.ExplicitBounds, BucketCounts: p.BucketCounts,
		})
	}
	return out, nil
}

func temporality(t metricspb.AggregationTemporality) metricdata.Temporality {
	if t == metricspb.AggregationTemporality_AGGREGATION_TEMPORALITY_DELTA {
		return metricdata.DeltaTemporality
	}
	return metricdata.CumulativeTemporality
}

func nanos(n uint64) time.Time {
	if n == 0 || n > math.MaxInt64 {
		return time.Time{}
	}
	return time.Unix(0, int64(n))
}

func keyValues(in []*commonpb.KeyValue) []attribute.KeyValue {
	return each(in, func(kv *commonpb.KeyValue) attribute.KeyValue {
		return attribute.KeyValue{Key: attribute.Key(kv.GetKey()), Value: attributeValue(kv.GetValue())}
	})
}

func attributeValue(v *commonpb.AnyValue) attribute.Value {
	switch d := v.GetValue().(type) {
	case *commonpb.AnyValue_StringValue:
		return attribute.StringValue(d.StringValue)
	case *commonpb.AnyValue_BoolValue:
		return attribute.BoolValue(d.BoolValue)
	case *commonpb.AnyValue_IntValue:
		return attribute.Int64Value(d.IntValue)
	case *commonpb.AnyValue_DoubleValue:
		return attribute.Float64Value(d.DoubleValue)
	case *commonpb.AnyValue_BytesValue:
		return attribute.ByteSliceValue(d.BytesValue)
	case *commonpb.AnyValue_KvlistValue:
		return attribute.MapValue(keyValues(d.KvlistValue.GetValues())...)
	case *commonpb.AnyValue_ArrayValue:
		return attribute.SliceValue(each(d.ArrayValue.GetValues(), attributeValue)...)
	}
	return attribute.Value{}
}
