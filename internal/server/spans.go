package server

import (
	"context"
	"maps"
	"time"

	"platform/internal/server/rules"
	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
)

// recentSpans are the spans that rules are tried on.
type recentSpans struct{ telemetry *telemetry.Service }

func (r recentSpans) Recent(ctx context.Context, since time.Time, limit int) ([]rules.Span, error) {
	found, _, err := r.telemetry.Spans(ctx, telemetry.SpanSearch{Full: true, Search: query.Search{
		Range: query.Range{From: since, To: time.Now()}, Page: query.Page{Limit: limit}}})
	out := make([]rules.Span, len(found))
	for i, s := range found {
		fields := map[string]string{}
		maps.Copy(fields, s.Resource)
		maps.Copy(fields, s.Attributes)
		fields["service.name"], fields["span.name"], fields["status"] = s.Service, s.Name, s.Status
		out[i] = rules.Span{Trace: s.TraceID, ID: s.SpanID, Name: s.Name, Service: s.Service, At: s.Start, Fields: fields}
	}
	return out, err
}
