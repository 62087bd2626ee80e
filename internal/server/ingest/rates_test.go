package ingest

import (
	"slices"
	"testing"
	"time"
)

func TestRatesAreToldOfTheLastHour(t *testing.T) {
	start := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)
	var r ring
	f := func(after time.Duration, perMinute float64, steps int, last ...uint64) {
		t.Helper()
		now := start.Add(after)
		h := r.history(start, now)
		if got := r.perMinute(now); got != perMinute || len(h.Counts) != steps || !slices.Equal(h.Counts[max(0, len(h.Counts)-len(last)):], last) {
			t.Errorf("after %v: %v per minute, %d steps, the last %v; want %v, %d, %v", after, got, len(h.Counts), h.Counts, perMinute, steps, last)
		}
		if !h.End.Equal(now.Truncate(historyStep)) {
			t.Errorf("after %v: ends at %v", after, h.End)
		}
	}
	f(0, 0, 0)
	r.add(start.Add(5*time.Second), 10)
	r.add(start.Add(29*time.Second), 10)
	f(29*time.Second, 4, 0) // the step is not over
	f(30*time.Second, 4, 1, 20)
	r.add(start.Add(70*time.Second), 5)
	f(95*time.Second, 5, 3, 20, 0, 5)
	f(4*time.Minute+55*time.Second, 5, 9, 0)
	f(5*time.Minute, 3, 10, 0) // the first ten seconds are too long ago
	f(2*time.Hour, 0, 119, 0, 0)
	r.add(start.Add(2*time.Hour), 7) // after a pause longer than the ring
	f(2*time.Hour+30*time.Second, 1.4, 119, 0, 7)
	r.add(start, 3) // too old to be counted
	f(2*time.Hour+30*time.Second, 1.4, 119, 0, 7)
}
