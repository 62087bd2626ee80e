//go:build amd64 || arm64

package cuda

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// see returns what is known of a process, beginning with it when it is new or
// its pid has been given to another. It is called with mu held.
func (s *Source) see(pid uint32, comm string, since time.Time) *process {
	p := s.processes[pid]
	if p != nil && comm == "" {
		return p
	}
	start, _ := s.alive(pid)
	if p != nil && (start == 0 || start == p.start) {
		s.describe(p, comm) // it starts anew, perhaps as another program
		return p
	}
	if p != nil {
		s.leaving = append(s.leaving, p)
	}
	p = &process{pid: pid, start: start, since: since, names: newNames(), places: map[string]*activity{}}
	s.describe(p, comm)
	s.processes[pid] = p
	return p
}

// describe reads the name and the devices of a process.
func (s *Source) describe(p *process, comm string) {
	dir := s.dir(p.pid)
	if raw, err := readLimited(filepath.Join(dir, "comm"), 64); err == nil {
		comm = strings.TrimRight(string(raw), "\n")
	}
	if p.name == "" {
		p.name = shorten(comm, 64)
	}
	s.findDevices(p)
}

// findDevices tells which devices a process sees. They are found once: what was
// counted is under the devices it had.
func (s *Source) findDevices(p *process) {
	if s.options.Devices == nil || len(p.devices) > 0 {
		return
	}
	all := s.options.Devices.CUDADevices()
	if len(all) == 0 {
		return // not known yet
	}
	dir := s.dir(p.pid)
	environ, _ := readLimited(filepath.Join(dir, "environ"), 1<<20)
	p.devices = visible(all, environ, presentDevices(filepath.Join(dir, "root/dev")))
}

// presentDevices tells which GPUs a container has been given; nil when its
// device files cannot be seen.
func presentDevices(dev string) func(minor int) bool {
	found, _ := filepath.Glob(filepath.Join(dev, "nvidia[0-9]*"))
	if len(found) == 0 {
		return nil
	}
	return func(minor int) bool {
		return slices.Contains(found, filepath.Join(dev, fmt.Sprintf("nvidia%d", minor)))
	}
}

func (s *Source) dir(pid uint32) string {
	return filepath.Join(s.options.Root.Proc, strconv.Itoa(int(pid)))
}

// alive returns when a process started, in clock ticks after boot, and whether
// it still runs. A zombie does not.
func (s *Source) alive(pid uint32) (uint64, bool) {
	raw, err := readLimited(filepath.Join(s.dir(pid), "stat"), 4096)
	if err != nil {
		return 0, false
	}
	return parseStat(raw)
}

// parseStat reads the state and the start time of a stat line, whose second
// field is a name in parentheses that may hold anything.
func parseStat(raw []byte) (start uint64, running bool) {
	_, after, ok := bytes.Cut(raw[max(0, bytes.LastIndexByte(raw, ')')):], []byte{' '})
	fields := bytes.Fields(after)
	if !ok || len(fields) < 20 {
		return 0, false
	}
	start, err := strconv.ParseUint(string(fields[19]), 10, 64)
	state := fields[0][0]
	return start, err == nil && state != 'Z' && state != 'X'
}

// lookups returns where the names of p's kernels are looked for.
func (s *Source) lookups(p *process) lookups {
	functions := s.tracer.programs.maps["functions"]
	find := func(twin uint32) func(uint64) (uint64, bool) {
		return func(handle uint64) (to uint64, ok bool) {
			err := functions.Lookup(handleKey{TGID: p.pid, Twin: twin, Handle: handle}, &to)
			return to, err == nil
		}
	}
	return lookups{
		function: find(0),
		twin:     find(1),
		text:     func(address uint64) string { return s.readText(p.pid, address) },
	}
}

// readText reads a C string out of a process.
func (s *Source) readText(pid uint32, address uint64) string {
	f, err := os.Open(filepath.Join(s.dir(pid), "mem"))
	if err != nil {
		return ""
	}
	defer f.Close()
	// The string may end just before a page that is not there.
	raw := make([]byte, 4096)
	n, err := f.ReadAt(raw, int64(address))
	if n == 0 && err != nil && err != io.EOF {
		n, _ = f.ReadAt(raw[:4096-address%4096], int64(address))
	}
	return text(raw[:n])
}
