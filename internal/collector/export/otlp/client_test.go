package otlp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
)

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	f := func(header string, want time.Duration) {
		t.Helper()
		if got := parseRetryAfter(header, now); got != want {
			t.Errorf("%q is %v, want %v", header, got, want)
		}
	}
	f("", 0)
	f("120", 2*time.Minute)
	f("-1", 0)
	f("soon", 0)
	f("99999999999999999999", 0)
	f("Thu, 01 Jan 2026 00:00:30 GMT", 30*time.Second)
	f("Wed, 31 Dec 2025 23:00:00 GMT", 0)
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("120")
	f.Add("Thu, 01 Jan 2026 00:00:30 GMT")
	f.Fuzz(func(t *testing.T, header string) {
		if d := parseRetryAfter(header, time.Now()); d < 0 {
			t.Errorf("%q is %v", header, d)
		}
	})
}

func TestPausesGrowUpToALimitAndAnEndpointMayAskForMore(t *testing.T) {
	w := waiter{delays: delays{first: time.Second, limit: 30 * time.Second}}
	for i, most := range []time.Duration{1, 2, 4, 8, 16, 30, 30} {
		if d := w.failed(outcome{}); d < most*time.Second/2 || d > most*time.Second {
			t.Errorf("pause %d is %v, want half to all of %d s", i, d, most)
		}
	}
	if d := w.failed(outcome{retryAfter: 10 * time.Minute}); d != 10*time.Minute {
		t.Errorf("%v", d)
	}
	if d := w.failed(outcome{retryAfter: 365 * 24 * time.Hour}); d != maxRetryAfter {
		t.Errorf("%v", d)
	}
	w.reset()
	if d := w.failed(outcome{}); d > time.Second {
		t.Errorf("%v", d)
	}
}

func TestHeadersAreNotSentToAnotherHost(t *testing.T) {
	clearEnvironment(t)
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	endpoint := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer endpoint.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=secret")
	if _, err := TestExport(t.Context(), Options{Protocol: HTTP}, nil); err == nil || reached {
		t.Errorf("redirected: %v, %v", reached, err)
	}
}

func TestTheDestinationIsDescribedWithoutSecrets(t *testing.T) {
	clearEnvironment(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "https://me:hunter2@otel.example.com:4318/base?token=hunter2")
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-team=a,Authorization=Bearer%20hunter2")
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_TIMEOUT", "2500")
	t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "Delta")
	d, err := Describe(HTTP)
	if err != nil {
		t.Fatal(err)
	}
	if d.Endpoint != "https://otel.example.com:4318/base/v1/metrics" || !d.Secure || d.Protocol != HTTP || d.Timeout != 2500*time.Millisecond ||
		d.Compression != "gzip" || d.Temporality != "delta" || strings.Join(d.Headers, " ") != "Authorization x-team" {
		t.Errorf("%+v", d)
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4317")
	t.Setenv("OTEL_EXPORTER_OTLP_INSECURE", "true")
	if d, err := Describe(GRPC); err != nil || d.Endpoint != "localhost:4317" || d.Secure {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestAnEndpointWithoutSchemeIsDialledOverGRPC(t *testing.T) {
	clearEnvironment(t)
	srv := otlptest.NewGRPC(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", strings.Replace(srv.Addr, "127.0.0.1", "localhost", 1))
	t.Setenv("OTEL_EXPORTER_OTLP_INSECURE", "true")
	if _, err := TestExport(t.Context(), Options{}, nil); err != nil {
		t.Error(err)
	}
}

func TestSendersLeaveNoGoroutinesBehind(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		round := func() {
			s, _, _ := newSender(t, Options{Protocol: protocol, Queue: queue.Options{Dir: t.TempDir()}})
			s.Send(numbered(0, time.Now()))
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			if err := s.Close(ctx); err != nil {
				t.Fatal(err)
			}
		}
		round()
		before := runtime.NumGoroutine()
		for range 10 {
			round()
		}
		srv.Wait(t, 11)
		deadline := time.Now().Add(10 * time.Second) // connections end a moment after they are closed
		for runtime.NumGoroutine() > before+5 && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
		}
		if n := runtime.NumGoroutine(); n > before+5 {
			t.Errorf("%d goroutines after ten senders, %d before", n, before)
		}
	})
}

func TestFlushWithADirectoryDoesNotWaitForAnEndpointThatIsDown(t *testing.T) {
	clearEnvironment(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://"+freeAddress(t))
	dir := t.TempDir()
	s, _, _ := newSender(t, Options{Protocol: HTTP, Queue: queue.Options{Dir: dir}})
	s.Send(numbered(0, time.Now()))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := s.Close(ctx); err == nil || ctx.Err() != nil || !strings.Contains(err.Error(), "stay on disk") {
		t.Errorf("%v", err)
	}
	if n := queuedFiles(t, dir); n != 1 {
		t.Errorf("%d on disk", n)
	}
}

func TestFlushWithADirectoryDoesNotWaitForAnEndpointThatAskedToWait(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Status: 503, RetryAfter: time.Hour}))
		s, stats, _ := newSender(t, Options{Protocol: protocol, Queue: queue.Options{Dir: t.TempDir()}})
		s.Send(numbered(0, time.Now()))
		waitFailures(t, stats, 1)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := s.Close(ctx); err == nil || ctx.Err() != nil {
			t.Errorf("%v", err)
		}
		if n := len(srv.Attempts()); n != 1 {
			t.Errorf("%d attempts although the endpoint asked for an hour", n)
		}
	})
}

func TestTheLastSnapshotIsSentAfterTheContextOfTheProgramHasEnded(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		ctx, cancel := context.WithCancel(t.Context())
		s, err := NewSender(ctx, Options{Protocol: protocol}, &Stats{})
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		s.Send(numbered(0, time.Now()))
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantNumbers(t, srv.Requests(), 1)
	})
}
