package telemetry

import (
	"fmt"
	"strings"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// before is a range with what is read before it, so that its first points
// have one before them.
func before(r query.Range) query.Range {
	r.From = r.From.Add(-series.Lookback)
	return r
}

// counted is the condition that a point among consecutive ones tells of growth in a
// range. The first point of a series, which has no time before, does so when the series
// started after the first moment that was read.
func counted(r query.Range) string {
	return fmt.Sprintf("at >= %d AND (delta OR at0 > 0 OR start >= %d)", r.From.UnixNano(), before(r).From.UnixNano())
}

// grownSeconds is the time in which consecutive points have grown.
const grownSeconds = "sum(if(at0 = 0, if(start > 0, (at - start) / 1e9, 0), (at - greatest(at0, start)) / 1e9))"

// pointColumn is a column of the points of a series, and what it is taken for before
// the first point.
type pointColumn struct{ name, zero string }

// consecutive writes the points of every series, each next to the one before: what is
// called v of the point before is called v0. Points are in the order of their columns, so
// the first one is the time. kept are columns that are the same for all points of a series,
// delta among them: points that count from the one before, and points that count from a
// start, are series of their own.
//
// Points are sorted in an array of each series: a window function would sort
// all columns of all points together, which takes three to five times as long. An array
// of each column takes less than half the memory that one of tuples would.
func (q *statement) consecutive(kept []string, columns []pointColumn, points func()) {
	kept = append(kept[:len(kept):len(kept)], "delta")
	var arrays, zeros, each []string
	for i, c := range columns {
		arrays, zeros = append(arrays, "groupArray("+c.name+")"), append(zeros, c.zero)
		each = append(each, fmt.Sprintf("point.%[1]d AS %[2]s, earlier.%[1]d AS %[2]s0", i+1, c.name))
	}
	q.add("SELECT %sseries, %s FROM (SELECT %sseries, arraySort(arrayZip(%s)) AS points, arrayPushFront(arrayPopBack(points), (%s)) AS before FROM (",
		list(kept), strings.Join(each, ", "), list(anyAs(kept, kept)), strings.Join(arrays, ", "), strings.Join(zeros, ", "))
	points()
	q.put(") GROUP BY series) ARRAY JOIN points AS point, before AS earlier")
}
