package gpu

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/sample"
)

var update = flag.Bool("update", false, "rewrite golden files")

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// tick emits reports at a minute after the epoch and returns the text of what
// came out, without the attributes that all series of a device share.
func tick(t *testing.T, e *Emitter, minute int, reports ...Report) []string {
	t.Helper()
	return strings.Split(strings.TrimSpace(text(snapshot(t, e, minute, reports...))), "\n")
}

func snapshot(t *testing.T, e *Emitter, minute int, reports ...Report) *sample.Snapshot {
	t.Helper()
	b := sample.NewBatch(epoch.Add(time.Duration(minute)*time.Minute), nil)
	e.Emit(b, reports)
	if err := b.Err(); err != nil {
		t.Error(err)
	}
	snap := sample.Merge(b.Now, []*sample.Batch{b}, nil)
	metricstest.Check(t, snap)
	return snap
}

func text(snap *sample.Snapshot) string {
	var b bytes.Buffer
	sample.WriteText(&b, snap)
	return strings.NewReplacer("gpu.index=0,", "", "hw.id=GPU-1,", "", "hw.vendor=nvidia,", "", ",hw.vendor=nvidia}", "}", "hw.vendor=nvidia}", "}").Replace(b.String())
}

var card = Device{ID: "GPU-1", Vendor: "nvidia"}

