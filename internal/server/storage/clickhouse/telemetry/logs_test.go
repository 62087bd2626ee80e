package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

func someLogs(rnd *rand.Rand, n int, span time.Duration) (out []telemetrytest.Log) {
	severities := []struct {
		text   string
		number int
	}{{"DEBUG", 5}, {"INFO", 9}, {"WARN", 13}, {"ERROR", 17}, {"FATAL", 21}, {"", 0}}
	words := []string{"connection", "Timed", "out", "user-7", "user-77", "füße", "ÜBER", "100%", `"quoted"`, "a_b", "x.y", "it's", "ERROR", `\n`}
	for i := range n {
		s := severities[rnd.IntN(len(severities))]
		l := telemetrytest.Log{Service: fmt.Sprintf("svc-%d", rnd.IntN(3)), Severity: s.text, SeverityNumber: s.number, At: telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(span)))), Attributes: attributes{}}
		var body []string
		for range 1 + rnd.IntN(5) {
			body = append(body, words[rnd.IntN(len(words))])
		}
		l.Body = strings.Join(body, " ")
		if rnd.IntN(3) == 0 {
			l.Trace, l.Span = telemetrytest.Hex(uint64(1+i/7), 16), telemetrytest.Hex(uint64(1+i), 8)
		}
		if rnd.IntN(4) == 0 {
			l.Event = []string{"gen_ai.choice", "login", "e"}[rnd.IntN(3)]
		}
		for range rnd.IntN(3) {
			l.Attributes[[]string{"k", "key", "o'k"}[rnd.IntN(3)]] = telemetrytest.Text(rnd)
		}
		if rnd.IntN(10) == 0 {
			l.At = telemetrytest.Start.Add(span / 2)
		}
		out = append(out, l)
	}
	return out
}

func someLogFilter(rnd *rand.Rand) query.Filter {
	f := query.Filter{Op: allOps[rnd.IntN(len(allOps))], Not: rnd.IntN(3) == 0}
	switch rnd.IntN(3) {
	case 0:
		f.Key = query.Key{Source: query.Field, Key: []string{"traceId", "spanId", "severity", "severityNumber", "service", "body", "event", "environment", "scope"}[rnd.IntN(9)]}
	case 1:
		f.Key = query.Key{Source: query.Resource, Key: []string{"service.name", "none"}[rnd.IntN(2)]}
	default:
		f.Key = query.Key{Source: query.Attribute, Key: []string{"k", "key", "o'k", "none"}[rnd.IntN(4)]}
	}
	values := []string{telemetrytest.Text(rnd), "svc-1", "ERROR", "1", "17", "out", "login", telemetrytest.Hex(uint64(rnd.IntN(40)), 16)}
	f.Value = values[rnd.IntN(len(values))]
	switch f.Op {
	case query.In:
		f.Values = values[:1+rnd.IntN(len(values))]
	case query.Greater, query.AtLeast, query.Less, query.AtMost:
		f.Value = strconv.Itoa(rnd.IntN(24))
		if f.Source == query.Field {
			f.Key.Key = "severityNumber"
		}
	}
	return f
}

