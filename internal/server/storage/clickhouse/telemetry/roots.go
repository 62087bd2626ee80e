package telemetry

import (
	"strings"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

const isRoot = "ParentSpanId = ''"

// How far from its root the spans of a trace are looked for. One that starts
// later may be overlooked; without a bound, every search would read all times.
const (
	beforeRoot = time.Minute // clocks differ
	afterRoot  = time.Hour
)

// asked are the filters of a search for spans by whom they are about: the spans
// that are searched, or others of the same trace.
type asked struct {
	own  []query.Filter
	some []query.Filter // one of the others fulfils all of these
	none []query.Filter // none of the others fulfils any of these; not negated here
	text string         // words of the same one that fulfils some
}

// askedOf sorts the filters of a search. A search for roots asks about traces and
// all their spans; a search for spans asks about them, and about the roots of
// their traces.
func askedOf(s query.Search) asked {
	a := asked{}
	if s.Roots {
		a.text = s.Text
	}
	for _, f := range s.Filters {
		switch {
		case s.Roots && f.OfTrace() || !s.Roots && !f.OfRoot():
			a.own = append(a.own, f)
		case f.Not:
			f.Not = false
			a.none = append(a.none, f)
		default:
			a.some = append(a.some, f)
		}
	}
	return a
}

// foundSpans are the conditions on the spans that a search finds.
func (q *statement) foundSpans(v query.View, t table, s query.Search) string {
	return q.foundIn(s.Range, v, t, s)
}

// foundIn are the conditions on those of them that lie in a window of the search's range.
// Sets of traces are GLOBAL: in a cluster they are made once, for all nodes.
func (q *statement) foundIn(w query.Range, v query.View, t table, s query.Search) string {
	a := askedOf(s)
	if s.Roots {
		sql := q.foundRoots(w, v, t, s, a)
		if len(a.some) > 0 || a.text != "" {
			sql += " AND TraceId GLOBAL IN (SELECT TraceId FROM " + t.name + " WHERE " + q.someSpan(v, t, w, a) + ")"
		}
		return sql
	}
	sql := t.within(w) + " AND " + q.conditions(tenancy.Traces, v, t, a.own) + q.words(tenancy.Traces, s.Text)
	roots := query.Range{From: w.From.Add(-afterRoot), To: w.To.Add(beforeRoot)}
	if len(a.some) > 0 {
		sql += " AND TraceId GLOBAL IN (SELECT TraceId FROM " + t.name + " WHERE " + t.within(roots) + " AND " + isRoot + " AND " + q.conditions(tenancy.Traces, v, t, a.some) + ")"
	}
	return sql + q.without(v, t, roots, a.none, " AND "+isRoot)
}

// foundRoots are the conditions on the roots of a window, or the spans that stand for them,
// all but that their traces have some span.
func (q *statement) foundRoots(w query.Range, v query.View, t table, s query.Search, a asked) string {
	root := isRoot
	if s.Rootless {
		root = "(" + isRoot + " OR " + q.standsForRoot(w, t, s.Range) + ")"
	}
	return t.within(w) + " AND " + root + " AND " + q.conditions(tenancy.Traces, v, t, a.own) + q.without(v, t, aroundRoots(w), a.none, "")
}

// aroundRoots is when the spans start of traces whose roots start in a range.
func aroundRoots(r query.Range) query.Range {
	return query.Range{From: r.From.Add(-beforeRoot), To: r.To.Add(afterRoot)}
}

// someSpan are the conditions on a span for which a trace is found whose root starts
// in a range.
func (q *statement) someSpan(v query.View, t table, r query.Range, a asked) string {
	return t.within(aroundRoots(r)) + " AND " + q.conditions(tenancy.Traces, v, t, a.some) + q.words(tenancy.Traces, a.text)
}

// without is the condition, behind an AND, that no span of the trace that starts in a
// range fulfils any of these filters.
func (q *statement) without(v query.View, t table, r query.Range, none []query.Filter, also string) string {
	if len(none) == 0 {
		return ""
	}
	parts := make([]string, len(none))
	for i, f := range none {
		parts[i] = "(" + q.condition(tenancy.Traces, t, f) + ")"
	}
	return " AND TraceId GLOBAL NOT IN (SELECT TraceId FROM " + t.name + " WHERE " + t.within(r) + " AND " + q.visible(v, t) + also + " AND (" + strings.Join(parts, " OR ") + "))"
}
