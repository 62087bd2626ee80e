package amd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/source/amd/gpumetrics"
)

// board is a whole GPU. Its partitions share the firmware's table.
type board struct {
	card drm.Card
	opt  Options

	mu   sync.Mutex
	at   time.Time
	last *gpumetrics.Table
	err  error
}

// tableFresh is for how long a table serves the GPU and its partitions.
const tableFresh = 100 * time.Millisecond

// table returns the firmware's table, nil without an error when the GPU has
// none. Reading it takes a round trip to the firmware, of about a millisecond.
func (b *board) table(now time.Time) (*gpumetrics.Table, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.at.IsZero() && now.Sub(b.at) < tableFresh {
		return b.last, b.err
	}
	b.at, b.last, b.err = now, nil, nil
	raw, err := b.card.Device.Read("gpu_metrics")
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission): // too old, or asleep
	case err != nil:
		b.err = err
	default:
		if b.last, err = gpumetrics.Parse(raw); err != nil {
			b.err = fmt.Errorf("parse gpu_metrics: %w", err)
		}
	}
	return b.last, b.err
}

// reader reads a whole GPU.
type reader struct {
	*board
	residency *gpumetrics.Residency // of the reading before
	slow      slow
}

func newReader(b *board) *reader {
	r := &reader{board: b}
	r.slow.card = b.card
	return r
}

// Read reads the sensors. Where the driver's own files and the firmware's table
// say the same, the files win: some GPUs fill the table with garbage.
func (r *reader) Read(now time.Time) (gpu.Reading, error) {
	var v gpu.Reading
	if r.card.Asleep() {
		r.slow.fill(&v)
		return v, nil
	}
	if !r.card.Device.There() {
		return gpu.Reading{Lost: true}, fmt.Errorf("read %s: %w", r.card.Name, os.ErrNotExist)
	}
	t, err := r.table(now)
	if t == nil {
		t = &gpumetrics.Table{}
	}
	r.readUse(&v, t)
	r.readSensors(&v, t)
	r.readThrottle(&v, t)
	if t.Energy != nil {
		r.slow.noteCounted()
	}
	r.slow.fill(&v)
	v.Energy = either(t.Energy, v.Energy)
	return v, err
}

// readUse reads how busy the GPU and its memory are.
func (r *reader) readUse(v *gpu.Reading, t *gpumetrics.Table) {
	d := r.card.Device
	v.Utilization.General = either(d.Percent("gpu_busy_percent"), t.GFX)
	v.Utilization.Encoder = either(d.Percent("vcn_busy_percent"), t.Media)
	v.MemoryController = either(d.Percent("mem_busy_percent"), t.Controller)
	v.MemoryLimit = d.Uint("mem_info_vram_total")
	v.MemoryUsage = d.Uint("mem_info_vram_used")
	v.Errors.PCIeReplay = either(d.Uint("pcie_replay_count"), t.Replays)
	if r.opt.Interconnect && t.LinkRead != nil && t.LinkWrite != nil {
		v.Interconnect = &gpu.IO{Receive: *t.LinkRead, Transmit: *t.LinkWrite}
		v.InterconnectType = "xgmi"
	}
}

// readSensors reads temperatures, power, clocks and fans.
func (r *reader) readSensors(v *gpu.Reading, t *gpumetrics.Table) {
	h, _ := drm.Hwmon(r.card.Device, "amdgpu")
	v.DieTemperature = either(drm.Temperature(h, "edge"), drm.Temperature(h, "junction"), t.Edge, t.Hotspot)
	if v.DieTemperature == nil && drm.Labelled(h, "temp", "edge") == 0 {
		v.DieTemperature = h.Scaled("temp1_input", 1000) // a driver without labels
	}
	v.MemoryTemperature = either(drm.Temperature(h, "mem"), t.Memory)
	v.Power = positive(h.Scaled("power1_input", 1e6))
	v.PowerAverage = positive(h.Scaled("power1_average", 1e6))
	if v.Power == nil && v.PowerAverage == nil {
		v.Power = t.Power
	}
	v.PowerLimit = positive(h.Scaled("power1_cap", 1e6))
	v.GraphicsClock = either(h.Uint("freq1_input"), t.GraphicsClock)
	v.MemoryClock = either(h.Uint("freq2_input"), t.MemoryClock)
	v.FanRPM = drm.Fastest(h)
	if v.FanRPM == nil && t.FanRPM != nil {
		v.FanRPM = new(float64(*t.FanRPM))
	}
}

// readThrottle tells why clocks are held down, or were since the last reading.
func (r *reader) readThrottle(v *gpu.Reading, t *gpumetrics.Table) {
	v.Throttle = t.Throttle
	if since := t.Residency.Since(r.residency); since != nil {
		v.Throttle = since
	}
	if t.Residency != nil {
		r.residency = t.Residency
	}
}

// ReadSlow reads what takes long.
func (r *reader) ReadSlow(now time.Time) time.Duration { return r.slow.read(now) }

func either[T any](values ...*T) *T {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

// positive drops the zeros that the second die of a board answers: the first
// one measures for both.
func positive(v *float64) *float64 {
	if v == nil || *v <= 0 {
		return nil
	}
	return v
}
