package otlp

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"google.golang.org/protobuf/encoding/protowire"
)

// encoder writes OTLP protobuf. The numbers in it are the field numbers of
// opentelemetry-proto's metrics.proto, common.proto and resource.proto.
type encoder struct {
	b     []byte
	clean bool // every string was valid UTF-8, as protobuf demands
}

// encode returns rm as an ExportMetricsServiceRequest in memory of its own.
// size is a guess of its length. clean is false when bytes that are no UTF-8
// were replaced, so that rm itself would not pass the exporters.
func encode(rm *metricdata.ResourceMetrics, size int) (body []byte, clean bool) {
	e := &encoder{make([]byte, 0, size), true}
	e.message(1, func() {
		e.message(1, func() { e.attributes(1, rm.Resource.Iter()) })
		for i := range rm.ScopeMetrics {
			e.message(2, func() { e.scope(&rm.ScopeMetrics[i]) })
		}
		e.text(3, rm.Resource.SchemaURL())
	})
	return e.b, e.clean
}

func (e *encoder) scope(s *metricdata.ScopeMetrics) {
	e.message(1, func() {
		e.text(1, s.Scope.Name)
		e.text(2, s.Scope.Version)
	})
	for i := range s.Metrics {
		e.message(2, func() { e.metric(&s.Metrics[i]) })
	}
	e.text(3, s.Scope.SchemaURL)
}

func (e *encoder) metric(m *metricdata.Metrics) {
	e.text(1, m.Name)
	e.text(2, m.Description)
	e.text(3, m.Unit)
	switch d := m.Data.(type) {
	case metricdata.Gauge[int64]:
		e.message(5, func() { numbers(e, d.DataPoints) })
	case metricdata.Gauge[float64]:
		e.message(5, func() { numbers(e, d.DataPoints) })
	case metricdata.Sum[int64]:
		e.message(7, func() { sums(e, d) })
	case metricdata.Sum[float64]:
		e.message(7, func() { sums(e, d) })
	case metricdata.Histogram[float64]:
		e.message(9, func() { e.histograms(d) })
	}
}

func sums[N int64 | float64](e *encoder, s metricdata.Sum[N]) {
	numbers(e, s.DataPoints)
	e.temporality(s.Temporality)
	if s.IsMonotonic {
		e.varint(3, 1)
	}
}

func numbers[N int64 | float64](e *encoder, dps []metricdata.DataPoint[N]) {
	for i := range dps {
		dp := &dps[i]
		at := e.open(1)
		e.time(2, dp.StartTime)
		e.time(3, dp.Time)
		switch v := any(dp.Value).(type) {
		case int64:
			e.fixed(6, uint64(v))
		case float64:
			e.fixed(4, math.Float64bits(v))
		}
		e.attributes(7, dp.Attributes.Iter())
		e.close(at)
	}
}

func (e *encoder) histograms(h metricdata.Histogram[float64]) {
	for i := range h.DataPoints {
		dp := &h.DataPoints[i]
		at := e.open(1)
		e.time(2, dp.StartTime)
		e.time(3, dp.Time)
		e.fixed(4, dp.Count)
		e.fixed(5, math.Float64bits(dp.Sum))
		e.message(6, func() {
			for _, n := range dp.BucketCounts {
				e.b = protowire.AppendFixed64(e.b, n)
			}
		})
		e.message(7, func() {
			for _, x := range dp.Bounds {
				e.b = protowire.AppendFixed64(e.b, math.Float64bits(x))
			}
		})
		e.attributes(9, dp.Attributes.Iter())
		e.close(at)
	}
	e.temporality(h.Temporality)
}

func (e *encoder) temporality(t metricdata.Temporality) {
	n := uint64(2) // cumulative
	if t == metricdata.DeltaTemporality {
		n = 1
	}
	e.varint(2, n)
}

func (e *encoder) attributes(field protowire.Number, it attribute.Iterator) {
	for it.Next() {
		at := e.open(field)
		e.keyValue(it.Attribute())
		e.close(at)
	}
}

