package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// exponentialRead bounds how many points of exponential histograms are read: they
// are added up here, because their buckets change width as they go.
const exponentialRead = 200_000

// exponentialBuckets bounds the buckets of a point; SDKs use up to a few hundred.
const exponentialBuckets = 4096

// exponential evaluates a query on an exponential histogram.
func (s *Store) exponential(ctx context.Context, v query.View, t table, m series.Metric, sq series.Query) ([]series.Distribution, error) {
	read := before(sq.Range)
	q := &statement{}
	labels, _ := q.groups(t, sq.GroupBy)
	zero := "0."
	if t.has("ZeroThreshold") {
		zero = "ZeroThreshold"
	}
	q.add("SELECT %s AS labels, cityHash64(%s, delta) AS series, toUnixTimestamp64Nano(toDateTime64(TimeUnix, 9)) AS at, toUnixTimestamp64Nano(toDateTime64(StartTimeUnix, 9)) AS start, AggregationTemporality = 1 AS delta,"+
		" Count, Sum, Scale, ZeroCount, %s, PositiveOffset, arraySlice(PositiveBucketCounts, 1, %[4]d), NegativeOffset, arraySlice(NegativeBucketCounts, 1, %[4]d) FROM %[5]s WHERE %[6]s AND %[7]s ORDER BY series, at, start, Count LIMIT %[8]d",
		array(labels), identity, zero, exponentialBuckets, t.name, t.within(read), q.metricWhere(v, t, m, sq.Filters), exponentialRead+1)
	adder := series.NewExponential(read.From, sq.Range.From, sq.Step)
	n := 0
	err := s.rows(ctx, v, q, func(found rows) error {
		if n++; n > exponentialRead {
			return fault.New(fault.Invalid, "the query reads too much: narrow the time range or add filters")
		}
		var p series.ExponentialPoint
		var at, start int64
		var delta bool
		if err := found.Scan(&p.Group, &p.Series, &at, &start, &delta, &p.Count, &p.Sum, &p.Scale, &p.Zero, &p.ZeroThreshold,
			&p.PositiveOffset, &p.Positive, &p.NegativeOffset, &p.Negative); err != nil {
			return fmt.Errorf("read exponential histogram: %w", err)
		}
		p.At, p.Start, p.Delta = time.Unix(0, at), time.Unix(0, start), delta
		adder.Add(p)
		return nil
	})
	return adder.Distributions(), err
}
