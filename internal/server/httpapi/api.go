// Package httpapi is what all routes of the server share.
//
//  1. handler.go takes every request: request id, access log, metrics, panics, headers.
//  2. cors.go answers preflights and refuses origins that are not allowed.
//  3. guard.go reads who is asking and from where, asks the Resolver for the
//     request's context, and enforces the security class of the route.
//  4. The route's typed handler runs; errors.go gives its error a body.
//
// api.go builds the huma API on which domains register their routes;
// security.go holds the classes they may declare.
package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"go.opentelemetry.io/otel/trace"

	"platform/internal/httpx"
)

// Config is what the shared part needs to know of the deployment.
type Config struct {
	Version        string
	SiteURL        string         // where browsers reach the server, "" when not known
	AllowedOrigins []string       // complete origins that may call cross-origin routes
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	SessionCookie  string         // name of the browser session's cookie
	MetricsToken   string         // bearer token of /metrics, "" for none
	Log            *slog.Logger
}

// Resolver turns what a request says about itself into its context, or
// refuses it with a fault.
type Resolver interface {
	Resolve(ctx context.Context, r Request) (Resolved, error)
}

// Resolved is the outcome of a Resolver.
type Resolved struct {
	Context        context.Context // carries the scope to the handler
	DatabaseConfig string          // id that is handed on as x-database-config-id
	Principal      string          // who it is, for the access log
}

// API is the huma API together with the handler that serves it.
type API struct {
	huma.API
	Metrics *Metrics

	cfg      Config
	mux      *http.ServeMux
	resolver Resolver
	origins  origins
	csrf     *http.CrossOriginProtection
	ready    readiness
	tracer   trace.Tracer // nil: requests are not traced
}

// New builds an API without routes other than health, metrics and the OpenAPI
// document.
func New(cfg Config, resolver Resolver) (*API, error) {
	setDefaults()
	a := &API{cfg: cfg, mux: http.NewServeMux(), resolver: resolver, Metrics: NewMetrics(),
		origins: newOrigins(cfg), csrf: http.NewCrossOriginProtection()}
	if origin := originOf(cfg.SiteURL); origin != "" {
		if err := a.csrf.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("trust site URL %s: %w", cfg.SiteURL, err)
		}
	}
	a.API = humago.New(a.mux, a.humaConfig())
	a.API.UseMiddleware(a.guard)
	a.mux.HandleFunc("GET /healthz", a.health)
	a.mux.HandleFunc("GET /readyz", a.readiness)
	a.mux.Handle("GET /metrics", httpx.RequireToken(cfg.MetricsToken, http.HandlerFunc(a.Metrics.serve)))
	a.mux.HandleFunc("/api/", a.noRoute)
	return a, nil
}

// humaConfig departs from huma's defaults where those differ from our wire:
// no $schema in answers, JSON also under text/plain (an SDK posts it so), no
// reference page of its own.
func (a *API) humaConfig() huma.Config {
	cfg := huma.DefaultConfig("Platform API", a.cfg.Version)
	cfg.CreateHooks = nil
	cfg.DocsPath = ""
	cfg.SchemasPath = ""
	cfg.Formats = map[string]huma.Format{
		"application/json": huma.DefaultJSONFormat,
		"json":             huma.DefaultJSONFormat,
		"text/plain":       huma.DefaultJSONFormat,
	}
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames())
	cfg.Info.Description = "Model catalog, vault, chat, scanner and telemetry of one or many organisations. " +
		"Requests carry an API key as bearer token, or the cookie of a signed-in browser; " +
		"the x-platform-* headers choose organisation, project and environment."
	cfg.Components.SecuritySchemes = schemes(a.cfg.SessionCookie)
	cfg.OnAddOperation = append(cfg.OnAddOperation, describe)
	cfg.Transformers = append(cfg.Transformers, shapeError)
	return cfg
}

// schemaNames returns a namer that gives each type a name of its own. Where
// two domains use the same name, the later one's is led by its package.
func schemaNames() func(reflect.Type, string) string {
	taken := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		name := schemaName(t, hint)
		if other, ok := taken[name]; ok && other != t {
			if at := path.Base(t.PkgPath()); at != "." {
				name = strings.ToUpper(at[:1]) + at[1:] + name
			}
		}
		taken[name] = t
		return name
	}
}

// schemaName names the schema of a Go type: wire types are called by what
// they describe, and the bodies of many by what they hold.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	name = strings.ReplaceAll(name, "-", " ")
	words := strings.Fields(name)
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	name = strings.ReplaceAll(strings.Join(words, ""), "Wire", "")
	if inner, ok := strings.CutPrefix(name, "List"); ok {
		name = strings.TrimSuffix(inner, "Body") + "List"
	}
	return name
}

// Handle serves pattern with a plain handler, beside the typed routes.
func (a *API) Handle(pattern string, h http.Handler) { a.mux.Handle(pattern, h) }

// noRoute answers for paths under /api/ that no route serves, and for methods
// that a path does not have.
func (a *API) noRoute(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		if _, pattern := a.mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host}); pattern != "" && pattern != "/api/" && pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) > 0 && !slices.Contains(allowed, r.Method) {
		for _, m := range allowed {
			w.Header().Add("Allow", m)
		}
		writeProblem(w, http.StatusMethodNotAllowed, r.Method+" is not a method of this path")
		return
	}
	writeProblem(w, http.StatusNotFound, "no such endpoint")
}

// originOf is the scheme and host of a URL, "" when it has none.
func originOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
