package nvml

// The structures of the library, laid out as its header does. layout_test.go
// holds sizes and offsets.

// version is how the library wants a structure's size and version told.
func version(size uintptr, v uint32) uint32 { return uint32(size) | v<<24 }

type utilization struct {
	gpu, memory uint32 // percent
}

type memoryV1 struct {
	total, free, used uint64
}

type memoryV2 struct {
	version                     uint32
	_                           uint32
	total, reserved, free, used uint64
}

type pciInfo struct {
	busIDLegacy                                  [16]byte
	domain, bus, device, pciDeviceID, pciSubsyID uint32
	busID                                        [32]byte
}

// Field is one entry of Device.Fields: FieldID and Scope are given, the rest
// is the answer.
type Field struct {
	FieldID   uint32
	Scope     uint32
	Timestamp int64 // µs
	latency   int64
	valueType int32
	ret       int32
	value     [8]byte
}

type processInfo struct {
	pid               uint32
	_                 uint32
	usedMemory        uint64
	gpuInstance       uint32
	computeInstanceID uint32
}

// ProcessSample is the use of a GPU by a process over a sampling period.
type ProcessSample struct {
	PID       uint32
	_         uint32
	Timestamp uint64 // µs
	SM        uint32 // percent, as are the others
	Memory    uint32
	Encoder   uint32
	Decoder   uint32
}

type attributes struct {
	multiprocessors                            uint32
	copyEngines, decoders, encoders, jpeg, ofa uint32
	gpuInstanceSlices, computeInstanceSlices   uint32
	memoryMB                                   uint64
}

type gpmSupport struct {
	version, supported uint32
}

type gpmMetric struct {
	id    uint32
	ret   int32
	value float64
	info  [3]uintptr // names, owned by the library
}

// maxGPMMetrics is how many metrics are asked for at once. The library knows
// more, but touches only as many as it is told.
const maxGPMMetrics = 8

type gpmMetrics struct {
	version, count   uint32
	sample1, sample2 uintptr
	metrics          [maxGPMMetrics]gpmMetric
}

type eventData struct {
	device                         uintptr
	eventType, data                uint64
	gpuInstanceID, computeInstance uint32
}
