//go:build amd64 || arm64

package cuda

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"platform/internal/collector/host"
)

// tracer keeps the programs in the kernel and the probes in the libraries. The
// programs are loaded when the first library is found, while others are looked
// for: a host without CUDA pays for neither.
type tracer struct {
	root   host.Root
	below  string // a directory; libraries of processes elsewhere are left alone
	config kernelConfig
	old    bool            // use only what kernels of 5.15 have
	loaded func(*programs) // called once the programs are there

	mu        sync.Mutex
	loading   chan loading // nil unless the programs are being loaded
	programs  *programs    // nil until a library is found
	libraries []*library
	took      Times
	closed    bool
}

// loading is what came of loading the programs.
type loading struct {
	programs *programs
	took     time.Duration
	err      error
}

var errClosed = errors.New("the source is closed")

// beginLoad loads the programs on the side, unless that has begun. It is called
// with mu held.
func (t *tracer) beginLoad() {
	if t.programs != nil || t.loading != nil {
		return
	}
	done := make(chan loading, 1)
	t.loading = done
	go func() {
		start := time.Now()
		p, err := testAndLoad(t.config, t.old)
		done <- loading{p, time.Since(start), err}
	}()
}

// load waits until the programs are loaded. It is called with mu held.
func (t *tracer) load() error {
	if t.closed {
		return errClosed
	}
	if t.programs != nil {
		return nil
	}
	t.beginLoad()
	l := <-t.loading
	t.loading = nil
	if l.err != nil {
		return l.err
	}
	t.programs, t.took.Load = l.programs, l.took
	t.loaded(l.programs)
	return nil
}

// usesRuntime notes for the process rule that pid maps the runtime library,
// though it may never call it.
func (t *tracer) usesRuntime(pid uint32) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.config.ProcessRule != 0 && t.load() == nil {
		t.programs.maps["runtimes"].Put(pid, uint64(1))
	}
}

// enoughCalls is how many calls in a row must have reached the driver before a
// runtime library is trusted to hand all of them on.
const enoughCalls = 256

// shed removes the probes of calls that a runtime library provably hands on to
// the driver, where they are probed too: one breakpoint for each launch instead
// of two. A count cannot slip through: a call is counted where it meets the
// first probe, and one that met none in the runtime meets one in the driver.
func (t *tracer) shed() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.programs == nil || t.config.ProcessRule != 0 {
		return nil
	}
	var errs []error
	for _, l := range t.libraries {
		if l.id == 0 {
			continue
		}
		var now libraryStats
		if err := t.programs.maps["libraries"].Lookup(uint32(l.id), &now); err != nil {
			return fmt.Errorf("read state of %s: %w", l.path, err)
		}
		for g := launches; g <= copies; g++ {
			if l.links[g] != nil && now.Missed[g] == l.seen.Missed[g] && now.Nested[g]-l.seen.Nested[g] >= enoughCalls {
				errs = append(errs, l.links[g].close())
				l.links[g] = nil
			} else if now.Missed[g] != l.seen.Missed[g] {
				l.seen.Missed[g], l.seen.Nested[g] = now.Missed[g], now.Nested[g]
			}
		}
	}
	return errors.Join(errs...)
}

// restore puts back what shed removed. It is called with mu held.
func (t *tracer) restore() error {
	var errs []error
	for _, l := range t.libraries {
		if l.kind != runtimeLibrary || !l.placed {
			continue
		}
		var now libraryStats
		if err := t.programs.maps["libraries"].Lookup(uint32(l.id), &now); err == nil {
			l.seen = now
		}
		for g := launches; g <= copies; g++ {
			errs = append(errs, l.put(t.programs, g))
		}
	}
	return errors.Join(errs...)
}

// attached returns how many libraries of each kind have probes.
func (t *tracer) attached() (n [2]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.libraries {
		if l.placed {
			n[l.kind]++
		}
	}
	return n
}

// times returns how long things took so far.
func (t *tracer) times() Times {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.took
}

// close removes everything. What the kernel frees later it frees by itself.
func (t *tracer) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil
	}
	t.closed = true
	start := time.Now()
	err := detach(t.libraries, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.took.Release = time.Since(start)
	})
	t.took.Detach = time.Since(start)
	t.libraries = nil
	if t.loading != nil {
		l := <-t.loading
		t.loading, t.programs = nil, l.programs
	}
	if t.programs != nil {
		err = errors.Join(err, t.programs.close())
	}
	return err
}

// readLimited reads a file of the kernel up to limit bytes.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
