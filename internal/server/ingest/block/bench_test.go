package block

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// spansOf are n calls of a language model with 20 attributes each.
func spansOf(n int) ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	for i := range 7 {
		rs.Resource().Attributes().PutStr(fmt.Sprintf("resource.attribute.%d", i), "some value of it")
	}
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

// BenchmarkTraces is the cost of a request of 512 spans.
func BenchmarkTraces(b *testing.B) {
	td := spansOf(512)
	body, err := ptraceotlp.NewExportRequestFromTraces(td).MarshalProto()
	if err != nil {
		b.Fatal(err)
	}
	o := &Options{Now: time.Now(), Limits: DefaultLimits}
	b.Run("from the wire", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := ReadTraces(body, o); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("decoded", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r := ptraceotlp.NewExportRequest()
			if err := errors.Join(CheckOutline(body, TracesShape), r.UnmarshalProto(body)); err != nil {
				b.Fatal(err)
			}
			layOutDecoded(r.Traces(), o)
		}
	})
}
