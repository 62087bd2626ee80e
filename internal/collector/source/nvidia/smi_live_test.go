//go:build gpu

package nvidia

import (
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"platform/internal/collector/gpu"
)

// compared are values that both report: what nvidia-smi calls them, ours in
// its unit, and by how much they may differ in an instant.
var compared = []struct {
	field     string
	ours      func(r gpu.Reading) *float64
	tolerance func(v float64) float64
}{
	{"utilization.gpu", func(r gpu.Reading) *float64 { return times(r.Utilization.General, 100) }, plus(15)},
	{"utilization.memory", func(r gpu.Reading) *float64 { return times(r.MemoryController, 100) }, plus(15)},
	{"utilization.encoder", func(r gpu.Reading) *float64 { return times(r.Utilization.Encoder, 100) }, plus(5)},
	{"utilization.decoder", func(r gpu.Reading) *float64 { return times(r.Utilization.Decoder, 100) }, plus(5)},
	{"memory.total", func(r gpu.Reading) *float64 { return mebi(r.MemoryLimit) }, plus(1)},
	{"memory.used", func(r gpu.Reading) *float64 { return mebi(r.MemoryUsage) }, plus(2)},
	{"memory.free", func(r gpu.Reading) *float64 { return mebi(r.MemoryFree) }, plus(2)},
	{"temperature.gpu", func(r gpu.Reading) *float64 { return r.DieTemperature }, plus(2)},
	{"temperature.memory", func(r gpu.Reading) *float64 { return r.MemoryTemperature }, plus(2)},
	{"fan.speed", func(r gpu.Reading) *float64 { return times(r.FanRatio, 100) }, plus(2)},
	{"power.draw.instant", func(r gpu.Reading) *float64 { return r.Power }, ratioOf(0.15)},
	{"power.draw.average", func(r gpu.Reading) *float64 { return r.PowerAverage }, ratioOf(0.15)},
	{"enforced.power.limit", func(r gpu.Reading) *float64 { return r.PowerLimit }, plus(0.1)},
	{"clocks.gr", func(r gpu.Reading) *float64 { return mega(r.GraphicsClock) }, ratioOf(0.1)},
	{"clocks.sm", func(r gpu.Reading) *float64 { return mega(r.SMClock) }, ratioOf(0.1)},
	{"clocks.mem", func(r gpu.Reading) *float64 { return mega(r.MemoryClock) }, ratioOf(0.01)},
	{"ecc.errors.corrected.volatile.total", func(r gpu.Reading) *float64 { return whole(r.Errors.Corrected) }, plus(0)},
	{"ecc.errors.uncorrected.volatile.total", func(r gpu.Reading) *float64 { return whole(r.Errors.Uncorrected) }, plus(0)},
}

func plus(d float64) func(float64) float64    { return func(float64) float64 { return d } }
func ratioOf(q float64) func(float64) float64 { return func(v float64) float64 { return q * v } }

func times(v *float64, n float64) *float64 {
	if v == nil {
		return nil
	}
	return new(*v * n)
}
func whole(v *uint64) *float64 {
	if v == nil {
		return nil
	}
	return new(float64(*v))
}
func mebi(v *uint64) *float64 { return times(whole(v), 1.0/(1<<20)) }
func mega(v *uint64) *float64 { return times(whole(v), 1e-6) }

// Everything that both report is the same, within what changes between two
// ticks around the question.
func TestLiveReadingsEqualThoseOfNvidiaSMI(t *testing.T) {
	if _, err := exec.LookPath("nvidia-smi"); err != nil {
		t.Skip(err)
	}
	s := openLive(t, nil)
	settle(t, s)
	var wrong []string
	for range 5 {
		var lines []string
		lines, wrong = compare(t, s)
		if len(wrong) == 0 {
			t.Log("ours before and after, and nvidia-smi:\n" + strings.Join(lines, "\n"))
			return
		}
	}
	t.Errorf("differ in five attempts:\n%s", strings.Join(wrong, "\n"))
}

