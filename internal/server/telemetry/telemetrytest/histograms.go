package telemetrytest

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// HistogramPoint is what a series had observed at a time, or since the point
// before.
type HistogramPoint struct {
	Point
	Bounds []float64
	Counts []uint64
	Sum    float64
}

// Histograms stores points of histograms.
func (w *World) Histograms(points ...HistogramPoint) {
	w.t.Helper()
	m := pmetric.NewMetrics()
	for _, p := range points {
		rm := m.ResourceMetrics().AppendEmpty()
		fill(rm.Resource().Attributes(), p.Resource)
		sm := rm.ScopeMetrics().AppendEmpty()
		sm.Scope().SetName(p.Scope)
		metric := sm.Metrics().AppendEmpty()
		metric.SetName(p.Metric)
		h := metric.SetEmptyHistogram()
		h.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		if p.Kind == Delta {
			h.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
		}
		data := h.DataPoints().AppendEmpty()
		fill(data.Attributes(), p.Attributes)
		data.SetTimestamp(pcommon.NewTimestampFromTime(p.At))
		data.SetStartTimestamp(pcommon.NewTimestampFromTime(p.Start))
		data.ExplicitBounds().FromRaw(p.Bounds)
		data.BucketCounts().FromRaw(p.Counts)
		data.SetCount(total(p.Counts))
		data.SetSum(p.Sum)
		data.SetFlags(p.flags())
		if len(p.Bounds) == 0 {
			data.BucketCounts().FromRaw(nil) // only how many and how much in all
		}
	}
	w.Metrics(m)
}

func total(counts []uint64) (n uint64) {
	for _, c := range counts {
		n += c
	}
	return n
}

// someBounds are those of histograms that agree on some. The first have none.
var someBounds = [][]float64{nil, {0.1, 0.5, 1, 5}, {0.1, 1, 2, 5, 10}}

