package demo

import (
	"encoding/json"
	"math"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// call is a call of a chat model.
type call struct {
	model        model
	user         string
	conversation string
	talk         talk
	tool         *tool // that the model asks for instead of answering
	agent        string
	costs        bool // the client tells the cost
	logged       bool // what is said stands in log records, not in the span
}

// seconds draws a duration around a typical one: most are near, some take
// several times as long.
func (r *recorder) seconds(typical float64) time.Duration {
	factor := math.Exp(.45 * r.rand.NormFloat64())
	return time.Duration(round(typical*factor*1e6, 0)) * time.Microsecond
}

func (r *recorder) tokens(typical float64) int {
	return 8 + int(round(typical*math.Exp(.6*r.rand.NormFloat64()), 0))
}

// failing reports whether a call fails: seldom, except in an outage of its
// provider.
func (r *recorder) failing(m model, at time.Time) bool {
	outage := r.fleet.story.outage
	if m.provider == "openai" && !at.Before(outage) && at.Before(outage.Add(outageLength)) {
		return r.rand.Float64() < .4
	}
	return r.rand.Float64() < .008
}

// chat records a call and returns when it ended, and whether it worked.
func (r *recorder) chat(a *app, parent *span, at time.Time, c call) (time.Time, bool) {
	m := c.model
	s := r.begin(a, parent, "chat "+m.name, ptrace.SpanKindClient, at, "gen_ai.operation.name", "chat", "gen_ai.provider.name", m.provider, "gen_ai.request.model", m.name,
		"gen_ai.request.max_tokens", 2048, "gen_ai.request.temperature", .2, "gen_ai.request.stream", true, "gen_ai.conversation.id", c.conversation, "user.id", c.user,
		"server.address", m.server, "server.port", 443)
	if c.agent != "" {
		s.put("gen_ai.agent.name", c.agent)
	}
	first := r.seconds(m.first * (1 + load(at)))
	if r.failing(m, at) {
		e := failureOf(m, r.rand)
		end := at.Add(first)
		if e.kind == timedOut.kind {
			end = at.Add(30 * time.Second)
		}
		r.serve(s, at, end, 900, 0, &e)
		return r.fail(s, e.told(a.language), end), false
	}
	input, output := r.tokens(900), r.tokens(220)
	if c.tool != nil {
		input, output = r.tokens(3800), r.tokens(70)
	}
	end := at.Add(first + time.Duration(float64(output)/m.speed*float64(time.Second)))
	finish := "stop"
	if c.tool != nil {
		finish = "tool_call"
	}
	s.put("gen_ai.response.model", m.name, "gen_ai.response.id", "resp_"+hex(r.rand, 24), "gen_ai.response.finish_reasons", []string{finish},
		"gen_ai.response.time_to_first_chunk", round(first.Seconds(), 4), "gen_ai.usage.input_tokens", input, "gen_ai.usage.output_tokens", output)
	if m.cache && r.rand.IntN(3) > 0 {
		s.put("gen_ai.usage.cache_read.input_tokens", input*3/5)
	}
	if m.reasoning {
		s.put("gen_ai.usage.reasoning.output_tokens", output/3)
	}
	if c.costs {
		s.put("gen_ai.usage.cost", round(float64(input)*3e-6+float64(output)*15e-6, 6))
	}
	if c.logged {
		r.said(s, at, "gen_ai.user.message", "role", "user", "content", c.talk.question)
		r.said(s, end, "gen_ai.choice", "index", 0, "finish_reason", finish, "message", []any{"role", "assistant", "content", c.talk.answer})
	} else {
		s.put("gen_ai.input.messages", messages(message("user", text(c.talk.question))), "gen_ai.output.messages", messages(c.answer(finish)))
	}
	r.serve(s, at, end, input, output, nil)
	return s.end(end), true
}

func (c call) answer(finish string) map[string]any {
	if c.tool == nil {
		m := message("assistant", text(c.talk.answer))
		m["finish_reason"] = finish
		return m
	}
	m := message("assistant", map[string]any{"type": "tool_call", "id": "call_1", "name": c.tool.name, "arguments": json.RawMessage(c.tool.arguments)})
	m["finish_reason"] = finish
	return m
}

// said logs an event of a call, as instrumentations do that keep messages out
// of spans.
func (r *recorder) said(s *span, at time.Time, event string, body ...any) {
	provider, _ := s.Attributes().Get("gen_ai.provider.name")
	record := r.log(s, plog.SeverityNumberInfo, at, "", "gen_ai.system", provider.Str())
	record.SetEventName(event)
	fill(record.Body().SetEmptyMap(), body)
}

func text(content string) map[string]any { return map[string]any{"type": "text", "content": content} }

func message(role string, part map[string]any) map[string]any {
	return map[string]any{"role": role, "parts": []any{part}}
}

// messages writes messages as instrumentations do: JSON in one attribute.
func messages(of ...map[string]any) string {
	b, err := json.Marshal(of)
	if err != nil {
		panic(err) // only literals of this package are written
	}
	return string(b)
}

// serve records the other end of a call of a model that runs on the fleet.
func (r *recorder) serve(client *span, from, to time.Time, input, output int, failed *exception) {
	provider, _ := client.Attributes().Get("gen_ai.provider.name")
	if provider.Str() != local.provider || len(r.fleet.servers) == 0 {
		return
	}
	server := pick(r.rand, r.fleet.servers)
	begin := from.Add(2 * time.Millisecond)
	s := r.begin(server, client, "llm_request", ptrace.SpanKindServer, begin, "gen_ai.response.model", llama, "gen_ai.request.id", "cmpl-"+hex(r.rand, 16),
		"gen_ai.latency.time_in_queue", round(.004+.03*r.rand.Float64(), 4), "gen_ai.request.max_tokens", 2048)
	end := to.Add(-time.Millisecond)
	if failed != nil && failed.kind == outOfMemory.kind {
		r.fail(s, *failed, end)
		return
	}
	prefill := r.begin(server, s, "prefill", ptrace.SpanKindInternal, begin.Add(time.Millisecond), "llm.prompt_tokens", input)
	middle := prefill.end(begin.Add(end.Sub(begin) / 6))
	r.begin(server, s, "decode", ptrace.SpanKindInternal, middle, "llm.generated_tokens", output).end(end)
	s.end(end)
}

// embed records a call of an embedding model in the current spelling, or in
// that of older instrumentations.
func (r *recorder) embed(a *app, parent *span, at time.Time, older bool) time.Time {
	const name = "text-embedding-3-small"
	n := r.tokens(300)
	s := r.begin(a, parent, "embeddings "+name, ptrace.SpanKindClient, at, "gen_ai.operation.name", "embeddings", "gen_ai.request.model", name, "server.address", "api.openai.com")
	if older {
		s.put("gen_ai.system", "openai", "gen_ai.usage.prompt_tokens", n)
	} else {
		s.put("gen_ai.provider.name", "openai", "gen_ai.usage.input_tokens", n)
	}
	return s.end(at.Add(r.seconds(.08)))
}

// use records an agent's call of a tool.
func (r *recorder) use(a *app, parent *span, at time.Time, t tool) time.Time {
	s := r.begin(a, parent, "execute_tool "+t.name, ptrace.SpanKindInternal, at, "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", t.name, "gen_ai.tool.type", "function",
		"gen_ai.tool.call.id", "call_"+hex(r.rand, 12), "gen_ai.tool.call.arguments", t.arguments)
	end := at.Add(r.seconds(.7))
	if r.rand.Float64() < .02 {
		return r.fail(s, badArguments, end)
	}
	request := r.begin(a, s, "GET", ptrace.SpanKindClient, at.Add(3*time.Millisecond), "http.request.method", "GET", "url.full", "https://example.org/"+t.name, "http.response.status_code", 200)
	request.end(end.Add(-2 * time.Millisecond))
	s.put("gen_ai.tool.call.result", t.result)
	r.log(s, plog.SeverityNumberDebug, end, "tool "+t.name+" answered", "gen_ai.tool.name", t.name, "duration_ms", round(end.Sub(at).Seconds()*1000, 1))
	return s.end(end)
}
