package telemetry

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// SummaryBucket is the records of an hour, a day, a week or a month.
type SummaryBucket struct {
	Label    string   `json:"label" example:"2026/03/04 05:00"`
	Count    uint64   `json:"count"`
	Duration *float64 `json:"avgDuration,omitempty" doc:"Of spans, in nanoseconds."`
	Cost     *float64 `json:"cost,omitempty" doc:"That spans tell of."`
	Tokens   *float64 `json:"tokens,omitempty"`
	Errors   *uint64  `json:"errors,omitempty" doc:"Log records of severity error and above."`
	Services *uint64  `json:"services,omitempty"`
	Metrics  *uint64  `json:"metrics,omitempty"`
}

type compatSummary struct {
	Body struct {
		Err     *string         `json:"err"`
		Bucket  string          `json:"bucket" enum:"hour,day,week,month"`
		Buckets []SummaryBucket `json:"buckets"`
		Total   uint64          `json:"total"`
		Peak    uint64          `json:"peak"`
	}
}

// bucketFor is the unit that a range is summed up by.
func bucketFor(r query.Range) string {
	const day = 24 * time.Hour
	switch d := r.Span(); {
	case d <= 2*day:
		return "hour"
	case d <= 62*day:
		return "day"
	case d <= 366*day:
		return "week"
	}
	return "month"
}

func (s *Service) compatSummaryRoutes(api huma.API) {
	registerBoth(api, compatOperation("summarize", http.MethodPost, "/api/telemetry/summary/{signal}", "Sum a signal up over time",
		"signal is traces, exceptions, logs or metrics."),
		func(ctx context.Context, in *struct {
			Signal string `path:"signal" maxLength:"32"`
			Body   CompatBody
		}) (*compatSummary, error) {
			signal := tenancy.Signal(in.Signal)
			switch in.Signal {
			case "traces", "exceptions":
				signal = tenancy.Traces
			case "logs", "metrics":
			default:
				return nil, fault.New(fault.Invalid, "no such signal: traces, exceptions, logs or metrics")
			}
			search, err := in.Body.search(signal, 25)
			if err != nil {
				return nil, err
			}
			if signal == tenancy.Traces {
				search.Filters = append(search.Filters, failures(signal, in.Signal == "traces"))
			}
			v, err := s.views.Of(ctx, signal)
			if err != nil {
				return nil, err
			}
			out := &compatSummary{}
			out.Body.Bucket = bucketFor(search.Range)
			out.Body.Buckets, err = s.store.Summary(ctx, v, signal, search, out.Body.Bucket)
			for _, b := range out.Body.Buckets {
				out.Body.Total += b.Count
				out.Body.Peak = max(out.Body.Peak, b.Count)
			}
			if out.Body.Buckets == nil {
				out.Body.Buckets = []SummaryBucket{}
			}
			return out, err
		})
}
