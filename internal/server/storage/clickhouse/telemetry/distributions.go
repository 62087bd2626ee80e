package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// Distributions evaluates a query on a histogram.
func (s *Store) Distributions(ctx context.Context, v query.View, m series.Metric, sq series.Query) ([]series.Distribution, error) {
	t, err := s.table(ctx, v, kindTables[m.Kind])
	if err != nil {
		return nil, err
	}
	if m.Kind == series.ExponentialHistogram {
		return s.exponential(ctx, v, t, m, sq)
	}
	read := sq.Range
	read.From = read.From.Add(-series.Lookback)
	q := &statement{}
	values, names := q.groups(t, sq.GroupBy)
	q.add("SELECT %s AS labels, bucket, bounds, sumForEach(counts), sum(n), sum(total), sum(n / nullIf(seconds, 0)) FROM (", array(names))
	q.add("SELECT %sseries, bounds, intDiv(step.1, %[2]d) * %[2]d AS bucket, sumForEach(step.2) AS counts, sum(step.3) AS n, sum(step.4) AS total, sum(step.5) AS seconds FROM (", list(names), sq.Step.Nanoseconds())
	q.add("SELECT %sseries, bounds, arrayMap((p, b, i, a) -> %s, points, before, arrayEnumerate(points), again) AS steps FROM (", list(names), histogramStep(read.From))
	q.add("SELECT %sseries, bounds, points, arrayPushFront(arrayPopBack(points), points[1]) AS before, arrayMap((p, b, i) -> %s, points, before, arrayEnumerate(points)) AS again FROM (", list(names), startedAgain)
	q.add("SELECT %s%s AS series, ExplicitBounds AS bounds, arraySort(p -> (p.1, p.2, p.3), groupArray((toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)), toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)),"+
		" toFloat64(Count), Sum, arrayMap(c -> toFloat64(c), BucketCounts), AggregationTemporality = 1))) AS points FROM %s WHERE %s AND %s GROUP BY series, bounds", list(anyAs(values, names)), identity, t.name,
		within("TimeUnix", read), q.metricWhere(v, t, m, sq.Filters))
	q.add("))) ARRAY JOIN steps AS step WHERE step.1 >= %d AND step.6 GROUP BY %sseries, bounds, bucket) GROUP BY labels, bucket, bounds ORDER BY labels, bucket, bounds", sq.Range.From.UnixNano(), list(names))
	var out []series.Distribution
	err = s.rows(ctx, v, q, func(found rows) error {
		var d series.Distribution
		var at int64
		var rate *float64
		if err := found.Scan(&d.Group, &at, &d.Bounds, &d.Counts, &d.Count, &d.Sum, &rate); err != nil {
			return fmt.Errorf("read distributions: %w", err)
		}
		d.At = time.Unix(0, at).UTC()
		if rate != nil {
			d.Rate = *rate
		}
		out = append(out, d)
		return nil
	})
	return out, err
}

// startedAgain says that all that a point p holds was observed since the point
// b before it. Points are time, start, count, sum, buckets, and whether they
// count since the point before; i is 1 for a series' first.
const startedAgain = "p.6 OR i = 1 OR p.2 > b.2 OR p.3 < b.3 OR length(p.5) != length(b.5) OR arrayExists((x, y) -> x < y, p.5, arrayResize(b.5, length(p.5)))"

// histogramStep is what a point p adds to the point b before it, as stepOf does
// for counters: time, buckets, count, sum, seconds, and whether it is known. a
// is startedAgain.
func histogramStep(from time.Time) string {
	return "(p.1, if(a, p.5, arrayMap((x, y) -> x - y, p.5, arrayResize(b.5, length(p.5)))), if(a, p.3, p.3 - b.3), if(a, p.4, p.4 - b.4)," +
		" if(i = 1, if(p.2 > 0, (p.1 - p.2) / 1e9, 0), (p.1 - greatest(b.1, p.2)) / 1e9)," +
		fmt.Sprintf(" p.6 OR i > 1 OR p.2 >= %d)", from.UnixNano())
}
