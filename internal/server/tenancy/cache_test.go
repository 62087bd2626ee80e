package tenancy

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/server/fault"
)

// oneKey is a store that holds one key and may be away.
type oneKey struct {
	Store
	key  Key
	err  error
	asks int
}

func (s *oneKey) Key(_ context.Context, id string) (Key, error) {
	s.asks++
	if s.err != nil {
		return Key{}, s.err
	}
	if id != s.key.ID {
		return Key{}, fault.New(fault.NotFound, "no key")
	}
	return s.key, nil
}

func keyed() (*Service, *oneKey, string) {
	id, text := newKeyText()
	store := &oneKey{key: Key{ID: id, Hash: hashKey(text), Project: "prj", Scopes: []string{ScopeAll}}}
	return New(store, nil, nil, nil, false, slog.New(slog.DiscardHandler)), store, text
}

func TestAKnownKeyWorksForAWhileWithoutTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, store, text := keyed()
		f := func(want bool) {
			t.Helper()
			if _, err := s.Authenticate(t.Context(), text); (err == nil) != want {
				t.Errorf("%v", err)
			}
		}
		f(true)
		store.err = fault.New(fault.Unavailable, "away")
		time.Sleep(keyFresh + time.Second)
		f(true)
		time.Sleep(keyStale)
		f(false)
		if _, err := s.Authenticate(t.Context(), text); !fault.Is(err, fault.Unavailable) {
			t.Errorf("not the key is to blame: %v", err)
		}
		store.err = nil
		f(true)
	})
}

func TestARevocationByAnotherProcessIsNoticedSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, store, text := keyed()
		if _, err := s.Authenticate(t.Context(), text); err != nil {
			t.Fatal(err)
		}
		store.key.RevokedAt = new(time.Now())
		time.Sleep(keyFresh + time.Millisecond)
		if _, err := s.Authenticate(t.Context(), text); !fault.Is(err, fault.Unauthenticated) {
			t.Error(err)
		}
	})
}

func TestTheCacheOfKeysIsBounded(t *testing.T) {
	s, _, _ := keyed()
	for range keysKept + 500 {
		_, text := newKeyText()
		if _, err := s.Authenticate(t.Context(), text); err == nil {
			t.Fatal("a key of nobody")
		}
	}
	if n := len(s.keys.kept); n > keysKept {
		t.Errorf("%d kept", n)
	}
}

func TestFailedSignInsDrainWithTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newSignInLimits()
		for range failuresPerAccount {
			if _, err := l.attempt("a", "1"); err != nil {
				t.Fatal(err)
			}
		}
		_, err := l.attempt("a", "2")
		if !fault.Is(err, fault.TooMany) {
			t.Fatal(err)
		}
		time.Sleep(failureRefill)
		refund, err := l.attempt("a", "2")
		if err != nil {
			t.Fatalf("after one refill: %v", err)
		}
		if _, err := l.attempt("a", "2"); !fault.Is(err, fault.TooMany) {
			t.Errorf("a second one: %v", err)
		}
		refund()
		if _, err := l.attempt("a", "2"); err != nil {
			t.Errorf("after a refund: %v", err)
		}
		time.Sleep(time.Hour)
		l.sweep()
		if len(l.buckets) != 0 {
			t.Errorf("%d kept", len(l.buckets))
		}
	})
}

func TestTheLimitsOfSignInsAreBounded(t *testing.T) {
	l := newSignInLimits()
	for i := range limitsKept {
		_, _ = l.attempt(fmt.Sprint(i), fmt.Sprint("a", i))
	}
	if n := len(l.buckets); n > limitsKept {
		t.Errorf("%d kept", n)
	}
}

func TestKeysAreRecognised(t *testing.T) {
	id, text := newKeyText()
	if got, ok := parseKeyText(text); !ok || got != id {
		t.Errorf("%q gave %q, %v", text, got, ok)
	}
	for i := range text {
		changed := []byte(text)
		changed[i] ^= 1
		if got, ok := parseKeyText(string(changed)); ok {
			t.Errorf("%q gave %q", changed, got)
		}
	}
}

func FuzzParseKeyText(f *testing.F) {
	_, text := newKeyText()
	f.Add(text)
	f.Add("plt_a_b")
	f.Fuzz(func(t *testing.T, s string) {
		if id, ok := parseKeyText(s); ok && !strings.HasPrefix(id, "key_") {
			t.Errorf("%q gave %q", s, id)
		}
	})
}

func FuzzNormalEmail(f *testing.F) {
	f.Add("A@Example.com ")
	f.Fuzz(func(t *testing.T, s string) {
		e, err := normalEmail(s)
		if err != nil {
			return
		}
		if again, err := normalEmail(e); err != nil || again != e {
			t.Errorf("%q gave %q, which gives %q, %v", s, e, again, err)
		}
	})
}

func FuzzCheckName(f *testing.F) {
	f.Add(" a name ")
	f.Fuzz(func(t *testing.T, s string) {
		if name, err := checkName(s); err == nil && (name == "" || strings.ContainsAny(name, "\n\x00")) {
			t.Errorf("%q gave %q", s, name)
		}
	})
}

func BenchmarkAuthenticate(b *testing.B) {
	s, _, text := keyed()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := s.Authenticate(b.Context(), text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// memory is a session store in memory.
type memory struct {
	SessionStore
	data map[string][]byte
}

func (m *memory) FindCtx(_ context.Context, token string) ([]byte, bool, error) {
	data, ok := m.data[token]
	return data, ok, nil
}

func (m *memory) CommitCtx(_ context.Context, token string, data []byte, _ time.Time) error {
	m.data[token] = data
	return nil
}

func (m *memory) DeleteCtx(_ context.Context, token string) error {
	delete(m.data, token)
	return nil
}

func TestSessionsEndWhenTheyAreNotUsedAndOutliveClockSteps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSessions(&memory{data: map[string][]byte{}}, false)
		f := func(seen time.Duration, want bool) {
			t.Helper()
			ctx, err := s.load(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			cookie, err := s.start(ctx, User{ID: "u", Epoch: 2})
			if err != nil {
				t.Fatal(err)
			}
			s.manager.Put(ctx, sessionSeen, time.Now().Add(seen).Unix())
			if _, _, err := s.manager.Commit(ctx); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time it counts as just used, or is gone
				if ctx, err = s.load(t.Context(), cookie.Value); err != nil {
					t.Fatal(err)
				}
				user, epoch, err := s.signedIn(ctx)
				if (err == nil) != want || want && (user != "u" || epoch != 2) {
					t.Errorf("last seen %s from now: %q, %v", seen, user, err)
				}
			}
		}
		f(0, true)
		f(-sessionTouch-time.Second, true)
		f(-sessionIdle+time.Minute, true)
		f(-sessionIdle-time.Minute, false)
		f(48*time.Hour, true) // the clock was set back by two days
	})
}

func TestAFloodOfSignInsWaitsAndIsThenTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHasher(64)
		for range hashesAtOnce {
			if err := h.acquire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		begun := time.Now()
		if _, err := h.matches(t.Context(), "password", ""); !fault.Is(err, fault.Unavailable) || time.Since(begun) != waitForHash {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
		<-h.slots
		if _, err := h.matches(t.Context(), "password", ""); err != nil {
			t.Error(err)
		}
	})
}
