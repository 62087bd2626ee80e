package series

import (
	"math"
	"slices"
)

// OfDistributions turns distributions into the numbers a query asks for.
func OfDistributions(found []Distribution, q Query) (out []Number) {
	type place struct {
		group string
		at    int64
	}
	byPlace := map[place][]Distribution{}
	var order []place
	for _, d := range found {
		p := place{keyOf(d.Group), d.At.UnixNano()}
		if byPlace[p] == nil {
			order = append(order, p)
		}
		byPlace[p] = append(byPlace[p], d)
	}
	for _, p := range order {
		all := byPlace[p]
		if v, ok := valueOf(all, q); ok {
			out = append(out, Number{all[0].Group, all[0].At, v})
		}
	}
	return out
}

func valueOf(all []Distribution, q Query) (float64, bool) {
	var count, sum, rate float64
	for _, d := range all {
		count += d.Count
		sum += d.Sum
		rate += d.Rate
	}
	switch q.Aggregation {
	case Rate:
		return rate, true
	case Increase, Count:
		return count, true
	case Sum:
		return sum, true
	case Avg:
		return sum / count, count > 0
	}
	bounds, counts := common(all)
	v := QuantileOf(q.Quantile, bounds, counts)
	return v, !math.IsNaN(v)
}

// common adds distributions up over the bounds that all of them have: below
// such a bound each knows exactly how many it has seen.
func common(all []Distribution) (bounds, counts []float64) {
	bounds = slices.Clone(all[0].Bounds)
	for _, d := range all[1:] {
		bounds = slices.DeleteFunc(bounds, func(b float64) bool { return !slices.Contains(d.Bounds, b) })
	}
	counts = make([]float64, len(bounds)+1)
	for _, d := range all {
		for i, n := range d.Counts {
			into := len(bounds)
			if i < len(d.Bounds) {
				into, _ = slices.BinarySearch(bounds, d.Bounds[i])
			}
			counts[into] += n
		}
	}
	return bounds, counts
}

// QuantileOf estimates a quantile of a distribution: the values of a bucket are
// taken to lie evenly in it. The first bucket starts at 0 when its bound is
// above; the last one is as if all its values lay on its lower bound. It is not a
// number when nothing was observed, or nothing is known but how much.
func QuantileOf(q float64, bounds, counts []float64) float64 {
	var total float64
	for _, n := range counts {
		total += n
	}
	if total <= 0 || len(bounds) == 0 {
		return math.NaN()
	}
	rank, seen := q*total, 0.0
	for i, n := range counts {
		if n <= 0 || seen+n < rank {
			seen += n
			continue
		}
		if i == len(bounds) {
			return bounds[len(bounds)-1]
		}
		low, high := 0.0, bounds[i]
		if i > 0 {
			low = bounds[i-1]
		} else if high <= 0 {
			return high
		}
		return low + (high-low)*(rank-seen)/n
	}
	return bounds[len(bounds)-1]
}
