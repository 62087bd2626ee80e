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
