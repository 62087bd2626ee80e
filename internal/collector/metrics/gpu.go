package metrics

var gpuDevice = group{"GPU device", gpuBase}

// GPU device metrics.
var (
	GPUUtilization       = gpuDevice.gauge("hw.gpu.utilization", "1", "Compute, encoder or decoder utilization.").by(Task).on("Y", "Y", "Y*")
	MemoryUtilization    = gpuDevice.gauge("hw.gpu.memory.utilization", "1", "Memory usage divided by its limit.").on("Y", "Y", "Y*")
	MemoryControllerBusy = gpuDevice.gauge("hw.gpu.memory.controller.utilization", "1", "Fraction of time the memory controller was busy.").on("Y", "Y", "-")
	MemoryLimit          = gpuDevice.updown("hw.gpu.memory.limit", "By", "Total memory.").ints().on("Y", "Y", "Y*")
	MemoryUsage          = gpuDevice.updown("hw.gpu.memory.usage", "By", "Used memory.").ints().on("Y", "Y", "Y*")
	MemoryFree           = gpuDevice.updown("hw.gpu.memory.free", "By", "Free memory.").ints().on("Y", "Y", "Y*")
	Temperature          = gpuDevice.gauge("hw.temperature", "Cel", "Die or memory temperature.").by(SensorPlace).on("Y", "Y", "Y")
	FanSpeed             = gpuDevice.gauge("hw.fan.speed", "rpm", "Fan speed.").ints().on("-", "Y", "Y*")
	FanSpeedRatio        = gpuDevice.gauge("hw.fan.speed_ratio", "1", "Fan speed as a fraction of its maximum.").on("Y", "-", "-")
	Power                = gpuDevice.gauge("hw.power", "W", "Current draw.").on("Y", "Y", "Y")
	PowerLimit           = gpuDevice.gauge("hw.power.limit", "W", "Power cap.").on("Y", "Y", "Y")
	Energy               = gpuDevice.counter("hw.energy", "J", "Cumulative energy.").on("Y", "Y", "Y")
	GPUSpeed             = gpuDevice.gauge("hw.gpu.speed", "Hz", "Clock frequency.").ints().by(ClockDomain).on("Y", "Y", "Y*")
	GPUIO                = gpuDevice.counter("hw.gpu.io", "By", "Cumulative PCIe bytes.").ints().by(IODirection).on("Y", "Y", "soft")
	InterconnectIO       = gpuDevice.counter("hw.gpu.interconnect.io", "By", "Cumulative NVLink or XGMI bytes.").ints().by(IODirection, Interconnect).on("Y", "Y", "-")
	HWStatus             = gpuDevice.updown("hw.status", "1", "1 for the state the device is in, 0 for the other; throttled also once for each active reason.").ints().by(HWType, HWState, opt(StatusReason)).on("Y", "Y", "Y")
	GPUAllocated         = gpuDevice.gauge("hw.gpu.allocated", "1", "1 when a process holds memory or utilization is at or above the threshold.").ints().on("Y", "Y", "Y")
	GPUIdle              = gpuDevice.gauge("hw.gpu.idle", "1", "1 minus utilization, when utilization is known.").on("Y", "Y", "Y*")
	HWErrors             = group{"GPU device", append(gpuBase[:len(gpuBase):len(gpuBase)], networkErrorKeys...)}.counter("hw.errors", "{error}", "ECC, PCIe, XID, RAS and network error counts.").ints().
				by(HWType, ErrorType, opt(XIDCode), opt(IODirection)).on("Y", "Y", "-")
)

// GPUErrorTypes are the values of error.type on hw.errors of GPUs.
var GPUErrorTypes = []string{"corrected", "uncorrected", "pcie_replay", "xid", "ras_corrected", "ras_uncorrected"}

var gpuProcess = group{"GPU process", append([]Key{
	ProcessPID, opt(ProcessExecutable), {Name: "process.command_line", Optional: true},
	{Name: "process.owner", Optional: true}, {Name: "process.owner.userid", Optional: true},
	{Name: "process.workload.kind", Optional: true, Values: []string{"llm_inference", "llm_training", "other"}},
	{Name: "process.workload.framework", Optional: true, Values: []string{"vllm", "ollama", "llama.cpp", "sglang", "tgi", "triton", "ray", "pytorch", "unknown"}},
	{Name: "k8s.pod.uid", Optional: true}, {Name: "k8s.pod.name", Optional: true},
	{Name: "k8s.namespace.name", Optional: true}, {Name: "k8s.container.name", Optional: true},
	{Name: "container.id", Optional: true},
}, gpuBase...)}

// GPU process metrics. process.state changes during a process's life, so it
// splits the series instead of naming the process.
var (
	ProcessGPUMemory            = gpuProcess.updown("process.gpu.memory.usage", "By", "GPU memory used by a process on a device.").ints().by(ProcessState).on("Y", "Y", "Y")
	ProcessGPUMemoryUtilization = gpuProcess.gauge("process.gpu.memory.utilization", "1", "GPU memory of the process divided by the device's limit.").by(ProcessState).on("Y", "Y", "Y")
	ProcessGPUUtilization       = gpuProcess.gauge("process.gpu.utilization", "1", "GPU utilization of the process.").by(ProcessState, Task).on("Y", "Y", "Y")
	ProcessUptime               = gpuProcess.gauge("process.uptime", "s", "Uptime of processes that use a GPU.").by(ProcessState).on("Y", "Y", "Y")
)
