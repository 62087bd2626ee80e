package sqlstore_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

func TestTenancy(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		tenancytest.RunStore(t, func(t *testing.T) tenancy.Store { return open(t).Tenancy() })
	})
}

func TestSessionsEndWhenTheyExpire(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		s, ctx := open(t).Sessions(), t.Context()
		future, past := time.Now().Add(time.Hour), time.Now().Add(-time.Second)
		for token, expires := range map[string]time.Time{"live": future, "dead": past} {
			if err := s.CommitCtx(ctx, token, []byte{0, 1, 2}, expires); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.CommitCtx(ctx, "live", []byte{3}, future); err != nil {
			t.Fatal(err)
		}
		if data, found, err := s.FindCtx(ctx, "live"); err != nil || !found || string(data) != "\x03" {
			t.Errorf("live: %q, %v, %v", data, found, err)
		}
		if _, found, err := s.FindCtx(ctx, "dead"); err != nil || found {
			t.Errorf("dead: %v, %v", found, err)
		}
		if err := s.DeleteExpired(ctx, time.Now()); err != nil {
			t.Error(err)
		}
		if err := s.DeleteCtx(ctx, "live"); err != nil {
			t.Error(err)
		}
		if _, found, _ := s.FindCtx(ctx, "live"); found {
			t.Error("found after it was deleted")
		}
		if err := s.DeleteCtx(ctx, "live"); err != nil {
			t.Errorf("deleting twice: %v", err)
		}
	})
}

func TestProcessesMayMigrateAtOnce(t *testing.T) {
	f := func(t *testing.T, address string) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				db, err := sqlstore.Open(t.Context(), address)
				if err != nil {
					t.Error(err)
					return
				}
				defer db.Close()
				if _, err := db.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
				if current, newest, err := db.Version(t.Context()); err != nil || current != newest || newest == 0 {
					t.Errorf("version %d of %d, %v", current, newest, err)
				}
			})
		}
		wg.Wait()
	}
	t.Run("sqlite", func(t *testing.T) { f(t, sqltest.File(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, sqltest.Address(t)) })
}

func TestTheFileIsForItsOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?c", "control.db")
	db := sqltest.Open(t, path)
	if err := db.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

func TestPostgresMayGoAndComeBack(t *testing.T) {
	sqltest.NeedPostgres(t)
	server, err := sqltest.NewPostgres()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	db := sqltest.Open(t, server.Address("postgres"))
	store := db.Tenancy()
	o := tenancy.Organisation{ID: "org_a", Name: "kept", CreatedAt: time.Now()}
	if err := store.CreateOrganisation(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	for range 3 {
		if _, err := store.Organisation(t.Context(), "org_a"); !fault.Is(err, fault.Unavailable) {
			t.Errorf("while it is away: %v", err)
		}
	}
	err = store.Atomically(t.Context(), func(tenancy.Store) error { return nil })
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("transaction while it is away: %v", err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Organisation(t.Context(), "org_a"); err != nil || got.Name != "kept" {
		t.Errorf("when it is back: %+v, %v", got, err)
	}
}

func TestAnAddressWithoutServerIsUnavailableAndShowsNoPassword(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := sqlstore.Open(ctx, "postgres://u:hunter2@127.0.0.1:1/x")
	if !fault.Is(err, fault.Unavailable) {
		t.Error(err)
	}
	if err != nil && strings.Contains(err.Error(), "hunter2") {
		t.Errorf("%q shows the password", err)
	}
}
