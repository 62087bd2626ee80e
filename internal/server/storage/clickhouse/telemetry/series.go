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

// groups are the expressions that points are grouped by: g0, g1 and so on.
func (q *statement) groups(t table, keys []query.Key) (selects, names []string) {
	for i, k := range keys {
		value, _ := q.value(tenancy.Metrics, t, k)
		selects = append(selects, fmt.Sprintf("any(toString(%s)) AS g%d", value, i))
		names = append(names, fmt.Sprintf("g%d", i))
	}
	return selects, names
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
	selects, names := q.groups(t, sq.GroupBy)
	q.add("SELECT %s AS labels, bucket, %s(value) FROM (", array(names), sq.Across)
	if sq.Aggregation == series.Rate || sq.Aggregation == series.Increase {
		q.growth(v, t, m, sq, selects, names)
	} else {
		q.add("SELECT %s%s AS series, %s AS bucket, %s AS value FROM %s WHERE %s AND %s GROUP BY series, bucket", list(selects), identity,
			bucketOf("TimeUnix", sq.Step), pointsToValue(sq.Aggregation, m.Kind), t.name, within("TimeUnix", sq.Range), q.metricWhere(v, t, m, sq.Filters))
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

// growth writes the growth of counters: of each series its points in order, of
// each two points that follow each other how much was counted in between, and
// in how much time. A counter that starts again has counted its whole value
// since its new start. The first point of a series counts when the series
// started after the first moment that was read.
func (q *statement) growth(v query.View, t table, m series.Metric, sq series.Query, selects, names []string) {
	read := sq.Range
	read.From = read.From.Add(-series.Lookback)
	value := "sum(grown) / nullIf(sum(seconds), 0)"
	if sq.Aggregation == series.Increase {
		value = "sum(grown)"
	}
	q.add("SELECT %sseries, intDiv(at, %[2]d) * %[2]d AS bucket, %[3]s AS value FROM (", list(names), sq.Step.Nanoseconds(), value)
	q.add("SELECT %sseries, step.1 AS at, step.2 AS grown, step.3 AS seconds FROM (", list(names))
	q.add("SELECT %sseries, arrayMap((p, b, i) -> %s, points, arrayPushFront(arrayPopBack(points), points[1]), arrayEnumerate(points)) AS steps FROM (", list(names), stepOf(read.From))
	q.add("SELECT %s%s AS series, arraySort(groupArray((toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)), toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)), Value, AggregationTemporality = 1))) AS points"+
		" FROM %s WHERE %s AND %s GROUP BY series", list(selects), identity, t.name, within("TimeUnix", read), q.metricWhere(v, t, m, sq.Filters))
	q.add(")) ARRAY JOIN steps AS step WHERE step.1 >= %d AND isNotNull(step.2)) GROUP BY %sseries, bucket HAVING isNotNull(value)", sq.Range.From.UnixNano(), list(names))
}

// stepOf is what a point p adds to the point b before it: its time, the growth and
// the seconds in which it grew. i is 1 for a series' first point, for which
// there is no growth unless it started after from.
func stepOf(from time.Time) string {
	const since = "(p.1 - greatest(b.1, p.2)) / 1e9"
	return "(p.1, multiIf(" +
		"p.4, p.3, " + // counts since the point before
		fmt.Sprintf("i = 1, if(p.2 >= %d, p.3, NULL), ", from.UnixNano()) +
		"p.2 > b.2 OR p.3 < b.3, p.3, " + // started again
		"p.3 - b.3), " +
		"if(i = 1, if(p.2 > 0, (p.1 - p.2) / 1e9, 0), " + since + "))"
}
