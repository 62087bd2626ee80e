package telemetry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

var groupings = [][]query.Key{nil, {{Source: query.Resource, Key: "host.name"}}, {{Source: query.Attribute, Key: "mode"}, {Source: query.Resource, Key: "host.name"}}, {{Source: query.Attribute, Key: "none"}}}

// someQuery asks for a metric in one of many ways.
func someQuery(rnd *rand.Rand, metric string, how ...series.Aggregation) series.Query {
	from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(time.Hour))) - 5*time.Minute)
	q := series.Query{Metric: metric, Range: query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(90*time.Minute))) + time.Second)},
		Aggregation: how[rnd.IntN(len(how))], Across: []series.Across{series.AcrossSum, series.AcrossAvg, series.AcrossMin, series.AcrossMax}[rnd.IntN(4)],
		GroupBy: groupings[rnd.IntN(len(groupings))], Step: []time.Duration{10 * time.Second, time.Minute, 7 * time.Minute, time.Hour}[rnd.IntN(4)]}
	if rnd.IntN(3) == 0 {
		q.Filters = []query.Filter{{Key: query.Key{Source: query.Attribute, Key: "cpu"}, Op: query.In, Values: []string{"0", "4"}, Not: rnd.IntN(2) == 0}}
	}
	return q
}

func compare(t *testing.T, q series.Query, got []series.Number, want map[string]float64) {
	t.Helper()
	seen := map[string]bool{}
	for _, n := range got {
		group := ""
		for _, l := range n.Group {
			group += l + ","
		}
		key := fmt.Sprintf("%s@%d", group, n.At.UnixNano())
		seen[key] = true
		w, ok := want[key]
		if !ok || math.Abs(w-n.Value) > 1e-9*math.Max(1, math.Abs(w)) {
			t.Fatalf("%+v: %s is %v; want %v (%v)", q, key, n.Value, w, ok)
		}
	}
	for key, w := range want {
		if !seen[key] {
			t.Fatalf("%+v: %s is missing; want %v", q, key, w)
		}
	}
}

// atPoint moves an end of a query's range, now and then, to where it is just in or out.
func atPoint(rnd *rand.Rand, q *series.Query, p telemetrytest.Point) {
	switch r := q.Range; rnd.IntN(8) {
	case 0:
		q.Range = query.Range{From: p.At, To: p.At.Add(r.Span())}
	case 1:
		q.Range = query.Range{From: p.At.Add(-r.Span()), To: p.At}
	case 2:
		if r.From = p.Start.Add(series.Lookback); !p.Start.IsZero() && r.From.Before(r.To) {
			q.Range = r
		}
	}
}

func TestNumbersOverTimeAgreeWithPlainEvaluation(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(11, 12))
	kinds := map[string]struct {
		kind telemetrytest.Kind
		m    series.Kind
		how  []series.Aggregation
	}{
		"g": {telemetrytest.Gauge, series.Gauge, []series.Aggregation{series.Avg, series.Min, series.Max, series.Sum, series.Count, series.Last}},
		"u": {telemetrytest.UpDown, series.UpDownCounter, []series.Aggregation{series.Avg, series.Last, series.Sum}},
		"c": {telemetrytest.Cumulative, series.Counter, []series.Aggregation{series.Rate, series.Increase}},
		"d": {telemetrytest.Delta, series.Counter, []series.Aggregation{series.Rate, series.Increase}},
	}
	for _, name := range []string{"g", "u", "c", "d"} {
		k := kinds[name]
		points := telemetrytest.SomePoints(rnd, name, k.kind, 7, 2*time.Hour)
		w.Points(telemetrytest.Uncounted(points)...)
		arrived := 0
		for i := range casesOf(t, 200) {
			if arrived < len(points) && i%10 == 0 { // in parts and out of order: much is late
				n := min(len(points), arrived+1+rnd.IntN(len(points)/4))
				w.Points(points[arrived:n]...)
				arrived = n
			}
			q := someQuery(rnd, name, k.how...)
			atPoint(rnd, &q, points[rnd.IntN(len(points))])
			if err := query.Check(tenancy.Metrics, q.Filters); err != nil {
				t.Fatal(err)
			}
			got, err := w.Store.Numbers(t.Context(), w.View, series.Metric{Name: name, Kind: k.m}, q)
			if err != nil {
				t.Fatalf("%+v: %v", q, err)
			}
			compare(t, q, got, telemetrytest.Evaluate(points[:arrived], q))
		}
	}
}

