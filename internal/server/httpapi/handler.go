package httpapi

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
)

// bodyLimit is the backstop for every body; routes have lower limits.
const bodyLimit = 64 << 20

// answerLimit is how long a client may take for an answer; typed routes set
// their own.
const answerLimit = 2 * time.Minute

// record collects what the access log says about one request.
type record struct {
	id        string
	client    string
	route     string // path pattern; "" when none matched
	principal string
	status    int
	bytes     int64
	err       error // internal: logged, never shown
}

type recordKey struct{}

// recordOf returns the record of the request that ctx belongs to.
func recordOf(ctx context.Context) *record {
	if rec, ok := ctx.Value(recordKey{}).(*record); ok {
		return rec
	}
	return &record{}
}

// RequestID returns the id under which the request of ctx is logged.
func RequestID(ctx context.Context) string { return recordOf(ctx).id }

// ClientIP returns the address that the request of ctx came from.
func ClientIP(ctx context.Context) string { return recordOf(ctx).client }

// ServeHTTP takes every request of the server.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	rec := &record{id: requestID(r), client: a.clientIP(r)}
	ctx, span := a.begin(context.WithValue(r.Context(), recordKey{}, rec), r)
	r = r.WithContext(ctx)
	r.Header.Del(headerInjected)
	r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
	_ = http.NewResponseController(w).SetWriteDeadline(start.Add(answerLimit)) // not every writer has deadlines
	w.Header().Set("X-Request-Id", rec.id)
	secure(w.Header(), strings.HasPrefix(a.cfg.SiteURL, "https://"))
	// SDKs join a base URL with a slash at its end and give //api/…
	if strings.HasPrefix(r.URL.Path, "//") {
		r.URL.Path = "/" + strings.TrimLeft(r.URL.Path, "/")
		r.URL.RawPath = ""
	}
	writer := &countingWriter{ResponseWriter: w, record: rec}
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			rec.err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			if rec.status == 0 {
				writeProblem(writer, http.StatusInternalServerError, "internal error")
			}
		}
		if rec.route == "" {
			rec.route = route(r.Pattern)
		}
		finish(span, r.Method, rec)
		a.Metrics.observe(r.Method, rec.route, rec.status, time.Since(start))
		a.log(r, rec, time.Since(start))
	}()
	if !a.cors(writer, r) {
		a.mux.ServeHTTP(writer, r)
	}
}

// route is the path of a mux pattern.
func route(pattern string) string {
	if _, path, ok := strings.Cut(pattern, " "); ok {
		return path
	}
	return pattern
}

// log writes the access line. Query strings, headers and bodies may hold
// secrets and are left out.
func (a *API) log(r *http.Request, rec *record, took time.Duration) {
	level := slog.LevelInfo
	switch {
	case rec.err != nil && rec.status >= 500:
		level = slog.LevelError
	case !strings.HasPrefix(r.URL.Path, "/api/"):
		level = slog.LevelDebug // assets and probes
	}
	attrs := []slog.Attr{
		slog.String("request", rec.id), slog.String("method", r.Method), slog.String("path", r.URL.Path),
		slog.Int("status", rec.status), slog.Int64("bytes", rec.bytes), slog.Duration("took", took),
		slog.String("client", rec.client),
	}
	if rec.principal != "" {
		attrs = append(attrs, slog.String("principal", rec.principal))
	}
	if rec.err != nil {
		attrs = append(attrs, slog.String("error", rec.err.Error()))
	}
	a.cfg.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// requestID takes over a caller's id when it is harmless, and makes one
// otherwise.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if len(id) == 0 || len(id) > 64 {
		return rand.Text()
	}
	for _, c := range id {
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_' || c == '.') {
			return rand.Text()
		}
	}
	return id
}

// clientIP is the address the request came from. X-Forwarded-For is believed
// only as far as it was written by trusted proxies.
func (a *API) clientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && a.trusts(host); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		host = hop.Unmap().String()
	}
	return host
}

func (a *API) trusts(host string) bool {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, p := range a.cfg.TrustedProxies {
		if p.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}

// secure sets the headers that hold for every answer. The policy allows
// nothing; pages set their own.
func secure(h http.Header, https bool) {
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	if https {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// countingWriter notes status and size.
type countingWriter struct {
	http.ResponseWriter
	record *record
}

func (w *countingWriter) WriteHeader(status int) {
	if w.record.status == 0 {
		w.record.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingWriter) Write(p []byte) (int, error) {
	if w.record.status == 0 {
		w.record.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.record.bytes += int64(n)
	return n, err
}

func (w *countingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
