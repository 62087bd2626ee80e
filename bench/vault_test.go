package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/catalog"
	"platform/internal/server/httpapi"
	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

// desk is a served API on SQLite with a vault of 1,000 secrets and a catalog
// of 10,000 models, and beside them handlers of the same framework that do
// nothing but answer with as many bytes.
type desk struct {
	*httpapi.API
	key string
}

const (
	secretsInVault  = 1_000
	modelsInCatalog = 10_000
)

func newDesk(b *testing.B) *desk {
	b.Helper()
	must := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ctx, dir, log := context.Background(), b.TempDir(), slog.New(slog.DiscardHandler)
	db, err := sqlstore.Open(ctx, filepath.Join(dir, "control.db"))
	must(err)
	b.Cleanup(func() { db.Close() })
	_, err = db.Migrate(ctx)
	must(err)
	master, err := masterkey.Load(filepath.Join(dir, "master.key"))
	must(err)
	people := tenancy.New(db.Tenancy(), db.Sessions(), master, tenancytest.Reachable{}, false, log).WithPasswordCost(64)
	first, err := people.FirstStart(ctx, "a@example.com", "correct horse battery")
	must(err)
	api, err := httpapi.New(httpapi.Config{SessionCookie: tenancy.CookieName(false), Log: log}, people)
	must(err)
	scope, err := people.Authenticate(ctx, first.Key)
	must(err)

	secrets, values := vault.New(db.Vault(), master, log), map[string]string{}
	for i := range secretsInVault {
		name := fmt.Sprintf("SECRET_%04d", i)
		values[name] = strings.Repeat("v", 40)
		_, err := secrets.Create(ctx, scope.DatabaseConfig, name, []byte(values[name]), []string{fmt.Sprint("tag", i%10)}, vault.Caller{User: "usr_a"})
		must(err)
	}
	models := catalog.New(db.Catalog())
	inputs := make([]catalog.Input, modelsInCatalog)
	for i := range inputs {
		inputs[i] = catalog.Input{Provider: fmt.Sprint("provider", i%20), ModelID: fmt.Sprint("model-", i), DisplayName: fmt.Sprint("Model ", i), Price: catalog.PriceInput{Input: new(float64(i))}}
	}
	_, err = models.Import(ctx, scope.DatabaseConfig, catalog.File{Models: inputs}, catalog.ImportOptions{})
	must(err)
	secrets.Routes(api)
	models.Routes(api)
	d := &desk{api, first.Key}
	d.bare("one", map[string]string{"SECRET_0001": values["SECRET_0001"]})
	d.bare("all", values)
	return d
}

// bare serves a fixed answer.
func (d *desk) bare(name string, body any) {
	huma.Register(d.API, huma.Operation{OperationID: name, Method: "POST", Path: "/api/bare/" + name, Security: httpapi.Public},
		func(context.Context, *struct{}) (*struct{ Body any }, error) { return &struct{ Body any }{body}, nil })
}

// perSecond calls an endpoint from several clients for a while.
func (d *desk) perSecond(b *testing.B, method, path, body string) float64 {
	b.Helper()
	const clients = 8
	deadline := time.Now().Add(1500 * time.Millisecond)
	var mu sync.Mutex
	var wg sync.WaitGroup
	total, began := 0, time.Now()
	for range clients {
		wg.Go(func() {
			n := 0
			for time.Now().Before(deadline) {
				r := httptest.NewRequest(method, path, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Authorization", "Bearer "+d.key)
				w := httptest.NewRecorder()
				d.ServeHTTP(w, r)
				if w.Code != http.StatusOK {
					answer, _ := io.ReadAll(w.Body)
					b.Errorf("%s: %d %s", path, w.Code, answer)
					return
				}
				n++
			}
			mu.Lock()
			total += n
			mu.Unlock()
		})
	}
	wg.Wait()
	return float64(total) / time.Since(began).Seconds()
}

// BenchmarkGetSecrets reads one and all of 1,000 secrets by key, next to a
// bare handler of the same framework. Every read is in the journal before it
// is answered.
func BenchmarkGetSecrets(b *testing.B) {
	d := newDesk(b)
	for b.Loop() {
		for _, c := range []struct{ name, body string }{{"one", `{"key":"SECRET_0001"}`}, {"all", `{}`}} {
			ours, bare := d.perSecond(b, "POST", "/api/vault/get-secrets", c.body), d.perSecond(b, "POST", "/api/bare/"+c.name, "")
			b.ReportMetric(ours, c.name+"/s")
			b.ReportMetric(bare, "bare-"+c.name+"/s")
			b.ReportMetric(bare/ours, "bare/ours-"+c.name)
		}
	}
}

// BenchmarkListModels lists 10,000 models and those of one of 20 providers,
// next to each other.
func BenchmarkListModels(b *testing.B) {
	d := newDesk(b)
	for b.Loop() {
		all, some := d.perSecond(b, "GET", "/api/openground/models", ""), d.perSecond(b, "GET", "/api/openground/models?provider=provider7", "")
		b.ReportMetric(all, "all/s")
		b.ReportMetric(some, "provider/s")
		b.ReportMetric(some/all, "provider/all")
	}
}
