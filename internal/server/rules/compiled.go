package rules

import (
	"context"
	"fmt"
	"sync"
)

// compiled is a rule that can be matched.
type compiled struct {
	Rule
	groups [][]matcher
}

// compileRule compiles the conditions of a rule that was checked.
func compileRule(r Rule) (compiled, error) {
	c := compiled{Rule: r}
	for i, g := range r.Groups {
		var matchers []matcher
		for j, condition := range g.Conditions {
			m, err := compile(condition)
			if err != nil {
				return compiled{}, fmt.Errorf("condition %d of group %d of rule %s: %w", j, i, r.ID, err)
			}
			matchers = append(matchers, m)
		}
		c.groups = append(c.groups, matchers)
	}
	return c, nil
}

// Outcome is how the parts of a rule fared.
type Outcome struct {
	Matches bool           `json:"matches"`
	Groups  []GroupOutcome `json:"condition_groups"`
}

// GroupOutcome is how the conditions of a group fared.
type GroupOutcome struct {
	Matches    bool   `json:"matches"`
	Conditions []bool `json:"conditions" doc:"Whether each condition matches."`
}

// evaluate matches all parts. A condition whose field is missing does not
// match, whatever its operator; nor does a group or a rule without parts.
func (c compiled) evaluate(fields Fields) Outcome {
	out := Outcome{Groups: make([]GroupOutcome, len(c.groups))}
	groups := make([]bool, len(c.groups))
	for i, matchers := range c.groups {
		conditions := make([]bool, len(matchers))
		for j, match := range matchers {
			v, given := fields[c.Groups[i].Conditions[j].Field]
			conditions[j] = given && match(v)
		}
		groups[i] = c.Groups[i].Join.of(conditions)
		out.Groups[i] = GroupOutcome{groups[i], conditions}
	}
	out.Matches = c.Join.of(groups)
	return out
}

// matches is evaluate without its details: it stops when the answer is known.
func (c compiled) matches(fields Fields) bool {
	return c.Join.decide(len(c.groups), func(i int) bool {
		return c.Groups[i].Join.decide(len(c.groups[i]), func(j int) bool {
			v, given := fields[c.Groups[i].Conditions[j].Field]
			return given && c.groups[i][j](v)
		})
	})
}

func (j Join) of(parts []bool) bool {
	return j.decide(len(parts), func(i int) bool { return parts[i] })
}

func (j Join) decide(n int, part func(int) bool) bool {
	for i := range n {
		if part(i) != (j == All) {
			return j != All
		}
	}
	return n > 0 && j == All
}

// cache keeps the compiled rules of databases.
type cache struct {
	mu   sync.Mutex
	sets map[string]set
}

type set struct {
	revision int64
	rules    []compiled // active ones, by name
}

const setsKept = 1000

// active returns the compiled active rules of a database. They are compiled
// again when one changed.
func (s *Service) active(ctx context.Context, database string) ([]compiled, error) {
	revision, err := s.store.Revision(ctx, database)
	if err != nil {
		return nil, err
	}
	s.kept.mu.Lock()
	kept, ok := s.kept.sets[database]
	s.kept.mu.Unlock()
	if ok && kept.revision == revision {
		return kept.rules, nil
	}
	// Rules that are read now may be newer than revision, never older.
	all, err := s.store.Rules(ctx, database)
	if err != nil {
		return nil, err
	}
	fresh := set{revision: revision}
	for _, r := range all {
		if !r.Active {
			continue
		}
		c, err := compileRule(r)
		if err != nil {
			return nil, err
		}
		fresh.rules = append(fresh.rules, c)
	}
	s.kept.put(database, fresh)
	return fresh.rules, nil
}

func (c *cache) put(database string, fresh set) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sets == nil || len(c.sets) >= setsKept {
		c.sets = map[string]set{}
	}
	c.sets[database] = fresh
}
