package series

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

type queryBody struct {
	Metric      string         `json:"metric" minLength:"1" maxLength:"1024" example:"hw.gpu.utilization"`
	Kind        Kind           `json:"kind,omitempty" enum:"gauge,counter,updowncounter,histogram,exponential_histogram,summary" doc:"Of several metrics of the same name, which one."`
	From        string         `json:"from,omitempty" maxLength:"64"`
	To          string         `json:"to,omitempty" maxLength:"64"`
	Filters     []query.Filter `json:"filters,omitempty" maxItems:"32"`
	GroupBy     []query.Key    `json:"groupBy,omitempty" maxItems:"8"`
	Aggregation Aggregation    `json:"aggregation,omitempty" enum:"avg,min,max,sum,count,last,rate,increase,quantile" doc:"How the points of one series in a step become one value. Default: rate for counters, quantile for histograms, else avg."`
	Across      Across         `json:"across,omitempty" enum:"sum,avg,min,max" doc:"How the values of the series of a group become one. Default: sum for counters and sums, else avg."`
	Quantile    float64        `json:"quantile,omitempty" minimum:"0" maximum:"1" doc:"For the aggregation quantile." example:"0.95"`
	Step        int            `json:"stepSeconds,omitempty" minimum:"0" doc:"Chosen by the range when 0."`
	Limit       int            `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Groups to return; 50 when 0."`
}

func (b queryBody) query() (Query, error) {
	r, err := query.ParseRange(b.From, b.To, time.Now())
	if err != nil {
		return Query{}, err
	}
	q := Query{Metric: b.Metric, Kind: b.Kind, Range: r, Filters: b.Filters, GroupBy: b.GroupBy, Aggregation: b.Aggregation, Across: b.Across,
		Quantile: b.Quantile, Step: time.Duration(b.Step) * time.Second, Limit: b.Limit}
	if len(q.GroupBy) > 8 {
		return Query{}, fault.New(fault.Invalid, "more than 8 keys to group by")
	}
	for i := range q.GroupBy {
		if err := q.GroupBy[i].Check(tenancy.Metrics); err != nil {
			return Query{}, err
		}
	}
	return q, query.Check(tenancy.Metrics, q.Filters)
}

type seriesAnswer struct{ Body SeriesResult }

type metricDescription struct {
	Body struct {
		Metrics    []Metric          `json:"metrics" doc:"Several when senders disagree on the kind."`
		Attributes []AttributeValues `json:"attributes"`
	}
}

// Routes declares the endpoints of metrics.
func (s *Service) Routes(api huma.API) {
	const tag = "Metrics"
	huma.Register(api, query.Operation(tag, "query-series", http.MethodPost, "/api/telemetry/series", "Query a metric over time",
		"The values of a metric in each step of the time range, grouped by attributes. Growth of counters is counted over restarts."),
		func(ctx context.Context, in *struct{ Body queryBody }) (*seriesAnswer, error) {
			q, err := in.Body.query()
			if err != nil {
				return nil, err
			}
			r, err := s.Evaluate(ctx, q)
			return &seriesAnswer{r}, err
		})
	huma.Register(api, query.Operation(tag, "list-metrics", http.MethodGet, "/api/telemetry/metric-catalog", "List metrics",
		"The metrics that were sent in the time range."),
		func(ctx context.Context, in *struct {
			query.Times
			Name  string `query:"name" maxLength:"256" doc:"Part of the name."`
			Limit int    `query:"limit" minimum:"1" maximum:"5000" default:"1000"`
		}) (*query.Items[Metric], error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			found, err := s.Metrics(ctx, r, in.Name, in.Limit)
			return query.ItemsOf(found), err
		})
	huma.Register(api, query.Operation(tag, "describe-metric", http.MethodGet, "/api/telemetry/metric-catalog/{name}", "Describe a metric",
		"What a metric is, and the keys and values that its series are split by."),
		func(ctx context.Context, in *struct {
			query.Times
			Name string `path:"name" maxLength:"1024"`
		}) (*metricDescription, error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			out := &metricDescription{}
			out.Body.Metrics, out.Body.Attributes, err = s.Describe(ctx, r, in.Name)
			if out.Body.Attributes == nil {
				out.Body.Attributes = []AttributeValues{}
			}
			return out, err
		})
}
