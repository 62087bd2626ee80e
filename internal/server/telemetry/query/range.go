package query

import (
	"strconv"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// Range is a span of time; From is part of it, To is not.
type Range struct{ From, To time.Time }

// Bounds of what may be asked for.
const (
	DefaultSpan = time.Hour
	LongestSpan = 400 * 24 * time.Hour
)

// Earliest and latest moment that the store can hold.
var (
	earliest = time.Unix(0, 0).UTC()
	latest   = time.Date(2262, 1, 1, 0, 0, 0, 0, time.UTC)
)

// ParseRange reads both ends of a range, each RFC 3339, milliseconds since
// 1970, "now", or "now-15m" with a unit of s, m, h, d or w. An empty end is now, an
// empty start an hour before the end.
func ParseRange(from, to string, now time.Time) (Range, error) {
	r := Range{To: now}
	var err error
	if to != "" {
		if r.To, err = parseTime(to, now); err != nil {
			return Range{}, fault.New(fault.Invalid, "to: %s", err)
		}
	}
	r.From = r.To.Add(-DefaultSpan)
	if from != "" {
		if r.From, err = parseTime(from, now); err != nil {
			return Range{}, fault.New(fault.Invalid, "from: %s", err)
		}
	}
	return r, r.check()
}

func (r Range) check() error {
	switch {
	case !r.From.Before(r.To):
		return fault.New(fault.Invalid, "the time range is empty: from must be before to")
	case r.To.Sub(r.From) > LongestSpan:
		return fault.New(fault.Invalid, "the time range is longer than %d days", LongestSpan/(24*time.Hour))
	case r.From.Before(earliest) || r.To.After(latest):
		return fault.New(fault.Invalid, "the time range lies outside of 1970 to 2262")
	}
	return nil
}

// Span is how long the range is.
func (r Range) Span() time.Duration { return r.To.Sub(r.From) }

// Last is the end of the range, at most d long.
func (r Range) Last(d time.Duration) Range {
	if r.Span() > d {
		r.From = r.To.Add(-d)
	}
	return r
}

type timeError string

func (e timeError) Error() string { return string(e) }

const notATime = timeError("write a time as RFC 3339, as milliseconds since 1970, or as now-1h")

func parseTime(text string, now time.Time) (time.Time, error) {
	if len(text) > 64 {
		return time.Time{}, notATime
	}
	if rest, ok := strings.CutPrefix(text, "now"); ok {
		return parseRelative(rest, now)
	}
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		if ms < 0 || ms > latest.UnixMilli() {
			return time.Time{}, notATime
		}
		return time.UnixMilli(ms).UTC(), nil
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || t.Before(earliest) || t.After(latest) {
		return time.Time{}, notATime
	}
	return t.UTC(), nil
}

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

func parseRelative(rest string, now time.Time) (time.Time, error) {
	if rest == "" {
		return now, nil
	}
	if len(rest) < 3 || rest[0] != '-' {
		return time.Time{}, notATime
	}
	unit, ok := units[rest[len(rest)-1]]
	n, err := strconv.ParseInt(rest[1:len(rest)-1], 10, 32)
	if !ok || err != nil || n < 0 || n > int64(latest.Sub(earliest)/unit) {
		return time.Time{}, notATime
	}
	return now.Add(-time.Duration(n) * unit), nil
}
