// Package ingest writes telemetry to ClickHouse databases: the stores of the domain ingest.
package ingest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/storage/clickhouse"
)

// Databases opens databases. They are open on the target's database, which has
// its tables, and belong to who opened them.
type Databases interface {
	Database(ctx context.Context, t commit.Target) (*clickhouse.DB, error)
}

// Stores writes to databases, and remembers what columns their tables have.
type Stores struct {
	databases Databases

	mu     sync.RWMutex
	tables map[tableKey]table
}

type tableKey struct {
	target commit.Target
	name   string
}

type table struct {
	columns     block.ColumnSet
	distributed bool // rows live elsewhere: they can be neither looked for nor removed by us
	read        time.Time
}

// fresh is how long the columns of a table are taken for unchanged.
const fresh = time.Minute

// New makes stores of databases.
func New(databases Databases) *Stores {
	return &Stores{databases: databases, tables: map[tableKey]table{}}
}

// Insert writes blocks as one insert.
func (s *Stores) Insert(ctx context.Context, t commit.Target, name string, columns []string, blocks [][]byte, token string) error {
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return err
	}
	err = db.InsertBlocks(ctx, name, columns, blocks, clickhouse.InsertOptions{Token: token})
	if err = refused(err); err != nil {
		s.forget(t, name)
	}
	return err
}

// Codes of exceptions that stay until somebody changes the schema.
var permanent = map[int32]bool{
	16: true, // no such column
	44: true, // illegal column
	47: true, // unknown identifier
	53: true, // type mismatch
	60: true, // unknown table
	62: true, // syntax error
	70: true, // cannot convert type
	81: true, // unknown database
}

func refused(err error) error {
	var e *ch.Exception
	if errors.As(err, &e) && permanent[e.Code] {
		return &commit.Refused{Err: err}
	}
	return err
}

// Columns returns the columns of a table that can be written.
func (s *Stores) Columns(ctx context.Context, t commit.Target, name string) (block.ColumnSet, error) {
	known, err := s.table(ctx, t, name)
	return known.columns, err
}

func (s *Stores) forget(t commit.Target, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, tableKey{t, name})
}

func (s *Stores) table(ctx context.Context, t commit.Target, name string) (table, error) {
	key := tableKey{t, name}
	s.mu.RLock()
	known, ok := s.tables[key]
	s.mu.RUnlock()
	if ok && time.Since(known.read) < fresh {
		return known, nil
	}
	read, err := s.readTable(ctx, t, name)
	if err != nil {
		if ok { // the store is away: what was known a moment ago still holds
			return known, nil
		}
		return table{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tables[key] = read
	return read, nil
}

func (s *Stores) readTable(ctx context.Context, t commit.Target, name string) (table, error) {
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return table{}, err
	}
	known := table{columns: block.ColumnSet{}, read: time.Now()}
	rows, err := db.Query(ctx, "SELECT name FROM system.columns WHERE database = ? AND table = ? AND default_kind IN ('', 'DEFAULT')", t.Database, name)
	if err != nil {
		return table{}, fmt.Errorf("read columns of %s: %w", name, refused(err))
	}
	defer rows.Close()
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			return table{}, fmt.Errorf("read columns of %s: %w", name, err)
		}
		known.columns[column] = true
	}
	if err := rows.Err(); err != nil {
		return table{}, fmt.Errorf("read columns of %s: %w", name, err)
	}
	if len(known.columns) == 0 {
		return table{}, &commit.Refused{Err: fmt.Errorf("no table %s in database %s", name, t.Database)}
	}
	var engine string
	if err := db.QueryRow(ctx, "SELECT engine FROM system.tables WHERE database = ? AND name = ?", t.Database, name).Scan(&engine); err != nil {
		return table{}, fmt.Errorf("read engine of %s: %w", name, err)
	}
	known.distributed = engine == "Distributed"
	return known, nil
}

// Latest returns the time of the newest row, zero when there is none.
func (s *Stores) Latest(ctx context.Context, t commit.Target, name string) (time.Time, error) {
	db, err := s.databases.Database(ctx, t)
	if err != nil {
		return time.Time{}, err
	}
	var at time.Time
	err = db.QueryRow(ctx, "SELECT max("+timeColumn(name)+") FROM "+clickhouse.Ident(name)).Scan(&at)
	if err != nil || at.Unix() == 0 {
		return time.Time{}, err
	}
	return at, nil
}

// timeColumn is what a table is partitioned by the day of.
func timeColumn(name string) string {
	if strings.HasPrefix(name, "otel_metrics_") {
		return "TimeUnix"
	}
	return "Timestamp"
}
