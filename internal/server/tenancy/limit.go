package tenancy

import (
	"sync"
	"time"

	"platform/internal/server/fault"
)

// Failed sign-ins that an account or an address may make in a row before it
// has to wait; then one more in every refill.
const (
	failuresPerAccount = 5
	failuresPerAddress = 20
	failureRefill      = time.Minute
	limitsKept         = 20_000
)

// signInLimits slows down the guessing of passwords. It counts failures only,
// so that people who know theirs are not locked out of a shared address; an
// attack from many addresses on one account does slow down that account.
type signInLimits struct {
	mu      sync.Mutex
	buckets map[string]*bucket
}

// bucket fills by one for each failure and empties by one in every refill.
type bucket struct {
	level float64
	at    time.Time // monotonic: steps of the clock do not matter
}

func newSignInLimits() *signInLimits { return &signInLimits{buckets: map[string]*bucket{}} }

func (b *bucket) drain(at time.Time) {
	b.level = max(0, b.level-at.Sub(b.at).Seconds()/failureRefill.Seconds())
	b.at = at
}

// limitNames names the buckets of a sign-in and how much each holds. What is
// not known has none.
func limitNames(account, address string) map[string]float64 {
	names := map[string]float64{}
	if account != "" {
		names["account "+account] = failuresPerAccount
	}
	if address != "" {
		names["address "+address] = failuresPerAddress
	}
	return names
}

// attempt counts a sign-in as failed, before its password is looked at, so
// that many at once do not all slip through; it refuses one of an account or
// address that failed too often. Refund takes the count back.
func (l *signInLimits) attempt(account, address string) (refund func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := time.Now()
	names := limitNames(account, address)
	for name, most := range names {
		b := l.buckets[name]
		if b == nil {
			continue
		}
		if b.drain(at); b.level > most-1 {
			wait := time.Duration((b.level - most + 1) * float64(failureRefill))
			return nil, fault.New(fault.TooMany, "too many failed sign-ins: wait and try again").After(wait)
		}
	}
	for name := range names {
		b := l.buckets[name]
		if b == nil {
			if len(l.buckets) >= limitsKept {
				l.forgetLocked(at)
			}
			b = &bucket{at: at}
			l.buckets[name] = b
		}
		b.level++
	}
	return func() { l.refund(names) }, nil
}

func (l *signInLimits) refund(names map[string]float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name := range names {
		if b := l.buckets[name]; b != nil {
			b.level = max(0, b.level-1)
		}
	}
}

// succeeded forgets the failures of an account; its address keeps its count.
func (l *signInLimits) succeeded(account string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.buckets, "account "+account)
}

// sweep forgets what has drained.
func (l *signInLimits) sweep() {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := time.Now()
	for name, b := range l.buckets {
		if b.drain(at); b.level == 0 {
			delete(l.buckets, name)
		}
	}
}

// forgetLocked makes room: the drained ones first, then any tenth.
func (l *signInLimits) forgetLocked(at time.Time) {
	for name, b := range l.buckets {
		if b.drain(at); b.level == 0 || len(l.buckets) > limitsKept*9/10 {
			delete(l.buckets, name)
		}
	}
}
