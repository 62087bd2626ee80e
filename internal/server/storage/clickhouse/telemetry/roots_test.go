package telemetry_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// plainTraces evaluates searches over traces span by span.
type plainTraces struct {
	all, seen map[string][]telemetrytest.Span // by trace; of all environments, and of those in view
	hidden    []string
}

func plainTracesOf(spans []telemetrytest.Span, hidden []string) plainTraces {
	p := plainTraces{map[string][]telemetrytest.Span{}, map[string][]telemetrytest.Span{}, hidden}
	for _, s := range spans {
		p.all[s.Trace] = append(p.all[s.Trace], s)
		if p.sees(s) {
			p.seen[s.Trace] = append(p.seen[s.Trace], s)
		}
	}
	return p
}

func (p plainTraces) sees(s telemetrytest.Span) bool {
	return !slices.Contains(p.hidden, s.Record().Fields["environment"])
}

func fulfilsAll(s telemetrytest.Span, filters []query.Filter) bool {
	r := s.Record()
	return !slices.ContainsFunc(filters, func(f query.Filter) bool { return !r.Fulfils(f) })
}

// standing are the spans that stand for their trace: its roots, or where there is none and
// such traces count, the earliest.
func standing(spans []telemetrytest.Span, rootless bool) (out []telemetrytest.Span) {
	for _, s := range spans {
		if s.Parent == "" {
			out = append(out, s)
		}
	}
	if len(out) > 0 || !rootless {
		return out
	}
	return []telemetrytest.Span{slices.MinFunc(spans, func(a, b telemetrytest.Span) int {
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.ID, b.ID))
	})}
}

// matches are the spans of a root's trace for which the trace is found; found is false when
// it is not.
func (p plainTraces) matches(root telemetrytest.Span, s query.Search) (some []telemetrytest.Span, found bool) {
	var own, positive []query.Filter
	for _, f := range s.Filters {
		switch {
		case f.OfTrace():
			own = append(own, f)
		case f.Not:
			f.Not = false
			if slices.ContainsFunc(p.seen[root.Trace], func(sp telemetrytest.Span) bool { return fulfilsAll(sp, []query.Filter{f}) }) {
				return nil, false
			}
		default:
			positive = append(positive, f)
		}
	}
	if !inside(s.Range, root.Start) || !fulfilsAll(root, own) {
		return nil, false
	}
	for _, sp := range p.seen[root.Trace] {
		if fulfilsAll(sp, positive) && !slices.ContainsFunc(strings.Fields(s.Text), func(word string) bool { return !sp.Has(word) }) {
			some = append(some, sp)
		}
	}
	return some, len(some) > 0 || len(positive) == 0 && s.Text == ""
}

// counted is what a search finds: roots, and how many of them there are by bucket and by the value
// of a key.
type counted struct {
	roots   []string
	errors  uint64
	buckets map[int64]uint64
	values  map[string]uint64
	both    map[string]uint64
}

func (p plainTraces) count(s query.Search, k query.Key, step time.Duration) counted {
	c := counted{buckets: map[int64]uint64{}, values: map[string]uint64{}, both: map[string]uint64{}}
	for _, spans := range p.all {
		for _, root := range standing(spans, s.Rootless) {
			some, found := p.matches(root, s)
			if !found || !p.sees(root) {
				continue
			}
			if root.Failed {
				c.errors++
			}
			at := query.StepStart(root.Start, step).UnixNano()
			c.roots, c.buckets[at] = append(c.roots, root.ID), c.buckets[at]+1
			if k.OfTrace() {
				some = []telemetrytest.Span{root}
			}
			values := map[string]bool{}
			for _, sp := range some {
				r := sp.Record()
				if v, ok := map[query.Source]telemetrytest.Attributes{query.Field: r.Fields, query.Attribute: r.Attributes}[k.Source][k.Key]; ok {
					values[v] = true
				}
			}
			for v := range values {
				c.values[v]++
				c.both[fmt.Sprint(v, at)]++
			}
		}
	}
	slices.Sort(c.roots)
	return c
}

// someTraceSearch is a search for traces, or for spans by the roots of their traces.
func someTraceSearch(rnd *rand.Rand) query.Search {
	s := query.Search{Range: someRange(rnd), Roots: true}
	for range rnd.IntN(4) {
		f := someFilter(rnd)
		if rnd.IntN(4) == 0 {
			f = query.Filter{Key: query.Key{Source: query.Field, Key: []string{"rootName", "rootService", "rootStatus"}[rnd.IntN(3)]}, Op: query.In, Values: []string{"op-1", "op-2", "svc-1", "Error"}, Not: rnd.IntN(3) == 0}
		}
		s.Filters = append(s.Filters, f)
	}
	if rnd.IntN(3) == 0 {
		s.Text = []string{"a", "OP-1", "timed it's", "ключ", "op-2 B", "drop TABLE", "日本"}[rnd.IntN(7)]
	}
	return s
}

