package receive_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/ingest"
	"platform/internal/server/ingest/ingesttest"
)

// oneSpan is a valid request; change may spoil its span.
func oneSpan(change func(ptrace.Span)) []byte {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", "faults")
	s := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
	s.SetTraceID(traceID)
	s.SetSpanID(spanID)
	s.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
	s.SetEndTimestamp(s.StartTimestamp())
	if change != nil {
		change(s)
	}
	return must(ptraceotlp.NewExportRequestFromTraces(td).MarshalProto())
}

// nested is a span whose attribute is a list in a list, so many levels deep.
func nested(levels int) []byte {
	var reversed []byte // built from the inside out, so backwards
	for range 2 * levels {
		size := protowire.AppendVarint(nil, uint64(len(reversed)))
		slices.Reverse(size)
		field := byte(1<<3 | 2)
		if bytes.HasSuffix(reversed, []byte{field}) {
			field = 5<<3 | 2
		}
		reversed = append(append(reversed, size...), field)
	}
	slices.Reverse(reversed)
	value := reversed
	keyValue := protowire.AppendBytes(protowire.AppendTag(nil, 2, protowire.BytesType), value)
	body := keyValue
	for _, field := range []protowire.Number{9, 2, 2, 1} {
		body = protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), body)
	}
	return body
}

// emptySpans is so many spans of two bytes each.
func emptySpans(n int) []byte {
	body := bytes.Repeat([]byte{2<<3 | 2, 0}, n)
	for _, field := range []protowire.Number{2, 1} {
		body = protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), body)
	}
	return body
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
}

const limit = 4 << 20 // of bodies in these tests

func small(o *ingesttest.Options) { o.Receive.MaxBytes = limit }

