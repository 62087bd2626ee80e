// Package tenancy knows who may do what: users, organisations, projects,
// environments, members, invitations, database configurations, signal routing,
// API keys and browser sessions.
//
//  1. The guard of httpapi hands each request to resolve.go, which turns its
//     credentials and headers into a Scope by the five rules of access.
//  2. Handlers take the Scope from the context and read no header.
//  3. authenticate.go is the short way for ingest: key in, Scope out, cached.
//  4. routing.go says which database a signal of a Scope lives in.
//
// The records and their services are in the file of their name; http_*.go
// holds their routes. Package sqlstore implements Store; tenancytest says how
// a Store must behave.
package tenancy

import (
	"crypto/rand"
	"log/slog"
	"strings"
	"sync/atomic"
	"time"
)

// Service is everything tenancy does.
type Service struct {
	store    Store
	seal     Sealer
	sessions *sessions
	hasher   *hasher
	limits   *signInLimits
	bad      badKeys
	keys     *keyCache
	routes   *routeCache
	prober   Prober
	log      *slog.Logger

	anonymous atomic.Pointer[anonymous]
}

// Sealer encrypts what must not be readable in the control store. context is
// bound to the result: sealed for one record, it does not open for another.
type Sealer interface {
	Seal(plain []byte, context string) ([]byte, error)
	Open(sealed []byte, context string) ([]byte, error)
}

// New makes the service. The cookie is marked Secure when secureCookie is set.
func New(store Store, sessionStore SessionStore, seal Sealer, prober Prober, secureCookie bool, log *slog.Logger) *Service {
	return &Service{
		store: store, seal: seal, prober: prober, log: log,
		sessions: newSessions(sessionStore, secureCookie),
		hasher:   newHasher(passwordMemory),
		limits:   newSignInLimits(),
		keys:     newKeyCache(store),
		routes:   newRouteCache(),
	}
}

// WithPasswordCost sets the memory in KiB that hashing a new password takes,
// and returns s. Hashes keep the cost they were made with.
func (s *Service) WithPasswordCost(memory uint32) *Service {
	s.hasher = newHasher(memory)
	return s
}

// newID returns a random id whose prefix says what it names.
func newID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
