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
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
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

func TestAnEndpointThatAcceptsAndNeverAnswersHoldsUpNothingButItsOwnQueue(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Hang: true}))
		t.Setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "50")
		s, stats, r := newSender(t, Options{Protocol: protocol})
		for i := range 5 {
			s.Send(numbered(int64(i), time.Now()))
		}
		srv.WaitAttempts(t, 4) // more than it takes to renew the connection
		if n := stats.Failures.Load(); n < 2 {
			t.Errorf("%d failures", n)
		}
		srv.Answer(otlptest.Answer{})
		t.Setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "")
		wantNumbers(t, srv.Wait(t, 5), 5)
		flush(t, s)
		if stats.Queue.Length.Load() != 0 || stats.Successes.Load() != 5 {
			t.Errorf("%d waiting, %d sent; %s", stats.Queue.Length.Load(), stats.Successes.Load(), r)
		}
	})
}

func TestAnEndpointThatAnswers429Or503IsAskedAgainAfterTheTimeItNames(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		for _, status := range []int{429, 503} {
			srv := receiver()
			srv.AnswerEach(func(attempt int) otlptest.Answer {
				if attempt == 0 {
					return otlptest.Answer{Status: status, RetryAfter: time.Second, Message: "busy"}
				}
				return otlptest.Answer{}
			})
			s, stats, r := newSender(t, Options{Protocol: protocol})
			s.Send(numbered(0, time.Now()))
			wantNumbers(t, srv.Wait(t, 1), 1)
			if at := srv.Attempts(); len(at) != 2 || at[1].Sub(at[0]) < time.Second {
				t.Errorf("%d: attempts at %v", status, at)
			}
			flush(t, s)
			if stats.Failures.Load() != 1 || stats.Successes.Load() != 1 {
				t.Errorf("%d: %d failures, %d successes: %s", status, stats.Failures.Load(), stats.Successes.Load(), r)
			}
		}
	})
}

func TestPointsOfAPartialSuccessAreCountedAndNotSentAgain(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Rejected: 3, Message: "too old"}))
		s, stats, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		if len(srv.Attempts()) != 1 || stats.RejectedPoints.Load() != 3 || stats.Successes.Load() != 1 || stats.Failures.Load() != 0 {
			t.Errorf("%d attempts, %d rejected points", len(srv.Attempts()), stats.RejectedPoints.Load())
		}
		if !strings.Contains(r.String(), "rejected 3 points: too old") {
			t.Errorf("reported: %s", r)
		}
	})
}

func TestASnapshotThatIsRefusedForGoodIsDroppedAndCounted(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		srv.AnswerEach(func(attempt int) otlptest.Answer {
			if attempt == 0 {
				return otlptest.Answer{Status: 400, Message: "malformed " + strings.Repeat("x", 10000)}
			}
			return otlptest.Answer{}
		})
		s, stats, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(7, time.Now()))
		flush(t, s)
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		wantNumbers(t, srv.Requests(), 1)
		if stats.Queue.Rejected.Load() != 1 || len(srv.Attempts()) != 2 {
			t.Errorf("%d dropped after %d attempts", stats.Queue.Rejected.Load(), len(srv.Attempts()))
		}
		if len(r.String()) > 2000 {
			t.Errorf("the report repeats the whole answer: %d bytes", len(r.String()))
		}
	})
}

func TestAConnectionThatIsClosedInsteadOfAnsweredIsTriedAgain(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		srv.AnswerEach(func(attempt int) otlptest.Answer { return otlptest.Answer{Hangup: attempt == 0} })
		s, _, _ := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		wantNumbers(t, srv.Wait(t, 1), 1)
	})
}

func TestATLSFailureIsCountedAndTheSnapshotWaits(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		receiver(otlptest.TLS()) // its certificate is not trusted
		s, stats, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		waitFailures(t, stats, 2)
		if stats.Queue.Length.Load() != 1 || !strings.Contains(r.String(), "certificate") {
			t.Errorf("%d waiting; reported: %s", stats.Queue.Length.Load(), r)
		}
		closeWithin(t, s, 200*time.Millisecond)
	})
}

func TestCertificatesOfTheEnvironmentAreUsed(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.ClientTLS())
		t.Setenv("OTEL_EXPORTER_OTLP_CERTIFICATE", srv.CertFile)
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_CLIENT_CERTIFICATE", srv.CertFile)
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_CLIENT_KEY", srv.KeyFile())
		s, _, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		if len(srv.Requests()) != 1 {
			t.Error(r)
		}
	})
}

func TestADNSFailureIsCountedAndTheSnapshotWaits(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, _ func(...otlptest.Option) *otlptest.Server) {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector.invalid:4317")
		s, stats, r := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		waitFailures(t, stats, 1)
		if stats.Queue.Length.Load() != 1 || !strings.Contains(r.String(), "collector.invalid") {
			t.Errorf("%d waiting; reported: %s", stats.Queue.Length.Load(), r)
		}
		closeWithin(t, s, 200*time.Millisecond)
	})
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

func TestClosingDoesNotWaitForAnEndpointThatNeverAnswers(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Hang: true}))
		s, _, _ := newSender(t, Options{Protocol: protocol}) // with the timeout of 10 s
		s.Send(numbered(0, time.Now()))
		srv.WaitAttempts(t, 1)
		closeWithin(t, s, 50*time.Millisecond)
	})
}

