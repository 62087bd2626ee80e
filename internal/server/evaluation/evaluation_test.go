package evaluation_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"platform/internal/server/catalog"
	"platform/internal/server/evaluation"
	"platform/internal/server/llm"
	"platform/internal/server/llm/llmtest"
	"platform/internal/server/masterkey"
	"platform/internal/server/prompts"
	"platform/internal/server/rules"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const path = "/api/evaluation/offline"

// world is a served API with all that evaluations rest on.
type world struct {
	*tenancytest.World
	t *testing.T
}

func open(t *testing.T) world {
	t.Helper()
	db := sqltest.Open(t, sqltest.File(t))
	master, err := masterkey.Load(filepath.Join(t.TempDir(), "master.key"))
	if err != nil {
		t.Fatal(err)
	}
	secrets := vault.New(db.Vault(), master, slog.New(slog.DiscardHandler))
	models, engine, prices := llm.New(db.LLM(), secrets, true), rules.New(db.Rules(), prompts.New(db.Prompts())), catalog.New(db.Catalog())
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, secrets.Routes, models.Routes, engine.Routes, prices.Routes,
		evaluation.New(db.Evaluations(), models, engine, prices).Routes)
	return world{w, t}
}

// ask makes a request with A's key, or A's session where a key is not taken.
func (w world) ask(method, path, body string, status int, contains ...string) string {
	w.t.Helper()
	call := tenancytest.Call{Method: method, Path: path, Body: body, Key: w.A.Key}
	if !strings.HasPrefix(path, "/api/evaluation/offline") {
		call.Key, call.Cookie = "", w.A.Session
	}
	a := w.Do(call)
	if a.Status != status {
		w.t.Errorf("%s %s %s: status %d, want %d: %s", method, path, body, a.Status, status, a.Body)
	}
	for _, part := range contains {
		if !strings.Contains(a.Body, part) {
			w.t.Errorf("%s %s: the answer lacks %s: %s", method, path, part, a.Body)
		}
	}
	return a.Body
}

// connect makes script the model that judges.
func (w world) connect(script func(llmtest.Asked) llmtest.Reply) *llmtest.Server {
	w.t.Helper()
	s := llmtest.Start(w.t, script)
	w.ask("POST", "/api/llm/connections", s.Connection("custom", "", llm.Evaluation), 201)
	return s
}

// judging finds as much of each type as scores says.
func judging(scores map[string]float64) func(llmtest.Asked) llmtest.Reply {
	return func(a llmtest.Asked) llmtest.Reply {
		var list []string
		for _, line := range strings.Split(a.System, "\n") {
			if rest, ok := strings.CutPrefix(line, "- "); ok {
				id, _, _ := strings.Cut(rest, ":")
				list = append(list, fmt.Sprintf(`{"type":%q,"score":%v,"classification":"kind of %s","explanation":"because"}`, id, scores[id], id))
			}
		}
		return llmtest.Reply{Text: `{"evaluations":[` + strings.Join(list, ",") + `]}`, Usage: llm.Usage{Input: 1000, Output: 500}}
	}
}

func TestWithoutAModelTheAnswerSaysWhatToConfigure(t *testing.T) {
	w := open(t)
	w.ask("POST", path, `{"prompt":"p","response":"r"}`, 409, `{"success":false,"err":"no model is configured for evaluations: choose a provider`)
	w.ask("GET", path+"/types", "", 200, `{"eval_types":[],"configured":false,"err":"no model`)
	w.ask("GET", "/api/evaluation/types", "", 200, `"id":"hallucination"`)
}

