package receive_test

import (
	"math"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

var (
	traceID = pcommon.TraceID{0x5b, 0x8e, 0xff, 0xf7, 0x98, 0x03, 0x81, 0x03, 0xd2, 0x69, 0xb6, 0x33, 0x81, 0x3f, 0xc6, 0x0c}
	spanID  = pcommon.SpanID{0xee, 0xe1, 0x9b, 0x7e, 0xc3, 0xc1, 0xb1, 0x74}
)

// at is a moment with nanoseconds of its own.
func at(n int) pcommon.Timestamp {
	return pcommon.NewTimestampFromTime(time.Date(2026, 1, 2, 3, 4, 5, 123_456_789+n, time.UTC))
}

func fillAttributes(m pcommon.Map) {
	m.PutStr("text", "line one\n\"quoted\" <tag> ü 漢字")
	m.PutInt("integer", math.MaxInt64)
	m.PutDouble("double", 0.1)
	m.PutDouble("nan", math.NaN())
	m.PutDouble("infinity", math.Inf(-1))
	m.PutBool("bool", true)
	m.PutEmpty("empty")
	m.PutEmptyBytes("bytes").FromRaw([]byte{0, 1, 0xfe})
	list := m.PutEmptySlice("list")
	list.AppendEmpty().SetStr("a\tb")
	list.AppendEmpty().SetInt(2)
	list.AppendEmpty().SetDouble(math.Inf(1))
	inner := m.PutEmptyMap("map")
	inner.PutStr("k", "v")
	inner.PutEmptySlice("l").AppendEmpty().SetBool(false)
}

func fillResource(r pcommon.Resource) {
	r.Attributes().PutStr("service.name", "shop")
	r.Attributes().PutStr("host.name", "h1")
	r.SetDroppedAttributesCount(11)
}

func fillScope(s pcommon.InstrumentationScope) {
	s.SetName("library")
	s.SetVersion("1.2.3")
	s.SetDroppedAttributesCount(12)
	s.Attributes().PutStr("scope.attribute", "yes")
}

func fullTraces() ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	rs.SetSchemaUrl("https://resource.example/schema")
	fillResource(rs.Resource())
	ss := rs.ScopeSpans().AppendEmpty()
	ss.SetSchemaUrl("https://scope.example/schema")
	fillScope(ss.Scope())
	s := ss.Spans().AppendEmpty()
	s.SetTraceID(traceID)
	s.SetSpanID(spanID)
	s.SetParentSpanID(pcommon.SpanID{1, 2, 3, 4, 5, 6, 7, 8})
	s.TraceState().FromRaw("vendor=opaque,other=1")
	s.SetFlags(0x301)
	s.SetName("GET /cart")
	s.SetKind(ptrace.SpanKindServer)
	s.SetStartTimestamp(at(0))
	s.SetEndTimestamp(at(1_500_000_007))
	fillAttributes(s.Attributes())
	s.SetDroppedAttributesCount(1)
	s.SetDroppedEventsCount(2)
	s.SetDroppedLinksCount(3)
	s.Status().SetCode(ptrace.StatusCodeError)
	s.Status().SetMessage("went wrong")
	for i := range 2 {
		e := s.Events().AppendEmpty()
		e.SetName("exception")
		e.SetTimestamp(at(100 + i))
		e.Attributes().PutStr("exception.type", "IOError")
		e.Attributes().PutInt("n", int64(i))
		e.SetDroppedAttributesCount(uint32(4 + i))
	}
	l := s.Links().AppendEmpty()
	l.SetTraceID(pcommon.TraceID{0xaa})
	l.SetSpanID(pcommon.SpanID{0xbb})
	l.TraceState().FromRaw("linked=1")
	l.SetFlags(1)
	l.SetDroppedAttributesCount(6)
	l.Attributes().PutStr("link.kind", "follows")

	plain := ss.Spans().AppendEmpty() // as little as a span may have
	plain.SetTraceID(pcommon.TraceID{15: 1})
	plain.SetSpanID(pcommon.SpanID{7: 1})
	plain.SetStartTimestamp(at(-1))
	plain.SetEndTimestamp(at(-1))
	return td
}

