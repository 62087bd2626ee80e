// Package dynlibtest builds shared libraries of vendors with devices that exist
// nowhere, for the real loader to open.
package dynlibtest

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Library is a built library with a state of its own. GPU -1 stands for all.
type Library struct {
	Path     string
	set, get dynlib.Symbol
}

// All names every GPU, and the library itself.
const All = -1

//go:embed fake/knobs.c
var knobs string

var (
	mu    sync.Mutex
	built = map[string][]byte{}
)

// Build compiles code into a library of that file name, defining names such as
// OLD. The code stands below that of fake/knobs.c, whose functions it asks what
// to answer. It skips the test where there is no compiler for it.
func Build(t testing.TB, file, code string, defines ...string) *Library {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("builds a shared library with the compiler of Linux")
	}
	path := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(path, compile(t, code, defines), 0o755); err != nil {
		t.Fatal(err)
	}
	lib, err := dynlib.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	l := &Library{Path: path}
	for name, to := range map[string]*dynlib.Symbol{"fake_set": &l.set, "fake_get": &l.get} {
		if *to, err = lib.Lookup(name); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// compile returns the library, built once for each code and set of defines. A copy in a
// place of its own is loaded as a library of its own.
func compile(t testing.TB, code string, defines []string) []byte {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	key := strings.Join(append(defines, code), " ")
	if built[key] == nil {
		path := filepath.Join(t.TempDir(), "fake.so")
		args := []string{"-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-pthread", "-x", "c", "-o", path}
		for _, d := range defines {
			args = append(args, "-D"+d)
		}
		cmd := exec.CommandContext(t.Context(), "gcc", append(args, "-")...)
		cmd.Stdin = strings.NewReader(knobs + code)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		built[key] = raw
	}
	return built[key]
}

// Set changes what a GPU answers: a value by its name, "ret:" and a function
// for the error it returns, "ret" for all functions, "hang:" and a function for
// a call that does not return until it is set to 0.
func (l *Library) Set(gpu int, name string, value int64) {
	text := append([]byte(name), 0)
	l.set.Call(uintptr(gpu), uintptr(unsafe.Pointer(&text[0])), uintptr(value))
}

// Get returns what was set, or counted: "calls:" and a function, once "count
// calls" is set.
func (l *Library) Get(gpu int, name string) int64 {
	text := append([]byte(name), 0)
	v, _ := l.get.Call(uintptr(gpu), uintptr(unsafe.Pointer(&text[0])))
	return int64(v)
}