func TestTheModelJudges(t *testing.T) {
	w := open(t)
	w.ask("POST", "/api/openground/models", `{"provider":"custom","model":{"model_id":"scripted","displayName":"S","inputPricePerMToken":1,"outputPricePerMToken":2}}`, 200)
	s := w.connect(judging(map[string]float64{"bias": 0.9, "toxicity": 0.3}))
	w.ask("GET", path+"/types", "", 200, `{"eval_types":[{"id":"hallucination","label":"Hallucination","description":"`, `"enabled":true,"is_custom":false}`, `"configured":true}`)
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["bias","toxicity"],"contexts":["c"],"run_id":"run","metadata":{"a":"x","b":1}}`, 200,
		`{"success":true,"evaluations":[{"type":"bias","score":0.9,"verdict":"yes","classification":"kind of bias","explanation":"because"},{"type":"toxicity","score":0.3,"verdict":"no",`,
		`"context_applied":{"ruleMatched":false,"matchingRuleIds":[],"contextEntityIds":[],"userContextsCount":1}`,
		`"metadata":{"model":"scripted","runId":"run","provider":"custom","inputTokens":1000,"outputTokens":500,"cost":0.002}}`)
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["toxicity"],"threshold_score":0.25,"store_results":false}`, 200, `"verdict":"yes"`)
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":null,"threshold_score":null}`, 200, `"hallucination"`, `"sensitivity"`)
	asked := s.Asked()[0]
	if asked.Texts[0] != `{"contexts":["c"],"prompt":"p","response":"r"}` || !strings.Contains(asked.System, "- bias: The answer favours") || strings.Contains(asked.System, "sensitivity") {
		t.Errorf("asked %s\n%s", asked.System, asked.Texts)
	}
	var kept struct {
		Items []struct {
			RunID    string
			Failed   bool
			Cost     float64
			Metadata map[string]string
		}
	}
	if err := json.Unmarshal([]byte(w.ask("GET", "/api/evaluation/runs", "", 200)), &kept); err != nil || len(kept.Items) != 2 {
		t.Fatalf("%+v, %v", kept, err)
	}
	if first := kept.Items[1]; first.RunID != "run" || !first.Failed || first.Cost != 0.002 || first.Metadata["a"] != "x" {
		t.Errorf("%+v", first)
	}
	w.ask("GET", "/api/evaluation/runs?failed=true&limit=1", "", 200, `"failed":true`)
	w.ask("GET", "/api/evaluation/runs?run=run", "", 200, `{"items":[{"id":"evr_`, `"runId":"run"`)
	w.ask("GET", "/api/evaluation/runs?run=nothing", "", 200, `{"items":[]}`)
	if a := w.Do(tenancytest.Call{Path: "/api/evaluation/runs", Cookie: w.B.Session}); a.Body != "{\"items\":[]}\n" {
		t.Errorf("the other tenant sees %s", a.Body)
	}
}

func TestAJudgementThatCannotBeReadIsAskedForOnceMore(t *testing.T) {
	const body = `{"prompt":"p","response":"r","eval_types":["bias"]}`
	f := func(first, second string, status int, want string) {
		t.Helper()
		w := open(t)
		s := w.connect(func(a llmtest.Asked) llmtest.Reply {
			if len(a.Texts) == 1 {
				return llmtest.Reply{Text: first, Usage: llm.Usage{Input: 10, Output: 1}}
			}
			return llmtest.Reply{Text: second, Usage: llm.Usage{Input: 20, Output: 2}}
		})
		w.ask("POST", path, body, status, want)
		if asked := s.Asked(); len(asked) != 2 || !strings.Contains(asked[1].Texts[2], "That answer cannot be used") {
			t.Errorf("%s: asked %d times", first, len(asked))
		}
	}
	const good = `{"evaluations":[{"type":"bias","score":0.1,"classification":"none","explanation":"fine"}]}`
	f("```json\n"+good+"\n```", good, 200, `"inputTokens":30,"outputTokens":3`)
	f("", good, 200, `"verdict":"no"`)
	f("I would say it is fine.", "Really.", 502, `{"success":false,"err":"the model's judgement cannot be read: it is not a JSON object`)
	f(strings.Replace(good, "0.1", "1.5", 1), strings.Replace(good, "bias", "beauty", 1), 502, "a type that was not asked for")
	f(good+good, `{"evaluations":[]}`, 502, "the evaluation of bias is missing")
}

func TestFailuresOfTheModelAreTold(t *testing.T) {
	w := open(t)
	w.connect(func(llmtest.Asked) llmtest.Reply { return llmtest.Reply{Status: 401, Text: "no"} })
	w.ask("POST", path, `{"prompt":"p","response":"r"}`, 502, `{"success":false,"err":"custom (scripted) asks for a key`)
}

