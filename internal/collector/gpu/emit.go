package gpu

import (
	"strconv"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// emitReading adds the metrics of one device, and those derived from them.
func (e *Emitter) emitReading(b *sample.Batch, d *device, r *Report) {
	v := &r.Reading
	emitStatus(b, d, v)
	if v.Lost {
		return
	}
	x := out{b, d.entity}
	x.ratio(metrics.GPUUtilization, v.Utilization.General, "general")
	x.ratio(metrics.GPUUtilization, v.Utilization.Encoder, "encoder")
	x.ratio(metrics.GPUUtilization, v.Utilization.Decoder, "decoder")
	if u := ratio(v.Utilization.General); u != nil {
		b.Float(d.entity, metrics.GPUIdle, 1-*u)
	}
	x.ratio(metrics.MemoryControllerBusy, v.MemoryController)
	emitMemory(x, v)
	x.float(metrics.Temperature, v.DieTemperature, "die")
	x.float(metrics.Temperature, v.MemoryTemperature, "memory")
	x.float(metrics.FanSpeed, v.FanRPM)
	x.ratio(metrics.FanSpeedRatio, fanRatio(v.FanRatio))
	x.float(metrics.Power, first(v.Power, v.PowerAverage))
	x.float(metrics.PowerLimit, v.PowerLimit)
	x.float(metrics.Energy, v.Energy)
	x.count(metrics.GPUSpeed, v.GraphicsClock, "graphics")
	x.count(metrics.GPUSpeed, v.MemoryClock, "memory")
	x.count(metrics.GPUSpeed, v.SMClock, "sm")
	if io := v.PCIe; io != nil {
		b.Int(d.since(io.Since), metrics.GPUIO, int64(io.Receive), "receive")
		b.Int(d.since(io.Since), metrics.GPUIO, int64(io.Transmit), "transmit")
	}
	if io := v.Interconnect; io != nil {
		b.Int(d.since(io.Since), metrics.InterconnectIO, int64(io.Receive), "receive", v.InterconnectType)
		b.Int(d.since(io.Since), metrics.InterconnectIO, int64(io.Transmit), "transmit", v.InterconnectType)
	}
	emitErrors(b, d, &v.Errors)
	if held := allocated(r, e.opt.Threshold); held != nil {
		b.Int(d.entity, metrics.GPUAllocated, *held)
	}
}

func emitMemory(x out, v *Reading) {
	x.count(metrics.MemoryLimit, v.MemoryLimit)
	x.count(metrics.MemoryUsage, v.MemoryUsage)
	free := v.MemoryFree
	if v.MemoryLimit != nil && v.MemoryUsage != nil {
		if free == nil {
			free = new(*v.MemoryLimit - min(*v.MemoryUsage, *v.MemoryLimit))
		}
		if *v.MemoryLimit > 0 {
			x.b.Float(x.e, metrics.MemoryUtilization, min(1, float64(*v.MemoryUsage)/float64(*v.MemoryLimit)))
		}
	}
	x.count(metrics.MemoryFree, free)
}

// allocated is 1 when a process holds memory or utilization reaches the
// threshold, 0 when neither is so, nil when neither is known.
func allocated(r *Report, threshold float64) *int64 {
	u := ratio(r.Reading.Utilization.General)
	held := r.Reading.Held != nil && *r.Reading.Held
	for _, p := range r.Processes {
		held = held || p.Memory != nil && *p.Memory > 0
	}
	switch {
	case held, u != nil && *u >= threshold:
		return new(int64(1))
	case u == nil && r.Processes == nil && r.Reading.Held == nil:
		return nil
	}
	return new(int64(0))
}

// emitStatus adds the state set of a device: up and throttled, and throttled
// once more for each reason. A reason that has passed stays at 0, so that
// nobody reads its last value for the present one.
func emitStatus(b *sample.Batch, d *device, v *Reading) {
	throttled := len(v.Throttle) > 0 && !v.Lost
	state := func(on bool, name, reason string) {
		b.Int(d.entity, metrics.HWStatus, one(on), "gpu", name, reason)
	}
	state(!throttled && !v.Lost, "up", "")
	state(throttled, "throttled", "")
	for reason := range d.reasons {
		d.reasons[reason] = false
	}
	if throttled {
		for _, reason := range v.Throttle {
			d.reasons[reason] = true
		}
	}
	for reason, active := range d.reasons {
		state(active, "throttled", reason)
	}
}

// emitErrors adds error counts. XIDs are split by code, each counted from its
// first report; the series without a code counts reports that have none, and is
// there from the beginning.
func emitErrors(b *sample.Batch, d *device, v *Errors) {
	count := func(kind string, n *uint64) {
		if n != nil {
			b.Int(d.entity, metrics.HWErrors, int64(*n), "gpu", kind)
		}
	}
	count("corrected", v.Corrected)
	count("uncorrected", v.Uncorrected)
	count("pcie_replay", v.PCIeReplay)
	count("ras_corrected", v.RASCorrected)
	count("ras_uncorrected", v.RASUncorrected)
	if v.XID == nil {
		return
	}
	b.Int(d.since(v.XID.Since), metrics.HWErrors, int64(v.XID.Counts[0]), "gpu", "xid", "")
	for code, n := range v.XID.Counts {
		if code == 0 {
			continue
		}
		first, known := v.XID.First[code]
		if !known {
			first = v.XID.Since
		}
		b.Int(d.since(first), metrics.HWErrors, int64(n), "gpu", "xid", strconv.FormatUint(code, 10))
	}
}

// out adds values of one entity that may be absent.
type out struct {
	b *sample.Batch
	e *sample.Entity
}

func (x out) float(m *metrics.Def, v *float64, split ...string) {
	if v != nil {
		x.b.Float(x.e, m, *v, split...)
	}
}

func (x out) ratio(m *metrics.Def, v *float64, split ...string) { x.float(m, ratio(v), split...) }

func (x out) count(m *metrics.Def, v *uint64, split ...string) {
	if v != nil {
		x.b.Int(x.e, m, int64(*v), split...)
	}
}

// ratio returns v unless it is no ratio: drivers have been seen to answer with
// garbage while a device resets.
func ratio(v *float64) *float64 {
	if v == nil || !(*v >= 0 && *v <= 1) {
		return nil
	}
	return v
}

// fanRatio caps a speed that is asked for beyond the maximum.
func fanRatio(v *float64) *float64 {
	if v != nil && *v > 1 && *v <= 1.5 {
		return new(1.0)
	}
	return v
}

func first(values ...*float64) *float64 {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
