package block

import (
	"math"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// arrived is when the requests of these tests arrive.
var arrived = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// variants is how many different records the functions below fill in.
const variants = 12

func hoursAgo(n int) pcommon.Timestamp {
	return pcommon.NewTimestampFromTime(arrived.Add(-time.Duration(n) * time.Hour))
}

func fillResource(r pcommon.Resource, k int) {
	r.Attributes().PutStr("service.name", "shop")
	r.SetDroppedAttributesCount(uint32(k))
}

func fillScope(s pcommon.InstrumentationScope, k int) {
	s.SetName("scope")
	s.SetVersion("1")
	s.SetDroppedAttributesCount(uint32(k))
	s.Attributes().PutInt("n", int64(k))
}

// variedSpans have every field, every type of value, and what is refused or changed.
func variedSpans() ptraceotlp.ExportRequest {
	td := ptrace.NewTraces()
	for i := range 3 {
		rs := td.ResourceSpans().AppendEmpty()
		rs.SetSchemaUrl("https://example.com/schema")
		fillResource(rs.Resource(), i)
		for j := range 2 {
			ss := rs.ScopeSpans().AppendEmpty()
			fillScope(ss.Scope(), j)
			for k := range variants {
				fillSpan(ss.Spans().AppendEmpty(), k)
			}
		}
	}
	return ptraceotlp.NewExportRequestFromTraces(td)
}

// variedRecords are that for log records.
func variedRecords() plogotlp.ExportRequest {
	ld := plog.NewLogs()
	for i := range 3 {
		rl := ld.ResourceLogs().AppendEmpty()
		fillResource(rl.Resource(), i)
		for j := range 2 {
			sl := rl.ScopeLogs().AppendEmpty()
			sl.SetSchemaUrl("https://example.com/schema")
			fillScope(sl.Scope(), j)
			for k := range variants {
				fillRecord(sl.LogRecords().AppendEmpty(), k)
			}
		}
	}
	return plogotlp.NewExportRequestFromLogs(ld)
}

// variedMetrics are that for metrics of all kinds.
func variedMetrics() pmetricotlp.ExportRequest {
	md := pmetric.NewMetrics()
	for i := range 3 {
		rm := md.ResourceMetrics().AppendEmpty()
		fillResource(rm.Resource(), i)
		for j := range 2 {
			sm := rm.ScopeMetrics().AppendEmpty()
			fillScope(sm.Scope(), j)
			for k := range variants {
				fillMetric(sm.Metrics().AppendEmpty(), k)
			}
		}
	}
	return pmetricotlp.NewExportRequestFromMetrics(md)
}

func fillSpan(s ptrace.Span, k int) {
	at := hoursAgo(2 * k)
	s.SetTraceID(pcommon.TraceID{1, byte(k)})
	s.SetSpanID(pcommon.SpanID{2, byte(k)})
	s.SetParentSpanID(pcommon.SpanID{byte(k % 2)})
	s.TraceState().FromRaw("a=b")
	s.SetName("op\xff")
	s.SetKind(ptrace.SpanKind(k))
	s.SetStartTimestamp(at)
	s.SetEndTimestamp(s.StartTimestamp() + pcommon.Timestamp(k-1))
	s.SetFlags(uint32(k))
	s.SetDroppedAttributesCount(4)
	s.SetDroppedEventsCount(5)
	s.SetDroppedLinksCount(6)
	s.Status().SetCode(ptrace.StatusCode(k % 4))
	s.Status().SetMessage("went wrong in a way that takes long to tell")
	fillValue(s.Attributes().PutEmpty("k"), k)
	fillValue(s.Attributes().PutEmpty("l"), k+1)
	e := s.Events().AppendEmpty()
	e.SetName("event")
	e.SetTimestamp(s.StartTimestamp())
	e.SetDroppedAttributesCount(7)
	fillValue(e.Attributes().PutEmpty("e"), k)
	l := s.Links().AppendEmpty()
	l.SetTraceID(pcommon.TraceID{9})
	l.SetSpanID(pcommon.SpanID{8})
	l.TraceState().FromRaw("c=d")
	l.SetFlags(3)
	l.SetDroppedAttributesCount(8)
	fillValue(l.Attributes().PutEmpty("l"), k)
	switch k {
	case 7:
		s.SetTraceID(pcommon.TraceID{})
	case 8:
		s.SetSpanID(pcommon.SpanID{})
	case 9:
		s.Attributes().PutStr("a key that is too long", "")
	case 10:
		for i := range 9 {
			l.Attributes().PutStr(string(rune('a'+i)), "")
		}
	}
}

func fillValue(v pcommon.Value, k int) {
	switch k % 12 {
	case 1:
		v.SetStr("text that is longer than the limit")
	case 2:
		v.SetBool(true)
	case 3:
		v.SetInt(-42)
	case 4:
		v.SetDouble(0.1)
	case 5:
		v.SetDouble(1e-9)
	case 6:
		v.SetDouble(math.Inf(-1))
	case 7:
		v.SetEmptyBytes().FromRaw([]byte{1, 2, 3})
	case 8:
		v.SetEmptySlice().AppendEmpty().SetStr("x")
	case 9:
		v.SetEmptyMap().PutEmptySlice("y").AppendEmpty().SetDouble(2.5e30)
	case 10:
		v.SetDouble(math.NaN())
	case 11:
		v.SetStr("\xff")
	}
}

func fillRecord(l plog.LogRecord, k int) {
	if k != 1 {
		l.SetTimestamp(hoursAgo(3 * k))
	}
	if k != 2 {
		l.SetObservedTimestamp(hoursAgo(k))
	}
	l.SetSeverityNumber(plog.SeverityNumber(k))
	l.SetSeverityText("WARN")
	fillValue(l.Body(), k)
	fillValue(l.Attributes().PutEmpty("k"), k+1)
	fillValue(l.Attributes().PutEmpty("l"), k+2)
	l.SetDroppedAttributesCount(uint32(k))
	l.SetFlags(plog.LogRecordFlags(257 * k))
	l.SetTraceID(pcommon.TraceID{byte(k % 2)})
	l.SetSpanID(pcommon.SpanID{byte(k % 3)})
	l.SetEventName("event")
	if k == 9 {
		l.Attributes().PutStr("a key that is too long", "")
	}
}

func fillMetric(m pmetric.Metric, k int) {
	m.SetName("metric")
	m.SetDescription("text that is longer than the limit")
	m.SetUnit("s\xff")
	m.Metadata().PutStr("k", "v")
	t := pmetric.AggregationTemporality(k % 3)
	switch k % 6 {
	case 0:
		fillNumber(m.SetEmptyGauge().DataPoints().AppendEmpty(), k)
	case 1:
		s := m.SetEmptySum()
		s.SetAggregationTemporality(t)
		s.SetIsMonotonic(k == 1)
		fillNumber(s.DataPoints().AppendEmpty(), k)
		fillNumber(s.DataPoints().AppendEmpty(), k+1)
	case 2:
		h := m.SetEmptyHistogram()
		h.SetAggregationTemporality(t)
		fillHistogram(h.DataPoints().AppendEmpty(), k)
		fillHistogram(h.DataPoints().AppendEmpty(), k+1)
	case 3:
		h := m.SetEmptyExponentialHistogram()
		h.SetAggregationTemporality(t)
		fillExponential(h.DataPoints().AppendEmpty(), k)
	case 4:
		fillSummary(m.SetEmptySummary().DataPoints().AppendEmpty(), k)
	}
}

// settable is what points of all kinds have.
type settable interface {
	SetStartTimestamp(pcommon.Timestamp)
	SetTimestamp(pcommon.Timestamp)
	SetFlags(pmetric.DataPointFlags)
	Attributes() pcommon.Map
}

func fillPoint(p settable, k int) {
	p.SetStartTimestamp(hoursAgo(k + 1))
	p.SetTimestamp(hoursAgo(k))
	p.SetFlags(pmetric.DataPointFlags(k))
	fillValue(p.Attributes().PutEmpty("k"), k)
}

func fillNumber(p pmetric.NumberDataPoint, k int) {
	fillPoint(p, k)
	fillExemplar(p.Exemplars().AppendEmpty(), k)
	fillExemplar(p.Exemplars().AppendEmpty(), k+1)
	if k%2 == 0 {
		p.SetIntValue(-int64(k))
	} else {
		p.SetDoubleValue(float64(k) / 3)
	}
}

func fillExemplar(x pmetric.Exemplar, k int) {
	x.SetTimestamp(hoursAgo(k))
	x.SetTraceID(pcommon.TraceID{byte(k)})
	x.SetSpanID(pcommon.SpanID{byte(k)})
	fillValue(x.FilteredAttributes().PutEmpty("k"), k)
	if k%2 == 0 {
		x.SetIntValue(math.MinInt64)
	} else {
		x.SetDoubleValue(math.Inf(1))
	}
}

func fillHistogram(p pmetric.HistogramDataPoint, k int) {
	fillPoint(p, k)
	fillExemplar(p.Exemplars().AppendEmpty(), k)
	p.SetCount(math.MaxUint64)
	p.BucketCounts().FromRaw([]uint64{1, 2, math.MaxUint64})
	p.ExplicitBounds().FromRaw([]float64{0.5, math.Inf(1)})
	if k%2 == 0 {
		p.SetSum(1.5)
		p.SetMin(-1)
		p.SetMax(1e300)
	}
	if k == 8 {
		p.ExplicitBounds().Append(3)
	}
}

func fillExponential(p pmetric.ExponentialHistogramDataPoint, k int) {
	fillPoint(p, k)
	fillExemplar(p.Exemplars().AppendEmpty(), k)
	p.SetCount(6)
	p.SetSum(1.5)
	p.SetMin(-1)
	p.SetMax(2)
	p.SetScale(-3)
	p.SetZeroCount(4)
	p.SetZeroThreshold(1e-9)
	p.Positive().SetOffset(-7)
	p.Positive().BucketCounts().FromRaw([]uint64{0, 300, math.MaxUint64})
	p.Negative().SetOffset(math.MaxInt32)
	p.Negative().BucketCounts().FromRaw([]uint64{1})
}

func fillSummary(p pmetric.SummaryDataPoint, k int) {
	fillPoint(p, k)
	p.SetCount(7)
	p.SetSum(-0.5)
	for i := range 2 {
		q := p.QuantileValues().AppendEmpty()
		q.SetQuantile(float64(i) / 2)
		q.SetValue(float64(k))
	}
}

func encode(t testing.TB, m interface{ MarshalProto() ([]byte, error) }) []byte {
	t.Helper()
	body, err := m.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return body
}
