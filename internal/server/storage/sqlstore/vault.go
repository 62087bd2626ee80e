package sqlstore

import (
	"context"
	"strings"

	"platform/internal/server/fault"
	"platform/internal/server/vault"
)

// Vault returns the store of package vault.
func (db *DB) Vault() vault.Store { return &vaultStore{db, runner{db.sql, db.dialect}} }

type vaultStore struct {
	db  *DB
	run runner
}

const (
	secretColumns = "s.id, s.database_config_id, s.name, s.version, s.created_at, s.created_by, s.updated_at, s.updated_by"
	noSecret      = "such secret"
)

func scanSecret(scan func(...any) error) (s vault.Secret, err error) {
	var created, updated int64
	err = scan(&s.ID, &s.Database, &s.Name, &s.Version, &created, &s.CreatedBy, &updated, &s.UpdatedBy)
	s.CreatedAt, s.UpdatedAt, s.Tags = timeOf(created), timeOf(updated), []string{}
	return s, err
}

func (s *vaultStore) CreateSecret(ctx context.Context, secret vault.Secret, first vault.Version) error {
	return s.db.atomically(ctx, func(run runner) error {
		_, err := run.exec(ctx, "INSERT INTO vault_secrets (id, database_config_id, name, version, created_at, created_by, updated_at, updated_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			secret.ID, secret.Database, secret.Name, secret.Version, micros(secret.CreatedAt), secret.CreatedBy, micros(secret.UpdatedAt), secret.UpdatedBy)
		if err != nil {
			return err
		}
		if err := run.putTags(ctx, secret); err != nil {
			return err
		}
		return run.addVersion(ctx, first)
	})
}

func (r runner) putTags(ctx context.Context, s vault.Secret) error {
	for _, tag := range s.Tags {
		if _, err := r.exec(ctx, "INSERT INTO vault_tags (secret_id, tag) VALUES (?, ?)", s.ID, tag); err != nil {
			return err
		}
	}
	return nil
}

func (r runner) addVersion(ctx context.Context, v vault.Version) error {
	_, err := r.exec(ctx, "INSERT INTO vault_versions (secret_id, number, key_id, sealed, created_at, created_by, restored_from) VALUES (?, ?, ?, ?, ?, ?, ?)",
		v.Secret, v.Number, v.Key, v.Sealed, micros(v.CreatedAt), v.CreatedBy, v.RestoredFrom)
	return err
}

func (s *vaultStore) Secret(ctx context.Context, database, id string) (vault.Secret, error) {
	secret, err := single(ctx, s.run, noSecret, scanSecret, "SELECT "+secretColumns+" FROM vault_secrets s WHERE s.database_config_id = ? AND s.id = ?", database, id)
	if err != nil {
		return secret, err
	}
	tags, err := many(ctx, s.run, scanValue[string], "SELECT tag FROM vault_tags WHERE secret_id = ? ORDER BY tag", id)
	secret.Tags = append(secret.Tags, tags...)
	return secret, err
}

// chosen is the condition of a query and its arguments.
func chosen(database string, q vault.Query) (where string, args []any) {
	where, args = "s.database_config_id = ?", []any{database}
	if q.Name != "" {
		where, args = where+" AND s.name = ?", append(args, q.Name)
	}
	if len(q.Tags) > 0 {
		where += " AND EXISTS (SELECT 1 FROM vault_tags t WHERE t.secret_id = s.id AND t.tag IN (" + strings.TrimSuffix(strings.Repeat("?, ", len(q.Tags)), ", ") + "))"
		for _, tag := range q.Tags {
			args = append(args, tag)
		}
	}
	return where, args
}

func (s *vaultStore) Secrets(ctx context.Context, database string, q vault.Query) ([]vault.Secret, error) {
	where, args := chosen(database, q)
	secrets, err := many(ctx, s.run, scanSecret, "SELECT "+secretColumns+" FROM vault_secrets s WHERE "+where+" ORDER BY s.name", args...)
	if err != nil {
		return nil, err
	}
	byID, byName := make(map[string]*vault.Secret, len(secrets)), make(map[string]*vault.Secret, len(secrets))
	for i := range secrets {
		byID[secrets[i].ID], byName[secrets[i].Name] = &secrets[i], &secrets[i]
	}
	tags, err := many(ctx, s.run, scanPair, "SELECT t.secret_id, t.tag FROM vault_tags t JOIN vault_secrets s ON s.id = t.secret_id WHERE s.database_config_id = ? ORDER BY t.tag", database)
	if err != nil {
		return nil, err
	}
	for _, t := range tags {
		if secret := byID[t[0]]; secret != nil {
			secret.Tags = append(secret.Tags, t[1])
		}
	}
	type read struct {
		name string
		at   int64
	}
	reads, err := many(ctx, s.run, func(scan func(...any) error) (r read, err error) {
		err = scan(&r.name, &r.at)
		return r, err
	}, `SELECT n.name, MAX(x.read_at) FROM vault_name_sets x JOIN vault_names n ON n.set_id = x.id
		WHERE x.database_config_id = ? AND x.read_at IS NOT NULL GROUP BY n.name`, database)
	for _, r := range reads {
		if secret := byName[r.name]; secret != nil {
			secret.ReadAt = timeOrNil(&r.at)
		}
	}
	return secrets, err
}

func (s *vaultStore) CountSecrets(ctx context.Context, database string) (int, error) {
	return single(ctx, s.run, "count", scanValue[int], "SELECT COUNT(*) FROM vault_secrets WHERE database_config_id = ?", database)
}

func scanPair(scan func(...any) error) (p [2]string, err error) {
	err = scan(&p[0], &p[1])
	return p, err
}

func (s *vaultStore) UpdateSecret(ctx context.Context, secret vault.Secret, next *vault.Version, oldest int64) error {
	return s.db.atomically(ctx, func(run runner) error {
		before := secret.Version
		if next != nil {
			before--
		}
		n, err := run.exec(ctx, "UPDATE vault_secrets SET version = ?, updated_at = ?, updated_by = ? WHERE database_config_id = ? AND id = ? AND version = ?",
			secret.Version, micros(secret.UpdatedAt), secret.UpdatedBy, secret.Database, secret.ID, before)
		if err != nil {
			return err
		}
		if n == 0 {
			if _, err := single(ctx, run, noSecret, scanValue[string], "SELECT id FROM vault_secrets WHERE database_config_id = ? AND id = ?", secret.Database, secret.ID); err != nil {
				return err
			}
			return fault.New(fault.Conflict, "it was changed meanwhile")
		}
		if _, err := run.exec(ctx, "DELETE FROM vault_tags WHERE secret_id = ?", secret.ID); err != nil {
			return err
		}
		if err := run.putTags(ctx, secret); err != nil || next == nil {
			return err
		}
		if err := run.addVersion(ctx, *next); err != nil {
			return err
		}
		_, err = run.exec(ctx, "DELETE FROM vault_versions WHERE secret_id = ? AND number < ?", secret.ID, oldest)
		return err
	})
}

func (s *vaultStore) DeleteSecret(ctx context.Context, database, id string) error {
	return s.run.must(ctx, noSecret, "DELETE FROM vault_secrets WHERE database_config_id = ? AND id = ?", database, id)
}

const secretVersionColumns = "v.secret_id, v.number, v.key_id, v.sealed, v.created_at, v.created_by, v.restored_from"

func scanSecretVersion(scan func(...any) error) (v vault.Version, err error) {
	var created int64
	err = scan(&v.Secret, &v.Number, &v.Key, &v.Sealed, &created, &v.CreatedBy, &v.RestoredFrom)
	v.CreatedAt = timeOf(created)
	return v, err
}

func scanNamed(scan func(...any) error) (v vault.Value, err error) {
	v.Version, err = scanSecretVersion(func(to ...any) error { return scan(append([]any{&v.Name}, to...)...) })
	return v, err
}

func (s *vaultStore) Versions(ctx context.Context, database, id string) ([]vault.Version, error) {
	return many(ctx, s.run, scanSecretVersion, "SELECT "+secretVersionColumns+` FROM vault_versions v JOIN vault_secrets s ON s.id = v.secret_id
		WHERE s.database_config_id = ? AND s.id = ? ORDER BY v.number DESC`, database, id)
}

func (s *vaultStore) Values(ctx context.Context, database string, q vault.Query) ([]vault.Value, error) {
	where, args := chosen(database, q)
	return many(ctx, s.run, scanNamed, "SELECT s.name, "+secretVersionColumns+` FROM vault_secrets s JOIN vault_versions v ON v.secret_id = s.id AND v.number = s.version
		WHERE `+where+" ORDER BY s.name", args...)
}
