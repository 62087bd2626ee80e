package sqlstore

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// A dump is the rows of every table as JSON, one object a line, in a form that
// either engine takes back: so a deployment can also move from SQLite to
// PostgreSQL. Sessions and queued jobs are left out.

// lineLimit bounds a row of a dump that is read.
const lineLimit = 64 << 20

func dumped(table string) bool {
	return table != "goose_db_version" && table != "sessions" && !strings.HasPrefix(table, "river_") && !strings.HasPrefix(table, "sqlite_")
}

// Dump writes all tables as of one moment. begin is called for each, in an
// order in which tables come after those they refer to.
func (db *DB) Dump(ctx context.Context, begin func(table string) (io.Writer, error), end func(table string, rows int) error) error {
	tx, err := db.sql.BeginTx(ctx, &sql.TxOptions{ReadOnly: db.dialect == postgres, Isolation: snapshotOf(db.dialect)})
	if err != nil {
		return classify(err)
	}
	defer tx.Rollback() // nothing was changed
	run := runner{tx, db.dialect}
	tables, err := run.tables(ctx)
	if err != nil {
		return err
	}
	for _, table := range tables {
		w, err := begin(table)
		if err != nil {
			return err
		}
		n, err := run.dumpTable(ctx, table, w)
		if err != nil {
			return fmt.Errorf("dump %s: %w", table, err)
		}
		if err := end(table, n); err != nil {
			return err
		}
	}
	return nil
}

