package catalog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// Provider is who serves models. A catalog has those that somebody described
// and those of its models; a store keeps only the former.
type Provider struct {
	ID          string // as models name it
	DisplayName string
	Description string
	RequiresKey bool             // it asks for a key
	Settings    map[string]Range // what a request may set; nil is the usual
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Range is the numbers that a setting may have.
type Range struct {
	Min         float64 `json:"min"`
	Max         float64 `json:"max"`
	Step        float64 `json:"step"`
	Default     float64 `json:"default"`
	Description string  `json:"description"`
}

// usualSettings are those of a provider that says none.
var usualSettings = map[string]Range{
	"temperature": {0, 2, 0.1, 1, "How freely the model chooses its words."},
	"maxTokens":   {1, 128_000, 1, 4096, "Tokens of an answer."},
	"topP":        {0, 1, 0.01, 1, "Part of the likeliest words that is chosen from."},
}

// providerNames are the names of providers for people.
var providerNames = map[string]string{
	"alibaba": "Alibaba Model Studio", "anthropic": "Anthropic", "azure": "Azure OpenAI", "bedrock": "Amazon Bedrock", "cerebras": "Cerebras", "cohere": "Cohere",
	"deepseek": "DeepSeek", "fireworks": "Fireworks", "google": "Google", "groq": "Groq", "huggingface": "Hugging Face", "mistral": "Mistral", "moonshot": "Moonshot",
	"ollama": "Ollama", "openai": "OpenAI", "openrouter": "OpenRouter", "perplexity": "Perplexity", "replicate": "Replicate", "sambanova": "SambaNova",
	"together": "Together", "vllm": "vLLM", "voyage": "Voyage", "xai": "xAI", "zai": "Z.ai",
}

// keyless are providers that run on machines of one's own.
var keyless = map[string]bool{"ollama": true, "vllm": true}

// ProviderInput is a provider as somebody describes it. What is nil stays as
// it is; of a new provider it is the default.
type ProviderInput struct {
	ID          string
	DisplayName string
	Description *string
	RequiresKey *bool
	Settings    map[string]Range
}

const (
	descriptionLimit = 2000 // characters
	settingsLimit    = 20   // of a provider
	providersLimit   = 2000 // that a catalog describes
)

// check returns what is wrong; where names the input among several.
func (in *ProviderInput) check(where string) (bad []fault.Detail) {
	in.ID, in.DisplayName = strings.TrimSpace(in.ID), strings.TrimSpace(in.DisplayName)
	wrong := func(field, format string, args ...any) {
		bad = append(bad, fault.Detail{Location: where + field, Message: fmt.Sprintf(format, args...)})
	}
	for _, name := range []struct{ field, value string }{{"providerId", in.ID}, {"displayName", in.DisplayName}} {
		if problem := nameProblem(name.value); problem != "" {
			wrong(name.field, "%s", problem)
		}
	}
	if d := in.Description; d != nil && (utf8.RuneCountInString(*d) > descriptionLimit || !utf8.ValidString(*d)) {
		wrong("description", "is not a text of at most %d characters", descriptionLimit)
	}
	if len(in.Settings) > settingsLimit {
		wrong("configSchema", "has more than %d entries", settingsLimit)
	}
	for _, name := range slices.Sorted(maps.Keys(in.Settings)) {
		in.Settings[name].check(name, wrong)
	}
	return bad
}

func (r Range) check(name string, wrong func(field, format string, args ...any)) {
	field := "configSchema." + name
	if name == "" || len(name) > capabilityLimit || strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' }) {
		wrong("configSchema", "has a name that is not a word of at most %d characters", capabilityLimit)
		return
	}
	for part, x := range map[string]float64{"min": r.Min, "max": r.Max, "step": r.Step, "default": r.Default} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			wrong(field+"."+part, "is not a number")
			return
		}
	}
	switch {
	case r.Min > r.Max:
		wrong(field+".min", "is more than max")
	case r.Step < 0:
		wrong(field+".step", "is less than 0")
	case r.Default < r.Min || r.Default > r.Max:
		wrong(field+".default", "is not between min and max")
	case utf8.RuneCountInString(r.Description) > descriptionLimit:
		wrong(field+".description", "has more than %d characters", descriptionLimit)
	}
}

// Listed is a provider and its models with the prices of now.
type Listed struct {
	Provider
	Models []Priced
}

// has reports whether a text is part of the provider's id or name.
func (p Provider) has(text string) bool {
	text = strings.ToLower(text)
	return strings.Contains(strings.ToLower(p.ID), text) || strings.Contains(strings.ToLower(p.DisplayName), text)
}

// Providers returns those of a catalog by id, the one of that id when it is
// not empty.
func (s *Service) Providers(ctx context.Context, database, id string) ([]Listed, error) {
	snap, err := s.current(ctx, database)
	if err != nil {
		return nil, err
	}
	byID := map[string]*Listed{}
	listed := func(provider string) *Listed {
		if byID[provider] == nil {
			byID[provider] = &Listed{Provider: snap.provider(provider), Models: []Priced{}}
		}
		return byID[provider]
	}
	for _, p := range snap.Providers {
		if id == "" || p.ID == id {
			listed(p.ID)
		}
	}
	for _, m := range snap.list(id, time.Now()) {
		l := listed(m.Provider)
		l.Models = append(l.Models, m)
	}
	out := make([]Listed, 0, len(byID))
	for _, l := range byID {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Listed) int { return cmp.Compare(a.ID, b.ID) })
	return out, nil
}

