package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"platform/internal/server/tenancy"
)

func scanProject(scan func(...any) error) (p tenancy.Project, err error) {
	var created int64
	err = scan(&p.ID, &p.Organisation, &p.Name, &created)
	p.CreatedAt = timeOf(created)
	return p, err
}

func (s *tenancyStore) CreateProject(ctx context.Context, p tenancy.Project) error {
	_, err := s.run.exec(ctx, "INSERT INTO projects (id, organisation_id, name, created_at) VALUES (?, ?, ?, ?)",
		p.ID, p.Organisation, p.Name, micros(p.CreatedAt))
	return err
}

func (s *tenancyStore) Project(ctx context.Context, id string) (tenancy.Project, error) {
	return single(ctx, s.run, "such project", scanProject, "SELECT id, organisation_id, name, created_at FROM projects WHERE id = ?", id)
}

func (s *tenancyStore) Projects(ctx context.Context, organisation string) ([]tenancy.Project, error) {
	return many(ctx, s.run, scanProject,
		"SELECT id, organisation_id, name, created_at FROM projects WHERE organisation_id = ? ORDER BY created_at, id", organisation)
}

func (s *tenancyStore) FirstProject(ctx context.Context) (string, error) {
	return single(ctx, s.run, "project yet", scanValue[string],
		"SELECT id FROM projects ORDER BY created_at, id LIMIT 1")
}

func (s *tenancyStore) UpdateProject(ctx context.Context, p tenancy.Project) error {
	return s.run.must(ctx, "such project", "UPDATE projects SET name = ? WHERE id = ?", p.Name, p.ID)
}

func (s *tenancyStore) DeleteProject(ctx context.Context, id string) error {
	return s.run.must(ctx, "such project", "DELETE FROM projects WHERE id = ?", id)
}

func (s *tenancyStore) CreateEnvironment(ctx context.Context, e tenancy.Environment) error {
	_, err := s.run.exec(ctx, "INSERT INTO environments (project_id, name, created_at) VALUES (?, ?, ?)", e.Project, e.Name, micros(e.CreatedAt))
	return err
}

func (s *tenancyStore) Environments(ctx context.Context, project string) ([]tenancy.Environment, error) {
	return many(ctx, s.run, func(scan func(...any) error) (e tenancy.Environment, err error) {
		var created int64
		err = scan(&e.Project, &e.Name, &created)
		e.CreatedAt = timeOf(created)
		return e, err
	}, "SELECT project_id, name, created_at FROM environments WHERE project_id = ? ORDER BY created_at, name", project)
}

func (s *tenancyStore) DeleteEnvironment(ctx context.Context, project, name string) error {
	return s.run.must(ctx, "such environment", "DELETE FROM environments WHERE project_id = ? AND name = ?", project, name)
}

const databaseColumns = "id, project_id, name, kind, url, username, sealed, database_name, is_default, created_at, updated_at"

func scanDatabase(scan func(...any) error) (d tenancy.DatabaseConfig, err error) {
	var created, updated int64
	err = scan(&d.ID, &d.Project, &d.Name, &d.Kind, &d.URL, &d.Username, &d.Sealed, &d.Database, &d.Default, &created, &updated)
	d.CreatedAt, d.UpdatedAt = timeOf(created), timeOf(updated)
	return d, err
}

func (s *tenancyStore) CreateDatabase(ctx context.Context, d tenancy.DatabaseConfig) error {
	return s.Atomically(ctx, func(tx tenancy.Store) error {
		run := tx.(*tenancyStore).run
		if err := yieldDefault(ctx, run, d); err != nil {
			return err
		}
		_, err := run.exec(ctx, "INSERT INTO database_configs ("+databaseColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			d.ID, d.Project, d.Name, string(d.Kind), d.URL, d.Username, d.Sealed, d.Database, d.Default, micros(d.CreatedAt), micros(d.UpdatedAt))
		return err
	})
}

// yieldDefault makes room when d is to be the project's default.
func yieldDefault(ctx context.Context, run runner, d tenancy.DatabaseConfig) error {
	if !d.Default {
		return nil
	}
	_, err := run.exec(ctx, "UPDATE database_configs SET is_default = ? WHERE project_id = ? AND is_default AND id <> ?", false, d.Project, d.ID)
	return err
}

func (s *tenancyStore) Database(ctx context.Context, id string) (tenancy.DatabaseConfig, error) {
	return single(ctx, s.run, "such database configuration", scanDatabase, "SELECT "+databaseColumns+" FROM database_configs WHERE id = ?", id)
}

func (s *tenancyStore) Databases(ctx context.Context, project string) ([]tenancy.DatabaseConfig, error) {
	return many(ctx, s.run, scanDatabase, "SELECT "+databaseColumns+" FROM database_configs WHERE project_id = ? ORDER BY created_at, id", project)
}

func (s *tenancyStore) EmbeddedDatabases(ctx context.Context) ([]string, error) {
	return many(ctx, s.run, scanValue[string], "SELECT DISTINCT database_name FROM database_configs WHERE kind = ? ORDER BY database_name", string(tenancy.Embedded))
}

