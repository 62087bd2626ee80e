package tenancy

import (
	"context"
	"crypto/subtle"
	"sync"
	"time"

	"platform/internal/server/fault"
)

// DefaultEnvironment is the one every project starts with, and the one of
// requests that name none.
const DefaultEnvironment = "production"

const (
	// keyFresh bounds how long another process's revocation may go unnoticed.
	keyFresh = 10 * time.Second
	// keyStale is how long a known key keeps working while the store is away.
	keyStale = 5 * time.Minute
	// keysKept bounds the cache.
	keysKept = 10_000
	// touchEvery bounds how often the last use of keys is written.
	touchEvery = 30 * time.Second
)

var errKey = fault.New(fault.Unauthenticated, "the API key is not valid")

// Authenticate turns an API key into its scope: the key's own organisation,
// project, environment and database. It is called for every ingest request:
// known keys cost one hash and a map lookup.
func (s *Service) Authenticate(ctx context.Context, key string) (Scope, error) {
	scope, _, err := s.authenticate(ctx, key)
	return scope, err
}

// authenticate also returns the environment the key is bound to, "" when it
// is bound to none.
func (s *Service) authenticate(ctx context.Context, key string) (scope Scope, bound string, err error) {
	id, ok := parseKeyText(key)
	if !ok {
		return Scope{}, "", errKey
	}
	k, err := s.keys.get(ctx, id)
	if fault.Is(err, fault.NotFound) {
		return Scope{}, "", errKey
	}
	if err != nil {
		return Scope{}, "", err
	}
	switch {
	case subtle.ConstantTimeCompare(hashKey(key), k.Hash) != 1, k.RevokedAt != nil:
		return Scope{}, "", errKey
	case k.ExpiresAt != nil && !time.Now().Before(*k.ExpiresAt):
		return Scope{}, "", fault.New(fault.Unauthenticated, "the API key has expired")
	}
	s.keys.used(id)
	environment := k.Environment
	if environment == "" {
		environment = DefaultEnvironment
	}
	return Scope{Organisation: k.Organisation, Project: k.Project, Environment: environment,
		DatabaseConfig: k.DatabaseConfig, Key: k.ID, KeyScopes: k.Scopes}, k.Environment, nil
}

// keyCache keeps keys that were asked for, and the times they were used until
// those are written.
type keyCache struct {
	store Keys
	mu    sync.RWMutex
	kept  map[string]cachedKey
	touch map[string]time.Time
}

// cachedKey is a key as read at a time. A key that does not exist is kept too:
// guessing ids must not cost a query each.
type cachedKey struct {
	key   Key
	known bool
	read  time.Time // with monotonic reading: steps of the clock do not matter
}

func newKeyCache(store Keys) *keyCache {
	return &keyCache{store: store, kept: map[string]cachedKey{}, touch: map[string]time.Time{}}
}

func (c *keyCache) get(ctx context.Context, id string) (Key, error) {
	c.mu.RLock()
	entry, cached := c.kept[id]
	c.mu.RUnlock()
	if !cached || time.Since(entry.read) > keyFresh {
		key, err := c.store.Key(ctx, id)
		switch {
		case err == nil, fault.Is(err, fault.NotFound):
			entry = cachedKey{key: key, known: err == nil, read: time.Now()}
			c.put(id, entry)
		case cached && time.Since(entry.read) < keyStale:
			// The store is away: what was known a moment ago still holds.
		default:
			return Key{}, err
		}
	}
	if !entry.known {
		return Key{}, fault.New(fault.NotFound, "no API key %s", id)
	}
	return entry.key, nil
}

func (c *keyCache) put(id string, entry cachedKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.kept) >= keysKept {
		for other := range c.kept { // any: the map's order is random
			delete(c.kept, other)
			if len(c.kept) < keysKept*9/10 {
				break
			}
		}
	}
	c.kept[id] = entry
}

func (c *keyCache) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, id)
}

// used notes that a key was used. Within a second it is noted once, so that
// senders of many requests do not wait for each other.
func (c *keyCache) used(id string) {
	at := now()
	c.mu.RLock()
	noted := at.Sub(c.touch[id]).Abs() < time.Second
	c.mu.RUnlock()
	if noted {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.touch[id] = at
}

// flush writes the collected times of use.
func (c *keyCache) flush(ctx context.Context) error {
	c.mu.Lock()
	used := c.touch
	c.touch = map[string]time.Time{}
	c.mu.Unlock()
	if len(used) == 0 {
		return nil
	}
	err := c.store.TouchKeys(ctx, used)
	if err != nil { // written next time, unless they are used again before
		c.mu.Lock()
		defer c.mu.Unlock()
		for id, at := range used {
			if _, again := c.touch[id]; !again {
				c.touch[id] = at
			}
		}
	}
	return err
}

// Run does the service's background work until ctx ends: it writes when keys
// were last used, and removes sessions that have expired.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(touchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			if err := s.keys.flush(last); err != nil {
				s.log.Warn("last use of API keys not written", "error", err)
			}
			return
		case <-tick.C:
			if err := s.keys.flush(ctx); err != nil {
				s.log.Warn("last use of API keys not written", "error", err)
			}
			if err := s.sessions.store.DeleteExpired(ctx, time.Now()); err != nil {
				s.log.Warn("expired sessions not removed", "error", err)
			}
			s.limits.sweep()
		}
	}
}
