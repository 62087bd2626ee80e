package watch

import (
	"context"
	"fmt"
	"time"

	"platform/internal/collector/gpu"
)

// findWithin finds the devices, unless that takes longer than ctx lives. What
// is found too late is given up.
func (s *Source) findWithin(ctx context.Context) ([]Found, error) {
	type answer struct {
		found []Found
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		found, err := s.vendor.Find()
		done <- answer{found, err}
	}()
	select {
	case a := <-done:
		if a.err != nil {
			s.vendor.Close()
		}
		return a.found, a.err
	case <-ctx.Done():
	}
	go func() {
		<-done
		s.vendor.Close()
	}()
	return nil, fmt.Errorf("wait for the driver: %w", ctx.Err())
}

// keepFinding finds devices anew, now and then and when asked.
func (s *Source) keepFinding(ctx context.Context) {
	ticker := time.NewTicker(findEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		case <-s.kick:
		}
		s.find(ctx)
	}
}

func (s *Source) find(ctx context.Context) {
	found, err := s.vendor.Find()
	if ctx.Err() != nil {
		return
	}
	if err == nil {
		s.adopt(ctx, found)
	}
	s.mu.Lock()
	s.absent = err
	s.mu.Unlock()
}

// adopt makes what was found the list of devices: one that is as it was goes
// on, one that is not there any more is no longer read.
func (s *Source) adopt(ctx context.Context, found []Found) {
	before := map[gpu.Device]*device{}
	for _, d := range s.devices {
		before[d.Device] = d
	}
	now := make([]*device, 0, len(found))
	for _, f := range found {
		d := before[f.Device]
		delete(before, f.Device)
		if d == nil {
			d = s.begin(ctx, f)
		}
		now = append(now, d)
	}
	for _, d := range before {
		d.cancel()
	}
	s.mu.Lock()
	s.devices = now
	s.mu.Unlock()
}

// findNow asks for the devices to be found again without waiting for it.
func (s *Source) findNow() {
	select {
	case s.kick <- struct{}{}:
	default:
	}
}
