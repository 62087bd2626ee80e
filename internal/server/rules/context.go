package rules

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	contextsLimit = 5_000     // of a database
	contentLimit  = 256 << 10 // bytes
	tagsLimit     = 50        // of a context, and characters of each
	metaLimit     = 16 << 10
)

// check tidies c and refuses what cannot be kept.
func (c *Context) check() error {
	c.Name, c.Description = strings.TrimSpace(c.Name), strings.TrimSpace(c.Description)
	if !nameable(c.Name) {
		return invalid("name", "has not 1 to 100 printable characters")
	}
	if utf8.RuneCountInString(c.Description) > 1000 || !storable(c.Description) {
		return invalid("description", "has more than 1000 characters")
	}
	if c.Content == "" || len(c.Content) > contentLimit || !storable(c.Content) {
		return invalid("content", "has not 1 to %d bytes of text", contentLimit)
	}
	for i := range c.Tags {
		c.Tags[i] = strings.TrimSpace(c.Tags[i])
		if !nameable(c.Tags[i]) || utf8.RuneCountInString(c.Tags[i]) > tagsLimit {
			return invalid("tags", "has one without 1 to %d printable characters", tagsLimit)
		}
	}
	slices.Sort(c.Tags)
	if c.Tags = append([]string{}, slices.Compact(c.Tags)...); len(c.Tags) > tagsLimit {
		return invalid("tags", "has more than %d entries", tagsLimit)
	}
	if c.Meta == nil {
		c.Meta = map[string]any{}
	}
	if raw, err := json.Marshal(c.Meta); err != nil || len(raw) > metaLimit {
		return invalid("meta_properties", "has more than %d bytes", metaLimit)
	}
	return nil
}

// CreateContext adds a context.
func (s *Service) CreateContext(ctx context.Context, database, user string, c Context) (Context, error) {
	if err := c.check(); err != nil {
		return Context{}, err
	}
	all, err := s.store.Contexts(ctx, database)
	if err != nil {
		return Context{}, err
	}
	if len(all) >= contextsLimit {
		return Context{}, fault.New(fault.Conflict, "there are %d contexts already, which is the most", contextsLimit)
	}
	c.ID, c.CreatedBy, c.CreatedAt = newID("ctx"), user, now()
	c.UpdatedAt = c.CreatedAt
	return c, taken(s.store.CreateContext(ctx, database, c), "context")
}

// UpdateContext replaces a context.
func (s *Service) UpdateContext(ctx context.Context, database, id string, c Context) (Context, error) {
	if err := c.check(); err != nil {
		return Context{}, err
	}
	old, err := s.Context(ctx, database, id)
	if err != nil {
		return Context{}, err
	}
	c.ID, c.CreatedBy, c.CreatedAt, c.UpdatedAt = old.ID, old.CreatedBy, old.CreatedAt, now()
	return c, taken(s.store.UpdateContext(ctx, database, c), "context")
}

// Context returns a context.
func (s *Service) Context(ctx context.Context, database, id string) (Context, error) {
	if !storable(id) {
		return Context{}, fault.New(fault.NotFound, "no such context")
	}
	return s.store.Context(ctx, database, id)
}

// Contexts returns the contexts by name.
func (s *Service) Contexts(ctx context.Context, database string) ([]Context, error) {
	return s.store.Contexts(ctx, database)
}

// DeleteContext removes a context. Rules that lead to it then lead to nothing.
func (s *Service) DeleteContext(ctx context.Context, database, id string) error {
	if !storable(id) {
		return fault.New(fault.NotFound, "no such context")
	}
	return s.store.DeleteContext(ctx, database, id)
}
