package system

import (
	"testing"
	"time"
	"unicode/utf8"

	"platform/internal/collector/metrics"
)

func TestCPULinesOfOldAndNewKernels(t *testing.T) {
	f := func(line string, want ...cpuTime) {
		t.Helper()
		got, _ := parseStat([]byte(line), nil)
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("%q: %+v, want %+v", line, got, want)
		}
	}
	f("cpu0 1 2 3 4", cpuTime{0, 6, 4})
	f("cpu7 1 2 3 4 5 6 7 8 100 200", cpuTime{7, 27, 9})
	f("cpu0 1 2 3")
	f("cpu0 1 2 3 4 x")
	f("cpu99999999 1 2 3 4")
	f("cpu 1 2 3 4")
	f("cpufreq 1 2 3 4")
}

func TestBootTime(t *testing.T) {
	f := func(text string, want time.Time) {
		t.Helper()
		if got := parseBootTime([]byte(text)); !got.Equal(want) {
			t.Errorf("%q: %v", text, got)
		}
	}
	f("cpu 1\nbtime 1767225600\n", time.Unix(1767225600, 0))
	f("btime never\n", time.Time{})
	f("", time.Time{})
}

func TestOctalEscapesInPaths(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := unescape([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	f(`/a\040b`, "/a b")
	f(`\011\012\134\043`, "\t\n\\#")
	f(`\777`, "\xff") // not written by the kernel
	f(`\04`, `\04`)
	f(`\999`, `\999`)
	f(`end\`, `end\`)
}

func FuzzParseStat(f *testing.F) {
	f.Add([]byte("cpu  1 2\ncpu0 1 2 3 4 5 6 7 8\nintr 5\nbtime 7\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		cpus, _ := parseStat(raw, nil)
		for _, c := range cpus {
			if c.number < 0 || c.number >= maxCPUs || c.busy < 0 || c.idle < 0 {
				t.Errorf("%+v", c)
			}
		}
		parseBootTime(raw)
	})
}

func FuzzParseMeminfo(f *testing.F) {
	f.Add([]byte("MemTotal: 10 kB\nMemFree: 5 kB\nCached: 3 kB\nShmem: 4 kB\nSReclaimable: 99999999999999999999 kB\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := parseMeminfo(raw)
		if m.total < 0 || m.free < 0 || m.cached < 0 || m.buffers < 0 || err == nil && m.total == 0 {
			t.Errorf("%+v", m)
		}
	})
}

func FuzzParseDiskstats(f *testing.F) {
	f.Add([]byte("259 0 nvme0n1 1 2 3 4 5 6 7 8\n8 0 sda\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		disks, _ := parseDiskstats(raw, nil)
		for _, d := range disks {
			if len(d.name) == 0 || d.reads < 0 || d.writes < 0 || d.readBytes < 0 || d.writeBytes < 0 {
				t.Errorf("%+v", d)
			}
		}
	})
}

func FuzzParseNetDev(f *testing.F) {
	f.Add([]byte("a|b\neth0: 1 2 3 4 5 6 7 8 9 10 11 12\nlo:1\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		nets, _ := parseNetDev(raw, nil)
		for _, n := range nets {
			if len(n.name) == 0 || string(n.name) == "lo" || n.received < 0 || n.transmitErrors < 0 {
				t.Errorf("%+v", n)
			}
		}
	})
}

func FuzzParseMountinfo(f *testing.F) {
	f.Add([]byte(`34 27 0:40 / /mnt/my\040share rw shared:1 - nfs4 nas:/x rw` + "\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		points, _ := parseMountinfo(raw)
		fsys := newFilesystems([]string{"squashfs"}, func(p string) string { return p }, nil)
		fsys.update(points, time.Time{})
		for _, m := range fsys.mounts {
			if m.point == "" || m.fstype == "" || m.fstype == "squashfs" {
				t.Errorf("%+v", m.mountPoint)
			}
			if kv := named(metrics.Mountpoint, m.point); !utf8.ValidString(kv.Value.AsString()) {
				t.Errorf("%q is not UTF-8", kv.Value.AsString())
			}
		}
	})
}
