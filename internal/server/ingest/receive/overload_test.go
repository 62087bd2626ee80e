package receive_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/ingest"
	"platform/internal/server/ingest/ingesttest"
)

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
