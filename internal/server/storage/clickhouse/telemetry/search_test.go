package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

var allOps = []query.Op{query.Equals, query.In, query.Contains, query.Prefix, query.Exists, query.Greater, query.AtLeast, query.Less, query.AtMost}

func someFilter(rnd *rand.Rand) query.Filter {
	f := query.Filter{Op: allOps[rnd.IntN(len(allOps))], Not: rnd.IntN(3) == 0}
	switch rnd.IntN(5) {
	case 0:
		f.Key = query.Key{Source: query.Field, Key: []string{"traceId", "spanId", "parentSpanId", "name", "service", "status", "durationMs", "environment"}[rnd.IntN(8)]}
	case 1:
		f.Key = query.Key{Source: query.Resource, Key: []string{"host.name", "service.name", "deployment.environment.name", "none"}[rnd.IntN(4)]}
	default:
		f.Key = query.Key{Source: query.Attribute, Key: []string{"k", "key", "o'k", "sp ace", "n", "none"}[rnd.IntN(6)]}
	}
	values := []string{telemetrytest.Text(rnd), telemetrytest.Text(rnd), "svc-1", "op-2", "h1", "Error", "staging", telemetrytest.Hex(uint64(rnd.IntN(20)), 8)}
	f.Value = values[rnd.IntN(len(values))]
	switch f.Op {
	case query.In:
		f.Values = values[:1+rnd.IntN(len(values))]
	case query.Greater, query.AtLeast, query.Less, query.AtMost:
		f.Value = fmt.Sprint([]float64{-3.5, 0, 2, 10, 1000, 1500.5}[rnd.IntN(6)])
		if f.Source == query.Field {
			f.Key.Key = "durationMs"
		}
	}
	return f
}

func TestFiltersFindWhatPlainEvaluationFinds(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	spans := telemetrytest.SomeSpans(rnd, 1500, time.Hour)
	w.Spans(spans...)
	records := make([]telemetrytest.Record, len(spans))
	for i, s := range spans {
		records[i] = s.Record()
	}
	cases, found := casesOf(t, 1000), 0
	for i := range cases {
		filters := []query.Filter{someFilter(rnd)}
		if rnd.IntN(3) == 0 {
			filters = append(filters, someFilter(rnd))
		}
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(30 * time.Minute))))
		search := query.Search{Range: query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(40*time.Minute))) + 1)}, Filters: filters}
		if err := query.Check(tenancy.Traces, search.Filters); err != nil {
			t.Fatalf("%+v: %v", filters, err)
		}
		want := uint64(0)
		for i, r := range records {
			if !spans[i].Start.Before(search.Range.From) && spans[i].Start.Before(search.Range.To) && !slices.ContainsFunc(filters, func(f query.Filter) bool { return !r.Fulfils(f) }) {
				want++
			}
		}
		got, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, search)
		if err != nil || got != want {
			t.Fatalf("case %d: %+v: %d, %v; want %d", i, filters, got, err, want)
		}
		if want > 0 && want < 1000 {
			found++
		}
	}
	if found < cases/10 {
		t.Errorf("only %d of %d cases found anything", found, cases)
	}
}

func ids(spans []domain.Span) (out []string) {
	for _, s := range spans {
		out = append(out, s.SpanID)
	}
	return out
}

func TestPagesNeitherRepeatNorSkipWhileSpansArrive(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(3, 4))
	spans := telemetrytest.SomeSpans(rnd, 1200, time.Hour)
	early, late := spans[:1000], spans[1000:]
	w.Spans(early...)
	for _, oldest := range []bool{false, true} {
		r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}
		seen := map[string]bool{}
		var last time.Time
		search := domain.SpanSearch{Search: query.Search{Range: r, Page: query.Page{Oldest: oldest}}}
		for i := 0; ; i++ {
			search.Page.Limit = 1 + rnd.IntN(90)
			page, err := w.Store.Spans(t.Context(), w.View, search)
			if err != nil {
				t.Fatal(err)
			}
			if len(page) == 0 {
				break
			}
			var positions []query.Position
			for _, s := range page {
				if seen[s.SpanID] {
					t.Fatalf("span %s is on two pages", s.SpanID)
				}
				seen[s.SpanID] = true
				if !last.IsZero() && (oldest && s.Start.Before(last) || !oldest && s.Start.After(last)) {
					t.Fatalf("%s after %s", s.Start, last)
				}
				last = s.Start
				positions = append(positions, s.Position)
			}
			search.Page.After = query.Next(search.Page.After, positions)
			if i == 3 && len(late) > 0 {
				w.Spans(late...)
				late = nil
			}
		}
		for _, s := range early {
			if !seen[s.ID] {
				t.Fatalf("span %s is on no page", s.ID)
			}
		}
	}
}

