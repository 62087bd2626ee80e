// Package fleet shows hosts and GPUs: what they are, how busy, how warm, in
// which state, for whom, and what was wasted.
package fleet

import (
	"context"
	"time"

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
}

// Service answers questions about the fleet.
type Service struct {
	views *query.Views
	store Store
}

// New makes the service.
func New(views *query.Views, store Store) *Service { return &Service{views, store} }

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
