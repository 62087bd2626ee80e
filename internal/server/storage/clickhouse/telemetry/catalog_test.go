package telemetry_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
)

func TestMetricsAreListedWithTheirRecentSeries(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(93, 94))
	kinds := map[series.Kind]telemetrytest.Kind{series.Gauge: telemetrytest.Gauge, series.Counter: telemetrytest.Cumulative, series.UpDownCounter: telemetrytest.UpDown}
	points := map[series.Kind][]telemetrytest.Point{}
	for kind, of := range kinds {
		points[kind] = telemetrytest.SomePoints(rnd, "some.metric", of, 3+rnd.IntN(40), time.Hour)
		for _, p := range points[kind] {
			p.Attributes["kind"] = string(kind)
		}
		w.Points(points[kind]...)
		w.Points(slices.DeleteFunc(telemetrytest.Uncounted(points[kind]), func(p telemetrytest.Point) bool { return p.Resource["deployment.environment.name"] == "" })...)
	}
	w.Points(telemetrytest.SomePoints(rnd, "some.metric.2", telemetrytest.Gauge, 1, time.Hour)...)
	for range casesOf(t, 40) {
		r := someRange(rnd)
		want := map[series.Kind]series.Metric{}
		for kind, all := range points {
			m, recent := series.Metric{}, map[string]bool{}
			for _, p := range all {
				if inside(r, p.At) {
					m.Points++
				}
				if inside(r, p.At) && !p.At.Before(r.To.Add(-series.Recent)) {
					recent[fmt.Sprint(p.Resource, p.Scope, p.Attributes)] = true
				}
			}
			if m.Series = uint64(len(recent)); m.Points > 0 {
				want[kind] = m
			}
		}
		got, err := w.Store.Metrics(t.Context(), w.View, r, "some.metric", true, 10)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%v: %+v, %v; want %+v", r, got, err, want)
		}
		for _, m := range got {
			if m.Points != want[m.Kind].Points || m.Series != want[m.Kind].Series || m.Unit != "1" || m.Description != "The some.metric." {
				t.Fatalf("%v: %+v; want %+v", r, m, want[m.Kind])
			}
			split, err := w.Store.Attributes(t.Context(), w.View, r, m)
			if want := plainAttributes(points[m.Kind], r); err != nil || fmt.Sprint(split) != fmt.Sprint(want) {
				t.Fatalf("%v: %s is split by %v, %v; want %v", r, m.Kind, split, err, want)
			}
		}
	}
}

// plainAttributes counts in how many series each value occurs.
func plainAttributes(points []telemetrytest.Point, r query.Range) (out []series.AttributeValues) {
	seen, counts := map[string]bool{}, map[query.Key]map[string]int{}
	for _, p := range points {
		if id := fmt.Sprint(p.Resource, p.Attributes); inside(r, p.At) && !seen[id] {
			seen[id] = true
			for source, values := range map[query.Source]attributes{query.Attribute: p.Attributes, query.Resource: p.Resource} {
				for k, v := range values {
					key := query.Key{Source: source, Key: k}
					if counts[key] == nil {
						counts[key] = map[string]int{}
					}
					counts[key][v]++
				}
			}
		}
	}
	counts[query.Key{Source: query.Resource, Key: "deployment.environment"}] = map[string]int{"production": 1} // what ingest fills in
	for k, values := range counts {
		names := slices.SortedFunc(maps.Keys(values), func(a, b string) int { return cmp.Or(values[b]-values[a], strings.Compare(a, b)) })
		out = append(out, series.AttributeValues{Key: k, Values: names, Distinct: uint64(len(names))})
	}
	slices.SortFunc(out, func(a, b series.AttributeValues) int {
		return cmp.Or(strings.Compare(string(a.Source), string(b.Source)), strings.Compare(a.Key.Key, b.Key.Key))
	})
	return out
}

func TestMetricsAreListedByNameUpToALimit(t *testing.T) {
	w := telemetrytest.New(t)
	var points []telemetrytest.Point
	for _, name := range []string{"d.Part", "b.part", "other", "a.part", "c.part"} {
		for _, kind := range []telemetrytest.Kind{telemetrytest.Gauge, telemetrytest.Delta} {
			for _, service := range []string{"x", "y"} {
				points = append(points, telemetrytest.Point{Metric: name, Kind: kind, At: telemetrytest.Start, Value: 1, Resource: attributes{"service.name": service}})
			}
		}
	}
	w.Points(points...)
	f := func(part string, limit int, want string) {
		t.Helper()
		found, err := w.Store.Metrics(t.Context(), w.View, query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, part, false, limit)
		got := ""
		for _, m := range found {
			got += fmt.Sprint(m.Name, " ", m.Kind, " ", m.Points, " ", m.Series, " ", m.Unit, ", ")
		}
		if err != nil || got != want {
			t.Errorf("%q up to %d: %s, %v; want %s", part, limit, got, err, want)
		}
	}
	f("PART", 3, "a.part counter 2 2 1, a.part gauge 2 2 1, b.part counter 2 2 1, ")
	f("d.p", 3, "d.Part counter 2 2 1, d.Part gauge 2 2 1, ")
	f("", 1, "a.part counter 2 2 1, ")
}
