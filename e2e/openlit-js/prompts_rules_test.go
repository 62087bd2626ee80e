package openlitjs_test

import (
	"fmt"
	"testing"
)

// furnish makes a prompt, a context and a rule, and returns their ids.
func (s server) furnish() (ids map[string]string) {
	ids = map[string]string{}
	ids["PROMPT_ID"] = s.Create("/api/prompts", `{"name":"greeting","prompt":"Nine {{name}}","publish":{"version":"9.0.0"}}`)
	s.Ask("PUT", "/api/prompts/"+ids["PROMPT_ID"]+"/draft", `{"prompt":"Hello {{name}}, {{n}} times {{other}}","tags":["llm"],"metaProperties":{"team":"x"}}`)
	s.Ask("POST", "/api/prompts/"+ids["PROMPT_ID"]+"/versions", `{"bump":"major"}`)
	s.Create("/api/prompts", `{"name":"unfinished","prompt":"not yet"}`)
	ids["CONTEXT_ID"] = s.Create("/api/rule-engine/contexts", `{"name":"prices","content":"Prices are in euros."}`)
	ids["RULE_ID"] = s.Create("/api/rule-engine/rules", fmt.Sprintf(`{"name":"costly","condition_groups":[{"condition_operator":"AND","conditions":[
		{"field":"model","operator":"starts_with","value":"gpt","data_type":"string"},
		{"field":"cost","operator":"between","value":"1,10","data_type":"number"},
		{"field":"vip","operator":"equals","value":"true","data_type":"boolean"}]}],
		"entities":[{"entity_type":"context","entity_id":%q},{"entity_type":"prompt","entity_id":%q}]}`, ids["CONTEXT_ID"], ids["PROMPT_ID"]))
	return ids
}

func TestTheReleasedPackageGetsPromptsAndEvaluatesRules(t *testing.T) {
	s := start(t)
	var variables []string
	for name, id := range s.furnish() {
		variables = append(variables, name+"="+id)
	}
	s.node(t, "prompts.test.js", variables...)
	s.node(t, "rules.test.js", variables...)
}

// TestThePythonClientGetsPromptsAndEvaluatesRules sends the bytes that the
// Python client sends.
func TestThePythonClientGetsPromptsAndEvaluatesRules(t *testing.T) {
	s := start(t)
	ids := s.furnish()
	f := func(file, key string, status int, contains ...string) {
		t.Helper()
		s.python(t, file, key, status, map[string]string{"{{prompt}}": ids["PROMPT_ID"]}, contains...)
	}
	f("prompt-by-name", s.Key, 200, `{"err":null,"res":{"promptId":"`+ids["PROMPT_ID"]+`"`, `"version":"10.0.0"`, `"compiledPrompt":"Hello Ada, 3 times {{other}}"`)
	f("prompt-by-id", s.Key, 200, `"version":"9.0.0"`, `"compiledPrompt":"Nine {{name}}"`)
	f("prompt-missing", s.Key, 200, `{"err":"no published prompt named none","res":null}`)
	f("prompt-by-name", "wrong", 401, `{"err":"the API key is not valid","res":null}`)
	f("rule-context", s.Key, 200, `{"matchingRuleIds":["`+ids["RULE_ID"]+`"],"entities":[{"rule_id":"`+ids["RULE_ID"]+`","entity_type":"context","entity_id":"`+ids["CONTEXT_ID"]+`"}]}`)
	f("rule-prompt", s.Key, 200, `"entity_data":{"prompt:`+ids["PROMPT_ID"]+`":{"promptId":`, `"compiledPrompt":"Hello Ada, {{n}} times`)
	f("rule-no-fields", s.Key, 400, `{"err":"fields needs`)
	f("rule-context", "wrong", 401, `{"err":"the API key is not valid"}`)
	f("evaluation", s.Key, 409, `{"success":false,"err":"no model is configured`)
}
