package drm

import (
	"cmp"
	"context"
	"slices"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/proc/fdinfo"
)

// Task is what an engine works on.
type Task uint8

// The tasks; engines that only copy count for none.
const (
	None Task = iota
	General
	Encoder
	Decoder
)

// Holders lists the processes that have a GPU open.
type Holders interface {
	Holders(ctx context.Context) ([]fdinfo.Holder, error)
	Hidden() int
}

// Meter turns what the kernel counts for each client of a device into the
// utilization between two calls. It is used by one goroutine.
type Meter struct {
	task func(engine string) Task
	at   time.Time
	last map[engineKey]fdinfo.Engine
	read int // how often
}

// engineKey names an engine of a client; without an engine, the client itself.
// amdgpu lists an engine only once the client has used it.
type engineKey struct {
	driver, pci string
	client      uint64
	engine      string
}

// NewMeter returns a meter; task tells what the engines of the driver do.
func NewMeter(task func(engine string) Task) *Meter {
	return &Meter{task: task, last: map[engineKey]fdinfo.Engine{}}
}

// Used is what a process uses of one device.
type Used struct {
	PID    int
	KFD    bool // its compute work does not show here
	Memory *uint64
	Busy   Busy
}

// Busy is the part of the time that engines were busy, by their name.
type Busy map[string]float64

// Read returns who uses which device, by PCI address and then by pid.
func (m *Meter) Read(holders []fdinfo.Holder, now time.Time) map[string][]Used {
	took := now.Sub(m.at)
	seen := make(map[engineKey]fdinfo.Engine, len(m.last))
	all := map[string][]Used{}
	for _, h := range holders {
		for _, c := range h.Clients {
			u := usedBy(all, c.PCI, h)
			if n, ok := c.VRAM(); ok {
				if u.Memory == nil {
					u.Memory = new(uint64(0))
				}
				*u.Memory += n
			}
			client := engineKey{driver: c.Driver, pci: c.PCI, client: c.ID}
			_, old := m.last[client]
			seen[client] = fdinfo.Engine{}
			for _, e := range c.Engines {
				key := client
				key.engine = e.Name
				before, known := m.last[key]
				seen[key] = forward(before, e)
				if (known || old && e.TotalCycles == 0) && m.task(e.Name) != None {
					u.add(e.Name, part(before, seen[key], took))
				}
			}
		}
	}
	m.last, m.at = seen, now
	m.read = min(m.read+1, 2)
	return all
}

// Ready reports whether there were two reads, so that a device without busy
// engines is idle and not unknown.
func (m *Meter) Ready() bool { return m.read == 2 }

// usedBy returns the entry of a process on a device. Holders come by pid, so it
// is the last one or a new one.
func usedBy(all map[string][]Used, pci string, h fdinfo.Holder) *Used {
	list := all[pci]
	if n := len(list); n > 0 && list[n-1].PID == h.PID {
		return &list[n-1]
	}
	all[pci] = append(list, Used{PID: h.PID, KFD: h.KFD})
	return &all[pci][len(list)]
}

func (u *Used) add(engine string, part float64) {
	if u.Busy == nil {
		u.Busy = Busy{}
	}
	u.Busy[engine] += part
}

// forward keeps counts that step back at what they were.
func forward(before, now fdinfo.Engine) fdinfo.Engine {
	now.Busy = max(now.Busy, before.Busy)
	now.Cycles = max(now.Cycles, before.Cycles)
	now.TotalCycles = max(now.TotalCycles, before.TotalCycles)
	return now
}

// part is the part of its engines that a client used between two counts.
func part(before, now fdinfo.Engine, took time.Duration) float64 {
	var p float64
	switch {
	case now.TotalCycles > 0:
		if total := now.TotalCycles - before.TotalCycles; total > 0 {
			p = float64(now.Cycles-before.Cycles) / float64(total)
		}
	case took > 0:
		p = float64(now.Busy-before.Busy) / float64(took)
	}
	return p / float64(max(now.Capacity, 1))
}

// Tasks returns the utilization by task: that of the busiest engine of each.
func (m *Meter) Tasks(b Busy) (t gpu.ByTask) {
	for engine, part := range b {
		part = min(part, 1)
		switch m.task(engine) {
		case General:
			raise(&t.General, part)
		case Encoder:
			raise(&t.Encoder, part)
		case Decoder:
			raise(&t.Decoder, part)
		}
	}
	return t
}

func raise(p **float64, v float64) {
	if *p == nil || **p < v {
		*p = &v
	}
}

// Sum adds up what the processes of a device use: its engines, and its memory,
// nil when no process says.
func Sum(all []Used) (busy Busy, memory *uint64) {
	busy = Busy{}
	for _, u := range all {
		for engine, part := range u.Busy {
			busy[engine] += part
		}
		if u.Memory != nil {
			if memory == nil {
				memory = new(uint64(0))
			}
			*memory += *u.Memory
		}
	}
	return busy, memory
}

// Processes returns what the processes of a device use, by pid.
func (m *Meter) Processes(all []Used) []gpu.Process {
	out := make([]gpu.Process, 0, len(all))
	for _, u := range all {
		out = append(out, gpu.Process{PID: u.PID, Memory: u.Memory, Utilization: m.Tasks(u.Busy)})
	}
	slices.SortFunc(out, func(a, b gpu.Process) int { return cmp.Compare(a.PID, b.PID) })
	return out
}
