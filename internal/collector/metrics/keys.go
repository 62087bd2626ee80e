package metrics

// Attributes with the names and closed value sets of the specification.
var (
	Task         = Key{Name: "hw.gpu.task", Values: []string{"general", "encoder", "decoder"}}
	SensorPlace  = Key{Name: "hw.sensor_location", Values: []string{"die", "memory"}}
	ClockDomain  = Key{Name: "hw.gpu.clock_domain", Values: []string{"graphics", "memory", "sm"}}
	IODirection  = Key{Name: "network.io.direction", Values: []string{"receive", "transmit"}}
	Interconnect = Key{Name: "hw.gpu.interconnect.type", Values: []string{"nvlink", "xgmi", "other"}}
	HWState      = Key{Name: "hw.state", Values: []string{"up", "throttled"}}
	StatusReason = Key{Name: "hw.status.reason"}
	HWType       = Key{Name: "hw.type", Values: []string{"gpu", "network"}}
	ErrorType    = Key{Name: "error.type"}
	XIDCode      = Key{Name: "gpu.xid.code", Number: true}

	HWID      = Key{Name: "hw.id"}
	HWName    = Key{Name: "hw.name"}
	HWVendor  = Key{Name: "hw.vendor"}
	HWParent  = Key{Name: "hw.parent"}
	GPUVendor = Key{Name: "hw.vendor", Values: []string{"nvidia", "amd", "intel"}}
	GPUIndex  = Key{Name: "gpu.index"}
	GPUPCI    = Key{Name: "gpu.pci_address"}

	// MeasuredBy tells apart the producers of one metric.
	MeasuredBy = Key{Name: "gpu.measurement.source",
		Values: []string{"nvml", "amdgpu", "levelzero", "drm", "pdh", "dcgm", "rdc", "ebpf", "ebpf_model"}}

	ProcessPID        = Key{Name: "process.pid"}
	ProcessExecutable = Key{Name: "process.executable.name"}
	ProcessState      = Key{Name: "process.state", Values: []string{"running", "sleeping", "zombie", "stopped", "dead", "unknown"}}
	CPUMode           = Key{Name: "cpu.mode", Values: []string{"user", "system"}}
	CPUNumber         = Key{Name: "cpu.logical_number", Number: true}

	MemoryState   = Key{Name: "system.memory.state", Values: []string{"used", "free", "cached", "buffers"}}
	Device        = Key{Name: "system.device"}
	DiskDirection = Key{Name: "disk.io.direction", Values: []string{"read", "write"}}
	Mountpoint    = Key{Name: "system.filesystem.mountpoint"}
	FSType        = Key{Name: "system.filesystem.type"}
	FSState       = Key{Name: "system.filesystem.state", Values: []string{"used", "free"}}
	Interface     = Key{Name: "network.interface.name"}
)

// gpuBase are the attributes every GPU series carries, and those that MIG
// instances and partitions add.
var gpuBase = []Key{
	HWID, opt(HWName), GPUVendor, GPUIndex, opt(GPUPCI), opt(MeasuredBy),
	{Name: "gpu.mig.enabled", Optional: true}, {Name: "gpu.mig.device_id", Optional: true},
	{Name: "gpu.parent.uuid", Optional: true}, {Name: "gpu.mig.instance_id", Optional: true},
	{Name: "gpu.mig.profile", Optional: true},
	opt(HWParent), {Name: "hw.gpu.partition", Optional: true},
	{Name: "hw.driver_version", Optional: true},
}
