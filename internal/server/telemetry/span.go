package telemetry

import (
	"context"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Span is one operation of a trace.
type Span struct {
	TraceID       string            `json:"traceId"`
	SpanID        string            `json:"spanId"`
	ParentSpanID  string            `json:"parentSpanId,omitempty"`
	TraceState    string            `json:"traceState,omitempty"`
	Name          string            `json:"name"`
	Kind          string            `json:"kind" example:"Client"`
	Service       string            `json:"service"`
	Start         time.Time         `json:"start"`
	DurationNs    uint64            `json:"durationNs"`
	Status        string            `json:"status" enum:"Unset,Ok,Error"`
	StatusMessage string            `json:"statusMessage,omitempty"`
	ScopeName     string            `json:"scopeName,omitempty"`
	ScopeVersion  string            `json:"scopeVersion,omitempty"`
	Attributes    map[string]string `json:"attributes,omitempty"`
	Resource      map[string]string `json:"resource,omitempty"`
	Events        []SpanEvent       `json:"events,omitempty"`
	Links         []SpanLink        `json:"links,omitempty"`
	Cut           []string          `json:"cut,omitempty" doc:"Keys of attributes whose values are shortened here; the span's own page has them whole."`

	Position query.Position `json:"-"`
}

// SpanEvent is something that happened during a span.
type SpanEvent struct {
	At         time.Time         `json:"at"`
	Name       string            `json:"name"`
	Attributes map[string]string `json:"attributes,omitempty"`
}

// SpanLink points to a span of another trace.
type SpanLink struct {
	TraceID    string            `json:"traceId"`
	SpanID     string            `json:"spanId"`
	TraceState string            `json:"traceState,omitempty"`
	Attributes map[string]string `json:"attributes,omitempty"`
}

// SpanSearch is which spans to find.
type SpanSearch struct {
	query.Search
	Sort SpanSort // other than by time; pages are then by offset
	Full bool     // with attributes, events and links
}

// SpanSort is an order of spans.
type SpanSort string

// Orders of spans.
const (
	ByTime     SpanSort = ""
	ByDuration SpanSort = "duration"
)

// mostSpans is how many spans of one trace are shown.
const mostSpans = 20_000

// shortValue is how long attribute values in a list are.
const shortValue = 1024

// Spans finds spans. next is the position of the next page, nil on the last.
func (s *Service) Spans(ctx context.Context, q SpanSearch) (found []Span, next *query.Position, err error) {
	v, err := s.views.Of(ctx, tenancy.Traces)
	if err != nil {
		return nil, nil, err
	}
	limit := q.Page.Limit
	q.Page.Limit++ // one more tells whether there is another page
	found, err = s.store.Spans(ctx, v, q)
	found, next = pageOf(found, limit, q.Page.After, func(sp Span) query.Position { return sp.Position })
	return found, next, err
}

// pageOf cuts the record that only told that there are more.
func pageOf[T any](found []T, limit int, after *query.Position, position func(T) query.Position) ([]T, *query.Position) {
	if len(found) <= limit {
		return found, nil
	}
	found = found[:limit]
	at := make([]query.Position, limit)
	for i, f := range found {
		at[i] = position(f)
	}
	return found, query.Next(after, at)
}

// Span returns one span. trace may be empty; with it the span is found faster.
func (s *Service) Span(ctx context.Context, id, trace string) (Span, error) {
	v, err := s.views.Of(ctx, tenancy.Traces)
	if err != nil {
		return Span{}, err
	}
	if !isID(id, 16) || trace != "" && !isID(trace, 32) {
		return Span{}, fault.New(fault.NotFound, "there is no such span")
	}
	return s.store.Span(ctx, v, id, trace)
}

// Trace returns all spans of a trace in the order of time. Long values are cut
// unless full is set.
func (s *Service) Trace(ctx context.Context, id string, full bool) (spans []Span, more bool, err error) {
	v, err := s.views.Of(ctx, tenancy.Traces)
	if err != nil {
		return nil, false, err
	}
	if !isID(id, 32) {
		return nil, false, fault.New(fault.NotFound, "there is no such trace")
	}
	spans, err = s.store.Trace(ctx, v, id, mostSpans+1)
	if err != nil {
		return nil, false, err
	}
	if len(spans) == 0 {
		return nil, false, fault.New(fault.NotFound, "there is no such trace")
	}
	if more = len(spans) > mostSpans; more {
		spans = spans[:mostSpans]
	}
	if !full {
		for i := range spans {
			spans[i].shorten()
		}
	}
	return spans, more, nil
}

// shorten cuts long attribute values.
func (sp *Span) shorten() {
	sp.Cut = append(sp.Cut, shorten(sp.Attributes)...)
	for _, e := range sp.Events {
		shorten(e.Attributes)
	}
}

func shorten(attributes map[string]string) (cut []string) {
	for k, v := range attributes {
		if len(v) > shortValue {
			attributes[k] = firstBytes(v, shortValue) + "…"
			cut = append(cut, k)
		}
	}
	return cut
}

// firstBytes is the start of s, up to n bytes, that does not end within a
// character.
func firstBytes(s string, n int) string {
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

// isID says whether text is an id of that many hexadecimal digits.
func isID(text string, digits int) bool {
	if len(text) != digits {
		return false
	}
	for i := range len(text) {
		if c := text[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}
