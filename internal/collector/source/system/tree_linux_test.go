package system

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"platform/internal/collector/host"
	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/sample"
)

var update = flag.Bool("update", false, "write the golden files")

var defaults = strings.Split("squashfs,erofs,iso9660,cramfs,romfs,cd9660,CDFS,UDF", ",")

// tree is a host of files whose file systems have sizes by their path.
type tree struct {
	*Source
	root host.Root
	now  time.Time
}

func openTree(t *testing.T, archive string, exclude ...string) *tree {
	t.Helper()
	root := hosttest.Unpack(t, archive)
	s := open(t, root, exclude...)
	s.filesystems.probe.measure = func(path, _ string) (space, error) {
		switch point := strings.TrimPrefix(path, root.FS); point {
		case "/proc", "/sys":
			return space{}, nil
		default:
			return newSpace(1000, 400, 350, 1+uint64(len(point))), nil
		}
	}
	return &tree{s, root, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)}
}

func (r *tree) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.root.FS, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (r *tree) tick(t *testing.T) (*sample.Snapshot, error) {
	t.Helper()
	r.now = r.now.Add(time.Minute)
	b := sample.NewBatch(r.now, nil)
	err := r.Sample(t.Context(), b)
	if twice := b.Err(); twice != nil {
		t.Error(twice)
	}
	return sample.Merge(r.now, []*sample.Batch{b}, nil), err
}

// text returns the points of the metrics whose names begin with prefix.
func text(s *sample.Snapshot, prefix string) string {
	var all bytes.Buffer
	sample.WriteText(&all, s)
	var out strings.Builder
	for line := range strings.Lines(all.String()) {
		if strings.HasPrefix(line, prefix) {
			out.WriteString(line)
		}
	}
	return out.String()
}

func node(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/node.txtar")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestATreeOfANodeIsReportedAsTheGoldenTextSays(t *testing.T) {
	r := openTree(t, node(t), defaults...)
	if _, err := r.tick(t); err != nil {
		t.Fatal(err)
	}
	// Busy for 30 of 40, for 0 of 100, and for 10 of 10 ticks.
	r.write(t, "proc/stat", "cpu  1 1 1 1\ncpu0 120 10 50 2505 30 5 5 15 7 0\ncpu1 200 0 50 2580 45 0 0 5 0 0\ncpu12 0 0 10 1000 0 0 0 0 0 0\nbtime 1\n")
	snap, err := r.tick(t)
	if err != nil {
		t.Fatal(err)
	}
	metricstest.Check(t, snap)
	got := text(snap, "")
	if *update {
		os.WriteFile("testdata/node.golden", []byte(got), 0o600)
	}
	want, _ := os.ReadFile("testdata/node.golden")
	if got != string(want) {
		t.Errorf("run with -update after checking:\n%s", got)
	}
	for _, f := range snap.Families {
		for _, p := range f.Points {
			if f.Metric.Kind == metrics.Counter && !p.Start.Equal(time.Unix(1767225600, 0)) {
				t.Errorf("%s begins at %v, not at boot", f.Metric.Name, p.Start)
			}
		}
	}
}

func TestExcludedTypesAreCaseSensitiveAndAnEmptyListReportsAll(t *testing.T) {
	f := func(want string, exclude ...string) {
		t.Helper()
		r := openTree(t, node(t), exclude...)
		snap, err := r.tick(t)
		if err != nil {
			t.Fatal(err)
		}
		var types []string
		for line := range strings.Lines(text(snap, "system.filesystem.utilization")) {
			_, after, _ := strings.Cut(line, "system.filesystem.type=")
			kind, _, _ := strings.Cut(after, "}")
			types = append(types, kind)
		}
		slices.Sort(types)
		if got := strings.Join(types, " "); got != want {
			t.Errorf("exclude %q: %s; want %s", exclude, got, want)
		}
	}
	f("UDF btrfs devtmpfs ext4 nfs4 overlay squashfs tmpfs udf xfs")
	f("btrfs devtmpfs ext4 nfs4 tmpfs udf xfs", defaults...)
	f("btrfs devtmpfs ext4 nfs4 squashfs tmpfs udf xfs", "UDF")
	f("UDF btrfs devtmpfs ext4 nfs4 squashfs udf xfs", "tmpfs", "EXT4")
}

