package intel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
	"platform/internal/collector/source/intel/levelzero/zetest"
	"platform/internal/collector/watch/watchtest"
)

const maxDir = "devices/pci0000:00/0000:00:05.0/0000:4d:00.0"

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

func TestAGPUThatIsLostIsReportedAndComesBack(t *testing.T) {
	lib := zetest.Build(t)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, load(t, "max1100"), lib.Path)
		lib.Set(0, "ret", 0x70000001)
		wait(interval / 2) // found by a search, which leaves the list as it was
		if _, err := watchtest.Tick(t, s); err != nil && !strings.Contains(err.Error(), "device lost") {
			t.Error(err)
		}
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if err == nil || !strings.Contains(err.Error(), "read 0000:4d:00.0: device lost") {
			t.Errorf("error: %v", err)
		}
		f := expect(t, snap)
		f("0", "hw.status{", "state=up")
		f("", "hw.power.limit{")
		lib.Set(0, "ret", 0)
		wait(interval)
		snap, err = watchtest.Tick(t, s)
		if err != nil {
			t.Error(err)
		}
		f = expect(t, snap)
		f("1", "hw.status{", "state=up")
		f("300", "hw.power.limit{", "levelzero")
	})
}

func TestWhatTheLibraryRefusesComesFromTheDriver(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(zetest.All, "count calls", 1)
	for _, call := range []string{"zesEngineGetActivity", "zesTemperatureGetState", "zesPowerGetEnergyCounter", "zesPowerGetLimits", "zesPowerGetLimitsExt", "zesDevicePciGetStats", "zesFrequencyGetState", "zesFanGetState"} {
		lib.Set(0, "ret:"+call, 0x70010000) // insufficient permissions
	}
	synctest.Test(t, func(t *testing.T) {
		root := load(t, "max1100")
		s := open(t, root, lib.Path)
		watchtest.Tick(t, s)
		watchtest.Advance(t, root)
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if err != nil {
			t.Error(err)
		}
		f := expect(t, snap)
		f("0.9", "hw.gpu.utilization{", "general")
		f("57", "hw.temperature{", "die")
		f("200", "hw.power{")
		f("300", "hw.power.limit{")
		f("1500000000", "hw.gpu.speed{", "graphics")
		f("1", "hw.status{", "average_power")
		f("8589934592", "hw.gpu.memory.usage{")
		f("", "hw.fan.speed{")
		f("", "hw.gpu.io{", "receive")
	})
	if n := lib.Get(0, "calls:zesEngineGetActivity"); n != 1 {
		t.Errorf("asked %d times for the activity of engines", n)
	}
}

func TestACallThatHangsStallsNoTick(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(0, "hang:zesMemoryGetState", 1)
	root := load(t, "max1100")
	s := open(t, root, lib.Path)
	if snap, err := watchtest.Tick(t, s); err != nil || snap.Points() != 0 {
		t.Errorf("%d points, %v", snap.Points(), err)
	}
	lib.Set(0, "hang:zesMemoryGetState", 0)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		snap, _ := watchtest.Tick(t, s)
		if watchtest.Value(t, snap, "hw.gpu.memory.usage{") != "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("it did not come back")
		}
	}
}

func TestALoaderWithoutADriverLeavesTheFiles(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(zetest.All, "ret:init", 0x78000001)
	snap, err := watchtest.Tick(t, open(t, load(t, "max1100"), lib.Path))
	if err != nil {
		t.Error(err)
	}
	expect(t, snap)("57", "hw.temperature{", "die", "source=drm")
}

func TestAGPUThatIsRemovedAndAddedIsFollowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, "arc-xe")
		s := open(t, root, nowhere)
		link := filepath.Join(root.Sys, "class/drm/card0")
		target, err := os.Readlink(link)
		if err != nil {
			t.Fatal(err)
		}
		count := func(want int) {
			t.Helper()
			snap, err := watchtest.Tick(t, s)
			if n := len(watchtest.Lines(snap, "hw.power.limit{")); n != want || err != nil {
				t.Errorf("%d GPUs, want %d: %v", n, want, err)
			}
		}
		count(1)
		if err := os.Remove(link); err != nil {
			t.Fatal(err)
		}
		wait(interval)
		count(0)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		wait(interval)
		count(1)
	})
}

