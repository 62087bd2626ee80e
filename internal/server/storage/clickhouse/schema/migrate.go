package schema

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// Conn is what migrating needs of a connection.
type Conn interface {
	Exec(ctx context.Context, query string, args ...any) error
	Query(ctx context.Context, query string, args ...any) (driver.Rows, error)
}

// Migrate brings the database of opts up to this program's schema and its tables
// to the retention of opts. It returns how many migrations it ran.
//
// Several processes may do it at once: every statement may run twice, and the note
// of a migration is the same whoever writes it. conn must be open on a database that exists.
func Migrate(ctx context.Context, conn Conn, opts Options) (applied int, err error) {
	if opts.Database == "" {
		return 0, fmt.Errorf("migrate: a database is needed")
	}
	migrations, err := Render(opts)
	if err != nil {
		return 0, err
	}
	if err := conn.Exec(ctx, "CREATE DATABASE IF NOT EXISTS "+ident(opts.Database)+" "+opts.onCluster()); err != nil {
		return 0, fmt.Errorf("create database %s: %w", opts.Database, err)
	}
	if err := refuseForeign(ctx, conn, opts); err != nil {
		return 0, err
	}
	notes := ident(opts.Database) + ".`schema_migrations`"
	engine := opts.engine("ReplacingMergeTree", "schema_migrations")
	// On a cluster every shard keeps the notes: the path leaves {shard} in.
	err = conn.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+notes+" "+opts.onCluster()+
		" (Version UInt32, Name String, Checksum String, AppliedAt DateTime DEFAULT now()) ENGINE = "+engine+" ORDER BY (Version, Checksum)")
	if err != nil {
		return 0, fmt.Errorf("create schema_migrations: %w", err)
	}
	seen, err := readNotes(ctx, conn, notes)
	if err != nil {
		return 0, err
	}
	if err := check(seen, migrations); err != nil {
		return 0, err
	}
	for _, m := range migrations {
		if slices.ContainsFunc(seen, func(n note) bool { return n.version == m.Version }) {
			continue
		}
		if err := run(ctx, conn, notes, m); err != nil {
			return applied, err
		}
		applied++
	}
	return applied, retain(ctx, conn, opts)
}

type note struct {
	version  int
	checksum string
}

func readNotes(ctx context.Context, conn Conn, table string) ([]note, error) {
	rows, err := conn.Query(ctx, "SELECT DISTINCT Version, Checksum FROM "+table+" ORDER BY Version")
	if err != nil {
		return nil, fmt.Errorf("read schema_migrations: %w", err)
	}
	defer rows.Close()
	var notes []note
	for rows.Next() {
		var version uint32
		var n note
		if err := rows.Scan(&version, &n.checksum); err != nil {
			return nil, fmt.Errorf("read schema_migrations: %w", err)
		}
		n.version = int(version)
		notes = append(notes, n)
	}
	return notes, rows.Err()
}

// check refuses a database that another history made.
func check(seen []note, migrations []Migration) error {
	for _, n := range seen {
		i := slices.IndexFunc(migrations, func(m Migration) bool { return m.Version == n.version })
		if i < 0 {
			return fmt.Errorf("migrate: the database has migration %d, which this program does not know: it is older than the database", n.version)
		}
		if migrations[i].Checksum != n.checksum {
			return fmt.Errorf("migrate: migration %d (%s) was applied in another form than this program's", n.version, migrations[i].Name)
		}
	}
	return nil
}

func run(ctx context.Context, conn Conn, notes string, m Migration) error {
	for _, statement := range m.Statements {
		if err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("apply migration %d (%s): %s: %w", m.Version, m.Name, firstLine(statement), err)
		}
	}
	err := conn.Exec(ctx, fmt.Sprintf("INSERT INTO %s (Version, Name, Checksum) SELECT %d, '%s', '%s'", notes, m.Version, m.Name, m.Checksum))
	if err != nil {
		return fmt.Errorf("note migration %d: %w", m.Version, err)
	}
	return nil
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSuffix(line, " (")
}
