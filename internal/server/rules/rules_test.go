package rules_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"platform/internal/server/prompts"
	"platform/internal/server/rules"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const (
	evaluate = "/api/rule-engine/evaluate"
	path     = "/api/rule-engine/rules"
	contexts = "/api/rule-engine/contexts"
)

func world(t *testing.T) *tenancytest.World {
	db := sqltest.Open(t, sqltest.File(t))
	p := prompts.New(db.Prompts())
	return tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, p.Routes, rules.New(db.Rules(), p).Routes)
}

var idOf = regexp.MustCompile(`"id":"((?:rul|ctx|prm)_\w+)"`)

// post creates a record of tenant A and returns its id.
func post(t *testing.T, w *tenancytest.World, path, body string) string {
	t.Helper()
	a := w.Do(tenancytest.Call{Method: "POST", Path: path, Cookie: w.A.Session, Body: body})
	m := idOf.FindStringSubmatch(a.Body)
	if a.Status != 201 || m == nil {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return m[1]
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

// conditions is the JSON of one group.
func conditions(join string, list ...string) string {
	return fmt.Sprintf(`[{"condition_operator":%q,"conditions":[%s]}]`, join, strings.Join(list, ","))
}

const (
	isGPT    = `{"field":"model","operator":"starts_with","value":"gpt","data_type":"string"}`
	isCostly = `{"field":"cost","operator":"gt","value":"1","data_type":"number"}`
)

func TestSDKsEvaluateRules(t *testing.T) {
	w := world(t)
	note := post(t, w, contexts, `{"name":"facts","content":"the text","tags":["t"],"meta_properties":{"k":"v"}}`)
	prompt := post(t, w, "/api/prompts", `{"name":"p","prompt":"Hi {{name}}","publish":{"version":"1.0.0"}}`)
	both := post(t, w, path, `{"name":"both","condition_groups":`+conditions("AND", isGPT, isCostly)+`,"entities":[{"entity_type":"context","entity_id":"`+note+`"},{"entity_type":"context","entity_id":"ctx_0gone"}]}`)
	either := post(t, w, path, `{"name":"either","condition_groups":`+conditions("OR", isGPT, isCostly)+`,"entities":[{"entity_type":"prompt","entity_id":"`+prompt+`"},{"entity_type":"evaluation","entity_id":"bias"}]}`)
	post(t, w, path, `{"name":"asleep","status":"INACTIVE","condition_groups":`+conditions("OR", isGPT)+`,"entities":[{"entity_type":"context","entity_id":"ctx_asleep"}]}`)
	post(t, w, path, `{"name":"empty","entities":[{"entity_type":"context","entity_id":"ctx_empty"}]}`)
	ask := func(name, body string, status int, contains ...string) row {
		return row{name: name, method: "POST", path: evaluate, key: w.A.Key, body: body, status: status, contains: contains, lacks: []string{"ctx_asleep", "ctx_empty"}}
	}
	matching := `{"matchingRuleIds":["` + both + `"],"entities":[{"rule_id":"` + both + `","entity_type":"context","entity_id":"` + note + `"},{"rule_id":"` + both + `","entity_type":"context","entity_id":"ctx_0gone"}]}`
	missing := ask("a missing field fails its condition", `{"entity_type":"context","fields":{"model":"gpt-4o"}}`, 200, `{"matchingRuleIds":[],"entities":[]}`)
	missing.lacks = []string{"entity_data"}
	noKey := ask("without a key", `{}`, 401, `{"err":"send an API key`)
	noKey.key = ""
	stranger := ask("of another tenant", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, `{"matchingRuleIds":[],"entities":[]}`)
	stranger.key = w.B.Key
	text := ask("as text/plain", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, matching)
	text.header = map[string]string{"Content-Type": "text/plain"}
	injected := ask("a database that the client injects", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, `"matchingRuleIds":[]`)
	injected.key, injected.header = w.B.Key, map[string]string{"x-database-config-id": w.A.Database}
	run(t, w, []row{
		ask("all match", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2},"include_entity_data":false,"metaProperties":{},"source":"ts-sdk"}`, 200, matching),
		missing,
		ask("with data", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":"2"},"include_entity_data":true}`, 200,
			`"entity_data":{"context:ctx_0gone":null,"context:`+note+`":{"id":"`+note+`","name":"facts","description":"","content":"the text","tags":["t"],"meta_properties":{"k":"v"},"created_by":"usr_`),
		ask("a prompt", `{"entity_type":"prompt","fields":{"cost":5},"include_entity_data":true,"entity_inputs":{"variables":{"name":"you"}}}`, 200,
			`{"matchingRuleIds":["`+either+`"]`, `"entity_data":{"prompt:`+prompt+`":{"promptId":"`+prompt+`","versionId":"`, `"prompt":"Hi {{name}}","compiledPrompt":"Hi you"}}`),
		ask("a prompt as it is", `{"entity_type":"prompt","fields":{"cost":5},"include_entity_data":true,"entity_inputs":{"variables":{"name":"you"},"version":"1.0.0","shouldCompile":false}}`, 200, `"compiledPrompt":"Hi {{name}}"`),
		ask("a version that is not there", `{"entity_type":"prompt","fields":{"cost":5},"include_entity_data":true,"entity_inputs":{"version":"2.0.0"}}`, 200, `"entity_data":{"prompt:`+prompt+`":null}`),
		ask("evaluations carry no data", `{"entity_type":"evaluation","fields":{"cost":5},"include_entity_data":true}`, 200, `"entity_id":"bias"}],"entity_data":{}}`),
		ask("nulls are nothing", `{"entity_type":"evaluation","fields":{"cost":5},"include_entity_data":null,"entity_inputs":null,"source":null}`, 200, `"bias"`),
		ask("no JSON", `{`, 400, `{"err":"Invalid JSON body"}`),
		ask("no type", `{"fields":{"a":1}}`, 400, `{"err":"entity_type is none of`),
		ask("another type", `{"entity_type":"secret","fields":{"a":1}}`, 400, `{"err":"entity_type is none of`),
		ask("no fields", `{"entity_type":"context"}`, 400, `{"err":"fields needs`),
		ask("fields that are none", `{"entity_type":"context","fields":[1]}`, 400, `{"err":"fields is not of the right type"}`),
		ask("only useless fields", `{"entity_type":"context","fields":{"a":{}}}`, 400, `{"err":"fields needs`),
		noKey, stranger, text, injected,
	})
}

