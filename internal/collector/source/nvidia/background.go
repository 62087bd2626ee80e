package nvidia

import (
	"context"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// background reads, between ticks, what would hold a tick up: energy takes 3 ms
// with peaks of 17, the counters for PCIe 1 to 9, samples of processes 3.
type background struct {
	d     *device
	nv    caller
	pcie  *pcie        // of a whole GPU
	part  *instanceUse // of a MIG instance
	use   useWindow
	buf   []nvml.ProcessSample
	seen  uint64        // the newest sample's time in µs
	first chan struct{} // closed when a pass was made

	mu     sync.Mutex
	latest slowValues
}

// slowValues are of one pass.
type slowValues struct {
	at      time.Time
	energy  *uint64 // mJ
	replays *uint32
	nvlink  *gpu.IO
}

func newBackground(d *device) *background {
	b := &background{d: d, first: make(chan struct{})}
	b.nv = caller{Device: d.session.lib.Device(d.handle), lost: &d.lost}
	b.pcie, b.part = newPCIe(d), &instanceUse{d: d}
	return b
}

// run makes passes until ctx ends.
func (b *background) run(ctx context.Context) {
	defer b.pcie.close()
	defer b.part.close()
	full := true
	for {
		b.pass(full)
		select {
		case <-b.first:
		default:
			close(b.first)
		}
		var wait time.Duration
		wait, full = b.d.session.src.pace.next(time.Now())
		if !sleep(ctx, wait) {
			return
		}
	}
}

// pass reads everything when full, else only what would be lost by waiting.
func (b *background) pass(full bool) {
	if b.d.lost.Load() {
		return
	}
	b.nv.round()
	if b.d.parent != nil {
		if full {
			b.part.pass()
		}
		return
	}
	if full {
		b.readSlow()
		b.pcie.pass()
	}
	if !b.d.MIG.Enabled {
		b.readUse()
	}
}

func (b *background) readSlow() {
	v := slowValues{at: time.Now()}
	if mj, ok := ask(&b.nv, askEnergy, (*nvml.Device).Energy); ok {
		v.energy = &mj
	}
	if n, ok := ask(&b.nv, askReplay, (*nvml.Device).PCIeReplays); ok {
		v.replays = &n
	}
	if b.d.session.src.opt.Interconnect {
		v.nvlink = b.readNVLink()
	}
	b.mu.Lock()
	b.latest = v
	b.mu.Unlock()
}

// readUse adds the samples of processes since the last time to the window.
func (b *background) readUse() {
	if !b.nv.may(askProcessUse) {
		return
	}
	samples, err := b.nv.ProcessUtilization(b.buf, b.seen)
	b.buf = samples
	if b.nv.note(askProcessUse, err) {
		for _, s := range samples {
			b.seen = max(b.seen, s.Timestamp)
		}
		b.use.add(samples)
	}
}

// staleAfter is how old a value may be: beyond, the pass hangs.
func (b *background) staleAfter() time.Duration {
	return max(3*atMostApart, 2*b.d.session.src.opt.Interval)
}

// fill adds what was read between ticks to a reading.
func (b *background) fill(r *gpu.Reading, v *values, now time.Time) {
	b.mu.Lock()
	latest := b.latest
	b.mu.Unlock()
	if b.d.parent != nil {
		r.Utilization.General = b.part.read(now, b.staleAfter())
		return
	}
	r.PCIe = b.pcie.total()
	if latest.at.IsZero() || now.Sub(latest.at) > b.staleAfter() {
		return
	}
	if latest.energy != nil {
		r.Energy = v.float(float64(*latest.energy) / 1000)
	}
	if latest.replays != nil {
		r.Errors.PCIeReplay = v.uint(uint64(*latest.replays))
	}
	if latest.nvlink != nil {
		r.Interconnect, r.InterconnectType = latest.nvlink, "nvlink"
	}
}

// sleep waits and reports whether ctx still lives.
func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
