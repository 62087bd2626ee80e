package nvml

import (
	"encoding/binary"
	"math"
	"unsafe"

	"platform/internal/collector/dynlib"
)

// Device calls the library for one GPU or MIG instance. The answers pass
// through memory of its own, so it is used by one goroutine at a time.
type Device struct {
	lib *Library
	h   uintptr
	out *out
}

// out is where the library writes its answers.
type out struct {
	a, b  uint32
	wide  uint64
	text  [96]byte
	util  utilization
	mem1  memoryV1
	mem2  memoryV2
	pci   pciInfo
	attr  attributes
	gpm   gpmSupport
	procs []processInfo
}

// Handle returns the device's handle.
func (d *Device) Handle() Handle { return Handle(d.h) }

// narrow calls a getter of one 32-bit number.
func (d *Device) narrow(s dynlib.Symbol) (uint32, error) {
	r := d.lib.call(s, d.h, uintptr(unsafe.Pointer(&d.out.a)))
	return d.out.a, r.err()
}

// narrowOf calls a getter of one 32-bit number that takes a selector.
func (d *Device) narrowOf(s dynlib.Symbol, selector uintptr) (uint32, error) {
	r := d.lib.call(s, d.h, selector, uintptr(unsafe.Pointer(&d.out.a)))
	return d.out.a, r.err()
}

// pair calls a getter of two 32-bit numbers.
func (d *Device) pair(s dynlib.Symbol) (uint32, uint32, error) {
	r := d.lib.call(s, d.h, uintptr(unsafe.Pointer(&d.out.a)), uintptr(unsafe.Pointer(&d.out.b)))
	return d.out.a, d.out.b, r.err()
}

func (d *Device) wide(s dynlib.Symbol) (uint64, error) {
	r := d.lib.call(s, d.h, uintptr(unsafe.Pointer(&d.out.wide)))
	return d.out.wide, r.err()
}

func (d *Device) string(s dynlib.Symbol) (string, error) {
	r := d.lib.call(s, d.h, uintptr(unsafe.Pointer(&d.out.text)), uintptr(len(d.out.text)))
	if r != 0 {
		return "", r
	}
	return dynlib.Text(d.out.text[:]), nil
}

// UUID returns the device's unique name: GPU-… or MIG-….
func (d *Device) UUID() (string, error) { return d.string(d.lib.uuid) }

// Name returns the product's name; a MIG instance's ends in its profile.
func (d *Device) Name() (string, error) { return d.string(d.lib.name) }

// PCI returns the bus address with a domain of eight digits.
func (d *Device) PCI() (string, error) {
	r := d.lib.call(d.lib.pci, d.h, uintptr(unsafe.Pointer(&d.out.pci)))
	return dynlib.Text(d.out.pci.busID[:]), r.err()
}

// Minor returns N of the GPU's /dev/nvidiaN.
func (d *Device) Minor() (uint32, error) { return d.narrow(d.lib.minor) }

// Cores returns the number of CUDA cores.
func (d *Device) Cores() (uint32, error) { return d.narrow(d.lib.cores) }

// Capability returns the CUDA compute capability.
func (d *Device) Capability() (major, minor uint32, err error) { return d.pair(d.lib.capability) }

// MIGEnabled reports whether the GPU is partitioned into MIG instances now.
func (d *Device) MIGEnabled() (bool, error) {
	current, _, err := d.pair(d.lib.migMode)
	return current == 1, err
}

// MaxMIG returns how many MIG instances the GPU can have.
func (d *Device) MaxMIG() (int, error) {
	n, err := d.narrow(d.lib.maxMIG)
	return int(n), err
}

// MIG returns instance i of the GPU; NotFound when there is none.
func (d *Device) MIG(i int) (Handle, error) {
	r := d.lib.call(d.lib.migHandle, d.h, uintptr(i), uintptr(unsafe.Pointer(&d.out.wide)))
	return Handle(d.out.wide), r.err()
}

// GPUInstance returns the id of the GPU instance of a MIG instance.
func (d *Device) GPUInstance() (uint32, error) { return d.narrow(d.lib.gpuInstance) }

// Multiprocessors returns how many a MIG instance has.
func (d *Device) Multiprocessors() (uint32, error) {
	r := d.lib.call(d.lib.attributes, d.h, uintptr(unsafe.Pointer(&d.out.attr)))
	return d.out.attr.multiprocessors, r.err()
}

// Utilization returns the busy percentages of the GPU and of its memory
// controller over the last sampling period.
func (d *Device) Utilization() (gpu, memory uint32, err error) {
	r := d.lib.call(d.lib.utilization, d.h, uintptr(unsafe.Pointer(&d.out.util)))
	return d.out.util.gpu, d.out.util.memory, r.err()
}

