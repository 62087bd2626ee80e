package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"platform/internal/server/catalog"
	"platform/internal/server/fault"
)

// Catalog returns the store of package catalog.
func (db *DB) Catalog() catalog.Store { return &catalogStore{db} }

type catalogStore struct{ db *DB }

const noDatabase = "such database configuration"

func (s *catalogStore) Revision(ctx context.Context, database string) (int64, error) {
	return single(ctx, runner{s.db.sql, s.db.dialect}, noDatabase, scanValue[int64],
		"SELECT COALESCE(c.revision, 0) FROM database_configs d LEFT JOIN catalogs c ON c.database_config_id = d.id WHERE d.id = ?", database)
}

func (s *catalogStore) Read(ctx context.Context, database string) (c catalog.Catalog, err error) {
	tx, err := s.db.sql.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: snapshotOf(s.db.dialect)})
	if err != nil {
		return c, classify(err)
	}
	defer tx.Rollback() // nothing was changed
	run := runner{tx, s.db.dialect}
	if c.Revision, err = single(ctx, run, noDatabase, scanValue[int64],
		"SELECT COALESCE(c.revision, 0) FROM database_configs d LEFT JOIN catalogs c ON c.database_config_id = d.id WHERE d.id = ?", database); err != nil {
		return c, err
	}
	if c.Models, err = many(ctx, run, scanModel, "SELECT "+modelColumns+" FROM catalog_models WHERE database_config_id = ? ORDER BY provider, model_id", database); err != nil {
		return c, err
	}
	if c.Periods, err = many(ctx, run, scanPeriod, `SELECT provider, model_id, effective_from, input, output, cache_read, cache_creation
		FROM catalog_prices WHERE database_config_id = ? ORDER BY provider, model_id, effective_from`, database); err != nil {
		return c, err
	}
	c.Providers, err = many(ctx, run, scanProvider, "SELECT "+providerColumns+" FROM catalog_providers WHERE database_config_id = ? ORDER BY provider", database)
	return c, err
}

const modelColumns = "provider, model_id, id, display_name, model_type, context_window, capabilities, is_default, created_at, updated_at"

func scanModel(scan func(...any) error) (m catalog.Model, err error) {
	var capabilities string
	var created, updated int64
	err = scan(&m.Provider, &m.ModelID, &m.ID, &m.DisplayName, &m.Type, &m.ContextWindow, &capabilities, &m.Default, &created, &updated)
	m.Capabilities, m.CreatedAt, m.UpdatedAt = strings.Fields(capabilities), timeOf(created), timeOf(updated)
	return m, err
}

func scanPeriod(scan func(...any) error) (p catalog.Period, err error) {
	var from int64
	var input, output, cacheRead, cacheCreation *float64
	err = scan(&p.Provider, &p.ModelID, &from, &input, &output, &cacheRead, &cacheCreation)
	p.From = timeOf(from)
	if err == nil && input != nil {
		p.Price = &catalog.Price{Input: *input, Output: *output, CacheRead: *cacheRead, CacheCreation: *cacheCreation}
	}
	return p, err
}

func (s *catalogStore) Apply(ctx context.Context, database string, revision int64, c catalog.Changes) error {
	return s.db.atomically(ctx, func(run runner) error {
		if err := run.advanceCatalog(ctx, database, revision); err != nil {
			return err
		}
		for _, k := range c.Remove {
			if _, err := run.exec(ctx, "DELETE FROM catalog_models WHERE database_config_id = ? AND provider = ? AND model_id = ?", database, k.Provider, k.ModelID); err != nil {
				return err
			}
		}
		if err := run.putModels(ctx, database, c.Put); err != nil {
			return err
		}
		if err := run.putPeriods(ctx, database, c.Periods); err != nil {
			return err
		}
		if err := run.forgetProviders(ctx, database, c.Forget); err != nil {
			return err
		}
		return run.putProviders(ctx, database, c.Describe)
	})
}

// advanceCatalog makes revision the one before: who comes second with it is
// refused.
func (r runner) advanceCatalog(ctx context.Context, database string, revision int64) error {
	var n int64
	var err error
	if revision == 0 {
		n, err = r.exec(ctx, "INSERT INTO catalogs (database_config_id, revision) VALUES (?, 1) ON CONFLICT DO NOTHING", database)
	} else {
		n, err = r.exec(ctx, "UPDATE catalogs SET revision = revision + 1 WHERE database_config_id = ? AND revision = ?", database, revision)
	}
	if err == nil && n == 0 {
		return fault.New(fault.Conflict, "the catalog was changed by somebody else: try again")
	}
	return err
}

// rowsAtOnce is how many rows one statement inserts.
const rowsAtOnce = 50

// values writes the rows of an INSERT that has a width of columns.
func values(rows, width int) string {
	row := "(" + strings.TrimSuffix(strings.Repeat("?, ", width), ", ") + ")"
	return strings.TrimSuffix(strings.Repeat(row+", ", rows), ", ")
}

func (r runner) putModels(ctx context.Context, database string, models []catalog.Model) error {
	for chunk := range slices.Chunk(models, rowsAtOnce) {
		var args []any
		for _, m := range chunk {
			args = append(args, database, m.Provider, m.ModelID, m.ID, m.DisplayName, m.Type, m.ContextWindow, strings.Join(m.Capabilities, " "), m.Default, micros(m.CreatedAt), micros(m.UpdatedAt))
		}
		_, err := r.exec(ctx, "INSERT INTO catalog_models (database_config_id, "+modelColumns+") VALUES "+values(len(chunk), 11)+`
			ON CONFLICT (database_config_id, provider, model_id) DO UPDATE SET display_name = excluded.display_name, model_type = excluded.model_type,
			context_window = excluded.context_window, capabilities = excluded.capabilities, is_default = excluded.is_default, updated_at = excluded.updated_at`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (r runner) putPeriods(ctx context.Context, database string, periods []catalog.Period) error {
	for chunk := range slices.Chunk(periods, rowsAtOnce) {
		var args []any
		for _, p := range chunk {
			var prices [4]*float64
			if p.Price != nil {
				prices = [4]*float64{&p.Price.Input, &p.Price.Output, &p.Price.CacheRead, &p.Price.CacheCreation}
			}
			args = append(args, database, p.Provider, p.ModelID, micros(p.From), prices[0], prices[1], prices[2], prices[3])
		}
		_, err := r.exec(ctx, `INSERT INTO catalog_prices (database_config_id, provider, model_id, effective_from, input, output, cache_read, cache_creation)
			VALUES `+values(len(chunk), 8)+`
			ON CONFLICT (database_config_id, provider, model_id, effective_from) DO UPDATE SET input = excluded.input, output = excluded.output,
			cache_read = excluded.cache_read, cache_creation = excluded.cache_creation`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}
