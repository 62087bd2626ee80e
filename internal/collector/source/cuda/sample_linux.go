//go:build amd64 || arm64

package cuda

import (
	"context"
	"errors"
	"fmt"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// Sample adds everything counted so far, and the model's estimate for the time
// since the last sample.
func (s *Source) Sample(ctx context.Context, b *sample.Batch) error {
	s.mu.Lock()
	err, reader := s.err, s.reader
	s.err = nil
	s.mu.Unlock()
	now := monotonic()
	if reader != nil {
		err = errors.Join(err, s.readOpenSpans(now), s.flush(ctx))
		s.look() // before the counts are read, so that the last reading has all
		err = errors.Join(err, s.readCounts(), s.tracer.shed())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.emit(b, now)
	if reader != nil {
		err = errors.Join(err, s.emitLosses(b), s.forget())
	}
	return err
}

// look marks the processes that have ended.
func (s *Source) look() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for pid, p := range s.processes {
		start, running := s.alive(pid)
		p.gone = !running || start != p.start
		s.findDevices(p) // they may have become known since
	}
}

// flush waits until all records that were sent before have been taken.
func (s *Source) flush(ctx context.Context) error {
	if err := s.reader.Flush(); err != nil {
		return fmt.Errorf("flush records: %w", err)
	}
	select {
	case <-s.flushed:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("flush records: %w", ctx.Err())
	case <-s.done:
		return errClosed
	}
}

// idleAfter is how long a span without launch or sync is taken for running, ns.
const idleAfter = 30e9

// readOpenSpans reads the spans that are open at now. When the record of one
// comes while the tick goes on, the span is taken from there instead.
func (s *Source) readOpenSpans(now uint64) error {
	synced := map[uint32][maxDevices]uint64{}
	err := readAll(s.tracer.programs.maps["processes"], func(pid uint32, p *processState) { synced[pid] = p.Sync })
	if err != nil {
		return fmt.Errorf("read processes: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for pid := range synced {
		s.see(pid, "", s.opened)
	}
	clear(s.open)
	err = readAll(s.tracer.programs.maps["streams"], func(key streamKey, st *streamState) {
		sync, ok := synced[key.TGID]
		if st.First == 0 || !ok {
			return
		}
		end := now
		if at := max(sync[0], sync[st.Device%maxDevices]); at > st.Last {
			end = at
		} else if st.Last+idleAfter < now {
			end = st.Last
		}
		s.open[spanKey{key.TGID, key.Stream, st.First}] =
			openSpan{span{st.First, end, st.Launches, st.Threads, st.UnknownGraphs}, st.Device, st.Last}
	})
	if err != nil {
		return fmt.Errorf("read streams: %w", err)
	}
	return nil
}

// readCounts adds what the kernel counted since the last tick.
func (s *Source) readCounts() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps := s.tracer.programs.maps
	kernels := func(before map[kernelKey]*kernelStats) func(kernelKey, *kernelStats) {
		return func(key kernelKey, now *kernelStats) {
			p := s.see(key.TGID, "", s.opened)
			p.addKernel(key, now, last(before, key), s.lookups(p))
			*before[key] = *now
		}
	}
	return errors.Join(
		readAll(maps["kernels"], kernels(s.before.kernels)),
		readAll(maps["others"], kernels(s.before.others)),
		readAll(maps["memories"], func(key deviceKey, now *memoryStats) {
			s.see(key.TGID, "", s.opened).addMemory(key, now, last(s.before.memory, key))
			*s.before.memory[key] = *now
		}),
		readAll(maps["copied"], func(key copyKey, now *copyStats) {
			s.see(key.TGID, "", s.opened).addCopies(key, now, last(s.before.copies, key))
			*s.before.copies[key] = *now
		}))
}

// last returns the entry of key, made when missing.
func last[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}

// emit adds the totals and the estimates to the batch.
func (s *Source) emit(b *sample.Batch, now uint64) {
	for key, sp := range s.open {
		p := s.processes[key.pid]
		if p == nil {
			continue
		}
		if p.gone { // nothing waits for its work any more
			sp.end = min(sp.end, sp.last)
		}
		s.addSpan(p, sp.device, sp.span)
	}
	clear(s.open)
	var devices []Device
	if s.options.Devices != nil {
		devices = s.options.Devices.CUDADevices()
	}
	cores := map[string]float64{}
	for _, d := range devices {
		cores[d.ID] = float64(d.Cores)
	}
	used, active := s.model.finish(now, cores)
	for _, d := range devices {
		s.emitDevice(b, d, active[d.ID])
	}
	for _, p := range s.processes {
		s.askForNames(p)
		for id, a := range p.places {
			a.emit(b)
			a.emitUsage(b, used[loadKey{p.pid, id}])
		}
	}
	for _, p := range s.leaving { // 0 once more, then no more
		if again := s.processes[p.pid]; again != nil && again.name == p.name {
			continue
		}
		for _, a := range p.places {
			if a.reported {
				a.emitUsage(b, usage{})
			}
		}
	}
	s.leaving = nil
}

// askForNames has the symbols of nameless kernels looked for.
func (s *Source) askForNames(p *process) {
	for _, tried := range p.names.nameless {
		if !tried {
			select {
			case s.named <- p.pid:
			default: // after the next tick
			}
			return
		}
	}
}

// emitUsage adds the model's estimate for a process on a device.
func (a *activity) emitUsage(b *sample.Batch, u usage) {
	if a.occupancy != nil {
		a.reported = true
		b.Float(a.occupancy, metrics.ProcessCoreUsage, u.cores)
		b.Float(a.occupancy, metrics.ProcessEstimatedActive, u.active)
	}
}

// emitDevice adds the estimate for a device. A GPU in MIG mode has none: its
// instances do.
func (s *Source) emitDevice(b *sample.Batch, d Device, active float64) {
	e := s.entities[d.ID]
	if e == nil {
		modelled := d.Device
		modelled.Source = "ebpf_model"
		e = sample.NewEntity(modelled.Attributes()...)
		s.entities[d.ID] = e
	}
	if d.Cores > 0 {
		b.Int(e, metrics.CoreLimit, int64(d.Cores))
	}
	if !d.MIG.Enabled || d.MIG.DeviceID != "" {
		b.Float(e, metrics.EstimatedActive, active)
	}
}

// emitLosses adds how often a table of the programs was full.
func (s *Source) emitLosses(b *sample.Batch) error {
	var total, n uint64
	for i := range losses {
		if err := s.tracer.programs.maps["losses"].Lookup(uint32(i), &n); err != nil {
			return fmt.Errorf("read losses: %w", err)
		}
		total += n
	}
	b.Int(s.self, metrics.CUDALost, int64(total))
	return nil
}
