package telemetry

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

type exceptionSearchBody struct {
	From    string         `json:"from,omitempty" maxLength:"64"`
	To      string         `json:"to,omitempty" maxLength:"64"`
	Filters []query.Filter `json:"filters,omitempty" maxItems:"32" doc:"Conditions on the spans. Exceptions that log records tell of are counted too, unless there are filters that only spans can fulfil."`
	Limit   int            `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Groups to return; 100 when 0."`
}

func (s *Service) exceptionRoutes(api huma.API) {
	const tag = "Exceptions"
	huma.Register(api, query.Operation(tag, "search-exceptions", http.MethodPost, "/api/telemetry/exceptions/search", "Group exceptions",
		"Exceptions of the time range by type, shape of the message and top frame, most frequent first."),
		func(ctx context.Context, in *struct{ Body exceptionSearchBody }) (*query.Items[ExceptionGroup], error) {
			r, err := query.ParseRange(in.Body.From, in.Body.To, time.Now())
			if err != nil {
				return nil, err
			}
			if err := query.Check(tenancy.Traces, in.Body.Filters); err != nil {
				return nil, err
			}
			limit := in.Body.Limit
			if limit == 0 {
				limit = 100
			}
			groups, err := s.Exceptions(ctx, r, in.Body.Filters, limit)
			return query.ItemsOf(groups), err
		})
	huma.Register(api, query.Operation(tag, "list-exceptions", http.MethodGet, "/api/telemetry/exceptions/{group}", "List the exceptions of a group", "Newest first."),
		func(ctx context.Context, in *struct {
			Group string `path:"group" maxLength:"64"`
			query.Times
			Limit int `query:"limit" minimum:"1" maximum:"1000" default:"50"`
		}) (*query.Items[Exception], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			found, err := s.ExceptionsOf(ctx, r, in.Group, in.Limit)
			return query.ItemsOf(found), err
		})
}
