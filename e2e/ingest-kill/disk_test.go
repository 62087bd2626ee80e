package ingestkill

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// TestAFullDiskRefusesAndLosesNothing fills a small disk, sees that senders
// are told to come again, makes room, and counts.
func TestAFullDiskRefusesAndLosesNothing(t *testing.T) {
	p := build(t)
	if err := os.Mkdir(p.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", p.dir, "tmpfs", 0, "size=72m"); err != nil {
		t.Skipf("mount a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(p.dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(p.dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 44<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	p.start()
	defer p.signal(syscall.SIGTERM)
	key := waitForKey(t, p)
	conn, err := grpc.NewClient(p.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	client := ptraceotlp.NewGRPCClient(conn)
	send := func(r ptraceotlp.ExportRequest) error {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_, err := client.Export(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+key), r, grpc.WaitForReady(true))
		return err
	}
	// until repeats a request until it is acknowledged.
	until := func(r ptraceotlp.ExportRequest, limit time.Duration) {
		t.Helper()
		var err error
		for begun := time.Now(); time.Since(begun) < limit; time.Sleep(100 * time.Millisecond) {
			if err = send(r); err == nil {
				return
			}
		}
		t.Fatalf("not acknowledged: %v", err)
	}
	var l load
	until(bulkyRequest(0), 30*time.Second) // the engine starts
	l.spans.Add(perRequest)
	n := uint32(1)
	var full ptraceotlp.ExportRequest
	for ; ; n++ {
		full = bulkyRequest(n)
		if err = send(full); err != nil {
			break
		}
		l.spans.Add(perRequest)
		if n > 500 {
			t.Fatal("the disk does not get full")
		}
	}
	t.Logf("after %d requests: %v", n, err)
	if st := status.Convert(err); st.Code() != codes.Unavailable && st.Code() != codes.ResourceExhausted || !comeAgain(st) {
		t.Errorf("disk full: %v; want to be told to come again", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	until(full, 60*time.Second)
	l.spans.Add(perRequest)
	until(bulkyRequest(n+1), 20*time.Second)
	l.spans.Add(perRequest)
	p.count(&l)
}

func comeAgain(st *status.Status) bool {
	for _, d := range st.Details() {
		if r, ok := d.(*errdetails.RetryInfo); ok && r.RetryDelay.AsDuration() > 0 {
			return true
		}
	}
	return false
}

// bulkyRequest is about a megabyte that does not compress.
func bulkyRequest(n uint32) ptraceotlp.ExportRequest {
	r := traceRequest(99, n)
	for _, s := range r.Traces().ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
		noise := make([]byte, 12<<10)
		_, _ = rand.Read(noise)
		s.Attributes().PutStr("noise", hex.EncodeToString(noise))
	}
	return r
}
