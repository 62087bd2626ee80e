package procfile

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestTheFileIsReadWholeAndAnewEachTime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stat")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, want := range []string{"", "cpu 1\n", strings.Repeat("a line longer than the buffer\n", 2000), "short again\n"} {
		write(want)
		if got, err := f.Read(); err != nil || string(got) != want {
			t.Errorf("%d bytes, %v; want %d bytes", len(got), err, len(want))
		}
	}
	if n := testing.AllocsPerRun(100, func() { f.Read() }); n != 0 {
		t.Errorf("%v allocations per read", n)
	}
}

// vanishing gives some bytes and then fails, as the files of a process that
// ends do.
type vanishing struct{ closed bool }

func (v *vanishing) ReadAt(p []byte, at int64) (int, error) {
	if at > 0 {
		return 0, syscall.ESRCH
	}
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}
func (v *vanishing) Close() error { v.closed = true; return nil }

func TestAFileVanishedMidReadIsAnErrorAndIsOpenedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stat")
	os.WriteFile(path, []byte("back"), 0o600)
	v := &vanishing{}
	f := &File{path: path, open: v, buf: make([]byte, 8)}
	if _, err := f.Read(); !errors.Is(err, syscall.ESRCH) || !v.closed {
		t.Errorf("%v, closed %v", err, v.closed)
	}
	if got, err := f.Read(); err != nil || string(got) != "back" {
		t.Errorf("%q, %v", got, err)
	}
	f.Close()
}

type endless struct{}

func (endless) ReadAt(p []byte, _ int64) (int, error) { return len(p), nil }
func (endless) Close() error                          { return nil }

func TestAFileWithoutEndIsGivenUp(t *testing.T) {
	f := &File{path: "x", open: endless{}, buf: make([]byte, 1<<20)}
	if _, err := f.Read(); err == nil || errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

func TestCounts(t *testing.T) {
	f := func(line string, want int64, rest string, ok bool) {
		t.Helper()
		n, r, got := Count([]byte(line))
		if n != want || string(r) != rest || got != ok {
			t.Errorf("Count(%q) = %d, %q, %v", line, n, r, got)
		}
	}
	f("  42 7", 42, " 7", true)
	f("0", 0, "", true)
	f("", 0, "", false)
	f("-1", 0, "", false)
	f("12x", 0, "", false)
	f("9223372036854775807", math.MaxInt64, "", true)
	f("18446744073709551615", math.MaxInt64, "", true)
	f("99999999999999999999999999", math.MaxInt64, "", true)
}

func FuzzFields(f *testing.F) {
	f.Add([]byte("cpu0 1 2\n  eth0: 3\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for len(text) > 0 {
			line, rest := Line(text)
			for len(line) > 0 {
				field, after := Field(line)
				if n, ok := Number(field); n < 0 || ok && len(field) == 0 {
					t.Errorf("%q: %d, %v", field, n, ok)
				}
				line = after
			}
			text = rest
		}
	})
}
