package genai

import (
	"encoding/json"
	"math"
	"testing"
	"time"
)

func TestMessagesOfAllDialects(t *testing.T) {
	f := func(name string, a map[string]string, events []Event, want string) {
		t.Helper()
		got, err := json.Marshal(Messages(a, events))
		if err != nil || string(got) != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	type m = map[string]string
	at := time.Unix(1, 0)
	f("present", m{"gen_ai.system_instructions": `[{"type":"text","content":"be brief"}]`,
		"gen_ai.input.messages":  `[{"role":"user","parts":[{"type":"text","content":"hi"}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c1","response":{"t":20}}]}]`,
		"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"reasoning","content":"hm"},{"type":"tool_call","id":"c2","name":"weather","arguments":{"city":"x"}}],"finish_reason":"tool_calls"}]`}, nil,
		`[{"role":"system","parts":[{"type":"text","text":"be brief"}],"output":false},{"role":"user","parts":[{"type":"text","text":"hi"}],"output":false},`+
			`{"role":"tool","parts":[{"type":"tool_result","text":"{\"t\":20}","id":"c1"}],"output":false},`+
			`{"role":"assistant","parts":[{"type":"reasoning","text":"hm"},{"type":"tool_call","name":"weather","id":"c2","arguments":"{\"city\":\"x\"}"}],"output":true,"finishReason":"tool_calls"}]`)
	f("openai's own shape", m{"gen_ai.input.messages": `[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c","content":"42"}]`}, nil,
		`[{"role":"assistant","parts":[{"type":"tool_call","name":"f","id":"c","arguments":"{}"}],"output":false},{"role":"tool","parts":[{"type":"tool_result","text":"42","id":"c"}],"output":false}]`)
	f("events of prompt and completion", nil, []Event{{Name: "gen_ai.content.prompt", Attributes: m{"gen_ai.prompt": "user: hi"}}, {Name: "gen_ai.content.completion", Attributes: m{"gen_ai.completion": "hello"}}},
		`[{"role":"user","parts":[{"type":"text","text":"user: hi"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"hello"}],"output":true}]`)
	f("an event for each message", nil, []Event{{Name: "gen_ai.system.message", Attributes: m{"content": "s"}}, {Name: "gen_ai.choice", Attributes: m{"message": `{"role":"assistant","content":"yes"}`, "finish_reason": "stop"}}},
		`[{"role":"system","parts":[{"type":"text","text":"s"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"yes"}],"output":true,"finishReason":"stop"}]`)
	f("log records for each message", nil, []Event{EventOfLog(at, "gen_ai.user.message", `{"content":"what is 6 by 7?"}`, m{"gen_ai.system": "openai"}),
		EventOfLog(at, "", `{"tool_calls":[{"id":"c","type":"function","function":{"name":"mul","arguments":"[6,7]"}}]}`, m{"event.name": "gen_ai.assistant.message"}),
		EventOfLog(at, "gen_ai.tool.message", `{"id":"c","content":"42"}`, nil),
		EventOfLog(at, "gen_ai.choice", `{"index":0,"finish_reason":"stop","message":{"content":"It is 42."}}`, nil)},
		`[{"role":"user","parts":[{"type":"text","text":"what is 6 by 7?"}],"output":false},{"role":"assistant","parts":[{"type":"tool_call","name":"mul","id":"c","arguments":"[6,7]"}],"output":false},`+
			`{"role":"tool","parts":[{"type":"tool_result","text":"42","id":"c"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"It is 42."}],"output":true,"finishReason":"stop"}]`)
	f("a log record for all messages", nil, []Event{EventOfLog(at, "gen_ai.client.inference.operation.details", "", m{"gen_ai.input.messages": `[{"role":"user","parts":[{"type":"text","content":"hi"}]}]`,
		"gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"yo"}],"finish_reason":"stop"}]`})},
		`[{"role":"user","parts":[{"type":"text","text":"hi"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"yo"}],"output":true,"finishReason":"stop"}]`)
	f("a log record whose body is the text", nil, []Event{EventOfLog(at, "gen_ai.user.message", "hi there", nil)}, `[{"role":"user","parts":[{"type":"text","text":"hi there"}],"output":false}]`)
	f("OpenLLMetry", m{"gen_ai.prompt.0.role": "user", "gen_ai.prompt.0.content": "hi", "gen_ai.completion.0.content": "yo", "gen_ai.completion.0.tool_calls.0.name": "f", "gen_ai.completion.0.tool_calls.0.arguments": "{}"}, nil,
		`[{"role":"user","parts":[{"type":"text","text":"hi"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"yo"},{"type":"tool_call","name":"f","arguments":"{}"}],"output":true}]`)
	f("OpenInference", m{"llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "hi", "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "g"}, nil,
		`[{"role":"user","parts":[{"type":"text","text":"hi"}],"output":false},{"role":"assistant","parts":[{"type":"tool_call","name":"g"}],"output":true}]`)
	f("Vercel", m{"ai.prompt.messages": `[{"role":"user","content":[{"type":"text","text":"hi"}]}]`, "ai.response.text": "yo"}, nil,
		`[{"role":"user","parts":[{"type":"text","text":"hi"}],"output":false},{"role":"assistant","parts":[{"type":"text","text":"yo"}],"output":true}]`)
	f("nothing", m{"http.method": "GET"}, nil, `null`)
	f("broken", m{"gen_ai.input.messages": `[{"role":`}, nil, `[{"role":"user","parts":[{"type":"text","text":"[{\"role\":"}],"output":false}]`)
}

func TestCallsAreReadInAllSpellings(t *testing.T) {
	f := func(a map[string]string, operation, provider, model string, input, output float64, calls bool) {
		t.Helper()
		c, ok := CallOf(a)
		if !ok || c.Operation != operation || c.Provider != provider || c.Model != model || c.tokens().Input != input || c.tokens().Output != output || c.CallsModel != calls {
			t.Errorf("%v: %+v", a, c)
		}
	}
	type m = map[string]string
	f(m{"gen_ai.operation.name": "chat", "gen_ai.provider.name": "openai", "gen_ai.system": "old", "gen_ai.request.model": "gpt", "gen_ai.usage.input_tokens": "10", "gen_ai.usage.output_tokens": "5"}, "chat", "openai", "gpt", 10, 5, true)
	f(m{"gen_ai.system": "anthropic", "gen_ai.request.model": "claude", "gen_ai.usage.prompt_tokens": "7", "gen_ai.usage.completion_tokens": "2"}, "", "anthropic", "claude", 7, 2, true)
	f(m{"openinference.span.kind": "LLM", "llm.model_name": "x", "llm.token_count.prompt": "3"}, "LLM", "", "x", 3, 0, true)
	f(m{"gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "gpt", "gen_ai.usage.input_tokens": "99"}, "invoke_agent", "", "gpt", 99, 0, false)
	f(m{"ai.model.id": "m", "ai.usage.promptTokens": "NaN", "ai.usage.completionTokens": "-4"}, "", "", "m", 0, 0, true)
	if _, ok := CallOf(m{"db.system": "mysql"}); ok {
		t.Error("a query of a database is no call of a model")
	}
}

func TestCachedTokensHaveTheirOwnPrice(t *testing.T) {
	p := Price{Input: 10, Output: 20, CacheRead: new(1.0)}
	if got := p.Of(Tokens{Input: 1000, CacheRead: 400, CacheWrite: 100, Output: 50}); math.Abs(got-(500*10+400*1+100*10+50*20)/1e6) > 1e-12 {
		t.Error(got)
	}
	if got := p.Of(Tokens{Input: 100, CacheRead: 400}); math.Abs(got-400/1e6) > 1e-12 {
		t.Errorf("more cached than there are: %v", got)
	}
}

func FuzzMessages(f *testing.F) {
	f.Add("gen_ai.input.messages", `[{"role":"user","parts":[{"type":"text","content":"x"}]}]`, "gen_ai.choice")
	f.Add("gen_ai.prompt.0.content", `[1,{"type":"tool"}]`, "gen_ai.user.message")
	f.Add("gen_ai.system_instructions", `{`, "gen_ai.content.prompt")
	f.Fuzz(func(t *testing.T, key, value, event string) {
		a := map[string]string{key: value, "gen_ai.request.model": value}
		CallOf(a)
		for _, m := range Messages(a, []Event{{Name: event, Attributes: map[string]string{"content": value, "gen_ai.prompt": value}}}) {
			if m.Role == "" {
				t.Errorf("a message of nobody: %+v", m)
			}
			if _, err := json.Marshal(m); err != nil {
				t.Error(err)
			}
		}
	})
}
