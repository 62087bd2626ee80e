package evaluation

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/llm"
)

// Run is one judged answer, as it is kept.
type Run struct {
	ID       string
	Name     string // what the application calls it: run_id
	At       time.Time
	Caller   Caller
	Provider string
	Model    string
	Usage    llm.Usage
	Cost     *float64 // USD; nil when the catalog does not know the model
	Took     time.Duration
	Prompt   string // its beginning
	Response string // its beginning
	Contexts int
	Verdicts []Verdict
	Metadata map[string]string
}

// Failed reports whether anything was found.
func (r Run) Failed() bool {
	for _, v := range r.Verdicts {
		if v.Verdict == found {
			return true
		}
	}
	return false
}

// RunQuery chooses runs.
type RunQuery struct {
	Name   string    // that the application gave; "" is any
	Failed bool      // only those in which something was found
	Before time.Time // zero is now
	Limit  int
}

const (
	excerptLimit = 2000 // characters of prompt and response that are kept
	runsKept     = 90 * 24 * time.Hour
)

// run describes what was done. A price that cannot be found is no reason to
// fail.
func (s *Service) run(ctx context.Context, database string, model *llm.Model, r Request, usage llm.Usage, took time.Duration) Run {
	out := Run{ID: newID(), Name: storable(r.RunID), At: now(), Caller: r.Caller, Provider: model.Provider, Model: model.ID, Usage: usage, Took: took.Truncate(time.Millisecond),
		Prompt: excerpt(r.Prompt), Response: excerpt(r.Response), Contexts: len(r.Contexts), Metadata: map[string]string{}}
	if out.Name == "" {
		out.Name = out.ID
	}
	for name, value := range r.Metadata {
		out.Metadata[excerpt(name)] = excerpt(value)
	}
	if price, known, err := s.prices.Price(ctx, database, model.Provider, model.ID, out.At); err == nil && known {
		out.Cost = new(usage.Cost(price))
	}
	return out
}

// excerpt is the beginning of a text, as every engine can keep it.
func excerpt(text string) string {
	runes := []rune(storable(text[:min(len(text), 4*excerptLimit)]))
	if len(runes) > excerptLimit || len(text) > 4*excerptLimit {
		return string(runes[:min(len(runes), excerptLimit)]) + "…"
	}
	return string(runes)
}

func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// Runs lists what was judged, newest first.
func (s *Service) Runs(ctx context.Context, database string, q RunQuery) ([]Run, error) {
	if database == "" {
		return nil, fault.New(fault.NotFound, "the project has no database configuration: evaluations belong to one")
	}
	if q.Before.IsZero() {
		q.Before = now().AddDate(1, 0, 0)
	}
	return s.store.Runs(ctx, database, q)
}

// Forget deletes the oldest runs, now and then until ctx ends.
func Forget(ctx context.Context, store Store, log *slog.Logger) {
	tick := time.NewTicker(6 * time.Hour)
	defer tick.Stop()
	for {
		if err := store.DropRuns(ctx, time.Now().Add(-runsKept)); err != nil && ctx.Err() == nil {
			log.Warn("old evaluations not removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
