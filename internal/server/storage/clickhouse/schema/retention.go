package schema

import (
	"context"
	"fmt"
	"strings"
)

// timeColumns are the columns whose age decides, by table.
var timeColumns = []struct{ table, column string }{
	{"otel_traces", "Timestamp"},
	{"otel_trace_summary", "Day"},
	{"otel_logs", "Timestamp"},
	{"otel_metrics_gauge", "TimeUnix"},
	{"otel_metrics_sum", "TimeUnix"},
	{"otel_metrics_histogram", "TimeUnix"},
	{"otel_metrics_exponential_histogram", "TimeUnix"},
	{"otel_metrics_summary", "TimeUnix"},
}

// retain changes the retention of tables that have another. Parts are dropped when
// all of their rows are too old, so nothing is rewritten.
func retain(ctx context.Context, conn Conn, opts Options) error {
	engines, err := readEngines(ctx, conn, opts.Database)
	if err != nil {
		return err
	}
	for _, t := range timeColumns {
		name := t.table
		if opts.Cluster != "" {
			name += "_local"
		}
		want := ""
		if opts.Retention > 0 {
			want = ttlExpression(t.column, opts.Retention)
		}
		have := engines[name]
		alter := "ALTER TABLE " + ident(opts.Database) + "." + ident(name) + " " + opts.onCluster()
		switch {
		case want != "" && !strings.Contains(have, "TTL "+want+" "):
			alter += " MODIFY TTL " + want + " SETTINGS materialize_ttl_after_modify = 0"
		case want == "" && strings.Contains(have, " TTL "):
			alter += " REMOVE TTL"
		default:
			continue
		}
		if err := conn.Exec(ctx, alter); err != nil {
			return fmt.Errorf("set retention of %s: %w", name, err)
		}
	}
	return nil
}

// readEngines returns the ENGINE clause, with what follows it, of each table.
func readEngines(ctx context.Context, conn Conn, database string) (map[string]string, error) {
	rows, err := conn.Query(ctx, "SELECT name, engine_full FROM system.tables WHERE database = ?", database)
	if err != nil {
		return nil, fmt.Errorf("read tables: %w", err)
	}
	defer rows.Close()
	engines := map[string]string{}
	for rows.Next() {
		var name, engine string
		if err := rows.Scan(&name, &engine); err != nil {
			return nil, fmt.Errorf("read tables: %w", err)
		}
		engines[name] = engine
	}
	return engines, rows.Err()
}