func TestFilesThatVanishLeaveTheOthers(t *testing.T) {
	root := load(t, "max1100")
	for _, name := range []string{"hwmon", "drm/card1/gt"} {
		if err := os.RemoveAll(filepath.Join(root.Sys, maxDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	snap, err := watchtest.Tick(t, open(t, root, nowhere))
	if err != nil {
		t.Error(err)
	}
	f := expect(t, snap)
	f("", "hw.temperature{", "die")
	f("1", "hw.status{", "state=up")
	f("1", "hw.gpu.allocated{")
}

func TestAnOldKernelHasItsClockInTheCard(t *testing.T) {
	root := load(t, "max1100")
	card := filepath.Join(root.Sys, maxDir, "drm/card1")
	if err := os.RemoveAll(filepath.Join(card, "gt")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(card, "gt_act_freq_mhz"), []byte("900\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	snap, _ := watchtest.Tick(t, open(t, root, nowhere))
	expect(t, snap)("900000000", "hw.gpu.speed{")
}

func TestHiddenProcessesLeaveTheUtilizationUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := load(t, "max1100")
		s, err := Open(t.Context(), Options{Root: root, LibPath: nowhere, Interval: interval, Scanner: hidden{}, GPU: watchtest.Options(root)})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		watchtest.Tick(t, s)
		wait(interval)
		snap, _ := watchtest.Tick(t, s)
		if got := watchtest.Lines(snap, "hw.gpu.utilization{"); got != nil {
			t.Errorf("%s", got)
		}
	})
}

// memoryAnswer is one of a driver: a region of the host and two of the device.
func memoryAnswer(header int) []byte {
	raw := make([]byte, header+3*regionSize)
	binary.LittleEndian.PutUint32(raw, 3)
	for i := range 3 {
		r := raw[header+i*regionSize:]
		if i > 0 {
			binary.LittleEndian.PutUint16(r, onDevice)
		}
		binary.LittleEndian.PutUint64(r[8:], 1000)
		binary.LittleEndian.PutUint64(r[16:], 300)
	}
	return raw
}

func TestTheMemoryOfTheDeviceIsToldByItsDriver(t *testing.T) {
	f := func(name string, total, used *uint64, want, wantUsed uint64) {
		t.Helper()
		if total == nil || used == nil || *total != want || *used != wantUsed {
			t.Errorf("%s: %v, %v", name, total, used)
		}
	}
	total, used := parseXe(memoryAnswer(xeHeader))
	f("xe", total, used, 2000, 600)
	total, used = parseI915(memoryAnswer(i915Header))
	f("i915", total, used, 2000, 1400)
	if total, used := parseXe(memoryAnswer(xeHeader)[:50]); total != nil || used != nil {
		t.Errorf("truncated: %v, %v", total, used)
	}
	if total, used := queryMemory(os.DevNull, "xe"); total != nil || used != nil {
		t.Errorf("not a GPU: %v, %v", total, used)
	}
	if total, used := queryMemory("/nowhere", "i915"); total != nil || used != nil {
		t.Errorf("no device: %v, %v", total, used)
	}
}

func FuzzMemory(f *testing.F) {
	f.Add(memoryAnswer(xeHeader))
	f.Add(memoryAnswer(i915Header))
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, parse := range []func([]byte) (*uint64, *uint64){parseXe, parseI915} {
			if total, used := parse(raw); total == nil && used != nil {
				t.Errorf("%d of nothing", *used)
			}
		}
	})
}

// eightGPUs makes seven more GPUs like the one of the tree.
func eightGPUs(t *testing.T) host.Root {
	t.Helper()
	root := load(t, "max1100")
	for i := 1; i < 8; i++ {
		card := filepath.Join(root.Sys, "class/drm", fmt.Sprintf("card%d", i+1))
		if err := os.CopyFS(filepath.Join(card, "device"), os.DirFS(filepath.Join(root.Sys, maxDir))); err != nil {
			t.Fatal(err)
		}
		uevent := fmt.Sprintf("DRIVER=i915\nPCI_SLOT_NAME=0000:%02x:00.0\n", 0x4d+0x10*i)
		if err := os.WriteFile(filepath.Join(card, "device/uevent"), []byte(uevent), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestOneOfEightGPUsIsLostAndTheOthersGoOn(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(zetest.All, "count", 8)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, eightGPUs(t), lib.Path)
		watchtest.Tick(t, s)
		lib.Set(3, "ret", 0x70000001)
		wait(interval)
		snap, err := watchtest.Tick(t, s)
		if err == nil || !strings.Contains(err.Error(), "read 0000:7d:00.0: device lost") {
			t.Errorf("error: %v", err)
		}
		if n := len(watchtest.Lines(snap, "hw.temperature{", "source=levelzero", "die")); n != 7 {
			t.Errorf("%d GPUs answer", n)
		}
		f := expect(t, snap)
		f("0", "hw.status{", "gpu.index=3", "state=up")
		f("62.5", "hw.temperature{", "gpu.index=4", "die")
	})
}

func TestAHostWithTheGPUsOfOthersIsUnavailable(t *testing.T) {
	root := load(t, "max1100")
	if err := os.Remove(filepath.Join(root.Sys, "class/drm/card1")); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), Options{Root: root, LibPath: nowhere})
	if !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "no GPU of Intel") {
		t.Error(err)
	}
}
