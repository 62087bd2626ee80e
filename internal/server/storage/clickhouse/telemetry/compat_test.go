package telemetry_test

import (
	"fmt"
	"math"
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

// TestSummariesAndListsOfMetricsAgreeWithPlainCounting tries what clients that
// know the older routes ask for.
func TestSummariesAndListsOfMetricsAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"other"}
	rnd := rand.New(rand.NewPCG(91, 92))
	spans := telemetrytest.SomeSpans(rnd, 600, 5*time.Hour)
	records := someLogs(rnd, 600, 5*time.Hour)
	points := telemetrytest.SomePoints(rnd, "m", telemetrytest.Gauge, 5, 5*time.Hour)
	w.Spans(spans...)
	w.Records(records...)
	w.Points(points...)
	hidden := slices.Clone(points)
	for i := range hidden {
		hidden[i].Value += 1000
		hidden[i].Resource = attributes{"host.name": "h0", "deployment.environment": "other"}
	}
	w.Points(hidden...)
	for range casesOf(t, 60) {
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
	const step = 20 * time.Minute
	n, sum, least, most := uint64(0), 0.0, math.Inf(1), math.Inf(-1)
	newest, steps := telemetrytest.Point{}, map[int64][2]float64{}
	for _, p := range points {
		if inside(r, p.At) {
			n, sum, least, most = n+1, sum+p.Value, min(least, p.Value), max(most, p.Value)
			if p.At.After(newest.At) {
				newest = p
			}
			at := query.StepStart(p.At, step).UnixNano()
			steps[at] = [2]float64{steps[at][0] + p.Value, steps[at][1] + 1}
		}
	}
	rows, err := w.Store.MetricRows(t.Context(), w.View, domain.MetricSearch{Search: query.Search{Range: r}, Types: []string{"gauge"}})
	if err != nil || (n == 0) != (len(rows) == 0) {
		t.Fatalf("%v: %+v, %v; want %d points", r, rows, err, n)
	}
	if n == 0 {
		return
	}
	if g := rows[0]; len(rows) != 1 || g.Name != "m" || g.Points != n || !near(g.Avg, sum/float64(n)) || g.Min != least || g.Max != most || g.Latest != newest.Value || !g.LastSeen.Equal(newest.At) || g.Unit != "1" || g.Description != "The m." || g.Observations != n {
		t.Fatalf("%v: %+v; want %d points from %v to %v, the last %v", r, g, n, least, most, newest)
	}
	means, last, err := w.Store.MetricMeans(t.Context(), w.View, domain.MetricSearch{Search: query.Search{Range: r}, Name: "m"}, step, 3)
	if err != nil || len(means) != len(steps) || uint64(len(last)) != min(3, n) || last[0].Value != newest.Value {
		t.Fatalf("%v: %+v, %+v, %v; want %d steps, and last %+v", r, means, last, err, len(steps), newest)
	}
	for _, m := range means {
		if x := steps[m.At.UnixNano()]; !near(m.Value, x[0]/x[1]) {
			t.Fatalf("%v: %+v; want %v", r, m, x)
		}
	}
}

