package tenancy

import (
	"context"
	"slices"

	"platform/internal/server/fault"
)

// Scope is who asks and what for: the outcome of the rules of access. It is
// made once for each request.
type Scope struct {
	Organisation   string
	Project        string // "" when the request concerns no project
	Environment    string // "" when the request concerns no project
	DatabaseConfig string // where secrets, prompts, rules and models of the request are kept

	User string // the signed-in person; "" for an API key
	Role Role   // of the person in Organisation; "" for an API key

	Key       string   // id of the API key; "" for a person
	KeyScopes []string // what the key may be used for
}

type scopeKey struct{}

// WithScope returns a context that carries s.
func WithScope(ctx context.Context, s Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

// ScopeOf returns the scope of the request that ctx belongs to; the zero Scope
// on public routes.
func ScopeOf(ctx context.Context) Scope {
	s, _ := ctx.Value(scopeKey{}).(Scope)
	return s
}

// Principal names who asks, for logs.
func (s Scope) Principal() string {
	if s.Key != "" {
		return s.Key
	}
	return s.User
}

// Allows refuses a key that lacks a scope. People are not limited by scopes.
func (s Scope) Allows(scopes ...string) error {
	if s.Key == "" || slices.Contains(s.KeyScopes, ScopeAll) {
		return nil
	}
	for _, need := range scopes {
		if !slices.Contains(s.KeyScopes, need) {
			return fault.New(fault.Forbidden, "the API key lacks the scope %q", need)
		}
	}
	return nil
}

// What a key may be used for.
const (
	ScopeAll       = "all"
	ScopeIngest    = "ingest"
	ScopeTelemetry = "telemetry"
	ScopeModels    = "models"
	ScopeVault     = "vault"
	ScopePrompts   = "prompts"
	ScopeRules     = "rules"
	ScopeChat      = "chat"
	ScopeScanner   = "scanner"
)

// KeyScopes are all scopes, in the order they are shown.
var KeyScopes = []string{ScopeAll, ScopeIngest, ScopeTelemetry, ScopeModels, ScopeVault, ScopePrompts, ScopeRules, ScopeChat, ScopeScanner}

// Role is what a member may do in an organisation.
type Role string

const (
	Owner  Role = "owner"  // everything
	Admin  Role = "admin"  // manages projects, environments, databases, keys, members
	Member Role = "member" // reads and uses
)

var ranks = map[Role]int{Member: 1, Admin: 2, Owner: 3}

// AtLeast reports whether r may do what least may.
func (r Role) AtLeast(least Role) bool { return ranks[r] >= ranks[least] && ranks[r] > 0 }
