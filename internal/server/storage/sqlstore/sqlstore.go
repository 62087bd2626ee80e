// Package sqlstore keeps control data in SQLite or PostgreSQL: one set of
// stores, two dialects.
//
//  1. sqlstore.go opens the database; migrate.go brings its schema up to date.
//  2. query.go runs statements and names what failed.
//  3. Each domain's store has a file of its own: tenancy_*.go, session.go.
//
// Statements are written for both engines, with ? for arguments; schema/ holds
// one migration for both.
package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	_ "modernc.org/sqlite"             // driver "sqlite"

	"platform/internal/server/tenancy"
)

// DB is an open control database.
type DB struct {
	sql     *sql.DB
	dialect dialect
	path    string // of the SQLite file, "" for PostgreSQL
}

type dialect int

const (
	sqlite dialect = iota
	postgres
)

func (d dialect) String() string {
	if d == postgres {
		return "postgres"
	}
	return "sqlite"
}

// Open opens the database that address names: postgres://… or the path of a
// SQLite file, which is created when it is not there. The schema is not
// touched; see Migrate.
func Open(ctx context.Context, address string) (*DB, error) {
	if IsPostgres(address) {
		return openPostgres(ctx, address)
	}
	return openSQLite(ctx, address)
}

// IsPostgres reports whether address names a PostgreSQL server.
func IsPostgres(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// openSQLite opens a file for several processes at once: writers queue, and
// readers see the last committed state. Every commit reaches the disk.
func openSQLite(ctx context.Context, path string) (*DB, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("create directory of %s: %w", path, err)
	}
	// The file holds hashes and sealed passwords: for its owner alone.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	f.Close()
	options := url.Values{"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "busy_timeout(10000)"}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+options.Encode())
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	db.SetMaxOpenConns(8)
	// Of processes that make a new file a write-ahead one at once, SQLite lets
	// some fail without waiting.
	release, err := lockFile(path + ".lock")
	if err != nil {
		db.Close()
		return nil, err
	}
	defer release()
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return &DB{sql: db, dialect: sqlite, path: path}, nil
}

func openPostgres(ctx context.Context, address string) (*DB, error) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return nil, fmt.Errorf("open control database: %w", err) // the address holds the password
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(10)
	db.SetConnMaxIdleTime(5 * time.Minute)
	db.SetConnMaxLifetime(time.Hour)
	if err := db.PingContext(ctx); err != nil {
		db.Close()
		return nil, unavailable(err)
	}
	return &DB{sql: db, dialect: postgres}, nil
}

// Close ends all connections.
func (db *DB) Close() error { return db.sql.Close() }

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	if err := db.sql.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return unavailable(err)
	}
	return nil
}

// Engine names the kind of database: sqlite or postgres.
func (db *DB) Engine() string { return db.dialect.String() }

// Tenancy returns the store of package tenancy.
func (db *DB) Tenancy() tenancy.Store { return &tenancyStore{run: runner{db.sql, db.dialect}, db: db} }

// Sessions returns the store of browser sessions.
func (db *DB) Sessions() tenancy.SessionStore { return &sessionStore{runner{db.sql, db.dialect}} }
