//go:build linux

package bench

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
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

// marker stands for ids that are new in each request.
var marker = pcommon.TraceID{0xfe, 0xed, 0xfa, 0xce, 0xca, 0xfe, 0xbe, 0xef, 0xfe, 0xed, 0xfa, 0xce, 0xca, 0xfe, 0xbe, 0xef}

func freshID() (id pcommon.TraceID) {
	binary.LittleEndian.PutUint64(id[:], rand.Uint64())
	binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
	return id
}

// template is an encoded request whose markers are written over for each use, so
// that none is taken for a repeated one.
type template struct {
	method  string
	records int
	body    []byte
	offsets []int
}

func newTemplate(b *testing.B, service string, records, ids int, request interface{ MarshalProto() ([]byte, error) }) *template {
	b.Helper()
	body, err := request.MarshalProto()
	if err != nil {
		b.Fatal(err)
	}
	t := &template{method: "/opentelemetry.proto.collector." + service + "/Export", records: records, body: body}
	for at := 0; ; {
		i := bytes.Index(body[at:], marker[:])
		if i < 0 {
			break
		}
		t.offsets = append(t.offsets, at+i)
		at += i + len(marker)
	}
	if len(t.offsets) != ids {
		b.Fatalf("%d ids found, want %d", len(t.offsets), ids)
	}
	return t
}

func (t *template) next() []byte {
	body := bytes.Clone(t.body)
	for _, at := range t.offsets {
		id := freshID()
		copy(body[at:], id[:])
	}
	return body
}

func llmSpansRequest(b *testing.B, n int) *template {
	b.Helper()
	return newTemplate(b, "trace.v1.TraceService", n, n, ptraceotlp.NewExportRequestFromTraces(llmSpans(n)))
}

func logRecordsRequest(b *testing.B, n int) *template {
	b.Helper()
	return newTemplate(b, "logs.v1.LogsService", n, n, plogotlp.NewExportRequestFromLogs(logRecords(n)))
}

func pointsRequest(b *testing.B, n int) *template {
	b.Helper()
	return newTemplate(b, "metrics.v1.MetricsService", n, 1, pmetricotlp.NewExportRequestFromMetrics(numberPoints(n)))
}

func fillResource(r pcommon.Resource) {
	for k, v := range map[string]string{"service.name": "assistant", "service.version": "4.2.0", "host.name": "node-17", "telemetry.sdk.name": "opentelemetry",
		"telemetry.sdk.language": "python", "k8s.pod.name": "assistant-6d4b75cb6d-hxk2p", "deployment.environment": "production"} {
		r.Attributes().PutStr(k, v)
	}
}

const story = "You are a careful assistant. Tell a short story about a lighthouse keeper who finds a message in a bottle, " +
	"keep it under two hundred words, use plain language, and end it with a question that makes the reader think."

// llmSpans are calls of a language model, 20 attributes each.
func llmSpans(n int) ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	fillResource(rs.Resource())
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName("opentelemetry.instrumentation.openai")
	now := time.Now()
	for i := range n {
		s := ss.Spans().AppendEmpty()
		s.SetTraceID(marker)
		s.SetSpanID(pcommon.SpanID{byte(i), byte(i >> 8), 1})
		s.SetName("chat gpt-4o")
		s.SetKind(ptrace.SpanKindClient)
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(now.Add(time.Duration(i) * time.Millisecond)))
		s.SetEndTimestamp(s.StartTimestamp() + pcommon.Timestamp(rand.Int64N(3e9)))
		a := s.Attributes()
		a.PutStr("gen_ai.operation.name", "chat")
		a.PutStr("gen_ai.system", "openai")
		a.PutStr("gen_ai.request.model", "gpt-4o")
		a.PutStr("gen_ai.response.model", "gpt-4o-2024-08-06")
		a.PutDouble("gen_ai.request.temperature", 0.7)
		a.PutDouble("gen_ai.request.top_p", 1)
		a.PutInt("gen_ai.request.max_tokens", 1024)
		a.PutBool("gen_ai.request.is_stream", i%2 == 0)
		a.PutInt("gen_ai.usage.input_tokens", int64(rand.IntN(4000)))
		a.PutInt("gen_ai.usage.output_tokens", int64(rand.IntN(900)))
		a.PutDouble("gen_ai.usage.cost", rand.Float64()/10)
		a.PutStr("gen_ai.response.id", fmt.Sprintf("chatcmpl-%016x", rand.Uint64()))
		a.PutStr("gen_ai.response.finish_reasons", "stop")
		a.PutStr("gen_ai.prompt", story[:120+rand.IntN(90)])
		a.PutStr("gen_ai.completion", strings.Repeat("The keeper read it twice. ", 4+rand.IntN(6)))
		a.PutStr("server.address", "api.openai.com")
		a.PutInt("server.port", 443)
		a.PutStr("session.id", strconv.Itoa(rand.IntN(1000)))
		a.PutStr("user.id", strconv.Itoa(rand.IntN(500)))
		a.PutDouble("gen_ai.server.time_to_first_token", rand.Float64())
	}
	return td
}

