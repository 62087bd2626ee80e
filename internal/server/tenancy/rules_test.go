package tenancy_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

// scopeAnswer shows what a handler is given.
type scopeAnswer struct {
	Body struct {
		Scope  tenancy.Scope
		Header string // the x-database-config-id that reached the route
	}
}

// showScope adds one route of each class that answers with its scope.
func showScope(api huma.API) {
	show := func(id, path string, security httpapi.Security) {
		op := huma.Operation{OperationID: id, Method: http.MethodPost, Path: path, Summary: "Show the scope", Security: security}
		if strings.HasPrefix(path, "/api/vault/") {
			op = httpapi.CrossOrigin(op)
		}
		huma.Register(api, op, func(ctx context.Context, in *struct {
			Injected string `header:"x-database-config-id"`
		}) (*scopeAnswer, error) {
			out := &scopeAnswer{}
			out.Body.Scope, out.Body.Header = tenancy.ScopeOf(ctx), in.Injected
			return out, nil
		})
	}
	show("sdk", "/api/vault/get-secrets", httpapi.SDK(tenancy.ScopeVault))
	show("key", "/api/telemetry/traces", httpapi.APIKey(tenancy.ScopeTelemetry))
	show("either", "/api/openground/models", httpapi.Either(string(tenancy.Member), tenancy.ScopeModels))
	show("public", "/api/pricing/export", httpapi.Public)
	show("undeclared", "/api/undeclared", nil)
}

func world(t *testing.T, o tenancytest.Options) *tenancytest.World {
	t.Helper()
	db := sqltest.Open(t, sqltest.File(t))
	return tenancytest.New(t, db.Tenancy(), db.Sessions(), o, showScope)
}

const (
	sdk    = "/api/vault/get-secrets"
	byKey  = "/api/telemetry/traces"
	either = "/api/openground/models"
	public = "/api/pricing/export"

	organisationHeader = "x-platform-organisation-id"
	projectHeader      = "x-platform-project-id"
	environmentHeader  = "x-platform-environment"
	databaseHeader     = "x-platform-database-config-id"
)

// row is one request and what must come of it.
type row struct {
	name     string
	path     string
	key      string
	cookie   string
	header   map[string]string
	status   int
	contains string
	scope    tenancy.Scope // fields that are set are compared
}

func (r row) check(t *testing.T, w *tenancytest.World) {
	t.Helper()
	t.Run(r.name, func(t *testing.T) {
		a := w.Do(tenancytest.Call{Method: "POST", Path: r.path, Key: r.key, Cookie: r.cookie, Header: r.header})
		if a.Status != r.status || !strings.Contains(a.Body, r.contains) {
			t.Fatalf("%d %s\nwant %d with %q", a.Status, a.Body, r.status, r.contains)
		}
		if a.Status >= 400 && a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("content type %q", a.Header.Get("Content-Type"))
		}
		var got struct {
			Scope  tenancy.Scope
			Header string
		}
		if a.Status == 200 {
			if err := json.Unmarshal([]byte(a.Body), &got); err != nil {
				t.Fatal(err)
			}
			if got.Header != got.Scope.DatabaseConfig {
				t.Errorf("injected header %q, scope has %q", got.Header, got.Scope.DatabaseConfig)
			}
		}
		for _, f := range []struct{ name, got, want string }{
			{"organisation", got.Scope.Organisation, r.scope.Organisation}, {"project", got.Scope.Project, r.scope.Project},
			{"environment", got.Scope.Environment, r.scope.Environment}, {"database", got.Scope.DatabaseConfig, r.scope.DatabaseConfig},
			{"user", got.Scope.User, r.scope.User}, {"role", string(got.Scope.Role), string(r.scope.Role)},
		} {
			if f.want != "" && f.got != f.want {
				t.Errorf("%s %q, want %q", f.name, f.got, f.want)
			}
		}
	})
}

