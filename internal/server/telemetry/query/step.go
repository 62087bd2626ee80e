package query

import (
	"time"

	"platform/internal/server/fault"
)

// steps are the widths of buckets that charts use.
var steps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour,
}

// MostBuckets bounds how many buckets a range may be cut into.
const MostBuckets = 2000

// Step is the least step that cuts a range into at most points buckets and is
// no shorter than least.
func Step(r Range, points int, least time.Duration) time.Duration {
	for _, s := range steps {
		if s >= least && r.Span() <= s*time.Duration(points) {
			return s
		}
	}
	return steps[len(steps)-1]
}

// CheckStep refuses a step that is not a whole number of seconds or cuts the
// range into too many buckets.
func CheckStep(r Range, step time.Duration) error {
	if step < time.Second || step%time.Second != 0 || step > LongestSpan || (r.Span()+MostBuckets-1)/MostBuckets > step {
		return fault.New(fault.Invalid, "the step must be whole seconds and give at most %d buckets", MostBuckets)
	}
	return nil
}

// StepStart is the start of the bucket that t lies in. Buckets are counted from
// 1970, so that the same moment lies in the same bucket whatever the range.
func StepStart(t time.Time, step time.Duration) time.Time {
	return time.Unix(0, t.UnixNano()/int64(step)*int64(step)).UTC()
}