// logRecords are lines of a web service's log, 8 attributes each.
func logRecords(n int) plog.Logs {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	fillResource(rl.Resource())
	sl := rl.ScopeLogs().AppendEmpty()
	sl.Scope().SetName("assistant.http")
	now := time.Now()
	for i := range n {
		l := sl.LogRecords().AppendEmpty()
		l.SetTimestamp(pcommon.NewTimestampFromTime(now.Add(time.Duration(i) * time.Millisecond)))
		l.SetObservedTimestamp(l.Timestamp())
		l.SetTraceID(marker)
		l.SetSpanID(pcommon.SpanID{byte(i), byte(i >> 8), 1})
		l.SetSeverityNumber(plog.SeverityNumberInfo)
		l.SetSeverityText("INFO")
		l.Body().SetStr(fmt.Sprintf("answered GET /api/conversations/%d after %d ms with 200, %d bytes; the cache had %d of 5 parts",
			rand.IntN(100000), rand.IntN(900), rand.IntN(90000), rand.IntN(6)))
		a := l.Attributes()
		a.PutStr("http.request.method", "GET")
		a.PutStr("http.route", "/api/conversations/{id}")
		a.PutInt("http.response.status_code", 200)
		a.PutStr("url.scheme", "https")
		a.PutStr("client.address", fmt.Sprintf("10.%d.%d.%d", rand.IntN(256), rand.IntN(256), rand.IntN(256)))
		a.PutDouble("http.server.duration", rand.Float64())
		a.PutStr("thread.name", "worker-"+strconv.Itoa(rand.IntN(16)))
		a.PutStr("code.function.name", "conversations.Get")
	}
	return ld
}

// numberPoints are points of gauges and sums of a host, 3 attributes each, 8 of a metric.
func numberPoints(n int) pmetric.Metrics {
	md := pmetric.NewMetrics()
	rm := md.ResourceMetrics().AppendEmpty()
	fillResource(rm.Resource())
	sm := rm.ScopeMetrics().AppendEmpty()
	sm.Scope().SetName("collector.host")
	now := pcommon.NewTimestampFromTime(time.Now())
	for i := range n / 8 {
		m := sm.Metrics().AppendEmpty()
		m.SetName("system.metric." + strconv.Itoa(i))
		m.SetUnit("By")
		m.SetDescription("Bytes that a device of the host has moved.")
		var points pmetric.NumberDataPointSlice
		if i%2 == 0 {
			points = m.SetEmptyGauge().DataPoints()
		} else {
			sum := m.SetEmptySum()
			sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
			sum.SetIsMonotonic(true)
			points = sum.DataPoints()
		}
		for j := range 8 {
			p := points.AppendEmpty()
			p.SetStartTimestamp(now - 1e12)
			p.SetTimestamp(now)
			p.SetDoubleValue(rand.Float64() * 1e9)
			p.Attributes().PutStr("device", "nvme"+strconv.Itoa(j)+"n1")
			p.Attributes().PutStr("direction", "read")
			p.Attributes().PutInt("cpu", int64(j))
			if i+j == 0 {
				p.Exemplars().AppendEmpty().SetTraceID(marker)
			}
		}
	}
	return md
}
