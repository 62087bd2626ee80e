package cuda

import (
	"encoding/binary"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

func TestMappedLibrary(t *testing.T) {
	record := func(kind uint32, pid uint32, file string) []byte {
		raw := binary.NativeEndian.AppendUint32(nil, kind)
		raw = append(raw, make([]byte, 68)...)
		binary.NativeEndian.PutUint32(raw[8:], pid)
		return append(append(raw, file...), 0, 0)
	}
	f := func(raw []byte, want int, ok bool) {
		t.Helper()
		if pid, found := mappedLibrary(raw); found != ok || ok && pid != want {
			t.Errorf("mappedLibrary = %d, %v", pid, found)
		}
	}
	f(record(unix.PERF_RECORD_MMAP2, 7, "/usr/lib/libcuda.so.1"), 7, true)
	f(record(unix.PERF_RECORD_MMAP2, 7, "/usr/lib/libc.so.6"), 0, false)
	f(record(unix.PERF_RECORD_LOST, 0, ""), everyProcess, true)
	f(record(unix.PERF_RECORD_EXIT, 7, "libcuda.so.1"), 0, false)
	f([]byte{10, 0, 0, 0, 0, 0, 0, 0}, 0, false)
}

func FuzzMappedLibrary(f *testing.F) {
	f.Add([]byte("\x0a\x00\x00\x00\x00\x00\x00\x00\x07\x00\x00\x00"))
	f.Fuzz(func(_ *testing.T, raw []byte) { mappedLibrary(raw) })
}

func TestParseCPUs(t *testing.T) {
	f := func(list string, want ...int) {
		t.Helper()
		if got, err := parseCPUs(list); !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("parseCPUs(%q) = %v, %v", list, got, err)
		}
	}
	f("0", 0)
	f("0-3,8", 0, 1, 2, 3, 8)
	f("3-1")
	f("0-99999999")
	f("")
}

func TestParseStat(t *testing.T) {
	f := func(raw string, start uint64, running bool) {
		t.Helper()
		if s, r := parseStat([]byte(raw)); s != start || r != running {
			t.Errorf("parseStat(%q) = %d, %v", raw, s, r)
		}
	}
	f("7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 2 3", 4242, true)
	f("7 (a) Z 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 2 3", 4242, false)
	f("7 (a) S 1", 0, false)
	f("", 0, false)
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("7 (a) S 1 7 7 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 1 2 3"))
	f.Fuzz(func(_ *testing.T, raw []byte) { parseStat(raw) })
}

func TestMissingCapabilities(t *testing.T) {
	f := func(status, want string) {
		t.Helper()
		if got := missingCapabilities([]byte(status)); got != want {
			t.Errorf("missingCapabilities(%q) = %q, want %q", status, got, want)
		}
	}
	f("Name:\tx\nCapEff:\t000001fffeffffff\n", "")
	f("CapEff:\t0000000000000000\n", "CAP_BPF and CAP_PERFMON")
	f("CapEff:\t0000008000000000\n", "CAP_PERFMON")
	f("CapEff:\t000000c000000000\n", "")
	f("CapEff:\t0000000000200000\n", "")
}
