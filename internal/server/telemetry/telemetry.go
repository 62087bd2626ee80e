// Package telemetry answers questions about what was sent: traces, logs,
// metrics, exceptions, hosts and GPUs, and calls of language models.
//
//  1. A request becomes a query.View (whose rows) and a query.Range (of what
//     time) and, where it searches, query.Filters and a query.Page.
//  2. The parts, one package each, turn it into questions to their Store.
//  3. Package storage/clickhouse/telemetry implements all of these Stores.
package telemetry

import (
	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
)

// Store is all that is read.
type Store interface {
	fleet.Store
}

// Service answers questions about telemetry.
type Service struct {
	fleet *fleet.Service
}

// New makes the service.
func New(router query.Router, environments query.Environments, store Store) *Service {
	views := query.NewViews(router, environments)
	return &Service{fleet: fleet.New(views, store)}
}

// Routes declares the endpoints of telemetry.
func (s *Service) Routes(api huma.API) {
	if s == nil { // routes are declared without being called
		s = New(nil, nil, nil)
	}
	s.fleet.Routes(api)
}