func compare(t *testing.T, s *Source) (lines, wrong []string) {
	t.Helper()
	var fields []string
	for _, c := range compared {
		fields = append(fields, c.field)
	}
	read := func() []gpu.Reading {
		if _, err := tick(t, s, 0); err != nil {
			t.Fatal(err)
		}
		var all []gpu.Reading
		for _, r := range s.reports {
			if r.Device.MIG.DeviceID == "" {
				all = append(all, copied(r.Reading))
			}
		}
		return all
	}
	before := read()
	theirs := smi(t, fields)
	after := read()
	if len(theirs) != len(before) {
		t.Fatalf("%d GPUs, nvidia-smi has %d", len(before), len(theirs))
	}
	for i, row := range theirs {
		for j, c := range compared {
			a, b := c.ours(before[i]), c.ours(after[i])
			smi, err := strconv.ParseFloat(row[j], 64)
			line := fmt.Sprintf("  GPU %d %-40s %10s %10s  %s", i, c.field, show(a), show(b), row[j])
			lines = append(lines, line)
			switch {
			case err != nil && a == nil:
			case err != nil || a == nil || b == nil:
				wrong = append(wrong, line+"  (only one has it)")
			case smi < min(*a, *b)-c.tolerance(*a) || smi > max(*a, *b)+c.tolerance(*b):
				wrong = append(wrong, line)
			}
		}
	}
	return lines, wrong
}

// copied returns r with memory of its own.
func copied(r gpu.Reading) gpu.Reading {
	for _, p := range []**float64{&r.Utilization.General, &r.Utilization.Encoder, &r.Utilization.Decoder, &r.MemoryController,
		&r.DieTemperature, &r.MemoryTemperature, &r.FanRatio, &r.Power, &r.PowerAverage, &r.PowerLimit, &r.Energy} {
		if *p != nil {
			*p = new(**p)
		}
	}
	for _, p := range []**uint64{&r.MemoryLimit, &r.MemoryUsage, &r.MemoryFree, &r.GraphicsClock, &r.MemoryClock, &r.SMClock,
		&r.Errors.Corrected, &r.Errors.Uncorrected, &r.Errors.PCIeReplay} {
		if *p != nil {
			*p = new(**p)
		}
	}
	return r
}

func show(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(math.Round(*v*100)/100, 'f', -1, 64)
}

// query returns what nvidia-smi says of fields.
func query(t *testing.T, fields ...string) (string, error) {
	out, err := exec.CommandContext(t.Context(), "nvidia-smi", "--query-gpu="+strings.Join(fields, ","), "--format=csv,noheader,nounits").Output()
	return string(out), err
}

// smi asks nvidia-smi; a row per GPU.
func smi(t *testing.T, fields []string) [][]string {
	t.Helper()
	out, err := query(t, fields...)
	if err != nil {
		for _, f := range fields {
			if out, err := query(t, f); err != nil {
				t.Fatalf("nvidia-smi does not know %s: %s", f, out)
			}
		}
		t.Fatalf("nvidia-smi: %v\n%s", err, out)
	}
	var rows [][]string
	for line := range strings.Lines(out) {
		row := strings.Split(strings.TrimSpace(line), ",")
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		if len(row) != len(fields) {
			t.Fatalf("nvidia-smi: %q", line)
		}
		rows = append(rows, row)
	}
	return rows
}

// The processes are those of nvidia-smi, with the same memory.
func TestLiveProcessesEqualThoseOfNvidiaSMI(t *testing.T) {
	if _, err := exec.LookPath("nvidia-smi"); err != nil {
		t.Skip(err)
	}
	s := openLive(t, nil)
	settle(t, s)
	if _, err := tick(t, s, 0); err != nil {
		t.Fatal(err)
	}
	ours := map[string]float64{}
	for _, r := range s.reports {
		for _, p := range r.Processes {
			if p.Memory != nil {
				ours[fmt.Sprint(p.PID)] += float64(*p.Memory) / (1 << 20)
			}
		}
	}
	out, err := exec.CommandContext(t.Context(), "nvidia-smi", "--query-compute-apps=pid,used_memory", "--format=csv,noheader,nounits").Output()
	if err != nil {
		t.Fatal(err)
	}
	theirs := 0
	for line := range strings.Lines(string(out)) {
		pid, memory, ok := strings.Cut(strings.TrimSpace(line), ",")
		if !ok {
			continue
		}
		theirs++
		mib, _ := strconv.ParseFloat(strings.TrimSpace(memory), 64)
		t.Logf("process %s: ours %.0f MiB, nvidia-smi %s", pid, ours[pid], memory)
		if got, ok := ours[pid]; !ok || math.Abs(got-mib) > 2 {
			t.Errorf("process %s: ours %v MiB, nvidia-smi %s", pid, got, memory)
		}
	}
	if theirs != len(ours) {
		t.Errorf("%d processes, nvidia-smi has %d", len(ours), theirs)
	}
}
