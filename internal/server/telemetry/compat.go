package telemetry

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// CompatBody is the body of the routes that existing clients know.
type CompatBody struct {
	_              struct{}        `additionalProperties:"true"`
	TimeLimit      *compatTime     `json:"timeLimit,omitempty" doc:"start and end are needed."`
	Limit          int             `json:"limit,omitempty" minimum:"0" maximum:"1000"`
	Offset         int             `json:"offset,omitempty" minimum:"0" maximum:"100000"`
	SelectedConfig *compatSelected `json:"selectedConfig,omitempty"`
	Sorting        *compatSorting  `json:"sorting,omitempty"`
	IncludeFilters bool            `json:"includeFilters,omitempty" doc:"Answer also with the values that can be chosen from."`
}

type compatTime struct {
	_     struct{} `additionalProperties:"true"`
	Type  string   `json:"type,omitempty" example:"24H"`
	Start string   `json:"start,omitempty" example:"2026-03-04T05:00:00Z"`
	End   string   `json:"end,omitempty" example:"2026-03-04T06:00:00Z"`
}

type compatSorting struct {
	_         struct{} `additionalProperties:"true"`
	Type      string   `json:"type,omitempty" example:"Timestamp"`
	Direction string   `json:"direction,omitempty" example:"desc"`
}

type compatSelected struct {
	_                struct{}       `additionalProperties:"true"`
	Models           []string       `json:"models,omitempty" maxItems:"200"`
	Providers        []string       `json:"providers,omitempty" maxItems:"200"`
	TraceTypes       []string       `json:"traceTypes,omitempty" maxItems:"200"`
	MaxCost          *float64       `json:"maxCost,omitempty"`
	ApplicationNames []string       `json:"applicationNames,omitempty" maxItems:"200"`
	ServiceNames     []string       `json:"serviceNames,omitempty" maxItems:"200"`
	Services         []string       `json:"services,omitempty" maxItems:"200"`
	SpanNames        []string       `json:"spanNames,omitempty" maxItems:"200"`
	Environments     []string       `json:"environments,omitempty" maxItems:"200"`
	Severities       []string       `json:"severities,omitempty" maxItems:"200"`
	TraceIDs         []string       `json:"traceIds,omitempty" maxItems:"200"`
	SpanIDs          []string       `json:"spanIds,omitempty" maxItems:"200"`
	MetricNames      []string       `json:"metricNames,omitempty" maxItems:"200"`
	MetricTypes      []string       `json:"metricTypes,omitempty" maxItems:"200"`
	CustomFilters    []compatCustom `json:"customFilters,omitempty" maxItems:"20"`
}

type compatCustom struct {
	_             struct{} `additionalProperties:"true"`
	AttributeType string   `json:"attributeType,omitempty" example:"SpanAttributes"`
	Key           string   `json:"key,omitempty"`
	Value         string   `json:"value,omitempty"`
}

// compatOperation declares a route that existing clients know.
func compatOperation(id, method, path, summary, description string) huma.Operation {
	return httpapi.ErrorBody(query.Operation("Telemetry", id, method, path, summary, description), compatRefusal)
}

// registerBoth serves a route also where earlier clients look for it, outside
// of the document.
func registerBoth[In, Out any](api huma.API, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	huma.Register(api, op, handle)
	op.Path = strings.Replace(op.Path, "/api/telemetry/", "/api/observability/", 1)
	op.OperationID, op.Hidden = op.OperationID+"-earlier", true
	huma.Register(api, op, handle)
}

const noTimes = "Start date or End date missing!"

// compatRefusal is a fault in the shapes that existing clients read: err
// beside the fault, or a bare text.
func compatRefusal(f *fault.Error) any {
	body := struct {
		*fault.Error
		Err  string `json:"err"`
		Code string `json:"code,omitempty"`
	}{Error: f, Err: f.Detail}
	switch {
	case f.Detail == noTimes:
		return noTimes
	case f.Status == http.StatusUnauthorized:
		body.Err = "Unauthorized"
	case f.Status == http.StatusServiceUnavailable:
		body.Code = "TELEMETRY_SOURCE_UNAVAILABLE"
	}
	return body
}

