package evaluation

import (
	"context"
	"slices"

	"platform/internal/server/rules"
)

// Applied is the context that an answer was judged with.
type Applied struct {
	RuleMatched  bool     `json:"ruleMatched"`
	Rules        []string `json:"matchingRuleIds"`
	Contexts     []string `json:"contextEntityIds"`
	UserContexts int      `json:"userContextsCount"`
}

// contexts adds to r the contexts that rules lead to, in front of its own.
func (s *Service) contexts(ctx context.Context, database string, r *Request) (*Applied, error) {
	applied := &Applied{Rules: []string{}, Contexts: []string{}, UserContexts: len(r.Contexts)}
	if len(r.Attributes) > 0 {
		matched, err := s.rules.Evaluate(ctx, database, rules.Query{Type: rules.ContextEntity, Fields: r.Attributes, WithData: true, Key: r.Caller.Key, Source: "evaluation"})
		if err != nil {
			return nil, err
		}
		applied.Rules, applied.RuleMatched = matched.Rules, len(matched.Rules) > 0
		var added []string
		for _, e := range matched.Entities {
			record := (*matched.Data)[string(e.Type)+":"+e.ID]
			if record == nil || slices.Contains(applied.Contexts, e.ID) {
				continue
			}
			if c, ok := (*record).(rules.Context); ok {
				applied.Contexts, added = append(applied.Contexts, c.ID), append(added, c.Content)
			}
		}
		r.Contexts = append(added, r.Contexts...)
	}
	if !applied.RuleMatched && applied.UserContexts == 0 {
		return nil, nil
	}
	return applied, nil
}
