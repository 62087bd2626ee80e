package cuda

import (
	"fmt"
	"path/filepath"
	"testing"

	"platform/internal/collector/metrics"
)

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
