package telemetry

import (
	"context"
	"net/http"
	"time"

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

type logTail struct {
	Body struct {
		Items   []Log  `json:"items" doc:"Oldest first."`
		Cursor  string `json:"cursor" doc:"To be sent with the next request."`
		Skipped bool   `json:"skipped,omitempty" doc:"More records arrived than are shown: older ones were left out."`
	}
}

func (s *Service) logRoutes(api huma.API) {
	const tag = "Logs"
	huma.Register(api, query.Operation(tag, "search-logs", http.MethodPost, "/api/telemetry/logs/search", "Find log records",
		"Log records of the time range that fulfil the filters and contain the words."),
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
	huma.Register(api, query.Operation(tag, "tail-logs", http.MethodPost, "/api/telemetry/logs/tail", "Follow log records",
		"The newest records that fulfil the filters and contain the words, and, with the cursor of the answer before, those that arrived since: also those that were sent up to 15 seconds late."),
		func(ctx context.Context, in *struct {
			Body struct {
				Filters []query.Filter `json:"filters,omitempty" maxItems:"32"`
				Text    string         `json:"text,omitempty" maxLength:"1024" doc:"Words that the body must contain."`
				Limit   int            `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Records to return; 200 when 0."`
				Cursor  string         `json:"cursor,omitempty" maxLength:"16384" doc:"cursor of the answer before."`
			}
		}) (*logTail, error) {
			if err := query.Check(tenancy.Logs, in.Body.Filters); err != nil {
				return nil, err
			}
			c, err := ParseTailCursor(in.Body.Cursor)
			if err != nil {
				return nil, err
			}
			q := query.Search{Filters: in.Body.Filters, Text: in.Body.Text, Page: query.Page{Limit: in.Body.Limit}}
			if q.Page.Limit == 0 {
				q.Page.Limit = 200
			}
			found, next, skipped, err := s.Tail(ctx, q, c, time.Now())
			out := &logTail{}
			out.Body.Items, out.Body.Cursor, out.Body.Skipped = query.ItemsOf(found).Body.Items, next.String(), skipped
			return out, err
		})
	huma.Register(api, query.Operation(tag, "get-log-context", http.MethodGet, "/api/telemetry/log-records/{id}/context", "Get the log records around one",
		"The records before and after one, of the same service, host, stream (process and file) or trace, up to a day away."),
		func(ctx context.Context, in *struct {
			ID     string     `path:"id" maxLength:"64"`
			Same   Neighbours `query:"same" enum:"all,service,host,stream,trace" default:"stream"`
			Before int        `query:"before" minimum:"0" maximum:"500" default:"20"`
			After  int        `query:"after" minimum:"0" maximum:"500" default:"20"`
		}) (*struct{ Body LogContext }, error) {
			found, err := s.LogContext(ctx, in.ID, in.Same, in.Before, in.After)
			return &struct{ Body LogContext }{found}, err
		})
}
