package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"platform/internal/server/fault"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// exceptionsOfSpans are the exceptions that spans tell of, as rows.
// typed says that spans name the type of an error in an attribute.
func (q *statement) exceptionsOfSpans(v query.View, t table, r query.Range, filters []query.Filter, typed bool) string {
	kind := "'Error'"
	if typed {
		kind = "if(SpanAttributes['error.type'] != '', SpanAttributes['error.type'], 'Error')"
	}
	where := q.found(tenancy.Traces, v, t, query.Search{Range: r, Filters: filters})
	// Two readings: that of events does not touch the spans' attributes, which
	// are most of their bytes.
	events := "SELECT eventAt AS at, eventAttributes['exception.type'] AS type, eventAttributes['exception.message'] AS message, eventAttributes['exception.stacktrace'] AS stack," +
		" TraceId AS trace, SpanId AS span, toString(ServiceName) AS service, toString(SpanName) AS name, 'span' AS recorded FROM " + traces +
		" ARRAY JOIN Events.Timestamp AS eventAt, Events.Name AS eventName, Events.Attributes AS eventAttributes" +
		" WHERE " + where + " AND has(Events.Name, 'exception') AND eventName = 'exception'"
	statuses := "SELECT Timestamp AS at, " + kind + " AS type, StatusMessage AS message, '' AS stack," +
		" TraceId AS trace, SpanId AS span, toString(ServiceName) AS service, toString(SpanName) AS name, 'span' AS recorded FROM " + traces +
		" WHERE " + where + " AND " + failed + " AND NOT has(Events.Name, 'exception')"
	return events + " UNION ALL " + statuses
}

// exceptionsOfLogs are those that log records tell of, as the same rows.
func (q *statement) exceptionsOfLogs(v query.View, t table, r query.Range, filters []query.Filter) string {
	name := "''"
	if t.has("EventName") {
		name = "toString(EventName)"
	}
	return "SELECT Timestamp AS at, LogAttributes['exception.type'] AS type, LogAttributes['exception.message'] AS message, LogAttributes['exception.stacktrace'] AS stack," +
		" TraceId AS trace, SpanId AS span, toString(ServiceName) AS service, " + name + " AS name, 'log' AS recorded FROM " + logs +
		" WHERE " + q.found(tenancy.Logs, v, t, query.Search{Range: r, Filters: filters}) +
		" AND (mapContains(LogAttributes, 'exception.type') OR mapContains(LogAttributes, 'exception.message'))"
}

// typed finds out whether failed spans of a range name the type of their error.
// The attributes are most of the bytes of spans, and the index of their keys knows.
func (s *Store) typed(ctx context.Context, v query.View, t table, r query.Range) (found bool, err error) {
	q := &statement{}
	q.add("SELECT 1 FROM %s WHERE %s AND %s AND mapContains(SpanAttributes, 'error.type') LIMIT 1", traces, t.within(r), failed)
	err = s.rows(ctx, v, q, func(rows) error {
		found = true
		return nil
	})
	return found, err
}

// ofBoth says whether a filter on spans means the same on log records.
func ofBoth(f query.Filter) bool {
	return f.Source == query.Field && slices.Contains([]string{"service", "environment", "traceId", "spanId"}, f.Key.Key)
}

// eachException asks once for each database that tells of exceptions: build is
// given the rows to read from.
func (s *Store) eachException(ctx context.Context, v domain.ExceptionViews, r query.Range, filters []query.Filter, build func(q *statement, from string), read func(rows) error) error {
	spans, err := s.table(ctx, v.Traces, traces)
	if err != nil {
		return err
	}
	records, err := s.table(ctx, v.Logs, logs)
	if err != nil {
		return err
	}
	withLogs := !slices.ContainsFunc(filters, func(f query.Filter) bool { return !ofBoth(f) })
	one := v.Traces.Target == v.Logs.Target
	typed, err := s.typed(ctx, v.Traces, spans, r)
	if err != nil {
		return err
	}
	q := &statement{}
	from := q.exceptionsOfSpans(v.Traces, spans, r, filters, typed)
	if one && withLogs {
		from += " UNION ALL " + q.exceptionsOfLogs(v.Logs, records, r, filters)
	}
	build(q, from)
	if err := s.rows(ctx, v.Traces, q, read); err != nil || one || !withLogs {
		return err
	}
	q = &statement{}
	build(q, q.exceptionsOfLogs(v.Logs, records, r, filters))
	return s.rows(ctx, v.Logs, q, read)
}

// exceptionGroup adds to the rows what groups them.
func exceptionGroup(from string) string {
	return "SELECT *, " + shapeOf("message") + " AS shape, " + frameOf("stack") + " AS frame, cityHash64(type, shape, frame) AS id FROM (" + from + ")"
}