func TestWithoutAnEndpointNothingIsSentAndNothingIsDialled(t *testing.T) {
	clearEnvironment(t)
	s, err := NewSender(t.Context(), Options{}, &Stats{})
	if s != nil || !errors.Is(err, ErrNoEndpoint) {
		t.Errorf("%v, %v", s, err)
	}
	if _, err := TestExport(t.Context(), Options{}, nil); !errors.Is(err, ErrNoEndpoint) {
		t.Error(err)
	}
}

func TestAWrongEnvironmentIsAnError(t *testing.T) {
	f := func(want, protocol string, variables ...string) {
		t.Helper()
		t.Run(want, func(t *testing.T) {
			clearEnvironment(t)
			for i := 0; i < len(variables); i += 2 {
				t.Setenv("OTEL_EXPORTER_OTLP_"+variables[i], variables[i+1])
			}
			_, err := NewSender(t.Context(), Options{Protocol: protocol}, &Stats{})
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("error %v, want one with %q", err, want)
			}
		})
	}
	f("not of the form http://host:port", HTTP, "ENDPOINT", "localhost:4318")
	f("not of the form http://host:port", GRPC, "ENDPOINT", "http://")
	f("not a URL", GRPC, "ENDPOINT", "http://me:hunter2@[::1")
	f("no such file", GRPC, "ENDPOINT", "https://localhost:1", "CERTIFICATE", "/nonexistent/ca.pem")
	f("must both be set", GRPC, "ENDPOINT", "https://localhost:1", "CLIENT_KEY", "/nonexistent/key.pem")
}

func TestHeadersAndCompressionOfTheEnvironmentAreUsed(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=all,x-team=a%20b")
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_HEADERS", "api-key=metrics,x-team=a%20b")
		t.Setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip")
		s, _, _ := newSender(t, Options{Protocol: protocol})
		s.Send(numbered(0, time.Now()))
		flush(t, s)
		h := srv.Requests()[0].Headers
		if got := strings.Join(h["api-key"], "|") + strings.Join(h["x-team"], "|"); got != "metricsa b" {
			t.Errorf("headers %v", h)
		}
		if protocol == HTTP && strings.Join(h["content-encoding"], "") != "gzip" {
			t.Errorf("headers %v", h)
		}
	})
}

func TestTheProtocolOfMetricsWins(t *testing.T) {
	clearEnvironment(t)
	srv := otlptest.NewHTTP(t)
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", srv.URL+"/v1/metrics")
	t.Setenv("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", HTTP)
	s, _, _ := newSender(t, Options{Protocol: GRPC})
	s.Send(numbered(0, time.Now()))
	flush(t, s)
	wantNumbers(t, srv.Requests(), 1)
}

func TestASnapshotHasTheResourceOfItsOwnMoment(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Status: 503}))
		s, stats, _ := newSender(t, Options{Protocol: protocol, Resource: named("early")})
		s.Send(numbered(0, time.Now()))
		waitFailures(t, stats, 1)
		s.SetResource(named("complete"))
		s.Send(numbered(1, time.Now()))
		srv.Answer(otlptest.Answer{})
		for i, want := range []string{"early", "complete"} {
			rm := srv.Wait(t, 2)[i].Metrics.ResourceMetrics().At(0)
			if v, _ := rm.Resource().Attributes().Get("host.name"); v.Str() != want {
				t.Errorf("snapshot %d has the resource %q, want %q", i, v.Str(), want)
			}
		}
	})
}

func named(host string) *resource.Resource {
	return resource.NewSchemaless(attribute.String("host.name", host), attribute.StringSlice("process.command_args", []string{"a", "b"}))
}

func TestOneExportOnRequestSaysWhatBecameOfIt(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		if n, err := TestExport(t.Context(), Options{Protocol: protocol}, nil); n != 0 || err != nil {
			t.Errorf("%d rejected, %v", n, err)
		}
		srv.Answer(otlptest.Answer{Rejected: 1, Message: "no"})
		if n, err := TestExport(t.Context(), Options{Protocol: protocol}, numbered(0, time.Now())); n != 1 || err == nil {
			t.Errorf("%d rejected, %v", n, err)
		}
		srv.Answer(otlptest.Answer{Status: 401, Message: "who are you"})
		if _, err := TestExport(t.Context(), Options{Protocol: protocol}, nil); err == nil || !strings.Contains(err.Error(), "who are you") {
			t.Errorf("%v", err)
		}
		if len(srv.Attempts()) != 3 {
			t.Errorf("%d attempts", len(srv.Attempts()))
		}
	})
}

func TestADirectoryThatCannotBeUsedLeavesTheQueueInMemory(t *testing.T) {
	clearEnvironment(t)
	srv := otlptest.NewGRPC(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", srv.URL)
	s, _, r := newSender(t, Options{Queue: queue.Options{Dir: "/proc/nowhere"}})
	s.Send(numbered(0, time.Now()))
	flush(t, s)
	wantNumbers(t, srv.Requests(), 1)
	if !strings.Contains(r.String(), "snapshots wait in memory") {
		t.Error(r)
	}
}
