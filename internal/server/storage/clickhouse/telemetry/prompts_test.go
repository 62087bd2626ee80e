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

// asksInLogs are the spellings by which log records of a call tell it, in the order of time, each with
// something that was said before or by others.
var asksInLogs = []func(text string) []telemetrytest.Log{
	func(text string) []telemetrytest.Log {
		return []telemetrytest.Log{{Event: "gen_ai.system.message", Body: `{"content":"be short"}`}, {Event: "gen_ai.user.message", Body: `{"content":"earlier"}`}, {Event: "gen_ai.assistant.message", Body: `{"content":"yes?"}`},
			{Event: "gen_ai.user.message", Body: fmt.Sprintf(`{"content":%s,"role":"user"}`, quoted(text))}, {Event: "gen_ai.tool.message", Body: `{"content":"42","id":"c1"}`}, {Event: "gen_ai.choice", Body: `{"message":{"content":"done"}}`}}
	},
	func(text string) []telemetrytest.Log { // before records had names of their own
		return []telemetrytest.Log{{Body: fmt.Sprintf(`{"content":%s}`, quoted(text)), Attributes: attributes{"event.name": "gen_ai.user.message"}}}
	},
	func(text string) []telemetrytest.Log {
		return []telemetrytest.Log{{Event: "gen_ai.user.message", Body: text}}
	},
	func(text string) []telemetrytest.Log {
		return []telemetrytest.Log{{Event: "gen_ai.user.message", Attributes: attributes{"content": text}}, {Event: "other", Body: "not said"}}
	},
	func(text string) []telemetrytest.Log {
		asked := fmt.Sprintf(`[{"role":"user","parts":[{"type":"text","content":%s}]},{"role":"assistant","parts":[]}]`, quoted(text))
		return []telemetrytest.Log{{Event: "gen_ai.client.inference.operation.details", Attributes: attributes{"gen_ai.input.messages": asked, "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"done"}]}]`}},
			{Event: "gen_ai.user.message", Body: "less than the other tells"}}
	},
	func(text string) []telemetrytest.Log {
		return []telemetrytest.Log{{Event: "gen_ai.client.inference.operation.details", Body: fmt.Sprintf(`{"gen_ai.input.messages":[{"role":"user","content":%s}]}`, quoted(text))}}
	},
	func(text string) []telemetrytest.Log { // by nobody but the system
		return []telemetrytest.Log{{Event: "gen_ai.system.message", Body: fmt.Sprintf(`{"content":%s}`, quoted(text))}}
	},
}

func quoted(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// plainPrompts adds calls up one by one, by what was asked as it is shown.
func plainPrompts(ctx context.Context, spans []telemetrytest.Span, records []telemetrytest.Log, r query.Range) map[string]domain.DearPrompt {
	out := map[string]domain.DearPrompt{}
	for _, sp := range spans {
		call, _ := genai.CallOf(sp.Attributes)
		var events []genai.Event
		for _, e := range sp.Events {
			events = append(events, genai.Event{At: e.At, Name: e.Name, Attributes: e.Attributes})
		}
		for _, l := range records {
			if l.Trace == sp.Trace && l.Span == sp.ID {
				events = append(events, genai.EventOfLog(l.At, l.Event, l.Body, l.Attributes))
			}
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
			tokens := genai.Tokens{Input: *call.InputTokens, Output: *call.OutputTokens, CacheRead: *call.CacheRead, CacheWrite: *call.CacheWrite}
			cost = price.Of(tokens)
			p.Computed += cost
		}
		if sp.Failed {
			p.Errors++
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
	promptsAddUp(t, rand.New(rand.NewPCG(53, 54)), true)
}

func TestPromptsOfCallsWithoutLogsAddUpAsPlainCountingDoes(t *testing.T) {
	t.Parallel()
	promptsAddUp(t, rand.New(rand.NewPCG(55, 56)), false)
}

// promptsAddUp tries prompts of calls that are told by spans, and by log records if these are kept.
func promptsAddUp(t *testing.T, rnd *rand.Rand, logs bool) {
	t.Helper()
	w := telemetrytest.New(t)
	texts := []string{"What is 1 + 1?", "Write a poem", `He said "no"`, "línea\nnueva", "[not a list", "ключ", "{}"}
	spans := telemetrytest.SomeSpans(rnd, 600, time.Hour)
	var records []telemetrytest.Log
	for i := range spans {
		s := &spans[i]
		s.Environment, s.Attributes = "", attributes{"gen_ai.operation.name": []string{"chat", "chat", "invoke_agent"}[rnd.IntN(3)], "gen_ai.request.model": []string{"priced-a", "priced-b", "unknown"}[rnd.IntN(3)],
			"gen_ai.usage.input_tokens": fmt.Sprint(rnd.IntN(1000)), "gen_ai.usage.output_tokens": fmt.Sprint(rnd.IntN(100)),
			"gen_ai.usage.cache_read.input_tokens": fmt.Sprint(rnd.IntN(600)), "gen_ai.usage.cache_write.input_tokens": fmt.Sprint(rnd.IntN(600))} // some tell more than their input
		if rnd.IntN(2) == 0 {
			s.Attributes["gen_ai.usage.cost"] = fmt.Sprint(rnd.IntN(50))
		}
		text := texts[rnd.IntN(len(texts))]
		if rnd.IntN(2) == 0 {
			asks[rnd.IntN(len(asks))](s, text)
		}
		if logs && rnd.IntN(2) == 0 { // by both, sometimes
			for j, l := range asksInLogs[rnd.IntN(len(asksInLogs))](text) {
				l.Trace, l.Span, l.Service, l.At = s.Trace, s.ID, s.Service, s.Start.Add(time.Duration(j-1)*time.Millisecond)
				records = append(records, l)
			}
		}
	}
	w.Spans(spans...)
	if logs {
		w.Records(records...)
	}
	service := domain.New(views{w}, views{w}, w.Store, telemetrytest.Prices{})
	calls := genai.New(query.NewViews(views{w}, views{w}), w.Store, telemetrytest.Prices{})
	for i := range casesOf(t, 8) {
		r := someRange(rnd)
		want := plainPrompts(t.Context(), spans, records, r)
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
			if p.Calls != x.Calls || p.Errors != x.Errors || !near(p.Cost, x.Cost) || !near(p.Computed, x.Computed) || !near(p.Input, x.Input) || !near(p.Output, x.Output) || len(p.Models) != len(x.Models) || !near(p.Dearest.Cost, x.Dearest.Cost) {
				t.Fatalf("%v: %+v; want %+v", r, p, x)
			}
		}
		if i%3 == 0 {
			checkDearest(t, calls, r)
		}
	}
}

// checkDearest compares a few prompts of a range with the first of all.
func checkDearest(t *testing.T, calls *genai.Service, r query.Range) {
	t.Helper()
	all, err := calls.Prompts(inProject(t), genai.PromptQuery{Range: r, Limit: 1000})
	if err != nil || !slices.IsSortedFunc(all, func(a, b genai.Prompt) int { return cmp.Compare(b.Cost, a.Cost) }) {
		t.Fatalf("%v: not the dearest first: %+v, %v", r, all, err)
	}
	few, err := calls.Prompts(inProject(t), genai.PromptQuery{Range: r, Limit: 3})
	if err != nil || fmt.Sprint(few) != fmt.Sprint(all[:min(3, len(all))]) {
		t.Fatalf("%v: %+v, %v; want the first of %+v", r, few, err, all)
	}
}
