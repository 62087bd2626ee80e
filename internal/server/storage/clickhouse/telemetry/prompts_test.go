package telemetry_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// asks are the spellings by which a span tells what was asked.
var asks = []func(s *telemetrytest.Span, text string){
	func(s *telemetrytest.Span, text string) {
		s.Attributes["gen_ai.input.messages"] = fmt.Sprintf(`[{"role":"system","parts":[{"type":"text","content":"be short"}]},{"role":"user","parts":[{"type":"text","content":%s}]},{"role":"assistant","parts":[]}]`, quoted(text))
	},
	func(s *telemetrytest.Span, text string) {
		s.Attributes["gen_ai.prompt"] = fmt.Sprintf(`[{"role":"user","content":"earlier"},{"role":"user","content":%s}]`, quoted(text))
	},
	func(s *telemetrytest.Span, text string) { s.Attributes["input.value"] = text },
	func(s *telemetrytest.Span, text string) {
		for i, m := range [][2]string{{"user", "earlier"}, {"assistant", "yes?"}, {"user", text}, {"tool", "42"}} {
			s.Attributes[fmt.Sprintf("gen_ai.prompt.%d.role", i)], s.Attributes[fmt.Sprintf("gen_ai.prompt.%d.content", i)] = m[0], m[1]
		}
	},
	func(s *telemetrytest.Span, text string) {
		s.Attributes["llm.input_messages.0.message.role"], s.Attributes["llm.input_messages.0.message.content"] = "user", text
	},
	func(s *telemetrytest.Span, text string) {
		s.Events = []telemetrytest.Event{{At: s.Start, Name: "gen_ai.user.message", Attributes: attributes{"content": "earlier"}}, {At: s.Start, Name: "gen_ai.user.message", Attributes: attributes{"content": text}}}
	},
	func(s *telemetrytest.Span, text string) {
		s.Events = []telemetrytest.Event{{At: s.Start, Name: "gen_ai.content.prompt", Attributes: attributes{"gen_ai.prompt": text}}}
	},
	func(*telemetrytest.Span, string) {}, // does not tell
}

func quoted(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// plainPrompts adds calls up one by one, by what was asked as it is shown.
func plainPrompts(ctx context.Context, spans []telemetrytest.Span, r query.Range) map[string]domain.DearPrompt {
	out := map[string]domain.DearPrompt{}
	for _, sp := range spans {
		call, _ := genai.CallOf(sp.Attributes)
		var events []genai.Event
		for _, e := range sp.Events {
			events = append(events, genai.Event{At: e.At, Name: e.Name, Attributes: e.Attributes})
		}
		text := genai.Asked(genai.Messages(sp.Attributes, events))
		if !inside(r, sp.Start) || !call.CallsModel || text == "" {
			continue
		}
		p := out[text]
		cost := 0.0
		if call.Cost != nil {
			cost = *call.Cost
		} else if price, ok, _ := (telemetrytest.Prices{}).Price(ctx, tenancy.Scope{}, "", call.Model, r.To); ok {
			cost = price.Of(genai.Tokens{Input: *call.InputTokens, Output: *call.OutputTokens})
			p.Computed += cost
		}
		p.Calls, p.Cost, p.Input, p.Output = p.Calls+1, p.Cost+cost, p.Input+*call.InputTokens, p.Output+*call.OutputTokens
		if p.Dearest.Cost = max(p.Dearest.Cost, cost); !slices.Contains(p.Models, call.Model) {
			p.Models = append(p.Models, call.Model)
		}
		out[text] = p
	}
	return out
}

func TestPromptsOfAllCallsAddUpAsPlainCountingDoes(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(53, 54))
	texts := []string{"What is 1 + 1?", "Write a poem", `He said "no"`, "línea\nnueva", "[not a list", "ключ", "{}"}
	spans := telemetrytest.SomeSpans(rnd, 600, time.Hour)
	for i := range spans {
		s := &spans[i]
		s.Environment, s.Attributes = "", attributes{"gen_ai.operation.name": []string{"chat", "chat", "invoke_agent"}[rnd.IntN(3)], "gen_ai.request.model": []string{"priced-a", "priced-b", "unknown"}[rnd.IntN(3)],
			"gen_ai.usage.input_tokens": fmt.Sprint(rnd.IntN(1000)), "gen_ai.usage.output_tokens": fmt.Sprint(rnd.IntN(100))}
		if rnd.IntN(2) == 0 {
			s.Attributes["gen_ai.usage.cost"] = fmt.Sprint(rnd.IntN(50))
		}
		asks[rnd.IntN(len(asks))](s, texts[rnd.IntN(len(texts))])
	}
	w.Spans(spans...)
	service := domain.New(views{w}, views{w}, w.Store, telemetrytest.Prices{})
	for range casesOf(t, 30) {
		r := someRange(rnd)
		want := plainPrompts(t.Context(), spans, r)
		got, err := service.Prompts(inProject(t), genai.PromptQuery{Range: r, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for text, p := range want {
			if p.Cost == 0 {
				delete(want, text)
			}
		}
		if len(got) != len(want) || !slices.IsSortedFunc(got, func(a, b domain.DearPrompt) int { return cmp.Compare(b.Cost, a.Cost) }) {
			t.Fatalf("%v: %d prompts; want %d", r, len(got), len(want))
		}
		for _, p := range got {
			x := want[p.Text]
			if p.Calls != x.Calls || !near(p.Cost, x.Cost) || !near(p.Computed, x.Computed) || !near(p.Input, x.Input) || !near(p.Output, x.Output) || len(p.Models) != len(x.Models) || !near(p.Dearest.Cost, x.Dearest.Cost) {
				t.Fatalf("%v: %+v; want %+v", r, p, x)
			}
		}
	}
}