func TestAChangeCountsAtOnce(t *testing.T) {
	w := world(t)
	ask := func(want bool) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: "POST", Path: evaluate, Key: w.A.Key, Body: `{"entity_type":"context","fields":{"model":"gpt"}}`})
		if a.Status != 200 || strings.Contains(a.Body, "ctx_1") != want {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	}
	ask(false)
	body := `{"name":"r","status":"%s","condition_groups":` + conditions("OR", isGPT) + `,"entities":[{"entity_type":"context","entity_id":"ctx_1"}]}`
	id := post(t, w, path, fmt.Sprintf(body, "ACTIVE"))
	ask(true)
	w.Do(tenancytest.Call{Method: "PUT", Path: path + "/" + id, Cookie: w.A.Session, Body: fmt.Sprintf(body, "INACTIVE")})
	ask(false)
	w.Do(tenancytest.Call{Method: "PUT", Path: path + "/" + id, Cookie: w.A.Session, Body: fmt.Sprintf(body, "ACTIVE")})
	ask(true)
	w.Do(tenancytest.Call{Method: "DELETE", Path: path + "/" + id, Cookie: w.A.Session})
	ask(false)
}

func TestRulesOverHTTP(t *testing.T) {
	w := world(t)
	id := post(t, w, path, `{"name":"a","condition_groups":`+conditions("AND", isGPT)+`,"entities":[{"entity_type":"prompt","entity_id":"prm_1"}]}`)
	one := path + "/" + id
	bad := func(name, group, location string) row {
		return row{name: name, method: "POST", path: path, cookie: w.A.Session, body: `{"name":"bad","condition_groups":` + group + `}`, status: 400, contains: []string{`"location":"body.` + location + `"`}}
	}
	var many []string
	for range 50 {
		many = append(many, isGPT)
	}
	group := fmt.Sprintf(`{"condition_operator":"AND","conditions":[%s]}`, strings.Join(many, ","))
	three := "[" + group + "," + group + "," + group + "]"
	run(t, w, []row{
		{name: "read", path: one, cookie: w.A.MemberCookie, status: 200, contains: []string{`"name":"a","description":"","status":"ACTIVE","group_operator":"AND","condition_groups":[{"condition_operator":"AND","conditions":[` + isGPT + `]}],"entities":[{"entity_type":"prompt","entity_id":"prm_1"}]`}},
		{name: "a key does not manage", path: one, key: w.A.Key, status: 403},
		{name: "a member changes nothing", method: "PUT", path: one, cookie: w.A.MemberCookie, body: `{"name":"b"}`, status: 403},
		{name: "a stranger sees nothing", path: one, cookie: w.B.Session, status: 404},
		{name: "nor changes", method: "PUT", path: one, cookie: w.B.Session, body: `{"name":"b"}`, status: 404},
		{name: "nor deletes", method: "DELETE", path: one, cookie: w.B.Session, status: 404},
		{name: "replace", method: "PUT", path: one, cookie: w.A.AdminCookie, body: `{"name":"b","group_operator":"OR","status":"INACTIVE","entities":[{"entity_type":"context","entity_id":"ctx_1"}]}`, status: 200, contains: []string{`"status":"INACTIVE","group_operator":"OR","condition_groups":[]`}},
		{name: "list", path: path, cookie: w.A.MemberCookie, status: 200, contains: []string{id}},
		{name: "of an entity", path: path + "?entity_type=context&entity_id=ctx_1", cookie: w.A.Session, status: 200, contains: []string{id}},
		{name: "of another entity", path: path + "?entity_type=prompt", cookie: w.A.Session, status: 200, contains: []string{`"items":[]`}},
		{name: "the name is taken", method: "POST", path: path, cookie: w.A.Session, body: `{"name":" b "}`, status: 409, contains: []string{"of that name already"}},
		bad("no number", conditions("AND", isGPT, `{"field":"x","operator":"gt","value":"many","data_type":"number"}`), "condition_groups[0].conditions[1].value"),
		bad("an operator of another type", conditions("AND", `{"field":"x","operator":"gt","value":"1","data_type":"string"}`), "condition_groups[0].conditions[0].value"),
		bad("no field", conditions("AND", `{"field":" ","operator":"gt","value":"1","data_type":"number"}`), "condition_groups[0].conditions[0].field"),
		bad("an empty group", conditions("AND"), "condition_groups[0].conditions"),
		bad("too many conditions", three, "condition_groups"),
		{name: "an entity twice", method: "POST", path: path, cookie: w.A.Session, body: `{"name":"bad","entities":[{"entity_type":"context","entity_id":"x"},{"entity_type":"context","entity_id":"x"}]}`, status: 400, contains: []string{"body.entities[1]"}},
		{name: "an unknown operator", method: "POST", path: path, cookie: w.A.Session, body: `{"name":"bad","condition_groups":` + conditions("AND", `{"field":"x","operator":"like","value":"1","data_type":"string"}`) + `}`, status: 422, lacks: []string{"like"}},
		{name: "try", method: "POST", path: "/api/rule-engine/try", cookie: w.A.MemberCookie, body: `{"rule":{"name":"x","condition_groups":` + conditions("AND", isGPT, isCostly) + `},"samples":[{"model":"gpt-4o","cost":2},{"model":"gpt-4o"},{}]}`, status: 200,
			contains: []string{`{"matching":1,"items":[{"matches":true,"condition_groups":[{"matches":true,"conditions":[true,true]}]},{"matches":false,"condition_groups":[{"matches":false,"conditions":[true,false]}]}`}},
		{name: "delete", method: "DELETE", path: one, cookie: w.A.AdminCookie, status: 204},
		{name: "is gone", path: one, cookie: w.A.Session, status: 404},
		{name: "an id that no engine takes", path: path + "/%00", cookie: w.A.Session, status: 404},
	})
}

