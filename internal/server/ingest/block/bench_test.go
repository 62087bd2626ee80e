package block

import (
	"fmt"
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

// spansOf are n calls of a language model with 20 attributes each.
func spansOf(n int) ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	describe(rs.Resource())
	spans := rs.ScopeSpans().AppendEmpty().Spans()
	for i := range n {
		s := spans.AppendEmpty()
		s.SetTraceID(pcommon.TraceID{1, byte(i), byte(i >> 8)})
		s.SetSpanID(pcommon.SpanID{1})
		s.SetName("chat gpt-4o")
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		s.SetEndTimestamp(s.StartTimestamp() + 1e9)
		for j := range 10 {
			s.Attributes().PutStr(fmt.Sprintf("gen_ai.attribute.%d", j), "a value of usual length")
		}
		for j := range 4 {
			s.Attributes().PutInt(fmt.Sprintf("gen_ai.usage.tokens.%d", j), int64(i*j))
			s.Attributes().PutDouble(fmt.Sprintf("gen_ai.usage.cost.%d", j), float64(i)/7)
		}
		s.Attributes().PutBool("gen_ai.request.is_stream", true)
		s.Attributes().PutStr("gen_ai.prompt", "Tell me a short story about a lighthouse keeper who finds a message in a bottle, and end it with a question.")
	}
	return td
}

// recordsOf are n lines of a web service's log with 8 attributes each.
func recordsOf(n int) plog.Logs {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	describe(rl.Resource())
	records := rl.ScopeLogs().AppendEmpty().LogRecords()
	for i := range n {
		l := records.AppendEmpty()
		l.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		l.SetObservedTimestamp(l.Timestamp())
		l.SetTraceID(pcommon.TraceID{1, byte(i), byte(i >> 8)})
		l.SetSpanID(pcommon.SpanID{1})
		l.SetSeverityNumber(plog.SeverityNumberInfo)
		l.SetSeverityText("INFO")
		l.Body().SetStr("The request of a customer was answered after 23 ms with status 200 and 1423 bytes; the cache had 3 of 5 parts.")
		for j := range 5 {
			l.Attributes().PutStr(fmt.Sprintf("http.attribute.%d", j), "a value of usual length")
		}
		l.Attributes().PutInt("http.response.status_code", 200)
		l.Attributes().PutInt("http.response.size", int64(i))
		l.Attributes().PutDouble("duration", float64(i)/7)
	}
	return ld
}

// pointsOf are n points of gauges and sums with 3 attributes each, 8 of a metric.
func pointsOf(n int) pmetric.Metrics {
	md := pmetric.NewMetrics()
	rm := md.ResourceMetrics().AppendEmpty()
	describe(rm.Resource())
	metrics := rm.ScopeMetrics().AppendEmpty().Metrics()
	for i := range n / 8 {
		m := metrics.AppendEmpty()
		m.SetName(fmt.Sprintf("system.metric.%d", i%40))
		m.SetUnit("By")
		m.SetDescription("Bytes that something of the system took.")
		var points pmetric.NumberDataPointSlice
		if i%2 == 0 {
			points = m.SetEmptyGauge().DataPoints()
		} else {
			points = m.SetEmptySum().DataPoints()
		}
		for j := range 8 {
			p := points.AppendEmpty()
			p.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
			p.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
			p.SetDoubleValue(float64(i) / 7)
			p.Attributes().PutStr("device", fmt.Sprintf("nvme%dn1", j))
			p.Attributes().PutStr("direction", "read")
			p.Attributes().PutInt("cpu", int64(j))
		}
	}
	return md
}

func describe(r pcommon.Resource) {
	for i := range 7 {
		r.Attributes().PutStr(fmt.Sprintf("resource.attribute.%d", i), "some value of it")
	}
}

// BenchmarkRead is the cost of a request of 512 records, read from the wire and decoded first.
func BenchmarkRead(b *testing.B) {
	buffer := make([]byte, 0, 4<<20)
	o := &Options{Now: time.Now(), Limits: DefaultLimits, Buffer: func(int) []byte { return buffer[:0] }}
	for _, signal := range []struct {
		name string
		way  way
		body []byte
	}{
		{"spans", traces, encode(b, ptraceotlp.NewExportRequestFromTraces(spansOf(512)))},
		{"logs", logs, encode(b, plogotlp.NewExportRequestFromLogs(recordsOf(512)))},
		{"points", metrics, encode(b, pmetricotlp.NewExportRequestFromMetrics(pointsOf(512)))},
	} {
		for how, read := range map[string]func([]byte, *Options) ([]Block, *Report, error){"wire": signal.way.read, "decoded": signal.way.decode} {
			b.Run(signal.name+"/"+how, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, _, err := read(signal.body, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
