package telemetry

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

type logSearchBody struct {
	query.SearchBody
	Text string `json:"text,omitempty" maxLength:"1024" doc:"Words that the body must contain, whatever their case; several words in quotes as they are." example:"connection \"timed out\""`
}

func (b logSearchBody) search() (query.Search, error) {
	q, err := b.Search(tenancy.Logs)
	q.Text = b.Text
	return q, err
}

type oneLog struct{ Body Log }

func (s *Service) logRoutes(api huma.API) {
	const tag = "Logs"
	huma.Register(api, query.Operation(tag, "search-logs", http.MethodPost, "/api/telemetry/logs/search", "Find log records",
		"Log records of the time range that fulfil the filters and contain the words. For the lines around one, search from or to its time in both orders."),
		func(ctx context.Context, in *struct{ Body logSearchBody }) (*query.Found[Log], error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			found, next, err := s.Logs(ctx, q)
			return query.FoundOf(found, next, q.Range), err
		})
	huma.Register(api, query.Operation(tag, "get-log-record", http.MethodGet, "/api/telemetry/log-records/{id}", "Get a log record", ""),
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*oneLog, error) {
			l, err := s.Log(ctx, in.ID)
			return &oneLog{l}, err
		})
}
