package cuda

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

func TestSeriesOfAProcessEndWithIt(t *testing.T) {
	s, a := traced(t, Options{})
	a.run("call 0 9 cudaLaunchKernel" + dim3Launch + "7")
	take(t, s)
	a.run("call 0 1 cudaLaunchKernel" + dim3Launch + "7")
	pid := a.pid()
	a.end()
	snap := take(t, s)
	expect(t, "the last count", value(snap, metrics.KernelLaunches, pidIs(pid)), 10)
	snap = take(t, s)
	points := 0
	each(snap, metrics.ProcessCoreUsage, []string{pidIs(pid)}, func(p sample.Point) { points++; expect(t, "usage", p.Float(), 0) })
	expect(t, "points of usage after the end", float64(points), 1)
	expect(t, "launches after the end", value(snap, metrics.KernelLaunches, pidIs(pid)), 0)
	each(take(t, s), metrics.ProcessCoreUsage, []string{pidIs(pid)}, func(sample.Point) { t.Error("usage is reported again") })
}

func TestAThousandProcessesLeaveNothingBehind(t *testing.T) {
	s, a := traced(t, Options{})
	a.run("call 0 1 cudaLaunchKernel" + dim3Launch + "7")
	take(t, s)
	entries := func() map[string]int {
		n := map[string]int{}
		for _, name := range []string{"threads", "processes", "streams", "kernels", "memories", "copied", "functions"} {
			key := make([]byte, s.tracer.programs.maps[name].KeySize())
			it := s.tracer.programs.maps[name].Iterate()
			v := make([]byte, s.tracer.programs.maps[name].ValueSize())
			for it.Next(&key, &v) {
				n[name]++
			}
		}
		return n
	}
	files := func() int {
		list, _ := os.ReadDir("/proc/self/fd")
		return len(list)
	}
	before, beforeFiles := fmt.Sprint(entries()), files()
	total := 0.0
	for i := range 1000 {
		pid := a.number("fork 2 3 cudaLaunchKernel" + dim3Launch + "7")
		if i%100 == 99 {
			snap := take(t, s)
			total += value(snap, metrics.KernelLaunches) - 1
			if value(snap, metrics.KernelLaunches, pidIs(pid)) != 6 {
				t.Errorf("process %d of %d is not counted", i, pid)
			}
		}
	}
	expect(t, "launches of all", total, 6000)
	take(t, s)
	take(t, s)
	if after := fmt.Sprint(entries()); after != before {
		t.Errorf("the maps hold %s, and held %s before", after, before)
	}
	if after := files(); after > beforeFiles {
		t.Errorf("%d open files, %d before", after, beforeFiles)
	}
	if n := len(s.processes) + len(s.leaving) + len(s.before.kernels); n != 2 {
		t.Errorf("%d things remembered, want the running process and its kernel", n)
	}
}

func TestALibraryThatNobodyMapsIsLetGo(t *testing.T) {
	s, _ := traced(t, Options{})
	files := func() int {
		list, _ := os.ReadDir("/proc/self/fd")
		return len(list)
	}
	before := files()
	raw, err := os.ReadFile(filepath.Join(fakeDir(t), "libcuda.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	for range 10 { // as containers that come and go, each with a file of its own
		file := filepath.Join(newDir(t), "libcuda.so.1")
		if err := os.WriteFile(file, raw, 0o755); err != nil {
			t.Fatal(err)
		}
		a := startApp(t)
		a.run("open " + file)
		waitAttached(t, s, 1, 2)
		a.end()
		for range 2 { // the first look may have been before the end
			if err := s.tracer.scanAll(); err != nil {
				t.Fatal(err)
			}
		}
		waitAttached(t, s, 1, 1)
	}
	if after := files(); after > before {
		t.Errorf("%d open files, %d before", after, before)
	}
}
