package watch

import (
	"context"
	"maps"
	"time"

	"platform/internal/collector/gpu"
)

// Users is a Vendor that knows the processes on its devices.
type Users interface {
	// Users returns who uses the devices, by Device.ID; a device that is not
	// among them has nobody. It is called by one goroutine.
	Users(ctx context.Context, now time.Time, devices []gpu.Device) (map[string]Use, error)
}

// Use is what is known of a device through the processes on it.
type Use struct {
	Processes []gpu.Process
	Elsewhere bool  // the processes are with the parts of the device
	Held      *bool // see gpu.Reading

	// What follows is for readings that lack it.
	Utilization gpu.ByTask
	Memory      *uint64 // bytes in use
}

// use is one answer of Users.
type use struct {
	at  time.Time // zero when it is not known
	of  map[string]Use
	err error
}

// watchUsers has the processes read until ctx ends. The channel is closed when
// they were read once.
func (s *Source) watchUsers(ctx context.Context) <-chan struct{} {
	first := make(chan struct{})
	u, ok := s.vendor.(Users)
	if !ok {
		close(first)
		return first
	}
	s.wg.Go(func() {
		s.readUsers(ctx, u)
		close(first)
		for s.pace.wait(ctx) {
			s.readUsers(ctx, u)
		}
	})
	return first
}

func (s *Source) readUsers(ctx context.Context, u Users) {
	s.mu.Lock()
	devices := make([]gpu.Device, 0, len(s.devices))
	for _, d := range s.devices {
		devices = append(devices, d.Device)
	}
	s.mu.Unlock()
	got := use{at: time.Now()}
	got.err = safely(func() error {
		of, err := u.Users(ctx, got.at, devices)
		got.of = maps.Clone(of)
		return err
	})
	if got.err != nil {
		got.at = time.Time{}
	}
	s.mu.Lock()
	s.use = got
	s.mu.Unlock()
}

// fill completes a report.
func (u Use) fill(r *gpu.Report) {
	v := &r.Reading
	if !u.Elsewhere {
		r.Processes = u.Processes
		if r.Processes == nil {
			r.Processes = []gpu.Process{}
		}
	}
	v.Held = u.Held
	orElse(&v.Utilization.General, u.Utilization.General)
	orElse(&v.Utilization.Encoder, u.Utilization.Encoder)
	orElse(&v.Utilization.Decoder, u.Utilization.Decoder)
	orElse(&v.MemoryUsage, u.Memory)
}

func orElse[T any](p **T, other *T) {
	if *p == nil {
		*p = other
	}
}
