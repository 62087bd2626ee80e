package otlp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/export/queue"
	"platform/internal/collector/sample"
)

// Sender sends snapshots in order, each until the endpoint accepts it, refuses
// it for good, or the queue gives it up. Its methods may be called by several
// goroutines.
type Sender struct {
	opt     Options
	stats   *Stats
	queue   *queue.Queue
	durable bool // the queue is on disk
	client  *client
	deltas  *deltas // nil: cumulative

	// What follows belongs to the sending goroutine.
	failures, timeouts int // in a row

	resource atomic.Pointer[resource.Resource]
	intake   chan item
	wake     chan struct{} // a record was added
	hurry    chan struct{} // somebody waits in Flush
	flushing atomic.Int32

	mu      sync.Mutex
	taken   int           // snapshots given to Send that are not in the queue yet
	changed chan struct{} // closed and replaced when taken or the queue changes

	cancel context.CancelFunc
	ended  chan struct{} // closed when both goroutines have ended
}

// item is a snapshot with the resource of its moment.
type item struct {
	snap *sample.Snapshot
	res  *resource.Resource
}

// payload is a snapshot as the exporters take it, with its encoding where
// that was needed at once.
type payload struct {
	rm   *metricdata.ResourceMetrics
	body []byte
	size int
}

// bytesPerPoint is a usual size of a point with its attributes.
const bytesPerPoint = 256

// Encode returns the payload as OTLP.
func (p *payload) Encode() []byte {
	if p.body != nil {
		return p.body
	}
	body, _ := encode(p.rm, p.size)
	return body
}

// Size is a guess unless it is encoded.
func (p *payload) Size() int { return p.size }

// intakeSize is how many snapshots may wait for a disk that does not answer.
const intakeSize = 16

// NewSender returns a sender to the endpoint that the environment names, or
// ErrNoEndpoint. Nothing is dialled before there is something to send. The
// sender works until Close or until ctx ends, which discards what waits in
// memory.
func NewSender(ctx context.Context, opt Options, stats *Stats) (*Sender, error) {
	if opt.Report == nil {
		opt.Report = func(error) {}
	}
	if opt.delays == (delays{}) {
		opt.delays = delays{first: time.Second, limit: 30 * time.Second}
	}
	env, err := readEnvironment(opt.Protocol)
	if err != nil {
		return nil, err
	}
	c, err := newClient(ctx, env)
	if err != nil {
		return nil, err
	}
	s := &Sender{
		opt: opt, stats: stats, client: c,
		deltas: newDeltas(c.exporter.Temporality, time.Now()),
		intake: make(chan item, intakeSize), wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1),
		changed: make(chan struct{}), ended: make(chan struct{}),
	}
	s.resource.Store(opt.Resource)
	s.openQueue()
	ctx, s.cancel = context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { s.keep(ctx) })
	wg.Go(func() { s.send(ctx) })
	go func() {
		wg.Wait()
		close(s.ended)
	}()
	return s, nil
}

// openQueue opens the queue, in memory when its directory cannot be used, and
// takes up the base of deltas where the last process left it.
func (s *Sender) openQueue() {
	opt := s.opt.Queue
	opt.KeepLast = s.deltas != nil
	q, err := queue.Open(opt, &s.stats.Queue)
	if err != nil {
		s.opt.Report(fmt.Errorf("%w; snapshots wait in memory", err))
		opt.Dir = ""
		q, _ = queue.Open(opt, &s.stats.Queue) // memory cannot fail to open
	}
	s.queue, s.durable = q, opt.Dir != ""
	if last, ok := q.Last(); ok {
		if rm, err := decode(last.Body); err == nil {
			s.deltas.sent(rm)
		}
	}
}

// SetResource makes res the resource of later snapshots.
func (s *Sender) SetResource(res *resource.Resource) { s.resource.Store(res) }

// Send queues snap and returns at once.
func (s *Sender) Send(snap *sample.Snapshot) {
	s.change(1)
	select {
	case s.intake <- item{snap, s.resource.Load()}:
	default:
		s.stats.Queue.Overflow.Add(1)
		s.change(-1)
	}
}

// keep puts snapshots into the queue.
func (s *Sender) keep(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case it := <-s.intake:
			if err := s.queue.Push(it.snap.Time, s.prepare(it)); err != nil {
				s.opt.Report(err)
			}
			notify(s.wake)
			s.change(-1)
		}
	}
}

// prepare lays a snapshot out for the queue. One that goes to disk is encoded;
// so is one for deltas, whose series must have the same names whether they were
// read back or not.
func (s *Sender) prepare(it item) *payload {
	p := &payload{rm: convert(it.snap, it.res), size: bytesPerPoint * (1 + it.snap.Points())}
	if s.durable || s.deltas != nil {
		var clean bool
		if p.body, clean = encode(p.rm, p.size); !clean {
			p.rm = mended(p.body, p.rm)
		}
		p.size = len(p.body)
	}
	return p
}

// mended returns the snapshot in body, where text that is no UTF-8 has been
// replaced.
func mended(body []byte, rm *metricdata.ResourceMetrics) *metricdata.ResourceMetrics {
	if again, err := decode(body); err == nil {
		return again
	}
	return rm
}

// send sends the oldest record, over and over.
func (s *Sender) send(ctx context.Context) {
	w := waiter{delays: s.opt.delays}
	for ctx.Err() == nil {
		rec, ok := s.queue.Head()
		if !ok {
			select {
			case <-ctx.Done():
			case <-s.wake:
			}
			continue
		}
		o, known := s.deliver(ctx, rec)
		s.change(0)
		if known && !o.accepted && o.retry {
			s.pause(ctx, w.failed(o), o.retryAfter > 0)
		} else {
			w.reset()
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

// Flush waits until everything given to Send so far has been sent or given up.
// With a directory it does not wait for an endpoint that fails: what is on disk
// is safe.
func (s *Sender) Flush(ctx context.Context) error {
	s.flushing.Add(1)
	defer s.flushing.Add(-1)
	notify(s.hurry)
	failures := s.stats.Failures.Load()
	for {
		s.mu.Lock()
		left, changed := s.taken+int(s.stats.Queue.Length.Load()), s.changed
		s.mu.Unlock()
		if left == 0 {
			return nil
		}
		if s.durable && s.stats.Failures.Load() > failures {
			return fmt.Errorf("flush: %d snapshots stay on disk", left)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("flush: %d snapshots not sent: %w", left, ctx.Err())
		case <-s.ended:
			return fmt.Errorf("flush: %d snapshots not sent: the sender is closed", left)
		case <-changed:
		}
	}
}

// Close flushes until ctx ends and stops the sender.
func (s *Sender) Close(ctx context.Context) error {
	err := s.Flush(ctx)
	s.cancel()
	select {
	case <-s.ended:
	case <-time.After(time.Second): // a disk that does not answer cannot be interrupted
		return errors.New("close the sender: the queue's disk does not answer")
	}
	s.client.close()
	s.queue.Close()
	return err
}

// change tells those who wait that something changed, and counts snapshots on
// their way into the queue.
func (s *Sender) change(taken int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken += taken
	close(s.changed)
	s.changed = make(chan struct{})
}

// notify wakes whoever waits on c, now or next.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
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
