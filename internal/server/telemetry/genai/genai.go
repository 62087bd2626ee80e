// Package genai understands what spans tell of language models: who called
// which model, with how many tokens, at what cost, how fast, and what was said.
//
//  1. keys.go lists the spellings of the attributes.
//  2. call.go reads one span; messages.go what was said in it.
//  3. genai.go adds calls up, and prices those whose spans tell no cost; prompts.go
//     adds them up by what was asked.
package genai

import (
	"cmp"
	"context"
	"slices"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Prices knows what models cost.
type Prices interface {
	// Price returns the price of a model at a time; false when it is not known.
	// provider may be empty.
	Price(ctx context.Context, scope tenancy.Scope, provider, model string, at time.Time) (Price, bool, error)
}

// Dimension is what calls are grouped by.
type Dimension string

// Dimensions.
const (
	ByModel        Dimension = "model"
	ByProvider     Dimension = "provider"
	ByService      Dimension = "service"
	ByUser         Dimension = "user"
	ByOperation    Dimension = "operation"
	ByConversation Dimension = "conversation"
	ByAgent        Dimension = "agent"
	ByEnvironment  Dimension = "environment"
)

// UsageQuery asks for the calls of a range.
type UsageQuery struct {
	Range   query.Range
	Filters []query.Filter // on spans
	GroupBy []Dimension
	Keys    []query.Key   // of spans, that calls are grouped by too
	Step    time.Duration // 0: the whole range at once
	Limit   int           // groups
	Dearest bool          // keep the groups that cost most; else those with most calls
}

// Group is the calls of a group, or of a group in a step.
type Group struct {
	Labels     []string
	At         time.Time // zero without steps
	Calls      uint64
	Errors     uint64
	Tokens     Tokens
	Reasoning  float64
	Cost       float64   // that spans tell of
	Priced     uint64    // calls that tell their cost
	Durations  []float64 // seconds: p50, p95, p99
	FirstToken []float64 // seconds: p50, p95, p99; nil when no call tells it
	Unpriced   []Unpriced
}

// Unpriced are the tokens of calls that tell no cost, by model.
type Unpriced struct {
	Provider, Model string
	Calls           uint64
	Tokens          Tokens
}

// Store reads calls.
type Store interface {
	// Calls adds up calls of models.
	Calls(ctx context.Context, v query.View, q UsageQuery) ([]Group, error)
	// Prompts returns the prompts that cost most, the dearest first.
	Prompts(ctx context.Context, v PromptViews, q PromptQuery) ([]Prompt, error)
}

// CallUsage is the calls of a group.
type CallUsage struct {
	Labels       map[string]string `json:"labels" doc:"Values of what was grouped by; those of keys under their source and key: attribute:team."`
	At           *time.Time        `json:"at,omitempty" doc:"Start of the step."`
	Calls        uint64            `json:"calls"`
	Errors       uint64            `json:"errors"`
	InputTokens  float64           `json:"inputTokens"`
	OutputTokens float64           `json:"outputTokens"`
	CacheRead    float64           `json:"cacheReadTokens"`
	CacheWrite   float64           `json:"cacheWriteTokens"`
	Reasoning    float64           `json:"reasoningTokens"`
	Cost         float64           `json:"cost" doc:"In US dollars: what spans tell, and what was computed for others."`
	Computed     float64           `json:"costComputed" doc:"The part of the cost that was computed from prices of models."`
	Unknown      uint64            `json:"callsWithoutCost" doc:"Calls whose cost is neither told nor could be computed."`
	P50          float64           `json:"p50Seconds"`
	P95          float64           `json:"p95Seconds"`
	P99          float64           `json:"p99Seconds"`
	FirstP50     *float64          `json:"timeToFirstTokenP50Seconds,omitempty"`
	FirstP95     *float64          `json:"timeToFirstTokenP95Seconds,omitempty"`
	FirstP99     *float64          `json:"timeToFirstTokenP99Seconds,omitempty"`
}

// Service answers questions about language models.
type Service struct {
	views  *query.Views
	store  Store
	prices Prices
}

// New makes the service. prices may be nil: then only told costs are known.
func New(views *query.Views, store Store, prices Prices) *Service {
	return &Service{views, store, prices}
}

// Usage adds up calls of models, the most expensive groups first, or in the
// order of time.
func (s *Service) Usage(ctx context.Context, q UsageQuery) ([]CallUsage, error) {
	v, err := s.views.Of(ctx, tenancy.Traces)
	if err != nil {
		return nil, err
	}
	groups, err := s.store.Calls(ctx, v, q)
	if err != nil {
		return nil, err
	}
	known := s.priceList(tenancy.ScopeOf(ctx))
	out := make([]CallUsage, len(groups))
	for i, g := range groups {
		if out[i], err = g.usage(ctx, q, known); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(out, func(a, b CallUsage) int {
		if a.At != nil && b.At != nil && !a.At.Equal(*b.At) {
			return a.At.Compare(*b.At)
		}
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), cmp.Compare(b.Calls, a.Calls))
	})
	return out, nil
}

