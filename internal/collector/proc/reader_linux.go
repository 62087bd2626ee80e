package proc

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
)

// Most that is read of the files of a process.
const (
	maxArguments = 64 << 10
	maxStatus    = 16 << 10
	maxCgroup    = 64 << 10
	maxMounts    = 1 << 20
)

// linux reads procfs.
type linux struct {
	host      host.Root
	o         Options
	users     *users
	sinceBoot func() time.Duration
}

func newReader(o Options) reader {
	return &linux{host: o.Host, o: o, users: &users{path: filepath.Join(o.Host.Etc, "passwd")}, sinceBoot: sinceBoot}
}

// sinceBoot is the clock that starts of processes are counted in.
func sinceBoot() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// lines are buffers for stat: a name of 64 bytes and 50 numbers fit.
var lines = sync.Pool{New: func() any { return new([1024]byte) }}

func (l *linux) path(pid int, file string) string {
	return l.host.Proc + "/" + strconv.Itoa(pid) + "/" + file
}

func (l *linux) vital(pid int, name string) (vital, error) {
	buf := lines.Get().(*[1024]byte)
	defer lines.Put(buf)
	n, err := readSmall(l.path(pid, "stat"), buf[:])
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ESRCH) {
		return vital{}, ErrGone
	}
	if err != nil {
		return vital{}, fmt.Errorf("read stat of process %d: %w", pid, err)
	}
	s, err := parseStat(buf[:n], name)
	if err != nil {
		return vital{}, err
	}
	return vital{
		mark:   mark{start: s.start, name: s.name},
		state:  s.state,
		parent: s.parent,
		uptime: max(0, l.sinceBoot()-ticks(s.start)),
	}, nil
}

// readSmall reads a file of procfs that fits in buf with one read. Processes
// end at any moment, and the poller that os.File brings is of no use here.
func readSmall(path string, buf []byte) (int, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	for {
		n, err := unix.Read(fd, buf)
		if err != unix.EINTR {
			return max(n, 0), err
		}
	}
}

func (l *linux) describe(pid int, v vital) (*Process, []string) {
	p := &Process{PID: pid, Executable: validName(v.name)}
	argv := l.arguments(pid)
	if l.o.CommandLine {
		p.CommandLine = commandLine(argv, l.o.MaxCommandLine)
	}
	if raw, err := readFile(l.path(pid, "status"), maxStatus); err == nil {
		p.OwnerID = parseUID(raw)
		p.Owner = l.users.name(p.OwnerID)
	}
	at := l.place(pid)
	p.Container, p.PodUID, p.InPod, p.OnHost = at.container, at.pod, at.name, at.onHost
	return p, argv
}

func (l *linux) arguments(pid int) []string {
	raw, err := readFile(l.path(pid, "cmdline"), maxArguments)
	if err != nil {
		return nil
	}
	return splitArguments(raw)
}

// place asks the mounts only where the cgroups do not tell.
func (l *linux) place(pid int) place {
	raw, err := readFile(l.path(pid, "cgroup"), maxCgroup)
	if err != nil {
		return place{}
	}
	at := parseCgroup(raw)
	if at.onHost || at.pod != "" || !at.private {
		return at
	}
	if raw, err := readFile(l.path(pid, "mountinfo"), maxMounts); err == nil {
		m := parseMounts(raw)
		at.pod, at.name = m.pod, m.name
		if at.container == "" {
			at.container = m.container
		}
	}
	return at
}
