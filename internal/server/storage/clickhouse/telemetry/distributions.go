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
	q.add("SELECT %s AS labels, bucket, bounds, arrayMap(c -> toFloat64(c), sumForEach(counts)), sum(n), sum(total), sum(n / nullIf(seconds, 0)) FROM (", array(names))
	q.add("SELECT %sseries, any(bounds) AS bounds, intDiv(at, %[2]d) * %[2]d AS bucket, sumForEach(if(again, CAST(counts, 'Array(Int64)'), more)) AS counts, sum(toFloat64(n) - if(again, 0, n0)) AS n,"+
		" sum(total - if(again, 0, total0)) AS total, sum(if(at0 = 0, if(start > 0, (at - start) / 1e9, 0), (at - greatest(at0, start)) / 1e9)) AS seconds FROM (", list(anyAs(names, names)), sq.Step.Nanoseconds())
	// What is less than before, in all or in a bucket, has started again.
	q.put("SELECT *, delta OR at0 = 0 OR start > start0 OR n < n0 OR arrayMin(more) < 0 AS again FROM (")
	q.put("SELECT *, lagInFrame(at) OVER before AS at0, lagInFrame(start) OVER before AS start0, lagInFrame(n) OVER before AS n0, lagInFrame(total) OVER before AS total0," +
		" counts - arrayResize(lagInFrame(counts) OVER before, length(counts)) AS more FROM (")
	q.add("SELECT %scityHash64(%s, ExplicitBounds, length(BucketCounts)) AS series, ExplicitBounds AS bounds, toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)) AS at, toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)) AS start,"+
		" Count AS n, Sum AS total, BucketCounts AS counts, AggregationTemporality = 1 AS delta FROM %s WHERE %s AND %s", list(as(values, names)), identity, t.name, t.within(read), q.metricWhere(v, t, m, sq.Filters))
	q.add(") WINDOW before AS (PARTITION BY series ORDER BY at, start, n ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)))"+
		" WHERE at >= %d AND (delta OR at0 > 0 OR start >= %d) GROUP BY series, bucket) GROUP BY labels, bucket, bounds ORDER BY labels, bucket, bounds", sq.Range.From.UnixNano(), read.From.UnixNano())
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
