package nvidia

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/source"
	"platform/internal/collector/source/nvidia/nvmltest"
)

const lostGPU = 15

func TestAGPUThatFallsOffTheBusIsReportedAndTheOthersGoOn(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	lib.Set(3, "ret", lostGPU)
	for range 2 { // once found by a read, once by the probe
		snap, err := tick(t, s, 0)
		if err == nil || !strings.Contains(err.Error(), "read GPU-00000003: GPU is lost") {
			t.Errorf("error: %v", err)
		}
		for state, want := range map[string]string{"state=up": "0", "state=throttled,hw.type": "0"} {
			if got := value(t, snap, "hw.status{", "hw.id=GPU-00000003", state); got != want {
				t.Errorf("%s = %q", state, got)
			}
		}
		if n := len(lines(snap, "hw.id=GPU-00000003")); n != 2 {
			t.Errorf("%d series of the lost GPU", n)
		}
		if got := value(t, snap, "hw.power{", "hw.id=GPU-00000004"); got != "114" {
			t.Errorf("another GPU: %q", got)
		}
	}
	s.refresh(t.Context()) // the driver counts it but cannot name it
	if snap, _ := tick(t, s, 0); value(t, snap, "hw.status{", "hw.id=GPU-00000003", "state=up") != "0" {
		t.Error("the lost GPU is forgotten")
	}
	lib.Set(3, "ret", 0)
	s.refresh(t.Context())
	if snap, err := tick(t, s, 0); err != nil || value(t, snap, "hw.power{", "hw.id=GPU-00000003") != "113" {
		t.Errorf("after it came back: %v", err)
	}
}

func TestACallThatHangsCostsOnlyItsOwnGPU(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	lib.Set(2, "hang:nvmlDeviceGetUtilizationRates", 1)
	snap, err := tick(t, s, 200*time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "read GPU-00000002: no answer") {
		t.Errorf("error: %v", err)
	}
	if value(t, snap, "hw.power{", "hw.id=GPU-00000005") != "115" || value(t, snap, "hw.status{", "hw.id=GPU-00000002", "state=up") != "0" {
		t.Error("the others did not go on")
	}
	if _, err = tick(t, s, 0); err == nil || !strings.Contains(err.Error(), errHangs.Error()) {
		t.Errorf("error: %v", err)
	}
	lib.Set(2, "hang:nvmlDeviceGetUtilizationRates", 0)
	eventually(t, "answers again", func() bool {
		snap, err := tick(t, s, 0)
		return err == nil && value(t, snap, "hw.gpu.utilization{", "hw.id=GPU-00000002", "general") == "0.2"
	})
}

func TestAHangingFieldCallDoesNotTakeTheOtherGPUsAlong(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	lib.Set(6, "hang:nvmlDeviceGetFieldValues", 1)
	defer lib.Set(6, "hang:nvmlDeviceGetFieldValues", 0)
	// The tick waits a second for the turn of the field call.
	snap, err := tick(t, s, 10*time.Second)
	if err == nil {
		t.Error("no error")
	}
	if value(t, snap, "hw.temperature{", "hw.id=GPU-00000005", "die") != "35" {
		t.Error("another GPU lost its values")
	}
	lib.Set(6, "hang:nvmlDeviceGetFieldValues", 0)
	eventually(t, "answers again", func() bool { _, err := tick(t, s, 0); return err == nil })
}

func TestUnsupportedCallsAreRememberedAndNotRepeated(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(0, "ret:nvmlDeviceGetEncoderUtilization", 3)
	lib.Set(0, "ret:field82", 3)
	lib.Set(0, "ret:nvmlDeviceGetFanSpeed_v2", 3)
	lib.Set(0, "fans", 1)
	s := open(t, lib)
	lib.Set(nvmltest.All, "count calls", 1)
	for range 3 {
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"encoder", "sensor_location=memory", "hw.fan.speed_ratio"} {
			if got := lines(snap, "hw.id=GPU-00000000", part); got != nil {
				t.Errorf("%s: %s", part, got)
			}
		}
		if value(t, snap, "hw.power{", "hw.id=GPU-00000000") != "110" {
			t.Error("the fields beside the refused one are missing")
		}
	}
	if n := lib.Get(0, "calls:nvmlDeviceGetEncoderUtilization"); n != 1 {
		t.Errorf("asked %d times for the encoder", n)
	}
	if n := lib.Get(0, "calls:nvmlDeviceGetFanSpeed_v2"); n != 1 {
		t.Errorf("asked %d times for the fan", n)
	}
	if n := lib.Get(0, "calls:nvmlDeviceGetDecoderUtilization"); n != 3 {
		t.Errorf("asked %d times for the decoder", n)
	}
}

