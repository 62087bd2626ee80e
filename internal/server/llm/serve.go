package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// Configured reports whether a database has a model for a use.
func (s *Service) Configured(ctx context.Context, database string, use Use) (bool, error) {
	_, found, err := s.serving(ctx, database, use)
	return found, err
}

func (s *Service) serving(ctx context.Context, database string, use Use) (Connection, bool, error) {
	all, err := s.Connections(ctx, database)
	if err != nil {
		return Connection{}, false, err
	}
	i := slices.IndexFunc(all, func(c Connection) bool { return slices.Contains(c.Uses, use) })
	if i < 0 {
		return Connection{}, false, nil
	}
	return all[i], true, nil
}

// For returns the model that serves a use. Without one it is a
// fault.Conflict that says what to configure. purpose is for the vault's
// journal: what the model is asked for.
func (s *Service) For(ctx context.Context, database string, use Use, purpose string) (*Model, error) {
	c, found, err := s.serving(ctx, database, use)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, NotConfigured(use)
	}
	return s.model(ctx, database, c, purpose)
}

// NotConfigured is the fault of a use that no connection serves.
func NotConfigured(use Use) error {
	return fault.New(fault.Conflict, "no model is configured for %s: choose a provider and a model for it, with the vault secret that holds the provider's key", uses[use])
}

var uses = map[Use]string{Evaluation: "evaluations", Chat: "the assistant", Review: "reviews"}

func (s *Service) model(ctx context.Context, database string, c Connection, purpose string) (*Model, error) {
	if c.Secret != "" {
		err := s.secrets.Use(ctx, database, c.Secret, purpose, func(value []byte) error {
			c.key = strings.TrimSpace(string(value))
			return nil
		})
		if fault.Is(err, fault.NotFound) {
			return nil, fault.New(fault.Conflict, "the vault has no secret %s, which should hold the key of %s", c.Secret, c.who())
		}
		if err != nil {
			return nil, err
		}
		if c.key == "" || strings.ContainsFunc(c.key, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return nil, fault.New(fault.Conflict, "the vault secret %s does not hold a key: it is empty, or has spaces or line breaks in it", c.Secret)
		}
	}
	p, known := ProviderOf(c.Provider)
	if !known {
		return nil, fmt.Errorf("connection %s: no provider %q", c.ID, c.Provider)
	}
	m := &Model{Provider: c.Provider, ID: c.Model, timeout: c.Timeout, maxTokens: c.MaxTokens, explain: c.explain}
	if p.Protocol == Anthropic {
		m.wire = newMessages(c.Model, c.address(), s.out.client("X-Api-Key", c.key))
	} else {
		m.wire = newOpenAI(p, c.Model, c.address(), s.out.client("Authorization", bearer(c.key)))
	}
	return m, nil
}

func bearer(key string) string {
	if key == "" {
		return ""
	}
	return "Bearer " + key
}

// Tried is the outcome of asking a model whether it is there.
type Tried struct {
	OK    bool
	Error string // what went wrong; for people
	Model string // as the provider names it
	Took  time.Duration
	Usage Usage
}

// Try asks the model of a connection, which need not be stored, for one word.
func (s *Service) Try(ctx context.Context, database string, c Connection) (Tried, error) {
	if err := s.check(&c); err != nil {
		return Tried{}, err
	}
	if err := place(database); err != nil {
		return Tried{}, err
	}
	start := time.Now()
	m, err := s.model(ctx, database, c, "test of a connection")
	var answer Answer
	if err == nil {
		answer, err = m.Complete(ctx, Request{Messages: []Message{{Role: User, Text: "Answer with the word ready."}}, MaxTokens: min(c.MaxTokens, 512)})
	}
	out := Tried{OK: err == nil, Model: answer.Model, Took: time.Since(start), Usage: answer.Usage}
	var known *fault.Error
	if errors.As(err, &known) {
		out.Error, err = known.Detail, nil
	}
	return out, err
}
