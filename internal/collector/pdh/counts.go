package pdh

import (
	"cmp"
	"math"
	"slices"

	"platform/internal/collector/gpu"
	"platform/internal/collector/watch"
)

// counts is one collection of the counters, by instance.
type counts struct {
	engines       map[string]float64 // percent since the last collection
	processMemory map[string]float64 // bytes
	adapterMemory map[string]float64 // bytes
}

// usage is the use of one adapter.
type usage struct {
	memory  *uint64
	engines map[engineKey]float64 // ratio
	procs   map[int]*processUsage
}

type engineKey struct{ task, engine string }

type processUsage struct {
	memory  *uint64
	engines map[engineKey]float64
}

// byAdapter groups the counters by LUID.
func (c counts) byAdapter() map[string]*usage {
	all := map[string]*usage{}
	of := func(i instance) *usage {
		u := all[i.luid]
		if u == nil {
			u = &usage{engines: map[engineKey]float64{}, procs: map[int]*processUsage{}}
			all[i.luid] = u
		}
		return u
	}
	for name, percent := range c.engines {
		i, ok := parseInstance(name)
		if !ok || !(percent >= 0) || math.IsInf(percent, 0) {
			continue
		}
		u := of(i)
		key := engineKey{task(i.kind), i.engine}
		u.engines[key] += percent / 100
		u.process(i.pid).engines[key] += percent / 100
	}
	for name, bytes := range c.processMemory {
		if i, ok := parseInstance(name); ok && i.pid > 0 {
			p := of(i).process(i.pid)
			p.memory = plus(p.memory, bytes)
		}
	}
	for name, bytes := range c.adapterMemory {
		if i, ok := parseInstance(name); ok {
			u := of(i)
			u.memory = plus(u.memory, bytes)
		}
	}
	return all
}

func (u *usage) process(pid int) *processUsage {
	p := u.procs[pid]
	if p == nil {
		p = &processUsage{engines: map[engineKey]float64{}}
		u.procs[pid] = p
	}
	return p
}

func plus(sum *uint64, bytes float64) *uint64 {
	if !(bytes >= 0) || bytes > 1<<62 {
		return sum
	}
	n := uint64(bytes)
	if sum != nil {
		n += *sum
	}
	return &n
}

// tasks is the utilization by task: that of the busiest engine of each.
func tasks(engines map[engineKey]float64) (t gpu.ByTask) {
	for key, part := range engines {
		to := map[string]**float64{"general": &t.General, "encoder": &t.Encoder, "decoder": &t.Decoder}[key.task]
		if part = min(part, 1); to != nil && (*to == nil || part > **to) {
			*to = &part
		}
	}
	return t
}

// use is what the adapter and the processes on it use. Windows keeps counters
// for every process that ever opened the GPU: one without memory that does
// nothing is left out.
func (u *usage) use() watch.Use {
	out := watch.Use{Memory: u.memory, Utilization: tasks(u.engines)}
	for pid, p := range u.procs {
		busy := tasks(p.engines)
		if pid == 0 || (p.memory == nil || *p.memory == 0) && idle(busy) {
			continue
		}
		out.Processes = append(out.Processes, gpu.Process{PID: pid, Memory: p.memory, Utilization: busy})
	}
	slices.SortFunc(out.Processes, func(a, b gpu.Process) int { return cmp.Compare(a.PID, b.PID) })
	return out
}

func idle(t gpu.ByTask) bool {
	for _, v := range []*float64{t.General, t.Encoder, t.Decoder} {
		if v != nil && *v > 0 {
			return false
		}
	}
	return true
}
