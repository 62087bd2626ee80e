//go:build unix

package dynlib

import "github.com/ebitengine/purego"

func load(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

func unload(handle uintptr) error { return purego.Dlclose(handle) }

func symbol(handle uintptr, name string) (uintptr, error) { return purego.Dlsym(handle, name) }
