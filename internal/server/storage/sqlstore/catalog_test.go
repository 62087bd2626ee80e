package sqlstore_test

import (
	"crypto/rand"
	"testing"
	"time"

	"platform/internal/server/catalog/catalogtest"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
)

func TestCatalog(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		catalogtest.RunStore(t, func(t *testing.T) catalogtest.Opened {
			db := open(t)
			newDatabase, drop := databases(db)
			return catalogtest.Opened{Store: db.Catalog(), Owner: newDatabase, Drop: drop}
		})
	})
}

// databases makes and deletes database configurations, each of a project of
// its own.
func databases(db *sqlstore.DB) (make func(*testing.T) string, drop func(*testing.T, string)) {
	project := map[string]string{}
	make = func(t *testing.T) string {
		t.Helper()
		s, now, name := db.Tenancy(), time.Now(), rand.Text()
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		must(s.CreateOrganisation(t.Context(), tenancy.Organisation{ID: "org_" + name, Name: name, CreatedAt: now}))
		must(s.CreateProject(t.Context(), tenancy.Project{ID: "prj_" + name, Organisation: "org_" + name, Name: name, CreatedAt: now}))
		must(s.CreateDatabase(t.Context(), tenancy.DatabaseConfig{ID: "dbc_" + name, Project: "prj_" + name, Name: name, Kind: tenancy.Embedded, Database: "d", CreatedAt: now, UpdatedAt: now}))
		project["dbc_"+name] = "prj_" + name
		return "dbc_" + name
	}
	drop = func(t *testing.T, id string) {
		t.Helper()
		if err := db.Tenancy().DeleteDatabase(t.Context(), project[id], id); err != nil {
			t.Fatal(err)
		}
	}
	return make, drop
}