// Encoder returns the busy percentage of the video encoders.
func (d *Device) Encoder() (uint32, error) {
	percent, _, err := d.pair(d.lib.encoder)
	return percent, err
}

// Decoder returns the busy percentage of the video decoders.
func (d *Device) Decoder() (uint32, error) {
	percent, _, err := d.pair(d.lib.decoder)
	return percent, err
}

// Memory returns bytes. Where the library tells what the driver reserves
// apart, it is neither used nor free; older ones count it as used.
func (d *Device) Memory() (total, used, free uint64, err error) {
	m := &d.out.mem2
	m.version = version(unsafe.Sizeof(*m), 2)
	r := d.lib.call(d.lib.memory2, d.h, uintptr(unsafe.Pointer(m)))
	if r == FunctionNotFound || r == ArgumentVersionMismatch {
		old := &d.out.mem1
		r = d.lib.call(d.lib.memory1, d.h, uintptr(unsafe.Pointer(old)))
		return old.total, old.used, old.free, r.err()
	}
	return m.total, m.used, m.free, r.err()
}

// Temperature returns that of the die in °C.
func (d *Device) Temperature() (uint32, error) { return d.narrowOf(d.lib.temperature, 0) }

// Fans returns how many fans the board has.
func (d *Device) Fans() (uint32, error) { return d.narrow(d.lib.fans) }

// FanSpeed returns the speed asked of a fan in percent; it may exceed 100.
func (d *Device) FanSpeed(fan uint32) (uint32, error) {
	return d.narrowOf(d.lib.fanSpeed, uintptr(fan))
}

// PowerUsage returns milliwatts: the average of a second on most GPUs.
func (d *Device) PowerUsage() (uint32, error) { return d.narrow(d.lib.powerUsage) }

// PowerLimit returns the enforced limit in milliwatts.
func (d *Device) PowerLimit() (uint32, error) { return d.narrow(d.lib.powerLimit) }

// Energy returns millijoules since the driver was loaded. It is slow: 3 ms.
func (d *Device) Energy() (uint64, error) { return d.wide(d.lib.energy) }

// Clock domains.
const (
	GraphicsClock = 0
	SMClock       = 1
	MemoryClock   = 2
)

// Clock returns the present frequency of a domain in MHz.
func (d *Device) Clock(domain uintptr) (uint32, error) { return d.narrowOf(d.lib.clock, domain) }

// ThrottleReasons returns why the clocks are where they are, as bits.
func (d *Device) ThrottleReasons() (uint64, error) { return d.wide(d.lib.throttle) }

// ECC returns the memory errors since the driver was loaded: corrected (0) or
// uncorrected (1).
func (d *Device) ECC(kind uintptr) (uint64, error) {
	const volatile = 0
	r := d.lib.call(d.lib.ecc, d.h, kind, volatile, uintptr(unsafe.Pointer(&d.out.wide)))
	return d.out.wide, r.err()
}

// PCIeReplays returns how many packets were sent again.
func (d *Device) PCIeReplays() (uint32, error) { return d.narrow(d.lib.replay) }

// PCIeThroughput returns KiB/s over a window of 20 ms, which the call waits
// for: sent (0) or received (1).
func (d *Device) PCIeThroughput(direction uintptr) (uint32, error) {
	return d.narrowOf(d.lib.throughput, direction)
}

// PCIeLink returns the generation and width the link can have.
func (d *Device) PCIeLink() (generation, width uint32, err error) {
	if generation, err = d.narrow(d.lib.linkGeneration); err != nil {
		return 0, 0, err
	}
	width, err = d.narrow(d.lib.linkWidth)
	return generation, width, err
}

// Fields asks for several values at once; each has its own error.
func (d *Device) Fields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return d.lib.call(d.lib.fields, d.h, uintptr(len(fields)), uintptr(unsafe.Pointer(&fields[0]))).err()
}

// Uint returns the answer as a whole number.
func (f *Field) Uint() (uint64, error) {
	if f.ret != 0 {
		return 0, Return(f.ret)
	}
	switch v := binary.LittleEndian.Uint64(f.value[:]); f.valueType {
	case 0:
		if x := math.Float64frombits(v); x >= 0 && x < math.MaxInt64 {
			return uint64(x), nil
		}
		return 0, Unknown
	case 1, 5: // a negative number is no count; it comes out too large for any use
		return uint64(uint32(v)), nil
	case 6:
		return uint64(uint16(v)), nil
	default: // 64 bits; an unsigned long of Windows has zeros above
		return v, nil
	}
}
