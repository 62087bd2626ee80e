package gpu

import (
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// Options are the same for all vendors.
type Options struct {
	// Threshold is the utilization from which a device counts as allocated.
	Threshold float64
	// Processes describes processes; nil leaves their series with the pid alone.
	Processes Processes
	// Pods finds the pod of a process; nil outside Kubernetes.
	Pods Pods
}

// Emitter turns the reports of one source into metrics. It keeps an entity per
// device and per process on a device, so a steady host builds no attribute
// set. It is used by one goroutine at a time.
type Emitter struct {
	opt     Options
	tick    uint64
	devices map[string]*device // by Device.ID
}

// device is what is remembered about a device from tick to tick.
type device struct {
	Device
	names   []string // under which it may be given to a pod
	entity  *sample.Entity
	counted []counted       // counts the collector began itself
	reasons map[string]bool // throttle reasons seen so far; a past one is emitted as 0
	procs   map[int]*process
	tick    uint64 // the last one that reported it
}

// NewEmitter returns an emitter without devices.
func NewEmitter(opt Options) *Emitter {
	return &Emitter{opt: opt, devices: map[string]*device{}}
}

// Emit adds the metrics of all devices of the source to b. A device that is
// not among them is forgotten with its series, and so is a process that is not
// among those of its device.
func (e *Emitter) Emit(b *sample.Batch, reports []Report) {
	e.tick++
	for i := range reports {
		r := &reports[i]
		d := e.of(r.Device)
		d.tick = e.tick
		e.emitReading(b, d, r)
		if r.Processes != nil {
			e.emitProcesses(b, d, r)
		}
	}
	for id, d := range e.devices {
		if d.tick != e.tick {
			delete(e.devices, id)
		}
	}
}

// Wants reports whether the series would be kept; a vendor may skip a costly
// read of what another source owns.
func (e *Emitter) Wants(b *sample.Batch, d Device, m *metrics.Def, split string) bool {
	return b.Wants(e.of(d).entity, m, split)
}

// of returns what is remembered about d, nothing when it is new or not the
// device it was.
func (e *Emitter) of(d Device) *device {
	known := e.devices[d.ID]
	if known == nil || known.Device != d {
		known = &device{
			Device:  d,
			names:   d.aliases(),
			entity:  sample.NewEntity(d.Attributes()...),
			reasons: map[string]bool{},
			procs:   map[int]*process{},
		}
		e.devices[d.ID] = known
	}
	return known
}

// counted is the entity of counts that began at a known time.
type counted struct {
	since  time.Time
	entity *sample.Entity
}

// since returns the entity of counts that began at t: the device's own when
// that is unknown.
func (d *device) since(t time.Time) *sample.Entity {
	if t.IsZero() {
		return d.entity
	}
	for _, c := range d.counted {
		if c.since.Equal(t) {
			return c.entity
		}
	}
	c := counted{t, sample.NewEntity(d.Attributes()...).Since(t)}
	d.counted = append(d.counted, c)
	return c.entity
}
