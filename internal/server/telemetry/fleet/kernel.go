package fleet

import (
	"cmp"
	"slices"
	"strings"

	"platform/internal/server/telemetry/series"
)

// TopKernels joins launches and durations, both grouped by kernel and
// executable, and returns the kernels that took most time.
func TopKernels(launches []series.Number, durations []series.Distribution, limit int) []Kernel {
	byName := map[string]*Kernel{}
	kernel := func(group []string) *Kernel {
		k := byName[group[0]]
		if k == nil {
			k = &Kernel{Name: group[0], Processes: []string{}}
			byName[group[0]] = k
		}
		if group[1] != "" && !slices.Contains(k.Processes, group[1]) {
			k.Processes = append(k.Processes, group[1])
			slices.Sort(k.Processes)
		}
		return k
	}
	for _, n := range launches {
		kernel(n.Group).Launches += n.Value
	}
	counts := map[string]float64{}
	for _, d := range durations {
		kernel(d.Group).Seconds += d.Sum
		counts[d.Group[0]] += d.Count
	}
	out := make([]Kernel, 0, len(byName))
	for name, k := range byName {
		if n := counts[name]; n > 0 {
			k.Mean = new(k.Seconds / n)
		}
		out = append(out, *k)
	}
	slices.SortFunc(out, func(a, b Kernel) int {
		return cmp.Or(cmp.Compare(b.Seconds, a.Seconds), cmp.Compare(b.Launches, a.Launches), strings.Compare(a.Name, b.Name))
	})
	return out[:min(limit, len(out))]
}
