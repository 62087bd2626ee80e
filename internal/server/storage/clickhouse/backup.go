package clickhouse

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Progress says how far a backup or restore is; Total grows while it is counted.
type Progress struct {
	Files, TotalFiles uint64
	Bytes, TotalBytes uint64
}

// Backup copies databases, all of them when none is named, to a place that must not
// exist yet: an absolute directory, or on a server any destination of ClickHouse's
// BACKUP such as Disk('backups', 'name') or S3(…). Each table is copied as it was at
// one moment, while writers go on. report may be nil.
func (db *DB) Backup(ctx context.Context, place string, databases []string, report func(Progress)) error {
	if len(databases) == 0 {
		var err error
		if databases, err = db.Databases(ctx); err != nil {
			return err
		}
	}
	if len(databases) == 0 {
		return fmt.Errorf("back up: there are no databases")
	}
	return db.copyOver(ctx, "BACKUP", "TO", place, databases, report)
}

// Restore brings databases back from where Backup put them. A database that exists
// is an error, unless replace is set: then it is dropped first.
func (db *DB) Restore(ctx context.Context, place string, databases []string, replace bool, report func(Progress)) error {
	if len(databases) == 0 {
		return fmt.Errorf("restore: name the databases")
	}
	existing, err := db.Databases(ctx)
	if err != nil {
		return err
	}
	for _, name := range databases {
		if !slices.Contains(existing, name) {
			continue
		}
		if !replace {
			return fmt.Errorf("restore: database %s exists", name)
		}
		if err := db.Exec(ctx, "DROP DATABASE "+Ident(name)+" "+db.onCluster()+" SYNC"); err != nil {
			return fmt.Errorf("restore: drop database %s: %w", name, err)
		}
	}
	return db.copyOver(ctx, "RESTORE", "FROM", place, databases, report)
}

// Databases are those that are not ClickHouse's own.
func (db *DB) Databases(ctx context.Context) ([]string, error) {
	rows, err := db.Query(ctx, "SELECT name FROM system.databases WHERE name NOT IN ('system', 'default', 'INFORMATION_SCHEMA', 'information_schema') ORDER BY name")
	if err != nil {
		return nil, fmt.Errorf("list databases: %w", err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("list databases: %w", err)
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func (db *DB) onCluster() string {
	if db.cfg.Cluster == "" {
		return ""
	}
	return "ON CLUSTER " + Ident(db.cfg.Cluster)
}

// copyOver runs BACKUP or RESTORE and reports while it runs.
func (db *DB) copyOver(ctx context.Context, verb, preposition, place string, databases []string, report func(Progress)) error {
	if filepath.IsAbs(place) {
		place = "File(" + Literal(place) + ")"
	}
	var what []string
	for _, name := range databases {
		what = append(what, "DATABASE "+Ident(name))
	}
	id := rand.Text()
	sql := strings.Join([]string{verb, strings.Join(what, ", "), db.onCluster(), preposition, place, "SETTINGS id = " + Literal(id)}, " ")
	ended := make(chan error, 1)
	go func() { ended <- db.Exec(ctx, sql) }()
	every := time.NewTicker(200 * time.Millisecond)
	defer every.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				return fmt.Errorf("%s: %w", strings.ToLower(verb), err)
			}
			db.report(ctx, id, report)
			return nil
		case <-every.C:
			db.report(ctx, id, report)
		}
	}
}

// report tells the state; that it cannot be read now is no reason to fail.
func (db *DB) report(ctx context.Context, id string, report func(Progress)) {
	if report == nil {
		return
	}
	var p Progress
	row := db.QueryRow(ctx, "SELECT files_read, num_files, bytes_read, total_size FROM system.backups WHERE id = ?", id)
	if row.Scan(&p.Files, &p.TotalFiles, &p.Bytes, &p.TotalBytes) == nil {
		report(p)
	}
}
