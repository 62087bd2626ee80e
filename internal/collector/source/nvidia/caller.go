package nvidia

import (
	"fmt"
	"sync/atomic"
	"time"

	"platform/internal/collector/source/nvidia/nvml"
)

// call is a question that a device may not be able to answer.
type call uint8

const (
	askMemory call = iota
	askUtilization
	askEncoder
	askDecoder
	askTemperature
	askFans
	askFanSpeed
	askPowerUsage
	askPowerLimit
	askGraphicsClock
	askMemoryClock
	askSMClock
	askThrottle
	askCorrected
	askUncorrected
	askFields
	askCompute
	askGraphics
	askMPS
	askEnergy
	askReplay
	askProcessUse
	askNVLink
)

var callNames = [...]string{
	"memory", "utilization", "encoder utilization", "decoder utilization", "temperature", "number of fans", "fan speed",
	"power", "power limit", "graphics clock", "memory clock", "SM clock", "clock event reasons",
	"corrected errors", "uncorrected errors", "fields", "compute processes", "graphics processes", "MPS processes",
	"energy", "PCIe replays", "process utilization", "NVLink counters",
}

// askAgainAfter is how long a refusal is believed: rarely, a refused call
// becomes possible when a setting of the driver changes.
const askAgainAfter = time.Hour

// caller asks a device and remembers what it refuses: a refusal can cost more
// than an answer. It is used by one goroutine.
type caller struct {
	*nvml.Device
	lost    *atomic.Bool // of the device
	refused uint64       // calls, as bits
	since   time.Time    // of the first refusal
	err     error        // the first one of this round that is no refusal
}

// round begins a round of questions.
func (c *caller) round() {
	c.err = nil
	if c.refused != 0 && time.Since(c.since) > askAgainAfter {
		c.refused = 0
	}
}

// may reports whether to ask.
func (c *caller) may(what call) bool { return c.refused&(1<<what) == 0 && !c.lost.Load() }

// note takes an answer down and reports whether it is one.
func (c *caller) note(what call, err error) bool {
	switch {
	case err == nil:
		return true
	case nvml.Lost(err):
		c.lost.Store(true)
		c.err = err
	case nvml.Unsupported(err):
		if c.refused == 0 {
			c.since = time.Now()
		}
		c.refused |= 1 << what
	case c.err == nil && !nvml.Nothing(err):
		c.err = fmt.Errorf("ask for %s: %w", callNames[what], err)
	}
	return false
}

// ask asks for one value.
func ask[T any](c *caller, what call, f func(*nvml.Device) (T, error)) (v T, ok bool) {
	if !c.may(what) {
		return v, false
	}
	v, err := f(c.Device)
	return v, c.note(what, err)
}
