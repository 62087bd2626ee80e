package dashboards

import (
	"slices"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

// WidgetQuery is what a widget asks of the telemetry routes.
type WidgetQuery struct {
	Source  Source         `json:"source" enum:"metric,spans,logs,models" doc:"metric: a metric over time. spans, logs: counts and latencies. models: calls of language models."`
	Filters []query.Filter `json:"filters,omitempty" maxItems:"32" doc:"Conditions on points, spans or log records."`
	Hidden  bool           `json:"hidden,omitempty" doc:"Only for the formula."`

	Metric      string             `json:"metric,omitempty" maxLength:"1024" doc:"Of the source metric." example:"hw.gpu.utilization"`
	Aggregation series.Aggregation `json:"aggregation,omitempty" enum:"avg,min,max,sum,count,last,rate,increase,quantile" doc:"Of the source metric; what suits it when left out."`
	Across      series.Across      `json:"across,omitempty" enum:"sum,avg,min,max" doc:"Of the source metric; what suits it when left out."`
	Quantile    float64            `json:"quantile,omitempty" minimum:"0" maximum:"1"`
	GroupBy     []query.Key        `json:"groupBy,omitempty" maxItems:"8" doc:"Of spans and logs one key."`

	Measure Measure           `json:"measure,omitempty" enum:"count,errors,errorRate,p50,p95,p99,cost,tokens,inputTokens,outputTokens,firstToken" doc:"Of spans, logs and models: what is counted."`
	By      []genai.Dimension `json:"by,omitempty" maxItems:"3" enum:"model,provider,service,user,operation,conversation,agent,environment" doc:"Of models: what calls are grouped by."`
	Text    string            `json:"text,omitempty" maxLength:"1024" doc:"Of logs: words in the body."`
}

// Source is where the numbers of a query come from.
type Source string

// Sources.
const (
	Metric Source = "metric"
	Spans  Source = "spans"
	Logs   Source = "logs"
	Models Source = "models"
)

// Measure is what is counted of spans, logs and calls of models.
type Measure string

// measures are those of each source.
var measures = map[Source][]Measure{
	Spans:  {"count", "errors", "errorRate", "p50", "p95", "p99"},
	Logs:   {"count", "errors"},
	Models: {"count", "errors", "errorRate", "p50", "p95", "p99", "cost", "tokens", "inputTokens", "outputTokens", "firstToken"},
}

// signals say which records the filters of a source look at.
var signals = map[Source]tenancy.Signal{Metric: tenancy.Metrics, Spans: tenancy.Traces, Logs: tenancy.Logs, Models: tenancy.Traces}

var (
	aggregations = []series.Aggregation{"", series.Avg, series.Min, series.Max, series.Sum, series.Count, series.Last, series.Rate, series.Increase, series.Quantile}
	acrosses     = []series.Across{"", series.AcrossSum, series.AcrossAvg, series.AcrossMin, series.AcrossMax}
	dimensions   = []genai.Dimension{genai.ByModel, genai.ByProvider, genai.ByService, genai.ByUser, genai.ByOperation, genai.ByConversation, genai.ByAgent, genai.ByEnvironment}
)

// check refuses what the routes of the source would not take.
func (q *WidgetQuery) check(at string) error {
	signal, ok := signals[q.Source]
	if !ok {
		return invalid(at+".source", "is none of metric, spans, logs and models")
	}
	if err := query.Check(signal, q.Filters); err != nil {
		return invalid(at+".filters", "%s", err)
	}
	if q.Source == Metric {
		return q.checkMetric(at)
	}
	switch {
	case !slices.Contains(measures[q.Source], q.Measure):
		return invalid(at+".measure", "is none of %v", measures[q.Source])
	case q.Metric != "" || q.Aggregation != "" || q.Across != "" || q.Quantile != 0:
		return invalid(at+".metric", "belongs to the source metric, as do aggregation, across and quantile")
	case q.Text != "" && q.Source != Logs:
		return invalid(at+".text", "belongs to the source logs")
	case !storable(q.Text) || len(q.Text) > 1024:
		return invalid(at+".text", "has more than 1024 bytes")
	}
	if q.Source == Models {
		return q.checkModels(at)
	}
	switch {
	case len(q.By) > 0:
		return invalid(at+".by", "belongs to the source models")
	case len(q.GroupBy) > 1:
		return invalid(at+".groupBy", "of %s is one key", q.Source)
	case len(q.GroupBy) > 0 && q.Measure != "count" && q.Measure != "errors":
		return invalid(at+".measure", "of groups is count or errors")
	}
	return q.checkKeys(at)
}

func (q *WidgetQuery) checkMetric(at string) error {
	switch {
	case q.Metric == "" || len(q.Metric) > 1024 || !storable(q.Metric):
		return invalid(at+".metric", "has not 1 to 1024 bytes")
	case !slices.Contains(aggregations, q.Aggregation):
		return invalid(at+".aggregation", "is none of %v", aggregations[1:])
	case !slices.Contains(acrosses, q.Across):
		return invalid(at+".across", "is none of %v", acrosses[1:])
	case !(q.Quantile >= 0 && q.Quantile <= 1):
		return invalid(at+".quantile", "is not between 0 and 1")
	case q.Measure != "" || len(q.By) > 0 || q.Text != "":
		return invalid(at+".measure", "belongs to spans, logs and models, as do by and text")
	}
	return q.checkKeys(at)
}

func (q *WidgetQuery) checkKeys(at string) error {
	if len(q.GroupBy) > 8 {
		return invalid(at+".groupBy", "has more than 8 keys")
	}
	for i := range q.GroupBy {
		if err := q.GroupBy[i].Check(signals[q.Source]); err != nil {
			return invalid(at+".groupBy", "%s", err)
		}
		if slices.Contains(q.GroupBy[:i], q.GroupBy[i]) {
			return invalid(at+".groupBy", "has a key twice")
		}
	}
	return nil
}

func (q *WidgetQuery) checkModels(at string) error {
	if len(q.GroupBy) > 0 {
		return invalid(at+".groupBy", "belongs to the other sources; models have by")
	}
	if len(q.By) > 3 {
		return invalid(at+".by", "has more than 3 entries")
	}
	for i, d := range q.By {
		if !slices.Contains(dimensions, d) || slices.Contains(q.By[:i], d) {
			return invalid(at+".by", "has an entry that is unknown or there twice")
		}
	}
	return nil
}
