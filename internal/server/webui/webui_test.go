package webui

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

var built = fstest.MapFS{
	"dist/.keep":               {},
	"dist/index.html":          {Data: []byte("<title>UI</title>")},
	"dist/favicon.svg":         {Data: []byte("<svg/>")},
	"dist/assets/app-x1.js":    {Data: []byte("plain")},
	"dist/assets/app-x1.js.br": {Data: []byte("brotli")},
	"dist/assets/app-x1.js.gz": {Data: []byte("gzip")},
}

func get(t *testing.T, h http.Handler, path, encoding string) *http.Response {
	t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestPlacesOfTheUIGiveThePageAndMissingFilesDoNot(t *testing.T) {
	h, err := FromDist(built)
	if err != nil {
		t.Fatal(err)
	}
	f := func(path string, status int, contains string) {
		t.Helper()
		r := get(t, h, path, "")
		if b := body(t, r); r.StatusCode != status || !strings.Contains(b, contains) {
			t.Errorf("%s: %d %q", path, r.StatusCode, b)
		}
	}
	f("/", 200, "<title>UI")
	f("/settings/keys", 200, "<title>UI")
	f("/favicon.svg", 200, "<svg")
	f("/assets/app-x1.js", 200, "plain")
	f("/assets/app-old.js", 404, "")
	f("/robots.txt", 404, "")
	f("/.keep", 404, "")
	f("/assets/../../etc/passwd", 200, "<title>UI") // cleaned: a place of the UI
}

func TestHashedFilesAreCachedAndThePageIsNot(t *testing.T) {
	h, _ := FromDist(built)
	if c := get(t, h, "/assets/app-x1.js", "").Header.Get("Cache-Control"); !strings.Contains(c, "immutable") {
		t.Error(c)
	}
	r := get(t, h, "/", "")
	if c := r.Header.Get("Cache-Control"); c != "no-cache" {
		t.Error(c)
	}
	for _, part := range []string{"default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "connect-src 'self'"} {
		if !strings.Contains(r.Header.Get("Content-Security-Policy"), part) {
			t.Errorf("policy lacks %s", part)
		}
	}
}

func TestTheBestEncodingThatIsAcceptedIsSent(t *testing.T) {
	h, _ := FromDist(built)
	f := func(accept, coding, want string) {
		t.Helper()
		r := get(t, h, "/assets/app-x1.js", accept)
		if r.Header.Get("Content-Encoding") != coding || body(t, r) != want || !strings.Contains(r.Header.Get("Content-Type"), "javascript") {
			t.Errorf("%q: %q %q", accept, r.Header.Get("Content-Encoding"), r.Header.Get("Content-Type"))
		}
	}
	f("gzip, deflate, br", "br", "brotli")
	f("gzip", "gzip", "gzip")
	f("br;q=0, gzip", "gzip", "gzip")
	f("", "", "plain")
	f("zstd", "", "plain")
}

func TestOnlyReadingIsAllowed(t *testing.T) {
	h, _ := FromDist(built)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/", nil))
	if w.Code != 405 {
		t.Error(w.Code)
	}
}

func TestWithoutABuildThePageSaysSo(t *testing.T) {
	h, err := FromDist(fstest.MapFS{"dist/.keep": {}})
	if err != nil {
		t.Fatal(err)
	}
	if r := get(t, h, "/", ""); r.StatusCode != 404 || !strings.Contains(body(t, r), "/openapi.json") {
		t.Error(r.StatusCode)
	}
}

func TestADevelopmentServerIsPassedThrough(t *testing.T) {
	vite := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "vite "+r.URL.Path) }))
	defer vite.Close()
	h, err := Dev(vite.URL)
	if err != nil {
		t.Fatal(err)
	}
	if b := body(t, get(t, h, "/src/main.tsx", "")); b != "vite /src/main.tsx" {
		t.Error(b)
	}
	if _, err := Dev("nonsense"); err == nil {
		t.Error("nonsense was taken")
	}
}

func FuzzServe(f *testing.F) {
	h, err := FromDist(built)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("/a/b", "br;q=0.5, gzip")
	f.Fuzz(func(t *testing.T, path, encoding string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.URL.Path = path
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != 200 && w.Code != 404 && w.Code != 301 {
			t.Errorf("%q: %d", path, w.Code)
		}
	})
}
