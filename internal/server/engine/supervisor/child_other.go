//go:build !linux

package supervisor

import "syscall"

// childAttributes are none here: the child ends when its standard input does.
func childAttributes() *syscall.SysProcAttr { return nil }
