package self

import (
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// Exports is how sending has gone since the collector began, and what waits.
type Exports struct {
	Succeeded, Failed int64
	RejectedPoints    int64

	QueueLength int64 // snapshots
	QueueBytes  int64
	QueueAge    time.Duration // of the oldest; 0 when none waits
	Dropped     Dropped
}

// Dropped counts the snapshots that were never sent, by reason.
type Dropped struct{ Overflow, Expired, Rejected, Unreadable int64 }

func (s *Source) addWork(b *sample.Batch) {
	if s.deps.Latest != nil {
		s.addHealth(b, s.deps.Latest())
	}
	if s.deps.Exports != nil {
		s.addExports(b, s.deps.Exports())
	}
}

// addHealth reports the tick before this one: the present one is not over.
func (s *Source) addHealth(b *sample.Batch, snap *sample.Snapshot) {
	if snap == nil {
		return
	}
	for _, h := range snap.Health {
		b.Float(s.entity, metrics.SourceDuration, h.Took.Seconds(), h.Source)
		b.Int(s.entity, metrics.SourceFailures, h.Failures, h.Source)
	}
	b.Float(s.entity, metrics.ScrapeDuration, snap.Took.Seconds())
}

func (s *Source) addExports(b *sample.Batch, x Exports) {
	b.Int(s.entity, metrics.Exports, x.Succeeded, "success")
	b.Int(s.entity, metrics.Exports, x.Failed, "failure")
	b.Int(s.entity, metrics.PointsRejected, x.RejectedPoints)
	b.Int(s.entity, metrics.QueueLength, x.QueueLength)
	b.Int(s.entity, metrics.QueueSize, x.QueueBytes)
	b.Float(s.entity, metrics.QueueAge, x.QueueAge.Seconds())
	b.Int(s.entity, metrics.QueueDropped, x.Dropped.Overflow, "overflow")
	b.Int(s.entity, metrics.QueueDropped, x.Dropped.Expired, "expired")
	b.Int(s.entity, metrics.QueueDropped, x.Dropped.Rejected, "rejected")
	b.Int(s.entity, metrics.QueueDropped, x.Dropped.Unreadable, "unreadable")
}
