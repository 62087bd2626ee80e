package httpapi

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"platform/internal/server/fault"
)

// open lets every request through.
type open struct{}

func (open) Resolve(ctx context.Context, r Request) (Resolved, error) {
	return Resolved{Context: ctx, Principal: "tester"}, nil
}

type thing struct {
	Body struct {
		Password string `json:"password" minLength:"12"`
	}
}

func testAPI(t testing.TB, cfg Config) (*API, *bytes.Buffer) {
	t.Helper()
	log := &bytes.Buffer{}
	cfg.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	cfg.SessionCookie = "session"
	a, err := New(cfg, open{})
	if err != nil {
		t.Fatal(err)
	}
	op := func(id, path string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: path, Summary: id, Security: Public, MaxBodyBytes: 1000}
	}
	huma.Register(a, op("echo", "/api/echo"), func(context.Context, *thing) (*struct{}, error) { return nil, nil })
	huma.Register(a, op("broken", "/api/broken"), func(context.Context, *struct{}) (*struct{}, error) {
		return nil, errors.New("open /var/lib/secret: hunter2")
	})
	huma.Register(a, op("panic", "/api/panic"), func(context.Context, *struct{}) (*struct{}, error) { panic("hunter2") })
	huma.Register(a, op("busy", "/api/busy"), func(context.Context, *struct{}) (*struct{}, error) {
		return nil, fault.New(fault.Unavailable, "the engine starts").After(3 * time.Second)
	})
	huma.Register(a, TimeLimit(op("slow", "/api/slow"), time.Second), func(ctx context.Context, _ *struct{}) (*struct{}, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	huma.Register(a, huma.Operation{OperationID: "session", Method: http.MethodPost, Path: "/api/session-only", Summary: "s", Security: Session()},
		func(context.Context, *struct{}) (*struct{}, error) { return nil, nil })
	return a, log
}

func post(a *API, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "http://platform.test"+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w
}

func TestErrorsAreProblemsAndInternalOnesSayNothing(t *testing.T) {
	a, log := testAPI(t, Config{})
	f := func(path, body string, status int, contains string) {
		t.Helper()
		w := post(a, path, body)
		if w.Code != status || !strings.Contains(w.Body.String(), contains) || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %s", path, w.Code, w.Header().Get("Content-Type"), w.Body)
		}
		if strings.Contains(w.Body.String(), "hunter2") {
			t.Errorf("%s: the answer shows what is internal: %s", path, w.Body)
		}
	}
	f("/api/broken", "", 500, "internal error")
	f("/api/panic", "", 500, "internal error")
	f("/api/busy", "", 503, "the engine starts")
	f("/api/nowhere", "", 404, "no such endpoint")
	f("/api/echo", `{"password":"hunter2"}`, 422, "body.password")
	f("/api/echo", `{"password":`, 400, "")
	f("/api/echo", strings.Repeat("x", 2000), 413, "")
	if !strings.Contains(log.String(), "open /var/lib/secret") || !strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("the log lacks the cause: %s", log)
	}
	if got := post(a, "/api/busy", "").Header().Get("Retry-After"); got != "3" {
		t.Errorf("Retry-After %q", got)
	}
}

func TestASlowHandlerIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, _ := testAPI(t, Config{})
		if w := post(a, "/api/slow", ""); w.Code != 503 || !strings.Contains(w.Body.String(), "took too long") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

func TestWrongMethodsNameTheRightOnes(t *testing.T) {
	a, _ := testAPI(t, Config{})
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest("GET", "/api/echo", nil))
	if w.Code != 405 || w.Header().Get("Allow") != "POST" {
		t.Errorf("%d, Allow %q", w.Code, w.Header().Get("Allow"))
	}
}

