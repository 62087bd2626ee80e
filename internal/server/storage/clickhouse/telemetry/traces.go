package telemetry

import (
	"context"
	"strings"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
)

// traceRange is the time in which the spans of a trace start.
func (s *Store) traceRange(ctx context.Context, v query.View, trace string) (r query.Range, known bool, err error) {
	q := &statement{}
	q.add("SELECT count(), min(Start), max(End) FROM %s WHERE TraceId = %s", traceTimes, q.text(strings.ToLower(trace)))
	err = s.rows(ctx, v, q, func(found rows) error {
		var n uint64
		if err := found.Scan(&n, &r.From, &r.To); err != nil {
			return err
		}
		known = n > 0
		return nil
	})
	r.To = r.To.Add(time.Second) // the table keeps whole seconds
	return r, known, err
}

// Trace returns up to limit spans of a trace in the order of time. Where the time of
// the trace is not known, which takes another statement to tell, all times are looked at.
func (s *Store) Trace(ctx context.Context, v query.View, id string, limit int) ([]domain.Span, error) {
	spans, err := s.spansOf(ctx, v, id, limit, true)
	if err != nil || len(spans) > 0 {
		return spans, err
	}
	if _, known, err := s.traceRange(ctx, v, id); err != nil || known {
		return nil, err
	}
	return s.spansOf(ctx, v, id, limit, false)
}

// spansOf returns the spans of a trace, in its own time or in any.
func (s *Store) spansOf(ctx context.Context, v query.View, id string, limit int, timed bool) ([]domain.Span, error) {
	t, err := s.table(ctx, v, traces)
	if err != nil {
		return nil, err
	}
	q := &statement{lookup: timed}
	trace := q.text(strings.ToLower(id))
	q.add("SELECT %s FROM %s WHERE TraceId = %s", fullSpan, traces, trace)
	if timed { // the other table keeps whole seconds; a DateTime is not made comparable to the key of the exporter's own tables by the engine
		q.add(" AND Timestamp >= (SELECT toDateTime64(min(Start), 9) FROM %[1]s WHERE TraceId = %[2]s) AND Timestamp < (SELECT toDateTime64(max(End) + toIntervalSecond(1), 9) FROM %[1]s WHERE TraceId = %[2]s)", traceTimes, trace)
	}
	q.add(" AND %s ORDER BY Timestamp, SpanId LIMIT 1 BY SpanId LIMIT %d", q.visible(v, t), limit)
	return s.readSpans(ctx, v, q)
}

// TraceSummaries returns what the spans of traces amount to. A trace may reach
// from one day into the next.
func (s *Store) TraceSummaries(ctx context.Context, v query.View, ids []string, r query.Range) (map[string]domain.Trace, error) {
	t, err := s.table(ctx, v, traces)
	if err != nil {
		return nil, err
	}
	around := query.Range{From: r.From.Add(-aside), To: r.To.Add(aside)}
	q := &statement{}
	took := "toUInt64(greatest(0, toUnixTimestamp64Nano(max(End)) - toUnixTimestamp64Nano(first)))"
	if t.summed {
		q.add("SELECT TraceId, min(Start) AS first, %s, uniqMerge(Spans), uniqMerge(Errors), arraySort(groupUniqArrayArray(Services)) FROM %s WHERE Day >= toDate(%s) AND Day <= toDate(%s)",
			took, traceSummary, moment(around.From), moment(around.To))
	} else {
		q.add("SELECT TraceId, min(Timestamp) AS first, %s, uniq(SpanId), uniqIf(SpanId, %s), arraySort(groupUniqArray(toString(ServiceName))) FROM %s WHERE %s",
			strings.Replace(took, "End", "Timestamp + toIntervalNanosecond(least("+notNegative+", 9000000000000000))", 1), failed, t.name, t.within(around))
	}
	q.add(" AND TraceId IN %s GROUP BY TraceId", q.texts(ids))
	out := map[string]domain.Trace{}
	err = s.rows(ctx, v, q, func(found rows) error {
		var t domain.Trace
		if err := found.Scan(&t.TraceID, &t.Start, &t.DurationNs, &t.Spans, &t.Errors, &t.Services); err != nil {
			return err
		}
		t.Start = t.Start.UTC()
		out[t.TraceID] = t
		return nil
	})
	return out, err
}
