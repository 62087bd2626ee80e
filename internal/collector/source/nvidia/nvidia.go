// Package nvidia reads nvidia's GPUs through their management library.
//
//  1. session.go opens the library, finds the devices, and finds them again
//     when they change or the driver is replaced.
//  2. device.go has a goroutine for each device read what is quick in a tick,
//     so that a device that hangs costs only its own values; read.go and
//     process.go say what that is.
//  3. background.go reads what is slow between ticks, as pace.go says: pcie.go
//     what must be integrated, nvlink.go, use.go and mig.go the rest; xid.go
//     waits for faults.
//  4. nvidia.go collects the readings of a tick; package gpu emits them.
package nvidia

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
	"platform/internal/collector/source/nvidia/nvml"
)

// Options say how GPUs are read.
type Options struct {
	Root         host.Root
	LibPath      string        // of the library; "" looks where drivers put it
	Interval     time.Duration // between ticks; slow reads are made shortly before one. 0: unknown
	Interconnect bool          // read NVLink
	GPU          gpu.Options

	// Trace is told of every call of the library and how long it took.
	Trace func(symbol string, took time.Duration)
}

// Source is all GPUs of one host.
type Source struct {
	opt     Options
	emitter *gpu.Emitter
	pace    *pace
	xids    *xidCounts
	links   *ledger
	names   []string // where to look for the library

	patience time.Duration // with calls that are under way when they should end

	kick   chan struct{} // asks for the devices to be found again now
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	session *session // nil while the driver is gone
	absent  error    // why

	reports []gpu.Report // of the tick; reused
}

const (
	rescanEvery = 10 * time.Second       // new devices, MIG instances and drivers are found within
	firstRead   = 500 * time.Millisecond // that Open waits for slow values at most
	perTick     = 2 * time.Second        // that a tick waits for a device at most
)

// Open loads the library and finds the devices. It returns ErrUnavailable when
// there is no library or no driver, or none that answers before ctx ends.
func Open(ctx context.Context, opt Options) (*Source, error) {
	s := newSource(opt)
	if err := s.connectWithin(ctx); err != nil {
		return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.wg.Go(func() { s.supervise(life) })
	s.session.awaitFirst(ctx, firstRead)
	return s, nil
}

// connectWithin opens a session, unless the driver does not answer before ctx
// ends. The session that opens too late is closed.
func (s *Source) connectWithin(ctx context.Context) error {
	opened := make(chan error, 1)
	go func() { opened <- s.connect() }()
	select {
	case err := <-opened:
		return err
	case <-ctx.Done():
	}
	go func() {
		if <-opened == nil {
			s.Close()
		}
	}()
	return fmt.Errorf("wait for the driver: %w", ctx.Err())
}

func newSource(opt Options) *Source {
	return &Source{
		opt:     opt,
		emitter: gpu.NewEmitter(opt.GPU),
		pace:    newPace(opt.Interval),
		xids:    newXIDCounts(),
		links:   newLedger(),
		names:   libraryNames(opt),

		patience: 3 * time.Second,
		kick:     make(chan struct{}, 1),
		cancel:   func() {},
	}
}

// Close ends all background work, but does not wait forever for a call that
// hangs in the driver.
func (s *Source) Close() error {
	s.cancel()
	if !ends(&s.wg, s.patience) {
		return errStuck
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil
	}
	err := s.session.close()
	s.session = nil
	return err
}

// Sample adds the metrics of all devices to b.
func (s *Source) Sample(ctx context.Context, b *sample.Batch) error {
	s.pace.tick()
	devices, err := s.devices()
	for _, d := range devices {
		d.wantsIO.Store(s.emitter.Wants(b, d.Device, metrics.GPUIO, "receive"))
		d.begin()
	}
	ctx, cancel := context.WithTimeout(ctx, allowed(ctx))
	defer cancel()
	errs := []error{err}
	s.reports = s.reports[:0]
	for _, d := range devices {
		r, err := d.await(ctx)
		if errors.Is(err, errGone) {
			continue
		}
		s.reports = append(s.reports, r)
		if err != nil {
			errs = append(errs, fmt.Errorf("read %s: %w", d.ID, err))
			if nvml.Unloaded(err) || d.parent != nil { // an instance may have been taken apart
				s.rescan()
			}
		}
	}
	s.emitter.Emit(b, s.reports)
	return errors.Join(errs...)
}

// allowed is how long to wait for devices: short of the deadline, so that
// those that did answer are still emitted.
func allowed(ctx context.Context) time.Duration {
	if deadline, ok := ctx.Deadline(); ok {
		return min(perTick, time.Until(deadline)*4/5)
	}
	return perTick
}

// devices returns those of the present session.
func (s *Source) devices() ([]*device, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, s.absent
	}
	return s.session.known(), nil
}

// rescan asks for the devices to be found again without waiting for it.
func (s *Source) rescan() {
	select {
	case s.kick <- struct{}{}:
	default:
	}
}
