package self

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
)

func TestOpenFilesAreCounted(t *testing.T) {
	s := open(t, Deps{})
	count := func() int64 {
		t.Helper()
		n, err := s.process.descriptors(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := count()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := count(); got != before+1 {
		t.Errorf("%d, want %d", got, before+1)
	}
	metricstest.Check(t, tick(t, s), metrics.ProcessFileDescriptors)
}

func TestDirectoryEntriesAreCounted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"0", "1", "a-long-name-for-an-entry"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o600)
	}
	d, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	raw := make([]byte, 4096)
	n, err := unix.Getdents(int(d.Fd()), raw)
	if err != nil {
		t.Fatal(err)
	}
	if got := countEntries(raw[:n]); got != 3 {
		t.Errorf("%d entries", got)
	}
}

func TestTheStatLineOfAProcess(t *testing.T) {
	f := func(line string, want account, ok bool) {
		t.Helper()
		a, err := parseStat([]byte(line))
		if (err == nil) != ok || ok && a != want {
			t.Errorf("%q: %+v, %v", line, a, err)
		}
	}
	f("42 (a b) c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 1234 1000000 77 18446744073709551615 1\n",
		account{threads: 9, started: 12340 * time.Millisecond, virtual: 1000000, residentPages: 77}, true)
	f("42 (a) S 1 2 3", account{}, false)
	f("", account{}, false)
	f("no parenthesis", account{}, false)
}

func TestAnUnparsableStatLineIsAnError(t *testing.T) {
	root := hosttest.Unpack(t, "-- proc/self/stat --\n1 (x) S what\n-- proc/self/fd/0 --\n")
	s, err := Open(root, Deps{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.process.usage(t.Context()); err == nil {
		t.Error("no error")
	}
	if _, err := Open(host.Tree(t.TempDir()), Deps{}); err == nil {
		t.Error("a host without procfs was opened")
	}
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("42 (a b) c) S 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 9 0 1234 1000000 77 1 1\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := parseStat(raw)
		if err == nil && (a.threads < 0 || a.started < 0 || a.virtual < 0 || a.residentPages < 0) {
			t.Errorf("%+v", a)
		}
	})
}

func FuzzCountEntries(f *testing.F) {
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if n := countEntries(raw); n < 0 || n > int64(len(raw)) {
			t.Errorf("%d entries in %d bytes", n, len(raw))
		}
	})
}
