package telemetry_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
)

// plainCalls are the calls of a group, added up one by one.
type plainCalls struct {
	labels                  []string
	calls, errors, unpriced uint64
	tokens                  genai.Tokens
	reasoning, told         float64 // dollars
	priced                  bool    // some call told its cost
	computed                float64
	seconds, first          []float64
}

func (u *plainCalls) add(sp telemetrytest.Span, call genai.Call) {
	n := func(p *float64) float64 {
		if p == nil {
			return 0
		}
		return *p
	}
	own := genai.Tokens{Input: n(call.InputTokens), Output: n(call.OutputTokens), CacheRead: n(call.CacheRead), CacheWrite: n(call.CacheWrite)}
	t := &u.tokens
	t.Input, t.Output, t.CacheRead, t.CacheWrite = t.Input+own.Input, t.Output+own.Output, t.CacheRead+own.CacheRead, t.CacheWrite+own.CacheWrite
	u.calls, u.reasoning, u.seconds = u.calls+1, u.reasoning+n(call.Reasoning), append(u.seconds, sp.Duration.Seconds())
	if sp.Failed {
		u.errors++
	}
	if call.FirstToken != nil {
		u.first = append(u.first, *call.FirstToken)
	}
	switch {
	case call.Cost != nil:
		u.told, u.priced = u.told+*call.Cost, true
	case strings.HasPrefix(call.Model, "priced"):
		u.computed += (own.Input - own.CacheRead + 0.1*own.CacheRead + 2*own.Output) / 1e6 // what is written to a cache costs as other input does
	default:
		u.unpriced++
	}
}

// agrees says whether sums are those of these calls.
func (u *plainCalls) agrees(g genai.CallUsage) bool {
	first := []*float64{g.FirstP50, g.FirstP95, g.FirstP99}
	for i, q := range []float64{0.5, 0.95, 0.99} {
		if !near([]float64{g.P50, g.P95, g.P99}[i], between(u.seconds, q)) || (first[i] != nil) != (len(u.first) > 0) || first[i] != nil && !near(*first[i], between(u.first, q)) {
			return false
		}
	}
	return g.Calls == u.calls && g.Errors == u.errors && g.Unknown == u.unpriced && near(g.InputTokens, u.tokens.Input) && near(g.OutputTokens, u.tokens.Output) && near(g.CacheRead, u.tokens.CacheRead) &&
		near(g.CacheWrite, u.tokens.CacheWrite) && near(g.Reasoning, u.reasoning) && near(g.Cost, u.told+u.computed) && near(g.Computed, u.computed)
}

// between is a quantile of values, between two of them where it falls there.
func between(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	at := q * float64(len(sorted)-1)
	below := int(at)
	return sorted[below] + (at-float64(below))*(sorted[min(below+1, len(sorted)-1)]-sorted[below])
}

// kept are the groups that a limited query returns: those with most calls, or those that cost most, and of these
// that tell no cost those with most tokens.
func kept(groups map[string]*plainCalls, limit int, dearest bool) []string {
	keys := slices.SortedFunc(maps.Keys(groups), func(i, j string) int {
		a, b := groups[i], groups[j]
		if dearest {
			return cmp.Or(compareBools(b.priced, a.priced), cmp.Compare(b.told, a.told), cmp.Compare(b.tokens.Input+b.tokens.Output, a.tokens.Input+a.tokens.Output), slices.Compare(a.labels, b.labels))
		}
		return cmp.Or(cmp.Compare(b.calls, a.calls), slices.Compare(a.labels, b.labels))
	})
	return keys[:min(len(keys), limit)]
}

func compareBools(a, b bool) int {
	if a == b {
		return 0
	}
	if a {
		return 1
	}
	return -1
}

