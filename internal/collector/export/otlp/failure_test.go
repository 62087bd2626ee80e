package otlp

import (
	"strings"
	"testing"
	"time"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
)

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

func TestClosingDoesNotWaitForAnEndpointThatNeverAnswers(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver(otlptest.Answers(otlptest.Answer{Hang: true}))
		s, _, _ := newSender(t, Options{Protocol: protocol}) // with the timeout of 10 s
		s.Send(numbered(0, time.Now()))
		srv.WaitAttempts(t, 1)
		closeWithin(t, s, 50*time.Millisecond)
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