func TestHistogramsOverTimeAgreeWithPlainEvaluation(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(21, 22))
	whole := []series.Aggregation{series.Avg, series.Rate, series.Increase, series.Sum}
	for _, k := range []struct {
		name    string
		kind    telemetrytest.Kind
		buckets bool
		cases   int
	}{{"hc", telemetrytest.Cumulative, true, 120}, {"hd", telemetrytest.Delta, true, 60}, {"hn", telemetrytest.Cumulative, false, 40}} {
		points := telemetrytest.SomeHistograms(rnd, k.name, k.kind, k.buckets, 7, 2*time.Hour)
		how := whole
		if k.buckets {
			how = append(whole, series.Quantile, series.Quantile, series.Quantile)
		}
		var uncounted []telemetrytest.HistogramPoint
		for i, p := range points {
			if p.NoValue = i%7 == 0; i%7 < 2 {
				p.Resource = attributes{"host.name": p.Resource["host.name"], "deployment.environment": []string{"production", "staging"}[i%7]}
				uncounted = append(uncounted, p)
			}
		}
		w.Histograms(uncounted...)
		arrived := len(points) / 2
		w.Histograms(points[:arrived]...)
		for i := range casesOf(t, k.cases) {
			if i == 3 {
				w.Histograms(points[arrived:]...)
				arrived = len(points)
			}
			q := someQuery(rnd, k.name, how...)
			atPoint(rnd, &q, points[rnd.IntN(len(points))].Point)
			q.Quantile = []float64{0, 0.01, 0.5, 0.95, 1}[rnd.IntN(5)]
			found, err := w.Store.Distributions(t.Context(), w.View, series.Metric{Name: k.name, Kind: series.Histogram}, q)
			if err != nil {
				t.Fatalf("%+v: %v", q, err)
			}
			compare(t, q, series.OfDistributions(found, q), telemetrytest.EvaluateHistograms(points[:arrived], q))
		}
	}
}

// TestPointsThatCountFromTheOneBeforeStandBesideThoseThatCountFromAStart has the same
// attributes counted in both ways, in turns, as while an exporter's setting is changed.
func TestPointsThatCountFromTheOneBeforeStandBesideThoseThatCountFromAStart(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	fromStart, fromBefore := telemetrytest.NewExponential("e", nil, at.Add(-time.Second)), telemetrytest.NewExponential("e", nil, at.Add(-time.Second))
	fromBefore.Delta()
	for i, p := range []struct {
		kind telemetrytest.Kind
		n    uint64
	}{{telemetrytest.Cumulative, 10}, {telemetrytest.Delta, 5}, {telemetrytest.Cumulative, 20}, {telemetrytest.Delta, 3}, {telemetrytest.Cumulative, 24}} { // 24 and 8
		point := telemetrytest.Point{Metric: "c", Kind: p.kind, Start: at.Add(-time.Second), At: at.Add(time.Duration(i) * time.Second), Value: float64(p.n)}
		w.Points(point)
		point.Metric = "h"
		w.Histograms(telemetrytest.HistogramPoint{Point: point, Bounds: []float64{1}, Counts: []uint64{p.n - 1, 1}})
		e := fromStart
		if p.kind == telemetrytest.Delta {
			e = fromBefore
		}
		for e.Observed() < int(p.n) {
			e.Observe(1)
		}
		w.Metrics(e.Point(point.At, 0))
	}
	q := series.Query{Range: query.Range{From: at, To: at.Add(time.Minute)}, Step: time.Hour, Aggregation: series.Increase, Across: series.AcrossSum}
	counted, err := w.Store.Numbers(t.Context(), w.View, series.Metric{Name: "c", Kind: series.Counter}, q)
	if err != nil || len(counted) != 1 || counted[0].Value != 32 {
		t.Errorf("counter: %+v, %v", counted, err)
	}
	found, err := w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "h", Kind: series.Histogram}, q)
	if err != nil || len(found) != 1 || found[0].Count != 32 {
		t.Errorf("histogram: %+v, %v", found, err)
	}
	found, err = w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "e", Kind: series.ExponentialHistogram}, q)
	if err != nil || len(found) != 1 || found[0].Count != 32 {
		t.Errorf("exponential histogram: %+v, %v", found, err)
	}
	q.Aggregation = series.Quantile
	found, err = w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "h", Kind: series.Histogram}, q)
	if err != nil || len(found) != 1 || found[0].Counts[0] != 29 || found[0].Counts[1] != 3 {
		t.Errorf("buckets: %+v, %v", found, err)
	}
}

