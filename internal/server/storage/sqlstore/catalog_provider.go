package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"platform/internal/server/catalog"
)

const providerColumns = "provider, display_name, description, requires_key, settings, created_at, updated_at"

func scanProvider(scan func(...any) error) (p catalog.Provider, err error) {
	var settings string
	var created, updated int64
	if err := scan(&p.ID, &p.DisplayName, &p.Description, &p.RequiresKey, &settings, &created, &updated); err != nil {
		return p, err
	}
	p.CreatedAt, p.UpdatedAt = timeOf(created), timeOf(updated)
	if settings != "" {
		if err := json.Unmarshal([]byte(settings), &p.Settings); err != nil {
			return p, fmt.Errorf("read settings of provider %s: %w", p.ID, err)
		}
	}
	return p, nil
}

func (r runner) forgetProviders(ctx context.Context, database string, ids []string) error {
	for _, id := range ids {
		if _, err := r.exec(ctx, "DELETE FROM catalog_providers WHERE database_config_id = ? AND provider = ?", database, id); err != nil {
			return err
		}
	}
	return nil
}

func (r runner) putProviders(ctx context.Context, database string, providers []catalog.Provider) error {
	for chunk := range slices.Chunk(providers, rowsAtOnce) {
		var args []any
		for _, p := range chunk {
			var settings []byte
			if p.Settings != nil {
				var err error
				if settings, err = json.Marshal(p.Settings); err != nil {
					return fmt.Errorf("write settings of provider %s: %w", p.ID, err)
				}
			}
			args = append(args, database, p.ID, p.DisplayName, p.Description, p.RequiresKey, string(settings), micros(p.CreatedAt), micros(p.UpdatedAt))
		}
		_, err := r.exec(ctx, "INSERT INTO catalog_providers (database_config_id, "+providerColumns+") VALUES "+values(len(chunk), 8)+`
			ON CONFLICT (database_config_id, provider) DO UPDATE SET display_name = excluded.display_name, description = excluded.description,
			requires_key = excluded.requires_key, settings = excluded.settings, updated_at = excluded.updated_at`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}
