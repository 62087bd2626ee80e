package amd

import (
	"cmp"
	"context"
	"slices"
	"time"

	"platform/internal/collector/drm"
	"platform/internal/collector/gpu"
	"platform/internal/collector/watch"
)

// Users joins what the display driver and the compute driver know of processes.
func (v *vendor) Users(ctx context.Context, now time.Time, devices []gpu.Device) (map[string]watch.Use, error) {
	holders, err := v.opt.Scanner.Holders(ctx)
	if err != nil {
		return nil, err
	}
	clients := v.meter.Read(holders, now)
	nodes := v.kfd.nodes()
	workers := v.kfd.workers(nodes)
	use := map[string]watch.Use{}
	for _, d := range devices {
		if d.Parent != "" {
			continue
		}
		own := slices.DeleteFunc(slices.Clone(nodes), func(n node) bool { return !n.at(d.PCI) })
		if len(own) < 2 {
			p := v.join(clients[d.PCI], workersOf(own, workers))
			use[d.ID] = watch.Use{Processes: p}
			continue
		}
		use[d.ID] = v.spread(use, d, own, clients[d.PCI], workers)
	}
	return use, nil
}

func workersOf(nodes []node, workers map[uint64][]worker) []worker {
	if len(nodes) == 0 {
		return nil
	}
	return workers[nodes[0].gpuID]
}

// spread gives the processes of a partitioned GPU to its partitions, and
// returns what is left for the GPU itself. The display driver does not tell
// partitions apart: whoever the compute driver does not know is on the first,
// which has the card.
func (v *vendor) spread(use map[string]watch.Use, d gpu.Device, parts []node, clients []drm.Used, workers map[uint64][]worker) watch.Use {
	known := map[int]bool{}
	for _, n := range parts {
		for _, w := range workers[n.gpuID] {
			known[w.pid] = true
		}
	}
	others := slices.DeleteFunc(slices.Clone(clients), func(u drm.Used) bool { return u.KFD || known[u.PID] })
	held := false
	for i, n := range parts {
		p := v.join(others, workers[n.gpuID])
		others = nil
		use[partitionDevice(d, i).ID] = watch.Use{Processes: p}
		held = held || slices.ContainsFunc(p, func(p gpu.Process) bool { return p.Memory != nil && *p.Memory > 0 })
	}
	return watch.Use{Elsewhere: true, Held: &held}
}

// join merges the two lists. What one driver says of a process includes what
// the other one says, so the larger value is taken.
func (v *vendor) join(clients []drm.Used, workers []worker) []gpu.Process {
	all := v.meter.Processes(clients)
	for _, w := range workers {
		i := slices.IndexFunc(all, func(p gpu.Process) bool { return p.PID == w.pid })
		if i < 0 {
			all = append(all, gpu.Process{PID: w.pid, Memory: w.memory, Utilization: gpu.ByTask{General: w.units}})
			continue
		}
		all[i].Memory = larger(all[i].Memory, w.memory)
		all[i].Utilization.General = larger(all[i].Utilization.General, w.units)
	}
	slices.SortFunc(all, func(a, b gpu.Process) int { return cmp.Compare(a.PID, b.PID) })
	return all
}

func larger[T cmp.Ordered](a, b *T) *T {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}
