package prompts_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"

	"platform/internal/server/prompts"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const get = "/api/prompt/get-compiled"

func world(t *testing.T) (*tenancytest.World, *prompts.Service) {
	db := sqltest.Open(t, sqltest.File(t))
	s := prompts.New(db.Prompts())
	return tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{AllowedOrigins: []string{"https://app.example.com"}}, s.Routes), s
}

var idOf = regexp.MustCompile(`"id":"(prm_\w+)"`)

// create makes a prompt and returns its id.
func create(t *testing.T, w *tenancytest.World, body string) string {
	t.Helper()
	a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/prompts", Cookie: w.A.Session, Body: body})
	m := idOf.FindStringSubmatch(a.Body)
	if a.Status != 201 || m == nil {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return m[1]
}

func publish(t *testing.T, w *tenancytest.World, id, text, version string) {
	t.Helper()
	for _, c := range []tenancytest.Call{
		{Method: "PUT", Path: "/api/prompts/" + id + "/draft", Cookie: w.A.Session, Body: fmt.Sprintf(`{"prompt":%q}`, text)},
		{Method: "POST", Path: "/api/prompts/" + id + "/versions", Cookie: w.A.Session, Body: fmt.Sprintf(`{"version":%q}`, version)},
	} {
		if a := w.Do(c); a.Status >= 300 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
}

type row struct {
	name            string
	method, path    string
	key, cookie     string
	header          map[string]string
	body            string
	status          int
	contains, lacks []string
}

func run(t *testing.T, w *tenancytest.World, rows []row) {
	t.Helper()
	for _, c := range rows {
		a := w.Do(tenancytest.Call{Method: c.method, Path: c.path, Key: c.key, Cookie: c.cookie, Header: c.header, Body: c.body})
		if a.Status != c.status {
			t.Errorf("%s: status %d, want %d: %.300s", c.name, a.Status, c.status, a.Body)
		}
		for _, part := range c.contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer lacks %s: %.600s", c.name, part, a.Body)
			}
		}
		for _, part := range c.lacks {
			if strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer has %s: %.600s", c.name, part, a.Body)
			}
		}
	}
}

func TestSDKsGetCompiledPrompts(t *testing.T) {
	w, _ := world(t)
	id := create(t, w, `{"name":"greeting","prompt":"Hello {{name}}, {{ n }} times. {{name}}! {{other}}","tags":["b","a"],"metaProperties":{"team":"x"},"publish":{"version":"9.0.0"}}`)
	publish(t, w, id, "Ten {{name}}", "10.0.0")
	create(t, w, `{"name":"draft only","prompt":"secret"}`)
	if a := w.Do(tenancytest.Call{Method: "PUT", Path: "/api/prompts/" + id + "/draft", Cookie: w.A.Session, Body: `{"prompt":"unfinished"}`}); a.Status != 200 {
		t.Fatal(a.Body)
	}
	post := func(name, body string, status int, contains ...string) row {
		return row{name: name, method: "POST", path: get, key: w.A.Key, body: body, status: status, contains: contains, lacks: []string{"unfinished", "secret"}}
	}
	text := post("as text/plain", `{"name":"greeting","shouldCompile":false,"variables":{},"metaProperties":{},"source":"ts-sdk"}`, 200, `"compiledPrompt":"Ten {{name}}"`)
	text.header = map[string]string{"Content-Type": "text/plain;charset=UTF-8"}
	slashes := post("with two slashes", `{"name":"greeting"}`, 200, `"err":null`)
	slashes.path = "/" + get
	noKey := post("without a key", `{"name":"greeting"}`, 401, `{"err":"send an API key`, `"res":null}`)
	noKey.key = ""
	badKey := post("with a bad key", `{"name":"greeting"}`, 401, `"err":`)
	badKey.key = "plt_nonsense"
	stranger := post("of another tenant", `{"name":"greeting"}`, 200, `"err":"no published prompt named greeting","res":null`)
	stranger.key = w.B.Key
	strangerID := post("of another tenant, by id", `{"id":"`+id+`"}`, 200, `"res":null`)
	strangerID.key = w.B.Key
	spare := post("in another configuration of the project", `{"name":"greeting"}`, 200, `"res":null`)
	spare.header = map[string]string{"x-platform-database-config-id": w.A.Spare}
	foreign := post("in a configuration of another project", `{"name":"greeting"}`, 403, `"err":`)
	foreign.header = map[string]string{"x-platform-database-config-id": w.A.Foreign}
	run(t, w, []row{
		post("by name the newest", `{"name":"greeting","shouldCompile":true,"variables":{"name":"you"}}`, 200,
			`{"err":null,"res":{"promptId":"`+id+`","versionId":"prv_`, `"name":"greeting","version":"10.0.0","tags":[],"metaProperties":{},"prompt":"Ten {{name}}","compiledPrompt":"Ten you"}}`),
		post("a version by id", `{"id":"`+id+`","version":"9.0.0","variables":{"name":"{{n}} <b>","n":3}}`, 200,
			`"version":"9.0.0","tags":["a","b"],"metaProperties":{"team":"x"}`, `"compiledPrompt":"Hello {{n}} <b>, 3 times. {{n}} <b>! {{other}}"`),
		post("a version by promptId", `{"promptId":"`+id+`","version":"9.0.0","shouldCompile":false,"variables":{"name":"x"},"source":"python-sdk"}`, 200, `"compiledPrompt":"Hello {{name}}, {{ n }}`),
		post("nulls are nothing", `{"name":"greeting","promptId":null,"id":null,"version":null,"shouldCompile":null,"variables":null,"metaProperties":null,"source":null}`, 200, `"err":null`),
		post("neither name nor id", `{}`, 200, `{"err":"name or id of the prompt is required","res":null}`),
		post("unknown", `{"name":"nobody"}`, 200, `{"err":"no published prompt named nobody","res":null}`),
		post("a draft only", `{"name":"draft only"}`, 200, `"err":"no published prompt named draft only"`),
		post("an unknown version", `{"name":"greeting","version":"3.0.0"}`, 200, `"err":"no published prompt named greeting has the version 3.0.0"`),
		post("a version that is none", `{"name":"greeting","version":"DRAFT"}`, 200, `"err":"a version is three numbers, for example 1.2.0"`),
		post("a NUL", `{"name":"a\u0000"}`, 200, `"res":null`),
		post("too large a text", `{"name":"greeting","version":"9.0.0","variables":{"name":"`+strings.Repeat("x", 2<<20)+`"}}`, 200, `"err":"the prompt with its variables has more than`),
		post("no JSON", `{`, 200, `{"err":"Invalid JSON body","res":null}`),
		post("a list", `[]`, 200, `"err":"the body is not a JSON object"`),
		post("a wrong type", `{"name":5}`, 200, `"err":"name is not of the right type"`),
		text, slashes, noKey, badKey, stranger, strangerID, spare, foreign,
	})
}