func TestTracesAreFoundByAnyOfTheirSpans(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(81, 82))
	spans := telemetrytest.SomeTraces(rnd, 300, 90*time.Minute)
	w.Spans(spans...)
	compareTraces(t, w, spans, casesOf(t, 150), anyKeys, func() query.Search { return someTraceSearch(rnd) }, rnd)
}

// Keys that traces are counted by: of any span, or of the trace.
var (
	anyKeys   = []query.Key{{Source: query.Attribute, Key: "k"}, {Source: query.Field, Key: "service"}, {Source: query.Field, Key: "status"}, {Source: query.Field, Key: "rootName"}}
	traceKeys = []query.Key{{Source: query.Field, Key: "rootName"}, {Source: query.Field, Key: "rootService"}, {Source: query.Field, Key: "rootStatus"}}
)

// compareTraces asks searches for traces, and compares what they find and count with plain evaluation.
func compareTraces(t *testing.T, w *telemetrytest.World, spans []telemetrytest.Span, cases int, keys []query.Key, some func() query.Search, rnd *rand.Rand) {
	t.Helper()
	plain := plainTracesOf(spans, w.View.Hidden)
	found := 0
	for i := range cases {
		search, key, step := some(), keys[rnd.IntN(len(keys))], []time.Duration{time.Minute, 7 * time.Minute}[rnd.IntN(2)]
		if err := query.Check(tenancy.Traces, search.Filters); err != nil {
			t.Fatal(err)
		}
		want := plain.count(search, key, step)
		about := fmt.Sprintf("case %d: %+v", i, search)
		if got := allRoots(t, w, search, rnd); !slices.Equal(got, want.roots) {
			t.Fatalf("%s: %v; want %v", about, got, want.roots)
		}
		if n, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, search); err != nil || n != uint64(len(want.roots)) {
			t.Fatalf("%s: %d, %v; want %d", about, n, err, len(want.roots))
		}
		checkCounts(t, w, search, key, step, want, about)
		if len(want.roots) > 0 && len(want.roots) < 150 && (len(search.Filters) > 0 || search.Rootless) {
			found++
		}
	}
	if found < cases/10 {
		t.Errorf("only %d of %d cases chose any traces", found, cases)
	}
}

// Data around midnight: telemetrytest.Start is at six minutes past five.
const toMidnight = 18*time.Hour + 10*time.Minute

func TestTracesWithoutARootAreFoundByTheirEarliestSpan(t *testing.T) {
	for i, tables := range []struct {
		name   string
		hidden []string
		alter  []string
	}{
		{name: "summary"},
		{name: "another environment", hidden: []string{"staging"}},
		{name: "no summary", alter: []string{noSummary}},
	} {
		for j, far := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, far %t", tables.name, far), func(t *testing.T) {
				t.Parallel()
				w := telemetrytest.New(t)
				w.View.Hidden = tables.hidden
				exec(t, w, tables.alter...)
				rnd := rand.New(rand.NewPCG(85, uint64(i*2+j)))
				spans := telemetrytest.WithoutRoots(rnd, telemetrytest.SomeTraces(rnd, 300, 90*time.Minute), far)
				for i := range spans {
					spans[i].Start = spans[i].Start.Add(toMidnight)
				}
				arriveApart(w, spans, rnd)
				cases, keys := casesOf(t, 24), anyKeys
				if far {
					keys = traceKeys
				}
				compareTraces(t, w, spans, cases, keys, func() query.Search {
					s := someTraceSearch(rnd)
					s.Range, s.Rootless = query.Range{From: s.Range.From.Add(toMidnight), To: s.Range.To.Add(toMidnight)}, rnd.IntN(8) > 0
					if far { // what spans of other hours have may be overlooked
						s.Text, s.Filters = "", slices.DeleteFunc(s.Filters, func(f query.Filter) bool { return !f.OfTrace() })
					}
					return s
				}, rnd)
			})
		}
	}
}

func TestWhetherATraceHasARootIsReadOfTheDaysAroundTheRangeOnly(t *testing.T) {
	f := func(summed bool) {
		t.Helper()
		w := telemetrytest.New(t)
		if !summed {
			exec(t, w, noSummary)
		}
		fill := func(seed uint64, move time.Duration) {
			rnd := rand.New(rand.NewPCG(seed, 86))
			spans := telemetrytest.WithoutRoots(rnd, telemetrytest.SomeTraces(rnd, 60, time.Hour), false)
			for i := range spans {
				spans[i].Start = spans[i].Start.Add(move)
			}
			w.Spans(spans...)
		}
		counted := func() uint64 {
			search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}, Roots: true, Rootless: true}
			return reads(t, w, func(ctx context.Context) error {
				_, err := w.Store.Count(ctx, w.View, tenancy.Traces, search)
				return err
			})
		}
		fill(1, 0)
		before := counted()
		fill(2, -72*time.Hour)
		fill(3, -96*time.Hour)
		if now := counted(); now != before || now == 0 {
			t.Errorf("summed %t: reads %d rows; %d when there was less in other days", summed, now, before)
		}
	}
	f(true)
	f(false)
}

