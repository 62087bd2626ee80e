package metrics

var (
	hostCPU    = group{"Host", nil}
	hostDisk   = group{"Host", []Key{Device}}
	hostFS     = group{"Host", []Key{Device, Mountpoint, FSType}}
	hostNet    = group{"Host", []Key{Interface}}
	ownProcess = group{"Collector process", nil}
)

// Host metrics.
var (
	CPUUtilization          = hostCPU.gauge("system.cpu.utilization", "1", "Fraction of time the logical CPU was busy since the last sample.").by(CPUNumber)
	CPULogicalCount         = hostCPU.updown("system.cpu.logical.count", "{cpu}", "Logical CPUs that are online.").ints()
	SystemMemoryUsage       = hostCPU.updown("system.memory.usage", "By", "Memory by state; the states add up to the total.").ints().by(MemoryState)
	SystemMemoryUtilization = hostCPU.gauge("system.memory.utilization", "1", "Used memory divided by the total.")
	DiskIO                  = hostDisk.counter("system.disk.io", "By", "Bytes read from and written to the device.").ints().by(DiskDirection)
	DiskOperations          = hostDisk.counter("system.disk.operations", "{operation}", "Completed reads and writes.").ints().by(DiskDirection)
	FilesystemUsage         = hostFS.updown("system.filesystem.usage", "By", "Space by state.").ints().by(FSState)
	FilesystemUtilization   = hostFS.gauge("system.filesystem.utilization", "1", "Used space divided by used plus available space.")
	NetworkIO               = hostNet.counter("system.network.io", "By", "Bytes received and transmitted.").ints().by(IODirection)
	NetworkErrors           = hostNet.counter("system.network.errors", "{error}", "Errors of receiving and transmitting.").ints().by(IODirection)
	ProcessCPUTime          = ownProcess.counter("process.cpu.time", "s", "CPU time of the collector.").by(CPUMode)
	ProcessCPUUtilization   = ownProcess.gauge("process.cpu.utilization", "1", "CPU time per second since the last sample; 1 is one CPU.")
	ProcessMemoryUsage      = ownProcess.updown("process.memory.usage", "By", "Resident memory of the collector.").ints()
	ProcessMemoryVirtual    = ownProcess.updown("process.memory.virtual", "By", "Virtual memory of the collector.").ints()
	ProcessThreadCount      = ownProcess.updown("process.thread.count", "{thread}", "Threads of the collector.").ints()
	ProcessFileDescriptors  = ownProcess.updown("process.unix.file_descriptor.count", "{file_descriptor}", "Open file descriptors of the collector.").ints()
	ProcessGoroutines       = ownProcess.gauge("process.runtime.go.goroutines", "{goroutine}", "Goroutines of the collector.").ints()
	ProcessHeapAlloc        = ownProcess.gauge("process.runtime.go.mem.heap_alloc", "By", "Bytes of live heap objects of the collector.").ints()
)
