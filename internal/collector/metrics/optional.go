package metrics

var (
	pmu        = group{"CPU counters", []Key{opt(HWID), opt(CPUNumber), {Name: "cpu.socket", Optional: true}}}
	cacheLevel = Key{Name: "hw.cpu.cache.level", Values: []string{"l1d", "l1i", "ll"}}
	cacheOp    = Key{Name: "hw.cpu.cache.operation", Values: []string{"read", "write", "prefetch"}}
	tlbType    = Key{Name: "hw.cpu.tlb.type", Values: []string{"data", "instruction"}}
	memoryIO   = Key{Name: "memory.io.direction", Values: []string{"read", "write"}}
)

// CPU PMU metrics.
var (
	CPUInstructions    = pmu.counter("hw.cpu.instructions", "{instruction}", "Instructions retired.").ints()
	CPUCycles          = pmu.counter("hw.cpu.cycles", "{cycle}", "Cycles not halted.").ints()
	CPUCacheReferences = pmu.counter("hw.cpu.cache.references", "{reference}", "Cache lookups.").ints().by(cacheLevel, opt(cacheOp))
	CPUCacheMisses     = pmu.counter("hw.cpu.cache.misses", "{miss}", "Cache misses.").ints().by(cacheLevel, opt(cacheOp))
	CPUBranches        = pmu.counter("hw.cpu.branch.instructions", "{instruction}", "Branches retired.").ints()
	CPUBranchMisses    = pmu.counter("hw.cpu.branch.misses", "{miss}", "Branches mispredicted.").ints()
	CPUTLBMisses       = pmu.counter("hw.cpu.tlb.misses", "{miss}", "Translation misses.").ints().by(tlbType)
	CPUMemoryIO        = pmu.counter("hw.cpu.memory.io", "By", "Bytes moved by the memory controllers.").ints().by(memoryIO)
)

var (
	nic              = group{"Network hardware", []Key{HWID, HWName, Interface, opt(HWParent), opt(HWVendor)}}
	rdma             = group{"RDMA", []Key{HWID, {Name: "rdma.device"}, {Name: "rdma.port"}, opt(Interface), {Name: "rdma.link_layer", Optional: true}}}
	networkErrorKeys = []Key{opt(Interface), {Name: "rdma.device", Optional: true}, {Name: "rdma.port", Optional: true}}
	congestionEvent  = Key{Name: "rdma.congestion.event", Values: []string{"cnp_sent", "cnp_handled", "cnp_ignored", "ecn_marked"}}
)

// NIC and RDMA metrics.
var (
	NICIO            = nic.counter("hw.network.io", "By", "Bytes received and transmitted by the adapter.").ints().by(IODirection)
	NICPackets       = nic.counter("hw.network.packets", "{packet}", "Packets received and transmitted by the adapter.").ints().by(IODirection)
	NICBandwidth     = nic.updown("hw.network.bandwidth.limit", "By/s", "Link speed.").ints()
	NICBandwidthUsed = nic.gauge("hw.network.bandwidth.utilization", "1", "The busier direction's rate divided by the link speed.")
	NICUp            = nic.updown("hw.network.up", "1", "1 when the link is up.").ints()
	NICDropped       = nic.counter("hw.network.packet.dropped", "{packet}", "Packets dropped by the adapter.").ints().by(IODirection)
	RDMAIO           = rdma.counter("hw.network.rdma.io", "By", "RDMA bytes.").ints().by(IODirection)
	RDMAPackets      = rdma.counter("hw.network.rdma.packets", "{packet}", "RDMA packets.").ints().by(IODirection)
	RDMACongestion   = rdma.counter("hw.network.rdma.congestion", "{packet}", "Congestion notifications.").ints().by(congestionEvent)
	RDMAEvents       = rdma.counter("hw.network.rdma.events", "{event}", "What other allowlisted RDMA counters count.").ints().by(Key{Name: "rdma.counter.name"})
)

var (
	kvm       = group{"KVM", nil}
	interrupt = group{"Interrupts", nil}
	tpu       = group{"TPU", []Key{HWID, opt(HWName), opt(HWVendor), {Name: "tpu.topology", Optional: true}, {Name: "k8s.pod.name", Optional: true}, {Name: "k8s.namespace.name", Optional: true}, {Name: "k8s.container.name", Optional: true}}}
)

// KVM, interrupt and TPU metrics.
var (
	KVMExits           = kvm.counter("system.kvm.linux.exits", "{exit}", "Exits of all virtual machines.").ints()
	KVMExitsByType     = kvm.counter("system.kvm.linux.exits.by_type", "{exit}", "Exits by type; the types do not add up to the total.").ints().by(Key{Name: "kvm.exit.type", Values: []string{"io", "mmio", "halt", "irq", "irq_window", "nmi_window", "signal", "request_irq"}})
	KVMCount           = kvm.updown("system.kvm.linux.vm.count", "{vm}", "Running virtual machines.").ints()
	Interrupts         = interrupt.counter("system.cpu.linux.interrupts", "{interrupt}", "Hardware interrupts.").ints().by(Key{Name: "linux.interrupt.name"}, Key{Name: "linux.interrupt.device", Optional: true})
	SoftIRQs           = interrupt.counter("system.cpu.linux.softirqs", "{softirq}", "Software interrupts.").ints().by(Key{Name: "linux.softirq.name"})
	TPUDutyCycle       = tpu.gauge("duty_cycle", "%", "Re-exported: time the accelerator was busy.")
	TPUTensorCore      = tpu.gauge("tensorcore_utilization", "%", "Re-exported: tensor core utilization.")
	TPUMemoryTotal     = tpu.gauge("memory_total", "By", "Re-exported: total memory.").ints()
	TPUMemoryUsed      = tpu.gauge("memory_used", "By", "Re-exported: used memory.").ints()
	TPUMemoryBandwidth = tpu.gauge("memory_bandwidth_utilization", "%", "Re-exported: memory bandwidth utilization.")
)