// TestDifferentBoundsAreJoinedWhereTheyAgree has two histograms of which only
// some bounds are the same.
func TestDifferentBoundsAreJoinedWhereTheyAgree(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	point := func(host string, bounds []float64, counts ...uint64) telemetrytest.HistogramPoint {
		return telemetrytest.HistogramPoint{Bounds: bounds, Counts: counts, Point: telemetrytest.Point{Metric: "h", Kind: telemetrytest.Cumulative, Start: at.Add(-time.Second), At: at,
			Resource: attributes{"host.name": host}}}
	}
	w.Histograms(point("a", []float64{1, 2, 4}, 0, 4, 0, 0), point("b", []float64{2, 3, 4}, 0, 0, 4, 0))
	q := series.Query{Metric: "h", Range: query.Range{From: at, To: at.Add(time.Minute)}, Step: time.Hour, Aggregation: series.Quantile, Quantile: 0.75, Across: series.AcrossSum}
	found, err := w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "h", Kind: series.Histogram}, q)
	numbers := series.OfDistributions(found, q)
	// 4 at most 2, 4 between 2 and 4: three quarters lie below 3.
	if err != nil || len(numbers) != 1 || numbers[0].Value != 3 {
		t.Errorf("%+v, %v", numbers, err)
	}
}

func TestExponentialHistogramsGiveQuantilesWithinTheirBuckets(t *testing.T) {
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(31, 32))
	at := telemetrytest.Start
	var values []float64
	h := telemetrytest.NewExponential("e", attributes{"host.name": "a"}, at.Add(-time.Second))
	for i := range 20 {
		if i == 10 {
			h.Restart(at.Add(time.Duration(i)*time.Minute - time.Second))
		}
		for range 50 {
			v := math.Exp(rnd.NormFloat64())
			values = append(values, v)
			h.Observe(v)
		}
		w.Metrics(h.Point(at.Add(time.Duration(i)*time.Minute), int32(4-i%3)))
	}
	for _, p := range []float64{0.1, 0.5, 0.9, 0.99} {
		q := series.Query{Metric: "e", Range: query.Range{From: at, To: at.Add(time.Hour)}, Step: 24 * time.Hour, Aggregation: series.Quantile, Quantile: p, Across: series.AcrossSum}
		found, err := w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "e", Kind: series.ExponentialHistogram}, q)
		if err != nil || len(found) != 1 || found[0].Count != float64(len(values)) {
			t.Fatalf("%+v, %v", found, err)
		}
		got := series.OfDistributions(found, q)[0].Value
		want := telemetrytest.ExactQuantile(values, p)
		if base := math.Exp2(math.Exp2(-2)); got < want/base || got > want*base {
			t.Errorf("quantile %v is %v; exactly %v", p, got, want)
		}
	}
}

func TestASummaryIsTheMeanOfWhatItObserved(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	m := pmetric.NewMetrics()
	metric := m.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName("s")
	points := metric.SetEmptySummary().DataPoints()
	for i, count := range []uint64{4, 0, 10} {
		p := points.AppendEmpty()
		p.SetTimestamp(pcommon.NewTimestampFromTime(at.Add(time.Duration(i) * time.Second)))
		p.SetCount(count)
		p.SetSum(20)
	}
	w.Metrics(m)
	q := series.Query{Metric: "s", Range: query.Range{From: at, To: at.Add(time.Minute)}, Step: 24 * time.Hour, Aggregation: series.Avg, Across: series.AcrossSum}
	found, err := w.Store.Numbers(t.Context(), w.View, series.Metric{Name: "s", Kind: series.Summary}, q)
	if err != nil || len(found) != 1 || found[0].Value != (5+2)/2. {
		t.Errorf("%+v, %v", found, err)
	}
}
