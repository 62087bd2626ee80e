package demo

import (
	"slices"
	"strconv"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"platform/internal/buildinfo"
)

// entity is something measured: the attributes that all its series share.
type entity struct {
	attributes []any                  // key, value, key, value, ...
	sets       map[splits]pcommon.Map // by what splits a series
}

type splits [6]string // key, value, key, value, ...

func newEntity(attributes ...any) *entity {
	return &entity{attributes, map[splits]pcommon.Map{}}
}

// with is an entity that has more attributes.
func (e *entity) with(attributes ...any) *entity {
	return newEntity(append(slices.Clone(e.attributes), attributes...)...)
}

// set is the attribute set of one series.
func (e *entity) set(by []string) pcommon.Map {
	var key splits
	copy(key[:], by)
	m, ok := e.sets[key]
	if ok {
		return m
	}
	m = pcommon.NewMap()
	fill(m, e.attributes)
	for i := 0; i < len(by); i += 2 {
		if n, isNumber := number(by[i], by[i+1]); isNumber {
			m.PutInt(by[i], n)
		} else {
			m.PutStr(by[i], by[i+1])
		}
	}
	e.sets[key] = m
	return m
}

// fill puts pairs of keys and values.
func fill(m pcommon.Map, pairs []any) {
	m.EnsureCapacity(len(pairs)/2 + 2)
	for i := 0; i < len(pairs); i += 2 {
		key := pairs[i].(string)
		switch v := pairs[i+1].(type) {
		case string:
			m.PutStr(key, v)
		case int:
			m.PutInt(key, int64(v))
		case float64:
			m.PutDouble(key, v)
		case bool:
			m.PutBool(key, v)
		case []any: // pairs again
			fill(m.PutEmptyMap(key), v)
		case []string:
			list := m.PutEmptySlice(key)
			for _, s := range v {
				list.AppendEmpty().SetStr(s)
			}
		}
	}
}

// page is a request of metrics of one host.
type page struct {
	metrics pmetric.Metrics
	scope   pmetric.ScopeMetrics
	numbers map[*metric]pmetric.NumberDataPointSlice
	shapes  map[*metric]pmetric.HistogramDataPointSlice
	points  int
}

func newPage(resource *entity) *page {
	p := &page{metrics: pmetric.NewMetrics(), numbers: map[*metric]pmetric.NumberDataPointSlice{}, shapes: map[*metric]pmetric.HistogramDataPointSlice{}}
	rm := p.metrics.ResourceMetrics().AppendEmpty()
	fill(rm.Resource().Attributes(), resource.attributes)
	p.scope = rm.ScopeMetrics().AppendEmpty()
	p.scope.Scope().SetName("platform.collector")
	p.scope.Scope().SetVersion(buildinfo.Version)
	return p
}

func (p *page) declare(m *metric) pmetric.Metric {
	out := p.scope.Metrics().AppendEmpty()
	out.SetName(m.name)
	out.SetUnit(m.unit)
	out.SetDescription(m.help)
	return out
}

// slot returns where the points of m go.
func (p *page) slot(m *metric) pmetric.NumberDataPointSlice {
	points, ok := p.numbers[m]
	if ok {
		return points
	}
	if m.kind == gauge {
		points = p.declare(m).SetEmptyGauge().DataPoints()
	} else {
		sum := p.declare(m).SetEmptySum()
		sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		sum.SetIsMonotonic(m.kind == counter)
		points = sum.DataPoints()
	}
	p.numbers[m] = points
	return points
}

// sample is a moment of a thing: what it adds goes to a page.
type sample struct {
	page  *page
	at    time.Time
	since time.Time // when its counters were zero
	of    *entity
}

// add appends a point; by are keys and values that split the series.
func (s sample) add(m *metric, value float64, by ...string) {
	point := s.page.slot(m).AppendEmpty()
	s.of.set(by).CopyTo(point.Attributes())
	point.SetTimestamp(pcommon.NewTimestampFromTime(s.at))
	if m.kind != gauge {
		point.SetStartTimestamp(pcommon.NewTimestampFromTime(s.since))
	}
	if m.whole {
		point.SetIntValue(int64(value))
	} else {
		point.SetDoubleValue(value)
	}
	s.page.points++
}

// distribution counts values in the buckets of durationBounds.
type distribution struct {
	count  uint64
	sum    float64
	counts []uint64
}

func (s sample) shape(m *metric, d *distribution, by ...string) {
	points, ok := s.page.shapes[m]
	if !ok {
		h := s.page.declare(m).SetEmptyHistogram()
		h.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		points = h.DataPoints()
		s.page.shapes[m] = points
	}
	point := points.AppendEmpty()
	s.of.set(by).CopyTo(point.Attributes())
	point.SetTimestamp(pcommon.NewTimestampFromTime(s.at))
	point.SetStartTimestamp(pcommon.NewTimestampFromTime(s.since))
	point.SetCount(d.count)
	point.SetSum(d.sum)
	point.ExplicitBounds().FromRaw(durationBounds)
	point.BucketCounts().FromRaw(d.counts)
	s.page.points++
}

func (p *page) batch() (Batch, error) {
	body, err := new(pmetric.ProtoMarshaler).MarshalMetrics(p.metrics)
	return Batch{Metrics, body, p.points}, err
}

// number reads the splits that are numbers, though they are given as text.
func number(key, value string) (int64, bool) {
	if key != "gpu.xid.code" && key != "cpu.logical_number" {
		return 0, false
	}
	n, err := strconv.ParseInt(value, 10, 64)
	return n, err == nil
}