// SomeHistograms makes points of histograms with gaps, restarts that tell their start, and resets
// that do not; those may have observed more since than before. Those with buckets may
// start again with others.
func SomeHistograms(rnd *rand.Rand, metric string, kind Kind, buckets bool, count int, span time.Duration) (out []HistogramPoint) {
	for i := range count {
		p := HistogramPoint{Point: ofSeries(i)}
		p.Metric, p.Kind = metric, kind
		if buckets {
			p.Bounds = someBounds[1]
		}
		at := Start.Add(time.Duration(rnd.Int64N(int64(10 * time.Minute))))
		start, counts, sum := at.Add(-time.Duration(rnd.Int64N(int64(20*time.Minute)))), make([]uint64, len(p.Bounds)+1), 0.0
		for at.Before(Start.Add(span)) {
			more := rnd.IntN(8)
			if kind == Delta || rnd.IntN(25) == 0 {
				more = rnd.IntN(30)
				if buckets && rnd.IntN(3) == 0 {
					p.Bounds = someBounds[1+rnd.IntN(2)]
				}
				counts, sum = make([]uint64, len(p.Bounds)+1), 0
				if rnd.IntN(2) == 0 {
					start = at.Add(-time.Second)
				}
			}
			for range more {
				counts[rnd.IntN(len(counts))]++
				sum += float64(rnd.IntN(10))
			}
			p.At, p.Start, p.Counts, p.Sum = at, start, slices.Clone(counts), sum
			out = append(out, p)
			at = at.Add(20*time.Second + time.Duration(rnd.Int64N(int64(80*time.Second))))
		}
	}
	rnd.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// EvaluateHistograms answers a query over histograms point by point: each
// observation of a step becomes an interval, and quantiles are taken of these.
func EvaluateHistograms(points []HistogramPoint, q series.Query) map[string]float64 {
	bySeries := map[string][]HistogramPoint{}
	for _, p := range points {
		if p.Metric == q.Metric && !slices.ContainsFunc(q.Filters, func(f query.Filter) bool { return !p.Record().Fulfils(f) }) {
			id := fmt.Sprint(p.Resource, p.Scope, p.Attributes, p.Bounds)
			bySeries[id] = append(bySeries[id], p)
		}
	}
	type seen struct {
		below      map[string]map[float64]float64 // observations at or below each bound, by the bounds of their series
		count, sum float64
		rate       float64
	}
	out, places := map[string]float64{}, map[string]*seen{}
	for _, own := range bySeries {
		slices.SortFunc(own, func(a, b HistogramPoint) int {
			return cmp.Or(a.At.Compare(b.At), a.Start.Compare(b.Start), cmp.Compare(total(a.Counts), total(b.Counts)))
		})
		group := ""
		for _, k := range q.GroupBy {
			from := own[0].Attributes
			if k.Source == query.Resource {
				from = own[0].Resource
			}
			group += from[k.Key] + ","
		}
		touched := map[string][2]float64{}
		var before *HistogramPoint
		read := q.Range.From.Add(-series.Lookback)
		for i := range own {
			p := &own[i]
			if p.At.Before(read) || !p.At.Before(q.Range.To) {
				continue
			}
			last := before
			before = p
			grown, sum, since := slices.Clone(p.Counts), p.Sum, p.Start
			if last != nil && last.At.After(since) {
				since = last.At
			}
			if p.Kind != Delta {
				if last == nil && p.Start.Before(read) {
					continue
				}
				if last != nil && !p.Start.After(last.Start) {
					again := false
					for i := range grown {
						again = again || p.Counts[i] < last.Counts[i]
					}
					if !again {
						for i := range grown {
							grown[i] -= last.Counts[i]
						}
						sum -= last.Sum
					}
				}
			}
			if p.At.Before(q.Range.From) {
				continue
			}
			key := fmt.Sprintf("%s@%d", group, query.StepStart(p.At, q.Step).UnixNano())
			s := places[key]
			if s == nil {
				s = &seen{below: map[string]map[float64]float64{}}
				places[key] = s
			}
			n, own := 0.0, s.below[fmt.Sprint(p.Bounds)]
			if own == nil {
				own = map[float64]float64{}
				s.below[fmt.Sprint(p.Bounds)] = own
			}
			for i, c := range grown {
				n += float64(c)
				if i < len(p.Bounds) {
					own[p.Bounds[i]] += n
				}
			}
			s.count += n
			s.sum += sum
			t := touched[key]
			touched[key] = [2]float64{t[0] + n, t[1] + p.At.Sub(since).Seconds()}
		}
		for key, t := range touched {
			if t[1] > 0 {
				places[key].rate += t[0] / t[1]
			}
		}
	}
	for key, s := range places {
		switch q.Aggregation {
		case series.Rate:
			out[key] = s.rate
		case series.Increase:
			out[key] = s.count
		case series.Sum:
			out[key] = s.sum
		case series.Avg:
			if s.count > 0 {
				out[key] = s.sum / s.count
			}
		case series.Quantile:
			if v := plainQuantile(q.Quantile, common(s.below), s.count); !math.IsNaN(v) {
				out[key] = v
			}
		}
	}
	return out
}

// common adds up what lies below each bound that all series have: the others say nothing
// about the whole.
func common(all map[string]map[float64]float64) map[float64]float64 {
	n, below := map[float64]int{}, map[float64]float64{}
	for _, own := range all {
		for b, c := range own {
			n[b]++
			below[b] += c
		}
	}
	for b := range below {
		if n[b] < len(all) {
			delete(below, b)
		}
	}
	return below
}

// plainQuantile interpolates in the counts below bounds.
func plainQuantile(q float64, below map[float64]float64, count float64) float64 {
	if count == 0 || len(below) == 0 {
		return math.NaN()
	}
	bounds := make([]float64, 0, len(below))
	for b := range below {
		bounds = append(bounds, b)
	}
	slices.Sort(bounds)
	low, least := 0.0, 0.0
	for _, b := range bounds {
		n := below[b]
		if n > least && n >= q*count {
			return low + (b-low)*(q*count-least)/(n-least)
		}
		low, least = b, n
	}
	return bounds[len(bounds)-1]
}
