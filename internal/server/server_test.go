package server

import (
	"os"
	"testing"

	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

// TestNoRouteShowsAnotherTenantsData walks every route of the OpenAPI
// document, so that a new one cannot be forgotten.
func TestNoRouteShowsAnotherTenantsData(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		db := open(t)
		tenancytest.Walk(t, tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}))
	})
}

func TestRolesAreEnforcedOnEveryRoute(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	tenancytest.WalkRoles(t, tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}))
}
