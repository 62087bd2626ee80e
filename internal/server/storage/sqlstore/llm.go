package sqlstore

import (
	"context"
	"slices"
	"strings"
	"time"

	"platform/internal/server/llm"
)

// LLM returns the store of package llm.
func (db *DB) LLM() llm.Store { return &llmStore{runner{db.sql, db.dialect}, db} }

type llmStore struct {
	run runner
	db  *DB
}

const (
	noConnection      = "such connection to a language model"
	connectionColumns = "id, name, provider, model, base_url, secret, timeout_ms, max_tokens, created_by, created_at, updated_at"
)

func scanConnection(scan func(...any) error) (c llm.Connection, err error) {
	var timeout, created, updated int64
	err = scan(&c.ID, &c.Name, &c.Provider, &c.Model, &c.BaseURL, &c.Secret, &timeout, &c.MaxTokens, &c.CreatedBy, &created, &updated)
	c.Timeout, c.CreatedAt, c.UpdatedAt, c.Uses = time.Duration(timeout)*time.Millisecond, timeOf(created), timeOf(updated), []llm.Use{}
	return c, err
}

func (s *llmStore) Connections(ctx context.Context, database string) ([]llm.Connection, error) {
	all, err := many(ctx, s.run, scanConnection, "SELECT "+connectionColumns+" FROM llm_connections WHERE database_config_id = ?", database)
	if err != nil {
		return nil, err
	}
	uses, err := many(ctx, s.run, scanPair, "SELECT connection_id, use_name FROM llm_uses WHERE database_config_id = ?", database)
	for i := range all {
		for _, use := range llm.Uses { // in their order
			if slices.Contains(uses, [2]string{all[i].ID, string(use)}) {
				all[i].Uses = append(all[i].Uses, use)
			}
		}
	}
	slices.SortFunc(all, func(a, b llm.Connection) int { return strings.Compare(a.Name, b.Name) }) // the same on both engines
	return all, err
}

func (s *llmStore) Create(ctx context.Context, database string, c llm.Connection) error {
	return s.db.atomically(ctx, func(run runner) error {
		_, err := run.exec(ctx, "INSERT INTO llm_connections (database_config_id, "+connectionColumns+") VALUES "+values(1, 12),
			database, c.ID, c.Name, c.Provider, c.Model, c.BaseURL, c.Secret, c.Timeout.Milliseconds(), c.MaxTokens, c.CreatedBy, micros(c.CreatedAt), micros(c.UpdatedAt))
		if err != nil {
			return err
		}
		return run.putUses(ctx, database, c)
	})
}

func (r runner) putUses(ctx context.Context, database string, c llm.Connection) error {
	for _, use := range c.Uses {
		_, err := r.exec(ctx, `INSERT INTO llm_uses (database_config_id, use_name, connection_id) VALUES (?, ?, ?)
			ON CONFLICT (database_config_id, use_name) DO UPDATE SET connection_id = excluded.connection_id`, database, string(use), c.ID)
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *llmStore) Update(ctx context.Context, database string, c llm.Connection) error {
	return s.db.atomically(ctx, func(run runner) error {
		err := run.must(ctx, noConnection, `UPDATE llm_connections SET name = ?, provider = ?, model = ?, base_url = ?, secret = ?, timeout_ms = ?, max_tokens = ?, updated_at = ?
			WHERE database_config_id = ? AND id = ?`, c.Name, c.Provider, c.Model, c.BaseURL, c.Secret, c.Timeout.Milliseconds(), c.MaxTokens, micros(c.UpdatedAt), database, c.ID)
		if err != nil {
			return err
		}
		if _, err := run.exec(ctx, "DELETE FROM llm_uses WHERE connection_id = ?", c.ID); err != nil {
			return err
		}
		return run.putUses(ctx, database, c)
	})
}

func (s *llmStore) Delete(ctx context.Context, database, id string) error {
	return s.run.must(ctx, noConnection, "DELETE FROM llm_connections WHERE database_config_id = ? AND id = ?", database, id)
}
