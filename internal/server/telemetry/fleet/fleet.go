// Package fleet shows hosts and GPUs: what they are, how busy, how warm, in
// which state, for whom, and what was wasted.
package fleet

import (
	"context"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Recent is how long before the end of a range values count as current: twice
// the longest usual interval of sending, and time to arrive.
const Recent = 10 * time.Minute

// Store reads the metrics of a fleet. Package storage/clickhouse/telemetry
// implements it.
type Store interface {
	// Hosts returns the hosts that sent metrics, sorted by name.
	Hosts(ctx context.Context, v query.View, r query.Range) ([]Host, error)
	// KnownGPUs returns, for each GPU that reported in the range, its newest
	// sample of some metric.
	KnownGPUs(ctx context.Context, v query.View, r query.Range) ([]Sample, error)
	// Samples returns the newest value of each series of these metrics.
	Samples(ctx context.Context, v query.View, r query.Range, metrics []string) ([]Sample, error)
	// GPUErrors returns how much the error counters of GPUs grew in the range.
	GPUErrors(ctx context.Context, v query.View, r query.Range) ([]ErrorCount, error)
	// Usage returns what GPUs did, all but their energy.
	Usage(ctx context.Context, v query.View, r query.Range, threshold float64) ([]GPUUsage, error)
	// Energy returns how much the energy counters of GPUs grew, in joules, by host
	// and hw.id.
	Energy(ctx context.Context, v query.View, r query.Range) (map[[2]string]float64, error)
	// Kernels returns the kernels that took most time.
	Kernels(ctx context.Context, v query.View, r query.Range, f KernelFilter) ([]Kernel, error)
}

// Service answers questions about the fleet.
type Service struct {
	views *query.Views
	store Store
}

// New makes the service.
func New(views *query.Views, store Store) *Service { return &Service{views, store} }

// Host returns a host that sent metrics in the range.
func (s *Service) Host(ctx context.Context, r query.Range, name string) (Host, error) {
	all, err := s.Hosts(ctx, r)
	if err != nil {
		return Host{}, err
	}
	for _, h := range all {
		if h.Name == name {
			return h, nil
		}
	}
	return Host{}, fault.New(fault.NotFound, "no host of that name reported in the time range")
}

// Hosts returns the hosts that sent metrics in the range.
func (s *Service) Hosts(ctx context.Context, r query.Range) ([]Host, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	hosts, err := s.store.Hosts(ctx, v, r)
	for i := range hosts {
		hosts[i].describe()
	}
	return hosts, err
}