func (e *encoder) keyValue(kv attribute.KeyValue) {
	e.text(1, string(kv.Key))
	at := e.open(2)
	e.value(kv.Value)
	e.close(at)
}

// value writes the one field of an AnyValue.
func (e *encoder) value(v attribute.Value) {
	switch v.Type() {
	case attribute.STRING:
		s := e.valid(v.AsString())
		e.b = protowire.AppendTag(e.b, 1, protowire.BytesType) // also when it is empty
		e.b = protowire.AppendString(e.b, s)
	case attribute.BOOL:
		e.varint(2, protowire.EncodeBool(v.AsBool()))
	case attribute.INT64:
		e.varint(3, uint64(v.AsInt64()))
	case attribute.FLOAT64:
		e.fixed(4, math.Float64bits(v.AsFloat64()))
	case attribute.BYTESLICE:
		e.b = protowire.AppendTag(e.b, 7, protowire.BytesType)
		e.b = protowire.AppendBytes(e.b, v.AsByteSlice())
	case attribute.MAP:
		e.message(6, func() {
			for _, kv := range v.AsMap() {
				e.message(1, func() { e.keyValue(kv) })
			}
		})
	default:
		if items, ok := items(v); ok {
			e.message(5, func() {
				for _, item := range items {
					e.message(1, func() { e.value(item) })
				}
			})
		}
	}
}

// items returns the values of an array.
func items(v attribute.Value) ([]attribute.Value, bool) {
	switch v.Type() {
	case attribute.BOOLSLICE:
		return each(v.AsBoolSlice(), attribute.BoolValue), true
	case attribute.INT64SLICE:
		return each(v.AsInt64Slice(), attribute.Int64Value), true
	case attribute.FLOAT64SLICE:
		return each(v.AsFloat64Slice(), attribute.Float64Value), true
	case attribute.STRINGSLICE:
		return each(v.AsStringSlice(), attribute.StringValue), true
	case attribute.SLICE:
		return v.AsSlice(), true
	}
	return nil, false
}

func each[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, v := range in {
		out[i] = f(v)
	}
	return out
}

// message writes field as a nested message with what f writes.
func (e *encoder) message(field protowire.Number, f func()) {
	at := e.open(field)
	f()
	e.close(at)
}

// open begins a nested message and leaves one byte for its length.
func (e *encoder) open(field protowire.Number) (start int) {
	e.b = protowire.AppendTag(e.b, field, protowire.BytesType)
	e.b = append(e.b, 0)
	return len(e.b)
}

// close writes the length of the message that began at start, and moves it
// when one byte does not hold the length.
func (e *encoder) close(start int) {
	n := len(e.b) - start
	if more := protowire.SizeVarint(uint64(n)) - 1; more > 0 {
		var room [9]byte
		e.b = append(e.b, room[:more]...)
		copy(e.b[start+more:], e.b[start:start+n])
	}
	protowire.AppendVarint(e.b[start-1:start-1], uint64(n))
}

func (e *encoder) text(field protowire.Number, s string) {
	if s != "" {
		e.b = protowire.AppendTag(e.b, field, protowire.BytesType)
		e.b = protowire.AppendString(e.b, e.valid(s))
	}
}

func (e *encoder) valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	e.clean = false
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}

func (e *encoder) varint(field protowire.Number, n uint64) {
	e.b = protowire.AppendTag(e.b, field, protowire.VarintType)
	e.b = protowire.AppendVarint(e.b, n)
}

func (e *encoder) fixed(field protowire.Number, n uint64) {
	e.b = protowire.AppendTag(e.b, field, protowire.Fixed64Type)
	e.b = protowire.AppendFixed64(e.b, n)
}

func (e *encoder) time(field protowire.Number, t time.Time) {
	if !t.IsZero() {
		e.fixed(field, uint64(max(0, t.UnixNano())))
	}
}
