//go:build (linux || darwin) && (amd64 || arm64)

package chdb

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// Open loads the library at path. It stays loaded until the process ends.
func Open(path string) (*Library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	lib := new(Library)
	for name, fn := range lib.symbols() {
		addr, err := purego.Dlsym(handle, name)
		if err != nil {
			return nil, fmt.Errorf("find %s in %s: %w", name, path, err)
		}
		purego.RegisterFunc(fn, addr)
	}
	lib.signalsEnable(0) // signals belong to the Go runtime
	return lib, nil
}
