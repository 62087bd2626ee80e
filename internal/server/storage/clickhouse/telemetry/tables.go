package telemetry

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"platform/internal/server/telemetry/query"
)

// Names of tables.
const (
	traces               = "otel_traces"
	traceTimes           = "otel_traces_trace_id_ts"
	traceSummary         = "otel_trace_summary"
	logs                 = "otel_logs"
	gauge                = "otel_metrics_gauge"
	sum                  = "otel_metrics_sum"
	histogram            = "otel_metrics_histogram"
	exponentialHistogram = "otel_metrics_exponential_histogram"
	summary              = "otel_metrics_summary"
)

// table is what is known of a table that others may have made: collectors of
// several releases write tables of their own making.
type table struct {
	name    string
	columns map[string]string // types by name
	order   string            // what rows are sorted by
	summed  bool              // beside it stands the summary of traces
}

func (t table) has(column string) bool { return t.columns[column] != "" }

// time is the column that says when.
func (t table) time() string {
	if t.name == traces || t.name == logs {
		return "Timestamp"
	}
	return "TimeUnix"
}

// coarse are expressions that rows are sorted by before the time itself, and what
// makes them of a time. The engine passes over rows only by conditions on these very
// expressions.
var coarse = []struct{ order, of string }{
	{"toStartOfFiveMinutes(Timestamp)", "toStartOfFiveMinutes"}, {"TimestampTime", "toDateTime"}, {"toStartOfHour(TimeUnix)", "toStartOfHour"},
}

// within is the condition that rows lie in a range. The coarse one is for the index
// alone: to compute it of every row takes longer than to compare times.
func (t table) within(r query.Range) string {
	sql := within(t.time(), r)
	for _, c := range coarse {
		if strings.Contains(t.order, c.order) {
			return fmt.Sprintf("indexHint(%[1]s >= %[2]s(%[3]s) AND %[1]s <= %[2]s(%[4]s)) AND ", c.order, c.of, moment(r.From), moment(r.To)) + sql
		}
	}
	return sql
}

// environment is the column that names a row's environment, or what it would
// hold.
func (t table) environment() string {
	if t.has("Environment") {
		return "Environment"
	}
	return "if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment'])"
}

// known is how long columns are taken for unchanged.
const known = 5 * time.Minute

type tables struct {
	mu   sync.Mutex
	kept map[string]keptTables // by database configuration and database
}

type keptTables struct {
	columns map[string]map[string]string // of each table
	order   map[string]string
	read    time.Time
}

func newTables() *tables { return &tables{kept: map[string]keptTables{}} }

// table returns what is known of a table in the view's database.
func (s *Store) table(ctx context.Context, v query.View, name string) (table, error) {
	key := v.Target.ID + "\x00" + v.Target.Database
	s.tables.mu.Lock()
	k, ok := s.tables.kept[key]
	s.tables.mu.Unlock()
	if !ok || time.Since(k.read) > known {
		var err error
		if k, err = s.readTables(ctx, v); err != nil {
			return table{}, err
		}
		s.tables.mu.Lock()
		s.tables.kept[key] = k
		s.tables.mu.Unlock()
	}
	return table{name, k.columns[name], k.order[name], k.columns[traceSummary] != nil}, nil
}

func (s *Store) readTables(ctx context.Context, v query.View) (keptTables, error) {
	k := keptTables{columns: map[string]map[string]string{}, order: map[string]string{}, read: time.Now()}
	q := &statement{}
	q.add("SELECT name, sorting_key FROM system.tables WHERE database = %s AND name LIKE 'otel_%%' AND sorting_key != ''", q.text(v.Target.Database))
	err := s.rows(ctx, v, q, func(r rows) error {
		var name, order string
		err := r.Scan(&name, &order)
		k.order[strings.TrimSuffix(name, "_local")] = order // of a cluster, each node's own part
		return err
	})
	if err != nil {
		return k, err
	}
	q = &statement{}
	q.add("SELECT table, name, type FROM system.columns WHERE database = %s AND table LIKE 'otel_%%'", q.text(v.Target.Database))
	err = s.rows(ctx, v, q, func(r rows) error {
		var table, name, kind string
		if err := r.Scan(&table, &name, &kind); err != nil {
			return err
		}
		if k.columns[table] == nil {
			k.columns[table] = map[string]string{}
		}
		k.columns[table][name] = kind
		return nil
	})
	return k, err
}
