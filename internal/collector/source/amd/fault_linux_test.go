package amd

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/amd/gpumetrics/gpumetricstest"
	"platform/internal/collector/watch/watchtest"
)

const (
	rx7900 = "testdata/rx7900.txtar"
	rxDir  = "devices/pci0000:00/0000:00:03.1/0000:0b:00.0"
	mi250  = "testdata/mi250.txtar"
	die1   = "devices/pci0000:00/0000:00:01.1/0000:2f:00.0"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

// wait lets time pass until the next tick.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// expect compares values of a snapshot.
func expect(t *testing.T, snap *sample.Snapshot) func(want string, parts ...string) {
	return func(want string, parts ...string) {
		t.Helper()
		if got := watchtest.Value(t, snap, parts...); got != want {
			t.Errorf("%q = %q, want %q", parts, got, want)
		}
	}
}

// faulty samples a host on which something is wrong.
func faulty(t *testing.T, file string, damage func(host.Root)) (*sample.Snapshot, error) {
	t.Helper()
	root := load(t, file)
	damage(root)
	return watchtest.Tick(t, open(t, root))
}

func TestATruncatedTableCostsOnlyItsOwnValues(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		if err := os.Truncate(filepath.Join(root.Sys, rxDir, "gpu_metrics"), 60); err != nil {
			t.Fatal(err)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "read 7be3a1f2c4d5e6f7: parse gpu_metrics: truncated table of revision 1.3: 60 of 120 bytes") {
		t.Errorf("error: %v", err)
	}
	f := expect(t, snap)
	f("0.63", "hw.gpu.utilization{", "general")
	f("290", "hw.power{")
	f("70", "hw.temperature{", "memory")
	f("1", "hw.status{", "state=up")
}

func TestAnUnknownTableCostsOnlyItsOwnValues(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		write(t, filepath.Join(root.Sys, rxDir, "gpu_metrics"), "\x08\x00\x09\x07....")
	})
	if err == nil || !strings.Contains(err.Error(), "unknown table of revision 9.7") {
		t.Errorf("error: %v", err)
	}
	expect(t, snap)("290", "hw.power{")
}

func TestWithoutSensorsTheTableIsUsed(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		for _, name := range []string{"hwmon", "gpu_busy_percent", "mem_busy_percent", "vcn_busy_percent"} {
			remove(t, filepath.Join(root.Sys, rxDir, name))
		}
	})
	if err != nil {
		t.Error(err)
	}
	f := expect(t, snap)
	f("0.63", "hw.gpu.utilization{", "general")
	f("0.12", "hw.gpu.utilization{", "encoder")
	f("0.21", "hw.gpu.memory.controller.utilization{")
	f("58", "hw.temperature{", "die")
	f("70", "hw.temperature{", "memory")
	f("288", "hw.power{")
	f("1480", "hw.fan.speed{")
	f("2390000000", "hw.gpu.speed{", "graphics")
	f("", "hw.power.limit{")
}

func TestFieldsOfOnesAreAbsent(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		remove(t, filepath.Join(root.Sys, rxDir, "hwmon"))
		table, err := gpumetricstest.Build([]byte("1.3 120"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root.Sys, rxDir, "gpu_metrics"), string(table))
	})
	if err != nil {
		t.Error(err)
	}
	if got := watchtest.Lines(snap, "hw.temperature{"); got != nil {
		t.Errorf("%s", got)
	}
	f := expect(t, snap)
	f("", "hw.power{")
	f("", "hw.energy{")
	f("", "hw.fan.speed{")
	f("0.63", "hw.gpu.utilization{", "general")
	f("1", "hw.status{", "state=up") // why it would be throttled is not known
}

func TestFilesThatVanishLeaveTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, rx7900)
		s := open(t, root)
		if _, err := watchtest.Tick(t, s); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"hwmon", "gpu_metrics", "mem_info_vram_used", "pcie_bw"} {
			remove(t, filepath.Join(root.Sys, rxDir, name))
		}
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if err != nil {
			t.Error(err)
		}
		f := expect(t, snap)
		f("", "hw.power{")
		f("", "hw.gpu.memory.usage{")
		f("25753026560", "hw.gpu.memory.limit{")
		f("0.63", "hw.gpu.utilization{", "general")
	})
}

func TestASleepingGPUIsNotWoken(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		write(t, filepath.Join(root.Sys, rxDir, "power/runtime_status"), "suspended\n")
		remove(t, filepath.Join(root.Sys, rxDir, "gpu_metrics"))
		hang(t, filepath.Join(root.Sys, rxDir, "gpu_metrics")) // reading it would wake it
	})
	if err != nil {
		t.Error(err)
	}
	f := expect(t, snap)
	f("", "hw.power{")
	f("1", "hw.status{", "state=up")
}

// hang makes a file whose opening does not return until the result is called.
func hang(t *testing.T, path string) (release func(text []byte)) {
	t.Helper()
	remove(t, path)
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
	return func(text []byte) {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, path)
		write(t, path, string(text))
		f.Write(text)
		f.Close()
	}
}

func TestAHangingFileStallsNeitherTheTickNorTheOtherGPU(t *testing.T) {
	root := load(t, mi250)
	path := filepath.Join(root.Sys, die1, "gpu_metrics")
	table, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	release := hang(t, path)
	s := open(t, root)
	snap, err := watchtest.Tick(t, s)
	if err != nil {
		t.Error(err)
	}
	f := expect(t, snap)
	f("", "hw.gpu.utilization{", "general", "hw.id=d1c0ffee00000001")
	f("0.03", "hw.gpu.utilization{", "general", "hw.id=d1c0ffee00000002")
	release(table)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		snap, err := watchtest.Tick(t, s)
		if err != nil {
			t.Fatal(err)
		}
		if watchtest.Value(t, snap, "hw.gpu.utilization{", "general", "hw.id=d1c0ffee00000001") == "0.88" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("it did not come back")
		}
	}
}

