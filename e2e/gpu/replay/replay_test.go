package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"

	"platform/e2e/gpu/recording"
)

func TestTheRecordingEndsWhereItIsMovedAndKeepsItsLength(t *testing.T) {
	requests, err := recording.H200()
	if err != nil {
		t.Fatal(err)
	}
	span := func() (first, last time.Time, n int) {
		for p := range points(requests) {
			at := p.Timestamp().AsTime()
			if n == 0 || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
			if start := p.StartTimestamp(); start != 0 && start > p.Timestamp() {
				t.Fatalf("a point of %s starts after its end", at)
			}
			n++
		}
		return first, last, n
	}
	first, last, n := span()
	for _, end := range []time.Time{last.Add(-1000 * time.Hour), last.Add(time.Hour)} {
		Move(requests, end)
		f, l, m := span()
		if !l.Equal(end) || l.Sub(f) != last.Sub(first) || m != n {
			t.Errorf("moved to %s: from %s to %s, %d points; want %s long, %d points", end, f, l, m, last.Sub(first), n)
		}
	}
}

func TestEveryRequestIsSentWithTheKeyAndTheEnvironment(t *testing.T) {
	got := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		request := pmetricotlp.NewExportRequest()
		if err := request.UnmarshalProto(body); err != nil || r.URL.Path != "/v1/metrics" || r.Header.Get("Authorization") != "Bearer k" {
			t.Errorf("%s: %v", r.URL, err)
		}
		if v, _ := request.Metrics().ResourceMetrics().At(0).Resource().Attributes().Get("deployment.environment"); v.Str() != "trial" {
			t.Errorf("environment %q", v.Str())
		}
		got++
	}))
	defer server.Close()
	if err := replay(t.Context(), server.URL, "k", "trial"); err != nil {
		t.Fatal(err)
	}
	if want, _ := recording.H200(); got != len(want) {
		t.Errorf("%d requests arrived, want %d", got, len(want))
	}
	server.Config.Handler = http.NotFoundHandler()
	if err := replay(t.Context(), server.URL, "k", "trial"); err == nil {
		t.Error("no error from a server that refuses")
	}
}
