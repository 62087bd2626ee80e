// Package dynlib opens shared libraries and calls them, without cgo.
package dynlib

import (
	"errors"
	"fmt"
	"unsafe"

	"github.com/ebitengine/purego"
)

// ErrNoSymbol means that the library, often an older release of it, lacks a
// function.
var ErrNoSymbol = errors.New("no such symbol")

// Library is an open shared library.
type Library struct {
	name   string
	handle uintptr
}

// Open opens the first of names that can be opened: a file, or a name that the
// system's loader looks up.
func Open(names ...string) (*Library, error) {
	var errs []error
	for _, name := range names {
		handle, err := load(name)
		if err == nil {
			return &Library{name: name, handle: handle}, nil
		}
		errs = append(errs, fmt.Errorf("open %s: %w", name, err))
	}
	if len(errs) == 0 {
		return nil, errors.New("open library: no name given")
	}
	return nil, errors.Join(errs...)
}

// Name returns the name under which the library was found.
func (l *Library) Name() string { return l.name }

// Close unloads the library. Its symbols must not be called afterwards, and no
// call may be under way.
func (l *Library) Close() error {
	if l.handle == 0 {
		return nil
	}
	err := unload(l.handle)
	l.handle = 0
	if err != nil {
		return fmt.Errorf("close %s: %w", l.name, err)
	}
	return nil
}

// Symbol is a function of a library. The zero value is one that is missing:
// calling it is an error, not a crash.
type Symbol struct {
	name string
	addr uintptr
}

// Lookup returns the first of names that the library has.
func (l *Library) Lookup(names ...string) (Symbol, error) {
	if l.handle == 0 {
		return Symbol{}, fmt.Errorf("look up %s: %s is closed", names, l.name)
	}
	for _, name := range names {
		if addr, err := symbol(l.handle, name); err == nil && addr != 0 {
			return Symbol{name, addr}, nil
		}
	}
	return Symbol{}, fmt.Errorf("look up %s in %s: %w", names, l.name, ErrNoSymbol)
}

// Optional returns the first of names that the library has, and the missing
// symbol when it has none.
func (l *Library) Optional(names ...string) Symbol {
	s, _ := l.Lookup(names...)
	return s
}

// Bind sets the function that fn points to, such as *func(int32, float64)
// int32, to the first of names that the library has. It serves functions that
// take floating-point arguments; for all others Call is cheaper.
func (l *Library) Bind(fn any, names ...string) (err error) {
	s, err := l.Lookup(names...)
	if err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("bind %s in %s: %v", names, l.name, r)
		}
	}()
	purego.RegisterFunc(fn, s.addr)
	return nil
}

// Name returns the name under which the function was found.
func (s Symbol) Name() string { return s.name }

// Found reports whether the library has the function.
func (s Symbol) Found() bool { return s.addr != 0 }

// Call calls the function with integer or pointer arguments and returns its
// result. Pointers are converted in the argument list itself, as
// uintptr(unsafe.Pointer(&x)), which keeps what they point to in place.
//
//go:uintptrescapes
func (s Symbol) Call(args ...uintptr) (uintptr, error) {
	if s.addr == 0 {
		return 0, ErrNoSymbol
	}
	r, _, _ := purego.SyscallN(s.addr, args...)
	return r, nil
}

// String copies the C string at p, up to limit bytes. p is what a library
// returned; 0 gives "".
func String(p uintptr, limit int) string {
	if p == 0 {
		return ""
	}
	return Text(unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), limit))
}

// Text returns the C string at the beginning of buf.
func Text(buf []byte) string {
	for i, c := range buf {
		if c == 0 {
			return string(buf[:i])
		}
	}
	return string(buf)
}
