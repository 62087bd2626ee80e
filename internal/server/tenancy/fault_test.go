package tenancy_test

import (
	"testing"

	"platform/internal/server/fault"
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
