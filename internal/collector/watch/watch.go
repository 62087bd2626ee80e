// Package watch reads GPUs between ticks, so that none of them can hold a tick
// up.
//
//  1. find.go keeps the list of devices, and finds what comes and goes.
//  2. device.go has a goroutine read each device shortly before every tick, as
//     pace.go says, and another one what takes long.
//  3. users.go does the same for the processes that use them.
//  4. watch.go takes the latest of all that when the tick comes; package gpu
//     emits it.
package watch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Vendor finds devices. It is asked by one goroutine.
type Vendor interface {
	// Find lists the devices that are there now. An error leaves the list as
	// it was.
	Find() ([]Found, error)
	// Close is called when no goroutine reads any more.
	Close() error
}

// Found is a device that is there. One that equals a device of the list before
// is the same; Open is called for one that is new.
type Found struct {
	gpu.Device
	Open func() Reader
}

// Reader reads one device. Read is called by one goroutine. A Reader that is a
// Closer is closed when nothing of it is called any more.
type Reader interface {
	// Read returns what can be read now. The error says what could not; a
	// device that does not answer at all is Lost.
	Read(now time.Time) (gpu.Reading, error)
}

// Slow is a Reader with values that take long.
type Slow interface {
	// ReadSlow is called by a goroutine of its own, over and over. It returns
	// after how long it wants to be called again, 0 for never.
	ReadSlow(now time.Time) time.Duration
}

// Options are the same for all vendors.
type Options struct {
	Name     string        // of the vendor, for people
	Interval time.Duration // between ticks; 0 when unknown
	GPU      gpu.Options
}

// Source is all GPUs of one vendor.
type Source struct {
	opt     Options
	vendor  Vendor
	emitter *gpu.Emitter
	pace    pace

	patience time.Duration // with reads that are under way when they should end
	kick     chan struct{} // asks for the devices to be found again now
	cancel   context.CancelFunc
	wg       sync.WaitGroup

	mu      sync.Mutex
	devices []*device
	absent  error // why the last search failed
	use     use

	reports []gpu.Report // of the tick; reused
}

const (
	findEvery = 10 * time.Second
	firstRead = 500 * time.Millisecond // that Open waits for first values at most
)

// Open finds the devices of a vendor and begins to read them. It returns
// ErrUnavailable when there are none, or none that answer before ctx ends; the
// vendor is closed then.
func Open(ctx context.Context, v Vendor, opt Options) (*Source, error) {
	s := &Source{
		opt: opt, vendor: v, emitter: gpu.NewEmitter(opt.GPU), pace: pace{interval: opt.Interval, begun: make(chan struct{})},
		patience: 3 * time.Second, kick: make(chan struct{}, 1),
	}
	found, err := s.findWithin(ctx)
	if err == nil && len(found) == 0 {
		err = errors.Join(fmt.Errorf("no GPU of %s", opt.Name), v.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
	}
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	s.adopt(life, found)
	s.wg.Go(func() { s.keepFinding(life) })
	s.awaitFirst(ctx, s.watchUsers(life))
	return s, nil
}

// Sample adds the metrics of all devices to b.
func (s *Source) Sample(_ context.Context, b *sample.Batch) error {
	s.pace.tick(b.Now)
	s.mu.Lock()
	devices, use := s.devices, s.use
	errs := []error{s.absent, use.err}
	s.mu.Unlock()
	useKnown := !use.at.IsZero() && b.Now.Sub(use.at) <= s.staleAfter()
	s.reports = s.reports[:0]
	for _, d := range devices {
		reading, err := d.latest(b.Now, s.staleAfter())
		if errors.Is(err, errNotYet) {
			continue
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("read %s: %w", d.ID, err))
		}
		if reading.Lost {
			s.findNow()
		}
		r := gpu.Report{Device: d.Device, Reading: reading}
		if useKnown {
			use.of[d.ID].fill(&r)
		}
		s.reports = append(s.reports, r)
	}
	s.emitter.Emit(b, s.reports)
	return errors.Join(errs...)
}

// staleAfter is how old a value may be: beyond, the read of it hangs.
func (s *Source) staleAfter() time.Duration { return max(15*time.Second, 2*s.opt.Interval) }

var errStuck = errors.New("close: a read hangs in the driver")

// Close ends all background work, but does not wait forever for a read that
// hangs in the driver.
func (s *Source) Close() error {
	s.cancel()
	ended := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(ended)
	}()
	timeout := time.NewTimer(s.patience)
	defer timeout.Stop()
	select {
	case <-ended:
		return s.vendor.Close()
	case <-timeout.C:
		return errStuck
	}
}

// awaitFirst waits until all devices and their users were read once.
func (s *Source) awaitFirst(ctx context.Context, users <-chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, firstRead)
	defer cancel()
	s.mu.Lock()
	awaited := []<-chan struct{}{users}
	for _, d := range s.devices {
		awaited = append(awaited, d.first)
	}
	s.mu.Unlock()
	for _, first := range awaited {
		select {
		case <-first:
		case <-ctx.Done():
			return
		}
	}
}
