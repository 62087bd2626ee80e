package platform

import (
	"context"
	"encoding/json"
	"fmt"
)

// EntityType is a kind of thing that rules lead to.
type EntityType string

const (
	ContextEntity    EntityType = "context"
	PromptEntity     EntityType = "prompt"
	EvaluationEntity EntityType = "evaluation"
)

// RuleQuery is what rules are matched against.
type RuleQuery struct {
	Type     EntityType
	Fields   map[string]any // text, numbers and booleans; at most 50
	WithData bool           // also return the records of entities

	// What the data of prompts is made with.
	Variables map[string]any
	Version   string
	Raw       bool
}

// RuleAnswer is what the matching rules lead to.
type RuleAnswer struct {
	Rules    []string                   `json:"matchingRuleIds"`
	Entities []Entity                   `json:"entities"`
	Data     map[string]json.RawMessage `json:"entity_data"` // by type and id: context:ctx_1; null for what is not there
}

// Entity is what a matching rule leads to.
type Entity struct {
	Rule string     `json:"rule_id"`
	Type EntityType `json:"entity_type"`
	ID   string     `json:"entity_id"`
}

// EvaluateRules returns what the rules that match lead to. A condition whose
// field is not given does not match.
func (c *Client) EvaluateRules(ctx context.Context, q RuleQuery) (RuleAnswer, error) {
	type inputs struct {
		Variables map[string]any `json:"variables,omitempty"`
		Version   string         `json:"version,omitempty"`
		Compile   bool           `json:"shouldCompile"`
	}
	in := struct {
		Type     EntityType     `json:"entity_type"`
		Fields   map[string]any `json:"fields"`
		WithData bool           `json:"include_entity_data"`
		Inputs   inputs         `json:"entity_inputs"`
		Source   string         `json:"source"`
	}{q.Type, q.Fields, q.WithData, inputs{q.Variables, q.Version, !q.Raw}, source}
	var out RuleAnswer
	if err := c.post(ctx, "/api/rule-engine/evaluate", in, &out); err != nil {
		return RuleAnswer{}, fmt.Errorf("evaluate rules: %w", err)
	}
	return out, nil
}
