package sqlstore

import (
	"context"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
	"platform/internal/server/vault"
)

const (
	keyColumnsOfVault = "id, database_config_id, number, sealed, created_at"
	noDataKey         = "such data key"
)

func scanDataKey(scan func(...any) error) (k vault.DataKey, err error) {
	var created int64
	err = scan(&k.ID, &k.Database, &k.Number, &k.Sealed, &created)
	k.CreatedAt = timeOf(created)
	return k, err
}

func (s *vaultStore) AddKey(ctx context.Context, k vault.DataKey) error {
	_, err := s.run.exec(ctx, "INSERT INTO vault_keys ("+keyColumnsOfVault+") VALUES (?, ?, ?, ?, ?)", k.ID, k.Database, k.Number, k.Sealed, micros(k.CreatedAt))
	return err
}

func (s *vaultStore) Key(ctx context.Context, database, id string) (vault.DataKey, error) {
	return single(ctx, s.run, noDataKey, scanDataKey, "SELECT "+keyColumnsOfVault+" FROM vault_keys WHERE database_config_id = ? AND id = ?", database, id)
}

func (s *vaultStore) NewestKey(ctx context.Context, database string) (vault.DataKey, error) {
	return single(ctx, s.run, noDataKey, scanDataKey, "SELECT "+keyColumnsOfVault+" FROM vault_keys WHERE database_config_id = ? ORDER BY number DESC LIMIT 1", database)
}

func (s *vaultStore) Keyed(ctx context.Context) ([]string, error) {
	return many(ctx, s.run, scanValue[string], "SELECT DISTINCT database_config_id FROM vault_keys ORDER BY database_config_id")
}

// ofEarlierKeys are the versions of a vault that keys before a number seal.
const ofEarlierKeys = `FROM vault_versions v JOIN vault_secrets s ON s.id = v.secret_id JOIN vault_keys k ON k.id = v.key_id
	WHERE s.database_config_id = ? AND k.number < ?`

func (s *vaultStore) Stale(ctx context.Context, database string, number int64, after vault.Version, limit int) ([]vault.Value, error) {
	return many(ctx, s.run, scanNamed, "SELECT s.name, "+secretVersionColumns+" "+ofEarlierKeys+
		" AND (v.secret_id > ? OR v.secret_id = ? AND v.number > ?) ORDER BY v.secret_id, v.number LIMIT ?",
		database, number, after.Secret, after.Secret, after.Number, limit)
}

func (s *vaultStore) CountStale(ctx context.Context, database string, number int64) (int, error) {
	return single(ctx, s.run, "count", scanValue[int], "SELECT COUNT(*) "+ofEarlierKeys, database, number)
}

func (s *vaultStore) Reseal(ctx context.Context, v vault.Version, old string) error {
	return s.run.must(ctx, "such version", "UPDATE vault_versions SET key_id = ?, sealed = ? WHERE secret_id = ? AND number = ? AND key_id = ?",
		v.Key, v.Sealed, v.Secret, v.Number, old)
}

func (s *vaultStore) DropKeys(ctx context.Context, database string, number int64) error {
	_, err := s.run.exec(ctx, `DELETE FROM vault_keys WHERE database_config_id = ? AND number < ?
		AND NOT EXISTS (SELECT 1 FROM vault_versions v WHERE v.key_id = vault_keys.id)`, database, number)
	if fault.Is(err, fault.NotFound) {
		return nil // a version was sealed with one of them at this moment: it stays
	}
	return err
}

// MasterKeyProof names what tells the deployment's master key from others: the
// name itself, sealed for a context of that name. See Settle.
const MasterKeyProof = "master key"

// masterSealed are the columns that the master key seals, each with the
// context of a row.
var masterSealed = []struct {
	kind, table       string
	owner, id, sealed string // columns
	where             string
	context           func(owner, id string) string
}{
	{"data key", "vault_keys", "database_config_id", "id", "sealed", "1 = 1", vault.KeyContext},
	{"password of database configuration", "database_configs", "project_id", "id", "sealed", "sealed IS NOT NULL", tenancy.SealContext},
	{"proof", "deployment", "name", "name", "value", "name = '" + MasterKeyProof + "'", func(_, name string) string { return name }},
}

func (s *vaultStore) MasterSealed(ctx context.Context) (all []vault.Sealed, err error) {
	for _, t := range masterSealed {
		rows, err := many(ctx, s.run, func(scan func(...any) error) (v vault.Sealed, err error) {
			var owner string
			err = scan(&owner, &v.ID, &v.Sealed)
			v.Kind, v.Context = t.kind, t.context(owner, v.ID)
			return v, err
		}, "SELECT "+t.owner+", "+t.id+", "+t.sealed+" FROM "+t.table+" WHERE "+t.where+" ORDER BY "+t.id)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

func (s *vaultStore) ReplaceSealed(ctx context.Context, old vault.Sealed, sealed []byte) error {
	for _, t := range masterSealed {
		if t.kind == old.Kind {
			_, err := s.run.exec(ctx, "UPDATE "+t.table+" SET "+t.sealed+" = ? WHERE "+t.id+" = ? AND "+t.sealed+" = ?", sealed, old.ID, old.Sealed)
			return err
		}
	}
	return fault.New(fault.NotFound, "nothing of the kind %q is sealed", old.Kind)
}
