package self

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/host/procfile"
)

// hertz is the unit of times in procfs on every architecture Go runs on.
const hertz = 100

// process is the collector's own directory in procfs, kept open.
type process struct {
	stat    *procfile.File
	fds     *os.File // the directory fd/
	entries []byte   // reused
}

func openProcess(root host.Root) (*process, error) {
	dir := filepath.Join(root.Proc, "self")
	stat, err := procfile.Open(filepath.Join(dir, "stat"))
	if err != nil {
		return nil, err
	}
	fds, err := os.Open(filepath.Join(dir, "fd"))
	if err != nil {
		return nil, errors.Join(err, stat.Close())
	}
	return &process{stat: stat, fds: fds, entries: make([]byte, 8192)}, nil
}

func (p *process) close() error { return errors.Join(p.stat.Close(), p.fds.Close()) }

// began returns when the process started: the kernel says how long after boot,
// and its clock since boot how long ago that was.
func (p *process) began() time.Time {
	now := time.Now()
	a, err := p.account()
	var up unix.Timespec
	if err != nil || unix.ClockGettime(unix.CLOCK_BOOTTIME, &up) != nil {
		return now
	}
	age := time.Duration(up.Nano()) - a.started
	return now.Add(-max(0, age))
}

// usage takes CPU time from getrusage, which counts microseconds where procfs
// counts hundredths of a second.
func (p *process) usage(context.Context) (usage, error) {
	a, err := p.account()
	if err != nil {
		return usage{}, err
	}
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
		return usage{}, fmt.Errorf("read own CPU time: %w", err)
	}
	return usage{
		user:     time.Duration(r.Utime.Nano()),
		system:   time.Duration(r.Stime.Nano()),
		resident: a.residentPages * int64(os.Getpagesize()),
		virtual:  a.virtual,
		threads:  a.threads,
	}, nil
}

// account is what /proc/self/stat says beside CPU time.
type account struct {
	threads       int64
	started       time.Duration // since boot
	virtual       int64         // bytes
	residentPages int64
}

func (p *process) account() (account, error) {
	raw, err := p.stat.Read()
	if err != nil {
		return account{}, err
	}
	a, err := parseStat(raw)
	if err != nil {
		err = fmt.Errorf("parse %s: %w", p.stat.Path(), err)
	}
	return a, err
}

// parseStat reads a line such as "1 (name) S ...". The name may hold spaces
// and parentheses; the fields after it are numbered from 3.
func parseStat(raw []byte) (a account, err error) {
	rest := raw[bytes.LastIndexByte(raw, ')')+1:]
	read := func(skip int) (n int64) {
		var ok bool
		if n, rest, ok = procfile.Count(procfile.Skip(rest, skip)); !ok && err == nil {
			err = errors.New("unexpected field")
		}
		return n
	}
	a.threads = read(17)                                                   // field 20
	a.started = time.Duration(min(read(1), 1<<33)) * (time.Second / hertz) // field 22
	a.virtual = read(0)
	a.residentPages = min(read(0), 1<<48)
	return a, err
}

// descriptors counts the open files. Kernels since 6.2 give the number as the
// size of the directory; with earlier ones the entries are counted.
func (p *process) descriptors(context.Context) (int64, error) {
	var st unix.Stat_t
	fd := int(p.fds.Fd())
	if err := unix.Fstat(fd, &st); err != nil {
		return 0, fmt.Errorf("read size of %s: %w", p.fds.Name(), err)
	}
	if st.Size > 0 {
		return st.Size, nil
	}
	if _, err := unix.Seek(fd, 0, 0); err != nil {
		return 0, fmt.Errorf("rewind %s: %w", p.fds.Name(), err)
	}
	var total int64
	for {
		n, err := unix.Getdents(fd, p.entries)
		if err != nil {
			return 0, fmt.Errorf("list %s: %w", p.fds.Name(), err)
		}
		if n <= 0 {
			return total, nil
		}
		total += countEntries(p.entries[:n])
	}
}

// countEntries counts directory entries other than "." and "..": each has its
// length at offset 16 and its name at 19.
func countEntries(raw []byte) (n int64) {
	for len(raw) > 19 {
		size := int(binary.NativeEndian.Uint16(raw[16:]))
		if size <= 19 || size > len(raw) {
			return n
		}
		if raw[19] != '.' {
			n++
		}
		raw = raw[size:]
	}
	return n
}
