package llm_test

import (
	"context"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"platform/internal/server/fault"
	"platform/internal/server/llm"
	"platform/internal/server/llm/llmtest"
	"platform/internal/server/storage/sqlstore/sqltest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const key = "sk-planted-0123456789abcdef"

// kept are connections without a database below.
type kept []llm.Connection

func (k kept) Connections(context.Context, string) ([]llm.Connection, error) { return k, nil }
func (k kept) Create(context.Context, string, llm.Connection) error          { panic("not asked for") }
func (k kept) Update(context.Context, string, llm.Connection) error          { panic("not asked for") }
func (k kept) Delete(context.Context, string, string) error                  { panic("not asked for") }
func (k kept) Use(_ context.Context, _, name, _ string, f func([]byte) error) error {
	if name != "KEY" {
		return fault.New(fault.NotFound, "no such secret")
	}
	return f([]byte(key + "\n"))
}

// connected returns the model of a scripted server.
func connected(t *testing.T, provider string, s *llmtest.Server, change ...func(*llm.Connection)) *llm.Model {
	t.Helper()
	c := llm.Connection{Provider: provider, Model: "scripted", BaseURL: s.URL + "/v1", Secret: "KEY", Timeout: llm.DefaultTimeout, MaxTokens: 100, Uses: llm.Uses}
	if provider == "anthropic" {
		c.BaseURL = s.URL
	}
	for _, f := range change {
		f(&c)
	}
	m, err := llm.New(kept{c}, kept{}, true).For(t.Context(), "dbc", llm.Chat, "test")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// both runs f for each protocol.
func both(t *testing.T, f func(t *testing.T, provider string)) {
	for _, provider := range []string{"custom", "openai", "anthropic"} {
		t.Run(provider, func(t *testing.T) { f(t, provider) })
	}
}

func TestAModelAnswersWholeAndInAStream(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		usage := llm.Usage{Input: 12, Output: 5, CacheRead: 4}
		s := llmtest.Start(t, func(llmtest.Asked) llmtest.Reply {
			return llmtest.Reply{Text: "Grüße, and a longer text.", Usage: usage}
		})
		m := connected(t, provider, s)
		request := llm.Request{System: "Be brief.", Messages: []llm.Message{{Role: llm.User, Text: "Hello"}, {Role: llm.Assistant, Text: "Yes?"}, {Role: llm.User, Text: "Again"}}}
		want := llm.Answer{Text: "Grüße, and a longer text.", Stop: llm.Ended, Model: "scripted-1", Usage: usage}
		got, err := m.Complete(t.Context(), request)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("whole: %+v, %v", got, err)
		}
		var parts []string
		got, err = m.Stream(t.Context(), request, func(text string) bool { parts = append(parts, text); return true })
		if err != nil || !reflect.DeepEqual(got, want) || strings.Join(parts, "") != want.Text || len(parts) < 2 {
			t.Errorf("stream: %+v, %v, %q", got, err, parts)
		}
		for _, asked := range s.Asked() {
			if asked.Model != "scripted" || asked.System != "Be brief." || strings.Join(asked.Texts, "|") != "Hello|Yes?|Again" || asked.MaxTokens != 100 {
				t.Errorf("asked %+v", asked)
			}
			credentials := asked.Header.Get("Authorization") + asked.Header.Get("X-Api-Key")
			if credentials != map[bool]string{true: key, false: "Bearer " + key}[provider == "anthropic"] {
				t.Errorf("credentials %q", credentials)
			}
		}
	})
}

func TestAStreamThatIsNotReadOnEnds(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		s := llmtest.Start(t, func(llmtest.Asked) llmtest.Reply { return llmtest.Reply{Text: strings.Repeat("word ", 20)} })
		said := 0
		answer, err := connected(t, provider, s).Stream(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "x"}}}, func(string) bool { said++; return false })
		if err != nil || said != 1 || answer.Text != "word wo" {
			t.Errorf("%+v, %v after %d", answer, err, said)
		}
	})
}

