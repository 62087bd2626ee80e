package telemetry

import (
	"fmt"
	"strings"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"platform/internal/server/telemetry/query"
)

// statement is SQL with its parameters. Texts of callers only ever become
// parameters; what is written into the SQL are words of this package, and
// numbers.
type statement struct {
	sql    strings.Builder
	args   []any
	lookup bool // it finds a few rows by an index, in a narrow time
}

// add writes SQL.
func (q *statement) add(format string, args ...any) *statement {
	fmt.Fprintf(&q.sql, format, args...)
	return q
}

// put writes SQL as it is.
func (q *statement) put(sql string) *statement {
	q.sql.WriteString(sql)
	return q
}

func (q *statement) String() string { return q.sql.String() }

// text makes a parameter of a text and returns its place.
func (q *statement) text(v string) string { return q.param("String", v) }

// texts makes a parameter of a list of texts.
func (q *statement) texts(v []string) string {
	if v == nil {
		v = []string{}
	}
	return q.param("Array(String)", v)
}

func (q *statement) param(kind string, v any) string {
	name := fmt.Sprintf("p%d", len(q.args))
	q.args = append(q.args, ch.Named(name, v))
	return "{" + name + ":" + kind + "}"
}

// moment is a time as SQL.
func moment(t time.Time) string { return fmt.Sprintf("fromUnixTimestamp64Nano(%d)", t.UnixNano()) }

// within is the condition that a column lies in a range.
func within(column string, r query.Range) string {
	return column + " >= " + moment(r.From) + " AND " + column + " < " + moment(r.To)
}

// visible is the condition that rows are seen in the view.
func (q *statement) visible(v query.View, t table) string {
	if len(v.Hidden) == 0 {
		return "1"
	}
	return t.environment() + " NOT IN " + q.texts(v.Hidden)
}