func TestThingsComeAndGo(t *testing.T) {
	r := openTree(t, node(t))
	r.tick(t)
	series := func(s *sample.Snapshot, prefix string) int { return strings.Count(text(s, prefix), "\n") }

	r.write(t, "proc/stat", "cpu0 200 0 0 2600\ncpu12 5 0 0 1005\n")
	r.write(t, "proc/diskstats", "8 0 sdz 1 0 8 0 1 0 8 0 0 0 0\n")
	os.MkdirAll(filepath.Join(r.root.Sys, "block/sdz"), 0o700)
	r.write(t, "proc/1/net/dev", "eth9: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n")
	r.write(t, "proc/1/mountinfo", "27 1 259:1 / / rw - ext4 /dev/nvme0n1p1 rw\n")
	snap, err := r.tick(t)
	if err != nil {
		t.Fatal(err)
	}
	f := func(prefix string, want int) {
		t.Helper()
		if got := series(snap, prefix); got != want {
			t.Errorf("%d series of %s, want %d:\n%s", got, prefix, want, text(snap, prefix))
		}
	}
	f("system.cpu.utilization", 2)
	f("system.cpu.logical.count{} 2", 1)
	f("system.disk.io", 2)
	f("system.network.io", 2)
	f("system.filesystem.usage", 2)
	if len(r.disks.known.items) != 1 || len(r.networks.known.items) != 1 || len(r.filesystems.mounts) != 1 {
		t.Error("what is gone is still known")
	}

	r.write(t, "proc/stat", "cpu0 300 0 0 2700\ncpu1 300 0 50 2600\ncpu12 5 0 0 1010\n")
	snap, _ = r.tick(t)
	f("system.cpu.utilization", 2) // cpu1 came back: no value before it has a delta
	r.write(t, "proc/stat", "cpu0 300 0 0 2800\ncpu1 310 0 50 2600\ncpu12 5 0 0 1020\n")
	snap, _ = r.tick(t)
	f("system.cpu.utilization", 3)
}

func TestUnparsableProcLinesCostOnlyThemselves(t *testing.T) {
	r := openTree(t, node(t))
	r.write(t, "proc/stat", "cpu0 1 0 0 10\ncpu1 one 0 0 10\ncpu2 1 0 0 10\nbtime x\n")
	r.write(t, "proc/meminfo", "MemTotal: 100 kB\nMemFree: lots kB\n")
	r.write(t, "proc/diskstats", "259 0 nvme0n1 1 2\n253 0 dm-0 11 0 80 0 12 0 160 0 0 0 0\n")
	r.write(t, "proc/1/net/dev", "eth0 nonsense\neth1: 1 2 3 4 5 6 7 8 9 10 11\n")
	r.write(t, "proc/1/mountinfo", "garbage\n27 1 259:1 / / rw - ext4 /dev/nvme0n1p1 rw\n")
	snap, err := r.tick(t)
	if err == nil || strings.Count(err.Error(), "\n") != 4 {
		t.Errorf("want one error for each file:\n%v", err)
	}
	for _, want := range []string{
		"system.cpu.logical.count{} 2\n",
		"system.disk.io{disk.io.direction=read,system.device=dm-0} 40960\n",
		"system.network.io{network.interface.name=eth1,network.io.direction=receive} 1\n",
		"system.filesystem.usage{system.device=/dev/nvme0n1p1,system.filesystem.mountpoint=/,system.filesystem.state=free,system.filesystem.type=ext4} 350\n",
	} {
		if !strings.Contains(text(snap, ""), want) {
			t.Errorf("missing %s", want)
		}
	}
	if strings.Contains(text(snap, ""), "system.memory") {
		t.Error("memory was reported although its file is not readable")
	}
}

func TestADeviceWithAnUnparsableLineIsNotForgotten(t *testing.T) {
	r := openTree(t, node(t))
	r.tick(t)
	before := r.disks.known.items["nvme0n1"].entity
	r.write(t, "proc/diskstats", "259 0 nvme0n1 ? 2\n")
	if _, err := r.tick(t); err == nil {
		t.Error("no error")
	}
	if h := r.disks.known.items["nvme0n1"]; h == nil || h.entity != before {
		t.Error("the device would come back as a new series")
	}
}

func TestACounterThatGoesBackwardsStartsAnew(t *testing.T) {
	r := openTree(t, node(t))
	r.tick(t)
	before := r.now
	r.write(t, "proc/stat", "cpu0 1 0 0 10 0 0 0 0\ncpu1 200 0 60 2490 25 0 0 5 0 0\n")
	r.write(t, "proc/1/net/dev", "eth0: 5 2 3 4 5 6 7 8 9999999 10 11 12 13 14 15 16\n")
	snap, err := r.tick(t)
	if err != nil {
		t.Error(err)
	}
	metricstest.Check(t, snap)
	// Neither a negative fraction nor one above 1; cpu0 counted nothing forward.
	if got, want := text(snap, "system.cpu.utilization"), "system.cpu.utilization{cpu.logical_number=1} 1\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, f := range snap.Families {
		for _, p := range f.Points {
			if f.Metric != metrics.NetworkIO {
				continue
			}
			want := time.Unix(1767225600, 0)
			if p.Int() == 5 {
				want = before
			}
			if !p.Start.Equal(want) {
				t.Errorf("%d begins at %v, want %v", p.Int(), p.Start, want)
			}
		}
	}
}

