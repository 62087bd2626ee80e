//go:build !linux && !windows

package proc

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/shirou/gopsutil/v4/process"
)

// system asks the kernels of macOS and the BSDs.
type system struct{ o Options }

func newReader(o Options) reader { return system{o} }

func open(pid int) (*process.Process, error) {
	p, err := process.NewProcess(int32(pid))
	switch {
	case errors.Is(err, process.ErrorProcessNotRunning):
		return nil, ErrGone
	case err != nil:
		return nil, fmt.Errorf("open process %d: %w", pid, err)
	}
	return p, nil
}

func (s system) vital(pid int, _ string) (vital, error) {
	p, err := open(pid)
	if err != nil {
		return vital{}, err
	}
	created, err := p.CreateTime() // milliseconds since 1970
	if err != nil {
		return vital{}, fmt.Errorf("read start of process %d: %w", pid, err)
	}
	v := vital{state: Unknown, uptime: max(0, time.Since(time.UnixMilli(created)))}
	v.start = uint64(created)
	v.name, _ = p.Name()
	if states, err := p.Status(); err == nil && len(states) > 0 {
		v.state = stateNamed(states[0])
	}
	if parent, err := p.Ppid(); err == nil {
		v.parent = int(parent)
	}
	return v, nil
}

func stateNamed(s string) string {
	switch s {
	case process.Running:
		return Running
	case process.Sleep, process.Idle, process.Wait, process.Blocked, process.Lock, process.Daemon, process.Detached, process.System, process.Orphan:
		return Sleeping
	case process.Zombie:
		return Zombie
	case process.Stop:
		return Stopped
	}
	return Unknown
}

func (s system) describe(pid int, v vital) (*Process, []string) {
	d := &Process{PID: pid, Executable: validName(v.name)}
	p, err := open(pid)
	if err != nil {
		return d, nil
	}
	if ids, err := p.Uids(); err == nil && len(ids) > 0 {
		d.OwnerID = strconv.FormatUint(uint64(ids[0]), 10)
	}
	d.Owner, _ = p.Username()
	argv := s.arguments(pid)
	if s.o.CommandLine {
		d.CommandLine = commandLine(argv, s.o.MaxCommandLine)
	}
	return d, argv
}

func (s system) arguments(pid int) []string {
	p, err := open(pid)
	if err != nil {
		return nil
	}
	argv, err := p.CmdlineSlice()
	if err != nil {
		return nil
	}
	for i, arg := range argv {
		argv[i] = text([]byte(arg))
	}
	return argv
}
