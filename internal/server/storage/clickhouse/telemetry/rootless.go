package telemetry

import (
	"time"

	"platform/internal/server/telemetry/query"
)

// aside is how far from the range of a search its traces are followed, to tell whether
// they have a root or began before.
const aside = 24 * time.Hour

// standsForRoot is the condition that a span is the one that stands for a trace whose
// root was not received: the earliest, of several at the same time the one with the least
// id. As a root does, it says to which environment the trace belongs. Whether a trace
// began in the window is told by its rows in the days of the whole search, so that it is
// in one window only.
func (q *statement) standsForRoot(w query.Range, t table, whole query.Range) string {
	return "(TraceId, Timestamp, SpanId) GLOBAL IN (SELECT TraceId, tupleElement(min((Timestamp, SpanId)) AS earliest, 1), tupleElement(earliest, 2) FROM " + t.name +
		" WHERE " + t.within(w) + " AND TraceId GLOBAL IN (" + rootless(w, t, whole) + ") GROUP BY TraceId)"
}

// rootless are the traces that begin in a window and of which no root was received.
// Those that have a row without a root there are told first: they are few, or as many as
// the window has, while the days around hold any number.
func rootless(w query.Range, t table, whole query.Range) string {
	days, b := query.Range{From: whole.From.Add(-aside), To: whole.To.Add(aside)}, t.beginnings()
	sql := "SELECT TraceId FROM " + b.in(days) +
		" AND TraceId GLOBAL IN (SELECT TraceId FROM " + b.in(w) + " AND " + within(b.time, w) + " AND NOT (" + b.root + "))" +
		" GROUP BY TraceId HAVING max(" + b.root + ") = 0 AND min(" + b.time + ") >= " + moment(w.From)
	if b.unsure == "" {
		return sql
	}
	return "SELECT TraceId FROM (" + sql + ") WHERE TraceId GLOBAL NOT IN (SELECT TraceId FROM " + t.name + " WHERE " + t.within(days) + " AND " + b.unsure + ")"
}

// beginnings is where it is read when traces begin and whether they have a root.
type beginnings struct {
	in     func(query.Range) string // table and condition: at least the rows of a range
	time   string                   // column
	root   string                   // condition that a row tells of a root
	unsure string                   // condition on roots that no row tells of; '' when all are told
}

// beginnings are read from the summary of traces, which only databases that this
// program made have; otherwise the spans themselves tell.
func (t table) beginnings() beginnings {
	if !t.summed {
		return beginnings{time: "Timestamp", root: isRoot, in: func(r query.Range) string { return t.name + " WHERE " + t.within(r) }}
	}
	return beginnings{time: "Start", root: "RootName != '' OR RootService != '' OR RootDuration > 0",
		unsure: isRoot + " AND ServiceName = '' AND SpanName = '' AND Duration = 0", in: func(r query.Range) string {
			return traceSummary + " WHERE Day >= toDate(" + moment(r.From) + ") AND Day <= toDate(" + moment(r.To) + ")"
		}}
}
