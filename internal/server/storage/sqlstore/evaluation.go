package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"platform/internal/server/evaluation"
)

// Evaluations returns the store of package evaluation.
func (db *DB) Evaluations() evaluation.Store { return &evaluationStore{runner{db.sql, db.dialect}} }

type evaluationStore struct{ run runner }

func scanSetting(scan func(...any) error) (s evaluation.Setting, err error) {
	err = scan(&s.ID, &s.Label, &s.Description, &s.Prompt, &s.Enabled, &s.Threshold)
	return s, err
}

func (s *evaluationStore) Settings(ctx context.Context, database string) ([]evaluation.Setting, error) {
	all, err := many(ctx, s.run, scanSetting, "SELECT id, label, description, prompt, enabled, threshold FROM evaluation_types WHERE database_config_id = ?", database)
	slices.SortFunc(all, func(a, b evaluation.Setting) int { return strings.Compare(a.ID, b.ID) }) // the same on both engines
	return all, err
}

func (s *evaluationStore) PutSetting(ctx context.Context, database string, set evaluation.Setting) error {
	_, err := s.run.exec(ctx, `INSERT INTO evaluation_types (database_config_id, id, label, description, prompt, enabled, threshold) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (database_config_id, id) DO UPDATE SET label = excluded.label, description = excluded.description, prompt = excluded.prompt,
		enabled = excluded.enabled, threshold = excluded.threshold`, database, set.ID, set.Label, set.Description, set.Prompt, set.Enabled, set.Threshold)
	return err
}

func (s *evaluationStore) DeleteSetting(ctx context.Context, database, id string) error {
	return s.run.must(ctx, "such type of evaluation", "DELETE FROM evaluation_types WHERE database_config_id = ? AND id = ?", database, id)
}

const runColumns = `id, name, at, key_id, user_id, provider, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, cost, took_ms,
	prompt, response, contexts, verdicts, metadata`

func scanRun(scan func(...any) error) (r evaluation.Run, err error) {
	var at, took int64
	var verdicts, metadata string
	err = scan(&r.ID, &r.Name, &at, &r.Caller.Key, &r.Caller.User, &r.Provider, &r.Model, &r.Usage.Input, &r.Usage.Output, &r.Usage.CacheRead, &r.Usage.CacheWrite, &r.Cost, &took,
		&r.Prompt, &r.Response, &r.Contexts, &verdicts, &metadata)
	if err != nil {
		return r, err
	}
	r.At, r.Took = timeOf(at), time.Duration(took)*time.Millisecond
	if err := json.Unmarshal([]byte(verdicts), &r.Verdicts); err != nil {
		return r, fmt.Errorf("read verdicts of %s: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(metadata), &r.Metadata); err != nil {
		return r, fmt.Errorf("read metadata of %s: %w", r.ID, err)
	}
	return r, nil
}

func (s *evaluationStore) AddRun(ctx context.Context, database string, r evaluation.Run) error {
	verdicts, err := json.Marshal(r.Verdicts)
	if err != nil {
		return fmt.Errorf("write verdicts: %w", err)
	}
	metadata, err := json.Marshal(r.Metadata)
	if err != nil {
		return fmt.Errorf("write metadata: %w", err)
	}
	_, err = s.run.exec(ctx, "INSERT INTO evaluation_runs (database_config_id, failed, "+runColumns+") VALUES "+values(1, 20), database, r.Failed(),
		r.ID, r.Name, micros(r.At), r.Caller.Key, r.Caller.User, r.Provider, r.Model, r.Usage.Input, r.Usage.Output, r.Usage.CacheRead, r.Usage.CacheWrite, r.Cost, r.Took.Milliseconds(),
		r.Prompt, r.Response, r.Contexts, string(verdicts), string(metadata))
	return err
}

func (s *evaluationStore) Runs(ctx context.Context, database string, q evaluation.RunQuery) ([]evaluation.Run, error) {
	where, args := "database_config_id = ? AND at < ?", []any{database, micros(q.Before)}
	if q.Name != "" {
		where, args = where+" AND name = ?", append(args, q.Name)
	}
	if q.Failed {
		where, args = where+" AND failed = ?", append(args, true)
	}
	return many(ctx, s.run, scanRun, "SELECT "+runColumns+" FROM evaluation_runs WHERE "+where+" ORDER BY at DESC, id DESC LIMIT ?", append(args, q.Limit)...)
}

func (s *evaluationStore) DropRuns(ctx context.Context, before time.Time) error {
	_, err := s.run.exec(ctx, "DELETE FROM evaluation_runs WHERE at < ?", micros(before))
	return err
}
