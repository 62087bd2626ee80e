package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"platform/internal/collector/gpu"
)

// device is a device that is being read.
type device struct {
	gpu.Device
	cancel context.CancelFunc
	first  chan struct{} // closed when it was read once
	began  time.Time

	mu      sync.Mutex
	at      time.Time // of the reading; zero before the first
	reading gpu.Reading
	err     error
}

var (
	errNotYet = errors.New("not read yet")
	errHangs  = errors.New("no answer: the read of it hangs")
)

// begin starts to read a device.
func (s *Source) begin(ctx context.Context, f Found) *device {
	ctx, cancel := context.WithCancel(ctx)
	d := &device{Device: f.Device, cancel: cancel, first: make(chan struct{}), began: time.Now()}
	s.wg.Go(func() { s.run(ctx, d, f.Open()) })
	return d
}

// run reads a device until ctx ends.
func (s *Source) run(ctx context.Context, d *device, r Reader) {
	var slow sync.WaitGroup
	defer func() {
		slow.Wait()
		if c, ok := r.(io.Closer); ok {
			c.Close()
		}
	}()
	if r, ok := r.(Slow); ok {
		slow.Go(func() { runSlow(ctx, r) })
	}
	for again := true; again; again = s.pace.wait(ctx) {
		d.read(r)
	}
}

func runSlow(ctx context.Context, r Slow) {
	for {
		again := time.Minute // after a panic
		safely(func() error {
			again = r.ReadSlow(time.Now())
			return nil
		})
		if again <= 0 || !sleep(ctx, again) {
			return
		}
	}
}

func (d *device) read(r Reader) {
	now := time.Now()
	var reading gpu.Reading
	err := safely(func() (err error) {
		reading, err = r.Read(now)
		return err
	})
	d.mu.Lock()
	first := d.at.IsZero()
	d.at, d.reading, d.err = now, reading, err
	d.mu.Unlock()
	if first {
		close(d.first)
	}
}

// latest returns the last reading, and a lost device when that is too old.
func (d *device) latest(now time.Time, stale time.Duration) (gpu.Reading, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.at.IsZero() && now.Sub(d.began) <= stale:
		return gpu.Reading{}, errNotYet
	case now.Sub(d.at) > stale:
		return gpu.Reading{Lost: true}, errHangs
	}
	return d.reading, d.err
}

// safely turns a panic of f into an error that says where it was.
func safely(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return f()
}
