package telemetrytest

import (
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// Attributes are the attributes of a record.
type Attributes map[string]string

// Point is a number of a series at a time.
type Point struct {
	Resource   Attributes
	Metric     string
	Attributes Attributes
	Start, At  time.Time
	Value      float64
	Kind       Kind
}

// Kind is what a number means.
type Kind int

// Kinds of numbers.
const (
	Gauge      Kind = iota
	UpDown          // a sum that may fall
	Cumulative      // a counter since its start
	Delta           // a counter since the point before
)

// Points stores numbers.
func (w *World) Points(points ...Point) {
	w.t.Helper()
	m := pmetric.NewMetrics()
	for _, p := range points {
		p.add(m)
	}
	w.Metrics(m)
}

func (p Point) add(m pmetric.Metrics) {
	rm := m.ResourceMetrics().AppendEmpty()
	fill(rm.Resource().Attributes(), p.Resource)
	metric := rm.ScopeMetrics().AppendEmpty().Metrics().AppendEmpty()
	metric.SetName(p.Metric)
	metric.SetDescription("The " + p.Metric + ".")
	metric.SetUnit("1")
	var data pmetric.NumberDataPoint
	switch p.Kind {
	case Gauge:
		data = metric.SetEmptyGauge().DataPoints().AppendEmpty()
	default:
		s := metric.SetEmptySum()
		s.SetIsMonotonic(p.Kind != UpDown)
		s.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
		if p.Kind == Delta {
			s.SetAggregationTemporality(pmetric.AggregationTemporalityDelta)
		}
		data = s.DataPoints().AppendEmpty()
	}
	fill(data.Attributes(), p.Attributes)
	data.SetTimestamp(pcommon.NewTimestampFromTime(p.At))
	if !p.Start.IsZero() {
		data.SetStartTimestamp(pcommon.NewTimestampFromTime(p.Start))
	}
	data.SetDoubleValue(p.Value)
}

// fill writes attributes in the order of their keys.
func fill(m pcommon.Map, a Attributes) {
	for _, k := range keys(a) {
		m.PutStr(k, a[k])
	}
}
