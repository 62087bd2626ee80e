package receive_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"platform/internal/server/ingest"
	"platform/internal/server/ingest/ingesttest"
)

const (
	protobufType = "application/x-protobuf"
	jsonType     = "application/json"
)

func dial(t testing.TB, s *ingesttest.Server) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(s.GRPC, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(1<<30)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func withKey(t testing.TB) context.Context {
	return metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+ingesttest.Key)
}

// answer is what an HTTP sender gets.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// post sends a body with the project's key. change may be nil.
func post(t testing.TB, s *ingesttest.Server, signal ingest.Signal, media, encoding string, body []byte, change ...func(*http.Request)) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP+"/v1/"+string(signal), bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+ingesttest.Key)
	req.Header.Set("Content-Type", media)
	if encoding != "" {
		req.Header.Set("Content-Encoding", encoding)
	}
	for _, f := range change {
		f(req)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp.StatusCode, resp.Header, text}
}

func compress(encoding string, body []byte) []byte {
	var b bytes.Buffer
	switch encoding {
	case "gzip":
		w := gzip.NewWriter(&b)
		w.Write(body)
		w.Close()
	case "zstd":
		w := must(zstd.NewWriter(&b))
		w.Write(body)
		w.Close()
	default:
		return body
	}
	return b.Bytes()
}

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

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) {
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
}