func TestAGPUThatIsRemovedAndAddedIsFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, mi250)
		s := open(t, root)
		power := func(want string) {
			t.Helper()
			snap, _ := watchtest.Tick(t, s)
			f := expect(t, snap)
			f(want, "hw.power{", "hw.id=d1c0ffee00000001")
			f("0.03", "hw.gpu.utilization{", "general", "hw.id=d1c0ffee00000002")
			if n := len(watchtest.Lines(snap, "hw.id=d1c0ffee00000001")); want == "" && n > 2 {
				t.Errorf("%d series of the GPU that is gone", n)
			}
		}
		power("410")
		link, dir := filepath.Join(root.Sys, "class/drm/card0"), filepath.Join(root.Sys, die1)
		target, err := os.Readlink(link)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, link)
		if err := os.Rename(dir, dir+".away"); err != nil {
			t.Fatal(err)
		}
		wait(interval)
		power("")
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if got := watchtest.Lines(snap, "hw.id=d1c0ffee00000001"); err != nil || got != nil {
			t.Errorf("%v\n%s", err, strings.Join(got, "\n"))
		}
		if err := os.Rename(dir+".away", dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		wait(interval)
		power("410")
	})
}

func TestAProcessThatCannotBeReadIsKnownByItsPid(t *testing.T) {
	snap, err := faulty(t, "testdata/mi300x.txtar", func(root host.Root) {
		remove(t, filepath.Join(root.Proc, "4242")) // its /proc is not visible from here
	})
	if err != nil {
		t.Error(err)
	}
	f := expect(t, snap)
	f("107374182400", "process.gpu.memory.usage{", "process.pid=4242", "process.state=unknown")
	if got := watchtest.Lines(snap, "process.pid=4242", "process.command_line"); got != nil {
		t.Errorf("%s", got)
	}
}

func TestFdinfoWithoutKeysIsNoClient(t *testing.T) {
	snap, err := faulty(t, rx7900, func(root host.Root) {
		write(t, filepath.Join(root.Proc, "1500/fdinfo/5"), "pos:\t0\nflags:\t02100002\n")
		write(t, filepath.Join(root.Proc, "1500/fdinfo/6"), "drm-driver:\tamdgpu\n")
	})
	if err != nil {
		t.Error(err)
	}
	if got := watchtest.Lines(snap, "process.pid=1500"); got != nil {
		t.Errorf("%s", got)
	}
	expect(t, snap)("209715200", "process.gpu.memory.usage{", "process.pid=1600")
}

func TestPidsThatVanishEndTheirSeries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, "testdata/mi300x.txtar")
		s := open(t, root)
		if _, err := watchtest.Tick(t, s); err != nil {
			t.Error(err)
		}
		remove(t, filepath.Join(root.Sys, "class/kfd/kfd/proc/4300"))
		remove(t, filepath.Join(root.Proc, "4300"))
		remove(t, filepath.Join(root.Proc, "4242")) // the compute driver lists it still
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if err != nil {
			t.Error(err)
		}
		if got := watchtest.Lines(snap, "process.pid=4300"); got != nil {
			t.Errorf("%s", got)
		}
		expect(t, snap)("107374182400", "process.gpu.memory.usage{", "process.pid=4242", "process.state=dead", "vllm")
	})
}

func TestAGPUThatIsPartitionedAnewIsOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, "testdata/mi300x-cpx.txtar")
		s := open(t, root)
		count := func(want int) {
			t.Helper()
			snap, err := watchtest.Tick(t, s)
			if n := len(watchtest.Lines(snap, "hw.status{", "hw.state=up")); err != nil || n != want {
				t.Errorf("%d devices, want %d: %v", n, want, err)
			}
		}
		count(9)
		for _, node := range []string{"2", "3", "4", "5", "6", "7", "8"} {
			remove(t, filepath.Join(root.Sys, "class/kfd/kfd/topology/nodes", node))
		}
		write(t, filepath.Join(root.Sys, "devices/pci0000:00/0000:00:01.1/0000:05:00.0/current_compute_partition"), "SPX\n")
		wait(interval)
		count(1)
	})
}

func TestXGMIIsLeftOutWhenNotWanted(t *testing.T) {
	root := load(t, "testdata/mi300x.txtar")
	s, err := Open(t.Context(), Options{Root: root, GPU: watchtest.Options(root)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	snap, _ := watchtest.Tick(t, s)
	if got := watchtest.Lines(snap, "hw.gpu.interconnect.io"); got != nil {
		t.Errorf("%s", got)
	}
}

func TestPartitionsAreKnownByTheNamesThatContainersGet(t *testing.T) {
	v, err := newVendor(Options{Root: load(t, "testdata/mi300x-cpx.txtar")})
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.Find()
	if err != nil || len(found) != 9 {
		t.Fatalf("%d devices, %v", len(found), err)
	}
	for i, want := range []string{"card1", "", "amdgpu_xcp_0", "amdgpu_xcp_1"} {
		if got := found[i].Card; got != want {
			t.Errorf("%s: %q, want %q", found[i].ID, got, want)
		}
	}
}
