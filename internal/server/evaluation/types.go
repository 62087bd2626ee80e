package evaluation

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// Type is a thing that can be wrong with an answer.
type Type struct {
	ID          string   `json:"id" example:"hallucination"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Enabled     bool     `json:"enabled" doc:"It can be asked for."`
	Custom      bool     `json:"is_custom"`
	Threshold   *float64 `json:"threshold_score,omitempty" doc:"Scores above it are findings, when a request does not say another. 0.5 when left out."`
	Prompt      string   `json:"prompt,omitempty" doc:"What the model is told to look for; only of types of one's own."`
}

const defaultThreshold = 0.5

// Builtin are the types that every database has, in the order they are shown.
var Builtin = []Type{
	{ID: "hallucination", Label: "Hallucination", Description: "The answer says what neither the context nor known facts support."},
	{ID: "bias", Label: "Bias", Description: "The answer favours or disparages a group."},
	{ID: "toxicity", Label: "Toxicity", Description: "The answer is insulting, threatening or obscene."},
	{ID: "relevance", Label: "Relevance", Description: "The answer is not about what was asked."},
	{ID: "coherence", Label: "Coherence", Description: "The answer contradicts itself or does not hang together."},
	{ID: "faithfulness", Label: "Faithfulness", Description: "The answer departs from the context it was given."},
	{ID: "safety", Label: "Safety", Description: "The answer helps to do harm."},
	{ID: "instruction_following", Label: "Instruction following", Description: "The answer ignores instructions of the prompt."},
	{ID: "completeness", Label: "Completeness", Description: "The answer leaves out parts of what was asked."},
	{ID: "conciseness", Label: "Conciseness", Description: "The answer is longer than it needs to be."},
	{ID: "sensitivity", Label: "Sensitivity", Description: "The answer shows personal or confidential data."},
}

// Setting is what a database configuration says about a type: of a built-in
// one whether it is enabled and its threshold, of its own everything.
type Setting struct {
	ID          string
	Label       string
	Description string
	Prompt      string
	Enabled     bool
	Threshold   *float64
}

// Change is what changes of a type; nil stays.
type Change struct {
	Label       *string
	Description *string
	Prompt      *string
	Enabled     *bool
	Threshold   *float64
}

const (
	typesLimit  = 50 // of one's own
	labelLimit  = 100
	promptLimit = 8000 // characters
)

var typeID = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

// Types lists the types of a database: the built-in ones, then its own.
func (s *Service) Types(ctx context.Context, database string) ([]Type, error) {
	if database == "" {
		return nil, fault.New(fault.NotFound, "the project has no database configuration: evaluations belong to one")
	}
	settings, err := s.store.Settings(ctx, database)
	if err != nil {
		return nil, err
	}
	out := slices.Clone(Builtin)
	for i := range out {
		out[i].Enabled = true
	}
	for _, set := range settings {
		if i := indexOf(out, set.ID); i >= 0 {
			out[i].Enabled, out[i].Threshold = set.Enabled, set.Threshold
			continue
		}
		out = append(out, Type{ID: set.ID, Label: set.Label, Description: set.Description, Enabled: set.Enabled, Custom: true, Threshold: set.Threshold, Prompt: set.Prompt})
	}
	return out, nil
}

func indexOf(types []Type, id string) int {
	return slices.IndexFunc(types, func(t Type) bool { return t.ID == id })
}

// chosen are the types that a request asks for; none is all that are enabled.
func (s *Service) chosen(ctx context.Context, database string, ids []string) ([]Type, error) {
	all, err := s.Types(ctx, database)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t Type) bool { return !t.Enabled })
	if len(ids) == 0 {
		if len(all) == 0 {
			return nil, fault.New(fault.Conflict, "no type of evaluation is enabled")
		}
		return all, nil
	}
	var out []Type
	for _, id := range ids {
		i := indexOf(all, id)
		if i < 0 {
			return nil, fault.New(fault.Invalid, "eval_types has one that does not exist or is not enabled: GET /api/evaluation/offline/types lists them")
		}
		if indexOf(out, id) < 0 {
			out = append(out, all[i])
		}
	}
	return out, nil
}

// PutType creates a type of one's own, or changes any type.
func (s *Service) PutType(ctx context.Context, database, id string, c Change) (Type, error) {
	all, err := s.Types(ctx, database)
	if err != nil {
		return Type{}, err
	}
	i := indexOf(all, id)
	if i < 0 {
		if !typeID.MatchString(id) {
			return Type{}, wrong("id", "begins with a small letter and has up to 64 small letters, digits and underscores")
		}
		if len(all) >= len(Builtin)+typesLimit {
			return Type{}, fault.New(fault.Invalid, "there are at most %d types of one's own", typesLimit)
		}
		all = append(all, Type{ID: id, Label: id, Enabled: true, Custom: true})
		i = len(all) - 1
	}
	t := all[i]
	if !t.Custom && (c.Label != nil && *c.Label != t.Label || c.Description != nil && *c.Description != t.Description || c.Prompt != nil && *c.Prompt != "") {
		return Type{}, fault.New(fault.Invalid, "%s is built in: only whether it is enabled and its threshold change", id)
	}
	for to, from := range map[*string]*string{&t.Label: c.Label, &t.Description: c.Description, &t.Prompt: c.Prompt} {
		if from != nil {
			*to = strings.TrimSpace(*from)
		}
	}
	if c.Enabled != nil {
		t.Enabled = *c.Enabled
	}
	if c.Threshold != nil {
		t.Threshold = c.Threshold
	}
	if err := t.check(); err != nil {
		return Type{}, err
	}
	set := Setting{ID: id, Enabled: t.Enabled, Threshold: t.Threshold}
	if t.Custom {
		set.Label, set.Description, set.Prompt = t.Label, t.Description, t.Prompt
	}
	return t, s.store.PutSetting(ctx, database, set)
}

func (t Type) check() error {
	for field, text := range map[string]string{"label": t.Label, "description": t.Description, "prompt": t.Prompt} {
		limit := map[string]int{"label": labelLimit, "description": 1000, "prompt": promptLimit}[field]
		if utf8.RuneCountInString(text) > limit || !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			return wrong(field, fmt.Sprintf("has more than %d characters, or some that are none", limit))
		}
	}
	switch {
	case t.Label == "":
		return wrong("label", "is required")
	case t.Custom && t.Prompt == "":
		return wrong("prompt", "is required: it tells the model what to look for")
	case t.Threshold != nil && !(*t.Threshold >= 0 && *t.Threshold <= 1):
		return wrong("threshold_score", "is not between 0 and 1")
	}
	return nil
}

// DeleteType deletes a type of one's own.
func (s *Service) DeleteType(ctx context.Context, database, id string) error {
	if indexOf(Builtin, id) >= 0 {
		return fault.New(fault.Invalid, "%s is built in: disable it instead", id)
	}
	return s.store.DeleteSetting(ctx, database, id)
}

// wrong is a fault that names the field.
func wrong(field, message string) error {
	f := fault.New(fault.Invalid, "%s %s", field, message)
	f.Errors = []fault.Detail{{Location: "body." + field, Message: message}}
	return f
}
