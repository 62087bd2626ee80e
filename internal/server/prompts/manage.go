package prompts

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	promptsLimit  = 5_000 // of a database
	versionsLimit = 1_000 // of a prompt
	tagsLimit     = 50    // of a version, and characters of each
	metaLimit     = 16 << 10
)

// Content is what people write.
type Content struct {
	Text string
	Tags []string
	Meta map[string]any
}

// Publication says under which number a draft is published: the one that is
// named, or the one after the highest.
type Publication struct {
	Version string
	Bump    Bump
}

// check tidies c and refuses what cannot be kept.
func (c *Content) check() error {
	if c.Text == "" || len(c.Text) > textLimit || !storable(c.Text) {
		return fault.New(fault.Invalid, "a prompt has 1 to %d bytes of text", textLimit)
	}
	for i := range c.Tags {
		c.Tags[i] = strings.TrimSpace(c.Tags[i])
		if t := c.Tags[i]; t == "" || utf8.RuneCountInString(t) > tagsLimit || !printable(t) {
			return fault.New(fault.Invalid, "a tag has 1 to %d printable characters", tagsLimit)
		}
	}
	slices.Sort(c.Tags)
	if c.Tags = slices.Compact(c.Tags); len(c.Tags) > tagsLimit {
		return fault.New(fault.Invalid, "a version has at most %d tags", tagsLimit)
	}
	if c.Meta == nil {
		c.Meta = map[string]any{}
	}
	if raw, err := json.Marshal(c.Meta); err != nil || len(raw) > metaLimit {
		return fault.New(fault.Invalid, "meta properties have at most %d bytes", metaLimit)
	}
	return nil
}

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Create makes a prompt whose first version is a draft or, when p is given,
// published.
func (s *Service) Create(ctx context.Context, database, user, name string, c Content, p *Publication) (Prompt, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n == 0 || n > 100 || !printable(name) {
		return Prompt{}, fault.New(fault.Invalid, "the name of a prompt has 1 to 100 printable characters")
	}
	if err := c.check(); err != nil {
		return Prompt{}, err
	}
	all, err := s.store.List(ctx, database)
	if err != nil {
		return Prompt{}, err
	}
	if len(all) >= promptsLimit {
		return Prompt{}, fault.New(fault.Conflict, "there are %d prompts already, which is the most", promptsLimit)
	}
	at := now()
	prompt := Prompt{ID: newID("prm"), Name: name, CreatedBy: user, CreatedAt: at}
	first := Version{ID: newID("prv"), Prompt: prompt.ID, Text: c.Text, Tags: c.Tags, Meta: c.Meta, CreatedBy: user, CreatedAt: at, UpdatedAt: at}
	if p != nil {
		n, err := p.number(nil)
		if err != nil {
			return Prompt{}, err
		}
		first.Number, first.PublishedAt = &n, &at
	}
	err = s.store.Create(ctx, database, prompt, first)
	if fault.Is(err, fault.Conflict) {
		err = fault.New(fault.Conflict, "there is a prompt of that name already")
	}
	return prompt, err
}

// number is the one to publish under, after the highest that there is.
func (p Publication) number(highest *Number) (Number, error) {
	if p.Version != "" {
		return ParseNumber(p.Version)
	}
	bump := p.Bump
	if bump == "" {
		bump = Minor
	}
	return highest.next(bump)
}

// List returns the prompts by name.
func (s *Service) List(ctx context.Context, database string) ([]Listed, error) {
	_ = s.flush(ctx) // what cannot be written now is counted later
	return s.store.List(ctx, database)
}

// Read returns a prompt and its versions: the draft first, then the highest
// number first.
func (s *Service) Read(ctx context.Context, database, id string) (Prompt, []Version, error) {
	if !storable(id) {
		return Prompt{}, nil, fault.New(fault.NotFound, "no such prompt")
	}
	return s.store.Read(ctx, database, id)
}

// Delete removes a prompt with all its versions.
func (s *Service) Delete(ctx context.Context, database, id string) error {
	if !storable(id) {
		return fault.New(fault.NotFound, "no such prompt")
	}
	return s.store.Delete(ctx, database, id)
}

// SaveDraft writes the draft of a prompt.
func (s *Service) SaveDraft(ctx context.Context, database, user, prompt string, c Content) error {
	if err := c.check(); err != nil {
		return err
	}
	_, versions, err := s.Read(ctx, database, prompt)
	if err != nil {
		return err
	}
	if len(versions) >= versionsLimit && versions[0].Number != nil {
		return fault.New(fault.Conflict, "the prompt has %d versions already, which is the most", versionsLimit)
	}
	at := now()
	return s.store.PutDraft(ctx, database, Version{ID: newID("prv"), Prompt: prompt, Text: c.Text, Tags: c.Tags, Meta: c.Meta, CreatedBy: user, CreatedAt: at, UpdatedAt: at})
}

// DiscardDraft removes the draft of a prompt.
func (s *Service) DiscardDraft(ctx context.Context, database, prompt string) error {
	if !storable(prompt) {
		return fault.New(fault.NotFound, "no such prompt")
	}
	return s.store.DeleteDraft(ctx, database, prompt)
}

// Publish gives the draft of a prompt a number.
func (s *Service) Publish(ctx context.Context, database, prompt string, p Publication) (Number, error) {
	_, versions, err := s.Read(ctx, database, prompt)
	if err != nil {
		return Number{}, err
	}
	if versions[0].Number != nil {
		return Number{}, fault.New(fault.Conflict, "the prompt has no draft: save one first")
	}
	var highest *Number
	if len(versions) > 1 {
		highest = versions[1].Number
	}
	n, err := p.number(highest)
	if err != nil {
		return Number{}, err
	}
	err = s.store.Publish(ctx, database, prompt, n, now())
	if fault.Is(err, fault.Conflict) {
		err = fault.New(fault.Conflict, "the version %s exists already", n)
	}
	return n, err
}
