package fleet

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// GPUUsage is what a GPU did over a range.
type GPUUsage struct {
	GPU       string     `json:"gpu" doc:"hw.id"`
	Name      string     `json:"name,omitempty"`
	Vendor    string     `json:"vendor,omitempty"`
	Host      string     `json:"host"`
	Node      string     `json:"node,omitempty"`
	Cluster   string     `json:"cluster,omitempty"`
	Hours     float64    `json:"hours" doc:"Time for which it reported."`
	Allocated float64    `json:"allocatedHours" doc:"Of these, with a process that holds memory or keeps it busy."`
	Lost      float64    `json:"lostHours" doc:"Of the allocated ones, with utilization below the threshold. Time without a known utilization is not lost."`
	Measured  float64    `json:"measuredHours" doc:"Time for which its utilization is known."`
	Mean      float64    `json:"meanUtilization" doc:"Over the measured hours, 0 to 1."`
	IdleSince *time.Time `json:"idleSince,omitempty" doc:"Since when it has been lost without a pause; absent when its newest report is another. The start of the range at the earliest."`
	Energy    float64    `json:"energyJoules" doc:"From the energy counter, or from the power where there is none."`
	Counted   bool       `json:"energyCounted" doc:"The energy comes from the counter."`
	MeanPower float64    `json:"meanPowerWatts"`
}

// Totals are the sums of a fleet's usage.
type Totals struct {
	GPUs      int     `json:"gpus"`
	Hours     float64 `json:"hours"`
	Allocated float64 `json:"allocatedHours"`
	Lost      float64 `json:"lostHours"`
	LostShare float64 `json:"lostShare" doc:"Lost hours as a part of all hours, 0 to 1."`
	Measured  float64 `json:"measuredHours"`
	Mean      float64 `json:"meanUtilization" doc:"Over the measured hours."`
	Energy    float64 `json:"energyJoules"`
}

// Kernel is a CUDA kernel that was launched in a range.
type Kernel struct {
	Name      string   `json:"name" doc:"cuda.kernel.name"`
	Launches  float64  `json:"launches"`
	Seconds   float64  `json:"seconds" doc:"Estimated time from launch to synchronization, summed up."`
	Mean      *float64 `json:"meanSeconds,omitempty"`
	Processes []string `json:"processes" doc:"Names of the executables that launched it."`
}

// DefaultThreshold is the utilization below which an allocated GPU does nothing.
const DefaultThreshold = 0.05

// Usage returns what GPUs did over a range, most lost hours first, and the sums.
// A GPU is given to somebody in steps of a minute; a step counts as lost when its
// mean utilization is below the threshold.
func (s *Service) Usage(ctx context.Context, r query.Range, threshold float64, f GPUFilter) ([]GPUUsage, Totals, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, Totals{}, err
	}
	all, err := s.store.Usage(ctx, v, r, threshold)
	if err != nil {
		return nil, Totals{}, err
	}
	energy, err := s.store.Energy(ctx, v, r)
	if err != nil {
		return nil, Totals{}, err
	}
	out := all[:0]
	for _, u := range all {
		g := GPU{ID: u.GPU, Host: u.Host, Cluster: u.Cluster, Node: u.Node, Vendor: u.Vendor, Name: u.Name}
		if f.Pod, f.Kind = "", ""; !f.chooses(&g) {
			continue
		}
		u.Energy = u.MeanPower * u.Hours * 3600
		if joules, ok := energy[[2]string{u.Host, u.GPU}]; ok {
			u.Energy, u.Counted = joules, true
		}
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b GPUUsage) int {
		return cmp.Or(cmp.Compare(b.Lost, a.Lost), strings.Compare(a.Host, b.Host), strings.Compare(a.GPU, b.GPU))
	})
	return out, totalsOf(out), nil
}

func totalsOf(all []GPUUsage) (t Totals) {
	for _, u := range all {
		t.GPUs++
		t.Hours += u.Hours
		t.Allocated += u.Allocated
		t.Lost += u.Lost
		t.Energy += u.Energy
		t.Measured += u.Measured
		t.Mean += u.Mean * u.Measured
	}
	if t.Hours > 0 {
		t.LostShare = t.Lost / t.Hours
	}
	if t.Measured > 0 {
		t.Mean /= t.Measured
	}
	return t
}

// Kernels returns the kernels that took most time, or were launched most
// often where no time is known.
func (s *Service) Kernels(ctx context.Context, r query.Range, f KernelFilter) ([]Kernel, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	return s.store.Kernels(ctx, v, r, f)
}

// KernelFilter chooses kernels; what is empty chooses all.
type KernelFilter struct {
	Host  string
	GPU   string
	PID   string
	Limit int
}