// exceptionGroups is the same for what many exceptions have in common: shapes and
// frames are made once for each message and stack.
func exceptionGroups(from string) string {
	return "SELECT type, message, shape, frame, id, told.1 AS at, told.2 AS trace, told.3 AS service FROM (" +
		exceptionGroup("SELECT type, message, stack, groupArray((at, trace, service)) AS all FROM ("+from+") GROUP BY type, message, stack") + ") ARRAY JOIN all AS told"
}

// ExceptionGroups returns groups of exceptions, most frequent first.
func (s *Store) ExceptionGroups(ctx context.Context, v domain.ExceptionViews, r query.Range, filters []query.Filter, limit, parts int) ([]domain.ExceptionGroup, error) {
	width := max(1, (r.Span().Nanoseconds()+int64(parts)-1)/int64(parts))
	byID := map[string]domain.ExceptionGroup{}
	err := s.eachException(ctx, v, r, filters, func(q *statement, from string) {
		q.add("SELECT * EXCEPT (counts), counts.1, counts.2 FROM (SELECT id, any(type), any(shape), any(frame), argMax(left(message, 4000), at), count() AS n, min(at), max(at), arraySort(groupUniqArray(50)(service)),"+
			" uniqExactIf(trace, trace != ''), groupUniqArrayIf(10)(trace, trace != ''),"+
			" sumMap([toUInt32(least(%d, greatest(0, intDiv(toUnixTimestamp64Nano(at) - %d, %d))))], [toUInt64(1)]) AS counts"+
			" FROM ("+strings.ReplaceAll(exceptionGroups(from), "%", "%%")+") GROUP BY id ORDER BY n DESC, id LIMIT %d)", parts-1, r.From.UnixNano(), width, limit)
	}, func(found rows) error {
		var g domain.ExceptionGroup
		var id uint64
		var at []uint32
		var counts []uint64
		if err := found.Scan(&id, &g.Type, &g.Shape, &g.Frame, &g.Message, &g.Count, &g.FirstSeen, &g.LastSeen, &g.Services, &g.Traces, &g.TraceIDs, &at, &counts); err != nil {
			return fmt.Errorf("read exceptions: %w", err)
		}
		g.ID, g.FirstSeen, g.LastSeen = strconv.FormatUint(id, 16), g.FirstSeen.UTC(), g.LastSeen.UTC()
		g.Counts = make([]uint64, parts)
		for i, part := range at {
			g.Counts[part] += counts[i]
		}
		slices.Sort(g.TraceIDs)
		if before, ok := byID[g.ID]; ok {
			g = joinGroups(before, g)
		}
		byID[g.ID] = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []domain.ExceptionGroup
	for _, g := range byID {
		out = append(out, g)
	}
	slices.SortFunc(out, func(a, b domain.ExceptionGroup) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.ID, b.ID))
	})
	return out[:min(limit, len(out))], nil
}

// joinGroups adds up what two databases tell of the same group.
func joinGroups(a, b domain.ExceptionGroup) domain.ExceptionGroup {
	if b.LastSeen.After(a.LastSeen) {
		a.Message, a.LastSeen = b.Message, b.LastSeen
	}
	if b.FirstSeen.Before(a.FirstSeen) {
		a.FirstSeen = b.FirstSeen
	}
	a.Count += b.Count
	a.Traces += b.Traces
	for i := range a.Counts {
		a.Counts[i] += b.Counts[i]
	}
	union := func(x, y []string) []string {
		all := append(slices.Clone(x), y...)
		slices.Sort(all)
		return slices.Compact(all)
	}
	a.Services, a.TraceIDs = union(a.Services, b.Services), union(a.TraceIDs, b.TraceIDs)
	a.TraceIDs = a.TraceIDs[:min(10, len(a.TraceIDs))]
	return a
}

// Exceptions returns the newest exceptions of a group.
func (s *Store) Exceptions(ctx context.Context, v domain.ExceptionViews, r query.Range, group string, limit int) ([]domain.Exception, error) {
	id, err := strconv.ParseUint(group, 16, 64)
	if err != nil {
		return nil, fault.New(fault.NotFound, "there is no such group of exceptions")
	}
	var out []domain.Exception
	err = s.eachException(ctx, v, r, nil, func(q *statement, from string) {
		q.put("SELECT at, type, message, stack, trace, span, service, name, recorded FROM (" + exceptionGroup(from) + ")")
		q.add(" WHERE id = %d ORDER BY at DESC, span LIMIT %d", id, limit)
	}, func(found rows) error {
		var e domain.Exception
		var at time.Time
		if err := found.Scan(&at, &e.Type, &e.Message, &e.Stack, &e.TraceID, &e.SpanID, &e.Service, &e.Name, &e.Recorded); err != nil {
			return fmt.Errorf("read exceptions: %w", err)
		}
		e.At = at.UTC()
		out = append(out, e)
		return nil
	})
	slices.SortStableFunc(out, func(a, b domain.Exception) int { return b.At.Compare(a.At) })
	return out[:min(limit, len(out))], err
}
