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
	ask := func(name, body string, status int, contains ...string) tenancytest.Row {
		return tenancytest.Row{Name: name, Method: "POST", Path: evaluate, Key: w.A.Key, Body: body, Status: status, Contains: contains, Lacks: []string{"ctx_asleep", "ctx_empty"}}
	}
	matching := `{"matchingRuleIds":["` + both + `"],"entities":[{"rule_id":"` + both + `","entity_type":"context","entity_id":"` + note + `"},{"rule_id":"` + both + `","entity_type":"context","entity_id":"ctx_0gone"}]}`
	missing := ask("a missing field fails its condition", `{"entity_type":"context","fields":{"model":"gpt-4o"}}`, 200, `{"matchingRuleIds":[],"entities":[]}`)
	missing.Lacks = []string{"entity_data"}
	noKey := ask("without a key", `{}`, 401, `{"err":"send an API key`)
	noKey.Key = ""
	stranger := ask("of another tenant", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, `{"matchingRuleIds":[],"entities":[]}`)
	stranger.Key = w.B.Key
	text := ask("as text/plain", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, matching)
	text.Header = map[string]string{"Content-Type": "text/plain"}
	injected := ask("a database that the client injects", `{"entity_type":"context","fields":{"model":"gpt-4o","cost":2}}`, 200, `"matchingRuleIds":[]`)
	injected.Key, injected.Header = w.B.Key, map[string]string{"x-database-config-id": w.A.Database}
	w.Check(t, []tenancytest.Row{
		ask("too large", `{"entity_type":"context","fields":{"model":"`+strings.Repeat("x", 1<<20)+`"}}`, 413, `"err":`),
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
	bad := func(name, group, location string) tenancytest.Row {
		return tenancytest.Row{Name: name, Method: "POST", Path: path, Cookie: w.A.Session, Body: `{"name":"bad","condition_groups":` + group + `}`, Status: 400, Contains: []string{`"location":"body.` + location + `"`}}
	}
	var many []string
	for range 50 {
		many = append(many, isGPT)
	}
	group := fmt.Sprintf(`{"condition_operator":"AND","conditions":[%s]}`, strings.Join(many, ","))
	three := "[" + group + "," + group + "," + group + "]"
	w.Check(t, []tenancytest.Row{
		{Name: "read", Path: one, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"name":"a","description":"","status":"ACTIVE","group_operator":"AND","condition_groups":[{"condition_operator":"AND","conditions":[` + isGPT + `]}],"entities":[{"entity_type":"prompt","entity_id":"prm_1"}]`}},
		{Name: "a key does not manage", Path: one, Key: w.A.Key, Status: 403},
		{Name: "a member changes nothing", Method: "PUT", Path: one, Cookie: w.A.MemberCookie, Body: `{"name":"b"}`, Status: 403},
		{Name: "a stranger sees nothing", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "nor changes", Method: "PUT", Path: one, Cookie: w.B.Session, Body: `{"name":"b"}`, Status: 404},
		{Name: "nor deletes", Method: "DELETE", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "replace", Method: "PUT", Path: one, Cookie: w.A.AdminCookie, Body: `{"name":"b","group_operator":"OR","status":"INACTIVE","entities":[{"entity_type":"context","entity_id":"ctx_1"}]}`, Status: 200, Contains: []string{`"status":"INACTIVE","group_operator":"OR","condition_groups":[]`}},
		{Name: "list", Path: path, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{id}},
		{Name: "of an entity", Path: path + "?entity_type=context&entity_id=ctx_1", Cookie: w.A.Session, Status: 200, Contains: []string{id}},
		{Name: "of another entity", Path: path + "?entity_type=prompt", Cookie: w.A.Session, Status: 200, Contains: []string{`"items":[]`}},
		{Name: "the name is taken", Method: "POST", Path: path, Cookie: w.A.Session, Body: `{"name":" b "}`, Status: 409, Contains: []string{"of that name already"}},
		bad("no number", conditions("AND", isGPT, `{"field":"x","operator":"gt","value":"many","data_type":"number"}`), "condition_groups[0].conditions[1].value"),
		bad("an operator of another type", conditions("AND", `{"field":"x","operator":"gt","value":"1","data_type":"string"}`), "condition_groups[0].conditions[0].value"),
		bad("no field", conditions("AND", `{"field":" ","operator":"gt","value":"1","data_type":"number"}`), "condition_groups[0].conditions[0].field"),
		bad("an empty group", conditions("AND"), "condition_groups[0].conditions"),
		bad("too many conditions", three, "condition_groups"),
		{Name: "an entity twice", Method: "POST", Path: path, Cookie: w.A.Session, Body: `{"name":"bad","entities":[{"entity_type":"context","entity_id":"x"},{"entity_type":"context","entity_id":"x"}]}`, Status: 400, Contains: []string{"body.entities[1]"}},
		{Name: "an unknown operator", Method: "POST", Path: path, Cookie: w.A.Session, Body: `{"name":"bad","condition_groups":` + conditions("AND", `{"field":"x","operator":"like","value":"1","data_type":"string"}`) + `}`, Status: 422, Lacks: []string{"like"}},
		{Name: "try", Method: "POST", Path: "/api/rule-engine/try", Cookie: w.A.MemberCookie, Body: `{"rule":{"name":"x","condition_groups":` + conditions("AND", isGPT, isCostly) + `},"samples":[{"model":"gpt-4o","cost":2},{"model":"gpt-4o"},{}]}`, Status: 200,
			Contains: []string{`{"matching":1,"items":[{"matches":true,"condition_groups":[{"matches":true,"conditions":[true,true]}]},{"matches":false,"condition_groups":[{"matches":false,"conditions":[true,false]}]}`}},
		{Name: "delete", Method: "DELETE", Path: one, Cookie: w.A.AdminCookie, Status: 204},
		{Name: "is gone", Path: one, Cookie: w.A.Session, Status: 404},
		{Name: "an id that no engine takes", Path: path + "/%00", Cookie: w.A.Session, Status: 404},
	})
}

func TestContextsOverHTTP(t *testing.T) {
	w := world(t)
	id := post(t, w, contexts, `{"name":"a","content":"x"}`)
	one := contexts + "/" + id
	w.Check(t, []tenancytest.Row{
		{Name: "read", Path: one, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"name":"a","description":"","content":"x","tags":[],"meta_properties":{}`}},
		{Name: "list", Path: contexts, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{id}},
		{Name: "a stranger sees nothing", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "a stranger's list", Path: contexts, Cookie: w.B.Session, Status: 200, Contains: []string{`"items":[]`}},
		{Name: "a member changes nothing", Method: "DELETE", Path: one, Cookie: w.A.MemberCookie, Status: 403},
		{Name: "replace", Method: "PUT", Path: one, Cookie: w.A.Session, Body: `{"name":"b","content":"y","tags":["z","z"]}`, Status: 200, Contains: []string{`"content":"y","tags":["z"]`}},
		{Name: "the name is taken", Method: "POST", Path: contexts, Cookie: w.A.Session, Body: `{"name":"b","content":"y"}`, Status: 409},
		{Name: "too large", Method: "POST", Path: contexts, Cookie: w.A.Session, Body: `{"name":"c","content":"` + strings.Repeat("y", 256<<10+1) + `"}`, Status: 400, Contains: []string{"body.content"}},
		{Name: "delete", Method: "DELETE", Path: one, Cookie: w.A.Session, Status: 204},
		{Name: "is gone", Path: one, Cookie: w.A.Session, Status: 404},
	})
}
