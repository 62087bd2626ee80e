package genai

import (
	"context"
	"strings"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Keys of attributes, and names of events, that tell what a model was asked, by how
// they tell it: as a list of messages in JSON, or a text; as attributes of each message;
// as events. In each the present spelling comes first.
var (
	AskedKeys     = []string{"gen_ai.input.messages"}
	NumberedAsked = []struct{ Prefix, Infix string }{{"gen_ai.prompt.", "."}, {"llm.input_messages.", ".message."}}
	PlainAsked    = []string{"gen_ai.prompt", "ai.prompt.messages", "ai.prompt", "input.value", "traceloop.entity.input", "gen_ai.tool.call.arguments"}
	AskedEvents   = []string{"gen_ai.client.inference.operation.details", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.system.message", "gen_ai.tool.message", "gen_ai.content.prompt"}
)

// PromptViews are where calls are told of, and what was asked in them.
type PromptViews struct {
	Traces, Logs query.View
}

// PromptQuery asks for the prompts of a range that cost most.
type PromptQuery struct {
	Range   query.Range
	Filters []query.Filter // on spans
	Limit   int
	Prices  []ModelPrice // of calls that tell no cost
}

// ModelPrice is the price of a model as calls name it.
type ModelPrice struct {
	Provider, Model string
	Price
}

// Prompt is calls in which the same was asked.
type Prompt struct {
	Calls    uint64
	Errors   uint64
	Cost     float64
	Computed float64 // part of Cost
	Input    float64 // tokens
	Output   float64
	Models   []string
	Dearest  PromptCall
}

// PromptCall is one call.
type PromptCall struct {
	TraceID string    `json:"traceId"`
	SpanID  string    `json:"spanId"`
	Start   time.Time `json:"start"`
	Cost    float64   `json:"cost" doc:"In US dollars."`
}

// Prompts returns the prompts of all calls of a range that cost most. The same words may
// occur several times, where senders spell them differently.
func (s *Service) Prompts(ctx context.Context, q PromptQuery) ([]Prompt, error) {
	var v PromptViews
	var err error
	if v.Traces, err = s.views.Of(ctx, tenancy.Traces); err != nil {
		return nil, err
	}
	if v.Logs, err = s.views.Of(ctx, tenancy.Logs); err != nil {
		return nil, err
	}
	groups, err := s.store.Calls(ctx, v.Traces, UsageQuery{Range: q.Range, Filters: q.Filters, Limit: 1})
	if err != nil || len(groups) == 0 {
		return nil, err
	}
	prices := s.priceList(tenancy.ScopeOf(ctx))
	for _, u := range groups[0].Unpriced {
		price, ok, err := prices(ctx, u.Provider, u.Model, q.Range.To) // what is added up is priced as it was last
		if err != nil {
			return nil, err
		}
		if ok {
			q.Prices = append(q.Prices, ModelPrice{u.Provider, u.Model, price})
		}
	}
	return s.store.Prompts(ctx, v, q)
}

// Asked is what was asked in a call: the last that a user, or else anybody, said to
// the model.
func Asked(messages []ModelMessage) string {
	var last *ModelMessage
	for i, m := range messages {
		if !m.Output && (last == nil || m.Role == "user" || last.Role != "user") {
			last = &messages[i]
		}
	}
	if last == nil {
		return ""
	}
	var said []string
	for _, p := range last.Parts {
		if p.Text == "" {
			p.Text = p.Arguments
		}
		said = append(said, p.Text)
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}