func TestContextsOverHTTP(t *testing.T) {
	w := world(t)
	id := post(t, w, contexts, `{"name":"a","content":"x"}`)
	one := contexts + "/" + id
	run(t, w, []row{
		{name: "read", path: one, cookie: w.A.MemberCookie, status: 200, contains: []string{`"name":"a","description":"","content":"x","tags":[],"meta_properties":{}`}},
		{name: "list", path: contexts, cookie: w.A.MemberCookie, status: 200, contains: []string{id}},
		{name: "a stranger sees nothing", path: one, cookie: w.B.Session, status: 404},
		{name: "a stranger's list", path: contexts, cookie: w.B.Session, status: 200, contains: []string{`"items":[]`}},
		{name: "a member changes nothing", method: "DELETE", path: one, cookie: w.A.MemberCookie, status: 403},
		{name: "replace", method: "PUT", path: one, cookie: w.A.Session, body: `{"name":"b","content":"y","tags":["z","z"]}`, status: 200, contains: []string{`"content":"y","tags":["z"]`}},
		{name: "the name is taken", method: "POST", path: contexts, cookie: w.A.Session, body: `{"name":"b","content":"y"}`, status: 409},
		{name: "too large", method: "POST", path: contexts, cookie: w.A.Session, body: `{"name":"c","content":"` + strings.Repeat("y", 256<<10+1) + `"}`, status: 400, contains: []string{"body.content"}},
		{name: "delete", method: "DELETE", path: one, cookie: w.A.Session, status: 204},
		{name: "is gone", path: one, cookie: w.A.Session, status: 404},
	})
}
