package dynlib

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// load opens a full path together with what lies beside it, and a bare name
// from the system's directories only: never from the working directory.
func load(name string) (uintptr, error) {
	flags := uintptr(windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
	if filepath.IsAbs(name) {
		flags |= windows.LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR
	}
	handle, err := windows.LoadLibraryEx(name, 0, flags)
	return uintptr(handle), err
}

func unload(handle uintptr) error { return windows.FreeLibrary(windows.Handle(handle)) }

func symbol(handle uintptr, name string) (uintptr, error) {
	return windows.GetProcAddress(windows.Handle(handle), name)
}