func (s *tenancyStore) UpdateDatabase(ctx context.Context, d tenancy.DatabaseConfig) error {
	return s.Atomically(ctx, func(tx tenancy.Store) error {
		run := tx.(*tenancyStore).run
		if err := yieldDefault(ctx, run, d); err != nil {
			return err
		}
		return run.must(ctx, "such database configuration", `UPDATE database_configs SET name = ?, kind = ?, url = ?, username = ?, sealed = ?,
			database_name = ?, is_default = ?, updated_at = ? WHERE id = ?`,
			d.Name, string(d.Kind), d.URL, d.Username, d.Sealed, d.Database, d.Default, micros(d.UpdatedAt), d.ID)
	})
}

func (s *tenancyStore) DeleteDatabase(ctx context.Context, project, id string) error {
	return s.run.must(ctx, "such database configuration", "DELETE FROM database_configs WHERE project_id = ? AND id = ?", project, id)
}

func (s *tenancyStore) Routes(ctx context.Context, project string) ([]tenancy.Route, error) {
	return many(ctx, s.run, func(scan func(...any) error) (r tenancy.Route, err error) {
		err = scan(&r.Project, &r.Environment, &r.Signal, &r.DatabaseConfig)
		return r, err
	}, "SELECT project_id, environment, signal, database_config_id FROM routes WHERE project_id = ? ORDER BY environment, signal", project)
}

func (s *tenancyStore) PutRoute(ctx context.Context, r tenancy.Route) error {
	_, err := s.run.exec(ctx, `INSERT INTO routes (project_id, environment, signal, database_config_id) VALUES (?, ?, ?, ?)
		ON CONFLICT (project_id, environment, signal) DO UPDATE SET database_config_id = excluded.database_config_id`,
		r.Project, r.Environment, string(r.Signal), r.DatabaseConfig)
	return err
}

func (s *tenancyStore) DeleteRoute(ctx context.Context, r tenancy.Route) error {
	return s.run.must(ctx, "such route", "DELETE FROM routes WHERE project_id = ? AND environment = ? AND signal = ?", r.Project, r.Environment, string(r.Signal))
}

const keyColumns = `id, organisation_id, project_id, environment, database_config_id, name, hash, hint, scopes,
	created_by, created_at, expires_at, last_used_at, revoked_at`

func scanKey(scan func(...any) error) (k tenancy.Key, err error) {
	var scopes string
	var created int64
	var expires, used, revoked *int64
	if err := scan(&k.ID, &k.Organisation, &k.Project, &k.Environment, &k.DatabaseConfig, &k.Name, &k.Hash, &k.Hint, &scopes,
		&k.CreatedBy, &created, &expires, &used, &revoked); err != nil {
		return k, err
	}
	k.CreatedAt, k.ExpiresAt, k.LastUsedAt, k.RevokedAt = timeOf(created), timeOrNil(expires), timeOrNil(used), timeOrNil(revoked)
	if err := json.Unmarshal([]byte(scopes), &k.Scopes); err != nil {
		return k, fmt.Errorf("read scopes of %s: %w", k.ID, err)
	}
	return k, nil
}

func (s *tenancyStore) CreateKey(ctx context.Context, k tenancy.Key) error {
	scopes, err := json.Marshal(k.Scopes)
	if err != nil {
		return fmt.Errorf("write scopes: %w", err)
	}
	_, err = s.run.exec(ctx, "INSERT INTO api_keys ("+keyColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		k.ID, k.Organisation, k.Project, k.Environment, k.DatabaseConfig, k.Name, k.Hash, k.Hint, string(scopes),
		k.CreatedBy, micros(k.CreatedAt), microsOrNil(k.ExpiresAt), microsOrNil(k.LastUsedAt), microsOrNil(k.RevokedAt))
	return err
}

func (s *tenancyStore) Key(ctx context.Context, id string) (tenancy.Key, error) {
	return single(ctx, s.run, "such API key", scanKey, "SELECT "+keyColumns+" FROM api_keys WHERE id = ?", id)
}

func (s *tenancyStore) Keys(ctx context.Context, project string) ([]tenancy.Key, error) {
	return many(ctx, s.run, scanKey, "SELECT "+keyColumns+" FROM api_keys WHERE project_id = ? ORDER BY created_at, id", project)
}

func (s *tenancyStore) RevokeKey(ctx context.Context, project, id string, at time.Time) error {
	return s.run.must(ctx, "such API key", "UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE project_id = ? AND id = ?", micros(at), project, id)
}

func (s *tenancyStore) TouchKeys(ctx context.Context, used map[string]time.Time) error {
	return s.Atomically(ctx, func(tx tenancy.Store) error {
		for _, id := range slices.Sorted(maps.Keys(used)) { // in one order, so that processes do not block each other
			at := used[id]
			_, err := tx.(*tenancyStore).run.exec(ctx, "UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)",
				micros(at), id, micros(at))
			if err != nil {
				return err
			}
		}
		return nil
	})
}
