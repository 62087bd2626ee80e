package metrics

// KernelName is the demangled name of a CUDA kernel without its parameters.
var KernelName = Key{Name: "cuda.kernel.name"}

var (
	memcpyKind  = Key{Name: "cuda.memcpy.kind"}
	launchKind  = Key{Name: "cuda.launch.kind", Values: []string{"graph"}}
	cudaDevice  = []Key{opt(HWID), opt(GPUIndex), opt(MeasuredBy)}
	cudaProcess = append([]Key{ProcessPID, opt(ProcessExecutable)}, cudaDevice...)
	cudaCalls   = group{"CUDA activity", cudaProcess}
	occupancy   = group{"CUDA occupancy", append([]Key{opt(ProcessPID), opt(ProcessExecutable)}, gpuBase...)}
)

// CUDA activity metrics.
var (
	KernelLaunches     = cudaCalls.counter("gpu.kernel.launch.calls", "{call}", "Kernel launches through the runtime and driver APIs.").ints().by(KernelName)
	KernelGridSize     = cudaCalls.histogram("gpu.kernel.grid.size", "{thread}", "Threads in the grid of a launch.", powers(32, 4, 14)).ints().by(KernelName)
	KernelBlockSize    = cudaCalls.histogram("gpu.kernel.block.size", "{thread}", "Threads per block of a launch.", powers(1, 2, 11)).ints().by(KernelName)
	KernelSharedMemory = cudaCalls.histogram("gpu.kernel.shared_memory", "By", "Dynamic shared memory of a launch.", append([]float64{0}, powers(1024, 2, 9)...)).ints().by(KernelName)
	KernelDuration     = cudaCalls.histogram("gpu.kernel.duration", "s", "Model estimate of the time from launch to the next synchronization.", durationBounds).by(KernelName, opt(launchKind))
	GraphLaunches      = cudaCalls.counter("gpu.graph.launch.calls", "{call}", "Graph replays; the kernels inside a replay are not counted.").ints()
	CUDAAllocations    = cudaCalls.counter("gpu.memory.allocations", "By", "Bytes asked of device allocation calls.").ints()
	CUDACopies         = cudaCalls.histogram("gpu.memory.copies", "By", "Bytes of an asynchronous memcpy.", powers(64, 4, 14)).ints().by(memcpyKind)
)

// Occupancy estimates: a model on the CPU side, not hardware occupancy.
var (
	ProcessCoreUsage       = occupancy.gauge("process.gpu.core.usage", "{cores}", "Average CUDA cores in use, from launch-to-sync thread-seconds, normalized to the device.")
	ProcessEstimatedActive = occupancy.gauge("process.gpu.estimated.sm_active", "1", "Fraction of the interval with any launch-to-sync span of the process.")
	CoreLimit              = occupancy.gauge("hw.gpu.core.limit", "{cores}", "CUDA cores of the device.").ints()
	EstimatedActive        = occupancy.gauge("hw.gpu.estimated.sm_active", "1", "Fraction of the interval with any launch-to-sync span on the device.")
)

// durationBounds span launches of a few microseconds to graphs of many seconds.
var durationBounds = []float64{1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 5e-2, .1, .25, .5, 1, 2.5, 5, 10, 30}

// powers returns n bounds: first, first*factor, ...
func powers(first, factor float64, n int) []float64 {
	bounds := make([]float64, n)
	for i := range bounds {
		bounds[i] = first
		first *= factor
	}
	return bounds
}
