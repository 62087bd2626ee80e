// Package self measures the collector: its process, and how its sources and
// exports fare.
package self

import (
	"context"
	"errors"
	"fmt"
	gometrics "runtime/metrics"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Deps is what the collector says of itself.
type Deps struct {
	Latest      func() *sample.Snapshot // of the tick before; may return nil
	Exports     func() Exports          // nil: nothing is exported
	OmitProcess bool                    // report only the collector's work
}

// Source samples the collector.
type Source struct {
	deps    Deps
	process *process // nil when left out
	entity  *sample.Entity
	began   time.Time // of the process

	lastCPU time.Duration
	lastAt  time.Time
	runtime []gometrics.Sample
}

// Open opens the accounts of the collector's own process.
func Open(root host.Root, deps Deps) (*Source, error) {
	s := &Source{deps: deps, began: time.Now(), runtime: []gometrics.Sample{
		{Name: "/sched/goroutines:goroutines"},
		{Name: "/memory/classes/heap/objects:bytes"},
	}}
	if !deps.OmitProcess {
		p, err := openProcess(root)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", source.ErrUnavailable, err)
		}
		s.process, s.began = p, p.began()
	}
	s.lastAt = s.began
	s.entity = sample.NewEntity().Since(s.began)
	return s, nil
}

// Sample adds the state of the collector.
func (s *Source) Sample(ctx context.Context, b *sample.Batch) error {
	s.addWork(b)
	if s.process == nil {
		return nil
	}
	s.addRuntime(b)
	return errors.Join(s.addUsage(ctx, b), s.addDescriptors(ctx, b))
}

// usage is what the process has and has taken.
type usage struct {
	user, system      time.Duration // CPU time since it began
	resident, virtual int64         // bytes
	threads           int64
}

func (s *Source) addUsage(ctx context.Context, b *sample.Batch) error {
	u, err := s.process.usage(ctx)
	if err != nil {
		return err
	}
	b.Float(s.entity, metrics.ProcessCPUTime, u.user.Seconds(), "user")
	b.Float(s.entity, metrics.ProcessCPUTime, u.system.Seconds(), "system")
	cpu := u.user + u.system
	if wall := b.Now.Sub(s.lastAt); wall > 0 && cpu >= s.lastCPU {
		b.Float(s.entity, metrics.ProcessCPUUtilization, (cpu-s.lastCPU).Seconds()/wall.Seconds())
	}
	s.lastCPU, s.lastAt = cpu, b.Now
	b.Int(s.entity, metrics.ProcessMemoryUsage, u.resident)
	b.Int(s.entity, metrics.ProcessMemoryVirtual, u.virtual)
	b.Int(s.entity, metrics.ProcessThreadCount, u.threads)
	return nil
}

func (s *Source) addDescriptors(ctx context.Context, b *sample.Batch) error {
	n, err := s.process.descriptors(ctx)
	if err == nil {
		b.Int(s.entity, metrics.ProcessFileDescriptors, n)
	} else if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// addRuntime adds what the Go runtime knows; reading it stops nothing.
func (s *Source) addRuntime(b *sample.Batch) {
	gometrics.Read(s.runtime)
	for i, m := range []*metrics.Def{metrics.ProcessGoroutines, metrics.ProcessHeapAlloc} {
		if v := s.runtime[i].Value; v.Kind() == gometrics.KindUint64 {
			b.Int(s.entity, m, int64(v.Uint64()))
		}
	}
}

// Close closes the kept-open files.
func (s *Source) Close() error {
	if s.process == nil {
		return nil
	}
	return s.process.close()
}
