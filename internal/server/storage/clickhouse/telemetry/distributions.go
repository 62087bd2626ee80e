package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// What the points of histograms that grownPoints writes add up to.
const (
	grownCounts = "arrayMap(c -> toFloat64(c), sumForEach(if(again, CAST(counts, 'Array(Int64)'), more)))"
	grownNumber = "sum(toFloat64(n) - if(again, 0, n0))"
	grownTotal  = "sum(total - if(again, 0, total0))"
)

// Distributions evaluates a query on a histogram. Only what the query's aggregation
// is made of is added up: counts of buckets cost most of the time.
func (s *Store) Distributions(ctx context.Context, v query.View, m series.Metric, sq series.Query) ([]series.Distribution, error) {
	t, err := s.table(ctx, v, kindTables[m.Kind])
	if err != nil {
		return nil, err
	}
	if m.Kind == series.ExponentialHistogram {
		return s.exponential(ctx, v, t, m, sq)
	}
	q := &statement{}
	values, names := q.groups(t, sq.GroupBy)
	bucket := fmt.Sprintf("intDiv(at, %[1]d) * %[1]d AS bucket", sq.Step.Nanoseconds())
	switch sq.Aggregation {
	case series.Rate: // the only one that is not the same of a group as of its series
		q.add("SELECT %s AS labels, bucket, any(bounds), emptyArrayFloat64(), 0., 0., sum(n / nullIf(seconds, 0)) FROM (SELECT %sseries, any(bounds) AS bounds, any(shape) AS shape, %s, %s AS n, %s AS seconds FROM (",
			array(names), list(anyAs(names, names)), bucket, grownNumber, grownSeconds)
		q.grownPoints(v, t, m, sq, values, names)
		q.put(" GROUP BY series, bucket)")
	case series.Quantile:
		q.add("SELECT %s AS labels, %s, any(bounds), %s, 0., 0., toNullable(0.) FROM (", array(names), bucket, grownCounts)
		q.grownPoints(v, t, m, sq, values, names)
	default:
		q.add("SELECT %s AS labels, %s, any(bounds), emptyArrayFloat64(), %s, %s, toNullable(0.) FROM (", array(names), bucket, grownNumber, grownTotal)
		q.grownPoints(v, t, m, sq, values, names)
	}
	q.add(" GROUP BY %sbucket, shape ORDER BY labels, bucket, shape", list(names))
	return s.readDistributions(ctx, v, q)
}

// noCounts are as many zeros as the first point of a series has buckets, its third column.
const noCounts = "arrayResize(emptyArrayUInt64(), length(points[1].3))"

// grownPoints writes the points of histograms in the range next to the point before of the same
// series, the end of a statement that selects from them. What is less than before, in all
// or in a bucket, has started again. Quantiles are told by the buckets alone, which add up to all.
func (q *statement) grownPoints(v query.View, t table, m series.Metric, sq series.Query, values, names []string) {
	columns, less := []pointColumn{{"at", "toInt64(0)"}, {"start", "toInt64(0)"}, {"counts", noCounts}}, "arrayMin(more) < 0"
	if sq.Aggregation != series.Quantile {
		columns, less = append(columns, pointColumn{"n", "toUInt64(0)"}, pointColumn{"total", "0."}), less+" OR n < n0"
	}
	q.add("SELECT *, counts - counts0 AS more, delta OR at0 = 0 OR start > start0 OR %s AS again FROM (", less)
	q.consecutive(append(names[:len(names):len(names)], "bounds", "shape"), columns, func() {
		q.add("SELECT %sExplicitBounds AS bounds, cityHash64(bounds, length(BucketCounts)) AS shape, cityHash64(%s, shape, delta) AS series, toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)) AS at, toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)) AS start,"+
			" Count AS n, Sum AS total, BucketCounts AS counts, AggregationTemporality = 1 AS delta FROM %s WHERE %s AND %s", list(as(values, names)), identity, t.name, t.within(before(sq.Range)), q.metricWhere(v, t, m, sq.Filters))
	})
	q.put(")) WHERE " + counted(sq.Range))
}

func (s *Store) readDistributions(ctx context.Context, v query.View, q *statement) (out []series.Distribution, err error) {
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
