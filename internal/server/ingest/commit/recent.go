package commit

import "time"

// recent remembers committed units for the window.
type recent struct {
	window time.Duration
	limit  int
	at     map[unit]time.Time
	order  []entry // oldest first
}

type entry struct {
	unit unit
	at   time.Time
}

func (r *recent) has(u unit) bool {
	at, known := r.at[u]
	return known && time.Since(at) < r.window
}

func (r *recent) add(u unit, at time.Time) {
	r.at[u] = at
	r.order = append(r.order, entry{u, at})
	for len(r.order) > 0 && (len(r.order) > r.limit || time.Since(r.order[0].at) > r.window) {
		if oldest := r.order[0]; r.at[oldest.unit] == oldest.at { // else it was added again
			delete(r.at, oldest.unit)
		}
		r.order = r.order[1:]
	}
}
