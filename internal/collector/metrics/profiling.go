package metrics

var (
	engineKey = Key{Name: "hw.gpu.engine"}
	pipeKey   = Key{Name: "hw.gpu.pipe", Values: []string{"tensor", "fp16", "fp32", "fp64"}}
	counters  = group{"GPU profiling counters", gpuBase}
)

// Profiling-counter metrics of nvidia (gpu.measurement.source=dcgm) and amd
// (gpu.measurement.source=rdc). The series that the profiling counters take
// over from the vendor library are the rows of gpu.go.
var (
	EngineUtilization    = counters.gauge("hw.gpu.engine.utilization", "1", "Fraction of time an engine was active.").by(engineKey).on("Y", "-", "-")
	SMUtilization        = counters.gauge("hw.gpu.sm.utilization", "1", "Fraction of time the SMs or CUs were active.").on("Y", "Y", "-")
	SMOccupancy          = counters.gauge("hw.gpu.sm.occupancy", "1", "Resident warps or waves as a fraction of the maximum.").on("Y", "Y", "-")
	PipeUtilization      = counters.gauge("hw.gpu.pipe.utilization", "1", "Fraction of time an arithmetic pipe was active.").by(pipeKey).on("Y", "Y", "-")
	BandwidthUtilization = counters.gauge("hw.gpu.memory.bandwidth.utilization", "1", "Fraction of time the memory interface was active.").on("Y", "-", "-")
	SIMDUtilization      = counters.gauge("hw.gpu.simd.utilization", "1", "Fraction of time the SIMD units were active.").on("-", "Y", "-")
	DCGMSampleValid      = counters.updown("platform.collector.gpu.dcgm.sample_valid", "1", "1 after a good profiling sample, 0 after a blank one.").ints().on("Y", "-", "-")
)
