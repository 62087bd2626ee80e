package telemetry

import (
	"context"
	"fmt"
	"strings"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

// identity tells series of a metric apart.
const identity = "cityHash64(ServiceName, ScopeName, Attributes, ResourceAttributes)"

// groups are the expressions that points are grouped by, and their names: g0,
// g1 and so on.
func (q *statement) groups(t table, keys []query.Key) (values, names []string) {
	for i, k := range keys {
		value, _ := q.value(tenancy.Metrics, t, k)
		values = append(values, "toString("+value+")")
		names = append(names, fmt.Sprintf("g%d", i))
	}
	return values, names
}

// as names values.
func as(values, names []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v + " AS " + names[i]
	}
	return out
}

// anyAs names values that are the same for all points of a series.
func anyAs(values, names []string) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = "any(" + v + ") AS " + names[i]
	}
	return out
}

// list joins with a comma behind, for what follows.
func list(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ", "
}

func array(names []string) string {
	if len(names) == 0 {
		return "emptyArrayString()"
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// Numbers evaluates a query on a metric that holds numbers.
func (s *Store) Numbers(ctx context.Context, v query.View, m series.Metric, sq series.Query) ([]series.Number, error) {
	t, err := s.table(ctx, v, kindTables[m.Kind])
	if err != nil {
		return nil, err
	}
	q := &statement{}
	values, names := q.groups(t, sq.GroupBy)
	q.add("SELECT %s AS labels, bucket, %s(value) FROM (", array(names), sq.Across)
	if sq.Aggregation == series.Rate || sq.Aggregation == series.Increase {
		q.growth(v, t, m, sq, values, names)
	} else {
		q.add("SELECT %s%s AS series, %s AS bucket, %s AS value FROM %s WHERE %s AND %s GROUP BY series, bucket", list(anyAs(values, names)), identity,
			bucketOf("TimeUnix", sq.Step), pointsToValue(sq.Aggregation, m.Kind), t.name, t.within(sq.Range), q.metricWhere(v, t, m, sq.Filters))
	}
	q.put(") GROUP BY labels, bucket ORDER BY labels, bucket")
	var out []series.Number
	err = s.rows(ctx, v, q, func(found rows) error {
		var n series.Number
		var at int64
		if err := found.Scan(&n.Group, &at, &n.Value); err != nil {
			return fmt.Errorf("read series: %w", err)
		}
		n.At = time.Unix(0, at).UTC()
		out = append(out, n)
		return nil
	})
	return out, err
}

// pointsToValue is the value of the points that a series has in a step. A
// summary's value is the mean of what it observed.
func pointsToValue(a series.Aggregation, kind series.Kind) string {
	value := "Value"
	if kind == series.Summary {
		value = "(Sum / nullIf(Count, 0))"
	}
	switch a {
	case series.Count:
		return "toFloat64(count())"
	case series.Last:
		return "argMax(" + value + ", TimeUnix)"
	}
	return "toFloat64(" + string(a) + "(" + value + "))"
}

// growth writes the growth of counters: of each two points of a series that
// follow each other how much was counted in between, and in how much time. A
// counter that starts again has counted its whole value since its new start.
func (q *statement) growth(v query.View, t table, m series.Metric, sq series.Query, values, names []string) {
	value := "sum(if(delta OR at0 = 0 OR start > start0 OR v < v0, v, v - v0))"
	if sq.Aggregation == series.Rate {
		value += " / nullIf(" + grownSeconds + ", 0)"
	}
	q.add("SELECT %sseries, intDiv(at, %[2]d) * %[2]d AS bucket, %[3]s AS value FROM (", list(anyAs(names, names)), sq.Step.Nanoseconds(), value)
	q.consecutive(names, []pointColumn{{"at", "toInt64(0)"}, {"start", "toInt64(0)"}, {"v", "0."}}, func() {
		q.add("SELECT %scityHash64(%s, delta) AS series, toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)) AS at, toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)) AS start, Value AS v, AggregationTemporality = 1 AS delta"+
			" FROM %s WHERE %s AND %s", list(as(values, names)), identity, t.name, t.within(before(sq.Range)), q.metricWhere(v, t, m, sq.Filters))
	})
	q.add(") WHERE %s GROUP BY series, bucket HAVING isNotNull(value)", counted(sq.Range))
}