type priceOf func(ctx context.Context, provider, model string, at time.Time) (Price, bool, error)

// priceList asks for each price once.
func (s *Service) priceList(scope tenancy.Scope) priceOf {
	type answer struct {
		price Price
		ok    bool
	}
	type question struct {
		provider, model string
		at              int64
	}
	kept := map[question]answer{}
	return func(ctx context.Context, provider, model string, at time.Time) (Price, bool, error) {
		if s.prices == nil || model == "" {
			return Price{}, false, nil
		}
		key := question{provider, model, at.Unix()}
		a, seen := kept[key]
		if !seen {
			var err error
			if a.price, a.ok, err = s.prices.Price(ctx, scope, provider, model, at); err != nil {
				return Price{}, false, err
			}
			kept[key] = a
		}
		return a.price, a.ok, nil
	}
}

func (g Group) usage(ctx context.Context, q UsageQuery, prices priceOf) (CallUsage, error) {
	u := CallUsage{Labels: map[string]string{}, Calls: g.Calls, Errors: g.Errors, InputTokens: g.Tokens.Input, OutputTokens: g.Tokens.Output, CacheRead: g.Tokens.CacheRead,
		CacheWrite: g.Tokens.CacheWrite, Reasoning: g.Reasoning, Cost: g.Cost, P50: g.Durations[0], P95: g.Durations[1], P99: g.Durations[2]}
	for i, d := range q.GroupBy {
		u.Labels[string(d)] = g.Labels[i]
	}
	for i, k := range q.Keys {
		u.Labels[string(k.Source)+":"+k.Key] = g.Labels[len(q.GroupBy)+i]
	}
	at := q.Range.To // what is added up is priced as it was last
	if !g.At.IsZero() {
		u.At, at = &g.At, g.At
	}
	if len(g.FirstToken) == 3 {
		u.FirstP50, u.FirstP95, u.FirstP99 = &g.FirstToken[0], &g.FirstToken[1], &g.FirstToken[2]
	}
	for _, p := range g.Unpriced {
		price, ok, err := prices(ctx, p.Provider, p.Model, at)
		if err != nil {
			return u, err
		}
		if !ok {
			u.Unknown += p.Calls
			continue
		}
		u.Computed += price.Of(p.Tokens)
	}
	u.Cost += u.Computed
	return u, nil
}

// Complete computes the cost of a call at a time that tells none.
func (s *Service) Complete(ctx context.Context, c *Call, at time.Time) error {
	if c.Cost != nil || !c.CallsModel {
		return nil
	}
	price, ok, err := s.priceList(tenancy.ScopeOf(ctx))(ctx, c.Provider, c.Model, at)
	if err != nil || !ok {
		return err
	}
	c.Cost, c.Computed = new(price.Of(c.tokens())), true
	return nil
}
