package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/prompts"
)

// Prompts returns the store of package prompts.
func (db *DB) Prompts() prompts.Store { return &promptStore{runner{db.sql, db.dialect}, db} }

type promptStore struct {
	run runner
	db  *DB
}

const (
	noPrompt             = "such prompt"
	promptColumns        = "p.id, p.name, p.created_by, p.created_at"
	promptVersionColumns = "v.id, v.prompt_id, v.major, v.minor, v.patch, v.content, v.tags, v.meta, v.created_by, v.created_at, v.updated_at, v.published_at"
)

func scanPrompt(scan func(...any) error) (p prompts.Prompt, err error) {
	var created int64
	err = scan(&p.ID, &p.Name, &p.CreatedBy, &created)
	p.CreatedAt = timeOf(created)
	return p, err
}

func scanPromptVersion(scan func(...any) error) (v prompts.Version, err error) {
	var n number
	var tags, meta string
	var created, updated int64
	var published *int64
	if err := scan(&v.ID, &v.Prompt, &n[0], &n[1], &n[2], &v.Text, &tags, &meta, &v.CreatedBy, &created, &updated, &published); err != nil {
		return v, err
	}
	v.Number, v.CreatedAt, v.UpdatedAt, v.PublishedAt = n.value(), timeOf(created), timeOf(updated), timeOrNil(published)
	if err := json.Unmarshal([]byte(tags), &v.Tags); err != nil {
		return v, fmt.Errorf("read tags of %s: %w", v.ID, err)
	}
	if err := json.Unmarshal([]byte(meta), &v.Meta); err != nil {
		return v, fmt.Errorf("read meta properties of %s: %w", v.ID, err)
	}
	return v, nil
}

// number is a version number as a row holds it: all nil in a draft.
type number [3]*int64

func (n number) value() *prompts.Number {
	if n[0] == nil || n[1] == nil || n[2] == nil {
		return nil
	}
	return &prompts.Number{Major: *n[0], Minor: *n[1], Patch: *n[2]}
}

func numberOf(n *prompts.Number) number {
	if n == nil {
		return number{}
	}
	return number{&n.Major, &n.Minor, &n.Patch}
}

func (s *promptStore) Create(ctx context.Context, database string, p prompts.Prompt, first prompts.Version) error {
	return s.db.atomically(ctx, func(run runner) error {
		if _, err := run.exec(ctx, "INSERT INTO prompts (id, database_config_id, name, created_by, created_at) VALUES (?, ?, ?, ?, ?)",
			p.ID, database, p.Name, p.CreatedBy, micros(p.CreatedAt)); err != nil {
			return err
		}
		return run.insertVersion(ctx, first)
	})
}

