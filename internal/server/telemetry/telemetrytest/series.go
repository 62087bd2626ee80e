package telemetrytest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// SomePoints makes points of series of one metric: at uneven times, with gaps,
// restarts that tell their start, resets that do not, series that start late,
// points that were sent twice, and two of the same moment. They are not in order.
func SomePoints(rnd *rand.Rand, metric string, kind Kind, count int, span time.Duration) (out []Point) {
	for i := range count {
		p := ofSeries(i)
		p.Metric, p.Kind = metric, kind
		at := Start.Add(time.Duration(rnd.Int64N(int64(time.Minute))))
		if rnd.IntN(4) == 0 {
			at = at.Add(span / 3)
		}
		started := at.Add(-time.Duration(rnd.Int64N(int64(30 * time.Minute))))
		if rnd.IntN(5) == 0 {
			started = time.Time{} // does not tell
		}
		value := float64(rnd.IntN(1000))
		if rnd.IntN(2) == 0 {
			started, value = at, 0
		}
		for at.Before(Start.Add(span)) {
			switch rnd.IntN(30) {
			case 0: // restart
				value = 0
				if !started.IsZero() {
					started = at.Add(-time.Duration(rnd.Int64N(int64(5 * time.Second))))
				}
			case 1: // reset that is not told
				value = float64(rnd.IntN(3))
			case 2: // gap
				at = at.Add(time.Duration(rnd.Int64N(int64(15 * time.Minute))))
			}
			p.At, p.Start, p.Value = at, started, value
			if kind == Gauge || kind == UpDown {
				p.Value = rnd.NormFloat64() * 10
			}
			if kind == Delta {
				p.Value = float64(rnd.IntN(50))
			}
			if at.Before(Start.Add(span)) {
				out = append(out, p)
				if rnd.IntN(40) == 0 && kind != Delta {
					if kind == Cumulative {
						p.Value += float64(rnd.IntN(2))
					}
					out = append(out, p)
				}
			}
			value += float64(rnd.IntN(20))
			at = at.Add(15*time.Second + time.Duration(rnd.Int64N(int64(45*time.Second))))
		}
	}
	rnd.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// ofSeries is a point of the nth series. Each differs from some other one by its resource, its
// attributes or its scope alone.
func ofSeries(n int) Point {
	return Point{Resource: Attributes{"host.name": fmt.Sprintf("h%d", n%3)}, Scope: fmt.Sprintf("s%d", n/6), Attributes: Attributes{"cpu": fmt.Sprint(n / 3 % 2), "mode": []string{"user", "system"}[n/3%2]}}
}

// Record is the point as filters see it.
func (p Point) Record() Record {
	return Record{Attributes: p.Attributes, Resource: p.Resource, Fields: Attributes{"name": p.Metric, "unit": "1"}}
}

// place is a group and a step.
type place struct {
	group string
	at    int64
}

// Evaluate answers a query over points by going through them one by one. The
// answer is by "group@nanoseconds".
func Evaluate(points []Point, q series.Query) map[string]float64 {
	bySeries := map[string][]Point{}
	for _, p := range points {
		if p.Metric != q.Metric || slices.ContainsFunc(q.Filters, func(f query.Filter) bool { return !p.Record().Fulfils(f) }) {
			continue
		}
		id := fmt.Sprint(p.Resource, p.Scope, p.Attributes)
		bySeries[id] = append(bySeries[id], p)
	}
	values := map[place][]float64{} // of the series of a group
	for _, own := range bySeries {
		slices.SortFunc(own, func(a, b Point) int {
			return cmp.Or(a.At.Compare(b.At), a.Start.Compare(b.Start), cmp.Compare(a.Value, b.Value))
		})
		group := ""
		for _, k := range q.GroupBy {
			from := own[0].Attributes
			if k.Source == query.Resource {
				from = own[0].Resource
			}
			group += from[k.Key] + ","
		}
		for at, v := range evaluateOne(own, q) {
			values[place{group, at}] = append(values[place{group, at}], v)
		}
	}
	out := map[string]float64{}
	for p, all := range values {
		out[fmt.Sprintf("%s@%d", p.group, p.at)] = fold(all, string(q.Across))
	}
	return out
}

// evaluateOne is the value of one series in each step.
func evaluateOne(own []Point, q series.Query) map[int64]float64 {
	in := map[int64][]Point{}
	for _, p := range own {
		if !p.At.Before(q.Range.From) && p.At.Before(q.Range.To) {
			at := query.StepStart(p.At, q.Step).UnixNano()
			in[at] = append(in[at], p)
		}
	}
	out := map[int64]float64{}
	if q.Aggregation == series.Rate || q.Aggregation == series.Increase {
		grown, seconds := growth(own, q)
		for at := range grown {
			if q.Aggregation == series.Increase {
				out[at] = grown[at]
			} else if seconds[at] > 0 {
				out[at] = grown[at] / seconds[at]
			}
		}
		return out
	}
	for at, points := range in {
		var all []float64
		for _, p := range points {
			all = append(all, p.Value)
		}
		out[at] = fold(all, string(q.Aggregation))
	}
	return out
}

// growth follows a counter from point to point.
func growth(own []Point, q series.Query) (grown, seconds map[int64]float64) {
	grown, seconds = map[int64]float64{}, map[int64]float64{}
	var before *Point
	read := q.Range.From.Add(-series.Lookback)
	for i := range own {
		p := &own[i]
		if p.At.Before(read) || !p.At.Before(q.Range.To) {
			continue
		}
		last := before
		before = p
		since := p.Start
		if last != nil && last.At.After(since) {
			since = last.At
		}
		var add float64
		switch {
		case p.Kind == Delta:
			add = p.Value
		case last == nil:
			if p.Start.IsZero() || p.Start.Before(read) {
				continue // counted since nobody knows when
			}
			add = p.Value
		case p.Start.After(last.Start), p.Value < last.Value:
			add = p.Value
		default:
			add = p.Value - last.Value
		}
		if p.At.Before(q.Range.From) {
			continue
		}
		at := query.StepStart(p.At, q.Step).UnixNano()
		grown[at] += add
		if !since.IsZero() {
			seconds[at] += p.At.Sub(since).Seconds()
		} else {
			seconds[at] += 0
		}
	}
	return grown, seconds
}

func fold(all []float64, how string) float64 {
	var sum float64
	for _, v := range all {
		sum += v
	}
	switch how {
	case "sum":
		return sum
	case "avg":
		return sum / float64(len(all))
	case "min":
		return slices.Min(all)
	case "max":
		return slices.Max(all)
	case "count":
		return float64(len(all))
	}
	return all[len(all)-1] // last
}
