package telemetry

import (
	"strconv"
	"strings"

	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// fieldColumns are the columns of fields. They are all that a field can become
// in SQL.
var fieldColumns = map[tenancy.Signal]map[string]string{
	tenancy.Traces: {"traceId": "TraceId", "spanId": "SpanId", "parentSpanId": "ParentSpanId", "name": "SpanName", "kind": "SpanKind",
		"service": "ServiceName", "status": "StatusCode", "statusMessage": "StatusMessage", "durationMs": "(Duration / 1e6)", "spanDurationMs": "(Duration / 1e6)", "scope": "ScopeName",
		"rootName": "SpanName", "rootService": "ServiceName", "rootStatus": "StatusCode", // on root spans
		"operation": first(genai.OperationKeys), "provider": first(genai.ProviderKeys), "model": first(genai.ModelKeys), "user": first(genai.UserKeys),
		"conversation": first(genai.ConversationKeys), "agent": first(genai.AgentKeys), "tool": first(genai.ToolKeys)},
	tenancy.Logs: {"traceId": "TraceId", "spanId": "SpanId", "severity": "SeverityText", "severityNumber": "SeverityNumber",
		"service": "ServiceName", "body": "Body", "scope": "ScopeName", "event": "EventName"},
	tenancy.Metrics: {"service": "ServiceName", "name": "MetricName", "unit": "MetricUnit", "scope": "ScopeName"},
}

// othersColumns are fields of spans in tables that this program did not make: older
// exporters write the codes by other names, and the duration of a span that ends before it
// starts as a negative number read as unsigned.
var othersColumns = map[string]string{"status": statusName, "rootStatus": statusName, "durationMs": "(" + notNegative + " / 1e6)", "spanDurationMs": "(" + notNegative + " / 1e6)"}

const statusName = "transform(toString(StatusCode), ['STATUS_CODE_ERROR', 'STATUS_CODE_OK', 'STATUS_CODE_UNSET'], ['Error', 'Ok', 'Unset'], toString(StatusCode))"

// attributeColumns are the maps of a signal's own attributes.
var attributeColumns = map[tenancy.Signal]string{tenancy.Traces: "SpanAttributes", tenancy.Logs: "LogAttributes", tenancy.Metrics: "Attributes"}

func mapColumn(signal tenancy.Signal, source query.Source) string {
	switch source {
	case query.Resource:
		return "ResourceAttributes"
	case query.Scope:
		return "ScopeAttributes"
	}
	return attributeColumns[signal]
}

// value is the expression of what a key names, as text; isMap says that the
// record may lack it. The key has been checked.
func (q *statement) value(signal tenancy.Signal, t table, k query.Key) (expression string, isMap bool) {
	if k.Source != query.Field {
		column := mapColumn(signal, k.Source)
		if !t.has(column) {
			return "''", true
		}
		return column + "[" + q.text(k.Key) + "]", true
	}
	if k.Key == "environment" {
		return t.environment(), false
	}
	if other := othersColumns[k.Key]; other != "" && signal == tenancy.Traces && !t.summed {
		return other, false
	}
	if k.Key == "event" && !t.has("EventName") {
		return "materialize('')", false // a constant is nothing to group by
	}
	return fieldColumns[signal][k.Key], false
}

// exists is the condition that a record has a key.
func (q *statement) exists(signal tenancy.Signal, t table, k query.Key) string {
	if k.Source == query.Field {
		value, _ := q.value(signal, t, k)
		if query.IsNumber(signal, k.Key) {
			return "1"
		}
		return value + " != ''"
	}
	column := mapColumn(signal, k.Source)
	if !t.has(column) {
		return "0"
	}
	return "mapContains(" + column + ", " + q.text(k.Key) + ")"
}

// condition is a filter as SQL.
func (q *statement) condition(signal tenancy.Signal, t table, f query.Filter) string {
	sql := q.positive(signal, t, f)
	for _, k := range f.Or {
		other := f
		other.Key = k
		sql = "(" + sql + ") OR (" + q.positive(signal, t, other) + ")"
	}
	if f.Not {
		return "NOT (" + sql + ")"
	}
	return sql
}

func (q *statement) positive(signal tenancy.Signal, t table, f query.Filter) string {
	if f.Op == query.Exists {
		return q.exists(signal, t, f.Key)
	}
	value, isMap := q.value(signal, t, f.Key)
	number := f.Source == query.Field && query.IsNumber(signal, f.Key.Key)
	if number && (f.Op == query.Equals || f.Op == query.In || f.Op == query.Contains || f.Op == query.Prefix) {
		value = "toString(" + value + ")"
	}
	switch f.Op {
	case query.Equals:
		// A map gives '' for what it lacks.
		if isMap && f.Value == "" {
			return q.exists(signal, t, f.Key) + " AND " + value + " = ''"
		}
		return value + " = " + q.text(f.Value)
	case query.In:
		return q.in(signal, t, f, value, isMap)
	case query.Contains:
		return q.exists(signal, t, f.Key) + " AND position(" + value + ", " + q.text(f.Value) + ") > 0"
	case query.Prefix:
		return q.exists(signal, t, f.Key) + " AND startsWith(" + value + ", " + q.text(f.Value) + ")"
	}
	n, _ := f.Number() // checked
	literal := "toFloat64(" + strconv.FormatFloat(n, 'e', -1, 64) + ")"
	operator := map[query.Op]string{query.Greater: ">", query.AtLeast: ">=", query.Less: "<", query.AtMost: "<="}[f.Op]
	if number {
		return value + " " + operator + " " + literal
	}
	return "ifNull(toFloat64OrNull(toString(" + value + ")) " + operator + " " + literal + ", 0)"
}

func (q *statement) in(signal tenancy.Signal, t table, f query.Filter, value string, isMap bool) string {
	sql := value + " IN " + q.texts(f.Values)
	for _, v := range f.Values {
		if v == "" && isMap {
			return q.exists(signal, t, f.Key) + " AND " + sql
		}
	}
	return sql
}

// conditions are those that records themselves fulfil: that the view shows them,
// and filters.
func (q *statement) conditions(signal tenancy.Signal, v query.View, t table, filters []query.Filter) string {
	parts := []string{q.visible(v, t)}
	for _, f := range filters {
		parts = append(parts, "("+q.condition(signal, t, f)+")")
	}
	return strings.Join(parts, " AND ")
}

// found are the conditions on the records that a search finds.
func (q *statement) found(signal tenancy.Signal, v query.View, t table, s query.Search) string {
	if signal == tenancy.Traces {
		return q.foundSpans(v, t, s)
	}
	return t.within(s.Range) + " AND " + q.conditions(signal, v, t, s.Filters) + q.words(signal, s.Text)
}
