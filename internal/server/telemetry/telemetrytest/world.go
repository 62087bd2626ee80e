package telemetrytest

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/engine/enginetest"
	telemetrystore "platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/storage/databases"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

// API is the telemetry's routes for two tenants, on a real engine.
type API struct {
	*tenancytest.World
	Pool *databases.Pool
	t    *testing.T
}

// NewAPI serves the routes.
func NewAPI(t *testing.T) *API {
	t.Helper()
	a := &API{t: t, Pool: databases.New(databases.Config{Socket: enginetest.Start(t)})}
	t.Cleanup(func() { a.Pool.Close() })
	db := sqltest.Open(t, sqltest.File(t))
	service := telemetry.New(router{a}, db.Tenancy(), telemetrystore.New(a.Pool, telemetrystore.DefaultLimits), Prices{})
	a.World = tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, func(api huma.API) { service.Routes(api) })
	return a
}

// Prices are a dollar for a million input tokens and two for output, of models
// whose name starts with "priced".
type Prices struct{}

// Price returns a price.
func (Prices) Price(_ context.Context, _ tenancy.Scope, _, model string, _ time.Time) (genai.Price, bool, error) {
	return genai.Price{Input: 1, Output: 2, CacheRead: new(0.1)}, strings.HasPrefix(model, "priced"), nil
}

// router asks the tenancy of a world that is made after its routes.
type router struct{ a *API }

func (r router) Route(ctx context.Context, scope tenancy.Scope, signal tenancy.Signal) (tenancy.Target, error) {
	return r.a.Service.Route(ctx, scope, signal)
}

// Data is the telemetry of a tenant's project, to be filled.
func (a *API) Data(of tenancytest.Tenant) *World {
	a.t.Helper()
	target, err := a.Service.Route(a.t.Context(), tenancy.Scope{Project: of.Project, Environment: tenancy.DefaultEnvironment}, tenancy.Traces)
	if err != nil {
		a.t.Fatal(err)
	}
	db, err := a.Pool.Open(a.t.Context(), target)
	if err != nil {
		a.t.Fatal(err)
	}
	return &World{DB: db, t: a.t}
}