func TestRefusalsOverHTTPSayWhy(t *testing.T) {
	s := ingesttest.Start(t, small)
	good := oneSpan(nil)
	bomb := make([]byte, 50<<20)
	unsized := func(r *http.Request) { r.ContentLength = -1 }
	f := func(name string, media, encoding string, body []byte, want int, says string, change ...func(*http.Request)) {
		t.Helper()
		a := post(t, s, ingest.Traces, media, encoding, body, change...)
		message := ""
		if media == jsonType || a.header.Get("Content-Type") == jsonType {
			var body struct{ Message string }
			if err := json.Unmarshal(a.body, &body); err != nil {
				t.Errorf("%s: body %q: %v", name, a.body, err)
			}
			message = body.Message
		} else {
			var body spb.Status
			if err := proto.Unmarshal(a.body, &body); err != nil {
				t.Errorf("%s: body %q: %v", name, a.body, err)
			}
			message = body.Message
		}
		if a.status != want || !strings.Contains(message, says) {
			t.Errorf("%s: %d %q; want %d %q", name, a.status, message, want, says)
		}
		if a.header.Get("Retry-After") != "" {
			t.Errorf("%s: told to come again", name)
		}
	}
	f("no key", protobufType, "", good, 401, "send an API key", header("Authorization", ""))
	f("basic", protobufType, "", good, 401, "send an API key", header("Authorization", "Basic eDp5"))
	f("wrong key", protobufType, "", good, 401, "not valid", header("Authorization", "Bearer nonsense"))
	f("key without the scope", protobufType, "", good, 403, "ingest", header("Authorization", "Bearer "+ingesttest.ReadKey))
	f("other media type", "text/plain", "", good, 415, "content type")
	f("no media type", "", "", good, 415, "content type")
	f("unknown encoding", protobufType, "br", good, 415, "content encoding")
	f("JSON as protobuf", protobufType, "", []byte(`{"resourceSpans":[]}`), 400, "not a valid OTLP request")
	f("protobuf as JSON", jsonType, "", good, 400, "not a valid OTLP request")
	f("truncated", protobufType, "", good[:len(good)-3], 400, "not a valid OTLP request")
	f("truncated JSON", jsonType, "", []byte(`{"resourceSpans":[{"resource":`), 400, "not a valid OTLP request")
	f("plain as gzip", protobufType, "gzip", good, 400, "cannot be read")
	f("truncated gzip", protobufType, "gzip", compress("gzip", good)[:20], 400, "cannot be read")
	f("truncated zstd", protobufType, "zstd", compress("zstd", good)[:20], 400, "cannot be read")
	f("too large", protobufType, "", bomb[:limit+1], 413, "larger than")
	f("too large, size not said", protobufType, "", bomb[:limit+1], 413, "larger than", unsized)
	f("gzip bomb", protobufType, "gzip", compress("gzip", bomb), 413, "larger than")
	f("zstd bomb", protobufType, "zstd", compress("zstd", bomb), 413, "larger than")
	f("nested", protobufType, "", nested(200), 400, "nested deeper")
	f("nested without end", protobufType, "", nested(200_000), 400, "nested deeper")
	f("nested JSON", jsonType, "", []byte(strings.Repeat("[", 1_000_000)), 400, "nested deeper")
	f("two million empty spans", protobufType, "", emptySpans(2_000_000-10), 413, "records")
	f("short id", jsonType, "", []byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"abc"}]}]}]}`), 400, "not a valid OTLP request")
	if n := s.Rows(t, "otel_traces"); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
	if a := post(t, s, ingest.Traces, protobufType, "", nil); a.status != 200 || len(a.body) != 0 {
		t.Errorf("empty request: %d %q", a.status, a.body)
	}
	if a := post(t, s, ingest.Traces, protobufType, "", nested(60)[:0], func(r *http.Request) { r.Method = http.MethodGet }); a.status != 405 {
		t.Errorf("GET: %d", a.status)
	}
	if a := post(t, s, "profiles", protobufType, "", nil); a.status != 404 {
		t.Errorf("unknown signal: %d", a.status)
	}
}

func TestRefusalsOverGRPCSayWhy(t *testing.T) {
	s := ingesttest.Start(t, small)
	conn := dial(t, s)
	f := func(name, key string, message proto.Message, want codes.Code, says string, options ...grpc.CallOption) {
		t.Helper()
		ctx := t.Context()
		if key != "" {
			ctx = metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key)
		}
		err := conn.Invoke(ctx, "/opentelemetry.proto.collector.trace.v1.TraceService/Export", message, &spb.Status{}, options...)
		st := status.Convert(err)
		if st.Code() != want || !strings.Contains(st.Message(), says) {
			t.Errorf("%s: %v; want %v %q", name, err, want, says)
		}
		for _, d := range st.Details() {
			if _, again := d.(*errdetails.RetryInfo); again {
				t.Errorf("%s: told to come again", name)
			}
		}
	}
	// A BytesValue of field 1 looks like an export request of those bytes.
	raw := func(body []byte) proto.Message {
		m := &spb.Status{}
		m.ProtoReflect().SetUnknown(body)
		return m
	}
	good := oneSpan(nil)
	f("no key", "", raw(good), codes.Unauthenticated, "send an API key")
	f("wrong key", "nonsense", raw(good), codes.Unauthenticated, "not valid")
	f("key without the scope", ingesttest.ReadKey, raw(good), codes.PermissionDenied, "ingest")
	f("malformed", ingesttest.Key, raw([]byte{0x0a, 0x05, 0x01}), codes.InvalidArgument, "not a valid OTLP request")
	f("too large", ingesttest.Key, raw(make([]byte, limit+1)), codes.ResourceExhausted, "larger than max")
	f("gzip bomb", ingesttest.Key, raw(make([]byte, 50<<20)), codes.ResourceExhausted, "larger than max", grpc.UseCompressor("gzip"))
	f("zstd bomb", ingesttest.Key, raw(make([]byte, 50<<20)), codes.ResourceExhausted, "larger than max", grpc.UseCompressor("zstd"))
	f("nested", ingesttest.Key, raw(nested(200_000)), codes.InvalidArgument, "nested deeper")
	f("good, zstd", ingesttest.Key, raw(good), codes.OK, "", grpc.UseCompressor("zstd"))
	if n := s.Rows(t, "otel_traces"); n != 1 {
		t.Errorf("%d rows, want that of the good request", n)
	}
}

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

func TestTooMuchAtOnceIsToldToComeAgain(t *testing.T) {
	s := ingesttest.Start(t, func(o *ingesttest.Options) { o.Receive.MaxBytes = 1 << 20; o.Receive.Memory = 1 << 20 })
	slow, feed := io.Pipe()
	done := make(chan answer)
	go func() {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP+"/v1/traces", slow)
		req.Header.Set("Authorization", "Bearer "+ingesttest.Key)
		req.Header.Set("Content-Type", protobufType)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Error(err)
			done <- answer{}
			return
		}
		resp.Body.Close()
		done <- answer{status: resp.StatusCode}
	}()
	big := oneSpan(func(sp ptrace.Span) { sp.Attributes().PutStr("pad", strings.Repeat("x", 900<<10)) })
	if _, err := feed.Write(big[:800<<10]); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(20 * time.Second); s.Receiver.InUse() < 800<<10; time.Sleep(time.Millisecond) { // until the server has read it
		if time.Now().After(until) {
			t.Fatalf("the server holds %d bytes", s.Receiver.InUse())
		}
	}
	a := post(t, s, ingest.Traces, protobufType, "", big)
	if a.status != 429 || a.header.Get("Retry-After") != "1" {
		t.Errorf("%d, Retry-After %q; want 429 after 1", a.status, a.header.Get("Retry-After"))
	}
	_, err := ptraceotlp.NewGRPCClient(dial(t, s)).Export(withKey(t), ptraceotlp.NewExportRequestFromTraces(fullTraces()))
	if st := status.Convert(err); st.Code() != codes.ResourceExhausted || !comeAgain(st) {
		t.Errorf("gRPC: %v; want RESOURCE_EXHAUSTED with RetryInfo", err)
	}
	if _, err := feed.Write(big[800<<10:]); err != nil {
		t.Fatal(err)
	}
	feed.Close()
	if a := <-done; a.status != 200 {
		t.Errorf("the first one: %d", a.status)
	}
	if a := post(t, s, ingest.Traces, protobufType, "", big); a.status != 200 {
		t.Errorf("later: %d", a.status)
	}
}

func comeAgain(st *status.Status) bool {
	for _, d := range st.Details() {
		if r, ok := d.(*errdetails.RetryInfo); ok && r.RetryDelay.AsDuration() > 0 {
			return true
		}
	}
	return false
}

func TestWithoutAnEngineSendersAreToldToComeAgain(t *testing.T) {
	e := enginetest.StartOwn(t, engine.Options{})
	s := ingesttest.Start(t, func(o *ingesttest.Options) { o.Socket = e.Socket(); o.Ingest.Commit.Wait = 200 * time.Millisecond })
	if a := post(t, s, ingest.Traces, protobufType, "", oneSpan(nil)); a.status != 200 {
		t.Fatalf("status %d", a.status)
	}
	e.Stop()
	for range 2 {
		if a := post(t, s, ingest.Traces, protobufType, "", oneSpan(nil)); a.status != 503 || a.header.Get("Retry-After") == "" {
			t.Errorf("%d, Retry-After %q", a.status, a.header.Get("Retry-After"))
		}
		_, err := ptraceotlp.NewGRPCClient(dial(t, s)).Export(withKey(t), ptraceotlp.NewExportRequestFromTraces(fullTraces()))
		if st := status.Convert(err); err != nil && (st.Code() != codes.Unavailable || !comeAgain(st)) {
			t.Errorf("gRPC: %v; want UNAVAILABLE with RetryInfo", err)
		}
	}
}

func TestPagesMaySendOnlyFromAllowedOrigins(t *testing.T) {
	closed := ingesttest.Start(t, nil)
	open := ingesttest.Start(t, func(o *ingesttest.Options) { o.Receive.Origins = []string{"https://app.example"} })
	preflight := func(r *http.Request) { r.Method = http.MethodOptions }
	f := func(s *ingesttest.Server, origin, want string, status int, change ...func(*http.Request)) {
		t.Helper()
		a := post(t, s, ingest.Traces, protobufType, "", nil, append(change, header("Origin", origin))...)
		if got := a.header.Get("Access-Control-Allow-Origin"); got != want || a.status != status {
			t.Errorf("%s: %d %q; want %d %q", origin, a.status, got, status, want)
		}
	}
	f(closed, "https://app.example", "", 200)
	f(closed, "https://app.example", "", 405, preflight)
	f(open, "https://app.example", "https://app.example", 200)
	f(open, "https://app.example", "https://app.example", 204, preflight)
	f(open, "https://evil.example", "", 204, preflight)
}
