package fdinfo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"platform/internal/collector/host"
)

const (
	maxInfo   = 16 << 10               // bytes of one fdinfo file
	maxLinks  = 20000                  // links that one scan follows in processes that held no GPU before
	fresh     = 500 * time.Millisecond // for which a scan serves all sources that ask
	maxWait   = 32                     // scans between two looks at a process without a GPU
	holderTry = 8                      // scans between two looks for new descriptors of one with a GPU
)

// Holder is a process that has a GPU open.
type Holder struct {
	PID     int
	KFD     bool     // it has /dev/kfd open: its compute work shows there and not here
	Clients []Client // a client that several processes share is with the lowest pid
}

// Scanner finds the holders. A process that has no GPU open is looked at again
// after 1, 2, 4, ... scans, so a steady host costs little more than the list of
// its processes. It may be shared by sources that sample side by side.
type Scanner struct {
	proc string

	mu      sync.Mutex
	scan    uint64
	known   map[int]*process
	at      time.Time
	holders []Holder
	hidden  int
}

// process is what is known of the descriptors of one process.
type process struct {
	seen uint64 // the scan that saw it last
	next uint64 // the scan that looks at all its descriptors again
	wait uint64
	fds  []string // of DRM clients, one each
	kfd  bool
	mute bool // it may not be looked at
}

// New returns a scanner of a host's processes.
func New(h host.Root) *Scanner {
	return &Scanner{proc: h.Proc, known: map[int]*process{}}
}

// Holders returns the processes that have a GPU open, by pid. The result is
// shared and not to be modified.
func (s *Scanner) Holders(ctx context.Context) ([]Holder, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.at.IsZero() && time.Since(s.at) < fresh {
		return s.holders, nil
	}
	pids, err := s.pids()
	if err != nil {
		return nil, fmt.Errorf("list processes: %w", err)
	}
	s.scan++
	links, hidden := maxLinks, 0
	taken := map[clientKey]bool{}
	var holders []Holder
	for _, pid := range pids {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("scan processes: %w", err)
		}
		p := s.known[pid]
		if p == nil {
			p = &process{next: s.scan}
			s.known[pid] = p
		}
		p.seen = s.scan
		if p.next <= s.scan && (links > 0 || p.holds()) {
			links -= s.look(pid, p)
		}
		if p.mute {
			hidden++
		}
		if h, ok := s.read(pid, p, taken); ok {
			holders = append(holders, h)
		}
	}
	for pid, p := range s.known {
		if p.seen != s.scan {
			delete(s.known, pid)
		}
	}
	s.holders, s.hidden, s.at = holders, hidden, time.Now()
	return holders, nil
}

// Hidden returns how many processes the last scan was not allowed to look at:
// without root or CAP_SYS_PTRACE those of other users.
func (s *Scanner) Hidden() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hidden
}

type clientKey struct {
	driver, pci string
	id          uint64
}

func (p *process) holds() bool { return p.kfd || len(p.fds) > 0 }

func (s *Scanner) pids() ([]int, error) {
	dir, err := os.Open(s.proc)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	pids := make([]int, 0, len(names))
	for _, name := range names {
		if name[0] >= '1' && name[0] <= '9' {
			if pid, err := strconv.Atoi(name); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	slices.Sort(pids)
	return pids, nil
}

// look follows all descriptors of a process, sets when it is looked at again,
// and returns how many links it followed.
func (s *Scanner) look(pid int, p *process) (links int) {
	p.fds, p.kfd, p.mute = nil, false, false
	base := filepath.Join(s.proc, strconv.Itoa(pid))
	names, err := readNames(filepath.Join(base, "fd"))
	p.mute = errors.Is(err, fs.ErrPermission)
	clients := map[clientKey]bool{}
	for _, name := range names {
		target, err := os.Readlink(filepath.Join(base, "fd", name))
		if err != nil {
			continue
		}
		if target == "/dev/kfd" {
			p.kfd = true
		}
		if !strings.HasPrefix(target, "/dev/dri/") {
			continue
		}
		if c, ok := s.client(pid, name); ok && !clients[keyOf(c)] {
			clients[keyOf(c)] = true
			p.fds = append(p.fds, name)
		}
	}
	if p.holds() {
		p.wait = holderTry
	} else {
		p.wait = min(max(1, 2*p.wait), maxWait)
	}
	p.next = s.scan + p.wait
	if p.wait == maxWait {
		p.next += uint64(pid) % maxWait // not all in the same scan
	}
	return len(names) + 1
}

// read reads the known clients of a process. One that is no longer there makes
// the next scan look at all descriptors again.
func (s *Scanner) read(pid int, p *process, taken map[clientKey]bool) (Holder, bool) {
	h := Holder{PID: pid, KFD: p.kfd}
	for _, fd := range p.fds {
		c, ok := s.client(pid, fd)
		if !ok {
			p.next = s.scan + 1
			continue
		}
		if key := keyOf(c); !taken[key] {
			taken[key] = true
			h.Clients = append(h.Clients, c)
		}
	}
	return h, h.KFD || len(h.Clients) > 0
}

func keyOf(c Client) clientKey { return clientKey{c.Driver, c.PCI, c.ID} }

func (s *Scanner) client(pid int, fd string) (Client, bool) {
	f, err := os.Open(filepath.Join(s.proc, strconv.Itoa(pid), "fdinfo", fd))
	if err != nil {
		return Client{}, false
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxInfo))
	if err != nil {
		return Client{}, false
	}
	return parse(raw)
}

func readNames(path string) ([]string, error) {
	dir, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.Readdirnames(-1)
}
