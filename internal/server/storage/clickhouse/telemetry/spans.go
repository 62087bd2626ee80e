package telemetry

import (
	"context"
	"fmt"
	"strings"
	"time"

	"platform/internal/server/fault"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

const spanOrder = "cityHash64(TraceId, SpanId)"

// notNegative is the duration of a span in nanoseconds. That of a span which ends before it
// starts is a negative number read as unsigned: it counts as 0.
const notNegative = "if(Duration > 9223372036854775807, 0, Duration)"

// Columns of a span, as readSpan takes them.
const (
	shortSpan = "Timestamp, " + spanOrder + ", TraceId, SpanId, ParentSpanId, toString(SpanName), toString(SpanKind), toString(ServiceName), " +
		notNegative + ", toString(StatusCode), StatusMessage"
	fullSpan = shortSpan + ", TraceState, ScopeName, ScopeVersion, SpanAttributes, ResourceAttributes, " +
		"Events.Timestamp, Events.Name, Events.Attributes, Links.TraceId, Links.SpanId, Links.TraceState, Links.Attributes"
)

// Older exporters write the codes by other names.
const failed = "StatusCode IN ('Error', 'STATUS_CODE_ERROR')"

// Spans returns a page of spans.
func (s *Store) Spans(ctx context.Context, v query.View, search domain.SpanSearch) ([]domain.Span, error) {
	t, err := s.table(ctx, v, traces)
	if err != nil {
		return nil, err
	}
	columns := shortSpan
	if search.Full {
		columns = fullSpan
	}
	var found []domain.Span
	read := func(r rows) (query.Position, error) {
		sp, err := readSpan(r, search.Full)
		found = append(found, sp)
		return sp.Position, err
	}
	if search.Sort == domain.ByDuration {
		return found, s.longest(ctx, v, t, search, columns, read)
	}
	err = s.list(ctx, v, search.Range, search.Page, lister{table: t, id: spanOrder, read: read,
		build: func(q *statement, w query.Range) {
			q.add("SELECT %s FROM %s WHERE %s", columns, traces, q.foundIn(w, v, t, search.Search))
		}})
	return found, err
}

// longest lists spans by their duration.
func (s *Store) longest(ctx context.Context, v query.View, t table, search domain.SpanSearch, columns string, read func(rows) (query.Position, error)) error {
	order := "DESC"
	if search.Page.Oldest {
		order = "ASC"
	}
	q := &statement{}
	q.add("SELECT %s FROM %s WHERE %s ORDER BY %s %s, Timestamp DESC, %s DESC LIMIT %d OFFSET %d",
		columns, traces, q.foundSpans(v, t, search.Search), notNegative, order, spanOrder, search.Page.Limit, search.Page.Offset)
	return s.rows(ctx, v, q, func(r rows) error {
		_, err := read(r)
		return err
	})
}

// tellsOfError is the condition that a record tells of an error.
func tellsOfError(signal tenancy.Signal) string {
	if signal == tenancy.Logs {
		return "SeverityNumber >= 17"
	}
	return failed
}

func readSpan(r rows, full bool) (domain.Span, error) {
	var sp domain.Span
	var at time.Time
	var id uint64
	into := []any{&at, &id, &sp.TraceID, &sp.SpanID, &sp.ParentSpanID, &sp.Name, &sp.Kind, &sp.Service, &sp.DurationNs, &sp.Status, &sp.StatusMessage}
	var eventAt []time.Time
	var eventName, linkTrace, linkSpan, linkState []string
	var eventAttributes, linkAttributes []map[string]string
	if full {
		into = append(into, &sp.TraceState, &sp.ScopeName, &sp.ScopeVersion, &sp.Attributes, &sp.Resource,
			&eventAt, &eventName, &eventAttributes, &linkTrace, &linkSpan, &linkState, &linkAttributes)
	}
	if err := r.Scan(into...); err != nil {
		return sp, fmt.Errorf("read span: %w", err)
	}
	sp.Start, sp.Position = at.UTC(), query.Position{At: at.UnixNano(), ID: id}
	sp.Status = statusOf(sp.Status)
	for i := range eventName {
		sp.Events = append(sp.Events, domain.SpanEvent{At: eventAt[i].UTC(), Name: eventName[i], Attributes: eventAttributes[i]})
	}
	for i := range linkTrace {
		sp.Links = append(sp.Links, domain.SpanLink{TraceID: linkTrace[i], SpanID: linkSpan[i], TraceState: linkState[i], Attributes: linkAttributes[i]})
	}
	return sp, nil
}

// statusOf is a status by its present name.
func statusOf(code string) string {
	switch code {
	case "STATUS_CODE_ERROR", "Error":
		return "Error"
	case "STATUS_CODE_OK", "Ok":
		return "Ok"
	}
	return "Unset"
}

// Span returns a span.
func (s *Store) Span(ctx context.Context, v query.View, id, trace string) (domain.Span, error) {
	t, err := s.table(ctx, v, traces)
	if err != nil {
		return domain.Span{}, err
	}
	when := ""
	if trace != "" {
		r, known, err := s.traceRange(ctx, v, trace)
		if err != nil {
			return domain.Span{}, err
		}
		if known {
			when = " AND " + t.within(r)
		}
	}
	q := &statement{}
	q.add("SELECT %s FROM %s WHERE SpanId = %s", fullSpan, traces, q.text(strings.ToLower(id)))
	if trace != "" {
		q.add(" AND TraceId = %s", q.text(strings.ToLower(trace)))
	}
	q.add("%s AND %s LIMIT 1", when, q.visible(v, t))
	spans, err := s.readSpans(ctx, v, q)
	if err == nil && len(spans) == 0 {
		err = fault.New(fault.NotFound, "there is no such span")
	}
	if err != nil {
		return domain.Span{}, err
	}
	return spans[0], nil
}

func (s *Store) readSpans(ctx context.Context, v query.View, q *statement) (spans []domain.Span, err error) {
	err = s.rows(ctx, v, q, func(r rows) error {
		sp, err := readSpan(r, true)
		spans = append(spans, sp)
		return err
	})
	return spans, err
}
