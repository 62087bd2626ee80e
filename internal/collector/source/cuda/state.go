package cuda

// What follows mirrors bpf/state.h; a test holds the sizes together. A device
// is the CUDA ordinal inside its process plus one; 0 is unknown.

const (
	graphKernel = 1 // the function of every graph launch
	otherKernel = 2 // of kernels beyond the kernel's own table

	spanKernels = 128
	marks       = 4
	maxDevices  = 32
	durations   = 23 // bounds
)

type kernelConfig struct {
	ProcessRule    uint64
	DurationBounds [durations]uint64 // ns
}

type streamKey struct {
	TGID, Device uint32
	Stream       uint64
}

type streamState struct {
	First, Last       uint64 // ns of CLOCK_MONOTONIC; First is 0 without an open span
	Launches, Threads uint64
	UnknownGraphs     uint64
	Seq               uint64
	Capture           uint64
	Captured          uint64
	CapturedThreads   uint64
	OriginStream      uint64
	OriginDevice      uint32
	Device            uint32
	Listed            uint64
	Kernels           uint64
	Kernel            [spanKernels]uint64
}

type kernelKey struct {
	TGID, Device uint32
	Func, Stream uint64
}

type kernelStats struct {
	Calls, Threads, Block, Shared uint64 // sums
	Seq, Open, OpenAt             uint64
	Durations                     uint64 // ns
	GridLog2                      [40]uint32
	BlockLog2                     [12]uint32
	SharedLog2                    [20]uint32
	Duration                      [durations + 1]uint32
}

type processState struct {
	Runtime    uint64
	Registered uint64
	Sync       [maxDevices]uint64 // ns; [0] of an unknown device
	Opened     uint64
	Open       [16]streamKey
}

type deviceKey struct {
	TGID, Device uint32
}

type memoryStats struct {
	Allocations, Bytes, Frees uint64
}

type copyKey struct {
	TGID, Device, Kind, Zero uint32
}

type copyStats struct {
	Calls, Bytes uint64
	Log2         [40]uint32
}

type handleKey struct {
	TGID, Twin uint32
	Handle     uint64
}

// libraryStats says how the marked calls of a runtime library fared, by group.
type libraryStats struct {
	Nested [marks]uint64
	Missed [marks]uint64
}

// Reasons of losses, in the order of enum lost.
var losses = [...]string{"thread", "process", "launch", "stream", "memory", "copy", "name", "span"}

// Records of the ring, told apart by their first word.
const (
	recordSpan = iota + 1
	recordName
	recordProcess
)

type spanRecord struct {
	Kind, TGID    uint32
	Device, _     uint32
	Stream        uint64
	First, End    uint64
	Launches      uint64
	Threads       uint64
	UnknownGraphs uint64
}
