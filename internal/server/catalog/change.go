package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Difference is what an input changes of a model; of a provider when the key
// has no model.
type Difference struct {
	Key
	DisplayName string
	Action      Action
	Fields      []FieldChange // of an update
}

// Action is what happens to a model or a provider.
type Action string

const (
	Create    Action = "create"
	Update    Action = "update"
	Unchanged Action = "unchanged"
	Skip      Action = "skip" // it exists and must not be changed
)

// FieldChange is one changed field, in text.
type FieldChange struct{ Field, From, To string }

// diff compares inputs with the catalog. Where two name the same model, the
// later one counts. With keep, models that exist are left as they are.
func (snap *snapshot) diff(inputs []Input, keep bool, at time.Time) (c Changes, differences []Difference) {
	last := make(map[Key]int, len(inputs))
	for i, in := range inputs {
		last[in.key()] = i
	}
	for i, in := range inputs {
		k := in.key()
		if last[k] != i {
			continue
		}
		old := snap.model(k)
		d := Difference{Key: k, DisplayName: in.DisplayName, Action: Unchanged}
		if old != nil && keep {
			d.Action = Skip
			differences = append(differences, d)
			continue
		}
		from := at
		if in.From != nil {
			from = in.From.UTC().Truncate(time.Microsecond)
		}
		model, price := in.model(old, at), in.price(snap, k, from)
		before := priceAt(snap.history[k], from)
		switch {
		case old == nil:
			d.Action = Create
			if in.From == nil && len(snap.history[k]) == 0 {
				from = time.Unix(0, 0).UTC() // a model nobody had priced before: its earlier spans cost the same
			}
		default:
			d.Fields = compare(*old, model, before, price)
			if len(d.Fields) > 0 {
				d.Action = Update
			}
		}
		if d.Action != Unchanged {
			c.Put = append(c.Put, model)
			if before == nil || *before.Price != price {
				c.Periods = append(c.Periods, Period{Key: k, From: from, Price: &price})
			}
		}
		differences = append(differences, d)
	}
	return c, differences
}

// model is the record after the input; old is nil when there is none.
func (in Input) model(old *Model, at time.Time) Model {
	m := Model{ID: newID(), Provider: in.Provider, ModelID: in.ModelID, Type: Chat, ContextWindow: defaultContext, Capabilities: []string{}, CreatedAt: at}
	if old != nil {
		m = *old
	}
	m.DisplayName, m.UpdatedAt, m.Default = in.DisplayName, at, false
	if in.Type != nil {
		m.Type = *in.Type
	}
	if in.ContextWindow != nil {
		m.ContextWindow = *in.ContextWindow
	}
	if in.Capabilities != nil {
		m.Capabilities = slices.Clone(in.Capabilities)
	}
	return m
}

// price is what the model costs after the input, from then on.
func (in Input) price(snap *snapshot, k Key, from time.Time) Price {
	p := snap.priceNow(k, from)
	for _, f := range []struct {
		to   *float64
		from *float64
	}{{&p.Input, in.Price.Input}, {&p.Output, in.Price.Output}, {&p.CacheRead, in.Price.CacheRead}, {&p.CacheCreation, in.Price.CacheCreation}} {
		if f.from != nil {
			*f.to = *f.from
		}
	}
	return p
}

func compare(old, m Model, before *Period, after Price) (fields []FieldChange) {
	var price Price
	if before != nil {
		price = *before.Price
	}
	text := func(field, from, to string) {
		if from != to {
			fields = append(fields, FieldChange{field, from, to})
		}
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	text("displayName", old.DisplayName, m.DisplayName)
	text("modelType", string(old.Type), string(m.Type))
	text("contextWindow", strconv.Itoa(old.ContextWindow), strconv.Itoa(m.ContextWindow))
	text("inputPricePerMToken", number(price.Input), number(after.Input))
	text("outputPricePerMToken", number(price.Output), number(after.Output))
	text("cacheReadPricePerMToken", number(price.CacheRead), number(after.CacheRead))
	text("cacheCreationPricePerMToken", number(price.CacheCreation), number(after.CacheCreation))
	text("capabilities", joinWords(old.Capabilities), joinWords(m.Capabilities))
	return fields
}

// with is the catalog after changes that the store has made.
func (snap *snapshot) with(c Changes) Catalog {
	models := make(map[Key]Model, len(snap.Models)+len(c.Put))
	for _, m := range snap.Models {
		models[m.key()] = m
	}
	for _, k := range c.Remove {
		delete(models, k)
	}
	for _, m := range c.Put {
		models[m.key()] = m
	}
	out := Catalog{Revision: snap.Revision + 1, Models: slices.Collect(maps.Values(models)), Periods: slices.Clone(snap.Periods)}
	replaced := make(map[Period]int, len(c.Periods))
	for i, p := range c.Periods {
		replaced[Period{Key: p.Key, From: p.From}] = i
	}
	out.Periods = slices.DeleteFunc(out.Periods, func(p Period) bool {
		_, again := replaced[Period{Key: p.Key, From: p.From}]
		return again
	})
	out.Periods = append(out.Periods, c.Periods...)
	out.Providers = slices.DeleteFunc(slices.Clone(snap.Providers), func(p Provider) bool {
		return slices.Contains(c.Forget, p.ID) || slices.ContainsFunc(c.Describe, func(n Provider) bool { return n.ID == p.ID })
	})
	out.Providers = append(out.Providers, c.Describe...)
	slices.SortFunc(out.Providers, func(a, b Provider) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(out.Models, func(a, b Model) int { return a.key().compare(b.key()) })
	slices.SortFunc(out.Periods, func(a, b Period) int { return cmp.Or(a.compare(b.Key), a.From.Compare(b.From)) })
	return out
}

func (k Key) compare(other Key) int {
	return cmp.Or(strings.Compare(k.Provider, other.Provider), strings.Compare(k.ModelID, other.ModelID))
}