// Rule 1: every documented endpoint needs an API key; model endpoints also
// accept a signed-in session; the public ones need nothing.
func TestRule1WhoAsks(t *testing.T) {
	w := world(t, tenancytest.Options{})
	for _, r := range []row{
		{name: "no credentials on a key route", path: byKey, status: 401, contains: "Authorization: Bearer"},
		{name: "no credentials on an SDK route", path: sdk, status: 401},
		{name: "no credentials where either is accepted", path: either, status: 401, contains: "sign in, or"},
		{name: "an empty bearer is none", path: byKey, header: map[string]string{"Authorization": "Bearer "}, status: 401},
		{name: "another scheme is none", path: byKey, header: map[string]string{"Authorization": "Basic YTpi"}, status: 401},
		{name: "a key", path: byKey, key: w.A.Key, status: 200, scope: tenancy.Scope{Organisation: w.A.Organisation, Project: w.A.Project, Environment: "production"}},
		{name: "a key in any case of the scheme", path: byKey, header: map[string]string{"Authorization": "bearer " + w.A.Key}, status: 200},
		{name: "a mistyped key", path: byKey, key: w.A.Key + "x", status: 401, contains: "not valid"},
		{name: "no key at all", path: byKey, key: "hunter2", status: 401},
		{name: "a session where only keys are accepted", path: byKey, cookie: w.A.Session, status: 401},
		{name: "a key where either is accepted", path: either, key: w.A.Key, status: 200},
		{name: "a session where either is accepted", path: either, cookie: w.A.Session, status: 200,
			scope: tenancy.Scope{User: w.A.Owner, Role: tenancy.Owner, Project: w.A.Project, Environment: "production", DatabaseConfig: w.A.Database}},
		{name: "a wrong key does not fall back to the session", path: either, key: "hunter2", cookie: w.A.Session, status: 401},
		{name: "an invented session", path: either, cookie: "invented", status: 401},
		{name: "public", path: public, status: 200},
		{name: "a route without a class is closed", path: "/api/undeclared", key: w.A.Key, status: 403},
		{name: "slashes of a careless SDK", path: "//api/vault/get-secrets", key: w.A.Key, status: 200},
	} {
		r.check(t, w)
	}
}

// Rule 2: the headers choose the context, within what the caller may see.
func TestRule2RequestContext(t *testing.T) {
	w := world(t, tenancytest.Options{})
	for _, r := range []row{
		{name: "a key with its own organisation and project", path: byKey, key: w.A.Key,
			header: map[string]string{organisationHeader: w.A.Organisation, projectHeader: w.A.Project, environmentHeader: "staging"},
			status: 200, scope: tenancy.Scope{Project: w.A.Project, Environment: "staging"}},
		{name: "names of environments have no case", path: byKey, key: w.A.Key, header: map[string]string{environmentHeader: "Staging"}, status: 200, scope: tenancy.Scope{Environment: "staging"}},
		{name: "a key against another tenant's project", path: byKey, key: w.A.Key, header: map[string]string{projectHeader: w.B.Project}, status: 403, contains: "another project"},
		{name: "a key against another project of its organisation", path: byKey, key: w.A.Key, header: map[string]string{projectHeader: w.A.Other}, status: 403, contains: "another project"},
		{name: "a key against a project that is not there", path: byKey, key: w.A.Key, header: map[string]string{projectHeader: "prj_none"}, status: 403, contains: "another project"},
		{name: "a key against another organisation", path: byKey, key: w.A.Key, header: map[string]string{organisationHeader: w.B.Organisation}, status: 403, contains: "another organisation"},
		{name: "an environment that is not there", path: byKey, key: w.A.Key, header: map[string]string{environmentHeader: "nowhere"}, status: 404},
		{name: "an SDK route against another project", path: sdk, key: w.A.Key, header: map[string]string{projectHeader: w.B.Project}, status: 403},
		{name: "a session chooses among its projects", path: either, cookie: w.A.Session, header: map[string]string{projectHeader: w.A.Other}, status: 200,
			scope: tenancy.Scope{Project: w.A.Other, Organisation: w.A.Organisation, DatabaseConfig: w.A.Foreign}},
		{name: "a session chooses an environment", path: either, cookie: w.A.Session, header: map[string]string{environmentHeader: "staging"}, status: 200, scope: tenancy.Scope{Environment: "staging"}},
		{name: "a session against another tenant's project", path: either, cookie: w.A.Session, header: map[string]string{projectHeader: w.B.Project}, status: 403, contains: "not a member"},
		{name: "a session against a project that is not there", path: either, cookie: w.A.Session, header: map[string]string{projectHeader: "prj_none"}, status: 403, contains: "not a member"},
		{name: "a session against another organisation", path: either, cookie: w.A.Session, header: map[string]string{organisationHeader: w.B.Organisation}, status: 403, contains: "not a member"},
		{name: "organisation and project that do not belong together", path: either, cookie: w.A.Session,
			header: map[string]string{organisationHeader: w.B.Organisation, projectHeader: w.A.Project}, status: 403},
		{name: "a member may use", path: either, cookie: w.A.MemberCookie, status: 200, scope: tenancy.Scope{Role: tenancy.Member}},
	} {
		r.check(t, w)
	}
}

