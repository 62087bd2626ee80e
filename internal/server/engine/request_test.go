package engine

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestABodyBeyondTheLimitIsRefused(t *testing.T) {
	r := &limited{r: strings.NewReader("12345"), left: 4, max: 4}
	got, err := io.ReadAll(r)
	if code, _ := codeOf(err); code != codeTooLarge {
		t.Errorf("read %q, %v", got, err)
	}
	r = &limited{r: strings.NewReader("1234"), left: 4, max: 4}
	if got, err := io.ReadAll(r); err != nil || string(got) != "1234" {
		t.Errorf("read %q, %v", got, err)
	}
}

func TestALongStatementIsReadWhole(t *testing.T) {
	sql := "SELECT '" + strings.Repeat("x", 3*headBytes) + "'"
	r := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/"}}
	q, err := readRequest(r, strings.NewReader(sql))
	if err != nil || q.statement.kind != query || q.sql != sql {
		t.Errorf("%v", err)
	}
	_, err = readRequest(r, strings.NewReader("SELECT '"+strings.Repeat("x", queryBytes)+"'"))
	if code, _ := codeOf(err); code != codeTooLarge {
		t.Errorf("got %v", err)
	}
}

func TestSettingsCannotEscapeTheirQuotes(t *testing.T) {
	f := func(value, want string) {
		t.Helper()
		r := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/", RawQuery: url.Values{"param_x": {"y"}, "max_threads": {value}, "query": {"SELECT 1"}}.Encode()}}
		q, err := readRequest(r, strings.NewReader(""))
		if got := q.preparation("/*m*/"); err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%q: %v, %v", value, got, err)
		}
	}
	f("x", "SET log_comment = '/*m*/', max_threads = 'x'")
	f("x'; DROP TABLE t", `SET log_comment = '/*m*/', max_threads = 'x\'; DROP TABLE t'`)
	f(`\`, `SET log_comment = '/*m*/', max_threads = '\\'`)
}

// FuzzRequest checks that no URL and no body make reading fail to end, and that
// what it makes of them is one statement each.
func FuzzRequest(f *testing.F) {
	f.Add("query=SELECT+1&max_threads=1&param_x=y", "body")
	f.Add("database=a`b&session_id=x&session_timeout=5", "INSERT INTO t FORMAT CSV\n1")
	f.Add("compress=1&a%27b=1", "SELECT 1")
	f.Fuzz(func(t *testing.T, query, body string) {
		r := &http.Request{Method: http.MethodPost, URL: &url.URL{Path: "/", RawQuery: query}}
		q, err := readRequest(r, strings.NewReader(body))
		if err != nil {
			return
		}
		for _, sql := range q.preparation("/*m*/") {
			if s, err := parse(sql); err != nil || s.kind != other {
				t.Fatalf("preparation %q: %v", sql, err)
			}
		}
		if q.statement.kind == insert {
			if _, err := io.Copy(io.Discard, q.data); err != nil {
				t.Fatal(err)
			}
		}
	})
}
