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

// put fills the program's memory from a slot on; 0 is what is there.
func (a *app) put(slot int, words ...uint64) {
	a.t.Helper()
	for i, w := range words {
		a.run(fmt.Sprintf("set %d %#x", slot+i, w))
	}
}

func TestCopiesInThreeDimensionsAreCountedInBytes(t *testing.T) {
	s, a := traced(t, Options{})
	const srcArray, dstArray, extent, kind = 0, 8, 16, 19 // words of the runtime's parameters
	a.put(extent, 100, 20, 3)
	a.put(kind, hostToDevice)
	a.run("call 0 2 cudaMemcpy3DAsync &0 7")
	a.put(dstArray, 0xa000) // of elements of 4 bytes, as the driver knows
	a.run("call 0 1 cudaMemcpy3DAsync &0 7")
	a.put(srcArray, 0xb000)
	a.run("call 0 1 cudaMemcpy3DAsync &0 7")

	const from, to, width = 32 + 4, 32 + 15, 32 + 22 // words of the driver's
	a.put(from, 2)
	a.put(to, 2)
	a.put(width, 1000, 2, 2)
	a.run("call 0 1 cuMemcpy3DPeerAsync &32 7", "call 0 1 cuMemcpy3DPeerAsync_ptsz &32 0",
		"call 0 3 cuMemcpyHtoAAsync_v2 0xa000 0 1 70 7", "call 0 1 cuMemcpyAtoHAsync_v2 1 0xa000 0 7 7")
	snap := take(t, s)
	f := func(kind string, n, bytes float64) {
		t.Helper()
		expect(t, kind, value(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind="+kind), n)
		expect(t, kind+" bytes", sum(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind="+kind), bytes)
	}
	f("HostToDevice", 2+1+3, 2*6000+4*6000+3*70)
	f("DeviceToDevice", 1+2, 4*6000+2*4000)
	f("DeviceToHost", 1, 7)
	expect(t, "lost", value(snap, metrics.CUDALost), 0)
}

func TestEveryCopyOfABatchInThreeDimensionsIsCounted(t *testing.T) {
	s, a := traced(t, Options{})
	const words = 14 // of one copy
	a.put(0*words, 1)
	a.put(0*words+5, 1)
	a.put(0*words+10, 100, 20, 3)
	a.put(1*words, 1)
	a.put(1*words+5, 1)
	a.put(1*words+10, 7, 1, 1)
	a.put(2*words, 1)
	a.put(2*words+5, 2) // to an array, in elements of a size that the call does not tell
	a.put(2*words+10, 50, 1, 1)
	a.run(
		"call 0 1 cudaMemcpy3DBatchAsync 2 &0 0 0x70", // and the driver's call inside it
		"call 0 1 cuMemcpy3DBatchAsync_v2_ptsz 2 &0 0 0",
		"call 0 1 cuMemcpy3DBatchAsync 1 &0 &60 0 0x70",
		"call 0 3 cudaMemcpy3DWithAttributesAsync &14 0 0x70",
		"call 0 2 cudaMemcpyWithAttributesAsync 1 2 1000 0 0x70",
		"call 0 1 cuMemcpyWithAttributesAsync_ptsz 1 2 500 0 0",
	)
	snap := take(t, s)
	expect(t, "copies", value(snap, metrics.CUDACopies, pidIs(a.pid()), "cuda.memcpy.kind=Unknown"), 2+2+1+3+2+1)
	expect(t, "bytes", sum(snap, metrics.CUDACopies, pidIs(a.pid())), 6007+6007+6000+21+2000+500)
	expect(t, "lost", value(snap, metrics.CUDALost), 0)

	a.run("call 0 1 cudaMemcpy3DBatchAsync 3 &0 0 0x70", // the last is of unknown size
		"call 0 1 cudaStreamBeginCapture 0x90 0", "call 0 1 cudaMemcpy3DBatchAsync 2 &0 0 0x90") // not executed
	snap = take(t, s)
	expect(t, "copies with those of an array", value(snap, metrics.CUDACopies, pidIs(a.pid())), 11+2)
	expect(t, "lost", value(snap, metrics.CUDALost), 1)

	b := startApp(t)
	b.run("open " + filepath.Join(fakeDir(t), "libcudart.so.12")) // whose batches have one more argument
	waitAttached(t, s, 2, 1)
	b.put(0, 1)
	b.put(5, 1)
	b.put(10, 4, 3, 2)
	b.run("call 0 1 cudaMemcpy3DBatchAsync 1 &0 &60 0 0x70",
		"call 0 1 cudaStreamBeginCapture 0x90 0", "call 0 1 cudaMemcpy3DBatchAsync 1 &0 &60 0 0x90")
	expect(t, "bytes through CUDA 12", sum(take(t, s), metrics.CUDACopies, pidIs(b.pid())), 24)
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
