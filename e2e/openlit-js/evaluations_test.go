package openlitjs_test

import (
	"fmt"
	"strings"
	"testing"

	"platform/e2e/platformtest"
	"platform/internal/server/llm"
	"platform/internal/server/llm/llmtest"
)

// judge is a model that finds hallucinations, and nothing else.
func judge(a llmtest.Asked) llmtest.Reply {
	var list []string
	for line := range strings.SplitSeq(a.System, "\n") {
		if rest, ok := strings.CutPrefix(line, "- "); ok {
			id, _, _ := strings.Cut(rest, ":")
			score := 0.1
			if id == "hallucination" {
				score = 0.85
			}
			list = append(list, fmt.Sprintf(`{"type":%q,"score":%v,"classification":"scripted","explanation":"so says the script"}`, id, score))
		}
	}
	return llmtest.Reply{Text: `{"evaluations":[` + strings.Join(list, ",") + `]}`, Usage: llm.Usage{Input: 300, Output: 40}}
}

// judging starts a platform whose evaluations judge decides.
func judging(t *testing.T) (server, *llmtest.Server) {
	t.Helper()
	model := llmtest.Start(t, judge)
	s := server{platformtest.Start(t, "PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS=true")}
	s.Create("/api/vault", `{"key":"MODEL_KEY","value":"sk-planted-model"}`)
	s.Create("/api/llm/connections", model.Connection("custom", "MODEL_KEY", llm.Evaluation))
	s.Ask("POST", "/api/evaluation/offline/types", `{"types":[{"id":"tone","label":"Tone","prompt":"The answer is rude."}]}`)
	return s, model
}

func TestTheReleasedPackageHasAnswersJudged(t *testing.T) {
	s, model := judging(t)
	s.node(t, "evaluations.test.js")
	for _, asked := range model.Asked() {
		if asked.Header.Get("Authorization") != "Bearer sk-planted-model" {
			t.Errorf("the model got %q", asked.Header.Get("Authorization"))
		}
	}
}

func TestThePythonClientHasAnswersJudged(t *testing.T) {
	s, _ := judging(t)
	s.python(t, "evaluation", s.Key, 200, nil, `{"success":true,"evaluations":[{"type":"hallucination","score":0.85,"verdict":"yes"`, `{"type":"tone",`)
	s.python(t, "evaluation-full", s.Key, 200, nil, `"verdict":"no"`, `"userContextsCount":1`, `"runId":"ci-1"`)
	s.python(t, "evaluation", "wrong", 401, nil, `{"success":false,"err":"the API key is not valid"`)
	if runs := string(s.Ask("GET", "/api/evaluation/runs", "")); !strings.Contains(runs, `"metadata":{"branch":"main"}`) {
		t.Errorf("kept: %s", runs)
	}
}