func TestGarbagePercentagesAreDropped(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(5, "utilization", 4294967295)
	lib.Set(5, "controller", 101)
	lib.Set(5, "encoder", 200000)
	lib.Set(5, "fans", 1)
	lib.Set(5, "fan", 105) // asked for beyond the maximum: no garbage
	snap, err := tick(t, open(t, lib), 0)
	if err != nil {
		t.Fatal(err)
	}
	f := func(want string, parts ...string) {
		t.Helper()
		if got := value(t, snap, append(parts, "hw.id=GPU-00000005")...); got != want {
			t.Errorf("%q = %q, want %q", parts, got, want)
		}
	}
	f("", "hw.gpu.utilization{", "general")
	f("", "hw.gpu.idle{")
	f("", "hw.gpu.memory.controller.utilization{")
	f("", "hw.gpu.utilization{", "encoder")
	f("0.1", "hw.gpu.utilization{", "decoder")
	f("1", "hw.fan.speed_ratio{")
}

func TestAListThatOutgrowsItsBufferIsAskedForAgain(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	for _, n := range []int64{0, 64, 65, 500} {
		lib.Set(4, "compute", n)
		s.each(t, "GPU-00000004", func(d *device) { d.slow.pass(false) })
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(lines(snap, "process.gpu.memory.usage{", "hw.id=GPU-00000004")); got != int(n) {
			t.Errorf("%d processes, want %d", got, n)
		}
		if got := len(lines(snap, "process.gpu.utilization{", "hw.id=GPU-00000004", "} 0.4")); n > 0 && got == 0 {
			t.Error("no process has the average of its samples")
		}
	}
}

// each calls f with the device of that id.
func (s *Source) each(t *testing.T, id string, f func(*device)) {
	t.Helper()
	all, _ := s.devices()
	i := slices.IndexFunc(all, func(d *device) bool { return d.ID == id })
	if i < 0 {
		t.Fatalf("no device %s", id)
	}
	f(all[i])
}

func TestMemoryThatTheDriverDoesNotKnowIsAbsent(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(4, "no memory", 1)
	snap, err := tick(t, open(t, lib), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := lines(snap, "process.gpu.memory", "hw.id=GPU-00000004"); got != nil {
		t.Errorf("%s", got)
	}
	if len(lines(snap, "process.uptime{", "hw.id=GPU-00000004")) != 1 {
		t.Error("the process is gone altogether")
	}
}

func TestHotPlugIsFoundWithoutARestart(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "count", 2)
	lib.Set(nvmltest.All, "migs", 0)
	s := open(t, lib)
	count := func(want ...string) {
		t.Helper()
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Error(err)
		}
		var got []string
		for _, l := range lines(snap, "hw.gpu.memory.limit{") {
			_, after, _ := strings.Cut(l, "hw.id=")
			id, _, _ := strings.Cut(after, ",")
			got = append(got, id)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
	count("GPU-00000000", "GPU-00000001")
	lib.Set(nvmltest.All, "count", 3)
	s.refresh(t.Context())
	count("GPU-00000000", "GPU-00000001", "GPU-00000002")
	lib.Set(1, "replaced", 1)
	s.refresh(t.Context())
	count("GPU-00000000", "GPU-00000002", "GPU-10000001")
	lib.Set(nvmltest.All, "count", 1)
	s.refresh(t.Context())
	count("GPU-00000000")
	lib.Set(0, "migs", 2) // partitioned
	s.refresh(t.Context())
	count("GPU-00000000", "MIG-00000000", "MIG-00000001")
	lib.Set(0, "migs", 1)
	s.refresh(t.Context())
	count("GPU-00000000", "MIG-00000000")
}

func TestADriverReloadIsFoundWithoutARestart(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	lib.Set(nvmltest.All, "ret", 9) // driver not loaded
	if _, err := tick(t, s, 0); err == nil {
		t.Error("no error")
	}
	eventually(t, "session given up", func() bool {
		_, err := s.devices()
		return err != nil && strings.Contains(err.Error(), "driver not loaded")
	})
	if snap, err := tick(t, s, 0); err == nil || snap.Points() != 0 {
		t.Errorf("%d points, %v", snap.Points(), err)
	}
	lib.Set(nvmltest.All, "driver", 200)
	lib.Set(nvmltest.All, "ret", 0)
	s.refresh(t.Context())
	snap, err := tick(t, s, 0)
	if err != nil || len(lines(snap, "hw.power{", "hw.driver_version=580.200")) != 8 {
		t.Errorf("after the reload: %v", err)
	}
}

func TestXIDsAreCountedByCodeFromAZeroBaseline(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	eventually(t, "watched", func() bool { return s.xids.of("GPU-00000002") != nil })
	get := func(parts ...string) string {
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Error(err)
		}
		return value(t, snap, append(parts, "error.type=xid", "hw.id=GPU-00000002")...)
	}
	if got := get(); got != "0" {
		t.Errorf("baseline %q", got)
	}
	for i := range 3 {
		lib.Set(2, "xid", 79)
		eventually(t, "XID 79", func() bool { return get("gpu.xid.code=79") == strconv.Itoa(i+1) })
	}
	lib.Set(nvmltest.All, "count calls", 1)
	lib.Set(nvmltest.All, "ret:nvmlEventSetWait_v2", 999)
	eventually(t, "a new set after the wait failed", func() bool { return lib.Get(nvmltest.All, "calls:nvmlEventSetCreate") > 0 })
	lib.Set(nvmltest.All, "ret:nvmlEventSetWait_v2", 0)
	lib.Set(2, "xid", 999)
	eventually(t, "XID without a code", func() bool { return s.xids.of("GPU-00000002").Counts[0] == 1 })
	if got := get("gpu.xid.code=79"); got != "3" {
		t.Errorf("XID 79: %s", got)
	}
}

