package telemetry

import (
	"context"
	"slices"
	"time"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Bounds of what is read of log records that tell what was said.
const (
	mostTold      = 10_000
	toldSpans     = 200
	toldMargin    = time.Minute    // by which clocks may differ
	toldAfterward = 24 * time.Hour // the longest call that is looked at
)

// toldByLogs reads what log records tell of spans: the events of gen_ai by the
// trace and the id of their span. Senders write messages there rather than
// into spans.
func (s *Service) toldByLogs(ctx context.Context, spans []Span) (map[[2]string][]genai.Event, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	v, err := s.views.Of(ctx, tenancy.Logs)
	if err != nil {
		return nil, err
	}
	told, left := map[[2]string][]genai.Event{}, mostTold
	for some := range slices.Chunk(spans[:min(len(spans), mostSpoken)], toldSpans) {
		traces, ids := mapOf(some, func(sp Span) string { return sp.TraceID }), mapOf(some, func(sp Span) string { return sp.SpanID })
		slices.Sort(traces)
		found, err := s.store.Logs(ctx, v, query.Search{Range: timesOf(some), Page: query.Page{Limit: left, Oldest: true}, Filters: []query.Filter{
			{Key: field("traceId"), Op: query.In, Values: slices.Compact(traces)}, {Key: field("spanId"), Op: query.In, Values: ids},
			{Key: field("event"), Op: query.Prefix, Value: "gen_ai.", Or: []query.Key{attribute("event.name")}}}})
		if err != nil {
			return nil, err
		}
		for _, l := range found {
			at := [2]string{l.TraceID, l.SpanID}
			told[at] = append(told[at], genai.EventOfLog(l.At, l.Event, l.Body, l.Attributes))
		}
		if left -= len(found); left <= 0 {
			break
		}
	}
	return told, nil
}

// timesOf is the time in which log records of spans are looked for.
func timesOf(spans []Span) query.Range {
	r := query.Range{From: spans[0].Start, To: spans[0].Start}
	for _, sp := range spans {
		end := sp.Start.Add(time.Duration(min(sp.DurationNs, uint64(toldAfterward))))
		if sp.Start.Before(r.From) {
			r.From = sp.Start
		}
		if end.After(r.To) {
			r.To = end
		}
	}
	return query.Range{From: r.From.Add(-toldMargin), To: r.To.Add(toldMargin)}
}
