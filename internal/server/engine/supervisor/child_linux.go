package supervisor

import "syscall"

// childAttributes make the child end with this process, and keep the terminal's
// signals from it: the server stops it when it is done.
func childAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGTERM}
}
