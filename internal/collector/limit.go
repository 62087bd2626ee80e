package collector

import (
	"log/slog"
	"time"

	"platform/internal/collector/sample"
)

// repeatEvery is how often a failure that goes on is logged again.
const repeatEvery = time.Hour

// healthLog logs how sources fare: a failure when it begins, then hourly with
// a count, and its end. It is used by one goroutine.
type healthLog struct {
	log     *slog.Logger
	failing map[string]*failure
}

type failure struct {
	logged time.Time
	since  int // ticks not logged
}

func newHealthLog(log *slog.Logger) *healthLog {
	return &healthLog{log: log, failing: map[string]*failure{}}
}

func (h *healthLog) observe(s *sample.Snapshot) {
	for _, source := range s.Health {
		f := h.failing[source.Source]
		switch {
		case source.Err == nil && f != nil:
			h.log.Info("source recovered", "source", source.Source)
			delete(h.failing, source.Source)
		case source.Err == nil:
		case f == nil:
			h.failing[source.Source] = &failure{logged: s.Time}
			h.log.Warn("source failed", "source", source.Source, "error", source.Err)
		case s.Time.Sub(f.logged) >= repeatEvery:
			h.log.Warn("source still fails", "source", source.Source, "error", source.Err, "times", f.since+1)
			*f = failure{logged: s.Time}
		default:
			f.since++
		}
	}
}
