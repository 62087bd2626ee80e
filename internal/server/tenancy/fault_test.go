package tenancy_test

import (
	"sync"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

func TestPostgresGoneAndBack(t *testing.T) {
	sqltest.NeedPostgres(t)
	server, err := sqltest.NewPostgres()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Remove()
	db := sqltest.Open(t, server.Address("postgres"))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, showScope)
	scope, err := w.Service.Authenticate(t.Context(), w.A.Key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Service.Route(t.Context(), scope, tenancy.Traces); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	a := w.Do(tenancytest.Call{Path: "/api/session", Cookie: w.A.Session})
	if a.Status != 503 || a.Header.Get("Retry-After") == "" {
		t.Errorf("a session while the store is away: %d %s, Retry-After %q", a.Status, a.Body, a.Header.Get("Retry-After"))
	}
	if a := w.Do(signIn(w.A.OwnerEmail, tenancytest.Password)); a.Status != 503 {
		t.Errorf("signing in while the store is away: %d", a.Status)
	}
	// Ingest of known keys goes on.
	if _, err := w.Service.Authenticate(t.Context(), w.A.Key); err != nil {
		t.Errorf("a known key while the store is away: %v", err)
	}
	if _, err := w.Service.Route(t.Context(), scope, tenancy.Traces); err != nil {
		t.Errorf("a known route while the store is away: %v", err)
	}
	// A key that was never seen is not refused: the store is to blame.
	if a := w.Do(tenancytest.Call{Method: "POST", Path: byKey, Key: w.B.Key}); a.Status != 503 {
		t.Errorf("an unknown key while the store is away: %d %s", a.Status, a.Body)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	if a := w.Do(tenancytest.Call{Path: "/api/session", Cookie: w.A.Session}); a.Status != 200 {
		t.Errorf("the same session when the store is back: %d %s", a.Status, a.Body)
	}
	if _, err := w.Service.Authenticate(t.Context(), w.B.Key); err != nil || fault.Is(err, fault.Unavailable) {
		t.Errorf("an unknown key when the store is back: %v", err)
	}
}

func TestOwnersWhoLeaveTogetherDoNotAllLeave(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		db := open(t)
		w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
		owners := []string{w.A.Owner, w.A.Member}
		scope := tenancy.Scope{Organisation: w.A.Organisation, User: w.A.Owner, Role: tenancy.Owner}
		for range 5 {
			for _, id := range owners {
				if err := db.Tenancy().PutMember(t.Context(), w.A.Organisation, id, tenancy.Owner, time.Now()); err != nil {
					t.Fatal(err)
				}
			}
			var wg sync.WaitGroup
			for _, id := range owners {
				wg.Go(func() { _ = w.Service.SetRole(t.Context(), scope, id, tenancy.Member) })
			}
			wg.Wait()
			left := 0
			members, err := db.Tenancy().Members(t.Context(), w.A.Organisation)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range members {
				if m.Role == tenancy.Owner {
					left++
				}
			}
			if left != 1 {
				t.Fatalf("%d owners are left", left)
			}
		}
	})
}
