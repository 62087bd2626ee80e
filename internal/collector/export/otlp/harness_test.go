package otlp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// quick are delays that do not make a test wait.
var quick = delays{first: 2 * time.Millisecond, limit: 20 * time.Millisecond}

// overBoth runs f once for each protocol.
func overBoth(t *testing.T, f func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server)) {
	for protocol, start := range map[string]func(testing.TB, ...otlptest.Option) *otlptest.Server{GRPC: otlptest.NewGRPC, HTTP: otlptest.NewHTTP} {
		t.Run(protocol, func(t *testing.T) {
			clearEnvironment(t)
			f(t, protocol, func(opts ...otlptest.Option) *otlptest.Server {
				s := start(t, opts...)
				t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", s.URL)
				return s
			})
		})
	}
}

// clearEnvironment hides the standard variables of the machine.
func clearEnvironment(t *testing.T) {
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); strings.HasPrefix(name, "OTEL_") {
			t.Setenv(name, "")
		}
	}
}

// reports collects what a sender reports.
type reports struct {
	mu   sync.Mutex
	errs []error
}

func (r *reports) add(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.errs = append(r.errs, err)
}

func (r *reports) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprint(errors.Join(r.errs...))
}

func newSender(t *testing.T, opt Options) (*Sender, *Stats, *reports) {
	t.Helper()
	stats, r := &Stats{}, &reports{}
	opt.Report = r.add
	if opt.delays == (delays{}) {
		opt.delays = quick
	}
	s, err := NewSender(context.Background(), opt, stats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cancel() })
	return s, stats, r
}

func flush(t *testing.T, s *Sender) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := s.Flush(ctx); err != nil {
		t.Fatal(err)
	}
}

// waitFailures waits until n exports have failed.
func waitFailures(t *testing.T, stats *Stats, n int64) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for stats.Failures.Load() < n {
		if time.Now().After(deadline) {
			t.Fatalf("%d failures, want %d", stats.Failures.Load(), n)
		}
		time.Sleep(time.Millisecond)
	}
}

// closeWithin closes s, which cannot send what it has, and allows some time
// beyond the deadline it is given.
func closeWithin(t *testing.T, s *Sender, d time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	if err := s.Close(ctx); err == nil {
		t.Error("Close says that everything was sent")
	}
	select {
	case <-s.ended:
	default:
		t.Error("the sender still runs")
	}
}

// numbered returns a snapshot that is known by the value of its only gauge.
func numbered(n int64, at time.Time) *sample.Snapshot {
	b := sample.NewBatch(at, nil)
	b.Int(sample.NewEntity(), metrics.QueueLength, n)
	return sample.Merge(at, []*sample.Batch{b}, nil)
}

// numbersOf returns the values of the gauges in requests.
func numbersOf(requests []otlptest.Request) (ns []int64) {
	for _, r := range requests {
		for _, m := range metricsOf(r.Metrics) {
			if m.Name() == metrics.QueueLength.Name {
				ns = append(ns, m.Gauge().DataPoints().At(0).IntValue())
			}
		}
	}
	return ns
}

func metricsOf(md pmetric.Metrics) (out []pmetric.Metric) {
	for _, rm := range md.ResourceMetrics().All() {
		for _, sm := range rm.ScopeMetrics().All() {
			for _, m := range sm.Metrics().All() {
				out = append(out, m)
			}
		}
	}
	return out
}

func wantNumbers(t *testing.T, requests []otlptest.Request, n int) {
	t.Helper()
	got := numbersOf(requests)
	if len(got) != n {
		t.Fatalf("received %v, want 0 to %d", got, n-1)
	}
	for i, v := range got {
		if v != int64(i) {
			t.Fatalf("received %v, want 0 to %d in order", got, n-1)
		}
	}
}