func TestTheAccessLogHoldsNoSecrets(t *testing.T) {
	a, log := testAPI(t, Config{})
	post(a, "/api/echo?token=hunter2", `{"password":"hunter2-hunter2"}`, "Authorization", "Bearer hunter2", "Cookie", "session=hunter2", "x-secret", "hunter2")
	if strings.Contains(log.String(), "hunter2") {
		t.Error(log)
	}
	for _, part := range []string{"method=POST", "path=/api/echo", "status=204", "principal=tester", "client=192.0.2.1", "took=", "request="} {
		if !strings.Contains(log.String(), part) {
			t.Errorf("%s lacks %s", log, part)
		}
	}
}

func TestRequestIDsAreTakenOverWhenHarmless(t *testing.T) {
	a, _ := testAPI(t, Config{})
	f := func(given string, kept bool) {
		t.Helper()
		got := post(a, "/api/busy", "", "X-Request-Id", given).Header().Get("X-Request-Id")
		if (got == given) != kept || got == "" {
			t.Errorf("given %q, got %q", given, got)
		}
	}
	f("abc-123_X.y", true)
	f("", false)
	f("a b", false)
	f("a\"b", false)
	f(strings.Repeat("x", 65), false)
}

func TestOtherSitesCannotUseACookie(t *testing.T) {
	a, _ := testAPI(t, Config{SiteURL: "https://platform.example.com"})
	f := func(want int, header ...string) {
		t.Helper()
		if w := post(a, "/api/session-only", "", append(header, "Cookie", "session=x")...); w.Code != want {
			t.Errorf("%v: %d, want %d", header, w.Code, want)
		}
	}
	f(204)
	f(204, "Sec-Fetch-Site", "same-origin", "Origin", "http://platform.test")
	f(204, "Origin", "http://platform.test")
	f(204, "Origin", "https://platform.example.com", "Sec-Fetch-Site", "cross-site") // the configured site, through a proxy
	f(403, "Sec-Fetch-Site", "cross-site")
	f(403, "Sec-Fetch-Site", "same-site", "Origin", "https://other.example.com")
	f(403, "Origin", "https://evil.example.com")
	f(403, "Origin", "null")
	if w := post(a, "/api/echo", `{"password":"long enough pw"}`, "Origin", "https://evil.example.com"); w.Code != 403 {
		t.Errorf("a public route that changes something, from another site: %d", w.Code)
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	a, _ := testAPI(t, Config{SiteURL: "https://platform.example.com"})
	for _, path := range []string{"/api/busy", "/api/nowhere", "/healthz"} {
		h := post(a, path, "").Header()
		for name, want := range map[string]string{"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Strict-Transport-Security": "max-age=31536000"} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, h.Get(name))
			}
		}
	}
}

func TestReadinessSaysWhatIsMissing(t *testing.T) {
	a, _ := testAPI(t, Config{})
	get := func() (int, string) {
		w := httptest.NewRecorder()
		a.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
		return w.Code, w.Body.String()
	}
	broken := errors.New("libchdb.so: not found")
	a.Ready("control store", func(context.Context) error { return nil })
	a.Ready("engine", func(context.Context) error { return broken })
	if code, body := get(); code != 503 || !strings.Contains(body, `"engine":"libchdb.so: not found"`) || !strings.Contains(body, `"control store":"ok"`) {
		t.Errorf("%d %s", code, body)
	}
	broken = nil
	if code, body := get(); code != 200 {
		t.Errorf("%d %s", code, body)
	}
	w := httptest.NewRecorder()
	a.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
	if w.Code != 200 {
		t.Errorf("health: %d", w.Code)
	}
}

