package dynlib_test

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"platform/internal/collector/dynlib"
)

const code = `
int add(int a, int b) { return a + b; }
int fill(unsigned *out) { *out = 7; return 0; }
double half(int n, double x) { return n * x / 2; }
const char *hello(void) { return "hello"; }
`

// build compiles C source into a shared library.
func build(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("builds a shared library with the compiler of Linux")
	}
	path := filepath.Join(t.TempDir(), "libtest.so")
	cmd := exec.CommandContext(t.Context(), "gcc", "-shared", "-fPIC", "-x", "c", "-o", path, "-")
	cmd.Stdin = strings.NewReader(code)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

func open(t *testing.T) *dynlib.Library {
	t.Helper()
	lib, err := dynlib.Open("libnowhere.so.9", build(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	return lib
}

func TestFunctionsAreCalled(t *testing.T) {
	lib := open(t)
	add, err := lib.Lookup("add_v2", "add")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := add.Call(40, 2); r != 42 || err != nil {
		t.Errorf("add = %d, %v", r, err)
	}
	var out uint32
	if r, err := lib.Optional("fill").Call(uintptr(unsafe.Pointer(&out))); r != 0 || err != nil || out != 7 {
		t.Errorf("fill = %d, %v, %d", r, err, out)
	}
	p, _ := lib.Optional("hello").Call()
	if got := dynlib.String(p, 16); got != "hello" {
		t.Errorf("hello = %q", got)
	}
	if got := dynlib.String(0, 16); got != "" {
		t.Errorf("no string = %q", got)
	}
}

func TestFunctionsWithFloatsAreBound(t *testing.T) {
	lib := open(t)
	var half func(int32, float64) float64
	if err := lib.Bind(&half, "half"); err != nil || half(3, 2) != 3 {
		t.Errorf("half: %v", err)
	}
	var wrong int
	if err := lib.Bind(&wrong, "half"); err == nil {
		t.Error("a pointer that is none to a function was bound")
	}
	if err := lib.Bind(&half, "third"); !errors.Is(err, dynlib.ErrNoSymbol) {
		t.Errorf("third: %v", err)
	}
}

func TestAMissingSymbolIsAnErrorAndNoCrash(t *testing.T) {
	lib := open(t)
	if _, err := lib.Lookup("subtract"); !errors.Is(err, dynlib.ErrNoSymbol) {
		t.Errorf("Lookup: %v", err)
	}
	missing := lib.Optional("subtract")
	if _, err := missing.Call(1, 2); missing.Found() || !errors.Is(err, dynlib.ErrNoSymbol) {
		t.Errorf("Call: %v", err)
	}
}

func TestAMissingLibrarySaysWhichNamesWereTried(t *testing.T) {
	_, err := dynlib.Open("libnowhere.so.1", "libnowhere.so.2")
	if err == nil || !strings.Contains(err.Error(), "libnowhere.so.1") || !strings.Contains(err.Error(), "libnowhere.so.2") {
		t.Errorf("%v", err)
	}
	if _, err := dynlib.Open(); err == nil {
		t.Error("opened nothing")
	}
}

func TestAClosedLibraryHasNoSymbols(t *testing.T) {
	lib, err := dynlib.Open(build(t))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := lib.Lookup("add"); err == nil {
		t.Error("looked up in a closed library")
	}
}

func TestTextEndsAtTheFirstZero(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := dynlib.Text([]byte(in)); got != want {
			t.Errorf("Text(%q) = %q", in, got)
		}
	}
	f("abc\x00def", "abc")
	f("\x00", "")
	f("full", "full")
	f("", "")
}
