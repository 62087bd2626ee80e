package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"platform/internal/server/vault"
)

func (s *vaultStore) AddEvents(ctx context.Context, events []vault.Event) error {
	return s.db.atomically(ctx, func(run runner) error {
		for _, e := range events {
			set, err := run.nameSet(ctx, e)
			if err != nil {
				return err
			}
			_, err = run.exec(ctx, "INSERT INTO vault_events (id, database_config_id, at, action, key_id, user_id, address, source, set_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
				e.ID, e.Database, micros(e.At), e.Action, e.Caller.Key, e.Caller.User, e.Caller.Address, e.Caller.Source, set)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// nameSet returns the id of the set of an event's names, and notes when its
// values were read.
func (r runner) nameSet(ctx context.Context, e vault.Event) (id string, err error) {
	names, err := json.Marshal(append([]string{}, e.Names...))
	if err != nil {
		return "", fmt.Errorf("write names: %w", err)
	}
	sum := sha256.Sum256(append([]byte(e.Database+"\x00"), names...))
	id = hex.EncodeToString(sum[:16])
	var read *int64
	if e.Action == vault.Read || e.Action == vault.Reveal || e.Action == vault.Used {
		read = new(micros(e.At))
	}
	n, err := r.exec(ctx, "UPDATE vault_name_sets SET read_at = COALESCE(?, read_at) WHERE id = ?", read, id)
	if err != nil || n > 0 {
		return id, err
	}
	_, err = r.exec(ctx, "INSERT INTO vault_name_sets (id, database_config_id, names, read_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING", id, e.Database, string(names), read)
	if err != nil {
		return "", err
	}
	for chunk := range slices.Chunk(e.Names, 10*rowsAtOnce) {
		var args []any
		for _, name := range chunk {
			args = append(args, id, name)
		}
		if _, err := r.exec(ctx, "INSERT INTO vault_names (set_id, name) VALUES "+values(len(chunk), 2)+" ON CONFLICT DO NOTHING", args...); err != nil {
			return "", err
		}
	}
	return id, nil
}

func scanEvent(scan func(...any) error) (e vault.Event, err error) {
	var at int64
	var names string
	if err = scan(&e.ID, &e.Database, &at, &e.Action, &e.Caller.Key, &e.Caller.User, &e.Caller.Address, &e.Caller.Source, &names); err != nil {
		return e, err
	}
	e.At = timeOf(at)
	return e, json.Unmarshal([]byte(names), &e.Names)
}

func (s *vaultStore) Events(ctx context.Context, database string, q vault.EventQuery) ([]vault.Event, error) {
	where, args := "e.database_config_id = ? AND e.at < ?", []any{database, micros(q.Before)}
	narrow := func(condition string, values ...any) { where, args = where+" AND "+condition, append(args, values...) }
	if q.Name != "" {
		narrow("EXISTS (SELECT 1 FROM vault_names n WHERE n.set_id = e.set_id AND n.name = ?)", q.Name)
	}
	if q.Action != "" {
		narrow("e.action = ?", q.Action)
	}
	if q.Caller != "" {
		narrow("(e.key_id = ? OR e.user_id = ?)", q.Caller, q.Caller)
	}
	if !q.Since.IsZero() {
		narrow("e.at >= ?", micros(q.Since))
	}
	return many(ctx, s.run, scanEvent, `SELECT e.id, e.database_config_id, e.at, e.action, e.key_id, e.user_id, e.address, e.source, x.names
		FROM vault_events e JOIN vault_name_sets x ON x.id = e.set_id WHERE `+where+" ORDER BY e.at DESC, e.id DESC LIMIT ?", append(args, q.Limit)...)
}

func (s *vaultStore) DropEvents(ctx context.Context, before time.Time) error {
	if _, err := s.run.exec(ctx, "DELETE FROM vault_events WHERE at < ?", micros(before)); err != nil {
		return err
	}
	_, err := s.run.exec(ctx, "DELETE FROM vault_name_sets WHERE NOT EXISTS (SELECT 1 FROM vault_events e WHERE e.set_id = vault_name_sets.id)")
	return err
}
