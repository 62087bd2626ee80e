package telemetry

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// SpokenCall is a call of a model, a tool or an agent, and what was said in it.
type SpokenCall struct {
	TraceID      string               `json:"traceId"`
	SpanID       string               `json:"spanId"`
	ParentSpanID string               `json:"parentSpanId,omitempty"`
	Name         string               `json:"name"`
	Service      string               `json:"service"`
	Start        time.Time            `json:"start"`
	DurationNs   uint64               `json:"durationNs"`
	Failed       bool                 `json:"failed"`
	Error        string               `json:"error,omitempty"`
	Call         genai.Call           `json:"call"`
	Messages     []genai.ModelMessage `json:"messages"`
}

// mostSpoken is how many calls of a conversation are shown.
const mostSpoken = 500

// conversation returns the calls among spans, in the order of time.
func (s *Service) conversation(ctx context.Context, spans []Span) ([]SpokenCall, error) {
	spans = slices.DeleteFunc(spans, func(sp Span) bool {
		_, ok := genai.CallOf(sp.Attributes)
		return !ok
	})
	told, err := s.toldByLogs(ctx, spans)
	if err != nil {
		return nil, err
	}
	out := []SpokenCall{}
	for _, sp := range spans {
		call, _ := genai.CallOf(sp.Attributes)
		if err := s.genai.Complete(ctx, &call, sp.Start); err != nil {
			return nil, err
		}
		events := mapOf(sp.Events, func(e SpanEvent) genai.Event { return genai.Event{At: e.At, Name: e.Name, Attributes: e.Attributes} })
		messages := genai.Messages(sp.Attributes, append(events, told[[2]string{sp.TraceID, sp.SpanID}]...))
		if messages == nil {
			messages = []genai.ModelMessage{}
		}
		out = append(out, SpokenCall{TraceID: sp.TraceID, SpanID: sp.SpanID, ParentSpanID: sp.ParentSpanID, Name: sp.Name, Service: sp.Service, Start: sp.Start, DurationNs: sp.DurationNs,
			Failed: sp.Status == "Error", Error: sp.StatusMessage, Call: call, Messages: messages})
		if len(out) == mostSpoken {
			break
		}
	}
	return out, nil
}

func (s *Service) conversationRoutes(api huma.API) {
	const tag = "Language models"
	huma.Register(api, query.Operation(tag, "get-trace-conversation", http.MethodGet, "/api/genai/traces/{traceId}", "Get what was said in a trace",
		"The calls of models, tools and agents of a trace in the order of time, with their messages, tokens and cost."),
		func(ctx context.Context, in *struct {
			TraceID string `path:"traceId" maxLength:"64"`
		}) (*query.Items[SpokenCall], error) {
			spans, _, err := s.Trace(ctx, in.TraceID, true)
			if err != nil {
				return nil, err
			}
			calls, err := s.conversation(ctx, spans)
			return query.ItemsOf(calls), err
		})
	huma.Register(api, query.Operation(tag, "get-span-conversation", http.MethodGet, "/api/genai/spans/{spanId}", "Get what was said in a span", ""),
		func(ctx context.Context, in *struct {
			SpanID  string `path:"spanId" maxLength:"64"`
			TraceID string `query:"traceId" maxLength:"64"`
		}) (*struct{ Body SpokenCall }, error) {
			sp, err := s.Span(ctx, in.SpanID, in.TraceID)
			if err != nil {
				return nil, err
			}
			calls, err := s.conversation(ctx, []Span{sp})
			if err == nil && len(calls) == 0 {
				err = fault.New(fault.NotFound, "the span tells of no language model")
			}
			if err != nil {
				return nil, err
			}
			return &struct{ Body SpokenCall }{calls[0]}, nil
		})
	huma.Register(api, query.Operation(tag, "get-conversation", http.MethodGet, "/api/genai/conversations/{conversation}", "Get a conversation",
		"The calls of the time range that belong to a conversation or session, in the order of time, up to 500."),
		func(ctx context.Context, in *struct {
			Conversation string `path:"conversation" maxLength:"1024"`
			query.Times
		}) (*query.Items[SpokenCall], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			keys := mapOf(genai.ConversationKeys, attribute)
			q := SpanSearch{Search: query.Search{Range: r, Filters: []query.Filter{{Key: keys[0], Op: query.Equals, Value: in.Conversation, Or: keys[1:]}},
				Page: query.Page{Limit: mostSpoken, Oldest: true}}, Full: true}
			if err := query.Check(tenancy.Traces, q.Filters); err != nil {
				return nil, err
			}
			spans, _, err := s.Spans(ctx, q)
			if err == nil && len(spans) == 0 {
				err = fault.New(fault.NotFound, "nothing of that conversation was sent in the time range")
			}
			if err != nil {
				return nil, err
			}
			calls, err := s.conversation(ctx, spans)
			return query.ItemsOf(calls), err
		})
}
