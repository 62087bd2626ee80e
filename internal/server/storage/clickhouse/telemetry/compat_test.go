package telemetry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// TestSummariesAndListsOfMetricsAgreeWithPlainCounting tries what clients that
// know the older routes ask for.
func TestSummariesAndListsOfMetricsAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(91, 92))
	spans := telemetrytest.SomeSpans(rnd, 600, 5*time.Hour)
	records := someLogs(rnd, 600, 5*time.Hour)
	points := telemetrytest.SomePoints(rnd, "m", telemetrytest.Gauge, 5, 5*time.Hour)
	w.Spans(spans...)
	w.Records(records...)
	w.Points(points...)
	for range casesOf(t, 100) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(4 * time.Hour))))
		search := query.Search{Range: query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(3*time.Hour))) + time.Second)}}
		if rnd.IntN(2) == 0 {
			search.Filters = []query.Filter{{Key: query.Key{Source: query.Field, Key: "service"}, Op: query.Equals, Value: "svc-1", Not: rnd.IntN(2) == 0}}
		}
		chosen := func(r telemetrytest.Record) bool { return len(search.Filters) == 0 || r.Fulfils(search.Filters[0]) }
		if err := query.Check(tenancy.Logs, search.Filters); err != nil {
			t.Fatal(err)
		}
		want := map[string]uint64{}
		const hour = "2006/01/02 15:00"
		for _, s := range spans {
			if inside(search.Range, s.Start) && chosen(s.Record()) {
				want["traces "+s.Start.Format(hour)]++
				if s.Failed {
					want["failed "+s.Start.Format(hour)]++
				}
			}
		}
		for _, l := range records {
			if inside(search.Range, l.At) && chosen(l.Record()) {
				want["logs "+l.At.Format(hour)]++
			}
		}
		got := map[string]uint64{}
		failed := search
		failed.Filters = append(slices.Clone(search.Filters), query.Filter{Key: query.Key{Source: query.Field, Key: "status"}, Op: query.Equals, Value: "Error"})
		for name, ask := range map[string]struct {
			signal tenancy.Signal
			search query.Search
		}{"traces": {tenancy.Traces, search}, "failed": {tenancy.Traces, failed}, "logs": {tenancy.Logs, search}} {
			buckets, err := w.Store.Summary(t.Context(), w.View, ask.signal, ask.search, "hour")
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range buckets {
				got[name+" "+b.Label] = b.Count
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%+v: %v; want %v", search, got, want)
		}
		checkMetricRow(t, w, points, search.Range)
	}
}

func checkMetricRow(t *testing.T, w *telemetrytest.World, points []telemetrytest.Point, r query.Range) {
	t.Helper()
	n, sum, least, most := uint64(0), 0.0, math.Inf(1), math.Inf(-1)
	for _, p := range points {
		if inside(r, p.At) {
			n, sum, least, most = n+1, sum+p.Value, min(least, p.Value), max(most, p.Value)
		}
	}
	rows, err := w.Store.MetricRows(t.Context(), w.View, domain.MetricSearch{Search: query.Search{Range: r}, Types: []string{"gauge"}})
	if err != nil || (n == 0) != (len(rows) == 0) {
		t.Fatalf("%v: %+v, %v; want %d points", r, rows, err, n)
	}
	if n == 0 {
		return
	}
	if g := rows[0]; len(rows) != 1 || g.Name != "m" || g.Points != n || !near(g.Avg, sum/float64(n)) || g.Min != least || g.Max != most {
		t.Fatalf("%v: %+v; want %d points from %v to %v", r, g, n, least, most)
	}
}