func TestRulesAddContexts(t *testing.T) {
	w := open(t)
	s := w.connect(judging(nil))
	var made struct{ ID string }
	if err := json.Unmarshal([]byte(w.ask("POST", "/api/rule-engine/contexts", `{"name":"prices","content":"Prices are in euros."}`, 201)), &made); err != nil {
		t.Fatal(err)
	}
	w.ask("POST", "/api/rule-engine/rules", `{"name":"shop","condition_groups":[{"condition_operator":"AND","conditions":[{"field":"service.name","operator":"equals","value":"shop","data_type":"string"}]}],
		"entities":[{"entity_type":"context","entity_id":"`+made.ID+`"}]}`, 201)
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["bias"],"contexts":["own"],"attributes":{"service.name":"shop","x":{}}}`, 200,
		`"context_applied":{"ruleMatched":true,"matchingRuleIds":["rul_`, `"contextEntityIds":["`+made.ID+`"],"userContextsCount":1}`)
	if got := s.Asked()[0].Texts[0]; !strings.Contains(got, `"contexts":["Prices are in euros.","own"]`) {
		t.Errorf("asked %s", got)
	}
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["bias"],"attributes":{"service.name":"other"}}`, 200, `"evaluations"`)
}

func TestTypesAreManaged(t *testing.T) {
	w := open(t)
	s := w.connect(judging(map[string]float64{"tone": 0.4, "bias": 0.4}))
	types := path + "/types"
	w.ask("POST", types, `{"types":[{"id":"tone","label":"Tone","prompt":"The answer is\nrude.","threshold_score":0.2}]}`, 200, `{"data":[{"id":"tone","label":"Tone","description":"","enabled":true,"is_custom":true,"threshold_score":0.2,"prompt":"The answer is\nrude."}]}`)
	w.ask("PATCH", types+"/bias", `{"threshold_score":0.1}`, 200, `"threshold_score":0.1`)
	w.ask("PATCH", types+"/toxicity", `{"enabled":false}`, 200, `"enabled":false`)
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["tone","bias","tone"]}`, 200, `{"type":"tone","score":0.4,"verdict":"yes"`, `{"type":"bias","score":0.4,"verdict":"yes"`)
	if !strings.Contains(s.Asked()[0].System, "- tone: The answer is rude.") {
		t.Errorf("asked %s", s.Asked()[0].System)
	}
	w.ask("POST", path, `{"prompt":"p","response":"r","eval_types":["toxicity"]}`, 400, "is not enabled")
	w.ask("POST", path, `{"prompt":"`+strings.Repeat("x", 4<<20)+`","response":"r"}`, 413, `"success":false`)
	w.ask("POST", types, `{"types":[{"id":"Bad id","prompt":"x"}]}`, 400, `"success":false,"err":"id begins with a small letter`)
	w.ask("POST", types, `{"types":[{"id":"empty"}]}`, 400, "prompt is required")
	w.ask("PATCH", types+"/tone", `{"threshold_score":2}`, 400, "not between 0 and 1")
	w.ask("PATCH", types+"/bias", `{"prompt":"x"}`, 400, "is built in")
	w.ask("DELETE", types+"/bias", "", 400, "is built in")
	w.ask("DELETE", types+"/tone", "", 204)
	w.ask("DELETE", types+"/tone", "", 404)
	if a := w.Do(tenancytest.Call{Method: "PATCH", Path: types + "/bias", Cookie: w.A.MemberCookie, Body: `{"enabled":false}`}); a.Status != 403 {
		t.Errorf("a member: %d %s", a.Status, a.Body)
	}
}

func TestRequestsThatMakeNoSense(t *testing.T) {
	w := open(t)
	w.connect(judging(nil))
	f := func(body, err string) {
		t.Helper()
		w.ask("POST", path, body, 400, `{"success":false,"err":"`+err)
	}
	f(`{`, "Invalid JSON body")
	f(`{"response":"r"}`, "prompt has not")
	f(`{"prompt":"p","response":7}`, "response is not of the right type")
	f(`{"prompt":"p","response":"r","eval_types":["beauty"]}`, "eval_types has one that does not exist")
	f(`{"prompt":"p","response":"r","threshold_score":2}`, "threshold_score is not between 0 and 1")
	if a := w.Do(tenancytest.Call{Method: "POST", Path: path, Key: "nonsense", Body: `{}`}); a.Status != 401 || !strings.Contains(a.Body, `"err":`) {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}
