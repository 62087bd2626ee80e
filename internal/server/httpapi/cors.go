package httpapi

import (
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
)

const crossOriginMark = "cross origin"

// CrossOrigin opens op to browser pages of the allowed origins; pages of any
// other origin are refused. Without it a route answers no cross-origin page.
func CrossOrigin(op huma.Operation) huma.Operation { return mark(op, crossOriginMark, true) }

// origins decides which pages may call cross-origin routes.
type origins struct {
	allowed []string
}

// newOrigins allows the configured origins and the deployment's own site.
func newOrigins(cfg Config) origins {
	o := origins{allowed: slices.Clone(cfg.AllowedOrigins)}
	if site := originOf(cfg.SiteURL); site != "" {
		o.allowed = append(o.allowed, site)
	}
	return o
}

// check refuses a request that a page of a foreign origin makes. Clients that
// are no browser send no Origin.
func (o origins) check(r *http.Request) error {
	origin := r.Header.Get("Origin")
	if origin == "" || o.knows(origin, r) {
		return nil
	}
	return fault.New(fault.Forbidden, "origin %q is not allowed: list it in PLATFORM_ALLOWED_CORS_ORIGINS", origin)
}

func (o origins) knows(origin string, r *http.Request) bool {
	return slices.Contains(o.allowed, origin) || origin == "https://"+r.Host || origin == "http://"+r.Host
}

// cors adds the headers that let an allowed page read the answer of a
// cross-origin route, and answers its preflight.
func (a *API) cors(w http.ResponseWriter, r *http.Request) (answered bool) {
	item := a.OpenAPI().Paths[r.URL.Path]
	if item == nil {
		return false
	}
	methods := crossOriginMethods(item)
	if len(methods) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	allowed := origin != "" && a.origins.knows(origin, r)
	if allowed {
		w.Header().Set("Access-Control-Allow-Origin", origin)
		w.Header().Set("Access-Control-Allow-Credentials", "true") // pages may send them; these routes read the key alone
	}
	if r.Method != http.MethodOptions {
		return false
	}
	if !allowed {
		writeProblem(w, http.StatusForbidden, "this origin is not allowed")
		return true
	}
	for _, m := range methods {
		w.Header().Add("Access-Control-Allow-Methods", m)
	}
	w.Header().Set("Access-Control-Allow-Headers", "Authorization, Content-Type, "+
		headerOrganisation+", "+headerProject+", "+headerEnvironment+", "+headerDatabaseConfig)
	w.Header().Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
	return true
}

func crossOriginMethods(item *huma.PathItem) (methods []string) {
	for method, op := range operations(item) {
		if op.Metadata[crossOriginMark] != nil {
			methods = append(methods, method)
		}
	}
	return methods
}

// operations yields the operations of a path with their methods.
func operations(item *huma.PathItem) func(func(string, *huma.Operation) bool) {
	return func(yield func(string, *huma.Operation) bool) {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil && !yield(op.Method, op) {
				return
			}
		}
	}
}