func TestEqualLogLinesOfOneMomentAreAllShown(t *testing.T) {
	w := telemetrytest.New(t)
	w.Records(slices.Repeat([]telemetrytest.Log{{Service: "s", Body: "the same", At: telemetrytest.Start}}, 25)...)
	search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, Page: query.Page{Limit: 7}}
	n := 0
	for {
		page, err := w.Store.Logs(t.Context(), w.View, search)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		n += len(page)
		var positions []query.Position
		for _, l := range page {
			positions = append(positions, l.Position)
		}
		search.Page.After = query.Next(search.Page.After, positions)
	}
	if n != 25 {
		t.Errorf("%d lines", n)
	}
}

func TestWordsOfBodiesAreFoundWhateverTheirCase(t *testing.T) {
	w := telemetrytest.New(t)
	bodies := []string{"Connection timed out to db-1", "connection refused", "CONNECTION  timed  OUT", `it's "quoted"`, "Füße timed out"}
	for i, b := range bodies {
		w.Records(telemetrytest.Log{Service: "s", Body: b, At: telemetrytest.Start.Add(time.Duration(i) * time.Second)})
	}
	f := func(text string, want ...int) {
		t.Helper()
		page, err := w.Store.Logs(t.Context(), w.View, query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Minute)}, Text: text, Page: query.Page{Limit: 10, Oldest: true}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range page {
			got = append(got, l.Body)
		}
		var wanted []string
		for _, i := range want {
			wanted = append(wanted, bodies[i])
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("%q finds %q; want %q", text, got, wanted)
		}
	}
	f("", 0, 1, 2, 3, 4)
	f("connection", 0, 1, 2)
	f("connection OUT", 0, 2)
	f(`"timed out"`, 0, 4)
	f("it's", 3)
	f("db-1", 0)
	f("nothing")
	f("FÜSSE")
}

func TestFacetsTimelinesAndKeysAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(5, 6))
	spans := telemetrytest.SomeSpans(rnd, 1500, time.Hour)
	w.Spans(spans...)
	for range casesOf(t, 150) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(30 * time.Minute))))
		filters := []query.Filter{someFilter(rnd)}
		search := query.Search{Range: query.Range{From: from, To: from.Add(20 * time.Minute)}, Filters: filters}
		if err := query.Check(tenancy.Traces, filters); err != nil {
			t.Fatal(err)
		}
		values, buckets, errors := map[string]uint64{}, map[int64]uint64{}, uint64(0)
		const step = 2 * time.Minute
		for _, s := range spans {
			r := s.Record()
			if s.Start.Before(search.Range.From) || !s.Start.Before(search.Range.To) || !r.Fulfils(filters[0]) {
				continue
			}
			if v, ok := s.Attributes["k"]; ok {
				values[v]++
			}
			buckets[query.StepStart(s.Start, step).UnixNano()]++
			if s.Failed {
				errors++
			}
		}
		facets, err := w.Store.Values(t.Context(), w.View, tenancy.Traces, search, []query.Key{{Source: query.Field, Key: "name"}, {Source: query.Attribute, Key: "k"}}, 1000)
		if err != nil || len(facets[1]) != len(values) {
			t.Fatalf("%v, %v; want %v", facets, err, values)
		}
		for _, c := range facets[1] {
			if values[c.Value] != c.Count {
				t.Fatalf("%q occurs %d times; want %d", c.Value, c.Count, values[c.Value])
			}
		}
		line, err := w.Store.Timeline(t.Context(), w.View, tenancy.Traces, search, step)
		if err != nil || len(line) != len(buckets) {
			t.Fatalf("%d buckets, %v; want %d", len(line), err, len(buckets))
		}
		for _, b := range line {
			errors -= b.Errors
			if buckets[b.At.UnixNano()] != b.Count {
				t.Fatalf("%s: %d; want %d", b.At, b.Count, buckets[b.At.UnixNano()])
			}
		}
		if errors != 0 {
			t.Fatalf("%d errors are missing", errors)
		}
	}
	keys, err := w.Store.Keys(t.Context(), w.View, tenancy.Traces, query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)})
	if err != nil || fmt.Sprint(keys.Attributes) != "[k key n o'k sp ace]" || !slices.Contains(keys.Resource, "host.name") {
		t.Errorf("%+v, %v", keys, err)
	}
}

