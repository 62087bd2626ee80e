package nvidia

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/source/nvidia/nvml"
	"platform/internal/collector/source/nvidia/nvmltest"
)

func TestSlowReadsAreMadeShortlyBeforeATick(t *testing.T) {
	f := func(interval, sinceTick, wait time.Duration, before bool) {
		t.Helper()
		p := newPace(interval)
		now := time.Now()
		if sinceTick >= 0 {
			p.last.Store(now.Add(-sinceTick).UnixNano())
		}
		if w, b := p.next(now); w.Round(time.Millisecond) != wait || b != before {
			t.Errorf("interval %v, %v after a tick: %v, %v; want %v, %v", interval, sinceTick, w, b, wait, before)
		}
	}
	const ms = time.Millisecond
	f(0, 0, 5*time.Second, true)            // unknown interval
	f(time.Minute, -1, 5*time.Second, true) // no tick yet
	f(time.Minute, 0, 5*time.Second, false)
	f(time.Minute, 53*time.Second, 6850*ms, true) // not two passes within a few seconds
	f(time.Minute, 59*time.Second, 850*ms, true)
	f(time.Minute, 59900*ms, 5*time.Second, false) // after the pass, before its tick
	f(time.Second, 0, 850*ms, true)
	f(100*ms, 0, 50*ms, true)
	f(time.Second, 10*time.Second, 850*ms, true) // ticks have stopped
}

func TestUseIsAveragedOverSamplesThenOverPasses(t *testing.T) {
	var w useWindow
	if _, known := w.take(); known {
		t.Error("known before the first pass")
	}
	of := func(pid, sm uint32) nvml.ProcessSample { return nvml.ProcessSample{PID: pid, SM: sm} }
	expect := func(pid uint32, want float64) {
		t.Helper()
		got, known := w.take()
		if u := got[pid].general; !known || math.Abs(u-want) > 1e-9 {
			t.Errorf("process %d: %v, want %v", pid, u, want)
		}
	}
	w.add([]nvml.ProcessSample{of(1, 80), of(1, 40), of(2, 10), of(1, 4000)}) // the last is garbage
	expect(1, 0.6)
	expect(1, 0.6) // no pass since: the last average
	w.add([]nvml.ProcessSample{of(1, 80)})
	w.add(nil) // it did nothing in this pass
	expect(1, 0.4)
	w.add(nil)
	expect(1, 0)
}

func TestPCIAddressesAreWrittenAsTheKernelDoes(t *testing.T) {
	f := func(in, want string) {
		t.Helper()
		if got := pciAddress(in); got != want {
			t.Errorf("pciAddress(%q) = %q, want %q", in, got, want)
		}
	}
	f("00000000:3B:00.0", "0000:3b:00.0")
	f("00010000:3B:00.0", "00010000:3b:00.0")
	f("0000:3b:00.0", "0000:3b:00.0")
	f("", "")
}

func FuzzPCIAddress(f *testing.F) {
	f.Add("00000000:3B:00.0")
	f.Add(":")
	f.Fuzz(func(t *testing.T, s string) {
		once := pciAddress(s)
		if len(once) > len(strings.ToLower(s)) {
			t.Errorf("%q grew to %q", s, once)
		}
	})
}

func TestProfilesOfMIGInstances(t *testing.T) {
	f := func(name, want string) {
		t.Helper()
		if got := profile(name); got != want {
			t.Errorf("profile(%q) = %q, want %q", name, got, want)
		}
	}
	f("NVIDIA H100 80GB HBM3 MIG 1g.10gb", "1g.10gb")
	f("NVIDIA A100-SXM4-40GB MIG 1g.5gb+me", "1g.5gb+me")
	f("NVIDIA H100 80GB HBM3", "")
}

func TestABusWrapsItsCounterSoonerTheFasterItIs(t *testing.T) {
	f := func(generation, width uint32, want time.Duration) {
		t.Helper()
		if got := wrapsAfter(generation, width).Round(time.Millisecond); got != want {
			t.Errorf("generation %d x%d: %v, want %v", generation, width, got, want)
		}
	}
	f(3, 16, 273*time.Millisecond)
	f(4, 16, 136*time.Millisecond)
	f(5, 16, 68*time.Millisecond)
	f(0, 0, 34*time.Millisecond) // unknown: the fastest there is
	f(99, 999, 34*time.Millisecond)
}

func TestThrottleReasonsLeaveOutWhatIsNoThrottling(t *testing.T) {
	f := func(bits uint64, want ...string) {
		t.Helper()
		var v values
		got := v.throttle(bits)
		if got == nil || !slices.Equal(got, want) {
			t.Errorf("%#x: %q, want %q", bits, got, want)
		}
	}
	f(0)
	f(0x1 | 0x2 | 0x10 | 0x100)
	f(0x4|0x1, "sw_power_cap")
	f(0xff, "sw_power_cap", "hw_slowdown", "sw_thermal", "hw_thermal", "hw_power_brake")
}

func TestMultiprocessorsFromCores(t *testing.T) {
	f := func(major, minor, cores, want uint32) {
		t.Helper()
		if got := cores / coresPerMultiprocessor(major, minor); got != want {
			t.Errorf("%d.%d with %d cores: %d, want %d", major, minor, cores, got, want)
		}
	}
	f(9, 0, 16896, 132) // H200
	f(8, 0, 6912, 108)  // A100
	f(8, 6, 10752, 84)  // A40
	f(7, 0, 5120, 80)   // V100
}

func TestTheLibraryIsLookedForWhereDriversPutIt(t *testing.T) {
	if got := libraryNames(Options{LibPath: "/x/lib.so"}); !slices.Equal(got, []string{"/x/lib.so"}) {
		t.Errorf("%q", got)
	}
	names := libraryNames(Options{Root: host.System("/host")})
	if len(names) < 2 || strings.ContainsAny(names[0], `/\`) {
		t.Errorf("the loader is not asked first: %q", names)
	}
}

func TestCUDADevices(t *testing.T) {
	s := open(t, nvmltest.Build(t))
	all := s.CUDADevices()
	if len(all) != 10 { // eight, and two instances
		t.Fatalf("%d devices", len(all))
	}
	f := func(i int, id string, minor, cores, multiprocessors int) {
		t.Helper()
		if d := all[i]; d.ID != id || d.Minor != minor || d.Cores != cores || d.Multiprocessors != multiprocessors {
			t.Errorf("%d: %+v", i, d)
		}
	}
	f(0, "GPU-00000000", 0, 16896, 132)
	f(1, "GPU-00000001", 1, 16896, 132)
	f(2, "MIG-00000010", 1, 7680, 60)
	f(3, "MIG-00000011", 1, 2048, 16)
	f(4, "GPU-00000002", 2, 16896, 132)
}
