package prompts

import (
	"context"
	"encoding/json"

	"platform/internal/server/fault"
)

// Query is what an application asks for.
type Query struct {
	Ref
	Version   string                     // "" for the newest
	Variables map[string]json.RawMessage // by name
	Raw       bool                       // leave variables as they are
	Key       string                     // id of the API key that asks, for the counts
	Source    string                     // kind of client, for the counts
}

// Compiled is a published version as applications get it. The names of its
// fields are those that existing clients read.
type Compiled struct {
	PromptID  string         `json:"promptId"`
	VersionID string         `json:"versionId"`
	Name      string         `json:"name"`
	Version   string         `json:"version" example:"1.2.0"`
	Tags      []string       `json:"tags"`
	Meta      map[string]any `json:"metaProperties"`
	Prompt    string         `json:"prompt" doc:"The text with its variables as they are: {{name}}."`
	Compiled  string         `json:"compiledPrompt" doc:"The text with the variables filled in."`
}

// Compiled returns a published version with its variables filled in. Drafts
// are never returned.
func (s *Service) Compiled(ctx context.Context, database string, q Query) (Compiled, error) {
	p, v, err := s.published(ctx, database, q.Ref, q.Version)
	if err != nil {
		return Compiled{}, err
	}
	text := v.Text
	if !q.Raw {
		if text, err = Compile(v.Text, q.Variables); err != nil {
			return Compiled{}, err
		}
	}
	s.uses.note(use{version: v.ID, key: q.Key, source: sourceOf(q.Source)})
	return Compiled{PromptID: p.ID, VersionID: v.ID, Name: p.Name, Version: v.Number.String(), Tags: v.Tags, Meta: v.Meta, Prompt: v.Text, Compiled: text}, nil
}

func (s *Service) published(ctx context.Context, database string, r Ref, version string) (Prompt, Version, error) {
	if r.ID == "" && r.Name == "" {
		return Prompt{}, Version{}, fault.New(fault.Invalid, "name or id of the prompt is required")
	}
	what := "no published prompt named " + r.Name
	if r.ID != "" {
		what = "no published prompt of that id"
	}
	if !storable(r.ID) || !storable(r.Name) {
		return Prompt{}, Version{}, fault.New(fault.NotFound, "%s", what)
	}
	var wanted *Number
	if version != "" {
		n, err := ParseNumber(version)
		if err != nil {
			return Prompt{}, Version{}, err
		}
		wanted = &n
		what += " has the version " + version
	}
	p, v, err := s.store.Published(ctx, database, r, wanted)
	if fault.Is(err, fault.NotFound) {
		err = fault.New(fault.NotFound, "%s", what)
	}
	return p, v, err
}
