package rules

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	rulesLimit      = 1000 // of a database
	groupsLimit     = 20   // of a rule
	conditionsLimit = 50   // of a group
	conditionsTotal = 100  // of a rule
	ruleEntities    = 50   // of a rule
)

// Input is a rule as somebody describes it.
type Input struct {
	Name        string
	Description string
	Active      bool
	Join        Join
	Groups      []Group
	Entities    []Entity
}

// rule checks in and makes a rule of it, without id and times.
func (in Input) rule() (Rule, error) {
	r := Rule{Name: strings.TrimSpace(in.Name), Description: strings.TrimSpace(in.Description), Active: in.Active, Join: in.Join, Groups: in.Groups, Entities: in.Entities}
	if !nameable(r.Name) {
		return Rule{}, invalid("name", "has not 1 to 100 printable characters")
	}
	if utf8.RuneCountInString(r.Description) > 1000 || !storable(r.Description) {
		return Rule{}, invalid("description", "has more than 1000 characters")
	}
	if r.Join != All && r.Join != Any {
		return Rule{}, invalid("group_operator", "is neither AND nor OR")
	}
	if len(r.Groups) > groupsLimit {
		return Rule{}, invalid("condition_groups", "has more than %d entries", groupsLimit)
	}
	total := 0
	for i := range r.Groups {
		if total += len(r.Groups[i].Conditions); total > conditionsTotal {
			return Rule{}, invalid("condition_groups", "has more than %d conditions", conditionsTotal)
		}
		if err := checkGroup(&r.Groups[i], fmt.Sprintf("condition_groups[%d]", i)); err != nil {
			return Rule{}, err
		}
	}
	if len(r.Entities) > ruleEntities {
		return Rule{}, invalid("entities", "has more than %d entries", ruleEntities)
	}
	for i, e := range r.Entities {
		where := fmt.Sprintf("entities[%d]", i)
		if !slices.Contains(EntityTypes, e.Type) {
			return Rule{}, invalid(where+".entity_type", "is none of %v", EntityTypes)
		}
		if e.ID == "" || len(e.ID) > 100 || !storable(e.ID) {
			return Rule{}, invalid(where+".entity_id", "has not 1 to 100 characters")
		}
		if slices.Contains(r.Entities[:i], e) {
			return Rule{}, invalid(where, "is there twice")
		}
	}
	return r, nil
}

func checkGroup(g *Group, where string) error {
	if g.Join != All && g.Join != Any {
		return invalid(where+".condition_operator", "is neither AND nor OR")
	}
	if n := len(g.Conditions); n == 0 || n > conditionsLimit {
		return invalid(where+".conditions", "has not 1 to %d entries", conditionsLimit)
	}
	for j := range g.Conditions {
		c, at := &g.Conditions[j], fmt.Sprintf("%s.conditions[%d]", where, j)
		c.Field = strings.TrimSpace(c.Field)
		if n := utf8.RuneCountInString(c.Field); n == 0 || n > fieldNameLimit {
			return invalid(at+".field", "has not 1 to %d characters", fieldNameLimit)
		}
		if _, err := compile(*c); err != nil {
			return invalid(at+".value", "%s", err)
		}
	}
	return nil
}

// invalid is a fault that names the field.
func invalid(field, format string, args ...any) error {
	message := fmt.Sprintf(format, args...)
	f := fault.New(fault.Invalid, "%s %s", field, message)
	f.Errors = []fault.Detail{{Location: "body." + field, Message: message}}
	return f
}

func nameable(s string) bool {
	n := utf8.RuneCountInString(s)
	return n > 0 && n <= 100 && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Create adds a rule.
func (s *Service) Create(ctx context.Context, database, user string, in Input) (Rule, error) {
	r, err := in.rule()
	if err != nil {
		return Rule{}, err
	}
	all, err := s.store.Rules(ctx, database)
	if err != nil {
		return Rule{}, err
	}
	if len(all) >= rulesLimit {
		return Rule{}, fault.New(fault.Conflict, "there are %d rules already, which is the most", rulesLimit)
	}
	r.ID, r.CreatedBy, r.CreatedAt = newID("rul"), user, now()
	r.UpdatedAt = r.CreatedAt
	return r, taken(s.store.Create(ctx, database, r), "rule")
}

// Update replaces a rule.
func (s *Service) Update(ctx context.Context, database, id string, in Input) (Rule, error) {
	r, err := in.rule()
	if err != nil {
		return Rule{}, err
	}
	old, err := s.Rule(ctx, database, id)
	if err != nil {
		return Rule{}, err
	}
	r.ID, r.CreatedBy, r.CreatedAt, r.UpdatedAt = old.ID, old.CreatedBy, old.CreatedAt, now()
	return r, taken(s.store.Update(ctx, database, r), "rule")
}

// taken says which name a conflict is about.
func taken(err error, what string) error {
	if fault.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "there is a %s of that name already", what)
	}
	return err
}

// Rule returns a rule.
func (s *Service) Rule(ctx context.Context, database, id string) (Rule, error) {
	if !storable(id) {
		return Rule{}, fault.New(fault.NotFound, "no such rule")
	}
	return s.store.Rule(ctx, database, id)
}

// List returns the rules by name; only those that lead to an entity, when it
// is given.
func (s *Service) List(ctx context.Context, database string, of Entity) ([]Rule, error) {
	all, err := s.store.Rules(ctx, database)
	if err != nil {
		return nil, err
	}
	leads := func(r Rule) bool {
		return of == Entity{} || slices.ContainsFunc(r.Entities, func(e Entity) bool { return (of.Type == "" || e.Type == of.Type) && (of.ID == "" || e.ID == of.ID) })
	}
	return slices.DeleteFunc(all, func(r Rule) bool { return !leads(r) }), nil
}

// Delete removes a rule.
func (s *Service) Delete(ctx context.Context, database, id string) error {
	if !storable(id) {
		return fault.New(fault.NotFound, "no such rule")
	}
	return s.store.Delete(ctx, database, id)
}
