package prompts

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"

	"platform/internal/server/fault"
)

const (
	usesEvery = 10 * time.Second // between writes of the counts
	usesKept  = 20_000           // different ones between two writes; more are not counted
)

// use is what is counted together, within a day.
type use struct{ version, key, source string }

// counter collects uses, so that fetching a prompt writes nothing.
type counter struct {
	mu      sync.Mutex
	pending map[Use]int64 // Count is 0 in the key
	writing sync.Mutex    // one flush at a time, so that who waits for it sees all
}

func newCounter() *counter { return &counter{pending: map[Use]int64{}} }

func (c *counter) note(u use) {
	c.add(Use{Version: u.version, Key: u.key, Source: u.source, Day: day(time.Now())}, 1)
}

func (c *counter) add(u Use, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.pending[u]; known || len(c.pending) < usesKept {
		c.pending[u] += n
	}
}

func (c *counter) take() (uses []Use) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for u, n := range c.pending {
		u.Count = n
		uses = append(uses, u)
	}
	clear(c.pending)
	return uses
}

func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// flush writes what was counted. What cannot be written is kept.
func (s *Service) flush(ctx context.Context) error {
	s.uses.writing.Lock()
	defer s.uses.writing.Unlock()
	uses := s.uses.take()
	if len(uses) == 0 {
		return nil
	}
	err := s.store.AddUses(ctx, uses)
	if err != nil {
		for _, u := range uses {
			n := u.Count
			u.Count = 0
			s.uses.add(u, n)
		}
	}
	return err
}

// Run writes the counts every few seconds, and once more when ctx ends.
func (s *Service) Run(ctx context.Context, log *slog.Logger) {
	tick := time.NewTicker(usesEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := s.flush(ctx); err != nil && ctx.Err() == nil {
				log.Warn("uses of prompts are not counted yet", "error", err)
			}
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			if err := s.flush(last); err != nil {
				log.Warn("the last uses of prompts are not counted", "error", err)
			}
			return
		}
	}
}

// Uses returns how often a prompt was fetched in the last days, by day.
func (s *Service) Uses(ctx context.Context, database, prompt string, days int) ([]Use, error) {
	if !storable(prompt) {
		return nil, fault.New(fault.NotFound, "no such prompt")
	}
	_ = s.flush(ctx) // what cannot be written now is counted later
	return s.store.Uses(ctx, database, prompt, day(time.Now()).AddDate(0, 0, 1-days))
}

// sourceOf is the kind of client that a request names, as it can be shown.
func sourceOf(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, s)
	if runes := []rune(s); len(runes) > 40 {
		s = string(runes[:40])
	}
	return s
}
