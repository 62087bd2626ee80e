package query

import (
	"encoding/json"
	"testing"
	"time"

	"platform/internal/server/tenancy"
)

var now = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

func TestTimesAreReadInAllTheirForms(t *testing.T) {
	f := func(from, to, want string) {
		t.Helper()
		r, err := ParseRange(from, to, now)
		got := r.From.Format(time.RFC3339) + " " + r.To.Format(time.RFC3339)
		if err != nil {
			got = "refused"
		}
		if got != want {
			t.Errorf("%q to %q: %s (%v); want %s", from, to, got, err, want)
		}
	}
	f("", "", "2026-03-04T04:06:07Z 2026-03-04T05:06:07Z")
	f("now-15m", "now", "2026-03-04T04:51:07Z 2026-03-04T05:06:07Z")
	f("now-7d", "now-1w", "refused")  // empty
	f("1772600767000", "", "refused") // now
	f("1772600766000", "1772600767000", "2026-03-04T05:06:06Z 2026-03-04T05:06:07Z")
	f("2026-03-04T06:00:00+02:00", "2026-03-04T05:00:00.5Z", "2026-03-04T04:00:00Z 2026-03-04T05:00:00Z")
	f("2020-01-01T00:00:00Z", "", "refused") // too long
	f("yesterday", "", "refused")
	f("-5", "", "refused")
	f("now+1h", "", "refused")
	f("now-99999999999d", "", "refused")
}

func TestStepsFollowTheRange(t *testing.T) {
	f := func(span time.Duration, points int, want time.Duration) {
		t.Helper()
		if got := Step(Range{now.Add(-span), now}, points, time.Second); got != want {
			t.Errorf("%s in %d: %s; want %s", span, points, got, want)
		}
	}
	f(time.Hour, 120, 30*time.Second)
	f(24*time.Hour, 240, 10*time.Minute)
	f(400*24*time.Hour, 10, 7*24*time.Hour)
	f(time.Second, 100, time.Second)
}

func TestNextCountsEqualPositions(t *testing.T) {
	f := func(after *Position, page []Position, want Position) {
		t.Helper()
		if got := Next(after, page); *got != want {
			t.Errorf("%+v; want %+v", *got, want)
		}
	}
	f(nil, []Position{{At: 3}, {At: 2}}, Position{At: 2, Skip: 1})
	f(nil, []Position{{At: 2}, {At: 2}}, Position{At: 2, Skip: 2})
	f(&Position{At: 2, Skip: 2}, []Position{{At: 2}}, Position{At: 2, Skip: 3})
	f(&Position{At: 2, Skip: 2}, []Position{{At: 2}, {At: 1}}, Position{At: 1, Skip: 1})
}

func FuzzTimes(f *testing.F) {
	f.Add("now-1h", "now")
	f.Add("2026-03-04T05:06:07Z", "1772600767000")
	f.Fuzz(func(t *testing.T, from, to string) {
		r, err := ParseRange(from, to, now)
		if err != nil {
			return
		}
		if !r.From.Before(r.To) || r.Span() > LongestSpan || r.From.UnixNano() < 0 || r.To.UnixNano() < 0 {
			t.Errorf("%q %q: %v", from, to, r)
		}
		step := Step(r, 100, time.Second)
		if CheckStep(r, step) == nil && StepStart(r.From, step).After(r.From) {
			t.Errorf("%v starts after %v", step, r)
		}
	})
}

func FuzzCursors(f *testing.F) {
	f.Add((Position{At: 5, ID: 6, Skip: 7}).Cursor())
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseCursor(text)
		if err != nil || p == nil {
			return
		}
		again, err := ParseCursor(p.Cursor())
		if err != nil || *again != *p {
			t.Errorf("%q: %+v, %+v, %v", text, p, again, err)
		}
	})
}

func TestAStepCutsARangeIntoNotTooManyBuckets(t *testing.T) {
	f := func(span, step time.Duration, accepted bool) {
		t.Helper()
		from := time.Date(2026, 3, 4, 0, 0, 0, 0, time.UTC)
		if err := CheckStep(Range{From: from, To: from.Add(span)}, step); (err == nil) != accepted {
			t.Errorf("%s by %s: %v", span, step, err)
		}
	}
	f(MostBuckets*time.Second, time.Second, true)
	f(MostBuckets*time.Second+1, time.Second, false)
	f(time.Hour, 1500*time.Millisecond, false)
	f(time.Hour, 0, false)
	f(24*time.Hour, 100*24*time.Hour, true)
	f(LongestSpan, LongestSpan, true)
	f(LongestSpan, LongestSpan+time.Second, false)
}

func FuzzFilters(f *testing.F) {
	f.Add(`[{"key":"k","op":"in","values":["a"]},{"source":"field","key":"durationMs","op":"gt","value":"1e3","not":true}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var filters []Filter
		if json.Unmarshal([]byte(text), &filters) != nil || Check(tenancy.Traces, filters) != nil {
			return
		}
		for _, x := range filters {
			if x.Source == "" || x.Op == "" || x.Key.Key == "" || x.Source == Field && !isField(x.Key.Key) {
				t.Errorf("%+v was let through", x)
			}
		}
	})
}

func isField(name string) bool {
	_, ok := fields[tenancy.Traces][name]
	return ok
}
