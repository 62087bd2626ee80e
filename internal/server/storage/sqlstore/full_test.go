package sqlstore

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
)

func TestAFullDiskIsAnAnswerAndReadingGoesOn(t *testing.T) {
	ctx := t.Context()
	db, err := Open(ctx, filepath.Join(t.TempDir(), "control.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	db.sql.SetMaxOpenConns(1) // the limit is one connection's
	if _, err := db.sql.ExecContext(ctx, "PRAGMA max_page_count = 80"); err != nil {
		t.Fatal(err)
	}
	store := db.Tenancy()
	first := tenancy.Organisation{ID: "first", Name: "first", CreatedAt: time.Now()}
	if err := store.CreateOrganisation(ctx, first); err != nil {
		t.Fatal(err)
	}
	for err == nil {
		first.ID += "x"
		first.Name = strings.Repeat("x", 10_000)
		err = store.CreateOrganisation(ctx, first)
	}
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("full: %v", err)
	}
	if _, err := store.Organisation(ctx, "first"); err != nil {
		t.Errorf("reading: %v", err)
	}
}
