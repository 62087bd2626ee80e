package demo

// kind says how the values of a metric combine.
type kind uint8

const (
	gauge kind = iota
	counter
	updown
	histogram
)

// metric is a metric as the collector declares it.
type metric struct {
	name, unit, help string
	kind             kind
	whole            bool // values are integers
}

// GPU devices.
var (
	gpuUtilization   = &metric{"hw.gpu.utilization", "1", "Compute, encoder or decoder utilization.", gauge, false}
	gpuIdle          = &metric{"hw.gpu.idle", "1", "1 minus utilization, when utilization is known.", gauge, false}
	gpuAllocated     = &metric{"hw.gpu.allocated", "1", "1 when a process holds memory or utilization is at or above the threshold.", gauge, true}
	memoryUtil       = &metric{"hw.gpu.memory.utilization", "1", "Memory usage divided by its limit.", gauge, false}
	memoryController = &metric{"hw.gpu.memory.controller.utilization", "1", "Fraction of time the memory controller was busy.", gauge, false}
	memoryLimit      = &metric{"hw.gpu.memory.limit", "By", "Total memory.", updown, true}
	memoryUsage      = &metric{"hw.gpu.memory.usage", "By", "Used memory.", updown, true}
	memoryFree       = &metric{"hw.gpu.memory.free", "By", "Free memory.", updown, true}
	temperature      = &metric{"hw.temperature", "Cel", "Die or memory temperature.", gauge, false}
	power            = &metric{"hw.power", "W", "Current draw.", gauge, false}
	powerLimit       = &metric{"hw.power.limit", "W", "Power cap.", gauge, false}
	energy           = &metric{"hw.energy", "J", "Cumulative energy.", counter, false}
	gpuSpeed         = &metric{"hw.gpu.speed", "Hz", "Clock frequency.", gauge, true}
	gpuIO            = &metric{"hw.gpu.io", "By", "Cumulative PCIe bytes.", counter, true}
	interconnectIO   = &metric{"hw.gpu.interconnect.io", "By", "Cumulative NVLink or XGMI bytes.", counter, true}
	hwStatus         = &metric{"hw.status", "1", "1 for the state the device is in, 0 for the other; throttled also once for each active reason.", updown, true}
	hwErrors         = &metric{"hw.errors", "{error}", "ECC, PCIe, XID, RAS and network error counts.", counter, true}
)

// Profiling counters.
var (
	smUtilization = &metric{"hw.gpu.sm.utilization", "1", "Fraction of time the SMs or CUs were active.", gauge, false}
	smOccupancy   = &metric{"hw.gpu.sm.occupancy", "1", "Resident warps or waves as a fraction of the maximum.", gauge, false}
	pipeUtil      = &metric{"hw.gpu.pipe.utilization", "1", "Fraction of time an arithmetic pipe was active.", gauge, false}
	bandwidthUtil = &metric{"hw.gpu.memory.bandwidth.utilization", "1", "Fraction of time the memory interface was active.", gauge, false}
)

// Processes on GPUs, and their kernels.
var (
	processMemory     = &metric{"process.gpu.memory.usage", "By", "GPU memory used by a process on a device.", updown, true}
	processMemoryUtil = &metric{"process.gpu.memory.utilization", "1", "GPU memory of the process divided by the device's limit.", gauge, false}
	processUtil       = &metric{"process.gpu.utilization", "1", "GPU utilization of the process.", gauge, false}
	processUptime     = &metric{"process.uptime", "s", "Uptime of processes that use a GPU.", gauge, false}
	kernelLaunches    = &metric{"gpu.kernel.launch.calls", "{call}", "Kernel launches through the runtime and driver APIs.", counter, true}
	kernelDuration    = &metric{"gpu.kernel.duration", "s", "Model estimate of the time from launch to the next synchronization.", histogram, false}
)

// Hosts, and the collector itself.
var (
	cpuUtilization   = &metric{"system.cpu.utilization", "1", "Fraction of time the logical CPU was busy since the last sample.", gauge, false}
	cpuCount         = &metric{"system.cpu.logical.count", "{cpu}", "Logical CPUs that are online.", updown, true}
	systemMemory     = &metric{"system.memory.usage", "By", "Memory by state; the states add up to the total.", updown, true}
	systemMemoryUtil = &metric{"system.memory.utilization", "1", "Used memory divided by the total.", gauge, false}
	diskIO           = &metric{"system.disk.io", "By", "Bytes read from and written to the device.", counter, true}
	diskOperations   = &metric{"system.disk.operations", "{operation}", "Completed reads and writes.", counter, true}
	filesystemUsage  = &metric{"system.filesystem.usage", "By", "Space by state.", updown, true}
	filesystemUtil   = &metric{"system.filesystem.utilization", "1", "Used space divided by used plus available space.", gauge, false}
	networkIO        = &metric{"system.network.io", "By", "Bytes received and transmitted.", counter, true}
	networkErrors    = &metric{"system.network.errors", "{error}", "Errors of receiving and transmitting.", counter, true}
	ownCPUTime       = &metric{"process.cpu.time", "s", "CPU time of the collector.", counter, false}
	ownCPU           = &metric{"process.cpu.utilization", "1", "CPU time per second since the last sample; 1 is one CPU.", gauge, false}
	ownMemory        = &metric{"process.memory.usage", "By", "Resident memory of the collector.", updown, true}
	ownVirtual       = &metric{"process.memory.virtual", "By", "Virtual memory of the collector.", updown, true}
	ownThreads       = &metric{"process.thread.count", "{thread}", "Threads of the collector.", updown, true}
	ownFiles         = &metric{"process.unix.file_descriptor.count", "{file_descriptor}", "Open file descriptors of the collector.", updown, true}
	ownGoroutines    = &metric{"process.runtime.go.goroutines", "{goroutine}", "Goroutines of the collector.", gauge, true}
	ownHeap          = &metric{"process.runtime.go.mem.heap_alloc", "By", "Bytes of live heap objects of the collector.", gauge, true}
)

// durationBounds are those of gpu.kernel.duration, in seconds.
var durationBounds = []float64{1e-6, 2.5e-6, 5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 5e-2, .1, .25, .5, 1, 2.5, 5, 10, 30}
