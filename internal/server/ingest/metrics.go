package ingest

// Meter takes values that are read when the server's own metrics are asked for.
type Meter interface {
	Gauge(name, help string, read func() float64)
	Counter(name, help string, read func() float64)
}

// Measure adds the counts of ingest to the server's own metrics.
func (s *Service) Measure(m Meter) {
	for _, signal := range Signals {
		prefix := "platform_ingest_" + string(signal) + "_"
		m.Counter(prefix+"accepted_total", "Records of "+string(signal)+" stored.", s.total(signal, func(c *flow) uint64 { return c.accepted }))
		m.Counter(prefix+"rejected_total", "Records of "+string(signal)+" refused.", s.total(signal, func(c *flow) uint64 { return sum(c.rejected) }))
		m.Counter(prefix+"refused_requests_total", "Whole requests of "+string(signal)+" refused.", s.total(signal, func(c *flow) uint64 { return sum(c.refused) }))
	}
	m.Counter("platform_ingest_groups_total", "Inserts that were committed.", func() float64 { return float64(s.commit.Stats().Groups) })
	m.Counter("platform_ingest_rows_total", "Rows that were committed.", func() float64 { return float64(s.commit.Stats().Rows) })
	m.Counter("platform_ingest_bytes_total", "Bytes of blocks that were committed.", func() float64 { return float64(s.commit.Stats().Bytes) })
	m.Counter("platform_ingest_deduplicated_total", "Blocks of repeated requests that were there already.", func() float64 { return float64(s.commit.Stats().Deduplicated) })
	m.Counter("platform_ingest_insert_failures_total", "Inserts that failed or whose outcome was not known at first.", func() float64 { return float64(s.commit.Stats().Failures) })
	m.Gauge("platform_ingest_queued_bytes", "Bytes of blocks that are not committed yet.", func() float64 { return float64(s.commit.Stats().QueuedBytes) })
}

func (s *Service) total(signal Signal, read func(*flow) uint64) func() float64 {
	return func() float64 {
		s.arrivals.mu.Lock()
		defer s.arrivals.mu.Unlock()
		return float64(read(s.arrivals.totals[signal]))
	}
}

func sum(counts map[string]uint64) (n uint64) {
	for _, c := range counts {
		n += c
	}
	return n
}
