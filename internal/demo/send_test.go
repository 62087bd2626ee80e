package demo

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
)

// small is what a test of the sender sends.
var small = Config{Seed: 1, End: tiny.End, Hours: 1, GPUs: 8, TracesPerHour: 5}

func TestARequestThatIsPutOffIsSentAgain(t *testing.T) {
	var mu sync.Mutex
	tries := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		tries[r.URL.Path]++
		if r.Header.Get("Authorization") != "Bearer plt_test" {
			t.Errorf("authorization %q", r.Header.Get("Authorization"))
		}
		switch tries[r.URL.Path] {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	defer server.Close()
	var last Sent
	sent, err := Send(t.Context(), small, Target{URL: server.URL + "/", Key: "plt_test"}, func(s Sent) { last = s })
	if err != nil || sent.Repeated != 6 || sent.Requests != small.Batches() || sent.Points == 0 || sent.Spans == 0 || sent.Logs == 0 {
		t.Errorf("%+v, %v", sent, err)
	}
	if last.Records() != sent.Records() || last.Of != small.Batches() {
		t.Errorf("the last report is %+v", last)
	}
}

func TestWhatIsRefusedEndsTheSending(t *testing.T) {
	partial := pmetricotlp.NewExportResponse()
	partial.PartialSuccess().SetRejectedDataPoints(3)
	partial.PartialSuccess().SetErrorMessage("older than what is kept: 3")
	answer, err := partial.MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	for want, handler := range map[string]http.HandlerFunc{
		"401": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		"older than what is kept": func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "metrics") {
				_, _ = w.Write(answer)
			}
		},
	} {
		server := httptest.NewServer(handler)
		_, err := Send(t.Context(), small, Target{URL: server.URL, Key: "plt_secret"}, nil)
		server.Close()
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "plt_secret") {
			t.Errorf("%q is wanted: %v", want, err)
		}
	}
}

func TestAServerIsAskedForBeforeAnythingIsMade(t *testing.T) {
	f := func(answer int, want string) {
		t.Helper()
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(answer) }))
		defer server.Close()
		if answer == 0 {
			server.Close()
		}
		if err := Reach(t.Context(), server.URL); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", answer, err)
		}
	}
	f(http.StatusUnauthorized, "")
	f(http.StatusNotFound, "not where the platform receives")
	f(0, "is it running?")
}

func TestSendingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		cancel()
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer server.Close()
	if _, err := Send(ctx, small, Target{URL: server.URL}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestImpossibleDaysAreRefused(t *testing.T) {
	for _, change := range []func(*Config){func(c *Config) { c.Hours = 0 }, func(c *Config) { c.GPUs = 12 }, func(c *Config) { c.TracesPerHour = 0 }} {
		c := small
		change(&c)
		if _, err := Send(t.Context(), c, Target{}, nil); err == nil {
			t.Errorf("%+v is taken", c)
		}
	}
}
