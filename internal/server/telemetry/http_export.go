package telemetry

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"platform/internal/server/httpapi"
	"platform/internal/server/telemetry/query"
)

// Bounds of an export.
const (
	exportPage = 1000
	exportMost = 1_000_000
	exportTime = 10 * time.Minute
)

func (s *Service) exportRoutes(api huma.API) {
	const tag, about = "Search", "All records that a search finds, up to a million, as they are read. A stream that breaks off is not complete: it ends with an error in the trailer X-Error."
	huma.Register(api, httpapi.TimeLimit(query.Operation(tag, "export-spans", http.MethodPost, "/api/telemetry/spans/export", "Export spans", about), exportTime),
		func(ctx context.Context, in *struct {
			Format string `query:"format" enum:"ndjson,csv" default:"ndjson"`
			Body   spanSearchBody
		}) (*huma.StreamResponse, error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			q.Full, q.Sort, q.Page.Limit = true, ByTime, exportPage
			return export(in.Format, "spans", spanHeader, spanCells, func(ctx context.Context) ([]Span, bool, error) {
				page, next, err := s.Spans(ctx, q)
				q.Page.After = next
				return page, next != nil, err
			}), nil
		})
	huma.Register(api, httpapi.TimeLimit(query.Operation(tag, "export-logs", http.MethodPost, "/api/telemetry/logs/export", "Export log records", about), exportTime),
		func(ctx context.Context, in *struct {
			Format string `query:"format" enum:"ndjson,csv" default:"ndjson"`
			Body   logSearchBody
		}) (*huma.StreamResponse, error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			q.Page.Limit = exportPage
			return export(in.Format, "logs", logHeader, logCells, func(ctx context.Context) ([]Log, bool, error) {
				page, next, err := s.Logs(ctx, q)
				q.Page.After = next
				return page, next != nil, err
			}), nil
		})
}

// export streams page after page. It ends with the request.
func export[T any](format, name string, header []string, cells func(T) []string, next func(context.Context) ([]T, bool, error)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		page, more, err := next(ctx.Context()) // before the status is sent
		if err != nil {
			fail(ctx, err)
			return
		}
		ctx.SetHeader("Trailer", "X-Error")
		ctx.SetHeader("Content-Disposition", `attachment; filename="`+name+`.`+format+`"`)
		ctx.SetHeader("Content-Type", map[string]string{"csv": "text/csv; charset=utf-8"}[format])
		if format != "csv" {
			ctx.SetHeader("Content-Type", "application/x-ndjson")
		}
		_, w := humago.Unwrap(ctx)
		write := writer(format, header, cells, ctx.BodyWriter())
		for n := 0; ; {
			for _, record := range page {
				if write(record) != nil {
					return // the client is gone
				}
			}
			control := http.NewResponseController(w)
			_ = control.SetWriteDeadline(time.Now().Add(time.Minute)) // not every writer has deadlines
			if control.Flush() != nil {
				return
			}
			if n += len(page); !more || n >= exportMost {
				return
			}
			if page, more, err = next(ctx.Context()); err != nil {
				w.Header().Set("X-Error", "the export is not complete")
				return
			}
		}
	}}
}

// fail answers with the error instead of a stream.
func fail(ctx huma.Context, err error) {
	var status huma.StatusError
	if !errors.As(err, &status) {
		status = huma.NewErrorWithContext(ctx, http.StatusInternalServerError, "", err)
	}
	ctx.SetHeader("Content-Type", "application/problem+json")
	ctx.SetStatus(status.GetStatus())
	_ = json.NewEncoder(ctx.BodyWriter()).Encode(status) // the client may be gone
}

func writer[T any](format string, header []string, cells func(T) []string, w io.Writer) func(T) error {
	if format != "csv" {
		encoder := json.NewEncoder(w)
		return func(record T) error { return encoder.Encode(record) }
	}
	out := csv.NewWriter(w)
	_ = out.Write(header) // an error stays until Error
	out.Flush()
	return func(record T) error {
		row := cells(record)
		for i := range row {
			row[i] = harmless(row[i])
		}
		_ = out.Write(row)
		out.Flush()
		return out.Error()
	}
}

// harmless keeps spreadsheets from taking a text for a formula.
func harmless(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		if _, err := strconv.ParseFloat(cell, 64); err != nil {
			return "'" + cell
		}
	}
	return cell
}

var spanHeader = []string{"start", "traceId", "spanId", "parentSpanId", "service", "name", "kind", "status", "statusMessage", "durationNs", "attributes", "resource"}

func spanCells(s Span) []string {
	return []string{s.Start.Format(time.RFC3339Nano), s.TraceID, s.SpanID, s.ParentSpanID, s.Service, s.Name, s.Kind, s.Status, s.StatusMessage, strconv.FormatUint(s.DurationNs, 10), object(s.Attributes), object(s.Resource)}
}

var logHeader = []string{"at", "severity", "service", "body", "traceId", "spanId", "event", "attributes", "resource"}

func logCells(l Log) []string {
	return []string{l.At.Format(time.RFC3339Nano), l.Severity, l.Service, l.Body, l.TraceID, l.SpanID, l.Event, object(l.Attributes), object(l.Resource)}
}

func object(m map[string]string) string {
	raw, _ := json.Marshal(m) // texts can always be written
	return string(raw)
}
