package proc

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// stillActive is the exit code of a process that has not ended.
const stillActive = 259

// maxCommand is the most bytes of a command line that Windows keeps.
const maxCommand = 128 << 10

// system asks the Windows kernel.
type system struct{ o Options }

func newReader(o Options) reader { return system{o} }

func open(pid int) (windows.Handle, error) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	switch {
	case errors.Is(err, windows.ERROR_INVALID_PARAMETER): // what a pid without a process gives
		return 0, ErrGone
	case err != nil:
		return 0, fmt.Errorf("open process %d: %w", pid, err)
	}
	return h, nil
}

// vital needs no name: a process of Windows runs one image.
func (s system) vital(pid int, _ string) (vital, error) {
	h, err := open(pid)
	if err != nil {
		return vital{}, err
	}
	defer windows.CloseHandle(h)
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(h, &created, &exited, &kernel, &user); err != nil {
		return vital{}, fmt.Errorf("read times of process %d: %w", pid, err)
	}
	v := vital{state: Running, parent: parent(h), uptime: max(0, time.Since(time.Unix(0, created.Nanoseconds())))}
	v.start = uint64(created.HighDateTime)<<32 | uint64(created.LowDateTime)
	var code uint32
	if err := windows.GetExitCodeProcess(h, &code); err == nil && code != stillActive {
		v.state = Zombie // it has ended, and someone still holds it
	}
	return v, nil
}

func (s system) describe(pid int, v vital) (*Process, []string) {
	p := &Process{PID: pid}
	h, err := open(pid)
	if err != nil {
		return p, nil
	}
	defer windows.CloseHandle(h)
	p.Executable = validName(image(h))
	p.Owner, p.OwnerID = owner(h)
	argv := arguments(h)
	if s.o.CommandLine {
		p.CommandLine = commandLine(argv, s.o.MaxCommandLine)
	}
	return p, argv
}

func (s system) arguments(pid int) []string {
	h, err := open(pid)
	if err != nil {
		return nil
	}
	defer windows.CloseHandle(h)
	return arguments(h)
}

// parent returns the pid that started the process, which may be gone.
func parent(h windows.Handle) int {
	var info windows.PROCESS_BASIC_INFORMATION
	if err := windows.NtQueryInformationProcess(h, windows.ProcessBasicInformation, unsafe.Pointer(&info), uint32(unsafe.Sizeof(info)), nil); err != nil {
		return 0
	}
	return int(info.InheritedFromUniqueProcessId)
}

// image returns the base name of the program.
func image(h windows.Handle) string {
	buf := make([]uint16, windows.MAX_LONG_PATH)
	n := uint32(len(buf))
	if err := windows.QueryFullProcessImageName(h, 0, &buf[0], &n); err != nil {
		return ""
	}
	return filepath.Base(windows.UTF16ToString(buf[:n]))
}

func arguments(h windows.Handle) []string {
	// The answer is a UNICODE_STRING whose text follows it in the buffer.
	buf := make([]uint64, maxCommand/8)
	var n uint32
	err := windows.NtQueryInformationProcess(h, windows.ProcessCommandLineInformation, unsafe.Pointer(&buf[0]), uint32(len(buf)*8), &n)
	if err != nil {
		return nil
	}
	line := (*windows.NTUnicodeString)(unsafe.Pointer(&buf[0])).String()
	argv, err := windows.DecomposeCommandLine(line)
	if err != nil {
		return []string{line}
	}
	return argv
}

// owner returns DOMAIN\account and the SID of the user a process runs as.
func owner(h windows.Handle) (name, sid string) {
	var token windows.Token
	if err := windows.OpenProcessToken(h, windows.TOKEN_QUERY, &token); err != nil {
		return "", ""
	}
	defer token.Close()
	user, err := token.GetTokenUser()
	if err != nil {
		return "", ""
	}
	sid = user.User.Sid.String()
	account, domain, _, err := user.User.Sid.LookupAccount("")
	switch {
	case err != nil:
		return "", sid
	case domain == "":
		return account, sid
	}
	return domain + `\` + account, sid
}
