package vault_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"platform/internal/server/httpapi"
	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/tenancy"
	"platform/internal/server/vault"
)

// fixed gives every request the same scope.
type fixed tenancy.Scope

func (s fixed) Resolve(ctx context.Context, _ httpapi.Request) (httpapi.Resolved, error) {
	return httpapi.Resolved{Context: tenancy.WithScope(ctx, tenancy.Scope(s))}, nil
}

// served is the API of a vault with one secret, for benchmarks and fuzzing.
func served(t testing.TB) *httpapi.API {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx, dir, now := context.Background(), t.TempDir(), time.Now()
	db, err := sqlstore.Open(ctx, filepath.Join(dir, "control.db"))
	must(err)
	t.Cleanup(func() { db.Close() })
	_, err = db.Migrate(ctx)
	must(err)
	must(db.Tenancy().CreateOrganisation(ctx, tenancy.Organisation{ID: "org_a", Name: "a", CreatedAt: now}))
	must(db.Tenancy().CreateProject(ctx, tenancy.Project{ID: "prj_a", Organisation: "org_a", Name: "a", CreatedAt: now}))
	must(db.Tenancy().CreateDatabase(ctx, tenancy.DatabaseConfig{ID: "dbc_a", Project: "prj_a", Name: "a", Kind: tenancy.Embedded, CreatedAt: now, UpdatedAt: now}))
	master, err := masterkey.Load(filepath.Join(dir, "master.key"))
	must(err)
	log := slog.New(slog.DiscardHandler)
	service := vault.New(db.Vault(), master, log)
	_, err = service.Create(ctx, "dbc_a", "A", []byte("planted"), []string{"x"}, vault.Caller{User: "usr_a"})
	must(err)
	api, err := httpapi.New(httpapi.Config{Log: log, SessionCookie: "session"}, fixed{DatabaseConfig: "dbc_a", Key: "key_a", KeyScopes: []string{tenancy.ScopeAll}})
	must(err)
	service.Routes(api)
	return api
}

// FuzzGetSecrets sends bodies: every answer has the shape that SDKs read, and
// none is an internal error.
func FuzzGetSecrets(f *testing.F) {
	f.Add([]byte(`{"key":"A","tags":["x"],"source":"ts-sdk","metaProperties":{}}`), "text/plain")
	f.Add([]byte(`{"key":null}`), "application/json; charset=x")
	f.Add([]byte(`[]`), "")
	api := served(f)
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		r := httptest.NewRequest("POST", get, strings.NewReader(string(body)))
		r.Header.Set("Authorization", "Bearer x")
		r.Header.Set("Content-Type", contentType)
		w := httptest.NewRecorder()
		api.ServeHTTP(w, r)
		var out struct {
			Err *string
			Res map[string]string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || out.Res == nil || w.Code >= 500 || (w.Code == 200) != (out.Err == nil) {
			t.Errorf("%d %s (%v)", w.Code, w.Body, err)
		}
	})
}
