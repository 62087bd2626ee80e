package tenancy

import (
	"context"
	"crypto/subtle"
	"sync"
	"time"

	"platform/internal/server/fault"
)

// badKeysPerAddress is how many bad keys an address may send in a row before
// it is locked out; then one more in every refill.
const badKeysPerAddress = 20

// badKeys locks out addresses that try keys. Keys that are in use keep
// working: one wrong client must not stop all others behind its address.
type badKeys struct {
	mu      sync.Mutex
	buckets map[string]*bucket
}

// wait is how long an address is locked out; 0 when it is not.
func (l *badKeys) wait(address string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[address]
	if b == nil {
		return 0
	}
	if b.drain(time.Now()); b.level <= badKeysPerAddress-1 {
		return 0
	}
	return time.Duration((b.level - badKeysPerAddress + 1) * float64(failureRefill))
}

// failed notes a bad key.
func (l *badKeys) failed(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := time.Now()
	b := l.buckets[address]
	if b == nil {
		if len(l.buckets) >= limitsKept {
			l.forgetLocked(at)
		}
		if l.buckets == nil {
			l.buckets = map[string]*bucket{}
		}
		b = &bucket{at: at}
		l.buckets[address] = b
	}
	b.drain(at)
	b.level++
}

// forgetLocked makes room: the drained ones first, then any tenth.
func (l *badKeys) forgetLocked(at time.Time) {
	for address, b := range l.buckets {
		if b.drain(at); b.level == 0 || len(l.buckets) > limitsKept*9/10 {
			delete(l.buckets, address)
		}
	}
}

// authenticateFrom is authenticate for a request from an address. While the
// address is locked out, a key that is not in use gets no answer about itself
// and costs no query.
func (s *Service) authenticateFrom(ctx context.Context, address, key string) (scope Scope, bound string, err error) {
	if wait := s.bad.wait(address); wait > 0 && !s.keys.inUse(key) {
		return Scope{}, "", fault.New(fault.TooMany, "too many requests with bad API keys from this address: wait and try again").After(wait)
	}
	scope, bound, err = s.authenticate(ctx, key)
	if fault.Is(err, fault.Unauthenticated) {
		s.bad.failed(address)
	}
	return scope, bound, err
}

// inUse reports whether the cache has the key, as it is.
func (c *keyCache) inUse(key string) bool {
	id, ok := parseKeyText(key)
	if !ok {
		return false
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	entry, cached := c.kept[id]
	return cached && entry.known && subtle.ConstantTimeCompare(hashKey(key), entry.key.Hash) == 1
}
