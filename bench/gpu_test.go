//go:build linux

package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/proc"
	"platform/internal/collector/source/nvidia"
	"platform/internal/collector/source/nvidia/nvmltest"
)

const (
	processesPerGPU = 64
	newPIDs         = 100_000 // added to the pids of a tick in which all processes are new
)

// gpuTicks are made for one result, so that a single run is a measurement.
const gpuTicks = 100

// gpuCost is what one tick costs.
type gpuCost struct {
	cpu    time.Duration
	allocs float64
}

// BenchmarkGPUTick measures a tick of the nvidia source over a library whose
// calls cost nothing, with 64 processes on each of 1 and 8 GPUs: while nothing
// changes, and when every process is a new one in every tick. The cost with 8
// GPUs is also given as a multiple of that with 1.
func BenchmarkGPUTick(b *testing.B) {
	root := host.Tree(processTree(b, 8*1000+1000))
	one := map[bool]gpuCost{}
	for _, gpus := range []int{1, 8} {
		for _, replace := range []bool{false, true} {
			name := map[bool]string{false: "steady", true: "new"}[replace]
			b.Run(fmt.Sprintf("gpus=%d/%s", gpus, name), func(b *testing.B) {
				cost := benchGPUs(b, root, gpus, replace)
				if gpus == 1 {
					one[replace] = cost
					return
				}
				if first, ok := one[replace]; ok {
					b.ReportMetric(float64(cost.cpu)/float64(first.cpu), "x-cpu-of-1-gpu")
					b.ReportMetric(cost.allocs/first.allocs, "x-allocs-of-1-gpu")
				}
			})
		}
	}
}

func benchGPUs(b *testing.B, root host.Root, gpus int, replace bool) gpuCost {
	lib := nvmltest.Build(b)
	lib.Set(nvmltest.All, "count", int64(gpus))
	lib.Set(nvmltest.All, "migs", 0)
	lib.Set(nvmltest.All, "compute", processesPerGPU)
	lib.Set(nvmltest.All, "graphics", 0)
	lib.Set(nvmltest.All, "mps", 0)
	src, err := nvidia.Open(b.Context(), nvidia.Options{Root: root, LibPath: lib.Path, Interval: time.Minute, Interconnect: true,
		GPU: gpu.Options{Threshold: 0.05, Processes: proc.New(proc.Options{Host: root, CommandLine: true, MaxCommandLine: 512})}})
	if err != nil {
		b.Fatal(err)
	}
	defer src.Close()
	p := pipeline.New(10*time.Second, &pipeline.Running{Name: "nvidia", Source: src})
	for range 3 {
		p.Tick(b.Context())
	}
	points := 0
	cpu, allocs := ownCPU(b), ownAllocs()
	b.ResetTimer()
	for range b.N {
		for i := range gpuTicks {
			if replace {
				lib.Set(nvmltest.All, "pids", int64(i%2)*newPIDs)
			}
			snap := p.Tick(b.Context())
			if err := snap.Health[0].Err; err != nil {
				b.Fatal(err)
			}
			points = snap.Points()
		}
	}
	b.StopTimer()
	ticks := b.N * gpuTicks
	cost := gpuCost{(ownCPU(b) - cpu) / time.Duration(ticks), float64(ownAllocs()-allocs) / float64(ticks)}
	b.ReportMetric(0, "ns/op") // of a hundred ticks: not shown
	b.ReportMetric(float64(cost.cpu.Nanoseconds())/1000, "cpu-µs/tick")
	b.ReportMetric(cost.allocs, "allocs/tick")
	b.ReportMetric(float64(points), "series")
	return cost
}

// ownAllocs is how many objects this process has allocated so far.
func ownAllocs() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

// ownCPU is the CPU time of this process so far.
func ownCPU(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// processTree makes the files of the processes that the library lists.
func processTree(b *testing.B, limit int) string {
	b.Helper()
	dir := b.TempDir()
	for pid := 1000; pid < limit; pid += 1000 {
		for i := range processesPerGPU {
			for _, shift := range []int{0, newPIDs} {
				writeProcess(b, filepath.Join(dir, "proc"), pid+i+shift)
			}
		}
	}
	return dir
}

func writeProcess(b *testing.B, proc string, pid int) {
	b.Helper()
	dir := filepath.Join(proc, strconv.Itoa(pid))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string]string{
		"stat":    fmt.Sprintf("%d (python3) S 1 %d %d 0 -1 4194560 1 0 0 0 5 1 0 0 20 0 1 0 %d 1000 100 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n", pid, pid, pid, pid),
		"cmdline": "python3\x00-m\x00vllm.entrypoints.openai.api_server\x00--model\x00meta-llama/Llama-3.1-8B\x00",
		"status":  "Name:\tpython3\nState:\tS (sleeping)\nUid:\t1000\t1000\t1000\t1000\n",
		"cgroup":  fmt.Sprintf("0::/kubepods.slice/kubepods-pod%08d_0000_0000_0000_000000000000.slice/cri-containerd-%064x.scope\n", pid, pid),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}