func TestCloseEndsAllBackgroundWorkAndFreesWhatItHeld(t *testing.T) {
	lib := nvmltest.Build(t)
	s, err := Open(context.Background(), Options{LibPath: lib.Path})
	if err != nil {
		t.Fatal(err)
	}
	if lib.Get(nvmltest.All, "samples") == 0 {
		t.Error("no samples of the performance counters")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if n := lib.Get(nvmltest.All, "samples"); n != 0 {
		t.Errorf("%d samples are left", n)
	}
}

func TestADriverThatDoesNotAnswerDoesNotHoldTheStartUp(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "hang:nvmlInit_v2", 1)
	defer lib.Set(nvmltest.All, "hang:nvmlInit_v2", 0)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := Open(ctx, Options{LibPath: lib.Path}); !errors.Is(err, source.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestOpeningAndClosingLeavesNothingBehind(t *testing.T) {
	lib := nvmltest.Build(t)
	before := runtime.NumGoroutine()
	for range 10 {
		s, err := Open(t.Context(), Options{LibPath: lib.Path})
		if err != nil {
			t.Fatal(err)
		}
		tick(t, s, 0)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "all goroutines have ended", func() bool { return runtime.NumGoroutine() <= before })
}

func TestWhatDoesNotChangeIsAskedForOnce(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	lib.Set(nvmltest.All, "count calls", 1)
	for range 3 {
		s.refresh(t.Context())
	}
	if n := lib.Get(0, "calls:nvmlDeviceGetNumGpuCores"); n != 0 {
		t.Errorf("asked %d times for the number of cores", n)
	}
	if n := lib.Get(0, "calls:nvmlDeviceGetUUID"); n != 3 {
		t.Errorf("looked %d times", n)
	}
}

func TestCloseDoesNotWaitForACallThatHangs(t *testing.T) {
	const count = "nvmlDeviceGetCount_v2"
	lib := nvmltest.Build(t)
	s, err := Open(t.Context(), Options{LibPath: lib.Path})
	if err != nil {
		t.Fatal(err)
	}
	s.patience = 20 * time.Millisecond
	lib.Set(nvmltest.All, "count calls", 1)
	lib.Set(nvmltest.All, "hang:"+count, 1)
	s.rescan()
	eventually(t, "the call hangs", func() bool { return lib.Get(nvmltest.All, "calls:"+count) == 1 })
	if err := s.Close(); err == nil {
		t.Error("closed a library in which a call hangs")
	}
	lib.Set(nvmltest.All, "hang:"+count, 0)
	s.wg.Wait()
	s.patience = time.Minute
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
