package telemetrytest

import (
	"maps"
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
	Scope      string
	NoValue    bool // it only says that there is none
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
	sm := rm.ScopeMetrics().AppendEmpty()
	sm.Scope().SetName(p.Scope)
	metric := sm.Metrics().AppendEmpty()
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
	data.SetFlags(p.flags())
	data.SetDoubleValue(p.Value)
}

func (p Point) flags() pmetric.DataPointFlags {
	return pmetric.DefaultDataPointFlags.WithNoRecordedValue(p.NoValue)
}

// Uncounted are points that nobody who sees production alone, and asks for metrics of
// this kind, may find: of another environment, without a value, and of another kind.
func Uncounted(points []Point) (out []Point) {
	for i, p := range points {
		switch p.Value += 1000; i % 5 {
		case 0:
			p.Resource = Attributes{"deployment.environment.name": "staging"}
			maps.Copy(p.Resource, points[i].Resource)
		case 1:
			p.NoValue = true
		case 2:
			p.Kind = map[Kind]Kind{Gauge: Cumulative, UpDown: Cumulative, Cumulative: UpDown, Delta: UpDown}[p.Kind]
		default:
			continue
		}
		out = append(out, p)
	}
	return out
}

// fill writes attributes in the order of their keys.
func fill(m pcommon.Map, a Attributes) {
	for _, k := range keys(a) {
		m.PutStr(k, a[k])
	}
}
