package telemetry

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// DearPrompt is what was asked in calls of models, and what they cost together.
type DearPrompt struct {
	Text     string           `json:"text" doc:"The last that a user, or else anybody, said to the model; up to 4,096 bytes."`
	Calls    uint64           `json:"calls"`
	Errors   uint64           `json:"errors"`
	Cost     float64          `json:"cost" doc:"In US dollars: what spans tell, and what was computed for others."`
	Computed float64          `json:"costComputed" doc:"The part of the cost that was computed from prices of models."`
	Input    float64          `json:"inputTokens"`
	Output   float64          `json:"outputTokens"`
	Models   []string         `json:"models"`
	Dearest  genai.PromptCall `json:"dearestCall"`
}

// promptText is how much of a prompt is shown.
const promptText = 4096

// Prompts returns the prompts that cost most of all calls of a range, the dearest
// first.
func (s *Service) Prompts(ctx context.Context, q genai.PromptQuery) ([]DearPrompt, error) {
	limit := q.Limit
	q.Limit *= 2 // some may turn out to be the same words
	groups, err := s.genai.Prompts(ctx, q)
	if err != nil || len(groups) == 0 {
		return nil, err
	}
	texts, err := s.asked(ctx, mapOf(groups, func(p genai.Prompt) genai.PromptCall { return p.Dearest }))
	if err != nil {
		return nil, err
	}
	var out []DearPrompt
	at := map[string]int{}
	for i, g := range groups {
		p := DearPrompt{texts[i], g.Calls, g.Errors, g.Cost, g.Computed, g.Input, g.Output, g.Models, g.Dearest}
		if known, ok := at[p.Text]; ok {
			out[known].add(p)
		} else if p.Text != "" {
			at[p.Text] = len(out)
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b DearPrompt) int { return cmp.Compare(b.Cost, a.Cost) })
	out = slices.DeleteFunc(out[:min(len(out), limit)], func(p DearPrompt) bool { return p.Cost == 0 })
	for i := range out {
		if len(out[i].Text) > promptText {
			out[i].Text = firstBytes(out[i].Text, promptText)
		}
	}
	return out, nil
}

// add adds calls that asked for the same and cost less.
func (p *DearPrompt) add(other DearPrompt) {
	p.Calls, p.Errors, p.Cost, p.Computed = p.Calls+other.Calls, p.Errors+other.Errors, p.Cost+other.Cost, p.Computed+other.Computed
	p.Input, p.Output = p.Input+other.Input, p.Output+other.Output
	p.Models = append(slices.Clone(p.Models), other.Models...)
	slices.Sort(p.Models)
	p.Models = slices.Compact(p.Models)
	if other.Dearest.Cost > p.Dearest.Cost {
		p.Dearest = other.Dearest
	}
}

// asked reads what was asked in each of these calls; empty where it is not told.
func (s *Service) asked(ctx context.Context, calls []genai.PromptCall) ([]string, error) {
	r := query.Range{From: calls[0].Start, To: calls[0].Start}
	for _, c := range calls {
		if c.Start.Before(r.From) {
			r.From = c.Start
		}
		if c.Start.After(r.To) {
			r.To = c.Start
		}
	}
	r.To = r.To.Add(1)
	spans, _, err := s.Spans(ctx, SpanSearch{Full: true, Search: query.Search{Range: r, Page: query.Page{Limit: 2 * len(calls)}, Filters: []query.Filter{
		{Key: field("spanId"), Op: query.In, Values: mapOf(calls, func(c genai.PromptCall) string { return c.SpanID })}}}})
	if err != nil {
		return nil, err
	}
	spoken, err := s.conversation(ctx, spans)
	if err != nil {
		return nil, err
	}
	texts := map[[2]string]string{}
	for _, c := range spoken {
		texts[[2]string{c.TraceID, c.SpanID}] = genai.Asked(c.Messages)
	}
	return mapOf(calls, func(c genai.PromptCall) string { return texts[[2]string{c.TraceID, c.SpanID}] }), nil
}

func (s *Service) promptRoutes(api huma.API) {
	huma.Register(api, query.Operation("Language models", "list-dear-prompts", http.MethodPost, "/api/genai/prompts", "List the most expensive prompts",
		"What was asked in the calls of models of the time range, the same words together, by what all these calls cost. Calls count whose span tells what was asked, or log records of the same trace and span that are kept in the same database."),
		func(ctx context.Context, in *struct {
			Body struct {
				From    string         `json:"from,omitempty" maxLength:"64"`
				To      string         `json:"to,omitempty" maxLength:"64"`
				Filters []query.Filter `json:"filters,omitempty" maxItems:"32" doc:"Conditions on the spans."`
				Limit   int            `json:"limit,omitempty" minimum:"0" maximum:"100" doc:"Prompts to return; 20 when 0."`
			}
		}) (*query.Items[DearPrompt], error) {
			r, err := query.ParseRange(in.Body.From, in.Body.To, time.Now())
			if err != nil {
				return nil, err
			}
			if err := query.Check(tenancy.Traces, in.Body.Filters); err != nil {
				return nil, err
			}
			if in.Body.Limit == 0 {
				in.Body.Limit = 20
			}
			found, err := s.Prompts(ctx, genai.PromptQuery{Range: r, Filters: in.Body.Filters, Limit: in.Body.Limit})
			return query.ItemsOf(found), err
		})
}
