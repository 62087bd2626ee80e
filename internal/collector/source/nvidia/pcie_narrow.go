package nvidia

import (
	"context"
	"time"

	"platform/internal/collector/source/nvidia/nvml"
)

// Fields of the narrow counters, in bytes.
const (
	fieldPCIeTX = 197
	fieldPCIeRX = 198
)

func pcieFields() []nvml.Field {
	return []nvml.Field{{FieldID: fieldPCIeRX}, {FieldID: fieldPCIeTX}}
}

func (p *pcie) hasCounters() bool {
	_, _, ok := p.counters(pcieFields())
	return ok
}

func (p *pcie) counters(fields []nvml.Field) (receive, transmit uint32, ok bool) {
	if !p.d.session.fields.take() {
		return 0, 0, false
	}
	err := p.nv.Fields(fields)
	p.d.session.fields.give()
	rx, errRX := fields[0].Uint()
	tx, errTX := fields[1].Uint()
	return uint32(rx), uint32(tx), err == nil && errRX == nil && errTX == nil
}

// count reads the narrow counters until ctx ends: as often as the bus could
// wrap them, and once a second while no process uses the GPU. One that begins
// takes longer than that to fill the bus.
func (p *pcie) count(ctx context.Context) {
	generation, width, _ := p.nv.PCIeLink()
	shortest := wrapsAfter(generation, width) / 2
	fields := pcieFields()
	var lastRX, lastTX uint32
	begun, checked, period := false, time.Time{}, shortest
	for sleep(ctx, period) {
		if now := time.Now(); now.Sub(checked) >= restPeriod {
			checked, period = now, shortest
			if !p.inUse() {
				period = restPeriod
			}
		}
		rx, tx, ok := uint32(0), uint32(0), false
		if p.d.wantsIO.Load() && !p.d.lost.Load() {
			rx, tx, ok = p.counters(fields)
		}
		if begun && ok {
			p.add(float64(rx-lastRX), float64(tx-lastTX))
		} else if ok {
			p.add(0, 0)
		}
		lastRX, lastTX, begun = rx, tx, ok
	}
}

// restPeriod is how rarely the counters of an unused GPU are read.
const restPeriod = time.Second

// inUse reports whether a process is on the GPU, also when that is not known.
func (p *pcie) inUse() bool {
	var err error
	p.procs, err = p.nv.Compute(p.procs[:0])
	if err == nil && len(p.procs) == 0 {
		p.procs, err = p.nv.Graphics(p.procs[:0])
	}
	return err != nil && !nvml.Unsupported(err) || len(p.procs) > 0
}

// wrapsAfter is the time in which a full bus wraps a counter of 32 bits.
func wrapsAfter(generation, width uint32) time.Duration {
	lane := []float64{0, 0.25e9, 0.5e9, 0.985e9, 1.97e9, 3.94e9, 7.88e9} // bytes per second
	if generation == 0 || int(generation) >= len(lane) || width == 0 || width > 32 {
		generation, width = uint32(len(lane)-1), 16
	}
	return time.Duration((1 << 32) / (lane[generation] * float64(width)) * float64(time.Second))
}

func (p *pcie) hasThroughput() bool {
	_, err := p.nv.PCIeThroughput(0)
	return err == nil
}

// measure takes the rate of a short window for that of a second.
func (p *pcie) measure(ctx context.Context) {
	const transmit, receive = 0, 1
	last := time.Now()
	p.add(0, 0)
	for sleep(ctx, time.Second) {
		now := time.Now()
		elapsed := now.Sub(last).Seconds()
		last = now
		if !p.d.wantsIO.Load() || p.d.lost.Load() {
			continue
		}
		tx, errTX := p.nv.PCIeThroughput(transmit)
		rx, errRX := p.nv.PCIeThroughput(receive)
		if errTX == nil && errRX == nil {
			p.add(float64(rx)*1024*elapsed, float64(tx)*1024*elapsed)
		}
	}
}