func TestVanishedFilesMidReadCostOnlyTheirOwnPointsAndComeBack(t *testing.T) {
	r := openTree(t, node(t))
	r.tick(t)
	// A closed descriptor fails as that of a vanished file does.
	r.kernel.meminfo.Close()
	os.Rename(filepath.Join(r.root.Proc, "meminfo"), filepath.Join(r.root.Proc, "gone"))
	snap, err := r.tick(t)
	if err == nil || !strings.Contains(err.Error(), "meminfo") || text(snap, "system.memory") != "" || text(snap, "system.disk") == "" {
		t.Errorf("%v", err)
	}
	os.Rename(filepath.Join(r.root.Proc, "gone"), filepath.Join(r.root.Proc, "meminfo"))
	if snap, err = r.tick(t); err != nil || text(snap, "system.memory") == "" {
		t.Errorf("memory did not come back: %v", err)
	}
}

func TestWhatTheHostLacksIsLeftOut(t *testing.T) {
	r := openTree(t, "-- proc/meminfo --\nMemTotal: 10 kB\nMemFree: 4 kB\n")
	snap, err := r.tick(t)
	want := `system.memory.usage{system.memory.state=buffers} 0
system.memory.usage{system.memory.state=cached} 0
system.memory.usage{system.memory.state=free} 4096
system.memory.usage{system.memory.state=used} 6144
system.memory.utilization{} 0.6
`
	if got := text(snap, ""); got != want || err != nil {
		t.Errorf("%s\n%v", got, err)
	}
	if _, err := Open(host.Tree(t.TempDir()), Options{}); err == nil {
		t.Error("a host without procfs was opened")
	}
}

func TestAMountThatIsClosedToUsOrGoneIsNoFault(t *testing.T) {
	f := func(cause error, fault bool) {
		t.Helper()
		r := openTree(t, "-- proc/1/mountinfo --\n27 1 259:1 / / rw - ext4 /dev/vda rw\n28 27 0:9 / /run/user/1000/doc rw - fuse.portal portal rw\n")
		asked := 0
		inner := r.filesystems.probe.measure
		r.filesystems.probe.measure = func(path, volume string) (space, error) {
			if strings.HasSuffix(path, "doc") {
				asked++
				return space{}, cause
			}
			return inner(path, volume)
		}
		_, err := r.tick(t)
		snap, _ := r.tick(t)
		if (err != nil) != fault || (asked == 2) != fault || !strings.Contains(text(snap, ""), "ext4") {
			t.Errorf("%v: error %v, asked %d times", cause, err, asked)
		}
	}
	f(syscall.EACCES, false)
	f(syscall.ENOENT, false)
	f(syscall.EIO, true)
	f(syscall.ENOTCONN, true)
}

func TestAMountOfTheHostThatTheContainerDoesNotSeeIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	var st syscall.Stat_t
	if err := syscall.Stat(dir, &st); err != nil {
		t.Fatal(err)
	}
	volume := fmt.Sprintf("%d:%d", unix.Major(st.Dev), unix.Minor(st.Dev))
	f := func(root host.Root, volume string, seen bool) {
		t.Helper()
		k := &kernel{root: root}
		got, err := k.space(dir, volume)
		if (err == nil) != seen || seen && got.total == 0 || !seen && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("volume %s below %s: %+v, %v", volume, root.FS, got, err)
		}
	}
	f(host.Tree("/host"), volume, true)
	f(host.Tree("/host"), "0:9999", false)
	f(host.System(""), "0:9999", true)
}

func TestNamesThatAreNotUTF8AreMadeSo(t *testing.T) {
	r := openTree(t, "-- proc/1/net/dev --\neth\xff: 1 2 3 4 5 6 7 8 9 10 11\n")
	snap, err := r.tick(t)
	if got := text(snap, "system.network.io"); err != nil || !utf8.ValidString(got) || !strings.Contains(got, "eth\uFFFD") {
		t.Errorf("%q, %v", got, err)
	}
}
