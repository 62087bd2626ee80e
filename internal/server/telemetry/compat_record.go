package telemetry

import (
	"strings"
	"time"
)

func upper(s string) string { return strings.ToUpper(s) }
func lower(s string) string { return strings.ToLower(s) }

func title(s string) string {
	if s == "" {
		return s
	}
	return upper(s[:1]) + lower(s[1:])
}

// compatMoment is how times of records are written.
func compatMoment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000000000") }

// compatSpan is a span by the names of its columns.
type compatSpan struct {
	Timestamp          string              `json:"Timestamp"`
	TraceID            string              `json:"TraceId"`
	SpanID             string              `json:"SpanId"`
	ParentSpanID       string              `json:"ParentSpanId"`
	TraceState         string              `json:"TraceState"`
	SpanName           string              `json:"SpanName"`
	SpanKind           string              `json:"SpanKind"`
	ServiceName        string              `json:"ServiceName"`
	ResourceAttributes map[string]string   `json:"ResourceAttributes"`
	ScopeName          string              `json:"ScopeName"`
	ScopeVersion       string              `json:"ScopeVersion"`
	SpanAttributes     map[string]string   `json:"SpanAttributes"`
	Duration           uint64              `json:"Duration"`
	StatusCode         string              `json:"StatusCode"`
	StatusMessage      string              `json:"StatusMessage"`
	EventTimes         []string            `json:"Events.Timestamp"`
	EventNames         []string            `json:"Events.Name"`
	EventAttributes    []map[string]string `json:"Events.Attributes"`
	LinkTraces         []string            `json:"Links.TraceId"`
	LinkSpans          []string            `json:"Links.SpanId"`
	LinkStates         []string            `json:"Links.TraceState"`
	LinkAttributes     []map[string]string `json:"Links.Attributes"`
}

func compatSpanOf(s Span) compatSpan {
	out := compatSpan{Timestamp: compatMoment(s.Start), TraceID: s.TraceID, SpanID: s.SpanID, ParentSpanID: s.ParentSpanID, TraceState: s.TraceState,
		SpanName: s.Name, SpanKind: s.Kind, ServiceName: s.Service, ResourceAttributes: s.Resource, ScopeName: s.ScopeName, ScopeVersion: s.ScopeVersion,
		SpanAttributes: s.Attributes, Duration: s.DurationNs, StatusCode: s.Status, StatusMessage: s.StatusMessage,
		EventTimes: []string{}, EventNames: []string{}, EventAttributes: []map[string]string{},
		LinkTraces: []string{}, LinkSpans: []string{}, LinkStates: []string{}, LinkAttributes: []map[string]string{}}
	for _, e := range s.Events {
		out.EventTimes = append(out.EventTimes, compatMoment(e.At))
		out.EventNames = append(out.EventNames, e.Name)
		out.EventAttributes = append(out.EventAttributes, e.Attributes)
	}
	for _, l := range s.Links {
		out.LinkTraces = append(out.LinkTraces, l.TraceID)
		out.LinkSpans = append(out.LinkSpans, l.SpanID)
		out.LinkStates = append(out.LinkStates, l.TraceState)
		out.LinkAttributes = append(out.LinkAttributes, l.Attributes)
	}
	return out
}

// compatLog is a log record by the names of its columns.
type compatLog struct {
	RowID              string            `json:"rowId"`
	Timestamp          string            `json:"Timestamp"`
	TraceID            string            `json:"TraceId"`
	SpanID             string            `json:"SpanId"`
	TraceFlags         uint8             `json:"TraceFlags"`
	SeverityText       string            `json:"SeverityText"`
	SeverityNumber     uint8             `json:"SeverityNumber"`
	ServiceName        string            `json:"ServiceName"`
	Body               string            `json:"Body"`
	EventName          string            `json:"EventName"`
	ResourceAttributes map[string]string `json:"ResourceAttributes"`
	ScopeName          string            `json:"ScopeName"`
	ScopeVersion       string            `json:"ScopeVersion"`
	ScopeAttributes    map[string]string `json:"ScopeAttributes"`
	LogAttributes      map[string]string `json:"LogAttributes"`
}

func compatLogOf(l Log) compatLog {
	return compatLog{RowID: l.ID, Timestamp: compatMoment(l.At), TraceID: l.TraceID, SpanID: l.SpanID, TraceFlags: l.TraceFlags, SeverityText: l.Severity,
		SeverityNumber: l.SeverityNumber, ServiceName: l.Service, Body: l.Body, EventName: l.Event, ResourceAttributes: l.Resource, ScopeName: l.ScopeName,
		ScopeVersion: l.ScopeVersion, ScopeAttributes: l.Scope, LogAttributes: l.Attributes}
}

// mapOf converts each.
func mapOf[A, B any](in []A, f func(A) B) []B {
	out := make([]B, len(in))
	for i, a := range in {
		out[i] = f(a)
	}
	return out
}

// compatNode is a span in the tree of its trace.
type compatNode struct {
	compatSpan
	Cost     float64       `json:"Cost"`
	Children []*compatNode `json:"children"`
}

// compatTree builds the tree that the span of this id belongs to: below its
// outermost ancestor that is known. A parent that is missing, or a circle of
// parents, ends the way up.
func compatTree(spans []Span, id string, cost func(Span) float64) *compatNode {
	nodes := map[string]*compatNode{}
	var order []*compatNode
	for _, s := range spans {
		if nodes[s.SpanID] == nil {
			n := &compatNode{compatSpan: compatSpanOf(s), Cost: cost(s), Children: []*compatNode{}}
			nodes[s.SpanID] = n
			order = append(order, n)
		}
	}
	root := nodes[id]
	if root == nil {
		return nil
	}
	seen := map[*compatNode]bool{}
	for up := root; up != nil && !seen[up]; up = nodes[up.ParentSpanID] {
		seen[up], root = true, up
	}
	for _, n := range order {
		if parent := nodes[n.ParentSpanID]; parent != nil && n != root && parent != n {
			parent.Children = append(parent.Children, n)
		}
	}
	return root
}
