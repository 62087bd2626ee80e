package clickhouse

import (
	"context"
	"time"

	"platform/internal/server/storage/clickhouse/schema"
)

// Migrate creates the database if it is missing and brings its telemetry tables up
// to date, with this retention; 0 keeps rows for ever. It returns how many
// migrations ran. db must be open on a database that exists; "default" always does.
func (db *DB) Migrate(ctx context.Context, database string, retention time.Duration) (applied int, err error) {
	return schema.Migrate(ctx, db, schema.Options{Database: database, Cluster: db.cfg.Cluster, Retention: retention})
}
