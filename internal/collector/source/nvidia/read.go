package nvidia

import (
	"math"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// Fields that are read in a tick; each costs a few microseconds.
const (
	fieldMemoryTemperature = 82
	fieldPowerAverage      = 185 // mW
	fieldPowerInstant      = 186 // mW
)

func quickFields() []nvml.Field {
	return []nvml.Field{{FieldID: fieldMemoryTemperature}, {FieldID: fieldPowerAverage}, {FieldID: fieldPowerInstant}}
}

// read fills the report with everything that is quick, and with what was read
// between ticks.
func (d *device) read() error {
	d.values.reset()
	d.report = gpu.Report{Device: d.Device}
	d.nv.round()
	if d.lost.Load() {
		if _, err := memory(d.nv.Device); err != nil {
			d.report.Reading.Lost = true
			return err
		}
		d.lost.Store(false)
	}
	r := &d.report.Reading
	d.readMemory(r)
	if d.parent == nil {
		d.readBoard(r)
	}
	if d.MIG.Enabled && d.parent == nil {
		r.Held = d.procs.held()
	} else {
		d.report.Processes = d.procs.list(&d.slow.use)
	}
	d.slow.fill(r, &d.values, time.Now())
	if d.lost.Load() {
		d.report = d.silent()
	}
	return d.nv.err
}

// memoryBytes is how a memory is used.
type memoryBytes struct{ total, used, free uint64 }

func memory(nv *nvml.Device) (m memoryBytes, err error) {
	m.total, m.used, m.free, err = nv.Memory()
	return m, err
}

func (d *device) readMemory(r *gpu.Reading) {
	if m, ok := ask(&d.nv, askMemory, memory); ok {
		r.MemoryLimit, r.MemoryUsage, r.MemoryFree = d.values.uint(m.total), d.values.uint(m.used), d.values.uint(m.free)
	}
}

// busy are percentages.
type busy struct{ gpu, memory uint32 }

// readBoard reads what only a whole GPU has.
func (d *device) readBoard(r *gpu.Reading) {
	c, v := &d.nv, &d.values
	if u, ok := ask(c, askUtilization, func(nv *nvml.Device) (b busy, err error) {
		b.gpu, b.memory, err = nv.Utilization()
		return b, err
	}); ok {
		r.Utilization.General, r.MemoryController = v.percent(u.gpu), v.percent(u.memory)
	}
	if u, ok := ask(c, askEncoder, (*nvml.Device).Encoder); ok {
		r.Utilization.Encoder = v.percent(u)
	}
	if u, ok := ask(c, askDecoder, (*nvml.Device).Decoder); ok {
		r.Utilization.Decoder = v.percent(u)
	}
	if t, ok := ask(c, askTemperature, (*nvml.Device).Temperature); ok {
		r.DieTemperature = v.float(float64(t))
	}
	if mw, ok := ask(c, askPowerLimit, (*nvml.Device).PowerLimit); ok {
		r.PowerLimit = v.float(float64(mw) / 1000)
	}
	r.GraphicsClock = d.clock(askGraphicsClock, func(nv *nvml.Device) (uint32, error) { return nv.Clock(nvml.GraphicsClock) })
	r.MemoryClock = d.clock(askMemoryClock, func(nv *nvml.Device) (uint32, error) { return nv.Clock(nvml.MemoryClock) })
	r.SMClock = d.clock(askSMClock, func(nv *nvml.Device) (uint32, error) { return nv.Clock(nvml.SMClock) })
	if bits, ok := ask(c, askThrottle, (*nvml.Device).ThrottleReasons); ok {
		r.Throttle = v.throttle(bits)
	}
	if n, ok := ask(c, askCorrected, func(nv *nvml.Device) (uint64, error) { return nv.ECC(0) }); ok {
		r.Errors.Corrected = v.uint(n)
	}
	if n, ok := ask(c, askUncorrected, func(nv *nvml.Device) (uint64, error) { return nv.ECC(1) }); ok {
		r.Errors.Uncorrected = v.uint(n)
	}
	d.readFan(r)
	d.readFields(r)
	if r.PowerAverage == nil {
		if mw, ok := ask(c, askPowerUsage, (*nvml.Device).PowerUsage); ok {
			r.PowerAverage = v.float(float64(mw) / 1000)
		}
	}
	r.Errors.XID = d.session.src.xids.of(d.ID)
}

// clock returns a frequency in Hz.
func (d *device) clock(what call, f func(*nvml.Device) (uint32, error)) *uint64 {
	mhz, ok := ask(&d.nv, what, f)
	if !ok {
		return nil
	}
	return d.values.uint(uint64(mhz) * 1e6)
}

// readFan takes the fastest of the board's fans: one that fails must not hide
// that the others work hard.
func (d *device) readFan(r *gpu.Reading) {
	fans, ok := ask(&d.nv, askFans, (*nvml.Device).Fans)
	if !ok || fans == 0 {
		return
	}
	fastest, known := uint32(0), false
	for i := range min(fans, 16) {
		if !d.nv.may(askFanSpeed) {
			break
		}
		percent, err := d.nv.FanSpeed(i)
		if d.nv.note(askFanSpeed, err) {
			fastest, known = max(fastest, percent), true
		}
	}
	if known {
		r.FanRatio = d.values.percent(fastest)
	}
}

// readFields asks for several values in one call. One that the device does not
// have is not asked for again.
func (d *device) readFields(r *gpu.Reading) {
	if len(d.fields) == 0 || !d.nv.may(askFields) || !d.session.fields.take() {
		return
	}
	err := d.nv.Fields(d.fields)
	d.session.fields.give()
	if !d.nv.note(askFields, err) {
		return
	}
	kept := d.fields[:0]
	for _, f := range d.fields {
		value, err := f.Uint()
		if nvml.Unsupported(err) || nvml.Refused(err) {
			continue
		}
		kept = append(kept, nvml.Field{FieldID: f.FieldID})
		if err != nil || value > math.MaxUint32 {
			continue
		}
		switch f.FieldID {
		case fieldMemoryTemperature:
			r.MemoryTemperature = d.values.float(float64(value))
		case fieldPowerAverage:
			r.PowerAverage = d.values.float(float64(value) / 1000)
		case fieldPowerInstant:
			r.Power = d.values.float(float64(value) / 1000)
		}
	}
	d.fields = kept
}