func TestAKeyOfOneEnvironmentStaysThere(t *testing.T) {
	w := world(t, tenancytest.Options{})
	_, bound, err := w.Service.CreateKey(t.Context(), w.A.Project, tenancy.NewKeyFor{Name: "staging only", Environment: "staging"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []row{
		{name: "its own without a header", path: byKey, key: bound, status: 200, scope: tenancy.Scope{Environment: "staging"}},
		{name: "its own by header", path: byKey, key: bound, header: map[string]string{environmentHeader: "staging"}, status: 200},
		{name: "another", path: byKey, key: bound, header: map[string]string{environmentHeader: "production"}, status: 403, contains: "another environment"},
	} {
		r.check(t, w)
	}
}

// Rule 3: other APIs than the SDK-facing ones refuse an explicit database
// configuration, and the key's own is injected.
func TestRule3NonSDKRoutes(t *testing.T) {
	w := world(t, tenancytest.Options{})
	for _, r := range []row{
		{name: "explicit configuration, even the own one", path: byKey, key: w.A.Key, header: map[string]string{databaseHeader: w.A.Database}, status: 400, contains: "x-platform-database-config-id must not be sent"},
		{name: "explicit configuration with a session", path: either, cookie: w.A.Session, header: map[string]string{databaseHeader: w.A.Database}, status: 400, contains: "must not be sent"},
		{name: "the key's configuration is injected", path: byKey, key: w.A.Key, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
		{name: "a client's own injection is removed", path: byKey, key: w.A.Key, header: map[string]string{"x-database-config-id": w.B.Database}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
		{name: "also on SDK routes", path: sdk, key: w.A.Key, header: map[string]string{"X-Database-Config-Id": w.B.Database}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
	} {
		r.check(t, w)
	}
	a := w.Do(tenancytest.Call{Method: "POST", Path: public, Header: map[string]string{"x-database-config-id": w.B.Database}})
	if a.Status != 200 || strings.Contains(a.Body, w.B.Database) {
		t.Errorf("a public route was given the client's x-database-config-id: %s", a.Body)
	}
}

// Rule 4: SDK-facing routes prefer signal routing, accept an explicit
// configuration of the key's project, and fall back to the key's own.
func TestRule4SDKRoutes(t *testing.T) {
	w := world(t, tenancytest.Options{})
	spareKey := func() string {
		_, text, err := w.Service.CreateKey(t.Context(), w.A.Project, tenancy.NewKeyFor{Name: "bound to spare", DatabaseConfig: w.A.Spare})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}()
	for _, r := range []row{
		{name: "only a key", path: sdk, key: w.A.Key, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
		{name: "only a key that is bound elsewhere", path: sdk, key: spareKey, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Spare}},
		{name: "an explicit configuration of the same project", path: sdk, key: w.A.Key, header: map[string]string{databaseHeader: w.A.Spare}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Spare}},
		{name: "of another project of the organisation", path: sdk, key: w.A.Key, header: map[string]string{databaseHeader: w.A.Foreign}, status: 403, contains: "another project"},
		{name: "of another tenant", path: sdk, key: w.A.Key, header: map[string]string{databaseHeader: w.B.Database}, status: 403, contains: "another project"},
		{name: "that is not there", path: sdk, key: w.A.Key, header: map[string]string{databaseHeader: "dbc_none"}, status: 403, contains: "another project"},
		{name: "routing without a row is the project's default", path: sdk, key: spareKey, header: map[string]string{environmentHeader: "staging"}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
	} {
		r.check(t, w)
	}
	if err := w.Service.SetRoute(t.Context(), tenancy.Route{Project: w.A.Project, Environment: "staging", Signal: tenancy.Intelligence, DatabaseConfig: w.A.Spare}); err != nil {
		t.Fatal(err)
	}
	staging := map[string]string{environmentHeader: "staging", projectHeader: w.A.Project}
	for _, r := range []row{
		{name: "routed by project and environment", path: sdk, key: w.A.Key, header: staging, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Spare}},
		{name: "routing wins over an explicit configuration", path: sdk, key: w.A.Key,
			header: map[string]string{environmentHeader: "staging", databaseHeader: w.A.Database}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Spare}},
		{name: "but a foreign one is refused all the same", path: sdk, key: w.A.Key,
			header: map[string]string{environmentHeader: "staging", databaseHeader: w.B.Database}, status: 403},
		{name: "another environment is not routed", path: sdk, key: w.A.Key, header: map[string]string{environmentHeader: "production"}, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
		{name: "only a key keeps its own", path: sdk, key: w.A.Key, status: 200, scope: tenancy.Scope{DatabaseConfig: w.A.Database}},
	} {
		r.check(t, w)
	}
}

// Rule 5: pages of other origins reach the secrets only when their origin is
// allowed; the deployment's own site always is.
func TestRule5CrossOrigin(t *testing.T) {
	w := world(t, tenancytest.Options{AllowedOrigins: []string{"https://app.example.com"}, SiteURL: "https://platform.example.com"})
	f := func(origin, key string, status int, allow string) {
		t.Helper()
		header := map[string]string{"Origin": origin, "Sec-Fetch-Site": "cross-site"}
		a := w.Do(tenancytest.Call{Method: "POST", Path: sdk, Key: key, Header: header})
		if a.Status != status || a.Header.Get("Access-Control-Allow-Origin") != allow {
			t.Errorf("origin %q: %d, allowed %q; want %d, %q: %s", origin, a.Status, a.Header.Get("Access-Control-Allow-Origin"), status, allow, a.Body)
		}
		if !strings.Contains(strings.Join(a.Header.Values("Vary"), ","), "Origin") {
			t.Errorf("origin %q: answers differ by origin and do not say so", origin)
		}
		header["Access-Control-Request-Method"] = "POST"
		preflight := w.Do(tenancytest.Call{Method: "OPTIONS", Path: sdk, Header: header})
		if allowed := allow != ""; (preflight.Status == 204) != allowed || preflight.Header.Get("Access-Control-Allow-Origin") != allow {
			t.Errorf("preflight of %q: %d, %v", origin, preflight.Status, preflight.Header)
		}
	}
	f("https://app.example.com", w.A.Key, 200, "https://app.example.com")
	f("https://platform.example.com", w.A.Key, 200, "https://platform.example.com")
	f("https://evil.example.com", w.A.Key, 403, "")
	f("https://app.example.com.evil.com", w.A.Key, 403, "")
	f("http://app.example.com", w.A.Key, 403, "")
	f("null", w.A.Key, 403, "")
	if a := w.Do(tenancytest.Call{Method: "POST", Path: sdk, Key: w.A.Key}); a.Status != 200 {
		t.Errorf("a client that is no browser: %d", a.Status)
	}
	other := w.Do(tenancytest.Call{Method: "POST", Path: byKey, Key: w.A.Key, Header: map[string]string{"Origin": "https://app.example.com"}})
	if other.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("another route answers to an allowed origin")
	}
}

func TestAKeyDoesOnlyWhatItsScopesSay(t *testing.T) {
	w := world(t, tenancytest.Options{})
	_, text, err := w.Service.CreateKey(t.Context(), w.A.Project, tenancy.NewKeyFor{Name: "ingest", Scopes: []string{tenancy.ScopeIngest, tenancy.ScopeModels}})
	if err != nil {
		t.Fatal(err)
	}
	row{name: "has it", path: either, key: text, status: 200}.check(t, w)
	row{name: "lacks it", path: sdk, key: text, status: 403, contains: `scope \"vault\"`}.check(t, w)
	row{name: "lacks it elsewhere", path: byKey, key: text, status: 403}.check(t, w)
}
