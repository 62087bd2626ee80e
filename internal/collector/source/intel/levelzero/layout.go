package levelzero

// The structures of the library, laid out as its header does. layout_test.go
// holds sizes and offsets. Each begins with what it is.

type head struct {
	stype uint32
	_     uint32
	next  uintptr
}

const (
	typeDevice      = 0x1
	typePCI         = 0x2
	typeEngine      = 0x5
	typeFrequency   = 0x9
	typeMemory      = 0xb
	typePower       = 0xd
	typeTemperature = 0x14
	typeFreqState   = 0x1b
	typeMemoryState = 0x1e
	typeLimit       = 0x27
)

type deviceProperties struct {
	head
	core struct {
		head
		kind, vendorID, deviceID, flags uint32
		_                               [64]byte
		uuid                            [16]byte
		name                            [256]byte
	}
	subdevices                                       uint32
	serial, board, brand, model, vendor, driverLevel [64]byte
	_                                                uint32
}

type pciProperties struct {
	head
	domain, bus, device, function     uint32
	generation, width                 int32
	bandwidth                         int64
	hasBandwidth, hasPackets, hasRply uint8
	_                                 [5]byte
}

type pciStats struct {
	timestamp, replays, packets uint64
	receive, transmit           uint64 // bytes
	generation, width           int32
	bandwidth                   int64
}

// part tells where something is: on the device, or on a part of it.
type part struct {
	onSubdevice uint8
	_           [3]byte
	subdevice   uint32
}

type engineProperties struct {
	head
	kind int32
	part
	_ uint32
}

type engineStats struct {
	active, timestamp uint64 // µs
}

type memoryProperties struct {
	head
	kind int32
	part
	location           int32
	size               uint64
	busWidth, channels int32
}

type memoryState struct {
	head
	health     int32
	_          uint32
	free, size uint64 // bytes
}

type temperatureProperties struct {
	head
	kind int32
	part
	_       uint32
	maximum float64
	_       [8]byte
}

type powerProperties struct {
	head
	part
	canControl, threshold         uint8
	_                             [2]byte
	defaultLimit, lowest, highest int32 // mW
}

type energyCounter struct {
	energy    uint64 // µJ
	timestamp uint64 // µs
}

type sustainedLimit struct {
	enabled  uint8
	_        [3]byte
	power    int32 // mW
	interval int32 // ms
}

type limitExt struct {
	head
	level, source, unit             int32
	lockedState, enabled, lockedInt uint8
	_                               uint8
	interval                        int32
	lockedLimit                     uint8
	_                               [3]byte
	limit                           int32
	_                               uint32
}

type frequencyProperties struct {
	head
	kind int32
	part
	canControl, event uint8
	_                 [2]byte
	lowest, highest   float64 // MHz
}

type frequencyState struct {
	head
	voltage, request, tdp, efficient, actual float64 // V; MHz, negative when unknown
	throttle                                 uint32
	_                                        uint32
}
