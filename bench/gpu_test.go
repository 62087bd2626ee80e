//go:build linux

package bench

import (
	"fmt"
	"os"
	"path/filepath"
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

// BenchmarkGPUTick measures a tick of the nvidia source over a library whose
// calls cost nothing, with 64 processes on each of 1 and 8 GPUs: while nothing
// changes, and when every process is a new one in every tick.
func BenchmarkGPUTick(b *testing.B) {
	root := host.Tree(processTree(b, 8*1000+1000))
	for _, gpus := range []int{1, 8} {
		b.Run(fmt.Sprintf("gpus=%d/steady", gpus), func(b *testing.B) { benchGPUs(b, root, gpus, false) })
		b.Run(fmt.Sprintf("gpus=%d/new", gpus), func(b *testing.B) { benchGPUs(b, root, gpus, true) })
	}
}

func benchGPUs(b *testing.B, root host.Root, gpus int, replace bool) {
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
	b.ReportAllocs()
	b.ResetTimer()
	before := ownCPU(b)
	points := 0
	for i := range b.N {
		if replace {
			lib.Set(nvmltest.All, "pids", int64(i%2)*newPIDs)
		}
		snap := p.Tick(b.Context())
		if err := snap.Health[0].Err; err != nil {
			b.Fatal(err)
		}
		points = snap.Points()
	}
	b.StopTimer()
	b.ReportMetric(float64((ownCPU(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
	b.ReportMetric(float64(points), "series")
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
