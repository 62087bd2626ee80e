package telemetry

import (
	"context"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Trace is a trace in a list.
type Trace struct {
	TraceID    string    `json:"traceId"`
	Start      time.Time `json:"start"`
	DurationNs uint64    `json:"durationNs" doc:"From the start of the first span to the end of the last."`
	// What follows is of the earliest span when no root was received.
	RootReceived bool     `json:"rootReceived" doc:"Whether a root span of the trace is there. Otherwise the trace still runs, or began where no spans are sent from; rootService, rootName, rootSpanId, rootDurationNs and status are then of its earliest span."`
	RootService  string   `json:"rootService"`
	RootName     string   `json:"rootName"`
	RootSpanID   string   `json:"rootSpanId,omitempty"`
	RootNs       uint64   `json:"rootDurationNs" doc:"Duration of the root span."`
	Status       string   `json:"status" doc:"Of the span that was found."`
	Spans        uint64   `json:"spans"`
	Errors       uint64   `json:"errors" doc:"Spans that failed."`
	Services     []string `json:"services"`
}

// Traces finds traces whose root span starts in the range, or the earliest of those without,
// with what all their spans amount to.
func (s *Service) Traces(ctx context.Context, q SpanSearch) (found []Trace, next *query.Position, err error) {
	v, err := s.views.Of(ctx, tenancy.Traces)
	if err != nil {
		return nil, nil, err
	}
	q.Roots, q.Full = true, false
	roots, next, err := s.Spans(ctx, q)
	if err != nil || len(roots) == 0 {
		return nil, next, err
	}
	ids := make([]string, len(roots))
	for i, r := range roots {
		ids[i] = r.TraceID
	}
	summaries, err := s.store.TraceSummaries(ctx, v, ids, q.Range)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range roots {
		t := Trace{TraceID: r.TraceID, Start: r.Start, DurationNs: r.DurationNs, Spans: 1, Services: []string{r.Service}}
		if known, ok := summaries[r.TraceID]; ok {
			t = known
		} else if r.Status == "Error" {
			t.Errors = 1
		}
		t.RootReceived = r.ParentSpanID == ""
		t.RootService, t.RootName, t.RootSpanID, t.RootNs, t.Status = r.Service, r.Name, r.SpanID, r.DurationNs, r.Status
		found = append(found, t)
	}
	return found, next, nil
}
