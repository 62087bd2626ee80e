package tenancy

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"platform/internal/server/fault"
)

// SessionStore keeps browser sessions under hashes of their tokens.
type SessionStore interface {
	scs.CtxStore
	// DeleteExpired removes the sessions that ended before at.
	DeleteExpired(ctx context.Context, at time.Time) error
}

const (
	sessionLifetime = 7 * 24 * time.Hour
	sessionIdle     = 24 * time.Hour
	sessionTouch    = 5 * time.Minute // how often the last use is written
)

// Keys of the values in a session.
const (
	sessionUser  = "user"
	sessionEpoch = "epoch"
	sessionSeen  = "seen"
)

// sessions keeps who is signed in in which browser.
type sessions struct {
	manager *scs.SessionManager
	store   SessionStore
}

func newSessions(store SessionStore, secure bool) *sessions {
	// Not scs.New, which starts a store of its own with a goroutine that never
	// ends.
	m := &scs.SessionManager{Store: store, Lifetime: sessionLifetime, Codec: scs.GobCodec{}, HashTokenInStore: true,
		Cookie: scs.SessionCookie{Name: CookieName(secure), Path: "/", HttpOnly: true, Secure: secure, SameSite: http.SameSiteLaxMode}}
	return &sessions{manager: m, store: store}
}

// CookieName is the name of the session cookie. Over HTTPS the prefix makes
// browsers refuse a cookie that another host of the domain has set.
func CookieName(secure bool) string {
	if secure {
		return "__Host-platform_session"
	}
	return "platform_session"
}

var errSession = fault.New(fault.Unauthenticated, "sign in first")

// load returns a context with the session of token: an empty one when there
// is none.
func (s *sessions) load(ctx context.Context, token string) (context.Context, error) {
	loaded, err := s.manager.Load(ctx, token)
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	return loaded, nil
}

// signedIn returns id and epoch of the user of the session in ctx, and notes
// that it was used.
func (s *sessions) signedIn(ctx context.Context) (user string, epoch int64, err error) {
	user = s.manager.GetString(ctx, sessionUser)
	if user == "" {
		return "", 0, errSession
	}
	idle := time.Since(time.Unix(s.manager.GetInt64(ctx, sessionSeen), 0))
	if idle > sessionIdle {
		if err := s.manager.Destroy(ctx); err != nil {
			return "", 0, fmt.Errorf("end idle session: %w", err)
		}
		return "", 0, fault.New(fault.Unauthenticated, "the session ended because it was not used: sign in again")
	}
	if idle > sessionTouch || idle < -sessionTouch { // also after the clock was set back
		s.manager.Put(ctx, sessionSeen, time.Now().Unix())
		if _, _, err := s.manager.Commit(ctx); err != nil {
			return "", 0, fmt.Errorf("note use of session: %w", err)
		}
	}
	return user, s.manager.GetInt64(ctx, sessionEpoch), nil
}

// start signs user in: a new token, whatever the browser had before.
func (s *sessions) start(ctx context.Context, user User) (http.Cookie, error) {
	if err := s.manager.RenewToken(ctx); err != nil {
		return http.Cookie{}, fmt.Errorf("renew session: %w", err)
	}
	s.manager.Put(ctx, sessionUser, user.ID)
	s.manager.Put(ctx, sessionEpoch, user.Epoch)
	s.manager.Put(ctx, sessionSeen, time.Now().Unix())
	token, expires, err := s.manager.Commit(ctx)
	if err != nil {
		return http.Cookie{}, fmt.Errorf("store session: %w", err)
	}
	cookie := s.cookie(token)
	cookie.Expires = expires
	cookie.MaxAge = int(sessionLifetime / time.Second)
	return cookie, nil
}

// end signs out and returns the cookie that makes the browser forget.
func (s *sessions) end(ctx context.Context) (http.Cookie, error) {
	if err := s.manager.Destroy(ctx); err != nil {
		return http.Cookie{}, fmt.Errorf("end session: %w", err)
	}
	cookie := s.cookie("")
	cookie.MaxAge = -1
	return cookie, nil
}

func (s *sessions) cookie(value string) http.Cookie {
	c := s.manager.Cookie
	return http.Cookie{Name: c.Name, Value: value, Path: "/", HttpOnly: true, Secure: c.Secure, SameSite: c.SameSite}
}
