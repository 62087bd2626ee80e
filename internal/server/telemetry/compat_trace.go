package telemetry

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// compatPage is a page of records.
type compatPage[T any] struct {
	Body struct {
		Err        *string           `json:"err"`
		Records    []T               `json:"records"`
		Total      uint64            `json:"total"`
		Pagination *compatPagination `json:"pagination,omitempty"`
		Filters    *compatFilters    `json:"filters,omitempty"`
	}
}

type compatPagination struct {
	Limit  int    `json:"limit"`
	Offset int    `json:"offset"`
	Total  uint64 `json:"total"`
}

type compatFilters struct {
	Providers        []string `json:"providers"`
	MaxCost          float64  `json:"maxCost"`
	Models           []string `json:"models"`
	TraceTypes       []string `json:"traceTypes"`
	TotalRows        uint64   `json:"totalRows"`
	ApplicationNames []string `json:"applicationNames"`
	SpanNames        []string `json:"spanNames"`
	Services         []string `json:"services"`
	Environments     []string `json:"environments"`
}

// compatRecord is one record.
type compatRecord[T any] struct {
	Body struct {
		Err    *string `json:"err"`
		Record T       `json:"record"`
	}
}

func (s *Service) compatTraceRoutes(api huma.API) {
	s.compatSpans(api, "list-spans", "/api/telemetry/trace", "List spans that did not fail", false)
	s.compatSpans(api, "list-failed-spans", "/api/telemetry/exception", "List spans that failed", true)
	huma.Register(api, compatOperation("get-span-record", http.MethodGet, "/api/telemetry/trace/span/{id}", "Get a span as a record", ""),
		func(ctx context.Context, in *struct {
			ID      string `path:"id" maxLength:"64"`
			TraceID string `query:"traceId" maxLength:"64"`
		}) (*compatRecord[compatSpan], error) {
			sp, err := s.Span(ctx, in.ID, in.TraceID)
			out := &compatRecord[compatSpan]{}
			out.Body.Record = compatSpanOf(sp)
			return out, err
		})
	huma.Register(api, compatOperation("get-trace-record", http.MethodGet, "/api/telemetry/trace/trace/{id}", "Get the first span of a trace as a record", ""),
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*compatRecord[compatSpan], error) {
			spans, _, err := s.Trace(ctx, in.ID, true)
			if err != nil {
				return nil, err
			}
			out := &compatRecord[compatSpan]{}
			out.Body.Record = compatSpanOf(spans[0])
			return out, nil
		})
	for spelling, id := range map[string]string{"hierarchy": "get-span-hierarchy", "heirarchy": "get-span-heirarchy"} {
		huma.Register(api, compatOperation(id, http.MethodGet, "/api/telemetry/trace/span/{id}/"+spelling, "Get the tree of a span's trace",
			"The spans of the trace that the span belongs to, below its root, up to 5,000. Both spellings of the path are served."), s.compatHierarchy)
	}
}

// compatMostSpans is how many spans of a trace the tree is made of.
const compatMostSpans = 5000

func (s *Service) compatHierarchy(ctx context.Context, in *struct {
	ID      string `path:"id" maxLength:"64"`
	TraceID string `query:"traceId" maxLength:"64" doc:"The span's trace, by which it is found faster."`
}) (*compatRecord[*compatNode], error) {
	trace := in.TraceID
	if trace == "" {
		sp, err := s.Span(ctx, in.ID, "")
		if err != nil {
			return nil, err
		}
		trace = sp.TraceID
	}
	spans, _, err := s.Trace(ctx, trace, true)
	if err != nil {
		return nil, err
	}
	tree := compatTree(spans[:min(len(spans), compatMostSpans)], lower(in.ID), costOf)
	if tree == nil {
		return nil, fault.New(fault.NotFound, "there is no such span")
	}
	out := &compatRecord[*compatNode]{}
	out.Body.Record = tree
	return out, nil
}

// costOf is the cost that a span tells of.
func costOf(s Span) float64 {
	cost, err := strconv.ParseFloat(s.Attributes["gen_ai.usage.cost"], 64)
	if err != nil {
		return 0
	}
	return cost
}

func (s *Service) compatSpans(api huma.API, id, path, summary string, failed bool) {
	huma.Register(api, compatOperation(id, http.MethodPost, path, summary,
		"Records by the names of their columns. For filters with operators and pages that stay in place, see /api/telemetry/spans/search."),
		func(ctx context.Context, in *struct {
			IncludeFilters bool `query:"includeFilters"`
			Body           CompatBody
		}) (*compatPage[compatSpan], error) {
			search, err := in.Body.search(tenancy.Traces, 10)
			if err != nil {
				return nil, err
			}
			search.Filters = append(search.Filters, failures(tenancy.Traces, !failed))
			q := SpanSearch{Search: search, Full: true}
			if o := in.Body.Sorting; o != nil && (o.Type == "Duration" || o.Type == "duration") {
				q.Sort = ByDuration
			}
			v, err := s.views.Of(ctx, tenancy.Traces)
			if err != nil {
				return nil, err
			}
			spans, err := s.store.Spans(ctx, v, q)
			if err != nil {
				return nil, err
			}
			out := &compatPage[compatSpan]{}
			out.Body.Records = mapOf(spans, compatSpanOf)
			if out.Body.Total, err = s.store.Count(ctx, v, tenancy.Traces, search); err != nil {
				return nil, err
			}
			if in.IncludeFilters || in.Body.IncludeFilters {
				out.Body.Pagination = &compatPagination{search.Page.Limit, search.Page.Offset, out.Body.Total}
				out.Body.Filters, err = s.compatFilters(ctx, v, search.Range, out.Body.Total)
			}
			return out, err
		})
}

// compatFilters lists the values that can be chosen from.
func (s *Service) compatFilters(ctx context.Context, v query.View, r query.Range, total uint64) (*compatFilters, error) {
	f := &compatFilters{TotalRows: total}
	all := query.Search{Range: r}
	lists := []struct {
		into *[]string
		keys []query.Key
	}{{&f.Providers, providerKeys}, {&f.Models, modelKeys[:1]}, {&f.TraceTypes, []query.Key{attribute("gen_ai.operation.name")}},
		{&f.SpanNames, []query.Key{field("name")}}, {&f.Services, []query.Key{field("service")}}, {&f.Environments, environmentKeys}}
	var keys []query.Key
	for _, list := range lists {
		keys = append(keys, list.keys...)
	}
	values, err := s.store.Values(ctx, v, tenancy.Traces, all, keys, 500)
	if err != nil {
		return nil, err
	}
	for _, list := range lists {
		*list.into = []string{}
		for i := range list.keys {
			*list.into = append(*list.into, named(values[i])...)
		}
		values = values[len(list.keys):]
	}
	f.ApplicationNames = f.Services
	costs, err := s.store.Values(ctx, v, tenancy.Traces, all, []query.Key{attribute("gen_ai.usage.cost")}, 10_000)
	if err != nil {
		return nil, err
	}
	for _, c := range costs[0] {
		if cost, err := strconv.ParseFloat(c.Value, 64); err == nil {
			f.MaxCost = max(f.MaxCost, cost)
		}
	}
	return f, nil
}
