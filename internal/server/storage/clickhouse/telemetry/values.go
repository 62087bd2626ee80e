package telemetry

import (
	"context"
	"fmt"
	"strings"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Values counts the values of keys among the records that a search finds, in the order of
// the keys. All are counted in one reading of the records, or two for traces.
func (s *Store) Values(ctx context.Context, v query.View, signal tenancy.Signal, search query.Search, keys []query.Key, limit int) ([][]domain.ValueCount, error) {
	t, err := s.table(ctx, v, tableOf[signal])
	if err != nil {
		return nil, err
	}
	out := make([][]domain.ValueCount, len(keys))
	for _, ofTrace := range []bool{false, true} {
		var some []query.Key
		var place []int // in out
		for i, k := range keys {
			if k.OfTrace() == ofTrace && (k.Source == query.Field || t.has(mapColumn(signal, k.Source))) {
				some, place = append(some, k), append(place, i)
			}
		}
		if len(some) == 0 {
			continue
		}
		q := &statement{}
		q.countValues(signal, v, t, search, some)
		q.add(" ORDER BY n DESC, value LIMIT %d BY key", limit)
		err := s.rows(ctx, v, q, func(r rows) error {
			var c domain.ValueCount
			var key uint8
			err := r.Scan(&key, &c.Value, &c.Count)
			out[place[key]] = append(out[place[key]], c)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// countValues writes a count by the values of keys, all of traces or none of them: rows of
// the key's number, a value and its count.
func (q *statement) countValues(signal tenancy.Signal, v query.View, t table, search query.Search, keys []query.Key) {
	count, from := q.valued(signal, v, t, search, keys[0].OfTrace())
	if len(keys) == 1 {
		value, isMap := q.value(signal, t, keys[0])
		q.add("SELECT toUInt8(0) AS key, toString(%s) AS value, %s AS n FROM %s", value, count, from)
		if isMap {
			q.add(" AND %s", q.exists(signal, t, keys[0])) // which the index of keys knows
		}
		q.put(" GROUP BY value")
		return
	}
	var columns, sets, which, chosen []string
	for i, k := range keys {
		value, isMap := q.value(signal, t, k)
		value = "toString(" + value + ")"
		if isMap {
			value = "if(" + q.exists(signal, t, k) + ", " + value + ", NULL)"
		}
		columns, sets = append(columns, fmt.Sprintf("%s AS v%d", value, i)), append(sets, fmt.Sprintf("(v%d)", i))
		which, chosen = append(which, fmt.Sprintf("grouping(v%[1]d) = 0, %[1]d, ", i)), append(chosen, fmt.Sprintf("key = %[1]d, v%[1]d, ", i))
	}
	q.add("SELECT key, assumeNotNull(chosen) AS value, n FROM (SELECT %s, toUInt8(multiIf(%s255)) AS key, multiIf(%sNULL) AS chosen, %s AS n FROM %s GROUP BY GROUPING SETS (%s)) WHERE isNotNull(chosen)",
		strings.Join(columns, ", "), strings.Join(which, ""), strings.Join(chosen, ""), count, from, strings.Join(sets, ", "))
}

// valued is what is counted by values, and the records that have them. Traces are
// counted by the values of all their spans, as if the search had a filter on the value,
// unless these are values of the trace.
func (q *statement) valued(signal tenancy.Signal, v query.View, t table, search query.Search, ofTrace bool) (count, from string) {
	if !search.Roots || ofTrace {
		return "count()", t.name + " WHERE " + q.found(signal, v, t, search)
	}
	a := askedOf(search)
	return "uniqExact(" + traceHash + ")", t.name + " WHERE " + q.someSpan(v, t, search.Range, a) +
		" AND " + traceHash + " GLOBAL IN (SELECT " + traceHash + " FROM " + t.name + " WHERE " + q.foundRoots(search.Range, v, t, search, a) + ")"
}

// traceHash is a trace in sets of many.
const traceHash = "cityHash64(TraceId)"

// TimelineBy counts the records of each bucket that have one of these values of
// a key.
func (s *Store) TimelineBy(ctx context.Context, v query.View, signal tenancy.Signal, search query.Search, step time.Duration, k query.Key, values []string) (map[string]map[int64]uint64, error) {
	t, err := s.table(ctx, v, tableOf[signal])
	if err != nil {
		return nil, err
	}
	q := &statement{}
	value, isMap := q.value(signal, t, k)
	only := " AND value IN " + q.texts(values)
	if isMap {
		only += " AND " + q.exists(signal, t, k)
	}
	bucket := bucketOf("Timestamp", step)
	if search.Roots && !k.OfTrace() { // the time of the root, the values of all spans
		a := askedOf(search)
		q.add("SELECT value, bucket, uniqExact(trace) FROM (SELECT toString(%s) AS value, %s AS trace FROM %s WHERE %s%s) AS spans", value, traceHash, t.name, q.someSpan(v, t, search.Range, a), only)
		q.add(" GLOBAL INNER JOIN (SELECT %s AS trace, %s AS bucket FROM %s WHERE %s) AS roots USING (trace)", traceHash, bucket, t.name, q.foundRoots(search.Range, v, t, search, a))
	} else {
		q.add("SELECT toString(%s) AS value, %s AS bucket, count() FROM %s WHERE %s%s", value, bucket, t.name, q.found(signal, v, t, search), only)
	}
	q.put(" GROUP BY value, bucket")
	out := map[string]map[int64]uint64{}
	err = s.rows(ctx, v, q, func(r rows) error {
		var value string
		var at int64
		var n uint64
		if err := r.Scan(&value, &at, &n); err != nil {
			return err
		}
		if out[value] == nil {
			out[value] = map[int64]uint64{}
		}
		out[value][at] = n
		return nil
	})
	return out, err
}
