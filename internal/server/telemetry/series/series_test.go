package series

import (
	"math"
	"slices"
	"testing"
	"time"

	"platform/internal/server/telemetry/query"
)

func TestQuantilesLieEvenlyInTheirBuckets(t *testing.T) {
	f := func(q float64, bounds, counts []float64, want float64) {
		t.Helper()
		got := QuantileOf(q, bounds, counts)
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%v of %v %v is %v; want %v", q, bounds, counts, got, want)
		}
	}
	bounds := []float64{1, 2, 4}
	f(0.5, bounds, []float64{10, 0, 0, 0}, 0.5)
	f(0.5, bounds, []float64{0, 10, 0, 0}, 1.5)
	f(1, bounds, []float64{0, 10, 0, 0}, 2)
	f(0, bounds, []float64{0, 10, 0, 0}, 1)
	f(0.99, bounds, []float64{1, 0, 0, 99}, 4) // above the last bound
	f(0.5, []float64{-2, 0}, []float64{4, 0, 0}, -2)
	f(0.5, bounds, []float64{0, 0, 0, 0}, math.NaN())
	f(0.5, nil, []float64{7}, math.NaN())
}

func TestTheGreatestGroupsAreKept(t *testing.T) {
	at := time.Date(2026, 3, 4, 5, 0, 0, 0, time.UTC)
	q := Query{Range: query.Range{From: at, To: at.Add(3 * time.Minute)}, Step: time.Minute, Limit: 2, GroupBy: []query.Key{{Key: "k"}}}
	r := layOut(Metric{}, q, []Number{{[]string{"a"}, at, 1}, {[]string{"b"}, at.Add(time.Minute), 5}, {[]string{"c"}, at, 3}, {[]string{"c"}, at.Add(2 * time.Minute), 3}, {[]string{"b"}, at, math.NaN()}})
	if len(r.Times) != 3 || len(r.Series) != 2 || r.Left != 1 || r.Series[0].Labels["k"] != "b" || r.Series[1].Labels["k"] != "c" {
		t.Fatalf("%+v", r)
	}
	if b := r.Series[0].Values; b[0] != nil || *b[1] != 5 || b[2] != nil {
		t.Errorf("gaps are not gaps: %v", b)
	}
}

// FuzzExponential holds that whatever senders write gives ascending bounds and
// one count more.
func FuzzExponential(f *testing.F) {
	f.Add(int32(3), int32(-5), []byte{1, 2, 3}, int32(0), []byte{4}, uint64(1), 0.0)
	f.Add(int32(math.MaxInt32), int32(math.MinInt32), []byte{255}, int32(math.MaxInt32), []byte{1}, uint64(0), math.Inf(1))
	f.Add(int32(math.MinInt32), int32(7), []byte{}, int32(3), []byte{}, uint64(9), math.NaN())
	f.Fuzz(func(t *testing.T, scale, positive int32, up []byte, negative int32, down []byte, zero uint64, threshold float64) {
		counts := func(b []byte) (out []uint64) {
			for _, c := range b {
				out = append(out, uint64(c))
			}
			return out
		}
		at := time.Unix(1000, 0)
		e := NewExponential(at.Add(-time.Hour), at.Add(-time.Hour), time.Minute)
		for i := range 3 {
			e.Add(ExponentialPoint{At: at.Add(time.Duration(i) * time.Second), Start: at, Scale: scale - int32(i), PositiveOffset: positive, Positive: counts(up), NegativeOffset: negative,
				Negative: counts(down), Zero: zero, ZeroThreshold: threshold, Count: uint64(len(up))})
		}
		for _, d := range e.Distributions() {
			if len(d.Counts) != len(d.Bounds)+1 || !slices.IsSorted(d.Bounds) {
				t.Fatalf("%+v", d)
			}
			QuantileOf(0.5, d.Bounds, d.Counts)
		}
	})
}
