package rules

import (
	"context"
	"encoding/json"

	"platform/internal/server/fault"
	"platform/internal/server/prompts"
)

const entitiesLimit = 200 // whose data one request gets

// Query is what an application asks.
type Query struct {
	Type     EntityType
	Fields   Fields
	WithData bool
	Inputs   Inputs
	Key      string // id of the API key that asks, for the counts of prompts
	Source   string // kind of client
}

// Inputs are what the data of prompts is made with.
type Inputs struct {
	_         struct{}                   `additionalProperties:"true"`
	Variables map[string]json.RawMessage `json:"variables,omitempty"`
	Version   string                     `json:"version,omitempty"`
	Compile   *bool                      `json:"shouldCompile,omitempty"`
}

// Answer is the rules that match and have an entity of the wanted type. The
// names of its fields are those that existing clients read.
type Answer struct {
	Rules    []string         `json:"matchingRuleIds"`
	Entities []MatchedEntity  `json:"entities"`
	Data     *map[string]*any `json:"entity_data,omitempty" doc:"By type and id (context:ctx_1); null for what is not there. Only when asked for."`
}

// MatchedEntity is an entity that a matching rule leads to.
type MatchedEntity struct {
	Rule string     `json:"rule_id"`
	Type EntityType `json:"entity_type" enum:"context,prompt,evaluation"`
	ID   string     `json:"entity_id"`
}

// Evaluate returns what the active rules of a database lead to.
func (s *Service) Evaluate(ctx context.Context, database string, q Query) (Answer, error) {
	active, err := s.active(ctx, database)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{Rules: []string{}, Entities: []MatchedEntity{}}
	for _, rule := range active {
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		before := len(out.Entities)
		if !rule.matches(q.Fields) {
			continue
		}
		for _, e := range rule.Entities {
			if e.Type == q.Type {
				out.Entities = append(out.Entities, MatchedEntity{rule.ID, e.Type, e.ID})
			}
		}
		if len(out.Entities) > before {
			out.Rules = append(out.Rules, rule.ID)
		}
	}
	if q.WithData {
		if out.Data, err = s.data(ctx, database, q, out.Entities); err != nil {
			return Answer{}, err
		}
	}
	return out, nil
}

// data reads the records of entities. Evaluations have none.
func (s *Service) data(ctx context.Context, database string, q Query, entities []MatchedEntity) (*map[string]*any, error) {
	data := map[string]*any{}
	for _, e := range entities {
		name := string(e.Type) + ":" + e.ID
		if _, done := data[name]; done || e.Type == EvaluationEntity {
			continue
		}
		if len(data) == entitiesLimit {
			return nil, fault.New(fault.Invalid, "more than %d entities match: ask without their data", entitiesLimit)
		}
		record, err := s.record(ctx, database, q, e)
		if fault.Is(err, fault.NotFound) || fault.Is(err, fault.Invalid) {
			data[name] = nil
			continue
		}
		if err != nil {
			return nil, err
		}
		data[name] = &record
	}
	return &data, nil
}

func (s *Service) record(ctx context.Context, database string, q Query, e MatchedEntity) (any, error) {
	if e.Type == ContextEntity {
		return s.store.Context(ctx, database, e.ID)
	}
	return s.prompts.Compiled(ctx, database, prompts.Query{Ref: prompts.Ref{ID: e.ID}, Version: q.Inputs.Version, Variables: q.Inputs.Variables,
		Raw: q.Inputs.Compile != nil && !*q.Inputs.Compile, Key: q.Key, Source: q.Source})
}

// Try matches a rule that need not be stored against samples.
func (s *Service) Try(ctx context.Context, in Input, samples []Fields) ([]Outcome, error) {
	r, err := in.rule()
	if err != nil {
		return nil, err
	}
	c, err := compileRule(r)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, len(samples))
	for i, fields := range samples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[i] = c.evaluate(fields)
	}
	return out, nil
}