func TestColumnsThatATableLacksHaveNoValues(t *testing.T) {
	w := telemetrytest.New(t)
	for _, sql := range []string{"ALTER TABLE otel_traces DROP COLUMN ScopeAttributes", "ALTER TABLE otel_logs DROP COLUMN EventName, DROP COLUMN ScopeAttributes"} {
		if err := w.DB.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.DB.Exec(t.Context(), "INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ServiceName) VALUES ('2026-03-04 05:10:00', 't', 's', 'svc-1')"); err != nil {
		t.Fatal(err)
	}
	if err := w.DB.Exec(t.Context(), "INSERT INTO otel_logs (Timestamp, ServiceName) VALUES ('2026-03-04 05:10:00', 'svc-1')"); err != nil {
		t.Fatal(err)
	}
	search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}}
	f := func(signal tenancy.Signal, roots bool, want string, keys ...query.Key) {
		t.Helper()
		search.Roots = roots
		if got, err := w.Store.Values(t.Context(), w.View, signal, search, keys, 10); err != nil || fmt.Sprint(got) != want {
			t.Errorf("%v of %s: %v, %v; want %s", keys, signal, got, err, want)
		}
	}
	service, scope, event := query.Key{Source: query.Field, Key: "service"}, query.Key{Source: query.Scope, Key: "x"}, query.Key{Source: query.Field, Key: "event"}
	f(tenancy.Traces, false, "[[] [{svc-1 1}]]", scope, service)
	f(tenancy.Traces, true, "[[{svc-1 1}] []]", service, scope)
	f(tenancy.Logs, false, "[[{svc-1 1}] [{ 1}] []]", service, event, scope)
	f(tenancy.Logs, false, "[[]]", scope)
}

func TestATraceIsFoundWholeByItsID(t *testing.T) {
	w := telemetrytest.New(t)
	spans := telemetrytest.SomeSpans(rand.New(rand.NewPCG(7, 8)), 200, time.Hour)
	spans[10].Events = []telemetrytest.Event{{At: spans[10].Start, Name: "e", Attributes: attributes{"x": "y"}}}
	w.Spans(spans...)
	w.Spans(spans[10]) // sent twice
	found, err := w.Store.Trace(t.Context(), w.View, spans[10].Trace, 100)
	if err != nil || len(found) != 5 {
		t.Fatalf("%v, %v", ids(found), err)
	}
	if !slices.IsSortedFunc(found, func(a, b domain.Span) int { return a.Start.Compare(b.Start) }) {
		t.Error("not in the order of time")
	}
	one, err := w.Store.Span(t.Context(), w.View, spans[10].ID, "")
	if err != nil || len(one.Events) != 1 || one.Events[0].Attributes["x"] != "y" || one.DurationNs != uint64(spans[10].Duration) || !one.Start.Equal(spans[10].Start) {
		t.Errorf("%+v, %v", one, err)
	}
	if _, err := w.Store.Span(t.Context(), w.View, spans[10].ID, spans[100].Trace); err == nil {
		t.Error("a span was found in another trace")
	}
	r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}
	summaries, err := w.Store.TraceSummaries(t.Context(), w.View, []string{spans[10].Trace, spans[100].Trace}, r)
	if err != nil || len(summaries) != 2 || summaries[spans[10].Trace].Spans != 5 {
		t.Errorf("%+v, %v", summaries, err)
	}
	w.View.Hidden = []string{"staging"}
	all, err := w.Store.Spans(t.Context(), w.View, domain.SpanSearch{Search: query.Search{Range: r, Page: query.Page{Limit: 1000}}})
	if err != nil {
		t.Fatal(err)
	}
	want := 1
	for _, s := range spans {
		if s.Environment != "staging" {
			want++
		}
	}
	if spans[10].Environment == "staging" {
		want--
	}
	if len(all) != want {
		t.Errorf("%d spans of other environments than staging; want %d", len(all), want)
	}
}