func fullLogs() plog.Logs {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	rl.SetSchemaUrl("https://resource.example/schema")
	fillResource(rl.Resource())
	rl.Resource().Attributes().PutStr("deployment.environment.name", "qa")
	sl := rl.ScopeLogs().AppendEmpty()
	sl.SetSchemaUrl("https://scope.example/schema")
	fillScope(sl.Scope())
	r := sl.LogRecords().AppendEmpty()
	r.SetTimestamp(at(0))
	r.SetObservedTimestamp(at(5))
	r.SetTraceID(traceID)
	r.SetSpanID(spanID)
	r.SetFlags(plog.DefaultLogRecordFlags.WithIsSampled(true))
	r.SetSeverityNumber(plog.SeverityNumberWarn2)
	r.SetSeverityText("WARNING")
	r.SetEventName("cart.abandoned")
	r.SetDroppedAttributesCount(3)
	fillAttributes(r.Attributes())
	body := r.Body().SetEmptyMap()
	body.PutStr("message", "late")
	body.PutInt("n", 3)

	text := sl.LogRecords().AppendEmpty() // observed only, plain text
	text.SetObservedTimestamp(at(6))
	text.Body().SetStr("plain")
	return ld
}

func fillPoint(p interface {
	Attributes() pcommon.Map
	SetStartTimestamp(pcommon.Timestamp)
	SetTimestamp(pcommon.Timestamp)
}, n int) {
	p.Attributes().PutStr("k", "v")
	p.SetStartTimestamp(at(0))
	p.SetTimestamp(at(n))
}

func fillExemplar(e pmetric.Exemplar, value float64) {
	e.SetTimestamp(at(9))
	e.SetDoubleValue(value)
	e.SetTraceID(traceID)
	e.SetSpanID(spanID)
	e.FilteredAttributes().PutStr("user", "u1")
}

func fullMetrics() pmetric.Metrics {
	md := pmetric.NewMetrics()
	rm := md.ResourceMetrics().AppendEmpty()
	rm.SetSchemaUrl("https://resource.example/schema")
	fillResource(rm.Resource())
	rm.Resource().Attributes().PutStr("deployment.environment", "prod")
	sm := rm.ScopeMetrics().AppendEmpty()
	sm.SetSchemaUrl("https://scope.example/schema")
	fillScope(sm.Scope())
	add := func(name string) pmetric.Metric {
		m := sm.Metrics().AppendEmpty()
		m.SetName(name)
		m.SetDescription("Describes " + name + ".")
		m.SetUnit("s")
		return m
	}

	g := add("gauge").SetEmptyGauge()
	p := g.DataPoints().AppendEmpty()
	fillPoint(p, 1)
	p.SetIntValue(-42)
	fillExemplar(p.Exemplars().AppendEmpty(), 1.5)
	whole := p.Exemplars().AppendEmpty()
	fillExemplar(whole, 0)
	whole.SetIntValue(7)
	p = g.DataPoints().AppendEmpty()
	fillPoint(p, 2)
	p.SetDoubleValue(math.NaN())
	p = g.DataPoints().AppendEmpty()
	fillPoint(p, 3)
	p.SetFlags(pmetric.DefaultDataPointFlags.WithNoRecordedValue(true))

	s := add("sum").SetEmptySum()
	s.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	s.SetIsMonotonic(true)
	p = s.DataPoints().AppendEmpty()
	fillPoint(p, 1)
	p.SetDoubleValue(1e300)

	h := add("histogram").SetEmptyHistogram()
	h.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
	hp := h.DataPoints().AppendEmpty()
	fillPoint(hp, 1)
	hp.SetCount(6)
	hp.SetSum(12.5)
	hp.SetMin(0.5)
	hp.SetMax(7)
	hp.BucketCounts().FromRaw([]uint64{1, 2, 3})
	hp.ExplicitBounds().FromRaw([]float64{1, 5})
	fillExemplar(hp.Exemplars().AppendEmpty(), 6)

	e := add("exponential").SetEmptyExponentialHistogram()
	e.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	ep := e.DataPoints().AppendEmpty()
	fillPoint(ep, 1)
	ep.SetCount(10)
	ep.SetSum(-3.25)
	ep.SetMin(-8)
	ep.SetMax(4)
	ep.SetScale(-2)
	ep.SetZeroCount(4)
	ep.SetZeroThreshold(0.001)
	ep.Positive().SetOffset(3)
	ep.Positive().BucketCounts().FromRaw([]uint64{1, 0, 2})
	ep.Negative().SetOffset(-5)
	ep.Negative().BucketCounts().FromRaw([]uint64{3})
	fillExemplar(ep.Exemplars().AppendEmpty(), -8)

	q := add("summary").SetEmptySummary()
	qp := q.DataPoints().AppendEmpty()
	fillPoint(qp, 1)
	qp.SetCount(100)
	qp.SetSum(55)
	for _, at := range []float64{0.5, 0.99} {
		v := qp.QuantileValues().AppendEmpty()
		v.SetQuantile(at)
		v.SetValue(at * 10)
	}
	return md
}
