package system

import (
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// memory is the host's memory in bytes. The states add up to total: what is
// neither free, cached nor in buffers is used.
type memory struct {
	total, free     int64
	cached, buffers int64
	tellsCache      bool // whether the system tells cached and buffers apart
}

func (s *Source) sampleMemory(b *sample.Batch) error {
	m, err := s.kernel.memory()
	if err != nil || m.total <= 0 {
		return err
	}
	// The counts are not taken at one instant, so each is held within what is
	// left of the total.
	left := m.total
	take := func(state string, n int64) {
		n = min(max(n, 0), left)
		left -= n
		b.Int(s.host, metrics.SystemMemoryUsage, n, state)
	}
	take("free", m.free)
	if m.tellsCache {
		take("buffers", m.buffers)
		take("cached", m.cached)
	}
	b.Int(s.host, metrics.SystemMemoryUsage, left, "used")
	b.Float(s.host, metrics.SystemMemoryUtilization, float64(left)/float64(m.total))
	return nil
}
