package receive_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"

	"platform/internal/server/ingest"
	"platform/internal/server/ingest/ingesttest"
)

func TestPartOfARequestIsRefusedWithCountsAndReasons(t *testing.T) {
	s := ingesttest.Start(t, nil)
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	add := func(change func(ptrace.Span)) {
		sp := spans.AppendEmpty()
		sp.SetTraceID(traceID)
		sp.SetSpanID(spanID)
		sp.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		sp.SetEndTimestamp(sp.StartTimestamp())
		change(sp)
	}
	add(func(sp ptrace.Span) {})
	add(func(sp ptrace.Span) { sp.SetTraceID(pcommon.TraceID{}) })
	add(func(sp ptrace.Span) { sp.SetTraceID(pcommon.TraceID{}) })
	add(func(sp ptrace.Span) { sp.SetSpanID(pcommon.SpanID{}) })
	add(func(sp ptrace.Span) { sp.SetStartTimestamp(0) })
	add(func(sp ptrace.Span) { sp.SetStartTimestamp(1) })
	add(func(sp ptrace.Span) { sp.SetStartTimestamp(1 << 63) })
	add(func(sp ptrace.Span) { sp.SetEndTimestamp(0) })
	add(func(sp ptrace.Span) { sp.Attributes().PutStr(strings.Repeat("k", 2000), "") })
	add(func(sp ptrace.Span) {
		for i := range 2000 {
			sp.Attributes().PutStr(strings.Repeat("k", i%1000), "")
		}
		m := sp.Attributes()
		for i := range 2000 {
			m.PutInt("n"+strings.Repeat("x", i/50)+string(rune('a'+i%50)), 1)
		}
	})
	add(func(sp ptrace.Span) { sp.Attributes().PutStr("bad", "a\xffb") })
	add(func(sp ptrace.Span) {
		sp.Attributes().PutStr("huge", strings.Repeat("ü", 5<<20))
		sp.SetName("huge")
	})
	r, err := ptraceotlp.NewGRPCClient(dial(t, s)).Export(withKey(t), ptraceotlp.NewExportRequestFromTraces(td))
	if err != nil {
		t.Fatal(err)
	}
	const want = "trace id missing or zero: 2; span id missing or zero: 1; time missing: 1; older than what is kept: 1; " +
		"time too far in the future: 1; too many attributes: 1; attribute key too long: 1; " +
		"value cut to the length limit: 1; invalid UTF-8 replaced: 1; span ends before it starts, duration set to 0: 1"
	if p := r.PartialSuccess(); p.RejectedSpans() != 8 || p.ErrorMessage() != want {
		t.Errorf("got %d %q; want 8 %q", p.RejectedSpans(), p.ErrorMessage(), want)
	}
	got := s.Query(t, "SELECT SpanName, Duration, SpanAttributes['bad'], length(SpanAttributes['huge']), SpanAttributes['platform.truncated_attributes'] FROM otel_traces ORDER BY ALL FORMAT TSV")
	if want := "\t0\t\t0\t\n\t0\t\t0\t\n\t0\ta\uFFFDb\t0\t\nhuge\t0\t\t1048576\thuge\n"; got != want {
		t.Errorf("rows %q; want %q", got, want)
	}
	st, _ := json.Marshal(s.Service.Status(t.Context(), must(s.Tenants.Authenticate(t.Context(), ingesttest.Key))))
	for _, part := range []string{`"signal":"traces"`, `"accepted":4`, `{"reason":"trace id missing or zero","count":2}`, `"perMinute":0.8`} {
		if !strings.Contains(string(st), part) {
			t.Errorf("status %s lacks %s", st, part)
		}
	}
}

func TestABodyOfAnotherSignalIsToldSo(t *testing.T) {
	s := ingesttest.Start(t, nil)
	logs := must(plogotlp.NewExportRequestFromLogs(fullLogs()).MarshalProto())
	a := post(t, s, ingest.Traces, protobufType, "", logs)
	r := ptraceotlp.NewExportResponse()
	if err := r.UnmarshalProto(a.body); a.status == 200 && (err != nil || !strings.Contains(r.PartialSuccess().ErrorMessage(), "another signal")) {
		t.Errorf("%d %v %q", a.status, err, r.PartialSuccess().ErrorMessage())
	}
	if a.status != 200 && a.status != 400 {
		t.Errorf("status %d", a.status)
	}
}

func TestLogsWithoutTimeTakeTheirArrival(t *testing.T) {
	s := ingesttest.Start(t, nil)
	ld := plog.NewLogs()
	ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty().Body().SetStr("when?")
	if a := post(t, s, ingest.Logs, protobufType, "", must(plogotlp.NewExportRequestFromLogs(ld).MarshalProto())); a.status != 200 {
		t.Errorf("status %d", a.status)
	}
	if got := s.Query(t, "SELECT count() FROM otel_logs WHERE abs(toUnixTimestamp(Timestamp) - toUnixTimestamp(now())) < 60 FORMAT TSV"); got != "1\n" {
		t.Errorf("%s rows of now", got)
	}
}

func TestProjectsDoNotMeet(t *testing.T) {
	s := ingesttest.Start(t, nil)
	body := oneSpan(nil)
	for _, key := range []string{ingesttest.Key, ingesttest.OtherKey} { // the same content is not a repeat in another project
		if a := post(t, s, ingest.Traces, protobufType, "", body, header("Authorization", "Bearer "+key)); a.status != 200 {
			t.Errorf("status %d", a.status)
		}
	}
	for _, database := range []string{s.Tenants.Database, s.Tenants.Other} {
		if got := s.Query(t, "SELECT count(), any(Environment) FROM "+database+".otel_traces FORMAT TSV"); !strings.HasPrefix(got, "1\t") {
			t.Errorf("%s: %s", database, got)
		}
	}
}

func TestARepeatedRequestIsStoredOnce(t *testing.T) {
	s := ingesttest.Start(t, nil)
	metrics := pmetricotlp.NewExportRequestFromMetrics(fullMetrics())
	now := metrics.Metrics().ResourceMetrics().At(0).ScopeMetrics().At(0).Metrics()
	for _, m := range now.All() {
		if m.Type().String() == "Gauge" {
			for _, p := range m.Gauge().DataPoints().All() {
				p.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
			}
		}
	}
	for range 3 {
		if _, err := pmetricotlp.NewGRPCClient(dial(t, s)).Export(withKey(t), metrics); err != nil {
			t.Fatal(err)
		}
		if a := post(t, s, ingest.Traces, protobufType, "gzip", compress("gzip", oneSpanAt(time.Unix(1_800_000_000, 0)))); a.status != 200 {
			t.Fatalf("status %d", a.status)
		}
	}
	if n := s.Rows(t, "otel_metrics_gauge"); n != 3 {
		t.Errorf("%d gauge rows, want 3", n)
	}
}

// oneSpanAt is the same bytes each time.
func oneSpanAt(at time.Time) []byte {
	return oneSpan(func(s ptrace.Span) {
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
		s.SetEndTimestamp(s.StartTimestamp())
	})
}
