package query

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// Times are the query parameters of routes that read a time range.
type Times struct {
	From string `query:"from" maxLength:"64" doc:"Start: RFC 3339, milliseconds since 1970, or now-1h. Default: an hour before the end." example:"now-1h"`
	To   string `query:"to" maxLength:"64" doc:"End, not included: as from. Default: now." example:"now"`
}

// Range reads the parameters.
func (t Times) Range() (Range, error) { return ParseRange(t.From, t.To, time.Now()) }

// Members is the class of all routes that read telemetry.
var Members = httpapi.Either(string(tenancy.Member), tenancy.ScopeTelemetry)

// Operation is a route that reads telemetry.
func Operation(tag, id, method, path, summary, description string) huma.Operation {
	return huma.Operation{OperationID: id, Method: method, Path: path, Summary: summary, Description: description,
		Tags: []string{tag}, Security: Members, MaxBodyBytes: 256 << 10}
}

// Items is an answer that holds many of one kind.
type Items[T any] struct {
	Body struct {
		Items []T `json:"items"`
	}
}

// ItemsOf makes an answer of items, which is never null.
func ItemsOf[T any](items []T) *Items[T] {
	out := &Items[T]{}
	out.Body.Items = items
	if items == nil {
		out.Body.Items = []T{}
	}
	return out
}