// snapshotOf is the isolation that shows one moment; SQLite always does.
func snapshotOf(d dialect) sql.IsolationLevel {
	if d == postgres {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

// tables lists what is dumped, referred tables first.
func (r runner) tables(ctx context.Context) ([]string, error) {
	names, references := "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
		`SELECT m.name, f."table" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`
	if r.dialect == postgres {
		names = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1"
		references = `SELECT a.relname::text, b.relname::text FROM pg_constraint c JOIN pg_class a ON a.oid = c.conrelid JOIN pg_class b ON b.oid = c.confrelid
			WHERE c.contype = 'f' AND a.relnamespace = current_schema()::regnamespace`
	}
	all, err := many(ctx, r, scanValue[string], names)
	if err != nil {
		return nil, err
	}
	pairs, err := many(ctx, r, func(scan func(...any) error) (p [2]string, err error) {
		err = scan(&p[0], &p[1])
		return p, err
	}, references)
	if err != nil {
		return nil, err
	}
	return order(slices.DeleteFunc(all, func(t string) bool { return !dumped(t) }), pairs), nil
}

// order sorts tables so that the second of each pair comes before the first.
func order(tables []string, pairs [][2]string) (sorted []string) {
	seen := map[string]bool{}
	var visit func(string)
	visit = func(table string) {
		if seen[table] {
			return
		}
		seen[table] = true
		for _, p := range pairs {
			if p[0] == table {
				visit(p[1])
			}
		}
		if slices.Contains(tables, table) {
			sorted = append(sorted, table)
		}
	}
	for _, table := range tables {
		visit(table)
	}
	return sorted
}

func (r runner) dumpTable(ctx context.Context, table string, w io.Writer) (n int, err error) {
	rows, err := r.QueryContext(ctx, `SELECT * FROM "`+table+`" ORDER BY 1`)
	if err != nil {
		return 0, classify(err)
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return 0, fmt.Errorf("read columns: %w", err)
	}
	out := bufio.NewWriter(w)
	encoder := json.NewEncoder(out)
	for rows.Next() {
		values, pointers := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			return n, fmt.Errorf("read row: %w", err)
		}
		row := make(map[string]any, len(columns))
		for i, c := range columns {
			row[c.Name()] = portable(values[i], c.DatabaseTypeName())
		}
		if err := encoder.Encode(row); err != nil {
			return n, fmt.Errorf("write row: %w", err)
		}
		n++
	}
	if err := rows.Err(); err != nil {
		return n, classify(err)
	}
	return n, out.Flush()
}

// portable is a value in JSON; what JSON has no form for is an object. SQLite
// keeps true and false as numbers.
func portable(v any, kind string) any {
	switch v := v.(type) {
	case int64:
		if kind == "BOOLEAN" {
			return v != 0
		}
	case []byte:
		return map[string]string{"bytes": base64.StdEncoding.EncodeToString(v)}
	case time.Time:
		return map[string]string{"time": v.UTC().Format(time.RFC3339Nano)}
	}
	return v
}

// Empty reports whether there is nothing that a restore would replace.
func (db *DB) Empty(ctx context.Context) (bool, error) {
	any, err := db.Tenancy().AnyUser(ctx)
	return !any, err
}

// Load fills the tables from dumps, all or nothing. next returns the name and
// the content of a table, in the order of Dump, and io.EOF after the last.
// What the tables held before is removed.
func (db *DB) Load(ctx context.Context, next func() (table string, content io.Reader, err error), loaded func(table string, rows int)) error {
	return db.atomically(ctx, func(run runner) error {
		tables, err := run.tables(ctx)
		if err != nil {
			return err
		}
		for _, table := range slices.Backward(tables) {
			if _, err := run.exec(ctx, `DELETE FROM "`+table+`"`); err != nil {
				return fmt.Errorf("empty %s: %w", table, err)
			}
		}
		if _, err := run.exec(ctx, "DELETE FROM sessions"); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
		for {
			table, content, err := next()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			if !slices.Contains(tables, table) {
				return fault.New(fault.Invalid, "the dump has a table %q that this program does not know", table)
			}
			n, err := run.loadTable(ctx, table, content)
			if err != nil {
				return fmt.Errorf("load %s: %w", table, err)
			}
			loaded(table, n)
		}
	})
}

func (r runner) loadTable(ctx context.Context, table string, content io.Reader) (n int, err error) {
	known, err := r.columns(ctx, table)
	if err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(content)
	lines.Buffer(nil, lineLimit)
	for lines.Scan() {
		row, err := parseRow(lines.Bytes())
		if err != nil {
			return n, fmt.Errorf("row %d: %w", n+1, err)
		}
		var columns []string
		var values []any
		for _, column := range known {
			if v, ok := row[column]; ok {
				columns, values = append(columns, `"`+column+`"`), append(values, v)
				delete(row, column)
			}
		}
		if len(row) > 0 || len(columns) == 0 {
			return n, fault.New(fault.Invalid, "row %d of %s has columns that this program does not know", n+1, table)
		}
		marks := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
		if _, err := r.exec(ctx, `INSERT INTO "`+table+`" (`+strings.Join(columns, ", ")+") VALUES ("+marks+")", values...); err != nil {
			return n, fmt.Errorf("row %d: %w", n+1, err)
		}
		n++
	}
	if err := lines.Err(); err != nil {
		return n, fmt.Errorf("read rows: %w", err)
	}
	return n, nil
}

// columns lists the columns of a table of ours.
func (r runner) columns(ctx context.Context, table string) ([]string, error) {
	rows, err := r.QueryContext(ctx, `SELECT * FROM "`+table+`" WHERE 1 = 0`)
	if err != nil {
		return nil, classify(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, fmt.Errorf("read columns: %w", err)
	}
	return columns, classify(rows.Err())
}

// parseRow reads a line of a dump.
func parseRow(line []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var row map[string]any
	if err := decoder.Decode(&row); err != nil {
		return nil, fault.New(fault.Invalid, "not a row of a dump").Because(err)
	}
	for column, v := range row {
		value, err := engineValue(v)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", column, err)
		}
		row[column] = value
	}
	return row, nil
}

func engineValue(v any) (any, error) {
	switch v := v.(type) {
	case nil, string, bool:
		return v, nil
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		x, err := v.Float64()
		if err != nil {
			return nil, fault.New(fault.Invalid, "%s is out of range", v)
		}
		return x, nil
	case map[string]any:
		if text, ok := v["bytes"].(string); ok && len(v) == 1 {
			raw, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return nil, fault.New(fault.Invalid, "not base64").Because(err)
			}
			return raw, nil
		}
		if text, ok := v["time"].(string); ok && len(v) == 1 {
			at, err := time.Parse(time.RFC3339Nano, text)
			if err != nil {
				return nil, fault.New(fault.Invalid, "not a time").Because(err)
			}
			return at, nil
		}
	}
	return nil, fault.New(fault.Invalid, "a value that no table holds")
}