func TestSummariesAreByHourDayWeekOrMonth(t *testing.T) {
	w := telemetrytest.New(t)
	at := time.Date(2026, 2, 27, 23, 30, 0, 0, time.UTC) // a Friday
	var records []telemetrytest.Log
	var spans []telemetrytest.Span
	var points []telemetrytest.Point
	for i := range 4 * 48 {
		when, service := at.Add(time.Duration(i)*30*time.Minute), fmt.Sprint("s", i%3)
		records = append(records, telemetrytest.Log{Service: service, At: when, SeverityNumber: 16 + i%3})
		spans = append(spans, telemetrytest.Span{Trace: telemetrytest.Hex(uint64(i+1), 16), ID: telemetrytest.Hex(uint64(i+1), 8), Service: service, Start: when, Duration: 3 * time.Second, Attributes: attributes{"gen_ai.usage.cost": "0.5", "gen_ai.usage.input_tokens": "7", "gen_ai.usage.output_tokens": "2"}})
		for _, p := range []telemetrytest.Point{{Metric: "g", Kind: telemetrytest.Gauge}, {Metric: "c", Kind: telemetrytest.Delta}} {
			p.At, p.Resource = when, attributes{"service.name": fmt.Sprint("s", i%(2+int(p.Kind)/3))}
			points = append(points, p)
		}
	}
	w.Records(records...)
	w.Spans(spans...)
	w.Points(points...)
	labels := map[string]func(time.Time) string{
		"hour":  func(t time.Time) string { return t.Format("2006/01/02 15:00") },
		"day":   func(t time.Time) string { return t.Format("2006/01/02") },
		"week":  func(t time.Time) string { return t.AddDate(0, 0, -(int(t.Weekday())+6)%7).Format("2006/01/02") },
		"month": func(t time.Time) string { return t.Format("2006/01") },
	}
	search := query.Search{Range: query.Range{From: at.Add(time.Hour), To: at.Add(90 * time.Hour)}}
	for bucket, label := range labels {
		for _, signal := range []tenancy.Signal{tenancy.Traces, tenancy.Logs, tenancy.Metrics} {
			type sum struct{ n, errors uint64 }
			want, services := map[string]sum{}, map[string]map[int]bool{}
			for i := 2; i < 180; i++ {
				l := label(at.Add(time.Duration(i) * 30 * time.Minute))
				x := want[l]
				if x.n++; i%3 > 0 {
					x.errors++
				}
				if want[l] = x; services[l] == nil {
					services[l] = map[int]bool{}
				}
				services[l][i%3] = true
			}
			got, err := w.Store.Summary(t.Context(), w.View, signal, search, bucket)
			if err != nil || len(got) != len(want) || !slices.IsSortedFunc(got, func(a, b domain.SummaryBucket) int { return strings.Compare(a.Label, b.Label) }) {
				t.Fatalf("%s by %s: %+v, %v; want %v", signal, bucket, got, err, want)
			}
			for _, b := range got {
				x, ok := want[b.Label], true
				switch signal {
				case tenancy.Traces:
					ok = b.Count == x.n && *b.Duration == 3e9 && near(*b.Cost, 0.5*float64(x.n)) && *b.Tokens == 9*float64(x.n)
				case tenancy.Logs:
					ok = b.Count == x.n && *b.Errors == x.errors && *b.Services == uint64(len(services[b.Label]))
				default:
					ok = b.Count == 2*x.n && *b.Metrics == 2 && *b.Services == uint64(len(services[b.Label]))
				}
				if !ok {
					t.Errorf("%s by %s: %+v; want %+v of %d services", signal, bucket, b, x, len(services[b.Label]))
				}
			}
		}
	}
}

func TestMetricsOfHistogramsAreTheirMeans(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	for i, service := range []string{"a", "a", "b"} {
		p := telemetrytest.HistogramPoint{Bounds: []float64{1}, Counts: []uint64{uint64(i), 2}, Sum: float64(10 + i), Point: telemetrytest.Point{Metric: "h", At: at.Add(time.Duration(i) * time.Second), Resource: attributes{"service.name": service}}}
		w.Histograms(p)
	}
	search := domain.MetricSearch{Search: query.Search{Range: query.Range{From: at, To: at.Add(time.Minute)}}, Name: "h"}
	rows, err := w.Store.MetricRows(t.Context(), w.View, search)
	if err != nil || len(rows) != 2 || rows[0].Service != "a" || rows[0].Type != "histogram" || rows[0].Observations != 5 || rows[0].Points != 2 || !near(rows[0].Avg, (5+11./3)/2) || rows[0].Latest != 11./3 || rows[1].Max != 3 {
		t.Errorf("%+v, %v", rows, err)
	}
	search.Service = "b"
	if means, points, err := w.Store.MetricMeans(t.Context(), w.View, search, time.Hour, 10); err != nil || len(means) != 1 || means[0].Value != 3 || len(points) != 1 || points[0].Service != "b" {
		t.Errorf("%+v, %+v, %v", means, points, err)
	}
}
