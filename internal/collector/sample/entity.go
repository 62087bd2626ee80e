// Package sample is the data that flows from sources to exporters.
package sample

import (
	"strconv"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
)

// maxSplits is the largest number of attributes that split a metric.
const maxSplits = 4

// Entity is a thing measured: a GPU, a process on a GPU, a disk. It remembers
// the series built from its attributes, so a steady host builds no attribute
// set after the first tick. An entity belongs to the source that made it and
// is used by one goroutine at a time.
type Entity struct {
	id     string // the value of hw.id, "" when the entity has none
	attrs  []attribute.KeyValue
	origin time.Time
	series map[seriesKey]*Series
}

type seriesKey struct {
	metric int
	split  [maxSplits]string
}

// NewEntity returns an entity identified by attrs.
func NewEntity(attrs ...attribute.KeyValue) *Entity {
	e := &Entity{attrs: attrs, series: map[seriesKey]*Series{}}
	for _, kv := range attrs {
		if string(kv.Key) == metrics.HWID.Name {
			e.id = kv.Value.AsString()
		}
	}
	return e
}

// Since says when the counts of e began: boot for a disk, its start for a
// process. Without it, a count begins at its first observation.
func (e *Entity) Since(origin time.Time) *Entity {
	e.origin = origin
	return e
}

// Series is one metric of one entity; its pointer is its identity. Metric and
// Attrs never change, so exporters may read them from any goroutine.
type Series struct {
	Metric *metrics.Def
	Attrs  attribute.Set

	text atomic.Pointer[string]

	// What follows belongs to the source's goroutine.
	batch         uint64 // the last batch that holds a point of it
	start, lastAt time.Time
	last          float64
}

// Text returns render(s), computed once: exporters keep the fixed part of a
// series' line here, and it goes when the series goes.
func (s *Series) Text(render func(*Series) string) string {
	if t := s.text.Load(); t != nil {
		return *t
	}
	t := render(s)
	s.text.Store(&t)
	return t
}

// since returns when the count in value began. A count of unknown origin begins
// at its first observation, which then contributes no rate. The start moves to
// the last observation when the counter restarts, to now when the clock was
// set back, and stays through ticks that miss the series.
func (s *Series) since(value float64, now, origin time.Time) time.Time {
	restarted := s.Metric.Kind != metrics.UpDownCounter && value < s.last
	switch {
	case s.start.IsZero() && !origin.IsZero() && origin.Before(now):
		s.start = origin
	case s.start.IsZero(), now.Before(s.lastAt):
		s.start = now
	case restarted:
		s.start = s.lastAt
	}
	s.last, s.lastAt = value, now
	return s.start
}

func (e *Entity) seriesOf(m *metrics.Def, split []string) *Series {
	key := seriesKey{metric: m.ID}
	copy(key.split[:], split)
	s := e.series[key]
	if s == nil {
		attrs := append([]attribute.KeyValue(nil), e.attrs...)
		for i, value := range split {
			if value != "" {
				attrs = append(attrs, splitAttr(m.By[i], value))
			}
		}
		s = &Series{Metric: m, Attrs: attribute.NewSet(attrs...)}
		e.series[key] = s
	}
	return s
}

func splitAttr(k metrics.Key, value string) attribute.KeyValue {
	if n, err := strconv.ParseInt(value, 10, 64); k.Number && err == nil {
		return attribute.Int64(k.Name, n)
	}
	return attribute.String(k.Name, value)
}
