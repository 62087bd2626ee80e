// Package telemetry reads telemetry from ClickHouse: it turns the questions of the
// domain into SQL in which every value is a bound parameter.
//
//  1. store.go runs statements within limits and names what went wrong.
//  2. sql.go composes them: parameters, time ranges, environments.
//  3. The other files hold the questions of one subject each.
package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"platform/internal/server/fault"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Databases opens databases. They belong to who opened them.
type Databases interface {
	Open(ctx context.Context, t tenancy.Target) (*clickhouse.DB, error)
}

// rows is one row of an answer after the other.
type rows = driver.Rows

// Limits of one statement.
type Limits struct {
	Time   time.Duration
	Memory int64  // bytes
	Rows   uint64 // read
	Result uint64 // rows returned
}

// DefaultLimits suit a machine with two cores: a statement that needs more
// should be asked for less.
var DefaultLimits = Limits{Time: 25 * time.Second, Memory: 1 << 30, Rows: 2_000_000_000, Result: 1_000_000}

// Store reads telemetry.
type Store struct {
	databases Databases
	limits    Limits
	tables    *tables

	asked func(sql string, args []any) // told of every statement; for tests
}

// New makes a store.
func New(databases Databases, limits Limits) *Store {
	return &Store{databases: databases, limits: limits, tables: newTables()}
}

// concurrentRead is from how many rows on a statement is read by several threads; the
// engine's own measure is ten times as much, for rows that cost less than those with maps.
const concurrentRead = 16_384

// settings are those of every statement. To count the rows that will be read, the
// engine asks every index before it begins, which makes a lookup a quarter slower;
// its time, memory and answer are limited all the same.
func (l Limits) settings(lookup bool) string {
	sql := fmt.Sprintf(" SETTINGS max_execution_time = %d, timeout_overflow_mode = 'throw', max_memory_usage = %d, max_result_rows = %d, result_overflow_mode = 'throw',"+
		" merge_tree_min_rows_for_concurrent_read = %d, merge_tree_min_bytes_for_concurrent_read = 1048576",
		max(1, int64(l.Time.Seconds())), l.Memory, l.Result, concurrentRead)
	if lookup {
		return sql
	}
	return sql + fmt.Sprintf(", max_rows_to_read = %d, read_overflow_mode = 'throw'", l.Rows)
}

// rows runs a statement and calls each for every row. It ends with ctx.
func (s *Store) rows(ctx context.Context, v query.View, q *statement, each func(rows) error) error {
	db, err := s.databases.Open(ctx, v.Target)
	if err != nil {
		return err
	}
	if s.asked != nil {
		s.asked(q.String(), q.args)
	}
	found, err := db.Query(ctx, q.String()+s.limits.settings(q.lookup), q.args...)
	if err != nil {
		return explain(ctx, err)
	}
	defer found.Close()
	for found.Next() {
		if err := each(found); err != nil {
			return err
		}
	}
	return explain(ctx, found.Err())
}

// Codes of ClickHouse's exceptions.
const (
	tooManyRows     = 158
	timeoutExceeded = 159
	tooManyQueries  = 202
	memoryExceeded  = 241
	tooManyBytes    = 307
	queryCancelled  = 394
	tooManyOfResult = 396
)

// explain turns an error of the client into what the caller is told.
func explain(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var known *fault.Error
	if errors.As(err, &known) {
		return known
	}
	var e *ch.Exception
	if errors.As(err, &e) {
		switch e.Code {
		case timeoutExceeded:
			return fault.New(fault.Invalid, "the query takes too long: narrow the time range or add filters").Because(err)
		case memoryExceeded, tooManyRows, tooManyBytes, tooManyOfResult:
			return fault.New(fault.Invalid, "the query reads too much: narrow the time range or add filters").Because(err)
		case tooManyQueries:
			return fault.New(fault.TooMany, "too many queries run at the same time").Because(err)
		case queryCancelled:
			return fault.New(fault.Unavailable, "the query was ended").Because(err)
		}
		return fmt.Errorf("query telemetry: %w", err)
	}
	var network net.Error
	if errors.As(err, &network) {
		return fault.New(fault.Unavailable, "the telemetry's database does not answer").Because(err)
	}
	return fmt.Errorf("query telemetry: %w", err)
}
