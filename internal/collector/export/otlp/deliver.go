package otlp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"platform/internal/collector/export/queue"
)

// send sends the oldest record, over and over.
func (s *Sender) send(ctx context.Context) {
	w := waiter{delays: s.opt.delays}
	for ctx.Err() == nil {
		rec, ok := s.queue.Head()
		if !ok {
			s.change(0) // Head may have dropped what was too old
			select {
			case <-ctx.Done():
			case <-s.wake:
			}
			continue
		}
		o, known := s.deliver(ctx, rec)
		if known && !o.accepted && o.retry {
			s.pause(ctx, w.failed(o), o.retryAfter > 0)
		} else {
			w.reset()
			s.change(0)
		}
	}
}

// deliver sends rec once and settles what becomes of it. known is false when
// there was nothing to send or the sender is being closed.
func (s *Sender) deliver(ctx context.Context, rec queue.Record) (o outcome, known bool) {
	rm, err := s.content(rec)
	if err != nil {
		s.queue.Discard(rec.Seq, &s.stats.Queue.Unreadable)
		s.opt.Report(err)
		return o, false
	}
	out := rm
	if s.deltas != nil {
		out = s.deltas.since(rm)
	}
	o = s.client.export(ctx, out)
	if !o.accepted && !o.retry && rec.Body == nil {
		if body, clean := encode(rm, 0); !clean { // that is why
			o = s.client.export(ctx, mended(body, rm))
		}
	}
	switch {
	case o.accepted:
		if s.deltas != nil {
			s.deltas.sent(rm)
		}
		s.queue.Done(rec.Seq)
		s.stats.Successes.Add(1)
		s.stats.RejectedPoints.Add(o.rejected)
		s.worked(o.err)
	case ctx.Err() != nil:
		s.queue.Release()
		return o, false
	case o.retry:
		s.queue.Release()
		s.failed(ctx, o, o.err)
	default:
		s.queue.Discard(rec.Seq, &s.stats.Queue.Rejected)
		s.failed(ctx, o, fmt.Errorf("snapshot of %s dropped: %w", rec.Time.Format(time.RFC3339), o.err))
	}
	return o, true
}

func (s *Sender) worked(partly error) {
	if s.failures > 0 || partly != nil {
		s.opt.Report(partly)
	}
	s.failures, s.timeouts = 0, 0
}

func (s *Sender) failed(ctx context.Context, o outcome, err error) {
	s.stats.Failures.Add(1)
	s.opt.Report(err)
	s.failures++
	s.timeouts++
	if !o.timedOut {
		s.timeouts = 0
	}
	if s.timeouts == 2 || s.failures%10 == 0 {
		s.client.renew(ctx)
		s.timeouts = 0
	}
}

func (s *Sender) content(rec queue.Record) (*metricdata.ResourceMetrics, error) {
	if p, ok := rec.Live.(*payload); ok {
		return p.rm, nil
	}
	return decode(rec.Body)
}

// pause waits before the next try. Somebody who waits in Flush shortens it,
// unless the endpoint itself asked for it.
func (s *Sender) pause(ctx context.Context, d time.Duration, asked bool) {
	const whenFlushing = 250 * time.Millisecond
	if !asked && s.flushing.Load() > 0 {
		d = min(d, whenFlushing)
	}
	s.asked.Store(asked)
	defer s.asked.Store(false)
	s.change(0)
	t := time.NewTimer(d)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			return
		case <-s.hurry:
			if !asked {
				return
			}
		}
	}
}

// delays are how long to wait after failures: first, then twice as long each
// time up to limit.
type delays struct{ first, limit time.Duration }

// waiter counts failures in a row.
type waiter struct {
	delays
	next time.Duration
}

// maxRetryAfter bounds what an endpoint may ask for: one that asks for a year
// is asked again after an hour.
const maxRetryAfter = time.Hour

func (w *waiter) failed(o outcome) time.Duration {
	w.next = min(max(w.first, 2*w.next), w.limit)
	jittered := w.next/2 + rand.N(w.next/2+1) // so that a fleet does not return as one
	return max(jittered, min(o.retryAfter, maxRetryAfter))
}

func (w *waiter) reset() { w.next = 0 }
