package evaluation

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const path = "/api/evaluation/offline"

// strict finds something in every answer, and shows what it was asked.
type strict struct{}

func (strict) Configured(context.Context, string) (bool, error) { return true, nil }

func (strict) Judge(_ context.Context, _ string, r Request) (Result, error) {
	out := Result{Metadata: map[string]string{"model": "strict", "runId": r.RunID}, Context: &Applied{Rules: []string{}, Contexts: []string{}, UserContexts: len(r.Contexts)}}
	for _, t := range r.Types {
		out.Verdicts = append(out.Verdicts, Verdict{Type: t, Score: 1, Verdict: "yes", Classification: "found", Explanation: fmt.Sprintf("%s, %s, %v, %v", r.Prompt, r.Response, r.Threshold, r.Metadata)})
	}
	return out, nil
}

func ask(t *testing.T, judge Judge, call tenancytest.Call, status int, contains ...string) {
	t.Helper()
	db := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, New(judge).Routes)
	if call.Key == "" {
		call.Key = w.A.Key
	}
	a := w.Do(call)
	if a.Status != status {
		t.Errorf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	for _, part := range contains {
		if !strings.Contains(a.Body, part) {
			t.Errorf("the answer lacks %s: %s", part, a.Body)
		}
	}
}

func TestWithoutAModelTheAnswerSaysWhatToConfigure(t *testing.T) {
	ask(t, nil, tenancytest.Call{Method: "POST", Path: path, Body: `{"prompt":"p","response":"r"}`}, 409, `{"success":false,"err":"no model is configured for evaluations: choose a provider`)
	ask(t, nil, tenancytest.Call{Path: path + "/types"}, 200, `{"eval_types":[{"id":"hallucination","label":"Hallucination","description":"`, `"enabled":false,"is_custom":false}`, `"configured":false,"err":"no model`)
}

func TestAJudgeAnswers(t *testing.T) {
	ask(t, strict{}, tenancytest.Call{Path: path + "/types"}, 200, `"id":"sensitivity"`, `"enabled":true`, `"configured":true}`)
	ask(t, strict{}, tenancytest.Call{Method: "POST", Path: path, Body: `{"prompt":"p","response":"r","eval_types":["bias"],"contexts":["c"],"threshold_score":0.25,"run_id":"run","metadata":{"a":"x","b":1},"attributes":{"service.name":"s"}}`}, 200,
		`{"success":true,"evaluations":[{"type":"bias","score":1,"verdict":"yes","classification":"found","explanation":"p, r, 0.25, map[a:x]"}],"context_applied":{"ruleMatched":false,"matchingRuleIds":[],"contextEntityIds":[],"userContextsCount":1},"metadata":{"model":"strict","runId":"run"}}`)
	ask(t, strict{}, tenancytest.Call{Method: "POST", Path: path, Body: `{"prompt":"p","response":"r","eval_types":null,"threshold_score":null}`}, 200, `"hallucination"`, `"sensitivity"`, "p, r, 0.5, map[]")
}

func TestRequestsThatMakeNoSense(t *testing.T) {
	f := func(body, err string) {
		t.Helper()
		ask(t, strict{}, tenancytest.Call{Method: "POST", Path: path, Body: body}, 400, `{"success":false,"err":"`+err)
	}
	f(`{`, "Invalid JSON body")
	f(`{"response":"r"}`, "prompt has not")
	f(`{"prompt":"p","response":7}`, "response is not of the right type")
	f(`{"prompt":"p","response":"r","eval_types":["beauty"]}`, "eval_types has one that does not exist")
	f(`{"prompt":"p","response":"r","threshold_score":2}`, "threshold_score is not between 0 and 1")
	ask(t, strict{}, tenancytest.Call{Method: "POST", Path: path, Key: "nonsense", Body: `{}`}, 401, `"err":`)
}

func FuzzParseRequest(f *testing.F) {
	f.Add([]byte(`{"prompt":"p","response":"r","eval_types":["bias"],"metadata":{"a":"x","b":1},"threshold_score":1e-300}`))
	f.Add([]byte(`{"prompt":"p","response":"r","contexts":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := parseRequest(raw)
		if err == nil && (r.Prompt == "" || len(r.Types) == 0 || len(r.Metadata) > metadataLimit || !(r.Threshold >= 0 && r.Threshold <= 1)) {
			t.Fatalf("%+v", r)
		}
	})
}