func TestMetricsCountRequestsByRoute(t *testing.T) {
	a, _ := testAPI(t, Config{MetricsToken: "scrape"})
	post(a, "/api/busy", "")
	post(a, "/api/busy", "")
	post(a, "/api/nowhere", "")
	a.Metrics.Counter("platform_test_total", "A test.", func() float64 { return 7 })
	get := func(token string) (int, string) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		a.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if code, _ := get("wrong"); code != 401 {
		t.Errorf("without the token: %d", code)
	}
	_, text := get("scrape")
	for _, line := range []string{
		`platform_http_requests_total{method="POST",route="/api/busy",status="503"} 2`,
		`platform_http_requests_total{method="POST",route="/api/",status="404"} 1`,
		`platform_http_request_duration_seconds_count{route="/api/busy"} 2`,
		`platform_http_request_duration_seconds_bucket{route="/api/busy",le="+Inf"} 2`,
		"platform_test_total 7", "platform_server_goroutines "} {
		if !strings.Contains(text, line) {
			t.Errorf("metrics lack %s", line)
		}
	}
}

func TestForwardedAddressesAreBelievedOnlyFromTrustedProxies(t *testing.T) {
	a, _ := testAPI(t, Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}})
	f := func(remote, forwarded, want string) {
		t.Helper()
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = remote
		r.Header.Set("X-Forwarded-For", forwarded)
		if got := a.clientIP(r); got != want {
			t.Errorf("from %s forwarded for %q: %s, want %s", remote, forwarded, got, want)
		}
	}
	f("203.0.113.9:1", "1.2.3.4", "203.0.113.9")
	f("10.0.0.1:1", "1.2.3.4", "1.2.3.4")
	f("10.0.0.1:1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4") // what the client itself wrote is passed over
	f("10.0.0.1:1", "junk", "10.0.0.1")
	f("10.0.0.1:1", "", "10.0.0.1")
	f("[2001:db8::1]:1", "1.2.3.4", "2001:db8::1")
}

func FuzzHeaders(f *testing.F) {
	a, _ := testAPI(f, Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0")}})
	f.Add("1.2.3.4, ::1", "id", "https://a", "//api/busy")
	f.Fuzz(func(t *testing.T, forwarded, id, origin, path string) {
		if len(path) == 0 || path[0] != '/' {
			path = "/" + path
		}
		r := httptest.NewRequest("POST", "/", nil)
		r.URL.Path = path
		r.Header.Set("X-Forwarded-For", forwarded)
		r.Header.Set("X-Request-Id", id)
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		a.ServeHTTP(w, r)
		if w.Code == 500 && !strings.HasSuffix(path, "/broken") && !strings.HasSuffix(path, "/panic") {
			t.Errorf("%q: %s", path, w.Body)
		}
		if strings.ContainsAny(w.Header().Get("X-Request-Id"), "\r\n\"") {
			t.Error("the request id was taken over")
		}
	})
}

// Detail has the name of another package's type.
type Detail struct{ Text string }

func TestTypesOfOneNameGetSchemasOfTheirOwn(t *testing.T) {
	name := schemaNames()
	for range 2 {
		if got := name(reflect.TypeFor[fault.Detail](), ""); got != "Detail" {
			t.Errorf("the first is %s", got)
		}
		if got := name(reflect.TypeFor[Detail](), ""); got != "HttpapiDetail" {
			t.Errorf("the second is %s", got)
		}
	}
}

func TestRequestsAreSpansOfTheCallersTrace(t *testing.T) {
	a, _ := testAPI(t, Config{})
	spans := tracetest.NewInMemoryExporter()
	a.Trace(sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)).Tracer("test"))
	post(a, "/api/broken?token=hunter2", "", "Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	got := spans.GetSpans()
	if len(got) != 1 || got[0].Name != "POST /api/broken" || got[0].SpanContext.TraceID().String() != "0af7651916cd43dd8448eb211c80319c" ||
		got[0].Status.Code != codes.Error || got[0].Parent.SpanID().String() != "b7ad6b7169203331" {
		t.Fatalf("%+v", got)
	}
	for _, kv := range got[0].Attributes {
		if strings.Contains(kv.Value.String(), "hunter2") {
			t.Errorf("%s holds the query", kv.Key)
		}
	}
}