func TestBrowsersOfAllowedOriginsMayAsk(t *testing.T) {
	w, _ := world(t)
	f := func(origin string, status int, allow string) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: "OPTIONS", Path: get, Header: map[string]string{"Origin": origin, "Access-Control-Request-Method": "POST"}})
		if a.Status != status || a.Header.Get("Access-Control-Allow-Origin") != allow {
			t.Errorf("%s: %d, %q", origin, a.Status, a.Header.Get("Access-Control-Allow-Origin"))
		}
	}
	f("https://app.example.com", 204, "https://app.example.com")
	f("https://evil.example.com", 403, "")
}

func TestPromptsOverHTTP(t *testing.T) {
	w, _ := world(t)
	id := create(t, w, `{"name":"a","prompt":"one\ntwo {{x}}\n","tags":["t","t"," u "]}`)
	one := "/api/prompts/" + id
	create(t, w, `{"name":"zeta","prompt":"z","publish":{}}`)
	large := `{"name":"large","prompt":"` + strings.Repeat("x", 256<<10+1) + `"}`
	run(t, w, []row{
		{name: "read", path: one, cookie: w.A.MemberCookie, status: 200, contains: []string{`"status":"DRAFT","prompt":"one\ntwo {{x}}\n","variables":["x"],"tags":["t","u"],"metaProperties":{}`}, lacks: []string{`"version":`}},
		{name: "a key does not manage", path: one, key: w.A.Key, status: 403},
		{name: "a member changes nothing", method: "PUT", path: one + "/draft", cookie: w.A.MemberCookie, body: `{"prompt":"x"}`, status: 403},
		{name: "a stranger sees nothing", path: one, cookie: w.B.Session, status: 404},
		{name: "nor deletes", method: "DELETE", path: one, cookie: w.B.Session, status: 404},
		{name: "the name is taken", method: "POST", path: "/api/prompts", cookie: w.A.AdminCookie, body: `{"name":"a","prompt":"x"}`, status: 409, contains: []string{"of that name already"}},
		{name: "too large", method: "POST", path: "/api/prompts", cookie: w.A.Session, body: large, status: 400},
		{name: "a NUL", method: "POST", path: "/api/prompts", cookie: w.A.Session, body: `{"name":"n","prompt":"a\u0000"}`, status: 400},
		{name: "no text", method: "POST", path: "/api/prompts", cookie: w.A.Session, body: `{"name":"n","prompt":""}`, status: 422},
		{name: "a version that is none", method: "POST", path: "/api/prompts", cookie: w.A.Session, body: `{"name":"n","prompt":"x","publish":{"version":"1.0"}}`, status: 400},
		{name: "a draft that is all", method: "DELETE", path: one + "/draft", cookie: w.A.Session, status: 409},
		{name: "publish", method: "POST", path: one + "/versions", cookie: w.A.Session, body: `{}`, status: 201, contains: []string{`"version":"1.0.0","status":"PUBLISHED"`}},
		{name: "nothing to publish", method: "POST", path: one + "/versions", cookie: w.A.Session, body: `{}`, status: 409, contains: []string{"no draft"}},
		{name: "edit", method: "PUT", path: one + "/draft", cookie: w.A.AdminCookie, body: `{"prompt":"one\nthree\n"}`, status: 200, contains: []string{`"versions":[{"id":"prv_`, `"status":"DRAFT","prompt":"one\nthree\n"`}},
		{name: "diff", path: one + "/diff?from=1.0.0&to=draft", cookie: w.A.MemberCookie, status: 200,
			contains: []string{`"changes":[{"op":"same","text":"one\n"},{"op":"remove","text":"two {{x}}\n"},{"op":"add","text":"three\n"}]`}},
		{name: "diff with itself", path: one + "/diff?from=draft&to=draft", cookie: w.A.Session, status: 200, contains: []string{`"changes":[{"op":"same","text":"one\nthree\n"}]`}},
		{name: "diff with nothing", path: one + "/diff?from=draft&to=7.0.0", cookie: w.A.Session, status: 404},
		{name: "a number that is taken", method: "POST", path: one + "/versions", cookie: w.A.Session, body: `{"version":"1.0.0"}`, status: 409, contains: []string{"1.0.0 exists already"}},
		{name: "publish a patch", method: "POST", path: one + "/versions", cookie: w.A.Session, body: `{"bump":"patch"}`, status: 201, contains: []string{`"version":"1.0.1"`}},
		{name: "list", path: "/api/prompts", cookie: w.A.MemberCookie, status: 200, contains: []string{`"name":"a","version":"1.0.1","hasDraft":false,"versions":2,"tags":[]`, `"name":"zeta","version":"1.0.0"`}},
		{name: "search", path: "/api/prompts?search=ZE", cookie: w.A.Session, status: 200, contains: []string{`"zeta"`}, lacks: []string{id}},
		{name: "a tag nobody has", path: "/api/prompts?tag=t", cookie: w.A.Session, status: 200, contains: []string{`"items":[]`}},
		{name: "try", method: "POST", path: "/api/prompts/try", cookie: w.A.MemberCookie, body: `{"prompt":"{{a}} {{b}}","variables":{"a":1.50}}`, status: 200, contains: []string{`"compiledPrompt":"1.5 {{b}}","variables":["a","b"],"missing":["b"]`}},
		{name: "fetch", method: "POST", path: get, key: w.A.Key, body: `{"name":"a","source":"ts-sdk"}`, status: 200},
		{name: "fetch again", method: "POST", path: get, key: w.A.Key, body: `{"name":"a","source":"ts-sdk"}`, status: 200},
		{name: "usage", path: one + "/usage", cookie: w.A.MemberCookie, status: 200, contains: []string{`"total":2`, `"apiKeyId":"` + w.A.KeyID + `","source":"ts-sdk","uses":2`}},
		{name: "usage in the list", path: "/api/prompts", cookie: w.A.MemberCookie, status: 200, contains: []string{`"uses":2`}},
		{name: "delete", method: "DELETE", path: one, cookie: w.A.AdminCookie, status: 204},
		{name: "is gone", path: one, cookie: w.A.Session, status: 404},
		{name: "an id that no engine takes", path: "/api/prompts/%00%ff", cookie: w.A.Session, status: 404},
	})
}

func TestCountsAreWrittenWhenTheServerStops(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	s := prompts.New(db.Prompts())
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, s.Routes)
	id := create(t, w, `{"name":"a","prompt":"x","publish":{}}`)
	w.Do(tenancytest.Call{Method: "POST", Path: get, Key: w.A.Key, Body: `{"name":"a"}`})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s.Run(ctx, slog.New(slog.DiscardHandler))
	other := prompts.New(db.Prompts()) // has counted nothing itself
	if uses, err := other.Uses(t.Context(), w.A.Database, id, 1); err != nil || len(uses) != 1 || uses[0].Count != 1 {
		t.Errorf("%+v %v", uses, err)
	}
}