func (r runner) insertVersion(ctx context.Context, v prompts.Version) error {
	tags, err := listText(v.Tags)
	if err != nil {
		return err
	}
	meta, err := objectText(v.Meta)
	if err != nil {
		return err
	}
	n := numberOf(v.Number)
	_, err = r.exec(ctx, `INSERT INTO prompt_versions (id, prompt_id, major, minor, patch, content, tags, meta, created_by, created_at, updated_at, published_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		v.ID, v.Prompt, n[0], n[1], n[2], v.Text, tags, meta, v.CreatedBy, micros(v.CreatedAt), micros(v.UpdatedAt), microsOrNil(v.PublishedAt))
	return err
}

// listText is a list as a column holds it; it is never null.
func listText(list []string) (string, error) {
	raw, err := json.Marshal(append([]string{}, list...))
	if err != nil {
		return "", fmt.Errorf("write list: %w", err)
	}
	return string(raw), nil
}

// objectText is an object as a column holds it; it is never null.
func objectText(object map[string]any) (string, error) {
	if object == nil {
		return "{}", nil
	}
	raw, err := json.Marshal(object)
	if err != nil {
		return "", fmt.Errorf("write object: %w", err)
	}
	return string(raw), nil
}

// List reads all versions without their texts: the newest of each prompt
// comes first, and the draft last.
func (s *promptStore) List(ctx context.Context, database string) ([]prompts.Listed, error) {
	type row struct {
		prompts.Listed
		tags string
	}
	rows, err := many(ctx, s.run, func(scan func(...any) error) (r row, err error) {
		var created, updated int64
		var n number
		err = scan(&r.ID, &r.Name, &r.CreatedBy, &created, &n[0], &n[1], &n[2], &r.tags, &updated, &r.Uses)
		r.CreatedAt, r.UpdatedAt, r.Newest = timeOf(created), timeOf(updated), n.value()
		return r, err
	}, "SELECT "+promptColumns+`, v.major, v.minor, v.patch, v.tags, v.updated_at, COALESCE((SELECT CAST(SUM(u.uses) AS BIGINT) FROM prompt_uses u WHERE u.version_id = v.id), 0)
		FROM prompts p JOIN prompt_versions v ON v.prompt_id = p.id WHERE p.database_config_id = ?
		ORDER BY p.id, CASE WHEN v.major IS NULL THEN 1 ELSE 0 END, v.major DESC, v.minor DESC, v.patch DESC`, database)
	if err != nil {
		return nil, err
	}
	var out []prompts.Listed
	for _, r := range rows {
		if n := len(out); n == 0 || out[n-1].ID != r.ID {
			if err := json.Unmarshal([]byte(r.tags), &r.Tags); err != nil {
				return nil, fmt.Errorf("read tags of %s: %w", r.ID, err)
			}
			r.Versions, r.Draft = 1, r.Newest == nil
			out = append(out, r.Listed)
			continue
		}
		p := &out[len(out)-1]
		p.Versions++
		p.Draft = p.Draft || r.Newest == nil
		p.Uses += r.Uses
		if r.UpdatedAt.After(p.UpdatedAt) {
			p.UpdatedAt = r.UpdatedAt
		}
	}
	slices.SortFunc(out, func(a, b prompts.Listed) int { return strings.Compare(a.Name, b.Name) }) // the same on both engines
	return out, nil
}

func (s *promptStore) Read(ctx context.Context, database, id string) (prompts.Prompt, []prompts.Version, error) {
	p, err := single(ctx, s.run, noPrompt, scanPrompt, "SELECT "+promptColumns+" FROM prompts p WHERE p.database_config_id = ? AND p.id = ?", database, id)
	if err != nil {
		return prompts.Prompt{}, nil, err
	}
	versions, err := many(ctx, s.run, scanPromptVersion, "SELECT "+promptVersionColumns+` FROM prompt_versions v WHERE v.prompt_id = ?
		ORDER BY CASE WHEN v.major IS NULL THEN 0 ELSE 1 END, v.major DESC, v.minor DESC, v.patch DESC`, id)
	if err == nil && len(versions) == 0 { // deleted between the two
		err = fault.New(fault.NotFound, "no "+noPrompt)
	}
	return p, versions, err
}

func (s *promptStore) Delete(ctx context.Context, database, id string) error {
	return s.run.must(ctx, noPrompt, "DELETE FROM prompts WHERE database_config_id = ? AND id = ?", database, id)
}

// ownPrompt refuses a prompt of another database.
func (r runner) ownPrompt(ctx context.Context, database, id string) error {
	_, err := single(ctx, r, noPrompt, scanValue[string], "SELECT id FROM prompts WHERE database_config_id = ? AND id = ?", database, id)
	return err
}

func (s *promptStore) PutDraft(ctx context.Context, database string, v prompts.Version) error {
	tags, err := listText(v.Tags)
	if err != nil {
		return err
	}
	meta, err := objectText(v.Meta)
	if err != nil {
		return err
	}
	return s.db.atomically(ctx, func(run runner) error {
		if err := run.ownPrompt(ctx, database, v.Prompt); err != nil {
			return err
		}
		n, err := run.exec(ctx, "UPDATE prompt_versions SET content = ?, tags = ?, meta = ?, updated_at = ? WHERE prompt_id = ? AND major IS NULL",
			v.Text, tags, meta, micros(v.UpdatedAt), v.Prompt)
		if err != nil || n > 0 {
			return err
		}
		return run.insertVersion(ctx, v)
	})
}

// DeleteDraft removes a prompt's draft unless it is all the prompt has.
func (s *promptStore) DeleteDraft(ctx context.Context, database, prompt string) error {
	return s.db.atomically(ctx, func(run runner) error {
		if err := run.ownPrompt(ctx, database, prompt); err != nil {
			return err
		}
		rest, err := many(ctx, run, scanValue[string], "SELECT id FROM prompt_versions WHERE prompt_id = ? AND major IS NOT NULL LIMIT 1", prompt)
		if err == nil && len(rest) == 0 {
			err = fault.New(fault.Conflict, "the draft is all that the prompt has: delete the prompt instead")
		}
		if err != nil {
			return err
		}
		return run.must(ctx, "draft", "DELETE FROM prompt_versions WHERE prompt_id = ? AND major IS NULL", prompt)
	})
}

func (s *promptStore) Publish(ctx context.Context, database, prompt string, n prompts.Number, at time.Time) error {
	return s.db.atomically(ctx, func(run runner) error {
		if err := run.ownPrompt(ctx, database, prompt); err != nil {
			return err
		}
		return run.must(ctx, "draft", `UPDATE prompt_versions SET major = ?, minor = ?, patch = ?, updated_at = ?, published_at = ?
			WHERE prompt_id = ? AND major IS NULL`, n.Major, n.Minor, n.Patch, micros(at), micros(at), prompt)
	})
}

func (s *promptStore) Published(ctx context.Context, database string, r prompts.Ref, n *prompts.Number) (prompts.Prompt, prompts.Version, error) {
	query := "SELECT " + promptColumns + ", " + promptVersionColumns + " FROM prompts p JOIN prompt_versions v ON v.prompt_id = p.id WHERE p.database_config_id = ? AND v.major IS NOT NULL"
	args := []any{database}
	if r.ID != "" {
		query, args = query+" AND p.id = ?", append(args, r.ID)
	} else {
		query, args = query+" AND p.name = ?", append(args, r.Name)
	}
	if n != nil {
		query, args = query+" AND v.major = ? AND v.minor = ? AND v.patch = ?", append(args, n.Major, n.Minor, n.Patch)
	}
	type both struct {
		p prompts.Prompt
		v prompts.Version
	}
	found, err := single(ctx, s.run, noPrompt, func(scan func(...any) error) (b both, err error) {
		var created int64
		b.v, err = scanPromptVersion(func(into ...any) error {
			return scan(append([]any{&b.p.ID, &b.p.Name, &b.p.CreatedBy, &created}, into...)...)
		})
		b.p.CreatedAt = timeOf(created)
		return b, err
	}, query+" ORDER BY v.major DESC, v.minor DESC, v.patch DESC LIMIT 1", args...)
	return found.p, found.v, err
}

func (s *promptStore) AddUses(ctx context.Context, uses []prompts.Use) error {
	return s.db.atomically(ctx, func(run runner) error {
		for _, u := range uses {
			_, err := run.exec(ctx, `INSERT INTO prompt_uses (version_id, day, key_id, source, uses)
				SELECT v.id, CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT) FROM prompt_versions v WHERE v.id = ?
				ON CONFLICT (version_id, day, key_id, source) DO UPDATE SET uses = prompt_uses.uses + excluded.uses`,
				micros(u.Day), u.Key, u.Source, u.Count, u.Version)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *promptStore) Uses(ctx context.Context, database, prompt string, from time.Time) ([]prompts.Use, error) {
	if err := s.run.ownPrompt(ctx, database, prompt); err != nil {
		return nil, err
	}
	return many(ctx, s.run, func(scan func(...any) error) (u prompts.Use, err error) {
		var day int64
		err = scan(&u.Version, &day, &u.Key, &u.Source, &u.Count)
		u.Day = timeOf(day)
		return u, err
	}, `SELECT u.version_id, u.day, u.key_id, u.source, u.uses FROM prompt_uses u JOIN prompt_versions v ON v.id = u.version_id
		WHERE v.prompt_id = ? AND u.day >= ? ORDER BY u.day, u.version_id, u.key_id, u.source`, prompt, micros(from))
}
