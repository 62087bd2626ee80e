package receive_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"platform/internal/server/ingest"
	"platform/internal/server/ingest/ingesttest"
)

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
