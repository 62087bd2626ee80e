package otlp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

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
	asked    atomic.Bool // the sender waits because the endpoint asked for it

	mu      sync.Mutex
	taken   int           // snapshots given to Send that are not in the queue yet
	changed chan struct{} // closed and replaced when taken or the queue changes

	cancel context.CancelFunc
	ended  chan struct{} // closed when both goroutines have ended
}

// NewSender returns a sender to the endpoint that the environment names, or
// ErrNoEndpoint. Nothing is dialled before there is something to send. The
// sender works until Close, also when ctx has ended: the last snapshot is sent
// after that.
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
	ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
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
		if s.durable && (s.asked.Load() || s.stats.Failures.Load() > failures) {
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
