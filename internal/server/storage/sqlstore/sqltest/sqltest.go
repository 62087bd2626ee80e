// Package sqltest gives tests control databases of both kinds: SQLite in a
// temporary folder, and a real PostgreSQL that it starts itself.
package sqltest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"platform/internal/server/storage/sqlstore"
)

// Main runs the tests of a package and stops the PostgreSQL they shared.
func Main(m *testing.M) int {
	defer func() {
		if shared.server != nil {
			shared.server.Remove()
		}
	}()
	return m.Run()
}

var shared struct {
	once   sync.Once
	server *Postgres
	err    error
}

// Address returns the address of a new, empty PostgreSQL database on a server
// that the tests of the package share. Without PostgreSQL on the machine the
// test is skipped, and fails when PLATFORM_TEST_REQUIRE names postgres.
func Address(t *testing.T) string {
	t.Helper()
	NeedPostgres(t)
	shared.once.Do(func() { shared.server, shared.err = NewPostgres() })
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	name := "t" + strings.ToLower(rand.Text())
	admin, err := sql.Open("pgx", shared.server.Address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return shared.server.Address(name)
}

// NeedPostgres skips or fails the test when there is no PostgreSQL.
func NeedPostgres(t *testing.T) {
	t.Helper()
	if _, err := binaries(); err != nil {
		if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "postgres") {
			t.Fatal(err)
		}
		t.Skip(err)
	}
}

// Engines runs f with each kind of database; open gives a new one, migrated.
func Engines(t *testing.T, f func(t *testing.T, open func(*testing.T) *sqlstore.DB)) {
	for _, engine := range []struct {
		name    string
		address func(*testing.T) string
	}{{"sqlite", File}, {"postgres", Address}} {
		t.Run(engine.name, func(t *testing.T) {
			f(t, func(t *testing.T) *sqlstore.DB { return Open(t, engine.address(t)) })
		})
	}
}

// File returns the address of a new SQLite database.
func File(t *testing.T) string { return filepath.Join(t.TempDir(), "control.db") }

// Open opens and migrates a database until the test ends.
func Open(t testing.TB, address string) *sqlstore.DB {
	t.Helper()
	db, err := sqlstore.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Migrate(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	return db
}

func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if len(found) == 0 {
		return "", fmt.Errorf("no PostgreSQL in /usr/lib/postgresql: install the package postgresql")
	}
	return filepath.Dir(found[len(found)-1]), nil
}
