package sqlstore_test

import (
	"crypto/rand"
	"strings"
	"testing"
	"time"

	"platform/internal/server/dashboards/dashboardstest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
)

func TestDashboards(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		dashboardstest.RunStore(t, func(t *testing.T) dashboardstest.Opened {
			db := open(t)
			return dashboardstest.Opened{Store: db.Dashboards(), Owner: func(t *testing.T) string { return project(t, db) }, Drop: func(t *testing.T, id string) {
				if err := db.Tenancy().DeleteProject(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}}
		})
	})
}

// project makes a project in an organisation of its own.
func project(t *testing.T, db *sqlstore.DB) string {
	t.Helper()
	s, now, name := db.Tenancy(), time.Now(), rand.Text()
	if err := s.CreateOrganisation(t.Context(), tenancy.Organisation{ID: "org_" + name, Name: name, CreatedAt: now}); err != nil {
		t.Fatal(err)
	}
	if err := s.CreateProject(t.Context(), tenancy.Project{ID: "prj_" + name, Organisation: "org_" + name, Name: name, CreatedAt: now}); err != nil {
		t.Fatal(err)
	}
	return "prj_" + name
}

func TestDashboardsAreInADump(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	if !strings.Contains(strings.Join(dumpOf(t, db).tables, " "), "dashboards") {
		t.Error("a backup lacks the dashboards")
	}
}
