//go:build amd64 || arm64

package cuda

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/cilium/ebpf/ringbuf"
	"golang.org/x/sys/unix"

	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

// Source counts CUDA calls on this host.
type Source struct {
	options Options
	tracer  *tracer
	watch   *watch

	done  chan struct{} // closed by Close
	scan  chan int      // processes whose maps are to be read
	named chan uint32   // processes with kernels that may have a host function's name
	tasks sync.WaitGroup

	mu        sync.Mutex
	err       error // of background work, since the last sample
	reader    *ringbuf.Reader
	flushed   chan struct{} // one for each flush that has been read
	opened    time.Time
	processes map[uint32]*process
	leaving   []*process // ended in the last tick; their occupancy is 0 once more
	before    counts
	model     *model
	entities  map[string]*sample.Entity // devices, for the model
	open      map[spanKey]openSpan      // when the tick began
	self      *sample.Entity
}

// counts is what the kernel had counted at the last tick.
type counts struct {
	kernels, others map[kernelKey]*kernelStats
	memory          map[deviceKey]*memoryStats
	copies          map[copyKey]*copyStats
}

func newCounts() counts {
	return counts{map[kernelKey]*kernelStats{}, map[kernelKey]*kernelStats{}, map[deviceKey]*memoryStats{}, map[copyKey]*copyStats{}}
}

// spanKey names a span: one begins on a stream at one time.
type spanKey struct {
	pid           uint32
	stream, first uint64
}

type openSpan struct {
	span
	device uint32
	last   uint64 // launch
}

// Open begins to watch for CUDA libraries and counts calls to them. On a host
// that lacks what this needs, it returns an error wrapping
// source.ErrUnavailable that says what.
func Open(ctx context.Context, o Options) (*Source, error) {
	config, err := o.config()
	if err != nil {
		return nil, err
	}
	if err := supported(o.Unproven); err != nil {
		return nil, err
	}
	s := &Source{
		options: o, done: make(chan struct{}), scan: make(chan int, 256), named: make(chan uint32, 64), flushed: make(chan struct{}, 1),
		opened: time.Now(), processes: map[uint32]*process{}, before: newCounts(), model: newModel(monotonic()),
		entities: map[string]*sample.Entity{}, open: map[spanKey]openSpan{}, self: sample.NewEntity(),
	}
	s.tracer = &tracer{root: o.Root, below: o.Below, config: config, old: o.old, loaded: s.listen}
	var blind error
	if s.watch, blind = openWatch(); blind != nil {
		blind = fmt.Errorf("watch for new libraries, which are looked for every %v instead: %w", rescanBlind, blind)
	}
	err = errors.Join(s.tracer.scanInstalled(), s.tracer.scanAll(), s.tracer.place())
	if errors.Is(err, source.ErrUnavailable) {
		return nil, errors.Join(err, s.Close())
	}
	s.err = errors.Join(err, blind)
	s.tasks.Go(s.follow)
	return s, nil
}

// State says what keeps the source from counting now: nil when nothing does.
func (s *Source) State() error {
	if s.tracer.attached() == [2]int{} {
		return errNoLibrary
	}
	return nil
}

// Libraries returns the files that have probes, as the processes see them.
func (s *Source) Libraries() []string {
	s.tracer.mu.Lock()
	defer s.tracer.mu.Unlock()
	var paths []string
	for _, l := range s.tracer.libraries {
		if l.placed {
			paths = append(paths, l.path)
		}
	}
	return paths
}

// Times returns how long the kernel needed to load the programs, to put in the
// probes and, after Close, to remove them.
func (s *Source) Times() Times { return s.tracer.times() }

// Close removes all probes and programs. When it returns, no program meets a probe
// any more; the kernel frees what it had for them some grace periods later.
func (s *Source) Close() error {
	select {
	case <-s.done:
		return nil
	default:
	}
	close(s.done)
	var err error
	var wg sync.WaitGroup // side by side: each waits for the kernel's grace periods
	wg.Go(s.watch.close)
	wg.Go(func() { err = s.tracer.close() })
	wg.Wait()
	s.tasks.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reader != nil {
		err = errors.Join(err, s.reader.Close())
	}
	return err
}

// fail keeps an error of background work for the next sample.
func (s *Source) fail(err error) {
	if err != nil && !errors.Is(err, errClosed) {
		s.mu.Lock()
		s.err = errors.Join(s.err, err)
		s.mu.Unlock()
	}
}

// How often all processes are looked at: as a safety net, or because the watch,
// which tells of new mappings at once, is not to be had.
const (
	rescanWatching = 5 * time.Minute
	rescanBlind    = 15 * time.Second
)

// follow looks at processes that may have mapped a new library.
func (s *Source) follow() {
	every := rescanWatching
	if s.watch == nil {
		every = rescanBlind
	}
	timer := time.NewTicker(every)
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case pid := <-s.scan:
			s.fail(errors.Join(s.tracer.scanProcess(pid), s.tracer.place()))
		case pid := <-s.named:
			s.nameHostFunctions(pid)
		case pid := <-s.watch.mapped():
			if pid == everyProcess {
				s.fail(s.tracer.scanAll())
			} else {
				s.fail(s.tracer.scanProcess(pid))
			}
			s.fail(s.tracer.place())
		case <-timer.C:
			s.fail(errors.Join(s.tracer.scanInstalled(), s.tracer.scanAll(), s.tracer.place()))
		}
	}
}

// listen begins to read what the programs send.
func (s *Source) listen(p *programs) {
	reader, err := ringbuf.NewReader(p.maps["records"])
	if err != nil {
		s.fail(fmt.Errorf("read records: %w", err))
		return
	}
	s.mu.Lock()
	s.reader = reader
	s.opened = time.Now()
	s.mu.Unlock()
	s.tasks.Go(func() {
		<-s.done
		reader.Close()
	})
	s.tasks.Go(func() {
		var raw ringbuf.Record
		for {
			err := reader.ReadInto(&raw)
			switch {
			case errors.Is(err, ringbuf.ErrFlushed):
				s.flushed <- struct{}{}
			case err != nil:
				return // closed
			default:
				if r, ok := decodeRecord(raw.RawSample); ok {
					s.take(r)
				}
			}
		}
	})
}

// take handles a record.
func (s *Source) take(r record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch r.kind {
	case recordProcess:
		s.see(r.pid, r.text, time.Now())
		select {
		case s.scan <- int(r.pid):
		default: // the safety net will find it
		}
	case recordName:
		s.see(r.pid, "", time.Now()).names.learn(r.handle, r.text)
	case recordSpan:
		p := s.see(r.pid, "", time.Now())
		delete(s.open, spanKey{r.pid, r.span.Stream, r.span.First})
		s.addSpan(p, r.span.Device, span{r.span.First, r.span.End, r.span.Launches, r.span.Threads, r.span.UnknownGraphs})
	}
}

func (s *Source) addSpan(p *process, device uint32, sp span) {
	if d := p.device(device); d != nil {
		cores := float64(d.Cores)
		p.at(device)
		s.model.add(loadKey{p.pid, d.ID}, sp, cores, p.usual(cores))
	}
}

// monotonic returns the time that the programs use, in ns.
func monotonic() uint64 {
	var ts unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	return uint64(ts.Nano())
}