// fieldNames are the fields by the names of their columns.
var fieldNames = map[string]string{"TraceId": "traceId", "SpanId": "spanId", "ParentSpanId": "parentSpanId", "SpanName": "name", "SpanKind": "kind",
	"ServiceName": "service", "StatusCode": "status", "StatusMessage": "statusMessage", "ScopeName": "scope", "SeverityText": "severity",
	"SeverityNumber": "severityNumber", "Body": "body", "EventName": "event", "MetricName": "name", "MetricUnit": "unit"}

// search reads the body for records of a signal.
func (b CompatBody) search(signal tenancy.Signal, limit int) (query.Search, error) {
	if b.TimeLimit == nil || b.TimeLimit.Start == "" || b.TimeLimit.End == "" {
		return query.Search{}, fault.New(fault.Invalid, noTimes)
	}
	r, err := query.ParseRange(b.TimeLimit.Start, b.TimeLimit.End, time.Now())
	if err != nil {
		return query.Search{}, err
	}
	q := query.Search{Range: r, Page: query.Page{Limit: limit, Offset: b.Offset}}
	if b.Limit > 0 {
		q.Page.Limit = b.Limit
	}
	if b.Sorting != nil && b.Sorting.Direction == "asc" {
		q.Page.Oldest = true
	}
	if b.SelectedConfig != nil {
		q.Filters = b.SelectedConfig.filters(signal)
	}
	return q, query.Check(signal, q.Filters)
}

func anyOf(values []string, keys ...query.Key) query.Filter {
	return query.Filter{Key: keys[0], Op: query.In, Values: values, Or: keys[1:]}
}

func attribute(key string) query.Key { return query.Key{Source: query.Attribute, Key: key} }
func field(key string) query.Key     { return query.Key{Source: query.Field, Key: key} }

// Keys by which providers and environments were and are named.
var (
	providerKeys    = []query.Key{attribute("gen_ai.provider.name"), attribute("gen_ai.system"), attribute("db.system"), attribute("coding_agent.client")}
	modelKeys       = []query.Key{attribute("gen_ai.request.model"), attribute("gen_ai.response.model")}
	environmentKeys = []query.Key{field("environment"), attribute("gen_ai.environment")}
)

func (c compatSelected) filters(signal tenancy.Signal) (out []query.Filter) {
	add := func(values []string, keys ...query.Key) {
		if len(values) > 0 {
			out = append(out, anyOf(values, keys...))
		}
	}
	for _, names := range [][]string{c.ApplicationNames, c.ServiceNames, c.Services} {
		add(names, field("service"))
	}
	switch signal {
	case tenancy.Traces:
		add(c.Models, modelKeys...)
		add(c.Providers, providerKeys...)
		add(c.TraceTypes, attribute("gen_ai.operation.name"))
		add(c.SpanNames, field("name"))
		add(c.Environments, environmentKeys...)
		if c.MaxCost != nil {
			out = append(out, query.Filter{Key: attribute("gen_ai.usage.cost"), Op: query.Greater, Value: strconv.FormatFloat(*c.MaxCost, 'f', -1, 64), Not: true})
		}
	case tenancy.Logs:
		add(caseless(c.Severities), field("severity"))
		add(c.TraceIDs, field("traceId"))
		add(c.SpanIDs, field("spanId"))
	case tenancy.Metrics:
		add(c.MetricNames, field("name"))
	}
	for _, f := range c.CustomFilters {
		out = append(out, f.filter())
	}
	return out
}

func (c compatCustom) filter() query.Filter {
	f := query.Filter{Op: query.Equals, Value: c.Value}
	switch c.AttributeType {
	case "ResourceAttributes":
		f.Key = query.Key{Source: query.Resource, Key: c.Key}
	case "ScopeAttributes":
		f.Key = query.Key{Source: query.Scope, Key: c.Key}
	case "Field":
		f.Key = field(c.Key)
		if name, ok := fieldNames[c.Key]; ok {
			f.Key = field(name)
		}
	default:
		f.Key = attribute(c.Key)
	}
	return f
}

// caseless lists the spellings that severities are sent in.
func caseless(words []string) (out []string) {
	for _, w := range words {
		out = append(out, w, upper(w), lower(w), title(w))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
