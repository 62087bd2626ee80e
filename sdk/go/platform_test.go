package platform

import (
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

const key = "plt_secret"

// trip answers requests without a network.
type trip func(*http.Request) (*http.Response, error)

func (f trip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func answer(status int, body string, header ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body))}
}

func client(t *testing.T, f trip) *Client {
	t.Helper()
	c, err := New(Options{URL: "http://platform.test/", APIKey: key, HTTP: f})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const ok = `{"err":null,"res":{"A":"1"}}`

func TestBusyServersAreAskedAgain(t *testing.T) {
	f := func(want string, took time.Duration, answers ...func() (*http.Response, error)) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			n := 0
			c := client(t, func(*http.Request) (*http.Response, error) {
				n++
				return answers[min(n, len(answers))-1]()
			})
			start := time.Now()
			res, err := c.Secrets(t.Context(), SecretsQuery{})
			got := fmt.Sprint(res["A"], err, " after ", n)
			if !strings.Contains(got, want) || strings.Contains(got, key) {
				t.Errorf("%s; want %s", got, want)
			}
			if d := time.Since(start); d < took/2 || d > took {
				t.Errorf("%s: waited %v, want at most %v", want, d, took)
			}
		})
	}
	says := func(status int, body string, header ...string) func() (*http.Response, error) {
		return func() (*http.Response, error) { return answer(status, body, header...), nil }
	}
	lost := func() (*http.Response, error) { return nil, errors.New("connection reset") }
	f("1<nil> after 1", 0, says(200, ok))
	f("1<nil> after 3", 600*time.Millisecond, says(503, ""), lost, says(200, ok))
	f("1<nil> after 2", 7*time.Second, says(429, "", "Retry-After", "7"), says(200, ok))
	f("1<nil> after 2", 30*time.Second, says(503, "", "Retry-After", "9999999999"), says(200, ok))
	f("not now (status 503) after 4", 1400*time.Millisecond, says(503, `{"err":"not now"}`))
	f("get secrets: ask the server: Post \"http://platform.test/api/vault/get-secrets\": connection reset after 4", 1400*time.Millisecond, lost)
	f("the API key is not valid (status 401) after 1", 0, says(401, `{"err":"the API key is not valid","res":{}}`))
	f("a problem (status 403) after 1", 0, says(403, `{"title":"Forbidden","detail":"a problem"}`))
	f("another address, which is not followed: set the URL to it (status 302) after 1", 0, says(302, "", "Location", "http://elsewhere.test"))
	f("Bad Request (status 400) after 1", 0, says(400, "<html>"))
	f("not what was expected", 0, says(200, "<html>"))
	f("get secrets: closed today after 1", 0, says(200, `{"err":"closed today","res":{}}`))
}

func TestATryThatHangsIsEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		c := client(t, func(r *http.Request) (*http.Response, error) {
			if n++; n == 1 {
				<-r.Context().Done()
				return nil, r.Context().Err()
			}
			return answer(200, ok), nil
		})
		if res, err := c.Secrets(t.Context(), SecretsQuery{}); err != nil || res["A"] != "1" || n != 2 {
			t.Errorf("%v %v after %d", res, err, n)
		}
	})
}

func TestTheCallersContextCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		defer cancel()
		c := client(t, func(*http.Request) (*http.Response, error) { return answer(503, "", "Retry-After", "20"), nil })
		start := time.Now()
		_, err := c.Secrets(ctx, SecretsQuery{})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 300*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}

func TestTheKeyDoesNotFollowRedirects(t *testing.T) {
	var asked atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer other.Close()
	first := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer first.Close()
	c, err := New(Options{URL: first.URL, APIKey: key})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Secrets(t.Context(), SecretsQuery{})
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.Status != 307 || asked.Load() != 0 {
		t.Errorf("%v, %d requests", err, asked.Load())
	}
}

func TestAnAnswerWithoutEndIsGivenUp(t *testing.T) {
	c := client(t, func(*http.Request) (*http.Response, error) {
		r := answer(200, "")
		r.Body = io.NopCloser(zeros{})
		return r, nil
	})
	if _, err := c.Secrets(t.Context(), SecretsQuery{}); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Error(err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestOptions(t *testing.T) {
	f := func(o Options, want string) {
		t.Helper()
		_, err := New(o)
		if got := fmt.Sprint(err); !strings.Contains(got, want) {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
	t.Setenv("PLATFORM_URL", "")
	t.Setenv("PLATFORM_API_KEY", "")
	f(Options{}, "PLATFORM_URL")
	f(Options{URL: "http://x"}, "PLATFORM_API_KEY")
	f(Options{URL: "platform.test", APIKey: key}, "https://host")
	f(Options{URL: "http://x", APIKey: "a\nb"}, "characters")
	t.Setenv("PLATFORM_URL", "http://from.env")
	t.Setenv("PLATFORM_API_KEY", "env")
	f(Options{}, "<nil>")
	var got *http.Request
	c, err := New(Options{Project: "prj_1", Environment: "staging", DatabaseConfig: "dbc_1", Organisation: "org_1", HTTP: trip(func(r *http.Request) (*http.Response, error) {
		got = r
		return answer(200, ok), nil
	})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Secrets(t.Context(), SecretsQuery{}); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(got.URL, got.Header)
	for _, part := range []string{"http://from.env/api/vault/get-secrets", "[Bearer env]", "X-Platform-Project-Id:[prj_1]", "X-Platform-Environment:[staging]", "X-Platform-Database-Config-Id:[dbc_1]", "X-Platform-Organisation-Id:[org_1]"} {
		if !strings.Contains(text, part) {
			t.Errorf("lacks %s: %s", part, text)
		}
	}
}

func TestOnlyTheStandardLibraryIsNeeded(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range file.Imports {
			if name, _ := strconv.Unquote(imp.Path.Value); strings.Contains(strings.SplitN(name, "/", 2)[0], ".") {
				t.Errorf("%s imports %s", path, name)
			}
		}
	}
}
