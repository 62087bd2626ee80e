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

func TestSDKsGetCompiledPrompts(t *testing.T) {
	w, _ := world(t)
	id := create(t, w, `{"name":"greeting","prompt":"Hello {{name}}, {{ n }} times. {{name}}! {{other}}","tags":["b","a"],"metaProperties":{"team":"x"},"publish":{"version":"9.0.0"}}`)
	publish(t, w, id, "Ten {{name}}", "10.0.0")
	create(t, w, `{"name":"draft only","prompt":"not for anybody"}`)
	if a := w.Do(tenancytest.Call{Method: "PUT", Path: "/api/prompts/" + id + "/draft", Cookie: w.A.Session, Body: `{"prompt":"not finished"}`}); a.Status != 200 {
		t.Fatal(a.Body)
	}
	post := func(name, body string, status int, contains ...string) tenancytest.Row {
		return tenancytest.Row{Name: name, Method: "POST", Path: get, Key: w.A.Key, Body: body, Status: status, Contains: contains, Lacks: []string{"not finished", "not for anybody"}}
	}
	text := post("as text/plain", `{"name":"greeting","shouldCompile":false,"variables":{},"metaProperties":{},"source":"ts-sdk"}`, 200, `"compiledPrompt":"Ten {{name}}"`)
	text.Header = map[string]string{"Content-Type": "text/plain;charset=UTF-8"}
	slashes := post("with two slashes", `{"name":"greeting"}`, 200, `"err":null`)
	slashes.Path = "/" + get
	noKey := post("without a key", `{"name":"greeting"}`, 401, `{"err":"send an API key`, `"res":null}`)
	noKey.Key = ""
	badKey := post("with a bad key", `{"name":"greeting"}`, 401, `"err":`)
	badKey.Key = "plt_nonsense"
	stranger := post("of another tenant", `{"name":"greeting"}`, 200, `"err":"no published prompt named greeting","res":null`)
	stranger.Key = w.B.Key
	strangerID := post("of another tenant, by id", `{"id":"`+id+`"}`, 200, `"res":null`)
	strangerID.Key = w.B.Key
	spare := post("in another configuration of the project", `{"name":"greeting"}`, 200, `"res":null`)
	spare.Header = map[string]string{"x-platform-database-config-id": w.A.Spare}
	foreign := post("in a configuration of another project", `{"name":"greeting"}`, 403, `"err":`)
	foreign.Header = map[string]string{"x-platform-database-config-id": w.A.Foreign}
	w.Check(t, []tenancytest.Row{
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
		post("too large a body", `{"name":"`+strings.Repeat("x", 4<<20)+`"}`, 413, `"err":`),
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
	w.Check(t, []tenancytest.Row{
		{Name: "read", Path: one, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"status":"DRAFT","prompt":"one\ntwo {{x}}\n","variables":["x"],"tags":["t","u"],"metaProperties":{}`}, Lacks: []string{`"version":`}},
		{Name: "a key does not manage", Path: one, Key: w.A.Key, Status: 403},
		{Name: "a member changes nothing", Method: "PUT", Path: one + "/draft", Cookie: w.A.MemberCookie, Body: `{"prompt":"x"}`, Status: 403},
		{Name: "a stranger sees nothing", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "nor deletes", Method: "DELETE", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "the name is taken", Method: "POST", Path: "/api/prompts", Cookie: w.A.AdminCookie, Body: `{"name":"a","prompt":"x"}`, Status: 409, Contains: []string{"of that name already"}},
		{Name: "too large", Method: "POST", Path: "/api/prompts", Cookie: w.A.Session, Body: large, Status: 400},
		{Name: "a NUL", Method: "POST", Path: "/api/prompts", Cookie: w.A.Session, Body: `{"name":"n","prompt":"a\u0000"}`, Status: 400},
		{Name: "no text", Method: "POST", Path: "/api/prompts", Cookie: w.A.Session, Body: `{"name":"n","prompt":""}`, Status: 422},
		{Name: "a version that is none", Method: "POST", Path: "/api/prompts", Cookie: w.A.Session, Body: `{"name":"n","prompt":"x","publish":{"version":"1.0"}}`, Status: 400},
		{Name: "a draft that is all", Method: "DELETE", Path: one + "/draft", Cookie: w.A.Session, Status: 409},
		{Name: "publish", Method: "POST", Path: one + "/versions", Cookie: w.A.Session, Body: `{}`, Status: 201, Contains: []string{`"version":"1.0.0","status":"PUBLISHED"`}},
		{Name: "nothing to publish", Method: "POST", Path: one + "/versions", Cookie: w.A.Session, Body: `{}`, Status: 409, Contains: []string{"no draft"}},
		{Name: "edit", Method: "PUT", Path: one + "/draft", Cookie: w.A.AdminCookie, Body: `{"prompt":"one\nthree\n"}`, Status: 200, Contains: []string{`"versions":[{"id":"prv_`, `"status":"DRAFT","prompt":"one\nthree\n"`}},
		{Name: "diff", Path: one + "/diff?from=1.0.0&to=draft", Cookie: w.A.MemberCookie, Status: 200,
			Contains: []string{`"changes":[{"op":"same","text":"one\n"},{"op":"remove","text":"two {{x}}\n"},{"op":"add","text":"three\n"}]`}},
		{Name: "diff with itself", Path: one + "/diff?from=draft&to=draft", Cookie: w.A.Session, Status: 200, Contains: []string{`"changes":[{"op":"same","text":"one\nthree\n"}]`}},
		{Name: "diff with nothing", Path: one + "/diff?from=draft&to=7.0.0", Cookie: w.A.Session, Status: 404},
		{Name: "a number that is taken", Method: "POST", Path: one + "/versions", Cookie: w.A.Session, Body: `{"version":"1.0.0"}`, Status: 409, Contains: []string{"1.0.0 exists already"}},
		{Name: "publish a patch", Method: "POST", Path: one + "/versions", Cookie: w.A.Session, Body: `{"bump":"patch"}`, Status: 201, Contains: []string{`"version":"1.0.1"`}},
		{Name: "list", Path: "/api/prompts", Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"name":"a","version":"1.0.1","hasDraft":false,"versions":2,"tags":[]`, `"name":"zeta","version":"1.0.0"`}},
		{Name: "search", Path: "/api/prompts?search=ZE", Cookie: w.A.Session, Status: 200, Contains: []string{`"zeta"`}, Lacks: []string{id}},
		{Name: "a tag nobody has", Path: "/api/prompts?tag=t", Cookie: w.A.Session, Status: 200, Contains: []string{`"items":[]`}},
		{Name: "try", Method: "POST", Path: "/api/prompts/try", Cookie: w.A.MemberCookie, Body: `{"prompt":"{{a}} {{b}}","variables":{"a":1.50}}`, Status: 200, Contains: []string{`"compiledPrompt":"1.5 {{b}}","variables":["a","b"],"missing":["b"]`}},
		{Name: "fetch", Method: "POST", Path: get, Key: w.A.Key, Body: `{"name":"a","source":"ts-sdk"}`, Status: 200},
		{Name: "fetch again", Method: "POST", Path: get, Key: w.A.Key, Body: `{"name":"a","source":"ts-sdk"}`, Status: 200},
		{Name: "usage", Path: one + "/usage", Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"total":2`, `"apiKeyId":"` + w.A.KeyID + `","source":"ts-sdk","uses":2`}},
		{Name: "usage in the list", Path: "/api/prompts", Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"uses":2`}},
		{Name: "delete", Method: "DELETE", Path: one, Cookie: w.A.AdminCookie, Status: 204},
		{Name: "is gone", Path: one, Cookie: w.A.Session, Status: 404},
		{Name: "an id that no engine takes", Path: "/api/prompts/%00%ff", Cookie: w.A.Session, Status: 404},
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
