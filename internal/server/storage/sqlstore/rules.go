package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"platform/internal/server/rules"
)

// Rules returns the store of package rules.
func (db *DB) Rules() rules.Store { return &ruleStore{runner{db.sql, db.dialect}, db} }

type ruleStore struct {
	run runner
	db  *DB
}

const (
	noRule         = "such rule"
	noContext      = "such context"
	ruleColumns    = "id, name, description, active, group_operator, condition_groups, entities, created_by, created_at, updated_at"
	contextColumns = "id, name, description, content, tags, meta, created_by, created_at, updated_at"
)

func scanRule(scan func(...any) error) (r rules.Rule, err error) {
	var groups, entities string
	var created, updated int64
	if err := scan(&r.ID, &r.Name, &r.Description, &r.Active, &r.Join, &groups, &entities, &r.CreatedBy, &created, &updated); err != nil {
		return r, err
	}
	r.CreatedAt, r.UpdatedAt = timeOf(created), timeOf(updated)
	if err := json.Unmarshal([]byte(groups), &r.Groups); err != nil {
		return r, fmt.Errorf("read conditions of %s: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(entities), &r.Entities); err != nil {
		return r, fmt.Errorf("read entities of %s: %w", r.ID, err)
	}
	return r, nil
}

// parts are the JSON columns of a rule.
func parts(r rules.Rule) (groups, entities string, err error) {
	g, err := json.Marshal(append([]rules.Group{}, r.Groups...))
	if err != nil {
		return "", "", fmt.Errorf("write conditions: %w", err)
	}
	e, err := json.Marshal(append([]rules.Entity{}, r.Entities...))
	if err != nil {
		return "", "", fmt.Errorf("write entities: %w", err)
	}
	return string(g), string(e), nil
}

func (s *ruleStore) Revision(ctx context.Context, database string) (int64, error) {
	return single(ctx, s.run, noDatabase, scanValue[int64],
		"SELECT COALESCE(r.revision, 0) FROM database_configs d LEFT JOIN rule_sets r ON r.database_config_id = d.id WHERE d.id = ?", database)
}

func (s *ruleStore) Rules(ctx context.Context, database string) ([]rules.Rule, error) {
	all, err := many(ctx, s.run, scanRule, "SELECT "+ruleColumns+" FROM rules WHERE database_config_id = ?", database)
	slices.SortFunc(all, func(a, b rules.Rule) int { return strings.Compare(a.Name, b.Name) }) // the same on both engines
	return all, err
}

func (s *ruleStore) Rule(ctx context.Context, database, id string) (rules.Rule, error) {
	return single(ctx, s.run, noRule, scanRule, "SELECT "+ruleColumns+" FROM rules WHERE database_config_id = ? AND id = ?", database, id)
}

// changing runs f in a transaction that makes the revision grow.
func (s *ruleStore) changing(ctx context.Context, database string, f func(runner) error) error {
	return s.db.atomically(ctx, func(run runner) error {
		if _, err := run.exec(ctx, `INSERT INTO rule_sets (database_config_id, revision) VALUES (?, 1)
			ON CONFLICT (database_config_id) DO UPDATE SET revision = rule_sets.revision + 1`, database); err != nil {
			return err
		}
		return f(run)
	})
}

func (s *ruleStore) Create(ctx context.Context, database string, r rules.Rule) error {
	groups, entities, err := parts(r)
	if err != nil {
		return err
	}
	return s.changing(ctx, database, func(run runner) error {
		_, err := run.exec(ctx, "INSERT INTO rules (database_config_id, "+ruleColumns+") VALUES "+values(1, 11),
			database, r.ID, r.Name, r.Description, r.Active, string(r.Join), groups, entities, r.CreatedBy, micros(r.CreatedAt), micros(r.UpdatedAt))
		return err
	})
}

func (s *ruleStore) Update(ctx context.Context, database string, r rules.Rule) error {
	groups, entities, err := parts(r)
	if err != nil {
		return err
	}
	return s.changing(ctx, database, func(run runner) error {
		return run.must(ctx, noRule, `UPDATE rules SET name = ?, description = ?, active = ?, group_operator = ?, condition_groups = ?, entities = ?, updated_at = ?
			WHERE database_config_id = ? AND id = ?`, r.Name, r.Description, r.Active, string(r.Join), groups, entities, micros(r.UpdatedAt), database, r.ID)
	})
}

func (s *ruleStore) Delete(ctx context.Context, database, id string) error {
	return s.changing(ctx, database, func(run runner) error {
		return run.must(ctx, noRule, "DELETE FROM rules WHERE database_config_id = ? AND id = ?", database, id)
	})
}

func scanContext(scan func(...any) error) (c rules.Context, err error) {
	var tags, meta string
	var created, updated int64
	if err := scan(&c.ID, &c.Name, &c.Description, &c.Content, &tags, &meta, &c.CreatedBy, &created, &updated); err != nil {
		return c, err
	}
	c.CreatedAt, c.UpdatedAt = timeOf(created), timeOf(updated)
	if err := json.Unmarshal([]byte(tags), &c.Tags); err != nil {
		return c, fmt.Errorf("read tags of %s: %w", c.ID, err)
	}
	if err := json.Unmarshal([]byte(meta), &c.Meta); err != nil {
		return c, fmt.Errorf("read meta properties of %s: %w", c.ID, err)
	}
	return c, nil
}

func (s *ruleStore) Contexts(ctx context.Context, database string) ([]rules.Context, error) {
	all, err := many(ctx, s.run, scanContext, "SELECT "+contextColumns+" FROM contexts WHERE database_config_id = ?", database)
	slices.SortFunc(all, func(a, b rules.Context) int { return strings.Compare(a.Name, b.Name) })
	return all, err
}

func (s *ruleStore) Context(ctx context.Context, database, id string) (rules.Context, error) {
	return single(ctx, s.run, noContext, scanContext, "SELECT "+contextColumns+" FROM contexts WHERE database_config_id = ? AND id = ?", database, id)
}

func (s *ruleStore) CreateContext(ctx context.Context, database string, c rules.Context) error {
	tags, err := listText(c.Tags)
	if err != nil {
		return err
	}
	meta, err := objectText(c.Meta)
	if err != nil {
		return err
	}
	_, err = s.run.exec(ctx, "INSERT INTO contexts (database_config_id, "+contextColumns+") VALUES "+values(1, 10),
		database, c.ID, c.Name, c.Description, c.Content, tags, meta, c.CreatedBy, micros(c.CreatedAt), micros(c.UpdatedAt))
	return err
}

func (s *ruleStore) UpdateContext(ctx context.Context, database string, c rules.Context) error {
	tags, err := listText(c.Tags)
	if err != nil {
		return err
	}
	meta, err := objectText(c.Meta)
	if err != nil {
		return err
	}
	return s.run.must(ctx, noContext, "UPDATE contexts SET name = ?, description = ?, content = ?, tags = ?, meta = ?, updated_at = ? WHERE database_config_id = ? AND id = ?",
		c.Name, c.Description, c.Content, tags, meta, micros(c.UpdatedAt), database, c.ID)
}

func (s *ruleStore) DeleteContext(ctx context.Context, database, id string) error {
	return s.run.must(ctx, noContext, "DELETE FROM contexts WHERE database_config_id = ? AND id = ?", database, id)
}
