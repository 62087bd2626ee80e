package telemetrytest

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"platform/internal/server/telemetry/query"
)

// Record is something that filters can be evaluated on, one by one.
type Record struct {
	Fields     Attributes // '' stands for what it lacks
	Attributes Attributes
	Resource   Attributes
	Scope      Attributes
}

// Record is the span as filters see it. What only the root of a trace tells of it
// is that of this span.
func (s Span) Record() Record {
	resource := Attributes{"service.name": s.Service}
	if s.Environment != "" {
		resource["deployment.environment.name"] = s.Environment
	}
	environment := s.Environment
	if environment == "" {
		environment = "production" // what ingest fills in
	}
	resource["deployment.environment"] = environment
	for k, v := range s.Resource {
		resource[k] = v
	}
	status := "Unset"
	if s.Failed {
		status = "Error"
	}
	duration := strconv.FormatFloat(float64(s.Duration)/1e6, 'f', -1, 64)
	return Record{Attributes: s.Attributes, Resource: resource, Fields: Attributes{"rootName": s.Name, "rootService": s.Service, "rootStatus": status, "spanDurationMs": duration, "traceId": s.Trace, "spanId": s.ID, "parentSpanId": s.Parent, "name": s.Name,
		"kind": "Client", "service": s.Service, "status": status, "statusMessage": s.Message, "durationMs": duration,
		"scope": "", "environment": environment}}
}

// Has says whether the span has a word in one of its texts.
func (s Span) Has(word string) bool {
	texts := append([]string{s.Name, s.Message}, slices.Collect(maps.Values(s.Attributes))...)
	for _, e := range s.Events {
		texts = append(texts, slices.Collect(maps.Values(e.Attributes))...)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(latin.Replace(text), latin.Replace(word)) })
}

// latin makes Latin letters small, and no others.
var latin = strings.NewReplacer(func() (pairs []string) {
	for c := 'A'; c <= 'Z'; c++ {
		pairs = append(pairs, string(c), string(c+'a'-'A'))
	}
	return pairs
}()...)

// Record is the log record as filters see it.
func (l Log) Record() Record {
	return Record{Attributes: l.Attributes, Resource: Attributes{"service.name": l.Service, "deployment.environment": "production"}, Fields: Attributes{"traceId": l.Trace,
		"spanId": l.Span, "severity": l.Severity, "severityNumber": strconv.Itoa(l.SeverityNumber), "service": l.Service, "body": l.Body, "scope": "", "event": "", "environment": "production"}}
}

// Fulfils evaluates a filter.
func (r Record) Fulfils(f query.Filter) bool { return r.positive(f) != f.Not }

func (r Record) positive(f query.Filter) bool {
	from := map[query.Source]Attributes{query.Field: r.Fields, query.Attribute: r.Attributes, query.Resource: r.Resource, query.Scope: r.Scope}[f.Source]
	value, has := from[f.Key.Key]
	if f.Source == query.Field && value == "" && f.Op != query.Equals && f.Op != query.In {
		has = false
	}
	if !has {
		return false
	}
	switch f.Op {
	case query.Exists:
		return true
	case query.Equals:
		return value == f.Value
	case query.In:
		return slices.Contains(f.Values, value)
	case query.Contains:
		return strings.Contains(value, f.Value)
	case query.Prefix:
		return strings.HasPrefix(value, f.Value)
	}
	have, err := strconv.ParseFloat(value, 64)
	want, _ := strconv.ParseFloat(f.Value, 64)
	if err != nil || strings.HasPrefix(value, "0x") {
		return false
	}
	switch f.Op {
	case query.Greater:
		return have > want
	case query.AtLeast:
		return have >= want
	case query.Less:
		return have < want
	}
	return have <= want
}
