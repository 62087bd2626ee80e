package cuda

import (
	"path/filepath"
	"testing"

	"platform/internal/collector/metrics"
)

// A launch of 2x1x1 blocks of 32x1x1 threads with 128 bytes of shared memory, as
// each function takes it; the stream is the last word.
const (
	dim3Launch   = " 0x1000 0x100000002 1 0x100000020 1 0 128 "
	flatLaunch   = " 0x1000 2 1 1 32 1 1 128 "
	configLaunch = " &8 0x1000"
	launchSize   = 64 // threads
)

// setConfig puts the launch configuration into the slots from 8 on.
var setConfig = []string{"set 8 0x100000002", "set 9 0x2000000001", "set 10 0x100000001", "set 11 128", "set 12 7"}

func TestEveryLaunchIsCountedOnce(t *testing.T) {
	const threads, million, some = 8, 125_000, 12_500
	cases := []struct {
		name, open, call string
		args             string
		times            int // in each thread
	}{
		{"nested", "libcudart.so.13", "cudaLaunchKernel", dim3Launch + "7", million},
		{"nested cooperative", "libcudart.so.13", "cudaLaunchCooperativeKernel", dim3Launch + "7", some},
		{"nested extended", "libcudart.so.13", "cudaLaunchKernelExC", configLaunch, some},
		{"nested per-thread stream", "libcudart.so.13", "cudaLaunchKernel_ptsz", dim3Launch + "0", some},
		{"runtime that keeps launches to itself", "libcudart.so.12", "cudaLaunchKernel", dim3Launch + "7", some},
		{"static runtime", "libengine.so", "cudaLaunchKernel", dim3Launch + "7", some},
		{"driver beside a runtime", "libcudart.so.13", "cuLaunchKernel", flatLaunch + "7", some},
		{"driver alone", "libcuda.so.1", "cuLaunchKernel", flatLaunch + "7", million},
		{"driver cooperative", "libcuda.so.1", "cuLaunchCooperativeKernel_ptsz", flatLaunch + "0", some},
		{"driver extended", "libcuda.so.1", "cuLaunchKernelEx", configLaunch, some},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := openSource(t, Options{})
			a := startApp(t)
			a.run("open " + filepath.Join(fakeDir(t), c.open))
			want := [2]int{0, 1}
			switch c.open {
			case "libcudart.so.13":
				want = [2]int{1, 1}
			case "libcudart.so.12":
				want = [2]int{1, 0}
			}
			waitAttached(t, s, want[0], want[1])
			a.run(setConfig...)
			a.run("call " + itoa(threads) + " " + itoa(c.times) + " " + c.call + c.args)

			snap := take(t, s)
			n := value(snap, metrics.KernelLaunches, pidIs(a.pid()))
			if n != float64(threads*c.times) {
				t.Errorf("%v launches counted, want %d", n, threads*c.times)
			}
			if got := sum(snap, metrics.KernelGridSize, pidIs(a.pid())); got != launchSize*n {
				t.Errorf("%v threads in all grids, want %v", got, launchSize*n)
			}
			if got := sum(snap, metrics.KernelBlockSize, pidIs(a.pid())); got != 32*n {
				t.Errorf("%v threads in all blocks, want %v", got, 32*n)
			}
			if got := sum(snap, metrics.KernelSharedMemory, pidIs(a.pid())); got != 128*n {
				t.Errorf("%v bytes of shared memory, want %v", got, 128*n)
			}
			if lost := value(snap, metrics.CUDALost); lost != 0 {
				t.Errorf("%v events lost", lost)
			}
		})
	}
}
