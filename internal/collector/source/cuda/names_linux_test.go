package cuda

import (
	"fmt"
	"testing"

	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
)

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

func TestKernelNamesAreCapped(t *testing.T) {
	s, a := traced(t, Options{})
	for i := range 70 {
		a.run(fmt.Sprintf("call 0 1 cuModuleGetFunction &0 1 'k%d", i), "call 0 1 cuLaunchKernel *0 1 1 1 1 1 1 0 7")
	}
	snap := take(t, s)
	expect(t, "launches", value(snap, metrics.KernelLaunches, pidIs(a.pid())), 70)
	expect(t, "other", value(snap, metrics.KernelLaunches, pidIs(a.pid()), "cuda.kernel.name=other"), 70-maxLabels)
}
