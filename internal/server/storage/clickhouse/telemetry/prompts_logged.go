package telemetry

import (
	"context"
	"strings"
	"time"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// How far from a range the log records lie that tell of its calls: clocks differ, and what was
// asked may be told when the call has ended.
const (
	loggedBefore = time.Minute
	loggedAfter  = time.Hour
)

// eventName is what a log record says of itself; older senders say it in an attribute.
func eventName(t table) string {
	if !t.has("EventName") {
		return "LogAttributes['event.name']"
	}
	return "if(EventName != '', EventName, LogAttributes['event.name'])"
}

// askedNames are the conditions that a log record, by its name, may tell what a model was asked: one for
// each place of the name, as each alone lets the engine pass over rows and both together do not.
func askedNames(t table) (all []string) {
	if t.has("EventName") {
		all = []string{"EventName IN (" + names(genai.AskedEvents) + ")"}
	}
	return append(all, "mapContains(LogAttributes, 'event.name') AND LogAttributes['event.name'] IN ("+names(genai.AskedEvents)+")")
}

// logsAround are the log records of a range and of what may belong to it.
func (q *statement) logsAround(v query.View, t table, r query.Range) string {
	return q.found(tenancy.Logs, v, t, query.Search{Range: query.Range{From: r.From.Add(-loggedBefore), To: r.To.Add(loggedAfter)}})
}

// logsTell finds out which of these conditions log records of a range fulfil: none where
// senders do not tell what was asked in them.
func (s *Store) logsTell(ctx context.Context, v query.View, t table, r query.Range) (by []string, err error) {
	for _, named := range askedNames(t) {
		q := &statement{}
		q.add("SELECT 1 FROM %s WHERE %s AND %s LIMIT 1", logs, q.logsAround(v, t, r), named)
		err := s.rows(ctx, v, q, func(rows) error {
			by = append(by, "("+named+")")
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return by, nil
}

// fieldOf is an attribute of a log record, or else a field of its body, as text.
func fieldOf(key string) string {
	k := clickhouse.Literal(key)
	return "coalesce(nullIf(LogAttributes[" + k + "], ''), nullIf(JSONExtractString(Body, " + k + "), ''), nullIf(nullIf(JSONExtractRaw(Body, " + k + "), 'null'), '\"\"'), '')"
}

// askedOfLog is what a log record tells was asked, in the form that an event of a span would have.
func askedOfLog() string {
	plain := "if(JSONType(Body) = 'Object', '', Body)"
	content := "coalesce(nullIf(" + fieldOf("content") + ", ''), nullIf(" + plain + ", ''), " + fieldOf("gen_ai.event.content") + ")"
	return "multiIf(event = 'gen_ai.client.inference.operation.details', " + lastSaid(fieldOf("gen_ai.input.messages")) +
		", event = 'gen_ai.content.prompt', " + lastSaid(fieldOf("gen_ai.prompt")) + ", " + content + ")"
}

// logged writes what the log records that fulfil one of the conditions tell was asked, one row for each call:
// the present spelling, or else the last message of the user, or else of anybody.
func (q *statement) logged(v query.View, t table, r query.Range, by []string) {
	q.add("SELECT call, coalesce(nullIf(argMinIf(said, at, whole), 0), argMaxIf(said, (users, at), NOT whole)) AS asked FROM ("+
		"SELECT %s AS event, %s AS words, cityHash64(TraceId, SpanId) AS call, cityHash64(words) AS said, (Timestamp, %s) AS at,"+
		" event = 'gen_ai.client.inference.operation.details' AS whole, event IN ('gen_ai.user.message', 'gen_ai.content.prompt') AS users"+
		" FROM %s WHERE %s AND (%s) AND SpanId != '' AND words != '') GROUP BY call",
		eventName(t), askedOfLog(), logOrder, logs, q.logsAround(v, t, r), strings.Join(by, " OR "))
}
