package nvidia

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/nvidia/nvmltest"
)

func TestPCIeBytesAreIntegratedFromTheRates(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "ret:nvmlEventSetCreate", 3) // a thread in a call would hold time up
	lib.Set(nvmltest.All, "count", 1)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, lib)
		f := func(receive, transmit string) {
			t.Helper()
			snap, err := tick(t, s, 0)
			if err != nil {
				t.Fatal(err)
			}
			if got := value(t, snap, "hw.gpu.io{", "receive"); got != receive {
				t.Errorf("receive %s, want %s", got, receive)
			}
			if got := value(t, snap, "hw.gpu.io{", "transmit"); got != transmit {
				t.Errorf("transmit %s, want %s", got, transmit)
			}
		}
		f("0", "0")
		// The passes before the ticks are a lead time early.
		time.Sleep(time.Minute)
		f(mib(200, 59.85), mib(100, 59.85))
		time.Sleep(time.Minute)
		f(mib(200, 119.85), mib(100, 119.85))
		lib.Set(0, "receive", 1<<60) // no rate
		time.Sleep(time.Minute)
		f(mib(200, 119.85), mib(100, 179.85))
	})
}

func mib(rate, seconds float64) string { return strconv.FormatInt(int64(rate*(1<<20)*seconds), 10) }

func TestPCIeBytesOfOlderGPUsAreReadOftenEnoughNotToWrapUnseen(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "major", 8)
	lib.Set(nvmltest.All, "count", 1)
	lib.Set(nvmltest.All, "ret:nvmlEventSetCreate", 3)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, lib)
		time.Sleep(time.Second)
		total := uint64(0)
		for range 40 { // a full bus: 40 GB/s
			total += 1 << 30
			lib.Set(0, "field198", int64(uint32(total)))
			time.Sleep(27 * time.Millisecond)
		}
		time.Sleep(2 * time.Second)
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := value(t, snap, "hw.gpu.io{", "receive"), strconv.FormatUint(total, 10); got != want {
			t.Errorf("received %s, want %s", got, want)
		}
	})
}

func TestPCIeBytesComeFromTheShortWindowWhenThereIsNothingElse(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "major", 7)
	lib.Set(nvmltest.All, "count", 1)
	lib.Set(nvmltest.All, "ret:nvmlEventSetCreate", 3)
	lib.Set(nvmltest.All, "ret:field197", 3)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, lib)
		time.Sleep(10*time.Second + time.Millisecond)
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := value(t, snap, "hw.gpu.io{", "receive"); got != strconv.Itoa(1001*1024*10) {
			t.Errorf("received %s", got)
		}
	})
}

func TestNVLinkOfBlackwellIsAddedUpOverItsLinks(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "major", 10)
	snap, err := tick(t, open(t, lib), 0)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for link := range 18 {
		sum += 1000 + link
	}
	if got := value(t, snap, "hw.gpu.interconnect.io{", "hw.id=GPU-00000000", "transmit"); got != strconv.Itoa(sum) {
		t.Errorf("transmitted %s, want %d", got, sum)
	}
}

func TestNVLinkIsLeftOutWhenItIsSwitchedOff(t *testing.T) {
	lib := nvmltest.Build(t)
	snap, err := tick(t, open(t, lib, func(o *Options) { o.Interconnect = false }), 0)
	if err != nil || len(lines(snap, "hw.gpu.interconnect.io")) != 0 {
		t.Errorf("%v, %s", err, lines(snap, "hw.gpu.interconnect.io"))
	}
}

func TestFieldCallsAreNotMadeSideBySide(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "major", 8) // counters are read as fields too
	s := open(t, lib)
	for range 50 {
		if _, err := tick(t, s, 0); err != nil {
			t.Fatal(err)
		}
	}
	if lib.Get(nvmltest.All, "fields side by side") != 0 {
		t.Error("two calls at once")
	}
}

func TestWhatAnotherSourceOwnsIsNotRead(t *testing.T) {
	lib := nvmltest.Build(t)
	s := open(t, lib)
	b := sample.NewBatch(time.Now(), func(m *metrics.Def, id, split string) bool { return m.Name != "hw.gpu.io" })
	if err := s.Sample(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	lib.Set(nvmltest.All, "count calls", 1)
	s.each(t, "GPU-00000000", func(d *device) { d.slow.pass(true) })
	if n := lib.Get(0, "calls:nvmlGpmSampleGet"); n != 0 {
		t.Errorf("%d samples", n)
	}
}

func TestUtilizationOfMIGInstancesComesFromThePerformanceCounters(t *testing.T) {
	lib := nvmltest.Build(t)
	lib.Set(nvmltest.All, "count", 2)
	lib.Set(nvmltest.All, "ret:nvmlEventSetCreate", 3)
	synctest.Test(t, func(t *testing.T) {
		s := open(t, lib)
		for range 2 {
			if _, err := tick(t, s, 0); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
		}
		snap, err := tick(t, s, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"hw.id=MIG-00000010", "hw.id=MIG-00000011"} {
			if got := value(t, snap, "hw.gpu.utilization{", id); got != "0.25" {
				t.Errorf("%s: %q", id, got)
			}
		}
		if got := lines(snap, "hw.gpu.utilization{", "hw.id=GPU-00000001"); got != nil {
			t.Errorf("the parent: %s", got)
		}
	})
}
