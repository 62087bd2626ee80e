package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	moderncsqlite "modernc.org/sqlite"
	sqlitelib "modernc.org/sqlite/lib"

	"platform/internal/server/fault"
)

// queryer is what a connection pool and a transaction have in common.
type queryer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// runner runs statements on a pool or in a transaction.
type runner struct {
	queryer
	dialect dialect
}

// bind writes the placeholders as the engine wants them.
func (r runner) bind(query string) string {
	if r.dialect != postgres {
		return query
	}
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(query, "?") {
		if n > 0 {
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
		n++
	}
	return b.String()
}

// exec runs a statement and returns how many rows it changed.
func (r runner) exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := r.ExecContext(ctx, r.bind(query), args...)
	if err != nil {
		return 0, classify(err)
	}
	return result.RowsAffected()
}

// must runs a statement that has to change a row; what names that row.
func (r runner) must(ctx context.Context, what, query string, args ...any) error {
	n, err := r.exec(ctx, query, args...)
	if err == nil && n == 0 {
		return fault.New(fault.NotFound, "no %s", what)
	}
	return err
}

// many reads all rows of a query.
func many[T any](ctx context.Context, r runner, scan func(func(...any) error) (T, error), query string, args ...any) ([]T, error) {
	rows, err := r.QueryContext(ctx, r.bind(query), args...)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close()
	var out []T
	for rows.Next() {
		v, err := scan(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("read row: %w", err)
		}
		out = append(out, v)
	}
	return out, classify(rows.Err())
}

// single reads the one row of a query; what names it.
func single[T any](ctx context.Context, r runner, what string, scan func(func(...any) error) (T, error), query string, args ...any) (T, error) {
	all, err := many(ctx, r, scan, query, args...)
	if err == nil && len(all) == 0 {
		err = fault.New(fault.NotFound, "no %s", what)
	}
	if err != nil {
		var zero T
		return zero, err
	}
	return all[0], nil
}

// scanValue reads a row of one column.
func scanValue[T any](scan func(...any) error) (v T, err error) {
	err = scan(&v)
	return v, err
}

// atomically runs f in a transaction that no other one interferes with; f may
// run again when one did. Transactions do not nest.
func (db *DB) atomically(ctx context.Context, f func(runner) error) error {
	var err error
	for try := range 20 {
		if err = db.attempt(ctx, f); !interfered(err) {
			return err
		}
		// Those who interfered with each other must not meet again.
		pause := time.Duration(1+rand.IntN(1<<min(try, 6))) * time.Millisecond
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
	return err
}

func (db *DB) attempt(ctx context.Context, f func(runner) error) error {
	options := &sql.TxOptions{}
	if db.dialect == postgres {
		options.Isolation = sql.LevelSerializable // SQLite's transactions follow each other anyway
	}
	tx, err := db.sql.BeginTx(ctx, options)
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(runner{tx, db.dialect}); err != nil {
		return err
	}
	return classify(tx.Commit())
}

// interfered reports whether a transaction failed because of another one.
func interfered(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}

// classify gives errors of the engines their kind.
func classify(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		switch {
		case pg.Code == "23505":
			return fault.New(fault.Conflict, "it exists already").Because(err)
		case pg.Code == "23503":
			return fault.New(fault.NotFound, "what it belongs to does not exist").Because(err)
		case strings.HasPrefix(pg.Code, "57P"), strings.HasPrefix(pg.Code, "08"), pg.Code == "53300", pg.Code == "40001", pg.Code == "40P01":
			return unavailable(err)
		}
		return err
	}
	var lite *moderncsqlite.Error
	if errors.As(err, &lite) {
		switch lite.Code() {
		case sqlitelib.SQLITE_CONSTRAINT_UNIQUE, sqlitelib.SQLITE_CONSTRAINT_PRIMARYKEY:
			return fault.New(fault.Conflict, "it exists already").Because(err)
		case sqlitelib.SQLITE_CONSTRAINT_FOREIGNKEY:
			return fault.New(fault.NotFound, "what it belongs to does not exist").Because(err)
		}
		switch lite.Code() & 0xff {
		case sqlitelib.SQLITE_BUSY, sqlitelib.SQLITE_LOCKED, sqlitelib.SQLITE_FULL, sqlitelib.SQLITE_IOERR, sqlitelib.SQLITE_CANTOPEN:
			return unavailable(err)
		}
		return err
	}
	var connect *pgconn.ConnectError
	var network net.Error
	if errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) {
		return unavailable(err)
	}
	return err
}

func unavailable(err error) error {
	return fault.New(fault.Unavailable, "the control store does not answer").After(2 * time.Second).Because(err)
}

// Times are kept as microseconds.
func micros(t time.Time) int64 { return t.UnixMicro() }

func microsOrNil(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	return new(t.UnixMicro())
}

func timeOf(us int64) time.Time { return time.UnixMicro(us).UTC() }

func timeOrNil(us *int64) *time.Time {
	if us == nil {
		return nil
	}
	return new(timeOf(*us))
}
