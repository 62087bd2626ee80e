package system

import (
	"strconv"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// cpuTime is how a logical CPU has spent its time since boot. The unit is the
// system's own; only ratios are used.
type cpuTime struct {
	number     int
	busy, idle float64 // idle includes waiting for I/O
}

// cpus remembers each CPU's times as of the last tick, by CPU number.
type cpus struct {
	now  []cpuTime // reused
	last []lastCPU
	tick uint64
}

type lastCPU struct {
	cpuTime
	text string // the number, as a split takes it
	tick uint64 // 0: never seen
}

// maxCPUs bounds what a CPU number may be; Linux stops at 8192.
const maxCPUs = 1 << 16

func (s *Source) sampleCPUs(b *sample.Batch) error {
	c := &s.cpus
	var err error
	c.now, err = s.kernel.cpus(c.now[:0])
	if len(c.now) == 0 {
		return err
	}
	c.tick++
	for _, t := range c.now {
		if busy, ok := c.busy(t); ok {
			b.Float(s.host, metrics.CPUUtilization, busy, c.last[t.number].text)
		}
	}
	b.Int(s.host, metrics.CPULogicalCount, int64(len(c.now)))
	return err
}

// busy returns the busy fraction since the last tick. There is none for a CPU
// that the last tick did not have, nor when no time was counted in between.
func (c *cpus) busy(t cpuTime) (float64, bool) {
	for len(c.last) <= t.number {
		c.last = append(c.last, lastCPU{text: strconv.Itoa(len(c.last))})
	}
	last := &c.last[t.number]
	// The kernel's idle and I/O wait times may step back a little.
	busy, idle := max(0, t.busy-last.busy), max(0, t.idle-last.idle)
	known := last.tick != 0 && last.tick == c.tick-1
	last.cpuTime, last.tick = t, c.tick
	return busy / (busy + idle), known && busy+idle > 0
}
