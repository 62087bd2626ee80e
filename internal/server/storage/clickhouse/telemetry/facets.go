package telemetry

import (
	"context"
	"fmt"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// tableOf is where the records of a signal are; metrics have several.
var tableOf = map[tenancy.Signal]string{tenancy.Traces: traces, tenancy.Logs: logs}

var metricTables = []string{gauge, sum, histogram, exponentialHistogram, summary}

// Count returns how many records a search finds.
func (s *Store) Count(ctx context.Context, v query.View, signal tenancy.Signal, search query.Search) (n uint64, err error) {
	t, err := s.table(ctx, v, tableOf[signal])
	if err != nil {
		return 0, err
	}
	q := &statement{}
	q.add("SELECT count() FROM %s WHERE %s", t.name, q.found(signal, v, t, search))
	err = s.rows(ctx, v, q, func(r rows) error { return r.Scan(&n) })
	return n, err
}

// keysReturned bounds the keys of one kind.
const keysReturned = 500

// Keys lists attribute keys in alphabetical order.
func (s *Store) Keys(ctx context.Context, v query.View, signal tenancy.Signal, r query.Range) (out domain.AttributeKeys, err error) {
	names := metricTables
	if signal != tenancy.Metrics {
		names = []string{tableOf[signal]}
	}
	for source, into := range map[query.Source]*[]string{query.Attribute: &out.Attributes, query.Resource: &out.Resource, query.Scope: &out.Scope} {
		q := &statement{}
		q.put("SELECT DISTINCT key FROM (")
		for i, name := range names {
			t, err := s.table(ctx, v, name)
			if err != nil {
				return out, err
			}
			if i > 0 {
				q.put(" UNION ALL ")
			}
			keys := mapColumn(signal, source) + ".keys"
			if !t.has(mapColumn(signal, source)) {
				keys = "emptyArrayString()"
			}
			q.add("SELECT toString(arrayJoin(%s)) AS key FROM %s WHERE %s AND %s GROUP BY key", keys, name, t.within(r), q.visible(v, t))
		}
		q.add(") ORDER BY key LIMIT %d", keysReturned)
		*into = []string{}
		err := s.rows(ctx, v, q, func(r rows) error {
			var key string
			err := r.Scan(&key)
			*into = append(*into, key)
			return err
		})
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// bucketOf is the start of the bucket of a time column, in nanoseconds.
func bucketOf(column string, step time.Duration) string {
	return fmt.Sprintf("intDiv(toUnixTimestamp64Nano(toDateTime64(%s, 9)), %d) * %d", column, step.Nanoseconds(), step.Nanoseconds())
}

// Timeline returns the buckets that have records.
func (s *Store) Timeline(ctx context.Context, v query.View, signal tenancy.Signal, search query.Search, step time.Duration) ([]domain.TimeBucket, error) {
	t, err := s.table(ctx, v, tableOf[signal])
	if err != nil {
		return nil, err
	}
	q := &statement{}
	quantiles := "[toFloat64(0)]"
	if signal == tenancy.Traces {
		quantiles = "quantiles(0.5, 0.95, 0.99)(" + notNegative + ")"
	}
	q.add("SELECT %s AS bucket, count(), countIf(%s), %s FROM %s WHERE %s GROUP BY bucket ORDER BY bucket", bucketOf("Timestamp", step), tellsOfError(signal), quantiles,
		t.name, q.found(signal, v, t, search))
	var out []domain.TimeBucket
	err = s.rows(ctx, v, q, func(r rows) error {
		var b domain.TimeBucket
		var at int64
		var durations []float64
		if err := r.Scan(&at, &b.Count, &b.Errors, &durations); err != nil {
			return err
		}
		b.At = time.Unix(0, at).UTC()
		if len(durations) == 3 {
			b.P50Ns, b.P95Ns, b.P99Ns = &durations[0], &durations[1], &durations[2]
		}
		out = append(out, b)
		return nil
	})
	return out, err
}
