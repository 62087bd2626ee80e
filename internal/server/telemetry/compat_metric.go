package telemetry

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// MetricRow is a metric of a service in a list.
type MetricRow struct {
	Name         string    `json:"metricName"`
	Type         string    `json:"metricType" enum:"gauge,sum,histogram,summary,exponential_histogram"`
	Service      string    `json:"serviceName"`
	Description  string    `json:"metricDescription"`
	Unit         string    `json:"metricUnit"`
	Latest       float64   `json:"latestValue"`
	Avg          float64   `json:"avgValue"`
	Min          float64   `json:"minValue"`
	Max          float64   `json:"maxValue"`
	Points       uint64    `json:"pointCount"`
	Observations uint64    `json:"observationCount"`
	LastSeen     time.Time `json:"lastSeen"`
}

// MetricSearch is which metrics to list.
type MetricSearch struct {
	query.Search
	Types   []string // gauge, sum and so on; nil for all
	Name    string   // "" for all
	Service string   // "" for all
}

// MetricPoint is a point of a metric by the names of its columns.
type MetricPoint struct {
	At         string            `json:"TimeUnix"`
	Service    string            `json:"ServiceName"`
	Attributes map[string]string `json:"Attributes"`
	Resource   map[string]string `json:"ResourceAttributes"`
	Value      float64           `json:"Value"`
}

// MetricMean is the mean of a metric's points in a step.
type MetricMean struct {
	At    time.Time
	Value float64
}

// Types of metrics as the list names them.
var compatTypes = []string{"gauge", "sum", "histogram", "summary", "exponential_histogram"}

type compatMetricSeries struct {
	Body struct {
		Err    *string            `json:"err"`
		Series []compatSeriesItem `json:"series"`
		Points []MetricPoint      `json:"points"`
	}
}

type compatSeriesItem struct {
	Time  string  `json:"request_time" example:"2026/03/04 05:06"`
	Value float64 `json:"value"`
}

type compatMetricConfig struct {
	Services    []string `json:"services"`
	MetricNames []string `json:"metricNames"`
	MetricTypes []string `json:"metricTypes"`
	TotalRows   uint64   `json:"totalRows"`
}

type compatMetricKeys struct {
	Err      *string  `json:"err"`
	Metric   []string `json:"metricAttributeKeys"`
	Resource []string `json:"resourceAttributeKeys"`
	Scope    []string `json:"scopeAttributeKeys"`
	Span     []string `json:"spanAttributeKeys"`
}

func (b CompatBody) metrics() (MetricSearch, error) {
	search, err := b.search(tenancy.Metrics, 25)
	q := MetricSearch{Search: search}
	if b.SelectedConfig != nil {
		for _, t := range b.SelectedConfig.MetricTypes {
			if slices.Contains(compatTypes, lower(t)) {
				q.Types = append(q.Types, lower(t))
			}
		}
	}
	return q, err
}

func (s *Service) compatMetricRoutes(api huma.API) {
	registerBoth(api, compatOperation("list-metric-rows", http.MethodPost, "/api/telemetry/metrics", "List metrics by service", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatPage[MetricRow], error) {
			q, err := in.Body.metrics()
			if err != nil {
				return nil, err
			}
			v, err := s.views.Of(ctx, tenancy.Metrics)
			if err != nil {
				return nil, err
			}
			found, err := s.store.MetricRows(ctx, v, q)
			out := &compatPage[MetricRow]{}
			out.Body.Total = uint64(len(found))
			offset := min(q.Page.Offset, len(found))
			out.Body.Records = append([]MetricRow{}, found[offset:min(len(found), offset+q.Page.Limit)]...)
			return out, err
		})
	registerBoth(api, compatOperation("get-metric", http.MethodPost, "/api/telemetry/metrics/{name}", "Get a metric over time",
		"The mean of all points in each step, and the newest points. For groups, rates and quantiles see /api/telemetry/series."), s.compatMetric)
	registerBoth(api, compatOperation("get-metric-config", http.MethodPost, "/api/telemetry/metrics/config", "List values to filter metrics by", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatConfig[compatMetricConfig], error) {
			q, err := in.Body.metrics()
			if err != nil {
				return nil, err
			}
			v, err := s.views.Of(ctx, tenancy.Metrics)
			if err != nil {
				return nil, err
			}
			found, err := s.store.MetricRows(ctx, v, MetricSearch{Search: query.Search{Range: q.Range}})
			out := &compatConfig[compatMetricConfig]{}
			out.Body.Data = []compatMetricConfig{configOf(found)}
			return out, err
		})
	registerBoth(api, compatOperation("list-metric-attribute-keys", http.MethodPost, "/api/telemetry/metrics/attribute-keys", "List attribute keys of metrics", ""),
		func(ctx context.Context, in *struct{ Body CompatBody }) (*compatKeys[compatMetricKeys], error) {
			q, err := in.Body.metrics()
			if err != nil {
				return nil, err
			}
			k, err := s.Keys(ctx, tenancy.Metrics, q.Range)
			return &compatKeys[compatMetricKeys]{compatMetricKeys{Metric: k.Attributes, Resource: k.Resource, Scope: k.Scope, Span: []string{}}}, err
		})
}

func configOf(found []MetricRow) compatMetricConfig {
	c := compatMetricConfig{Services: []string{}, MetricNames: []string{}, MetricTypes: []string{}}
	for _, r := range found {
		c.Services, c.MetricNames, c.MetricTypes = append(c.Services, r.Service), append(c.MetricNames, r.Name), append(c.MetricTypes, r.Type)
		c.TotalRows += r.Points
	}
	for _, l := range []*[]string{&c.Services, &c.MetricNames, &c.MetricTypes} {
		slices.Sort(*l)
		*l = slices.DeleteFunc(slices.Compact(*l), func(s string) bool { return s == "" })
	}
	return c
}

func (s *Service) compatMetric(ctx context.Context, in *struct {
	Name string `path:"name" maxLength:"1024"`
	Body struct {
		CompatBody
		MetricType  string `json:"metricType,omitempty"`
		ServiceName string `json:"serviceName,omitempty"`
	}
}) (*compatMetricSeries, error) {
	if in.Body.TimeLimit == nil { // the metric is named: the last hour will do
		in.Body.TimeLimit = &compatTime{Start: "now-1h", End: "now"}
	}
	q, err := in.Body.metrics()
	if err != nil {
		return nil, err
	}
	q.Name, q.Service = in.Name, in.Body.ServiceName
	if t := lower(in.Body.MetricType); slices.Contains(compatTypes, t) {
		q.Types = []string{t}
	}
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	means, points, err := s.store.MetricMeans(ctx, v, q, query.Step(q.Range, 240, time.Minute), 100)
	if err == nil && len(points) == 0 {
		err = fault.New(fault.NotFound, "no metric of that name was sent in the time range")
	}
	out := &compatMetricSeries{}
	out.Body.Points = points
	out.Body.Series = mapOf(means, func(m MetricMean) compatSeriesItem {
		return compatSeriesItem{m.At.UTC().Format("2006/01/02 15:04"), m.Value}
	})
	return out, err
}
