package telemetry

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

type spanSearchBody struct {
	query.SearchBody
	Text     string `json:"text,omitempty" maxLength:"1024" doc:"Words that one span must have in its name, its status message, or values of its attributes and of its events' attributes, whatever their case; several words in quotes as they are." example:"gpt-4o \"timed out\""`
	Roots    bool   `json:"roots,omitempty" doc:"Only the root spans of traces; filters, text and errors are then about their traces, as in the list of traces."`
	Rootless bool   `json:"rootless,omitempty" doc:"Count traces too of which no root span was received, in the days of the range and a day around: their earliest span stands for it. Of traces only, so of spans with roots. Costs more: it reads when all traces of these days began."`
	Errors   *bool  `json:"errors,omitempty" doc:"true: only spans that failed; false: only others. Of traces: with such a span, or without any."`
	Sort     string `json:"sort,omitempty" enum:"time,duration" default:"time" doc:"What order means. By duration there is only one page."`
	Full     bool   `json:"full,omitempty" doc:"With attributes, events and links; long values are shortened."`
}

func (b spanSearchBody) search() (SpanSearch, error) {
	base, err := b.Search(tenancy.Traces)
	q := SpanSearch{Search: base, Full: b.Full}
	q.Text, q.Roots, q.Rootless = b.Text, b.Roots, b.Rootless
	if err == nil {
		err = checkRootless(q.Search)
	}
	if b.Errors != nil {
		q.Filters = append(q.Filters, failures(tenancy.Traces, !*b.Errors))
	}
	if b.Sort == "duration" {
		q.Sort, q.Page.After = ByDuration, nil
	}
	return q, err
}

// checkRootless refuses what is only asked of traces.
func checkRootless(q query.Search) error {
	if q.Rootless && !q.Roots {
		return fault.New(fault.Invalid, "rootless is about traces: ask for roots with it")
	}
	return nil
}

type wholeTrace struct {
	Body struct {
		TraceID string `json:"traceId"`
		Spans   []Span `json:"spans" doc:"In the order of time."`
		More    bool   `json:"more,omitempty" doc:"The trace has more spans than are shown."`
	}
}

type oneSpan struct{ Body Span }

func (s *Service) traceRoutes(api huma.API) {
	const tag = "Traces"
	huma.Register(api, query.Operation(tag, "search-traces", http.MethodPost, "/api/telemetry/traces/search", "Find traces",
		"Traces whose root span starts in the time range, with what all their spans amount to. Filters on rootName, rootService, rootStatus, durationMs and traceId are about the trace as a whole. "+
			"Of the others, and the text, one and the same span of the trace must fulfil all that are not negated, and no span may fulfil what is negated. Spans count that start up to an hour after the root. "+
			"With rootless, traces whose root was not received count too, by their earliest span."),
		func(ctx context.Context, in *struct{ Body spanSearchBody }) (*query.Found[Trace], error) {
			in.Body.Roots = true
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			found, next, err := s.Traces(ctx, q)
			if q.Sort != ByTime {
				next = nil
			}
			return query.FoundOf(found, next, q.Range), err
		})
	huma.Register(api, query.Operation(tag, "search-spans", http.MethodPost, "/api/telemetry/spans/search", "Find spans",
		"Spans of the time range that fulfil the filters."),
		func(ctx context.Context, in *struct{ Body spanSearchBody }) (*query.Found[Span], error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			found, next, err := s.Spans(ctx, q)
			if q.Sort != ByTime {
				next = nil
			}
			for i := range found {
				found[i].shorten()
			}
			return query.FoundOf(found, next, q.Range), err
		})
	huma.Register(api, query.Operation(tag, "get-trace", http.MethodGet, "/api/telemetry/traces/{traceId}", "Get a whole trace",
		"All spans of a trace, up to 20,000."),
		func(ctx context.Context, in *struct {
			TraceID string `path:"traceId" maxLength:"64"`
			Full    bool   `query:"full" doc:"With long attribute values as they are."`
		}) (*wholeTrace, error) {
			spans, more, err := s.Trace(ctx, in.TraceID, in.Full)
			out := &wholeTrace{}
			out.Body.TraceID, out.Body.Spans, out.Body.More = in.TraceID, spans, more
			return out, err
		})
	huma.Register(api, query.Operation(tag, "get-span", http.MethodGet, "/api/telemetry/spans/{spanId}", "Get a span", "With everything that was sent."),
		func(ctx context.Context, in *struct {
			SpanID  string `path:"spanId" maxLength:"64"`
			TraceID string `query:"traceId" maxLength:"64" doc:"Its trace, by which it is found faster."`
		}) (*oneSpan, error) {
			sp, err := s.Span(ctx, in.SpanID, in.TraceID)
			return &oneSpan{sp}, err
		})
	huma.Register(api, query.Operation(tag, "list-span-gpus", http.MethodGet, "/api/telemetry/spans/{spanId}/gpus", "List the GPUs of a span",
		"The GPUs of the pod, host or node that sent a span, as they were when it ended."),
		func(ctx context.Context, in *struct {
			SpanID  string `path:"spanId" maxLength:"64"`
			TraceID string `query:"traceId" maxLength:"64" doc:"Its trace, by which it is found faster."`
		}) (*struct{ Body SpanGPUs }, error) {
			found, err := s.SpanGPUs(ctx, in.SpanID, in.TraceID)
			return &struct{ Body SpanGPUs }{found}, err
		})
}
