package gpu

import "time"

// Report is what a vendor saw of one device in one tick.
type Report struct {
	Device  Device
	Reading Reading
	// Processes are those on the device. nil: not known in this tick, what was
	// known before is kept but not emitted; empty: there are none.
	Processes []Process
}

// Reading is what a vendor says about a device at one moment. A nil field was
// not reported, and nothing is emitted for it. Ratios are 0 to 1; what lies
// outside is dropped when it is emitted.
type Reading struct {
	// Lost is a device that is known but does not answer: it is neither up nor
	// throttled, and nothing else is emitted for it.
	Lost bool `json:",omitempty"`

	Utilization      ByTask
	MemoryController *float64 `json:",omitempty"` // ratio

	MemoryLimit *uint64 `json:",omitempty"` // bytes
	MemoryUsage *uint64 `json:",omitempty"` // bytes
	MemoryFree  *uint64 `json:",omitempty"` // bytes; limit - usage when nil

	DieTemperature    *float64 `json:",omitempty"` // °C
	MemoryTemperature *float64 `json:",omitempty"` // °C
	FanRPM            *float64 `json:",omitempty"`
	FanRatio          *float64 `json:",omitempty"` // may exceed 1 a little: it is the speed asked for

	Power        *float64 `json:",omitempty"` // W, at this moment
	PowerAverage *float64 `json:",omitempty"` // W, over about a second; emitted when Power is nil
	PowerLimit   *float64 `json:",omitempty"` // W
	Energy       *float64 `json:",omitempty"` // J, cumulative

	GraphicsClock *uint64 `json:",omitempty"` // Hz
	MemoryClock   *uint64 `json:",omitempty"` // Hz
	SMClock       *uint64 `json:",omitempty"` // Hz

	PCIe             *IO    `json:",omitempty"`
	Interconnect     *IO    `json:",omitempty"`
	InterconnectType string `json:",omitempty"` // nvlink, xgmi, other

	// Throttle holds the active reasons. nil: not known, the device counts as
	// up; empty: it runs unthrottled.
	Throttle []string `json:",omitzero"`

	Errors Errors

	// Held says whether a process holds memory of the device, for devices whose
	// processes are reported elsewhere: a MIG parent.
	Held *bool `json:",omitempty"`
}

// ByTask is a utilization by hw.gpu.task, each a ratio.
type ByTask struct {
	General *float64 `json:",omitempty"`
	Encoder *float64 `json:",omitempty"`
	Decoder *float64 `json:",omitempty"`
}

// IO is cumulative bytes of a link, from the device's point of view: received
// bytes come from the host or a peer.
type IO struct {
	Receive, Transmit uint64
	// Since is when the collector began to count; zero for counters of the
	// hardware, whose beginning is unknown.
	Since time.Time `json:",omitzero"`
}

// Errors are cumulative counts.
type Errors struct {
	Corrected      *uint64 `json:",omitempty"`
	Uncorrected    *uint64 `json:",omitempty"`
	PCIeReplay     *uint64 `json:",omitempty"`
	RASCorrected   *uint64 `json:",omitempty"`
	RASUncorrected *uint64 `json:",omitempty"`
	XID            *XIDs   `json:",omitempty"`
}

// XIDs are the driver's fault reports by code, watched since Since. Code 0 is
// a report without a code. First is when another code was first reported: its
// count begins there, so that who looks at less time than the watch lasts sees
// its first fault too.
type XIDs struct {
	Since  time.Time `json:",omitzero"`
	Counts map[uint64]uint64
	First  map[uint64]time.Time `json:",omitempty"`
}

// Process is what a vendor says about a process on a device. The pointers may
// lead into memory that the vendor reuses in its next tick.
type Process struct {
	PID         int
	Memory      *uint64 `json:",omitempty"` // bytes
	Utilization ByTask
}