func TestCallsOfModelsAddUpAsPlainCountingDoes(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(51, 52))
	pick := func(all ...string) string { return all[rnd.IntN(len(all))] }
	spans := telemetrytest.SomeSpans(rnd, 800, time.Hour)
	for i := range spans {
		s := &spans[i]
		s.Environment = pick("", "", "other", "staging")
		input := rnd.IntN(1000)
		s.Attributes = attributes{pick("gen_ai.provider.name", "gen_ai.system"): pick("openai", "anthropic"), pick("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt"): fmt.Sprint(input),
			pick("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"): fmt.Sprint(rnd.IntN(100))}
		some := func(one int, key, value string) {
			if rnd.IntN(one) == 0 {
				s.Attributes[key] = value
			}
		}
		if op := pick("chat", "embeddings", "invoke_agent", "execute_tool", ""); op != "" {
			s.Attributes["gen_ai.operation.name"] = op
		}
		some(2, "gen_ai.request.model", pick("priced-a", "priced-b", "unknown"))
		some(2, "gen_ai.response.model", pick("priced-a", "priced-b", "unknown"))
		some(2, pick("gen_ai.usage.cache_read.input_tokens", "gen_ai.usage.input_cached_tokens"), fmt.Sprint(rnd.IntN(1+input/2)))
		some(2, pick("gen_ai.usage.cache_write.input_tokens", "gen_ai.usage.cache_creation_input_tokens"), fmt.Sprint(rnd.IntN(1+input/2)))
		some(3, pick("gen_ai.usage.reasoning_tokens", "ai.usage.reasoningTokens"), fmt.Sprint(rnd.IntN(50)))
		some(2, "gen_ai.usage.cost", pick("0.5", "1.25", "rubbish", "-1", "NaN", "inf"))
		some(2, "team", pick("search", "o'k", ""))
		some(3, pick("gen_ai.response.time_to_first_chunk", "gen_ai.server.ttft"), pick("inf", "-1", fmt.Sprint(rnd.Float64()), fmt.Sprint(4*rnd.Float64())))
		some(3, "ai.response.msToFirstChunk", pick("NaN", fmt.Sprint(rnd.IntN(4000))))
		some(2, pick("enduser.id", "user.id", "llm.user"), pick("u1", "u2"))
		some(2, pick("gen_ai.conversation.id", "session.id"), pick("c1", "c2", "c3"))
		some(2, pick("gen_ai.agent.name", "agent.name"), pick("a1", "a2"))
	}
	w.Spans(spans...)
	s := genai.New(query.NewViews(views{w}, views{w}), w.Store, telemetrytest.Prices{})
	dimensions := []genai.Dimension{genai.ByModel, genai.ByService, genai.ByProvider, genai.ByOperation, genai.ByUser, genai.ByConversation, genai.ByAgent, genai.ByEnvironment}
	for range casesOf(t, 40) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(40 * time.Minute))))
		q := genai.UsageQuery{Range: query.Range{From: from, To: from.Add(30 * time.Minute)}, Limit: []int{1000, 1 + rnd.IntN(4)}[rnd.IntN(2)], Dearest: rnd.IntN(2) == 0}
		for _, i := range rnd.Perm(len(dimensions))[:rnd.IntN(4)] {
			q.GroupBy = append(q.GroupBy, dimensions[i])
		}
		if rnd.IntN(3) == 0 {
			q.Filters = []query.Filter{{Key: query.Key{Source: query.Field, Key: []string{"service", "model", "provider"}[rnd.IntN(3)]}, Op: query.In, Values: []string{"svc-1", "priced-a", "openai"}, Not: rnd.IntN(2) == 0}}
		}
		if rnd.IntN(3) == 0 {
			q.Keys = []query.Key{{Source: query.Attribute, Key: "team"}, {Source: query.Resource, Key: "host.name"}}[:1+rnd.IntN(2)]
		}
		if rnd.IntN(2) == 0 {
			q.Step = 10 * time.Minute
		}
		want := map[string]*plainCalls{}
		for _, sp := range spans {
			call, ok := genai.CallOf(sp.Attributes)
			record := sp.Record()
			record.Fields["model"], record.Fields["provider"] = call.Model, call.Provider
			if !ok || !call.CallsModel || sp.Environment == "staging" || !inside(q.Range, sp.Start) || len(q.Filters) > 0 && !record.Fulfils(q.Filters[0]) {
				continue
			}
			var labels []string
			for _, d := range q.GroupBy {
				labels = append(labels, map[genai.Dimension]string{genai.ByModel: call.Model, genai.ByService: sp.Service, genai.ByProvider: call.Provider, genai.ByOperation: call.Operation,
					genai.ByUser: call.User, genai.ByConversation: call.Conversation, genai.ByAgent: call.Agent, genai.ByEnvironment: record.Fields["environment"]}[d])
			}
			for i := range q.Keys {
				labels = append(labels, []string{sp.Attributes["team"], sp.Resource["host.name"]}[i])
			}
			key := strings.Join(labels, "|")
			if q.Step > 0 {
				key += fmt.Sprint("@", query.StepStart(sp.Start, q.Step).Unix())
			}
			if want[key] == nil {
				want[key] = &plainCalls{labels: labels}
			}
			want[key].add(sp, call)
		}
		if q.Step == 0 { // else the limit is of groups in all steps
			keys := kept(want, q.Limit, q.Dearest)
			maps.DeleteFunc(want, func(key string, _ *plainCalls) bool { return !slices.Contains(keys, key) })
		}
		got, err := s.Usage(inProject(t), q)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%+v: %d groups, %v; want %d", q, len(got), err, len(want))
		}
		for _, g := range got {
			var labels []string
			for _, d := range q.GroupBy {
				labels = append(labels, g.Labels[string(d)])
			}
			for i := range q.Keys {
				labels = append(labels, g.Labels[[]string{"attribute:team", "resource:host.name"}[i]])
			}
			key := strings.Join(labels, "|")
			if g.At != nil {
				key += fmt.Sprint("@", g.At.Unix())
			}
			if u := want[key]; u == nil || !u.agrees(g) {
				t.Fatalf("%+v: %s: %+v; want %+v", q, key, g, u)
			}
		}
	}
}
