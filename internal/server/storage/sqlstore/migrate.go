package sqlstore

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/database"
	"github.com/pressly/goose/v3/lock"
)

//go:embed schema/*.sql
var schema embed.FS

// Migrate brings the schema up to date and returns the files it applied.
// Several processes may call it at once: one works, the others wait.
func (db *DB) Migrate(ctx context.Context) (applied []string, err error) {
	if db.dialect == sqlite {
		release, err := lockFile(db.path + ".lock")
		if err != nil {
			return nil, err
		}
		defer release()
	}
	provider, err := db.provider()
	if err != nil {
		return nil, err
	}
	results, err := provider.Up(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrate control database: %w", err)
	}
	for _, r := range results {
		applied = append(applied, r.Source.Path)
	}
	return applied, nil
}

// Version returns the schema's version and the newest one this program knows.
func (db *DB) Version(ctx context.Context) (current, newest int64, err error) {
	provider, err := db.provider()
	if err != nil {
		return 0, 0, err
	}
	current, newest, err = provider.GetVersions(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("read schema version: %w", err)
	}
	return current, newest, nil
}

func (db *DB) provider() (*goose.Provider, error) {
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		return nil, fmt.Errorf("open schema: %w", err)
	}
	// Domains number their files in ranges of their own, so a lower one may come later.
	options := []goose.ProviderOption{goose.WithAllowOutofOrder(true)}
	engine := database.DialectSQLite3
	if db.dialect == postgres {
		engine = database.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, fmt.Errorf("prepare migration lock: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(engine, db.sql, files, options...)
	if err != nil {
		return nil, fmt.Errorf("prepare migrations: %w", err)
	}
	return provider, nil
}

// lockFile waits for the lock of a file that other processes take too.
func lockFile(path string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return func() { f.Close() }, nil // closing ends the lock
}
