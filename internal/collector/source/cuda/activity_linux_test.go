package cuda

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"platform/internal/collector/gpu"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/sample"
)

// traced opens a source and a program that has the runtime and the driver, both
// probed.
func traced(t *testing.T, o Options, env ...string) (*Source, *app) {
	t.Helper()
	s := openSource(t, o)
	a := startApp(t, env...)
	a.run("open " + filepath.Join(fakeDir(t), "libcudart.so.13"))
	waitAttached(t, s, 1, 1)
	return s, a
}

func expect(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
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

func TestALibraryLoadedLateIsCountedFromItsFirstCall(t *testing.T) {
	s, _ := traced(t, Options{})
	late := startApp(t)
	late.run("open "+filepath.Join(fakeDir(t), "libcudart.so.13"), "call 2 50 cudaLaunchKernel"+dim3Launch+"7")
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(late.pid())), 100)
}

func TestAFileSeenThroughTwoOverlaysIsProbedOnce(t *testing.T) {
	lower := fakeDir(t)
	s := openSource(t, Options{})
	var apps []*app
	for range 2 {
		dir := t.TempDir()
		for _, sub := range []string{"upper", "work", "merged"} {
			os.Mkdir(filepath.Join(dir, sub), 0o755)
		}
		merged := filepath.Join(dir, "merged")
		options := fmt.Sprintf("lowerdir=%s,upperdir=%s/upper,workdir=%s/work", lower, dir, dir)
		if err := unix.Mount("overlay", merged, "overlay", 0, options); err != nil {
			required(t, "overlay", "mount an overlay: "+err.Error())
		}
		t.Cleanup(func() { unix.Unmount(merged, unix.MNT_DETACH) })
		a := startApp(t)
		a.run("open " + filepath.Join(merged, "libcudart.so.13"))
		waitAttached(t, s, 1, 1)
		apps = append(apps, a)
	}
	for _, a := range apps {
		if err := s.tracer.scanProcess(a.pid()); err != nil {
			t.Fatal(err)
		}
	}
	waitAttached(t, s, 1, 1)
	apps[0].run("call 0 5051 cudaLaunchKernel" + dim3Launch + "7")
	apps[1].run("call 0 101 cudaLaunchKernel" + dim3Launch + "7")
	snap := take(t, s)
	expect(t, "launches through the first", value(snap, metrics.KernelLaunches, pidIs(apps[0].pid())), 5051)
	expect(t, "launches through the second", value(snap, metrics.KernelLaunches, pidIs(apps[1].pid())), 101)
	for _, a := range apps {
		a.end()
	}
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

func TestAllocationsAreCountedWhenTheySucceed(t *testing.T) {
	s, a := traced(t, Options{})
	a.run(
		"call 4 1000 cudaMalloc &0 4096",
		"call 0 3 cudaMallocAsync &0 100 7",
		"call 0 1 cudaMallocFromPoolAsync &0 10 1 7",
		"call 0 1 cudaMallocManaged &0 1000 1",
		"call 0 1 cudaMallocPitch &0 &1 100 20",       // 512 * 20
		"call 0 1 cudaMalloc3D &0 0 0 0 0 0 100 20 3", // 512 * 20 * 3
		"call 0 2 cuMemAlloc_v2 &0 7",                 // the driver alone
		"call 0 1 cuMemCreate &0 2097152 0 0",         //
		"call 0 1 cudaMalloc &0 0x8000000000000",      // refused
		"call 0 5 cudaFree 1", "call 0 1 cudaFreeAsync 1 7", "call 0 1 cuMemRelease 1", "call 0 1 cudaFree 0",
	)
	want := 4*1000*4096.0 + 300 + 10 + 1000 + 512*20 + 512*60 + 14 + 2097152
	expect(t, "bytes", value(take(t, s), metrics.CUDAAllocations, pidIs(a.pid())), want)
	var frees uint64
	for _, m := range s.before.memory {
		frees += m.Frees
	}
	expect(t, "frees", float64(frees), 7)
}

func TestCopiesAreCountedByKind(t *testing.T) {
	s, a := traced(t, Options{})
	a.run(
		"call 4 1000 cudaMemcpyAsync 1 2 4096 1 7",
		"call 0 2 cudaMemcpyAsync 1 2 100 2 7",
		"call 0 1 cudaMemcpyAsync 1 2 100 4 7",
		"call 0 1 cudaMemcpy2DAsync 1 512 2 512 100 20 3 7", // 2000
		"call 0 3 cuMemcpyDtoHAsync_v2 1 2 10 7",
		"call 0 1 cuMemcpyPeerAsync 1 0 2 0 5000 7",
		"set 22 100", "set 23 3", "set 10 1", "set 17 2", // a 2D copy from the host to the device, in slots 8 to 23
		"call 0 1 cuMemcpy2DAsync_v2 &8 7",
		"call 0 9 cudaMemcpy 1 2 4096 1", // not asynchronous
	)
	snap := take(t, s)
	f := func(kind string, n, bytes float64) {
		t.Helper()
		expect(t, kind, value(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind="+kind), n)
		expect(t, kind+" bytes", sum(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind="+kind), bytes)
	}
	f("HostToDevice", 4001, 4000*4096+300)
	f("DeviceToHost", 5, 230)
	f("DeviceToDevice", 2, 7000)
	f("Unknown", 1, 100)
}

func TestEveryCopyOfABatchIsCounted(t *testing.T) {
	s, a := traced(t, Options{})
	batch := func(name string, sizes string, n int, more string) string {
		return fmt.Sprintf("call 0 1 %s &50 &50 %s %d &50 &50 1 %s", name, sizes, n, more)
	}
	a.run("set 0 100", "set 1 2000", "set 2 30000",
		batch("cudaMemcpyBatchAsync", "&0", 3, "0x70"), // and the driver's call inside it
		batch("cuMemcpyBatchAsync_v2", "&1", 2, "0x70"),
		batch("cuMemcpyBatchAsync", "&0", 1, "&51 0x70"),
		batch("cuMemcpyBatchAsync_v2_ptsz", "&0", 1, "0"),
		batch("cuMemcpyBatchAsync_v2", "&0", 0, "0x70"),
		batch("cuMemcpyBatchAsync_v2", "0", 3, "0x70"), // refused
		"call 0 1 cudaStreamBeginCapture 0x90 0",
		batch("cudaMemcpyBatchAsync", "&0", 3, "0x90"), // not executed
		batch("cuMemcpyBatchAsync", "&0", 3, "&51 0x90"),
	)
	snap := take(t, s)
	expect(t, "copies", value(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind=Unknown"), 3+2+1+1)
	expect(t, "bytes", sum(snap, metrics.CUDACopies, pidIs(a.pid())), 32100+32000+100+100)
	expect(t, "lost", value(snap, metrics.CUDALost), 0)

	b := startApp(t)
	b.run("open " + filepath.Join(fakeDir(t), "libcudart.so.12")) // whose batches have one more argument
	waitAttached(t, s, 2, 1)
	b.run("set 0 5", "set 1 6", batch("cudaMemcpyBatchAsync", "&0", 2, "&51 0x70"),
		"call 0 1 cudaStreamBeginCapture 0x90 0", batch("cudaMemcpyBatchAsync", "&0", 2, "&51 0x90"))
	expect(t, "bytes through CUDA 12", sum(take(t, s), metrics.CUDACopies, pidIs(b.pid())), 11)
}

// twoDevices is a host with two GPUs.
type twoDevices struct{}

func (twoDevices) CUDADevices() []Device {
	return []Device{
		{Device: gpu.Device{ID: "GPU-a", Vendor: "nvidia", Index: 0}, Minor: 0, Cores: 1000},
		{Device: gpu.Device{ID: "GPU-b", Vendor: "nvidia", Index: 1}, Minor: 1, Cores: 1000},
	}
}

func TestTheDeviceIsTheOneTheThreadSelected(t *testing.T) {
	s, a := traced(t, Options{Devices: twoDevices{}}, "CUDA_VISIBLE_DEVICES=1,0")
	launch := func(n int) string { return fmt.Sprintf("call 0 %d cudaLaunchKernel%s7", n, dim3Launch) }
	a.run(launch(1)) // before any selection
	a.run("call 0 1 cudaSetDevice 0", launch(10))
	a.run("call 0 1 cudaSetDevice 99", launch(100)) // refused
	a.run("call 0 1 cudaSetDevice 1", launch(1000))
	a.run("call 0 1 cuDevicePrimaryCtxRetain &5 0", "call 0 1 cuCtxSetCurrent *5", launch(10000))
	a.run("call 0 1 cuCtxCreate_v2 &6 0 1", launch(2000))
	a.run("call 0 1 cuCtxPushCurrent_v2 *5", launch(20000), "call 0 1 cuCtxPopCurrent_v2 &7", launch(4000))
	snap := take(t, s)
	f := func(id string, want float64) {
		t.Helper()
		got := value(snap, metrics.KernelLaunches, pidIs(a.pid()), "hw.id="+id)
		expect(t, "launches on "+id, got, want)
	}
	f("GPU-b", 10+100+10000+20000) // the process's device 0
	f("GPU-a", 1000+2000+4000)
	f("", 1)
}

// lateDevices become known when told.
type lateDevices struct{ known atomic.Bool }

func (d *lateDevices) CUDADevices() []Device {
	if !d.known.Load() {
		return nil
	}
	return oneDevice{}.CUDADevices()
}

func TestDevicesMayBecomeKnownLate(t *testing.T) {
	devices := &lateDevices{}
	s, a := traced(t, Options{Devices: devices})
	launch := "call 0 5 cudaLaunchKernel" + dim3Launch + "7"
	a.run(launch)
	take(t, s)
	devices.known.Store(true)
	a.run(launch)
	snap := take(t, s)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 10)
	expect(t, "launches on the device", value(snap, metrics.KernelLaunches, pidIs(a.pid()), "hw.id=GPU-a"), 5)
}

func TestKernelsAreNamed(t *testing.T) {
	s, a := traced(t, Options{})
	a.run(
		"call 0 1 cuModuleGetFunction &0 1 '_Z3addPfS_i", "call 0 3 cuLaunchKernel *0 1 1 1 1 1 1 0 7",
		"call 0 1 cuLibraryGetKernel &1 1 'triton_poi_fused_add_0", "call 0 1 cuKernelGetFunction &2 *1", "call 0 5 cuLaunchKernel *2 1 1 1 1 1 1 0 7",
		"call 0 1 __cudaRegisterFunction 0 0xabc0 0 '_ZN2at6native13reduce_kernelILi512EEEvT_",
		"call 0 7 cudaLaunchKernel 0xabc0 0x100000001 1 0x100000001 1 0 0 7", // CUDA 12: the host function
		"call 0 1 __cudaRegisterFunction 0 0xdef0 0 'gemm", "call 0 1 __cudaGetKernel &3 0xdef0",
		"call 0 11 cudaLaunchKernel *3 0x100000001 1 0x100000001 1 0 0 7", // CUDA 13: a handle
		"call 0 13 cudaLaunchKernel 0x7777 0x100000001 1 0x100000001 1 0 0 7",
	)
	snap := take(t, s)
	f := func(name string, want float64) {
		t.Helper()
		expect(t, name, value(snap, metrics.KernelLaunches, pidIs(a.pid()), "cuda.kernel.name="+name), want)
	}
	f("add", 3)
	f("triton_poi_fused_add_0", 5)
	f("at::native::reduce_kernel<512>", 7)
	f("gemm", 11)
	f("unknown", 13)
	metricstest.Check(t, snap, metrics.KernelLaunches, metrics.KernelGridSize, metrics.KernelBlockSize, metrics.KernelSharedMemory,
		metrics.ProcessCoreUsage, metrics.ProcessEstimatedActive, metrics.CoreLimit, metrics.EstimatedActive, metrics.CUDALost)
}

// The runtime's handle is of a function whose registration was not seen; the
// driver's handle, which the launch is handed on with, has a name.
func TestTheDriversNameServesTheRuntimesHandle(t *testing.T) {
	s, a := traced(t, Options{})
	a.run("call 0 1 __cudaGetKernel &3 0xdef0", "call 0 1 cuLibraryGetKernel &0 1 'gemm", "call 0 1 setDriverHandle *3 *0",
		"call 0 4 cudaLaunchKernel *3 0x100000001 1 0x100000001 1 0 0 7")
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid()), "cuda.kernel.name=gemm"), 4)
}

func TestAHostFunctionNamesItsKernel(t *testing.T) {
	s, a := traced(t, Options{})
	address := a.do("address host_kernel")
	launch := "call 0 2 cudaLaunchKernel " + address + " 0x100000001 1 0x100000001 1 0 0 7"
	a.run(launch)
	eventually(t, func() error {
		a.run(launch)
		if n := value(take(t, s), metrics.KernelLaunches, pidIs(a.pid()), "cuda.kernel.name=host_kernel"); n == 0 {
			return fmt.Errorf("the kernel is not named yet")
		}
		return nil
	})
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

func TestKernelNamesAreCapped(t *testing.T) {
	s, a := traced(t, Options{})
	for i := range 70 {
		a.run(fmt.Sprintf("call 0 1 cuModuleGetFunction &0 1 'k%d", i), "call 0 1 cuLaunchKernel *0 1 1 1 1 1 1 0 7")
	}
	snap := take(t, s)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 70)
	expect(t, "other", value(snap, metrics.KernelLaunches, pidIs(a.pid()), "cuda.kernel.name=other"), 70-maxLabels)
}

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

func TestOccupancyFollowsLaunchesAndSyncs(t *testing.T) {
	s, a := traced(t, Options{})
	usage := func() (cores, active float64) {
		snap := take(t, s)
		expect(t, "core limit", value(snap, metrics.CoreLimit, "hw.id=GPU-a"), 1000)
		active = value(snap, metrics.ProcessEstimatedActive, pidIs(a.pid()))
		expect(t, "the device's activity", value(snap, metrics.EstimatedActive, "hw.id=GPU-a"), active)
		return value(snap, metrics.ProcessCoreUsage, pidIs(a.pid())), active
	}
	a.run("call 0 1 cudaSetDevice 0")
	usage()
	a.run("call 0 1 cudaLaunchKernel" + dim3Launch + "0x70")
	usage()
	cores, active := usage() // the span is open through the whole interval
	expect(t, "active with an open span", active, 1)
	expect(t, "cores with an open span", cores, launchSize)
	a.run("call 0 1 cudaLaunchKernel 0x1000 0x1000000400 1 0x100000400 1 0 0 0x80") // more threads than cores
	usage()
	cores, active = usage()
	expect(t, "active with two spans", active, 1)
	if cores < 999.9 || cores > 1000.1 {
		t.Errorf("two spans use %v cores, want the device's 1000", cores)
	}
	a.run("call 0 1 cudaDeviceSynchronize")
	usage()
	cores, active = usage()
	expect(t, "active after the sync", active, 0)
	expect(t, "cores after the sync", cores, 0)
}

func TestAnEventEndsTheLaunchesBeforeItsRecord(t *testing.T) {
	s, a := traced(t, Options{})
	launch := "call 0 3 cudaLaunchKernel" + dim3Launch + "0x70"
	a.run("call 0 1 cudaSetDevice 0", launch, "call 0 1 cudaEventRecord 0xe0 0x70", launch, "call 0 1 cuEventQuery 0xe0")
	expect(t, "durations while the event is not ready", value(take(t, s), metrics.KernelDuration, pidIs(a.pid())), 0)
	a.run("call 0 1 cudaEventSynchronize 0xe0")
	take(t, s)
	snap := take(t, s) // the later launches are still open
	expect(t, "active", value(snap, metrics.ProcessEstimatedActive, pidIs(a.pid())), 1)
	a.run("call 0 1 cudaStreamSynchronize 0x70")
	take(t, s)
	expect(t, "active after the stream's sync", value(take(t, s), metrics.ProcessEstimatedActive, pidIs(a.pid())), 0)
}

func TestProbesThatTheDriverMakesNeedlessAreRemoved(t *testing.T) {
	s, a := traced(t, Options{})
	var running sync.WaitGroup
	running.Go(func() { a.run("call 4 50000 cudaLaunchKernel" + dim3Launch + "7") })
	runtime := func() *library {
		for _, l := range s.tracer.libraries {
			if l.kind == runtimeLibrary {
				return l
			}
		}
		return nil
	}
	eventually(t, func() error {
		take(t, s)
		s.tracer.mu.Lock()
		defer s.tracer.mu.Unlock()
		if runtime().links[launches] != nil {
			return fmt.Errorf("the runtime's launch probes are still there")
		}
		return nil
	})
	running.Wait()
	a.run("call 4 1000 cudaLaunchKernel" + dim3Launch + "7")
	expect(t, "launches before, while and after", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 204000)
	if links := runtime().links; links[copies] == nil || links[graphs] == nil || links[rest] == nil {
		t.Error("probes that nothing proved needless are gone")
	}

	// A driver that is not known to be reached brings the probes back.
	other := t.TempDir()
	raw, err := os.ReadFile(filepath.Join(fakeDir(t), "libcuda.so.1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "libcuda.so.1"), raw, 0o755); err != nil {
		t.Fatal(err)
	}
	b := startApp(t)
	b.run("open " + filepath.Join(other, "libcuda.so.1"))
	waitAttached(t, s, 1, 2)
	if runtime().links[launches] == nil {
		t.Error("the launch probes did not come back")
	}
	a.run("call 4 100 cudaLaunchKernel" + dim3Launch + "7")
	expect(t, "launches in the end", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 204400)
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

func TestAFunctionThatCannotBeProbedCostsOnlyItself(t *testing.T) {
	fakeDir(t)
	file := filepath.Join(t.TempDir(), "libcuda.so.1")
	if text, err := exec.Command("gcc", "-shared", "-Wl,-soname,libcuda.so.1", "-o", file, "testdata/fake/odd.s").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	s := openSource(t, Options{})
	a := startApp(t)
	a.run("open " + file)
	waitAttached(t, s, 0, 1)
	a.run("call 0 7 cuLaunchKernel"+flatLaunch+"7", "call 0 5 cuLaunchCooperativeKernel"+flatLaunch+"7", "call 0 1 cuLaunchKernel_ptsz"+flatLaunch+"7")
	b := sample.NewBatch(time.Now(), nil)
	if err := s.Sample(t.Context(), b); err == nil || !strings.Contains(err.Error(), "probe the function at") {
		t.Errorf("Sample() = %v", err)
	}
	expect(t, "launches", value(take(t, s), metrics.KernelLaunches, pidIs(a.pid())), 12)
}

func TestWithoutALibraryTheSourceSaysSo(t *testing.T) {
	s := openSource(t, Options{})
	if err := s.State(); err == nil || !strings.Contains(err.Error(), "no CUDA library") {
		t.Errorf("State() = %v", err)
	}
	if s.tracer.programs != nil {
		t.Error("the programs are loaded though there is nothing to probe")
	}
	snap := take(t, s)
	expect(t, "an idle device's activity", value(snap, metrics.EstimatedActive), 0)
	metricstest.Check(t, snap, metrics.CoreLimit, metrics.EstimatedActive)
}
