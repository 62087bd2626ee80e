package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/fault"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

const logOrder = "cityHash64(Timestamp, TraceId, SpanId, SeverityText, ServiceName, Body)"

// logColumns are those of a log record, as readLog takes them.
func logColumns(t table) string {
	event, observed := "''", "toDateTime64(0, 9)"
	if t.has("EventName") {
		event = "toString(EventName)"
	}
	if t.has("ObservedTimestamp") {
		observed = "ObservedTimestamp"
	}
	return "Timestamp, " + logOrder + ", TraceId, SpanId, toUInt8(TraceFlags), toString(SeverityText), toUInt8(SeverityNumber), toString(ServiceName), Body, " +
		event + ", " + observed + ", ScopeName, toString(ScopeVersion), ScopeAttributes, LogAttributes, ResourceAttributes"
}

// Logs returns a page of log records.
func (s *Store) Logs(ctx context.Context, v query.View, search query.Search) ([]domain.Log, error) {
	t, err := s.table(ctx, v, logs)
	if err != nil {
		return nil, err
	}
	var found []domain.Log
	err = s.list(ctx, v, search.Range, search.Page, lister{table: t, id: logOrder,
		build: func(q *statement, w query.Range) {
			search.Range = w
			q.add("SELECT %s FROM %s WHERE %s", logColumns(t), logs, q.found(tenancy.Logs, v, t, search))
		},
		read: func(r rows) (query.Position, error) {
			l, err := readLog(r)
			found = append(found, l)
			return l.Position, err
		}})
	return found, err
}

// Log returns the log record at a position.
func (s *Store) Log(ctx context.Context, v query.View, at query.Position) (domain.Log, error) {
	t, err := s.table(ctx, v, logs)
	if err != nil {
		return domain.Log{}, err
	}
	q := &statement{}
	q.add("SELECT %s FROM %s WHERE %s AND %s = %d AND %s LIMIT 1", logColumns(t), logs, t.within(query.Range{From: time.Unix(0, at.At), To: time.Unix(0, at.At+1)}), logOrder, at.ID, q.visible(v, t))
	var found []domain.Log
	err = s.rows(ctx, v, q, func(r rows) error {
		l, err := readLog(r)
		found = append(found, l)
		return err
	})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "there is no such log record")
	}
	if err != nil {
		return domain.Log{}, err
	}
	return found[0], nil
}

func readLog(r rows) (domain.Log, error) {
	var l domain.Log
	var observed time.Time
	if err := r.Scan(&l.At, &l.Position.ID, &l.TraceID, &l.SpanID, &l.TraceFlags, &l.Severity, &l.SeverityNumber, &l.Service, &l.Body, &l.Event, &observed,
		&l.ScopeName, &l.ScopeVersion, &l.Scope, &l.Attributes, &l.Resource); err != nil {
		return l, fmt.Errorf("read log record: %w", err)
	}
	l.At = l.At.UTC()
	l.Position.At = l.At.UnixNano()
	l.ID = domain.LogID(l.Position)
	if observed.UnixNano() > 0 {
		observed = observed.UTC()
		l.Observed = &observed
	}
	return l, nil
}
