package telemetry

import (
	"context"
	"slices"
	"time"

	"platform/internal/server/telemetry/query"
)

// LogContext is a log record and those around it.
type LogContext struct {
	Before []Log       `json:"before" doc:"In the order of time."`
	Record Log         `json:"record"`
	After  []Log       `json:"after" doc:"In the order of time."`
	Same   []query.Key `json:"same" doc:"What the records around have in common with the record."`
}

// Neighbours says which records around one are of interest.
type Neighbours string

// Kinds of neighbours.
const (
	OfAll     Neighbours = "all"
	OfService Neighbours = "service"
	OfHost    Neighbours = "host"
	OfStream  Neighbours = "stream" // of the same process and file
	OfTrace   Neighbours = "trace"
)

// streamKeys tell apart who wrote records and where to.
var streamKeys = []query.Key{field("service"), resource("service.instance.id"), resource("host.name"), resource("k8s.pod.uid"), resource("k8s.pod.name"), resource("container.id"),
	resource("process.pid"), attribute("log.file.path"), attribute("log.iostream")}

func resource(key string) query.Key { return query.Key{Source: query.Resource, Key: key} }

// keys are those that neighbours share with a record.
func (n Neighbours) keys() []query.Key {
	switch n {
	case OfService:
		return []query.Key{field("service")}
	case OfHost:
		return []query.Key{resource("host.name")}
	case OfStream:
		return streamKeys
	case OfTrace:
		return []query.Key{field("traceId")}
	}
	return nil
}

// sameAs are the filters that neighbours of a record fulfil, by the keys that
// it has.
func (n Neighbours) sameAs(l Log) (filters []query.Filter) {
	for _, k := range n.keys() {
		value := map[query.Source]map[string]string{query.Resource: l.Resource, query.Attribute: l.Attributes,
			query.Field: {"service": l.Service, "traceId": l.TraceID}}[k.Source][k.Key]
		if value != "" {
			filters = append(filters, query.Filter{Key: k, Op: query.Equals, Value: value})
		}
	}
	return filters
}

// aroundSpan is how far from a record its neighbours are looked for.
const aroundSpan = 24 * time.Hour

// LogContext returns a record and up to before and after records around it.
func (s *Service) LogContext(ctx context.Context, id string, same Neighbours, before, after int) (LogContext, error) {
	l, err := s.Log(ctx, id)
	if err != nil {
		return LogContext{}, err
	}
	out := LogContext{Record: l, Same: []query.Key{}}
	filters := same.sameAs(l)
	for _, f := range filters {
		out.Same = append(out.Same, f.Key)
	}
	around := query.Range{From: l.At.Add(-aroundSpan), To: l.At.Add(aroundSpan)}
	at := l.Position
	at.Skip = 1
	neighbours := func(page query.Page) ([]Log, error) {
		if page.Limit == 0 {
			return []Log{}, nil
		}
		page.After = &at
		found, _, err := s.Logs(ctx, query.Search{Range: around, Filters: filters, Page: page})
		return append([]Log{}, found...), err // a list, if an empty one
	}
	if out.After, err = neighbours(query.Page{Limit: after, Oldest: true}); err != nil {
		return out, err
	}
	// Lines that equal the record in all and its time are shown once: after it.
	for _, a := range out.After {
		if a.Position == l.Position {
			at.Skip++
		}
	}
	if out.Before, err = neighbours(query.Page{Limit: before}); err != nil {
		return out, err
	}
	slices.Reverse(out.Before)
	return out, nil
}
