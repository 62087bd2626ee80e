package telemetry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
)

func TestCallsOfModelsAddUpAsPlainCountingDoes(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(51, 52))
	type sums struct {
		calls, errors, priced         uint64
		input, output, cost, computed float64
	}
	pick := func(all ...string) string { return all[rnd.IntN(len(all))] }
	spans := telemetrytest.SomeSpans(rnd, 800, time.Hour)
	for i := range spans {
		s := &spans[i]
		s.Environment = ""
		s.Attributes = attributes{pick("gen_ai.provider.name", "gen_ai.system"): pick("openai", "anthropic")}
		if op := pick("chat", "embeddings", "invoke_agent", "execute_tool", ""); op != "" {
			s.Attributes["gen_ai.operation.name"] = op
		}
		if rnd.IntN(6) > 0 {
			s.Attributes["gen_ai.request.model"] = pick("priced-a", "priced-b", "unknown")
		}
		s.Attributes[pick("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens", "llm.token_count.prompt")] = fmt.Sprint(rnd.IntN(1000))
		s.Attributes[pick("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens")] = fmt.Sprint(rnd.IntN(100))
		if rnd.IntN(2) == 0 {
			s.Attributes["gen_ai.usage.cost"] = pick("0.5", "1.25", "rubbish", "-1", "NaN")
		}
		if rnd.IntN(3) > 0 {
			s.Attributes["team"] = pick("search", "o'k", "")
		}
		if rnd.IntN(3) == 0 {
			s.Attributes["gen_ai.response.time_to_first_chunk"] = "0.25"
		}
	}
	w.Spans(spans...)
	s := genai.New(query.NewViews(views{w}, views{w}), w.Store, telemetrytest.Prices{})
	for range casesOf(t, 150) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(40 * time.Minute))))
		q := genai.UsageQuery{Range: query.Range{From: from, To: from.Add(30 * time.Minute)}, Limit: 1000}
		for _, i := range rnd.Perm(4)[:rnd.IntN(4)] {
			q.GroupBy = append(q.GroupBy, []genai.Dimension{genai.ByModel, genai.ByService, genai.ByProvider, genai.ByOperation}[i])
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
		want := map[string]*sums{}
		for _, sp := range spans {
			call, ok := genai.CallOf(sp.Attributes)
			record := sp.Record()
			record.Fields["model"], record.Fields["provider"] = call.Model, call.Provider
			if !ok || !call.CallsModel || sp.Start.Before(q.Range.From) || !sp.Start.Before(q.Range.To) || len(q.Filters) > 0 && !record.Fulfils(q.Filters[0]) {
				continue
			}
			key := ""
			for _, d := range q.GroupBy {
				key += map[genai.Dimension]string{genai.ByModel: call.Model, genai.ByService: sp.Service, genai.ByProvider: call.Provider, genai.ByOperation: call.Operation}[d] + "|"
			}
			for i := range q.Keys {
				key += []string{sp.Attributes["team"], sp.Resource["host.name"]}[i] + "|"
			}
			if q.Step > 0 {
				key += fmt.Sprint(query.StepStart(sp.Start, q.Step).Unix())
			}
			u := want[key]
			if u == nil {
				u = &sums{}
				want[key] = u
			}
			u.calls++
			if sp.Failed {
				u.errors++
			}
			input, output := 0.0, 0.0
			if call.InputTokens != nil {
				input = *call.InputTokens
			}
			if call.OutputTokens != nil {
				output = *call.OutputTokens
			}
			u.input += input
			u.output += output
			switch {
			case call.Cost != nil:
				u.cost += *call.Cost
			case len(call.Model) > 6 && call.Model[:6] == "priced":
				u.cost += (input + 2*output) / 1e6
				u.computed += (input + 2*output) / 1e6
			default:
				u.priced++
			}
		}
		got, err := s.Usage(inProject(t), q)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d groups, %v; want %d", len(got), err, len(want))
		}
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Max(1, math.Abs(b)) }
		for _, g := range got {
			key := ""
			for _, d := range q.GroupBy {
				key += g.Labels[string(d)] + "|"
			}
			for i := range q.Keys {
				key += g.Labels[[]string{"attribute:team", "resource:host.name"}[i]] + "|"
			}
			if g.At != nil {
				key += fmt.Sprint(g.At.Unix())
			}
			u := want[key]
			if u == nil || g.Calls != u.calls || g.Errors != u.errors || !near(g.InputTokens, u.input) || !near(g.OutputTokens, u.output) || !near(g.Cost, u.cost) || !near(g.Computed, u.computed) || g.Unknown != u.priced {
				t.Fatalf("%s: %+v; want %+v", key, g, u)
			}
			if g.FirstP50 != nil && *g.FirstP50 != 0.25 {
				t.Errorf("time to first token: %v", *g.FirstP50)
			}
		}
	}
}
