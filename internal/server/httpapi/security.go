package httpapi

import (
	"github.com/danielgtaylor/huma/v2"
)

// Security is the declared class of a route: who may call it. It is written
// into the OpenAPI document, and the guard enforces what is written there.
type Security = []map[string][]string

// Names of the security schemes in the OpenAPI document.
const (
	keyScheme     = "apiKey"
	sdkScheme     = "sdkKey"
	sessionScheme = "session"
)

// Public routes need no credentials.
var Public = Security{{}}

// APIKey routes need a key that has all of scopes.
func APIKey(scopes ...string) Security { return Security{{keyScheme: list(scopes)}} }

// SDK routes are those that SDKs call: an API key with scopes, and
// x-platform-database-config-id is accepted.
func SDK(scopes ...string) Security { return Security{{sdkScheme: list(scopes)}} }

// Session routes need a signed-in browser. A role is the least one needed in
// the request's organisation; without a role any signed-in person may call.
func Session(role ...string) Security { return Security{{sessionScheme: list(role)}} }

// Either routes take a key with scopes or a session with role.
func Either(role string, scopes ...string) Security {
	return Security{{keyScheme: list(scopes)}, {sessionScheme: {role}}}
}

// SDKOrSession routes are SDK-facing and also used by the web UI.
func SDKOrSession(role string, scopes ...string) Security {
	return Security{{sdkScheme: list(scopes)}, {sessionScheme: {role}}}
}

func list(s []string) []string { return append([]string{}, s...) }

// Access is a security class as the guard reads it.
type Access struct {
	Public  bool
	Key     bool     // an API key is accepted
	SDK     bool     // the route is SDK-facing
	Scopes  []string // that the key must have
	Session bool     // a browser session is accepted
	Role    string   // least role of the session's user, "" for any signed-in person
}

// accessOf reads the class of an operation. A route without one is closed to
// everybody.
func accessOf(op *huma.Operation) (a Access, declared bool) {
	for _, alternative := range op.Security {
		if len(alternative) == 0 {
			a.Public = true
		}
		for scheme, needs := range alternative {
			switch scheme {
			case keyScheme, sdkScheme:
				a.Key, a.SDK, a.Scopes = true, scheme == sdkScheme, needs
			case sessionScheme:
				a.Session = true
				if len(needs) > 0 {
					a.Role = needs[0]
				}
			}
		}
	}
	return a, len(op.Security) > 0
}

func schemes(cookie string) map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		keyScheme: {Type: "http", Scheme: "bearer",
			Description: "An API key. x-platform-database-config-id must not be sent: project and environment choose the store."},
		sdkScheme: {Type: "http", Scheme: "bearer",
			Description: "An API key on an SDK-facing endpoint. x-platform-database-config-id may name a configuration of the key's project."},
		sessionScheme: {Type: "apiKey", In: "cookie", Name: cookie,
			Description: "A signed-in browser."},
	}
}

// The request-context headers.
const (
	headerOrganisation   = "x-platform-organisation-id"
	headerProject        = "x-platform-project-id"
	headerEnvironment    = "x-platform-environment"
	headerDatabaseConfig = "x-platform-database-config-id"
	headerInjected       = "x-database-config-id" // ours alone: a client's is removed
)

// describe adds the request-context headers to the documentation of routes
// that are resolved by them.
func describe(_ *huma.OpenAPI, op *huma.Operation) {
	access, _ := accessTo(op)
	scoped := access.Key || access.Session && access.Role != ""
	if !scoped || pathScoped(op.Path) {
		return
	}
	add := func(name, doc string) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "header", Description: doc, Schema: &huma.Schema{Type: "string"}})
	}
	add(headerOrganisation, "Organisation of the request.")
	add(headerProject, "Project of the request.")
	add(headerEnvironment, "Environment of the request, for example production.")
	if access.SDK {
		add(headerDatabaseConfig, "Database configuration of the key's project.")
	}
}
