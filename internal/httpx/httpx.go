// Package httpx holds what every HTTP server of this module needs: a listener
// with a life of its own, and the check of a bearer token.
package httpx

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"
)

// Server serves one handler on one address.
type Server struct {
	listener net.Listener
	http     *http.Server
}

// Listen opens addr and sets the time-outs that keep slow clients from
// holding connections. Nothing is served before Serve.
func Listen(ctx context.Context, addr string, handler http.Handler, log *slog.Logger) (*Server, error) {
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", addr, err)
	}
	return &Server{listener: forgetful{listener}, http: &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}}, nil
}

// Addr is the address that is listened on, with the port the system chose
// when the wanted one was 0.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Close gives the address up when it was never served.
func (s *Server) Close() error { return s.listener.Close() }

// Serve answers requests until ctx ends, then lets those under way finish for
// at most grace before it cuts them.
func (s *Server) Serve(ctx context.Context, grace time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- s.http.Serve(s.listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", s.Addr(), err)
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := s.http.Shutdown(end); err != nil {
		s.http.Close()
	}
	if err := <-failed; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve %s: %w", s.Addr(), err)
	}
	return nil
}

// Bearer returns the token of an Authorization header, "" when it holds none.
func Bearer(authorization string) string {
	scheme, token, found := strings.Cut(strings.TrimSpace(authorization), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// SameToken compares two secrets in a time that tells nothing about either.
func SameToken(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// RequireToken lets through only requests that carry token as bearer; an empty
// token lets every request through.
func RequireToken(token string, next http.Handler) http.Handler {
	if token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := Bearer(r.Header.Get("Authorization")); got == "" || !SameToken(got, token) {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "a valid bearer token is required", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}
