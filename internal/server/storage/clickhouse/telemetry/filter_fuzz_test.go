package telemetry

import (
	"strings"
	"testing"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// FuzzStatements holds that what callers write never becomes SQL: a statement
// is the same whatever the texts in its filters are.
func FuzzStatements(f *testing.F) {
	f.Add("k", "v", "word", uint8(0))
	f.Add("o'k", "'; DROP TABLE otel_traces; --", `"a b`, uint8(5))
	f.Add("{p0:String}", "\\", "?", uint8(130))
	f.Fuzz(func(t *testing.T, key, value, word string, kind uint8) {
		ops := []query.Op{query.Equals, query.In, query.Contains, query.Prefix, query.Exists}
		sources := []query.Source{query.Attribute, query.Resource, query.Scope}
		tbl := table{name: traces, columns: map[string]string{"SpanAttributes": "Map", "ResourceAttributes": "Map", "ScopeAttributes": "Map", "Environment": "String"}}
		build := func(key, value, word, hidden string) string {
			q := &statement{}
			filter := query.Filter{Key: query.Key{Source: sources[int(kind)%3], Key: key}, Op: ops[int(kind/3)%5], Value: value, Values: []string{value}, Not: kind > 127}
			return q.found(tenancy.Traces, query.View{Hidden: []string{hidden}}, tbl, query.Search{Filters: []query.Filter{filter}, Text: word, Roots: kind%2 == 0})
		}
		if key == "" || value == "" {
			return
		}
		plain := strings.TrimSpace(strings.Repeat(" w", len(wordsOf(word))))
		if got, want := build(key, value, word, value), build("k", "v", plain, "e"); got != want {
			t.Errorf("%q, %q become SQL: %s", key, value, got)
		}
	})
}