// provider is what is known of a provider, of one that nobody described its
// name.
func (snap *snapshot) provider(id string) Provider {
	if i := slices.IndexFunc(snap.Providers, func(p Provider) bool { return p.ID == id }); i >= 0 {
		return snap.Providers[i]
	}
	return Provider{ID: id, DisplayName: cmp.Or(providerNames[id], id), RequiresKey: !keyless[id]}
}

// hasProvider reports whether a provider is described or has a model.
func (snap *snapshot) hasProvider(id string) bool {
	return slices.ContainsFunc(snap.Providers, func(p Provider) bool { return p.ID == id }) ||
		slices.ContainsFunc(snap.Models, func(m Model) bool { return m.Provider == id })
}

// CreateProvider describes a provider that the catalog has not.
func (s *Service) CreateProvider(ctx context.Context, database string, in ProviderInput) error {
	return s.describe(ctx, database, in, func(there bool) error {
		if there {
			return fault.New(fault.Conflict, "the catalog has a provider %q already", in.ID)
		}
		return nil
	})
}

// UpdateProvider changes what is said of a provider that the catalog has.
func (s *Service) UpdateProvider(ctx context.Context, database string, in ProviderInput) error {
	return s.describe(ctx, database, in, func(there bool) error {
		if !there {
			return noProvider(in.ID)
		}
		return nil
	})
}

func noProvider(id string) error {
	return fault.New(fault.NotFound, "the catalog has no provider %q", id)
}

func (s *Service) describe(ctx context.Context, database string, in ProviderInput, may func(there bool) error) error {
	if bad := in.check(""); len(bad) > 0 {
		return invalid(bad)
	}
	return s.change(ctx, database, func(snap *snapshot) (c Changes, err error) {
		if err := may(snap.hasProvider(in.ID)); err != nil {
			return c, err
		}
		c.Describe, _ = snap.diffProviders([]ProviderInput{in}, false, now())
		return c, nil
	})
}

// DeleteProvider removes a provider and all its models, and returns how many
// models went. Removing what is not there is no fault.
func (s *Service) DeleteProvider(ctx context.Context, database, provider string) (n int, err error) {
	err = s.change(ctx, database, func(snap *snapshot) (c Changes, err error) {
		at := now()
		for _, m := range snap.Models {
			if m.Provider == provider {
				c.Remove, c.Periods = append(c.Remove, m.key()), append(c.Periods, Period{Key: m.key(), From: at})
			}
		}
		if slices.ContainsFunc(snap.Providers, func(p Provider) bool { return p.ID == provider }) {
			c.Forget = []string{provider}
		}
		n = len(c.Remove)
		return c, nil
	})
	return n, err
}

// diffProviders compares inputs with what the catalog says of providers. Where
// two name the same one, the later one counts. With keep, providers that the
// catalog has are left as they are.
func (snap *snapshot) diffProviders(inputs []ProviderInput, keep bool, at time.Time) (put []Provider, differences []Difference) {
	last := make(map[string]int, len(inputs))
	for i, in := range inputs {
		last[in.ID] = i
	}
	for i, in := range inputs {
		if last[in.ID] != i {
			continue
		}
		d := Difference{Key: Key{Provider: in.ID}, DisplayName: in.DisplayName, Action: Unchanged}
		old, there := snap.provider(in.ID), snap.hasProvider(in.ID)
		next := in.provider(old, at)
		switch {
		case !there:
			d.Action = Create
		case keep:
			d.Action = Skip
		default:
			if d.Fields = compareProviders(old, next); len(d.Fields) > 0 {
				d.Action = Update
			}
		}
		if d.Action == Create || d.Action == Update {
			put = append(put, next)
		}
		differences = append(differences, d)
	}
	return put, differences
}

// provider is the description after the input.
func (in ProviderInput) provider(old Provider, at time.Time) Provider {
	p := old
	p.DisplayName, p.UpdatedAt = in.DisplayName, at
	if p.CreatedAt.IsZero() {
		p.CreatedAt = at
	}
	if in.Description != nil {
		p.Description = *in.Description
	}
	if in.RequiresKey != nil {
		p.RequiresKey = *in.RequiresKey
	}
	if in.Settings != nil {
		p.Settings = maps.Clone(in.Settings)
	}
	return p
}

func compareProviders(a, b Provider) (fields []FieldChange) {
	text := func(field, from, to string) {
		if from != to {
			fields = append(fields, FieldChange{field, from, to})
		}
	}
	text("displayName", a.DisplayName, b.DisplayName)
	text("description", a.Description, b.Description)
	text("requiresVault", strconv.FormatBool(a.RequiresKey), strconv.FormatBool(b.RequiresKey))
	text("configSchema", a.settingsText(), b.settingsText())
	return fields
}

// settings are what a request may set.
func (p Provider) settings() map[string]Range {
	if p.Settings == nil {
		return usualSettings
	}
	return p.Settings
}

func (p Provider) settingsText() string {
	text, _ := json.Marshal(p.settings()) // of numbers and texts, in order
	return string(text)
}