func TestToolsAreCalledAndAnswered(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		calls := []llm.Call{{ID: "call_1", Name: "weather", Input: json.RawMessage(`{"city":"Oslo"}`)}, {ID: "call_2", Name: "weather", Input: json.RawMessage(`{"city":"Rome"}`)}}
		s := llmtest.Start(t, func(a llmtest.Asked) llmtest.Reply {
			if strings.Contains(a.Raw, "call_1") {
				return llmtest.Reply{Text: "Cold, and no answer."}
			}
			return llmtest.Reply{Calls: calls}
		})
		m := connected(t, provider, s)
		r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Weather?"}}, Tools: []llm.Tool{{Name: "weather", Description: "Says the weather.",
			Input: map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}, "required": []string{"city"}}}}}
		got, err := m.Complete(t.Context(), r)
		if err != nil || !reflect.DeepEqual(got.Calls, calls) || got.Stop != llm.Calling {
			t.Fatalf("whole: %+v, %v", got, err)
		}
		got, err = m.Stream(t.Context(), r, func(string) bool { return true })
		if err != nil || !reflect.DeepEqual(got.Calls, calls) || got.Stop != llm.Calling {
			t.Fatalf("stream: %+v, %v", got, err)
		}
		r.Messages = append(r.Messages, llm.Message{Role: llm.Assistant, Calls: got.Calls}, llm.Message{Role: llm.ToolRole, Of: "call_1", Text: "3 degrees"},
			llm.Message{Role: llm.ToolRole, Of: "call_2", Text: "no such city", Error: true})
		got, err = m.Complete(t.Context(), r)
		if err != nil || got.Text != "Cold, and no answer." {
			t.Fatalf("after tools: %+v, %v", got, err)
		}
		last := s.Asked()[2]
		if strings.Join(last.Tools, ",") != "weather" || !strings.Contains(last.Raw, "3 degrees") || !strings.Contains(last.Raw, "no such city") || !strings.Contains(last.Raw, `"required":["city"]`) {
			t.Errorf("asked %s", last.Raw)
		}
	})
}

func TestAnswersHaveTheFormThatIsAskedFor(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		const want = `{"score":0.5}`
		s := llmtest.Start(t, func(a llmtest.Asked) llmtest.Reply {
			if provider == "anthropic" {
				return llmtest.Reply{Calls: []llm.Call{{ID: "1", Name: "verdict", Input: json.RawMessage(want)}}}
			}
			return llmtest.Reply{Text: want}
		})
		r := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "Judge"}}, Output: &llm.Schema{Name: "verdict", JSON: map[string]any{"type": "object", "properties": map[string]any{"score": map[string]any{"type": "number"}}}}}
		m := connected(t, provider, s)
		for name, ask := range map[string]func() (llm.Answer, error){
			"whole":  func() (llm.Answer, error) { return m.Complete(t.Context(), r) },
			"stream": func() (llm.Answer, error) { return m.Stream(t.Context(), r, func(string) bool { return true }) },
		} {
			got, err := ask()
			if err != nil || got.Text != want || got.Stop != llm.Ended || len(got.Calls) > 0 {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		marks := map[string]string{"custom": `"response_format":{"type":"json_object"}`, "openai": `"type":"json_schema"`, "anthropic": `"tool_choice":{"name":"verdict","type":"tool"}`}
		if raw := s.Asked()[0].Raw; !strings.Contains(raw, marks[provider]) {
			t.Errorf("asked %s", raw)
		}
	})
}

func TestWhyAModelStopped(t *testing.T) {
	both(t, func(t *testing.T, provider string) {
		for _, stop := range []llm.Stop{llm.Cut, llm.Refused} {
			s := llmtest.Start(t, func(llmtest.Asked) llmtest.Reply { return llmtest.Reply{Text: "x", Stop: stop} })
			got, err := connected(t, provider, s).Complete(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "x"}}})
			if err != nil || got.Stop != stop {
				t.Errorf("%s: %+v, %v", stop, got, err)
			}
		}
	})
}