// holdsWords says whether a body has all words of a text, whatever their case.
func holdsWords(body, text string) bool {
	for i, part := range strings.Split(text, `"`) {
		words := strings.Fields(part)
		if i%2 == 1 && part != "" {
			words = []string{part}
		}
		for _, w := range words {
			if !strings.Contains(asciiLower(body), asciiLower(w)) {
				return false
			}
		}
	}
	return true
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// TestLogsAreFoundPageByPageAsPlainEvaluationFindsThem tries filters, words, both
// orders and pages of any size, while records arrive between the pages that lie
// outside of what was asked for.
func TestLogsAreFoundPageByPageAsPlainEvaluationFindsThem(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(71, 72))
	records := someLogs(rnd, 1200, time.Hour)
	later := someLogs(rnd, 300, time.Hour)
	w.Records(records...)
	texts := []string{"", "", "out", "USER-7", `"timed out"`, "connection out", "100%", "it's", "nothing-at-all", "_", "ÜBER"}
	for i := range casesOf(t, 600) {
		search := query.Search{Range: someRange(rnd), Text: texts[rnd.IntN(len(texts))], Page: query.Page{Oldest: rnd.IntN(2) == 0}}
		for range rnd.IntN(3) {
			search.Filters = append(search.Filters, someLogFilter(rnd))
		}
		if err := query.Check(tenancy.Logs, search.Filters); err != nil {
			t.Fatalf("%+v: %v", search.Filters, err)
		}
		var want []string
		for _, l := range records {
			r := l.Record()
			r.Fields["event"] = l.Event
			if inside(search.Range, l.At) && holdsWords(l.Body, search.Text) && !slices.ContainsFunc(search.Filters, func(f query.Filter) bool { return !r.Fulfils(f) }) {
				want = append(want, l.At.Format(time.RFC3339Nano)+l.Body)
			}
		}
		if i%3 > 0 { // only how many
			got, err := w.Store.Count(t.Context(), w.View, tenancy.Logs, search)
			if err != nil || got != uint64(len(want)) {
				t.Fatalf("case %d: %+v: %d, %v; want %d", i, search, got, err, len(want))
			}
			continue
		}
		var got []string
		before := telemetrytest.Start
		for page := 0; ; page++ {
			search.Page.Limit = 1 + len(want)/3 + rnd.IntN(50)
			found, err := w.Store.Logs(t.Context(), w.View, search)
			if err != nil {
				t.Fatalf("case %d: %+v: %v", i, search, err)
			}
			var positions []query.Position
			for n, l := range found {
				if (page > 0 || n > 0) && (search.Page.Oldest && l.At.Before(before) || !search.Page.Oldest && l.At.After(before)) {
					t.Fatalf("case %d: %s after %s", i, l.At, before)
				}
				before = l.At
				got = append(got, l.At.Format(time.RFC3339Nano)+l.Body)
				positions = append(positions, l.Position)
			}
			if len(found) < search.Page.Limit {
				break
			}
			search.Page.After = query.Next(search.Page.After, positions)
			if i%30 == 0 && len(later) > 10 { // of hours after
				for j := range later[:10] {
					later[j].At = later[j].At.Add(3 * time.Hour)
				}
				w.Records(later[:10]...)
				later = later[10:]
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("case %d: %+v: %d records; want %d", i, search, len(got), len(want))
		}
	}
}

func TestTimelinesOfLogsAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(73, 74))
	records := someLogs(rnd, 1000, time.Hour)
	w.Records(records...)
	key := query.Key{Source: query.Field, Key: "severity"}
	for range casesOf(t, 150) {
		search := query.Search{Range: someRange(rnd), Filters: []query.Filter{someLogFilter(rnd)}}
		step := []time.Duration{10 * time.Second, time.Minute, 7 * time.Minute, time.Hour}[rnd.IntN(4)]
		if err := query.Check(tenancy.Logs, search.Filters); err != nil {
			t.Fatal(err)
		}
		type bucket struct{ all, errors uint64 }
		want, values, by := map[int64]bucket{}, map[string]uint64{}, map[string]uint64{}
		for _, l := range records {
			r := l.Record()
			r.Fields["event"] = l.Event
			if !inside(search.Range, l.At) || !r.Fulfils(search.Filters[0]) {
				continue
			}
			at := query.StepStart(l.At, step).UnixNano()
			b := want[at]
			b.all++
			if l.SeverityNumber >= 17 {
				b.errors++
			}
			want[at] = b
			values[l.Severity]++
			if l.Severity == "ERROR" || l.Severity == "INFO" {
				by[fmt.Sprint(l.Severity, at)]++
			}
		}
		line, err := w.Store.Timeline(t.Context(), w.View, tenancy.Logs, search, step)
		if err != nil || len(line) != len(want) {
			t.Fatalf("%+v: %d buckets, %v; want %d", search, len(line), err, len(want))
		}
		for _, b := range line {
			if want[b.At.UnixNano()] != (bucket{b.Count, b.Errors}) {
				t.Fatalf("%+v: %+v; want %+v", search, b, want[b.At.UnixNano()])
			}
		}
		facets, err := w.Store.Values(t.Context(), w.View, tenancy.Logs, search, []query.Key{key}, 100)
		if err != nil || len(facets[0]) != len(values) {
			t.Fatalf("%+v: %v, %v; want %v", search, facets, err, values)
		}
		for _, c := range facets[0] {
			if values[c.Value] != c.Count {
				t.Fatalf("%+v: %v; want %v", search, facets, values)
			}
		}
		split, err := w.Store.TimelineBy(t.Context(), w.View, tenancy.Logs, search, step, key, []string{"ERROR", "INFO"})
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for value, buckets := range split {
			for at, count := range buckets {
				if n++; by[fmt.Sprint(value, at)] != count {
					t.Fatalf("%+v: %s at %d: %d; want %d", search, value, at, count, by[fmt.Sprint(value, at)])
				}
			}
		}
		if n != len(by) {
			t.Fatalf("%+v: %d buckets by severity; want %d", search, n, len(by))
		}
	}
}
