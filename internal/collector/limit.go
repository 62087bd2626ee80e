package collector

import (
	"log/slog"
	"sync"
	"time"

	"platform/internal/collector/sample"
)

// repeatEvery is how often a failure that goes on is logged again.
const repeatEvery = time.Hour

// limiter logs failures that may repeat each tick: when one begins, then hourly
// with a count, and its end. What fails is told apart by its attributes.
type limiter struct {
	log                 *slog.Logger
	begins, goesOn, end string // messages

	mu      sync.Mutex
	failing map[string]*failure
}

type failure struct {
	logged time.Time
	since  int // times not logged
}

func newLimiter(log *slog.Logger, begins, goesOn, end string) *limiter {
	return &limiter{log: log, begins: begins, goesOn: goesOn, end: end, failing: map[string]*failure{}}
}

// observe is told how key fared at a time; a nil error is that it works.
func (l *limiter) observe(now time.Time, key string, err error, attrs ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f := l.failing[key]
	switch {
	case err == nil && f != nil:
		l.log.Info(l.end, attrs...)
		delete(l.failing, key)
	case err == nil:
	case f == nil:
		l.failing[key] = &failure{logged: now}
		l.log.Warn(l.begins, append(attrs, "error", err)...)
	case now.Sub(f.logged) >= repeatEvery:
		l.log.Warn(l.goesOn, append(attrs, "error", err, "times", f.since+1)...)
		*f = failure{logged: now}
	default:
		f.since++
	}
}

// logHealth logs how the sources of a snapshot fared.
func logHealth(l *limiter, s *sample.Snapshot) {
	for _, h := range s.Health {
		l.observe(s.Time, h.Source, h.Err, "source", h.Source)
	}
}
