package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
)

func TestMetricsAreListedWithTheirRecentSeries(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(93, 94))
	kinds := map[series.Kind]telemetrytest.Kind{series.Gauge: telemetrytest.Gauge, series.Counter: telemetrytest.Cumulative, series.UpDownCounter: telemetrytest.UpDown}
	points := map[series.Kind][]telemetrytest.Point{}
	for kind, of := range kinds {
		points[kind] = telemetrytest.SomePoints(rnd, "some.metric", of, 3+rnd.IntN(40), time.Hour)
		w.Points(points[kind]...)
	}
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
		got, err := w.Store.Metrics(t.Context(), w.View, r, "METRIC", false, 10)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%v: %+v, %v; want %+v", r, got, err, want)
		}
		for _, m := range got {
			if m.Points != want[m.Kind].Points || m.Series != want[m.Kind].Series {
				t.Fatalf("%v: %+v; want %+v", r, m, want[m.Kind])
			}
		}
	}
}