// noSummary makes tables as the OpenTelemetry Collector's exporter does, without a summary of traces.
const noSummary = "DROP TABLE otel_trace_summary_mv, otel_trace_summary"

// arriveApart stores spans in several blocks, those of one trace in different ones.
func arriveApart(w *telemetrytest.World, spans []telemetrytest.Span, rnd *rand.Rand) {
	spans = slices.Clone(spans)
	rnd.Shuffle(len(spans), func(i, j int) { spans[i], spans[j] = spans[j], spans[i] })
	for part := range slices.Chunk(spans, 1+len(spans)/3) {
		w.Spans(part...)
	}
}

// allRoots reads all pages of a search.
func allRoots(t *testing.T, w *telemetrytest.World, search query.Search, rnd *rand.Rand) (all []string) {
	t.Helper()
	q := domain.SpanSearch{Search: search}
	q.Page = query.Page{Limit: 10 + rnd.IntN(200), Oldest: rnd.IntN(2) == 0}
	for {
		page, err := w.Store.Spans(t.Context(), w.View, q)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			slices.Sort(all)
			return all
		}
		var positions []query.Position
		for _, s := range page {
			all, positions = append(all, s.SpanID), append(positions, s.Position)
		}
		q.Page.After = query.Next(q.Page.After, positions)
	}
}

// checkCounts compares counts over time, by value, and both.
func checkCounts(t *testing.T, w *telemetrytest.World, search query.Search, key query.Key, step time.Duration, want counted, about string) {
	t.Helper()
	line, err := w.Store.Timeline(t.Context(), w.View, tenancy.Traces, search, step)
	if err != nil {
		t.Fatal(err)
	}
	buckets, errors := map[int64]uint64{}, uint64(0)
	for _, b := range line {
		buckets[b.At.UnixNano()] = b.Count
		errors += b.Errors
	}
	if !maps.Equal(buckets, want.buckets) || errors != want.errors {
		t.Fatalf("%s: %v, %d errors; want %v, %d", about, buckets, errors, want.buckets, want.errors)
	}
	facets, err := w.Store.Values(t.Context(), w.View, tenancy.Traces, search, []query.Key{{Source: query.Field, Key: "kind"}, key, {Source: query.Attribute, Key: "none"}, {Source: query.Field, Key: "traceId"}}, 1000)
	if err != nil || len(facets[2]) != 0 || len(facets[3]) != len(want.roots) {
		t.Fatalf("%s: %v, %v", about, facets, err)
	}
	values := map[string]uint64{}
	for _, c := range facets[1] {
		values[c.Value] = c.Count
	}
	if !maps.Equal(values, want.values) {
		t.Fatalf("%s: %v has %v; want %v", about, key, values, want.values)
	}
	split, err := w.Store.TimelineBy(t.Context(), w.View, tenancy.Traces, search, step, key, slices.Collect(maps.Keys(values)))
	if err != nil {
		t.Fatal(err)
	}
	both := map[string]uint64{}
	for v, counts := range split {
		for at, n := range counts {
			both[fmt.Sprint(v, at)] = n
		}
	}
	if !maps.Equal(both, want.both) {
		t.Fatalf("%s: %v over time is %v; want %v", about, key, both, want.both)
	}
}

func TestSpansAreFoundByTheirWordsAndByTheRootsOfTheirTraces(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(83, 84))
	spans := telemetrytest.SomeTraces(rnd, 300, 90*time.Minute)
	w.Spans(spans...)
	roots := map[string]telemetrytest.Span{}
	for _, s := range spans {
		if s.Parent == "" {
			roots[s.Trace] = s
		}
	}
	for i := range casesOf(t, 150) {
		search := someTraceSearch(rnd)
		search.Roots = false
		if err := query.Check(tenancy.Traces, search.Filters); err != nil {
			t.Fatal(err)
		}
		want := uint64(0)
		for _, s := range spans {
			fulfils := func(f query.Filter) bool {
				if f.OfRoot() {
					return roots[s.Trace].Record().Fulfils(f)
				}
				return s.Record().Fulfils(f)
			}
			if inside(search.Range, s.Start) && !slices.ContainsFunc(search.Filters, func(f query.Filter) bool { return !fulfils(f) }) &&
				!slices.ContainsFunc(strings.Fields(search.Text), func(word string) bool { return !s.Has(word) }) {
				want++
			}
		}
		if got, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, search); err != nil || got != want {
			t.Fatalf("case %d: %+v: %d, %v; want %d", i, search, got, err, want)
		}
	}
}
