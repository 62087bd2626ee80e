package query

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
)

// Source is where a filter, a facet or a grouping looks.
type Source string

// Sources.
const (
	Field     Source = "field"     // a field that all records of the signal have
	Attribute Source = "attribute" // an attribute of the record itself
	Resource  Source = "resource"  // an attribute of who sent it
	Scope     Source = "scope"     // an attribute of the instrumentation scope
)

// Key names something that records have.
type Key struct {
	Source Source `json:"source,omitempty" enum:"field,attribute,resource,scope" default:"attribute" doc:"Where to look: a field of every record, or attributes of the record, of its resource or of its scope."`
	Key    string `json:"key" minLength:"1" maxLength:"1024" doc:"Name of the field or attribute." example:"http.response.status_code"`
}

// Op is how a filter compares.
type Op string

// Operators.
const (
	Equals   Op = "equals"
	In       Op = "in"
	Contains Op = "contains"
	Prefix   Op = "prefix"
	Exists   Op = "exists"
	Greater  Op = "gt"
	AtLeast  Op = "gte"
	Less     Op = "lt"
	AtMost   Op = "lte"
)

// Filter is a condition on records. What a record does not have fulfils no
// condition, and so every negated one.
type Filter struct {
	Key
	Op     Op       `json:"op,omitempty" enum:"equals,in,contains,prefix,exists,gt,gte,lt,lte" default:"equals" doc:"How to compare. gt, gte, lt and lte compare as numbers."`
	Value  string   `json:"value,omitempty" maxLength:"4096" doc:"What to compare with; not for in and exists."`
	Values []string `json:"values,omitempty" maxItems:"200" doc:"What to compare with, for in."`
	Not    bool     `json:"not,omitempty" doc:"Turns the condition around."`

	// Or are other keys, any of which may fulfil the condition too.
	Or []Key `json:"-"`
}

// Bounds of a search.
const (
	mostFilters = 32
	mostValues  = 200
	valueBytes  = 4096
	keyBytes    = 1024
)

// fields are those of every record of a signal; true marks numbers.
var fields = map[tenancy.Signal]map[string]bool{
	tenancy.Traces: {"traceId": false, "spanId": false, "parentSpanId": false, "name": false, "kind": false, "service": false,
		"status": false, "statusMessage": false, "durationMs": true, "spanDurationMs": true, "scope": false, "environment": false,
		"rootName": false, "rootService": false, "rootStatus": false,
		// Of calls of language models, in whatever spelling.
		"operation": false, "provider": false, "model": false, "user": false, "conversation": false, "agent": false, "tool": false},
	tenancy.Logs: {"traceId": false, "spanId": false, "severity": false, "severityNumber": true, "service": false, "body": false,
		"scope": false, "event": false, "environment": false},
	tenancy.Metrics: {"service": false, "name": false, "unit": false, "scope": false, "environment": false},
}

// IsNumber says whether a field holds numbers.
func IsNumber(signal tenancy.Signal, field string) bool { return fields[signal][field] }

// OfRoot says whether a key names something that only the root span of a trace
// tells of it.
func (k Key) OfRoot() bool {
	return k.Source == Field && (k.Key == "rootName" || k.Key == "rootService" || k.Key == "rootStatus")
}

// OfTrace says whether a key names something of a trace as a whole. In a list of
// traces, filters on such keys hold on the root span. All others are about the
// spans of the trace: those that are not negated must hold on one and the same
// span, and no span may fulfil what is negated.
func (k Key) OfTrace() bool {
	return k.OfRoot() || k.Source == Field && (k.Key == "durationMs" || k.Key == "traceId")
}

// Check refuses a key that records of the signal cannot have, and fills in
// the default source.
func (k *Key) Check(signal tenancy.Signal) error {
	if k.Source == "" {
		k.Source = Attribute
	}
	switch {
	case !slices.Contains([]Source{Field, Attribute, Resource, Scope}, k.Source):
		return fault.New(fault.Invalid, "a source is field, attribute, resource or scope")
	case k.Key == "" || len(k.Key) > keyBytes:
		return fault.New(fault.Invalid, "a key has 1 to %d bytes", keyBytes)
	}
	if _, ok := fields[signal][k.Key]; k.Source == Field && !ok {
		return fault.New(fault.Invalid, "%s have no field %q", signal, cut(k.Key))
	}
	return nil
}

// Check refuses filters that cannot be evaluated on records of the signal,
// and fills in defaults.
func Check(signal tenancy.Signal, filters []Filter) error {
	if len(filters) > mostFilters {
		return fault.New(fault.Invalid, "more than %d filters", mostFilters)
	}
	for i := range filters {
		if err := filters[i].check(signal); err != nil {
			return err
		}
	}
	return nil
}

func (f *Filter) check(signal tenancy.Signal) error {
	if err := f.Key.Check(signal); err != nil {
		return err
	}
	for i := range f.Or {
		if err := f.Or[i].Check(signal); err != nil {
			return err
		}
	}
	if f.Op == "" {
		f.Op = Equals
	}
	if len(f.Value) > valueBytes || len(f.Values) > mostValues || slices.ContainsFunc(f.Values, func(v string) bool { return len(v) > valueBytes }) {
		return fault.New(fault.Invalid, "the filter on %q has values that are too long or too many", cut(f.Key.Key))
	}
	switch f.Op {
	case Equals, Contains, Prefix, Exists:
	case In:
		if len(f.Values) == 0 {
			return fault.New(fault.Invalid, "the filter on %q needs values", cut(f.Key.Key))
		}
	case Greater, AtLeast, Less, AtMost:
		if f.Source == Field && !IsNumber(signal, f.Key.Key) {
			return fault.New(fault.Invalid, "the field %q holds no numbers", cut(f.Key.Key))
		}
		if _, err := f.Number(); err != nil {
			return err
		}
	default:
		return fault.New(fault.Invalid, "no operator %q", cut(string(f.Op)))
	}
	return nil
}

// Number is the value as a number.
func (f *Filter) Number() (float64, error) {
	n, err := strconv.ParseFloat(strings.TrimSpace(f.Value), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, fault.New(fault.Invalid, "the filter on %q compares numbers, and its value is none", cut(f.Key.Key))
	}
	return n, nil
}

// cut shortens what a caller wrote, to be repeated to them.
func cut(s string) string {
	if len(s) > 64 {
		return s[:64] + "…"
	}
	return s
}
