package nvidia

import (
	"context"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// pcie counts the bytes of a GPU's bus. The driver has no such counter that
// could be read at a tick, so they are integrated from what it has:
//
//   - performance counters, which give the exact rate between two passes, from
//     Hopper on;
//   - else counters of 32 bits, read often enough that none wraps unseen;
//   - else the rate over 20 ms, once a second.
type pcie struct {
	d    *device
	nv   caller
	gpm  *nvml.GPM
	at   time.Time // of the newest sample of gpm; zero before the first
	mode pcieMode

	procs []nvml.Process // scratch
	wg    sync.WaitGroup
	stop  context.CancelFunc
}

type pcieMode uint8

const (
	pcieUnknown pcieMode = iota
	pcieGPM
	pcieCounters
	pcieThroughput
	pcieNone
)

// shortestGPM is the least time between two samples that gives a rate.
const shortestGPM = 100 * time.Millisecond

// fastest is above what any bus carries, in bytes per second.
const fastest = 1e12

func newPCIe(d *device) *pcie {
	return &pcie{d: d, nv: caller{Device: d.session.lib.Device(d.handle), lost: &d.lost}, stop: func() {}}
}

// total returns the bytes so far, nil when they are not counted.
func (p *pcie) total() *gpu.IO { return p.d.session.src.links.read(p.d.ID) }

func (p *pcie) add(receive, transmit float64) {
	p.d.session.src.links.add(p.d.ID, receive, transmit)
}

func (p *pcie) close() {
	p.stop()
	p.wg.Wait()
	if p.gpm != nil && p.d.session.gpm.take() {
		p.gpm.Close()
		p.d.session.gpm.give()
	}
}

// pass is called before each tick.
func (p *pcie) pass() {
	if p.mode == pcieUnknown {
		p.choose()
	}
	if p.mode != pcieGPM {
		return
	}
	if !p.d.wantsIO.Load() {
		p.at = time.Time{}
		return
	}
	if err := p.integrate(); nvml.Unsupported(err) || nvml.Refused(err) {
		p.mode = pcieUnknown
		p.choose()
	}
}

// choose finds the best of what the device has.
func (p *pcie) choose() {
	switch {
	case p.gpm == nil && p.startGPM():
		p.mode = pcieGPM
	case p.hasCounters():
		p.mode = pcieCounters
		p.background(p.count)
	case p.hasThroughput():
		p.mode = pcieThroughput
		p.background(p.measure)
	default:
		p.mode = pcieNone
	}
}

func (p *pcie) background(f func(context.Context)) {
	ctx, cancel := context.WithCancel(p.d.session.ctx)
	p.stop = cancel
	p.wg.Go(func() { f(ctx) })
}

func (p *pcie) startGPM() bool {
	if p.d.major < hopper || !p.d.session.gpm.take() {
		return false
	}
	defer p.d.session.gpm.give()
	if !p.nv.GPMSupported() {
		return false
	}
	g, err := p.d.session.lib.NewGPM(nvml.GPMPCIeReceive, nvml.GPMPCIeTransmit)
	if err != nil {
		return false
	}
	p.gpm = g
	return true
}

// integrate adds the bytes since the last pass.
func (p *pcie) integrate() error {
	now := time.Now()
	if !p.at.IsZero() && now.Sub(p.at) < shortestGPM || !p.d.session.gpm.take() {
		return nil
	}
	defer p.d.session.gpm.give()
	now = time.Now()
	if err := p.gpm.Sample(p.nv.Device); err != nil {
		p.at = time.Time{}
		return err
	}
	elapsed := now.Sub(p.at).Seconds()
	begun := !p.at.IsZero()
	p.at = now
	if !begun {
		p.add(0, 0)
		return nil
	}
	if err := p.gpm.Between(); err != nil {
		return err
	}
	receive, err := p.rate(0)
	if err != nil {
		return err
	}
	transmit, err := p.rate(1)
	if err != nil {
		return err
	}
	p.add(receive*elapsed, transmit*elapsed)
	return nil
}

// rate returns bytes per second, 0 for what cannot be one.
func (p *pcie) rate(i int) (float64, error) {
	mib, err := p.gpm.Value(i)
	if rate := mib * (1 << 20); rate > 0 && rate < fastest {
		return rate, err
	}
	return 0, err
}

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

// ledger keeps what was counted for a device, also when it comes back after
// having been away.
type ledger struct {
	mu    sync.Mutex
	links map[string]*linkTotal
}

type linkTotal struct {
	receive, transmit float64 // exact up to 2^53 bytes
	since             time.Time
}

func newLedger() *ledger { return &ledger{links: map[string]*linkTotal{}} }

func (l *ledger) add(id string, receive, transmit float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.links[id]
	if t == nil {
		t = &linkTotal{since: time.Now()}
		l.links[id] = t
	}
	t.receive += receive
	t.transmit += transmit
}

func (l *ledger) read(id string) *gpu.IO {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.links[id]
	if t == nil {
		return nil
	}
	return &gpu.IO{Receive: uint64(t.receive), Transmit: uint64(t.transmit), Since: t.since}
}
