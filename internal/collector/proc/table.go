package proc

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"platform/internal/collector/host"
)

// Options say what is kept of a process.
type Options struct {
	Host           host.Root
	CommandLine    bool // keep the command line; without it the kind of work is still told
	MaxCommandLine int  // in characters
}

// ErrGone means that no process has the pid now.
var ErrGone = errors.New("no such process")

// forgetAfter is how long a process that nobody asks for is remembered.
const forgetAfter = 5 * time.Minute

// Table knows processes of the host. Looking a known one up costs one small
// read. It may be shared by sources that sample side by side.
type Table struct {
	read reader

	mu    sync.Mutex
	known map[int]*entry
	swept time.Time
}

// entry is a known process; mark tells whether it still runs what it ran when
// it was described.
type entry struct {
	mark  mark
	asked time.Time
	*Process
}

// mark identifies a program run by a process.
type mark struct {
	start uint64 // ticks since boot on Linux, FILETIME on Windows
	name  string
}

// vital is what one look at a process tells.
type vital struct {
	mark
	state  string
	uptime time.Duration
	parent int
}

// reader looks at the processes of one operating system.
type reader interface {
	// vital reads what may change; name is the one read before, to be reused
	// when it is still the same. The error is ErrGone when there is no such
	// process; any other means that it cannot be seen.
	vital(pid int, name string) (vital, error)
	// describe reads the rest but the kind of work, and the arguments that
	// tell it. What cannot be read is left empty.
	describe(pid int, v vital) (*Process, []string)
	// arguments reads the arguments of another process.
	arguments(pid int) []string
}

// New returns a table that knows no process yet.
func New(o Options) *Table {
	return &Table{read: newReader(o), known: map[int]*entry{}}
}

// Of returns the process with that pid and how it is now. The error is ErrGone
// when there is none; a process that exists but cannot be seen has only a pid,
// and its state is unknown.
func (t *Table) Of(pid int) (*Process, Status, error) {
	now := time.Now()
	v, err := t.read.vital(pid, t.name(pid))
	switch {
	case errors.Is(err, ErrGone):
		t.forget(pid)
		return nil, Status{}, fmt.Errorf("read process %d: %w", pid, ErrGone)
	case err != nil:
		v = vital{state: Unknown}
	}
	if p := t.find(pid, v, now); p != nil {
		return p, Status{v.state, v.uptime}, nil
	}
	p := &Process{PID: pid}
	if err == nil {
		var argv []string
		p, argv = t.read.describe(pid, v)
		p.PID, p.Started = pid, now.Add(-v.uptime)
		p.Kind, p.Framework = t.workload(v, argv)
	}
	return t.keep(p, v, now), Status{v.state, v.uptime}, nil
}

// name returns the name that the process had when it was described.
func (t *Table) name(pid int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.known[pid]; e != nil {
		return e.mark.name
	}
	return ""
}

// find returns the known process when it still runs the same program. A zombie
// has lost its arguments but keeps what was known of it.
func (t *Table) find(pid int, v vital, now time.Time) *Process {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.known[pid]
	if e == nil || !e.runs(v) {
		return nil
	}
	e.asked = now
	return e.Process
}

// keep remembers p and returns it, or what another source has described while
// this one did the same.
func (t *Table) keep(p *Process, v vital, now time.Time) *Process {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.known[p.PID]; e != nil && e.runs(v) {
		return e.Process
	}
	t.known[p.PID] = &entry{mark: v.mark, asked: now, Process: p}
	if now.Sub(t.swept) >= forgetAfter {
		t.swept = now
		for pid, e := range t.known {
			if now.Sub(e.asked) >= forgetAfter {
				delete(t.known, pid)
			}
		}
	}
	return p
}

func (e *entry) runs(v vital) bool {
	return e.mark.start == v.start && (e.mark.name == v.name || v.state == Zombie)
}

func (t *Table) forget(pid int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.known, pid)
}
