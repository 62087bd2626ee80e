package nvidia

import (
	"sync"
	"time"

	"platform/internal/collector/source/nvidia/nvml"
)

// instanceUse measures how busy a MIG instance is. The library answers that
// for whole GPUs only, but from Hopper on the performance counters know it for
// each instance.
type instanceUse struct {
	d       *device
	gpm     *nvml.GPM
	refused bool
	at      time.Time // of the newest sample; zero before the first

	mu    sync.Mutex
	ratio *float64  // over the time between the last two passes; nil when unknown
	taken time.Time // when that was
}

// pass takes a sample and compares it with the one before.
func (u *instanceUse) pass() {
	now := time.Now()
	if u.refused || u.d.major < hopper || now.Sub(u.at) < shortestGPM || !u.d.session.gpm.take() {
		return
	}
	defer u.d.session.gpm.give()
	ratio, err := u.measure(now)
	u.refused = nvml.Unsupported(err) || nvml.Refused(err)
	u.mu.Lock()
	defer u.mu.Unlock()
	u.ratio, u.taken = ratio, now
}

func (u *instanceUse) measure(now time.Time) (*float64, error) {
	if u.gpm == nil {
		g, err := u.d.session.lib.NewGPM(nvml.GPMGraphicsUtil)
		if err != nil {
			return nil, err
		}
		u.gpm = g
	}
	begun := !u.at.IsZero()
	u.at = time.Time{}
	if err := u.gpm.SampleMIG(u.d.parent, uint32(u.d.MIG.Instance)); err != nil {
		return nil, err
	}
	u.at = now
	if !begun {
		return nil, nil
	}
	if err := u.gpm.Between(); err != nil {
		return nil, err
	}
	percent, err := u.gpm.Value(0)
	if err != nil {
		return nil, err
	}
	return new(percent / 100), nil
}

// read returns the latest ratio unless it is too old.
func (u *instanceUse) read(now time.Time, staleAfter time.Duration) *float64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	if now.Sub(u.taken) > staleAfter {
		return nil
	}
	return u.ratio
}

func (u *instanceUse) close() {
	if u.gpm != nil && u.d.session.gpm.take() {
		u.gpm.Close()
		u.d.session.gpm.give()
	}
}
