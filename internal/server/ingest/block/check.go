package block

import (
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// fits reports whether attributes are within the limits on number and keys.
func (w *writer) fits(m pcommon.Map) (Reason, bool) {
	if limit := w.limits.Attributes; limit > 0 && m.Len() > limit {
		return TooManyAttributes, false
	}
	if limit := w.limits.KeyBytes; limit > 0 {
		for k := range m.All() {
			if len(k) > limit {
				return KeyTooLong, false
			}
		}
	}
	return 0, true
}

// fit is fits for attributes as they came.
func (w *writer) fit(list []attribute) (Reason, bool) {
	if limit := w.limits.Attributes; limit > 0 && len(list) > limit {
		return TooManyAttributes, false
	}
	if limit := w.limits.KeyBytes; limit > 0 {
		for i := range list {
			if list[i].key.to-list[i].key.from > limit {
				return KeyTooLong, false
			}
		}
	}
	return 0, true
}

// clock judges the times of records, and counts the days they fall on.
type clock struct {
	oldest, newest uint64 // ns since 1970
	days           map[int32]bool
	limit          int
	last           int32 // day that was judged last
}

func newClock(o *Options) clock {
	c := clock{newest: ^uint64(0) >> 1, limit: o.Limits.Days, last: -1}
	if o.Limits.Age > 0 {
		c.oldest = uint64(max(0, o.Now.Add(-o.Limits.Age).UnixNano()))
	}
	if o.Limits.Ahead > 0 {
		c.newest = uint64(max(0, o.Now.Add(o.Limits.Ahead).UnixNano()))
	}
	return c
}

const nanosPerDay = uint64(24 * time.Hour)

// day returns the day of t, or why a record of that time is refused.
func (c *clock) day(t uint64) (day int32, why Reason, ok bool) {
	switch {
	case t == 0:
		return 0, NoTime, false
	case t < c.oldest:
		return 0, TooOld, false
	case t > c.newest:
		return 0, TooNew, false
	}
	day = int32(t / nanosPerDay)
	if day == c.last {
		return day, 0, true
	}
	if !c.days[day] {
		if c.limit > 0 && len(c.days) >= c.limit {
			return 0, TooManyDays, false
		}
		if c.days == nil {
			c.days = map[int32]bool{}
		}
		c.days[day] = true
	}
	c.last = day
	return day, 0, true
}
