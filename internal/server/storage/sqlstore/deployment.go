package sqlstore

import "context"

// Settle returns the value that the deployment has under name: the one given
// when it had none. All processes get the same.
func (db *DB) Settle(ctx context.Context, name string, value []byte) ([]byte, error) {
	run := runner{db.sql, db.dialect}
	if _, err := run.exec(ctx, "INSERT INTO deployment (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", name, value); err != nil {
		return nil, err
	}
	return single(ctx, run, "such value", scanValue[[]byte], "SELECT value FROM deployment WHERE name = ?", name)
}
