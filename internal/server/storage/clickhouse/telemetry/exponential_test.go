package telemetry_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
)

// observation is a value that an exponential histogram tells of in a point.
type observation struct {
	host   string
	series int
	since  time.Time // when the point before was
	at     time.Time // of the point
	value  float64
}

// TestExponentialHistogramsAgreeWithPlainEvaluation has histograms that start
// again and change their scale as they go, sent out of order.
func TestExponentialHistogramsAgreeWithPlainEvaluation(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(81, 82))
	var all []observation
	var send []func()
	for i := range 4 {
		host := fmt.Sprintf("h%d", i%2)
		start := telemetrytest.Start.Add(-time.Second)
		h := telemetrytest.NewExponential("e", attributes{"host.name": host, "nth": fmt.Sprint(i)}, start)
		if i == 3 {
			h.Delta()
		}
		last := start
		for at := telemetrytest.Start; at.Before(telemetrytest.Start.Add(2 * time.Hour)); at = at.Add(time.Minute + time.Duration(rnd.Int64N(int64(time.Minute)))) {
			since := last
			more := 1 + rnd.IntN(20)
			switch {
			case i < 3 && rnd.IntN(8) == 0: // more than before, perhaps
				since = at.Add(-time.Second)
				h.Restart(since)
				more = 1 + rnd.IntN(60)
			case i < 3 && h.Observed() > 40 && rnd.IntN(5) == 0: // less than before
				h.Reset()
			}
			for range more {
				v := math.Exp(rnd.NormFloat64())
				if rnd.IntN(10) == 0 {
					v *= float64(-(i % 2)) // zeros of one host, and less of the other
				}
				h.Observe(v)
				all = append(all, observation{host, i, since, at, v})
			}
			last = at
			m := h.Point(at, int32(4-rnd.IntN(3)))
			send = append(send, func() { w.Metrics(m) })
		}
	}
	rnd.Shuffle(len(send), func(i, j int) { send[i], send[j] = send[j], send[i] })
	for _, s := range send {
		s()
	}
	for range casesOf(t, 100) {
		// What was observed before is known: the series started in the range's lookback.
		r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(2*time.Hour))) + time.Minute)}
		if rnd.IntN(2) == 0 {
			r.From = telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(r.Span()))))
		}
		q := series.Query{Metric: "e", Range: r, Step: []time.Duration{5 * time.Minute, time.Hour}[rnd.IntN(2)], Across: series.AcrossSum, Quantile: []float64{0.1, 0.5, 0.9, 0.99}[rnd.IntN(4)],
			Aggregation: []series.Aggregation{series.Quantile, series.Quantile, series.Increase, series.Sum, series.Avg, series.Rate}[rnd.IntN(6)], GroupBy: groupings[rnd.IntN(2)]}
		if q.Aggregation == series.Quantile {
			q.GroupBy = groupings[1]
		}
		found, err := w.Store.Distributions(t.Context(), w.View, series.Metric{Name: "e", Kind: series.ExponentialHistogram}, q)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][]observation{}
		for _, o := range all {
			if inside(r, o.at) {
				group := ""
				if len(q.GroupBy) > 0 {
					group = o.host
				}
				key := fmt.Sprintf("%s@%d", group, query.StepStart(o.at, q.Step).UnixNano())
				want[key] = append(want[key], o)
			}
		}
		got := series.OfDistributions(found, q)
		if len(got) != len(want) {
			t.Fatalf("%+v: %d places; want %d", q, len(got), len(want))
		}
		for _, n := range got {
			group := ""
			if len(n.Group) > 0 {
				group = n.Group[0]
			}
			values := want[fmt.Sprintf("%s@%d", group, n.At.UnixNano())]
			if !matches(q, n.Value, values) {
				t.Fatalf("%+v: %v of %v", q, n.Value, values)
			}
		}
	}
}

// rateOf is the sum of what each series observed by the time in which it did.
func rateOf(all []observation) (rate float64) {
	type one struct {
		n, seconds float64
		at         time.Time
	}
	bySeries := map[int]one{}
	for _, o := range all {
		s := bySeries[o.series]
		if s.n++; !s.at.Equal(o.at) {
			s.at, s.seconds = o.at, s.seconds+o.at.Sub(o.since).Seconds()
		}
		bySeries[o.series] = s
	}
	for _, s := range bySeries {
		rate += s.n / s.seconds
	}
	return rate
}

// matches says whether a number is what a query asks of values: quantiles lie in a
// bucket of the widest scale around an observed one.
func matches(q series.Query, got float64, all []observation) bool {
	if len(all) == 0 {
		return false
	}
	sum, values := 0.0, []float64{}
	for _, o := range all {
		sum, values = sum+o.value, append(values, o.value)
	}
	switch q.Aggregation {
	case series.Rate:
		return near(got, rateOf(all))
	case series.Increase:
		return got == float64(len(values))
	case series.Sum:
		return math.Abs(got-sum) < 1e-6*math.Max(1, math.Abs(sum))
	case series.Avg:
		return math.Abs(got-sum/float64(len(values))) < 1e-6*math.Max(1, math.Abs(sum))
	}
	sorted := slices.Sorted(slices.Values(values))
	at := q.Quantile * float64(len(sorted))
	low, high := sorted[max(0, int(math.Ceil(at))-2)], sorted[min(len(sorted)-1, int(at)+1)]
	base := math.Exp2(math.Exp2(-2)) * 1.0001
	if low < 0 {
		low *= base * base
	}
	if high < 0 {
		high /= base * base
	}
	return got >= low/base && got <= high*base
}
