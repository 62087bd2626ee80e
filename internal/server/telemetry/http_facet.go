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

// SignalBody is which records of a signal are counted.
type SignalBody struct {
	Signal   tenancy.Signal `json:"signal" enum:"traces,logs"`
	From     string         `json:"from,omitempty" maxLength:"64"`
	To       string         `json:"to,omitempty" maxLength:"64"`
	Filters  []query.Filter `json:"filters,omitempty" maxItems:"32"`
	Text     string         `json:"text,omitempty" maxLength:"1024" doc:"Words in the body of log records, or in the texts of spans."`
	Roots    bool           `json:"roots,omitempty" doc:"Count traces, those that the list of traces shows for the same filters. Values are counted by how many traces have a span with them."`
	Rootless bool           `json:"rootless,omitempty" doc:"With roots: count traces too of which no root span was received, as the list of traces does with it."`
	Errors   *bool          `json:"errors,omitempty" doc:"true: only spans that failed, traces with such a span, or log records of severity error and above; false: only others."`
}

func (b SignalBody) search() (query.Search, error) {
	if b.Signal != tenancy.Traces && b.Roots {
		return query.Search{}, fault.New(fault.Invalid, "only traces have roots")
	}
	q, err := query.SearchBody{From: b.From, To: b.To, Filters: b.Filters}.Search(b.Signal)
	q.Text, q.Roots, q.Rootless = b.Text, b.Roots, b.Rootless
	if err == nil {
		err = checkRootless(q)
	}
	if b.Errors != nil {
		q.Filters = append(q.Filters, failures(b.Signal, !*b.Errors))
	}
	return q, err
}

// keyOf refuses a key that the records cannot be counted by.
func (b SignalBody) keyOf(k *query.Key) error {
	if err := k.Check(b.Signal); err != nil {
		return err
	}
	if k.OfRoot() && !b.Roots {
		return fault.New(fault.Invalid, "only traces are counted by %s", k.Key)
	}
	return nil
}

// failures is the condition that a record tells of an error.
func failures(signal tenancy.Signal, not bool) query.Filter {
	if signal == tenancy.Logs {
		return query.Filter{Key: field("severityNumber"), Op: query.AtLeast, Value: "17", Not: not}
	}
	return query.Filter{Key: field("status"), Op: query.In, Values: []string{"Error", "STATUS_CODE_ERROR"}, Not: not}
}

type timeline struct {
	Body struct {
		Step    float64      `json:"stepSeconds"`
		Buckets []TimeBucket `json:"buckets"`
		Groups  []TimeGroup  `json:"groups,omitempty" doc:"With groupBy: its most frequent values."`
	}
}

type attributeKeys struct{ Body AttributeKeys }

func (s *Service) facetRoutes(api huma.API) {
	const tag = "Search"
	huma.Register(api, query.Operation(tag, "count-values", http.MethodPost, "/api/telemetry/facets", "Count values",
		"For each key, its values and how often each occurs among the records that fulfil the filters on other keys."),
		func(ctx context.Context, in *struct {
			Body struct {
				SignalBody
				Keys  []query.Key `json:"keys" minItems:"1" maxItems:"12"`
				Limit int         `json:"limit,omitempty" minimum:"0" maximum:"1000" doc:"Values of each key; 20 when 0."`
			}
		}) (*query.Items[Facet], error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			for i := range in.Body.Keys {
				if err := in.Body.keyOf(&in.Body.Keys[i]); err != nil {
					return nil, err
				}
			}
			limit := in.Body.Limit
			if limit == 0 {
				limit = 20
			}
			facets, err := s.Facets(ctx, in.Body.Signal, q, in.Body.Keys, limit)
			return query.ItemsOf(facets), err
		})
	huma.Register(api, query.Operation(tag, "count-over-time", http.MethodPost, "/api/telemetry/timeline", "Count over time",
		"How many records there were in each step of the time range, how many of them errors, and for spans how long they took."),
		func(ctx context.Context, in *struct {
			Body struct {
				SignalBody
				Step    int       `json:"stepSeconds,omitempty" minimum:"0" doc:"Chosen by the range when 0."`
				GroupBy query.Key `json:"groupBy,omitempty" doc:"Count also for each value of this key, such as the field severity or service."`
				Groups  int       `json:"groups,omitempty" minimum:"0" maximum:"50" doc:"Values of groupBy to count; 10 when 0."`
			}
		}) (*timeline, error) {
			q, err := in.Body.search()
			if err != nil {
				return nil, err
			}
			step := query.Step(q.Range, 120, time.Second)
			if in.Body.Step > 0 {
				step = time.Duration(in.Body.Step) * time.Second
			}
			if err := query.CheckStep(q.Range, step); err != nil {
				return nil, err
			}
			out := &timeline{}
			out.Body.Step = step.Seconds()
			if out.Body.Buckets, err = s.Timeline(ctx, in.Body.Signal, q, step); err != nil || in.Body.GroupBy.Key == "" {
				return out, err
			}
			if err := in.Body.keyOf(&in.Body.GroupBy); err != nil {
				return nil, err
			}
			if in.Body.Groups == 0 {
				in.Body.Groups = 10
			}
			out.Body.Groups, err = s.TimelineBy(ctx, in.Body.Signal, q, step, in.Body.GroupBy, in.Body.Groups)
			return out, err
		})
	huma.Register(api, query.Operation(tag, "list-attribute-keys", http.MethodGet, "/api/telemetry/attribute-keys", "List attribute keys",
		"Keys of attributes that records of the time range have, up to 500 of each kind."),
		func(ctx context.Context, in *struct {
			query.Times
			Signal tenancy.Signal `query:"signal" enum:"traces,logs,metrics" required:"true"`
		}) (*attributeKeys, error) {
			r, err := in.Range()
			if err != nil {
				return nil, err
			}
			keys, err := s.Keys(ctx, in.Signal, r)
			return &attributeKeys{keys}, err
		})
}
