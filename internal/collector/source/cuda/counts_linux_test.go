package cuda

import (
	"fmt"
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

func TestWhatOldKernelsNeedCountsTheSame(t *testing.T) {
	f := func(o Options) {
		t.Helper()
		s, a := traced(t, o)
		a.run("call 4 5000 cudaLaunchKernel"+dim3Launch+"7", "call 0 10 cuLaunchKernel"+flatLaunch+"7", "call 0 3 cudaMalloc &0 100",
			"call 0 1 cudaDeviceSynchronize")
		const kernels = 100
		for i := range kernels {
			a.run(fmt.Sprintf("call 0 2 cuLaunchKernel %#x 1 1 1 1 1 1 0 0x70", 0x9000+i))
		}
		a.run("call 0 3 cuLaunchKernel"+flatLaunch+"0x80", "call 0 1 cudaDeviceSynchronize")
		snap := take(t, s)
		expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 20010+2*kernels+3)
		expect(t, "durations", value(snap, metrics.KernelDuration, pidIs(a.pid())), 20010+2*kernels+3)
		expect(t, "bytes", value(snap, metrics.CUDAAllocations, pidIs(a.pid())), 300)
	}
	f(Options{})
	f(Options{old: true})
}

func TestGraphReplaysAreCountedAndTheirKernelsAreNot(t *testing.T) {
	s, a := traced(t, Options{})
	a.run("call 4 1000 cudaGraphLaunch 0x9000 7", "call 0 10 cuGraphLaunch_ptsz 0x9000 0")
	snap := take(t, s)
	expect(t, "replays", value(snap, metrics.GraphLaunches, pidIs(a.pid())), 4010)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 0)
}

func TestCapturedLaunchesAreNotCounted(t *testing.T) {
	s, a := traced(t, Options{})
	launchOn := func(stream string, n int) string {
		return fmt.Sprintf("call 0 %d cudaLaunchKernel%s%s", n, dim3Launch, stream)
	}
	a.run(
		launchOn("0x70", 3), // counted
		"call 0 1 cudaStreamBeginCapture 0x70 0",
		launchOn("0x70", 5),
		"call 0 2 cudaMemcpyAsync 1 2 4096 1 0x70",
		"call 0 1 cudaEventRecord 0xe0 0x70",
		"call 0 1 cudaStreamWaitEvent 0x90 0xe0 0", // 0x90 joins the capture
		launchOn("0x90", 2),
		launchOn("0xa0", 4), // another stream; counted
		"call 0 1 cudaStreamEndCapture 0x70 &0",
		launchOn("0x70", 10), // counted
		launchOn("0x90", 20), // counted
		"call 0 1 cudaGraphInstantiate &1 *0 0",
		"call 0 6 cudaGraphLaunch *1 0x70",
		"call 0 1 cudaStreamSynchronize 0x70",
	)
	snap := take(t, s)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 3+4+10+20)
	expect(t, "replays", value(snap, metrics.GraphLaunches, pidIs(a.pid())), 6)
	expect(t, "copies", value(snap, metrics.CUDACopies, pidIs(a.pid())), 0)
	expect(t, "durations of replays", value(snap, metrics.KernelDuration, pidIs(a.pid()), "cuda.launch.kind=graph"), 6)
	expect(t, "durations of launches on the stream", value(snap, metrics.KernelDuration, pidIs(a.pid()), "cuda.kernel.name=unknown"), 13)
}

func TestAForkedChildCountsAsItself(t *testing.T) {
	s, a := traced(t, Options{})
	a.run("call 0 7 cudaLaunchKernel" + dim3Launch + "7")
	child := a.number("fork 4 250 cudaLaunchKernel" + dim3Launch + "7")
	snap := take(t, s)
	expect(t, "the parent's launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 7)
	expect(t, "the child's launches", value(snap, metrics.KernelLaunches, pidIs(child)), 1000)
}

func TestALaunchThatFailsInTheRuntimeHidesNoOther(t *testing.T) {
	s := openSource(t, Options{})
	a := startApp(t)
	a.run("open "+filepath.Join(fakeDir(t), "libcudart.so.12"), "open "+filepath.Join(fakeDir(t), "libcuda.so.1"))
	waitAttached(t, s, 1, 1)
	for range 10 {
		a.run("call 0 1 cudaLaunchKernel"+dim3Launch+"7", "deep 1 cuLaunchKernel"+flatLaunch+"7", "call 0 1 cuLaunchKernel"+flatLaunch+"7")
	}
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 30)
}

func TestTheProcessRuleSkipsDriverLaunchesOfRuntimeUsers(t *testing.T) {
	s, a := traced(t, Options{Dedup: DedupProcess})
	a.run("call 0 10 cudaLaunchKernel"+dim3Launch+"7", "call 0 90 cuLaunchKernel"+flatLaunch+"7", "call 0 5 cuGraphLaunch 1 7")
	driver := startApp(t)
	driver.run("open "+filepath.Join(fakeDir(t), "libcuda.so.1"), "call 0 90 cuLaunchKernel"+flatLaunch+"7")
	snap := take(t, s)
	expect(t, "launches of a runtime user", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 10)
	expect(t, "replays of a runtime user", value(snap, metrics.GraphLaunches, pidIs(a.pid())), 0)
	expect(t, "launches of a driver user", value(snap, metrics.KernelLaunches, pidIs(driver.pid())), 90)
}
