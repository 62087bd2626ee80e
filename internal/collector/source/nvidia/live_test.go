//go:build gpu

package nvidia

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/proc"
	"platform/internal/collector/source"
)

var (
	record   = flag.String("record", "", "directory to write readings to")
	load     = flag.String("load", "", "what the GPU is doing, for the names of recordings")
	busyPID  = flag.Int("busy", 0, "pid of a process that computes")
	idlePID  = flag.Int("idle", 0, "pid of a process that only holds memory")
	goFile   = flag.String("go", "", "file that tells a process to copy; it appends .done when it has")
	copySize = flag.Float64("bytes", 0, "bytes that the process copies to the GPU, and back")
)

// openLive opens the library of this machine. A machine with a driver but
// without a library that works fails the test.
func openLive(t *testing.T, trace func(string, time.Duration)) *Source {
	t.Helper()
	root := host.System("")
	s, err := Open(t.Context(), Options{
		Root: root, Interval: 2 * time.Second, Interconnect: true, Trace: trace,
		GPU: gpu.Options{Threshold: 0.05, Processes: proc.New(proc.Options{Host: root, CommandLine: true, MaxCommandLine: 512})},
	})
	if errors.Is(err, source.ErrUnavailable) {
		if _, e := os.Stat("/dev/nvidiactl"); e == nil {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// settle ticks until the slow values of two intervals are in.
func settle(t *testing.T, s *Source) {
	t.Helper()
	for range 3 {
		if _, err := tick(t, s, 0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Second)
	}
}

func TestLiveReadings(t *testing.T) {
	s := openLive(t, nil)
	settle(t, s)
	snap, err := tick(t, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d series", snap.Points())
	missing := map[string]bool{}
	for _, m := range nvidiaMetrics() {
		missing[m.Name] = true
	}
	for _, f := range snap.Families {
		delete(missing, f.Metric.Name)
	}
	t.Logf("not on this hardware, or nobody to measure: %q", slices.Sorted(maps.Keys(missing)))
	if *record != "" {
		write(t, *load+".json", s.reports)
	}
	for _, r := range s.reports {
		checkPIDs(t, r)
	}
}

// checkPIDs looks for the processes that were named on the command line.
func checkPIDs(t *testing.T, r gpu.Report) {
	t.Helper()
	of := func(pid int) gpu.Process {
		i := slices.IndexFunc(r.Processes, func(p gpu.Process) bool { return p.PID == pid })
		if i < 0 {
			t.Errorf("%s does not list process %d", r.Device.ID, pid)
			return gpu.Process{}
		}
		return r.Processes[i]
	}
	show := func(p gpu.Process) string {
		raw, _ := json.Marshal(p)
		return string(raw)
	}
	if *busyPID != 0 {
		p := of(*busyPID)
		t.Logf("busy: %s", show(p))
		if u := p.Utilization.General; u == nil || *u == 0 || p.Memory == nil || *p.Memory == 0 {
			t.Errorf("the busy process has no use of its own: %s", show(p))
		}
	}
	if *idlePID != 0 {
		p := of(*idlePID)
		t.Logf("idle: %s", show(p))
		if u := p.Utilization.General; u == nil || *u > 0.05 || p.Memory == nil || *p.Memory == 0 {
			t.Errorf("the idle process has the use of another: %s", show(p))
		}
	}
}

// What the agent does in a tick must not hold the host up; the limits are
// those that are promised, on an otherwise idle machine.
func TestLiveTickTimes(t *testing.T) {
	var mu sync.Mutex
	calls := map[string][]time.Duration{}
	s := openLive(t, func(symbol string, took time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		calls[symbol] = append(calls[symbol], took)
	})
	settle(t, s)
	slow := map[string][]time.Duration{} // everything until here, slow reads included
	mu.Lock()
	slow, calls = calls, slow
	mu.Unlock()
	var ticks []time.Duration
	for range 300 {
		began := time.Now()
		if _, err := tick(t, s, 0); err != nil {
			t.Fatal(err)
		}
		ticks = append(ticks, time.Since(began))
		time.Sleep(2 * time.Millisecond)
	}
	mu.Lock()
	defer mu.Unlock()
	report := map[string]spread{"tick": spreadOf(ticks)}
	for symbol, all := range calls {
		if betweenTicks[symbol] {
			slow[symbol] = append(slow[symbol], all...)
			continue
		}
		report["in the tick: "+symbol] = spreadOf(all)
	}
	for symbol := range slow {
		if betweenTicks[symbol] {
			report["between ticks: "+symbol] = spreadOf(slow[symbol])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(report)) {
		t.Logf("%-66s %s", name, report[name])
	}
	if *record != "" {
		write(t, *load+"-times.json", report)
	}
	if p50 := report["tick"].P50; p50 > 10_000 {
		t.Errorf("a tick takes %v µs", p50)
	}
	for name, r := range report {
		if len(name) > 3 && name[:3] == "in " && r.P99 > 5_000 {
			t.Errorf("%s blocks for %v µs", name, r.P99)
		}
	}
}

// betweenTicks are the calls that are only made there.
var betweenTicks = map[string]bool{
	"nvmlDeviceGetTotalEnergyConsumption": true, "nvmlDeviceGetPcieReplayCounter": true, "nvmlDeviceGetProcessUtilization": true,
	"nvmlGpmQueryDeviceSupport": true, "nvmlGpmSampleAlloc": true, "nvmlGpmSampleGet": true, "nvmlGpmMetricsGet": true,
	"nvmlEventSetCreate": true, "nvmlEventSetWait_v2": true, "nvmlDeviceRegisterEvents": true, "nvmlInit_v2": true,
	"nvmlDeviceGetPcieThroughput": true, "nvmlDeviceGetCount_v2": true, "nvmlDeviceGetHandleByIndex_v2": true,
	"nvmlDeviceGetUUID": true, "nvmlDeviceGetName": true, "nvmlDeviceGetPciInfo_v3": true, "nvmlDeviceGetNumGpuCores": true,
	"nvmlDeviceGetCudaComputeCapability": true, "nvmlDeviceGetMigMode": true, "nvmlDeviceGetMinorNumber": true,
}

// spread is in microseconds.
type spread struct {
	N             int
	P50, P99, Max float64
}

func (s spread) String() string {
	return fmt.Sprintf("n %4d  p50 %9.1f µs  p99 %9.1f µs  max %9.1f µs", s.N, s.P50, s.P99, s.Max)
}

func spreadOf(all []time.Duration) spread {
	slices.Sort(all)
	at := func(q float64) float64 { return float64(all[int(q*float64(len(all)-1))].Nanoseconds()) / 1000 }
	return spread{len(all), at(.5), at(.99), at(1)}
}

// The bytes that a process copies show in hw.gpu.io, with what the bus adds to
// them.
func TestLivePCIeBytes(t *testing.T) {
	if *goFile == "" {
		t.Skip("no process to copy: give -go and -bytes")
	}
	s := openLive(t, nil)
	settle(t, s)
	count := func() gpu.IO {
		if _, err := tick(t, s, 0); err != nil {
			t.Fatal(err)
		}
		if s.reports[0].Reading.PCIe == nil {
			t.Fatal("no PCIe bytes")
		}
		return *s.reports[0].Reading.PCIe
	}
	before := count()
	if err := os.WriteFile(*goFile, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(*goFile + ".done"); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the process did not copy")
		}
	}
	settle(t, s)
	after := count()
	for direction, got := range map[string]float64{"receive": float64(after.Receive - before.Receive), "transmit": float64(after.Transmit - before.Transmit)} {
		t.Logf("%s: %.4g bytes counted, %.4g copied: %.3f", direction, got, *copySize, got / *copySize)
		if got < 0.97**copySize || got > 1.25**copySize {
			t.Errorf("%s is off", direction)
		}
	}
}

func write(t *testing.T, name string, v any) {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*record, name), append(raw, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
}