// of returns the lines of a metric.
func of(lines []string, m *metrics.Def) (found []string) {
	for _, l := range lines {
		if strings.HasPrefix(l, m.Name+"{") {
			found = append(found, strings.TrimPrefix(l, m.Name))
		}
	}
	return found
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each testdata/*.json holds readings recorded on real hardware; the .txt
// beside it is what the collector makes of them.
func TestRecordedReadings(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var reports []Report
			if err := json.Unmarshal(raw, &reports); err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			sample.WriteText(&got, snapshot(t, NewEmitter(Options{Threshold: 0.05}), 0, reports...))
			golden := strings.TrimSuffix(file, ".json") + ".txt"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, &got, want)
			}
		})
	}
}

func TestNothingIsEmittedForWhatWasNotReported(t *testing.T) {
	e := NewEmitter(Options{})
	equal(t, tick(t, e, 0, Report{Device: card}), "hw.status{hw.state=throttled,hw.type=gpu} 0", "hw.status{hw.state=up,hw.type=gpu} 1")
}

func TestDerivedSeries(t *testing.T) {
	f := func(r Report, m *metrics.Def, want ...string) {
		t.Helper()
		r.Device = card
		equal(t, of(tick(t, NewEmitter(Options{Threshold: 0.05}), 0, r), m), want...)
	}
	memory := func(limit, usage uint64) Report {
		return Report{Reading: Reading{MemoryLimit: &limit, MemoryUsage: &usage}}
	}
	f(memory(200, 50), metrics.MemoryUtilization, "{} 0.25")
	f(memory(200, 50), metrics.MemoryFree, "{} 150")
	f(memory(200, 300), metrics.MemoryUtilization, "{} 1")
	f(memory(200, 300), metrics.MemoryFree, "{} 0")
	f(memory(0, 50), metrics.MemoryUtilization)

	use := func(u float64) Report { return Report{Reading: Reading{Utilization: ByTask{General: &u}}} }
	f(use(0.25), metrics.GPUIdle, "{} 0.75")
	f(use(1.01), metrics.GPUIdle)
	f(use(math.NaN()), metrics.GPUUtilization)
	f(use(-0.5), metrics.GPUUtilization)
	f(use(0.05), metrics.GPUAllocated, "{} 1")
	f(use(0.04), metrics.GPUAllocated, "{} 0")
	f(use(7), metrics.GPUAllocated) // garbage is not known
	f(Report{}, metrics.GPUAllocated)
	f(Report{Processes: []Process{}}, metrics.GPUAllocated, "{} 0")
	f(Report{Processes: []Process{{PID: 1, Memory: new(uint64(0))}}}, metrics.GPUAllocated, "{} 0")
	f(Report{Processes: []Process{{PID: 1, Memory: new(uint64(9))}}}, metrics.GPUAllocated, "{} 1")
	f(Report{Reading: Reading{Held: new(true)}}, metrics.GPUAllocated, "{} 1")
	f(Report{Reading: Reading{Held: new(false)}}, metrics.GPUAllocated, "{} 0")

	power := func(instant, average *float64) Report {
		return Report{Reading: Reading{Power: instant, PowerAverage: average}}
	}
	f(power(new(200.0), new(150.0)), metrics.Power, "{} 200")
	f(power(nil, new(150.0)), metrics.Power, "{} 150")

	fan := func(v float64) Report { return Report{Reading: Reading{FanRatio: &v}} }
	f(fan(0.3), metrics.FanSpeedRatio, "{} 0.3")
	f(fan(1.05), metrics.FanSpeedRatio, "{} 1")
	f(fan(42949672), metrics.FanSpeedRatio)
}

func TestStatusIsASetOfStatesAndAPastReasonFallsToZero(t *testing.T) {
	e := NewEmitter(Options{})
	status := func(r Reading, want ...string) {
		t.Helper()
		equal(t, of(tick(t, e, 0, Report{Device: card, Reading: r}), metrics.HWStatus), want...)
	}
	status(Reading{Throttle: []string{}}, "{hw.state=throttled,hw.type=gpu} 0", "{hw.state=up,hw.type=gpu} 1")
	status(Reading{Throttle: []string{"sw_thermal"}},
		"{hw.state=throttled,hw.status.reason=sw_thermal,hw.type=gpu} 1", "{hw.state=throttled,hw.type=gpu} 1", "{hw.state=up,hw.type=gpu} 0")
	status(Reading{Throttle: []string{"sw_power_cap"}},
		"{hw.state=throttled,hw.status.reason=sw_power_cap,hw.type=gpu} 1", "{hw.state=throttled,hw.status.reason=sw_thermal,hw.type=gpu} 0",
		"{hw.state=throttled,hw.type=gpu} 1", "{hw.state=up,hw.type=gpu} 0")
	status(Reading{Lost: true, Throttle: []string{"sw_thermal"}},
		"{hw.state=throttled,hw.status.reason=sw_power_cap,hw.type=gpu} 0", "{hw.state=throttled,hw.status.reason=sw_thermal,hw.type=gpu} 0",
		"{hw.state=throttled,hw.type=gpu} 0", "{hw.state=up,hw.type=gpu} 0")
}

func TestALostDeviceGivesItsStatusAlone(t *testing.T) {
	e := NewEmitter(Options{})
	lines := tick(t, e, 0, Report{Device: card, Reading: Reading{Lost: true, Power: new(3.0), Errors: Errors{Corrected: new(uint64(1))}}})
	equal(t, lines, "hw.status{hw.state=throttled,hw.type=gpu} 0", "hw.status{hw.state=up,hw.type=gpu} 0")
}

func TestXIDsCountFromAZeroBaselineAndAddUp(t *testing.T) {
	e := NewEmitter(Options{})
	errors := func(counts map[uint64]uint64, want ...string) *sample.Snapshot {
		t.Helper()
		snap := snapshot(t, e, 10, Report{Device: card, Reading: Reading{Errors: Errors{XID: &XIDs{Since: epoch, Counts: counts}}}})
		equal(t, of(strings.Split(text(snap), "\n"), metrics.HWErrors), want...)
		return snap
	}
	errors(nil, "{error.type=xid,hw.type=gpu} 0")
	snap := errors(map[uint64]uint64{79: 2, 0: 1}, "{error.type=xid,gpu.xid.code=79,hw.type=gpu} 2", "{error.type=xid,hw.type=gpu} 1")
	for _, f := range snap.Families {
		if f.Metric != metrics.HWErrors {
			continue
		}
		for _, p := range f.Points { // the first fault of a code is a step since the watch began
			if !p.Start.Equal(epoch) {
				t.Errorf("%s began at %v", p.Series.Attrs.Encoded(nil), p.Start)
			}
		}
	}
}

func TestAnXIDCountsFromItsFirstReport(t *testing.T) {
	e := NewEmitter(Options{})
	watched, failed := epoch.Add(-48*time.Hour), epoch.Add(5*time.Second)
	xids := &XIDs{Since: watched, Counts: map[uint64]uint64{79: 1}, First: map[uint64]time.Time{79: failed}}
	snap := snapshot(t, e, 10, Report{Device: card, Reading: Reading{Errors: Errors{XID: xids}}})
	for _, f := range snap.Families {
		for _, p := range f.Points {
			want := watched
			if _, ok := p.Series.Attrs.Value("gpu.xid.code"); ok {
				want = failed
			}
			if f.Metric == metrics.HWErrors && !p.Start.Equal(want) {
				t.Errorf("%s began at %v, want %v", p.Series.Attrs.Encoded(nil), p.Start, want)
			}
		}
	}
}

func TestADeviceThatIsNotReportedIsForgotten(t *testing.T) {
	e := NewEmitter(Options{})
	r := Report{Device: card, Reading: Reading{Energy: new(5.0)}}
	tick(t, e, 0, r)
	tick(t, e, 1)
	if len(e.devices) != 0 {
		t.Error("still remembered")
	}
	first := e.of(card)
	changed := card
	changed.Driver = "581"
	if e.of(card) != first || e.of(changed) == first {
		t.Error("a device that differs in anything is another device")
	}
}

func TestASteadyTickBuildsNoAttributes(t *testing.T) {
	e := NewEmitter(Options{})
	r := Report{Device: card, Reading: Reading{
		Utilization: ByTask{General: new(0.5)}, MemoryLimit: new(uint64(8)), MemoryUsage: new(uint64(2)), MemoryFree: new(uint64(6)),
		Power: new(1.0), Throttle: []string{"sw_thermal"}, PCIe: &IO{1, 2, epoch}, Errors: Errors{XID: &XIDs{Since: epoch}},
	}, Processes: []Process{{PID: 7, Memory: new(uint64(1)), Utilization: ByTask{General: new(0.5)}}}}
	reports := []Report{r}
	b := sample.NewBatch(epoch, nil)
	e.Emit(b, reports)
	if n := testing.AllocsPerRun(100, func() {
		b.Reset(epoch, nil)
		e.Emit(b, reports)
	}); n > 1 { // the value of hw.gpu.allocated
		t.Errorf("%v allocations", n)
	}
}
