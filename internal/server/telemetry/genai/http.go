package genai

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

type callUsageAnswer struct {
	Body struct {
		Items  []CallUsage `json:"items" doc:"Most expensive first, or with steps in the order of time."`
		Totals *CallUsage  `json:"totals,omitempty" doc:"Of all calls; absent when there were none, and with steps."`
		Step   float64     `json:"stepSeconds,omitempty"`
		From   time.Time   `json:"from"`
		To     time.Time   `json:"to"`
	}
}

// Routes declares the endpoints of language models, all but those of what was
// said.
func (s *Service) Routes(api huma.API) {
	huma.Register(api, query.Operation("Language models", "get-llm-usage", http.MethodPost, "/api/genai/usage", "Sum calls of language models up",
		"Calls, errors, tokens, cost, latency and time to first token of the time range, grouped by model, provider, service, user and so on, and over time when there is a step."),
		func(ctx context.Context, in *struct {
			Body struct {
				From    string         `json:"from,omitempty" maxLength:"64"`
				To      string         `json:"to,omitempty" maxLength:"64"`
				Filters []query.Filter `json:"filters,omitempty" maxItems:"32" doc:"Conditions on the spans."`
				GroupBy []Dimension    `json:"groupBy,omitempty" maxItems:"3" enum:"model,provider,service,user,operation,conversation,agent,environment"`
				Keys    []query.Key    `json:"groupByKeys,omitempty" maxItems:"3" doc:"Attributes of the spans or their resources to group by too, such as that of a team."`
				Steps   bool           `json:"overTime,omitempty" doc:"One item for each step."`
				Step    int            `json:"stepSeconds,omitempty" minimum:"0" doc:"Chosen by the range when 0."`
				Limit   int            `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Groups to return; 100 when 0."`
				Sort    string         `json:"sort,omitempty" enum:"calls,cost" default:"calls" doc:"Which groups are kept when there are more than limit: those with most calls, or those that cost most by what spans tell, and then have most tokens."`
			}
		}) (*callUsageAnswer, error) {
			r, err := query.ParseRange(in.Body.From, in.Body.To, time.Now())
			if err != nil {
				return nil, err
			}
			if err := query.Check(tenancy.Traces, in.Body.Filters); err != nil {
				return nil, err
			}
			for i := range in.Body.Keys {
				if err := in.Body.Keys[i].Check(tenancy.Traces); err != nil {
					return nil, err
				}
			}
			q := UsageQuery{Range: r, Filters: in.Body.Filters, GroupBy: in.Body.GroupBy, Keys: in.Body.Keys, Limit: in.Body.Limit, Dearest: in.Body.Sort == "cost"}
			if q.Limit == 0 {
				q.Limit = 100
			}
			out := &callUsageAnswer{}
			out.Body.From, out.Body.To = r.From, r.To
			if in.Body.Steps {
				q.Step = query.Step(r, 120, 10*time.Second)
				if in.Body.Step > 0 {
					q.Step = time.Duration(in.Body.Step) * time.Second
				}
				if err := query.CheckStep(r, q.Step); err != nil {
					return nil, err
				}
				out.Body.Step = q.Step.Seconds()
			}
			if out.Body.Items, err = s.Usage(ctx, q); err != nil {
				return nil, err
			}
			if q.Step > 0 || len(out.Body.Items) == 0 {
				return out, nil
			}
			totals, err := s.Usage(ctx, UsageQuery{Range: r, Filters: q.Filters, Limit: 1})
			if err == nil && len(totals) == 1 {
				out.Body.Totals = &totals[0]
			}
			return out, err
		})
}
