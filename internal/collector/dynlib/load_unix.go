//go:build unix

package dynlib

import (
	"runtime"

	"github.com/ebitengine/purego"
)

// load keeps its thread: what went wrong is asked for in a second call, and only
// the thread of the first is told.
func load(name string) (uintptr, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func unload(handle uintptr) error { return purego.Dlclose(handle) }

func symbol(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }
