package block

import (
	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

// point is what data points of all types have.
type point interface {
	Attributes() pcommon.Map
	StartTimestamp() pcommon.Timestamp
	Timestamp() pcommon.Timestamp
	Flags() pmetric.DataPointFlags
}

// points are the columns that all tables of metrics share.
type points struct {
	set
	resource, scopeAttributes, attributes attrs
	resourceURL, scopeURL                 low
	scopeName, scopeVersion               text
	resourceDropped, scopeDropped         proto.ColUInt32
	service, name, description, unit      low
	environment                           low
	start, time                           *proto.ColDateTime64
	flags                                 proto.ColUInt32
}

func (c *points) init(table string) {
	c.set = set{table: table}
	c.start, c.time = moment(), moment()
	c.add("ResourceAttributes", &c.resource)
	c.add("ResourceSchemaUrl", &c.resourceURL)
	c.add("ScopeName", &c.scopeName)
	c.add("ScopeVersion", &c.scopeVersion)
	c.add("ScopeAttributes", &c.scopeAttributes)
	c.add("ScopeDroppedAttrCount", &c.scopeDropped)
	c.add("ScopeSchemaUrl", &c.scopeURL)
	c.add("ServiceName", &c.service)
	c.add("MetricName", &c.name)
	c.add("MetricDescription", &c.description)
	c.add("MetricUnit", &c.unit)
	c.add("Attributes", &c.attributes)
	c.add("StartTimeUnix", c.start)
	c.add("TimeUnix", c.time)
	c.add("Flags", &c.flags)
	c.own("Environment", &c.environment)
	c.own("ResourceDroppedAttrCount", &c.resourceDropped)
}

func (c *points) appendPoint(r *metricRequest, p point) {
	g := &r.origin
	c.resource.row(g.resource)
	c.resourceURL.Append(g.resourceURL)
	c.resourceDropped.Append(g.resourceDropped)
	c.scopeName.Append(g.scopeName)
	c.scopeVersion.Append(g.scopeVersion)
	c.scopeAttributes.row(g.scope)
	c.scopeDropped.Append(g.scopeDropped)
	c.scopeURL.Append(g.scopeURL)
	c.service.Append(g.service)
	c.environment.Append(g.environment)
	c.name.Append(r.metric.name)
	c.description.Append(r.metric.description)
	c.unit.Append(r.metric.unit)
	r.w.row(&c.attributes, p.Attributes())
	c.start.AppendRaw(nanos(uint64(p.StartTimestamp())))
	c.time.AppendRaw(nanos(uint64(p.Timestamp())))
	c.flags.Append(uint32(p.Flags()))
}

// exemplars are the columns of Exemplars.
type exemplars struct {
	attributes  *list[*attrs]
	time        *list[*proto.ColDateTime64]
	value       *list[*proto.ColFloat64]
	span, trace *list[*text]
}

func (e *exemplars) addTo(s *set) {
	*e = exemplars{listOf(new(attrs)), listOf(moment()), listOf(new(proto.ColFloat64)), listOf(new(text)), listOf(new(text))}
	s.add("Exemplars.FilteredAttributes", e.attributes)
	s.add("Exemplars.TimeUnix", e.time)
	s.add("Exemplars.Value", e.value)
	s.add("Exemplars.SpanId", e.span)
	s.add("Exemplars.TraceId", e.trace)
}

func (e *exemplars) append(w *writer, all pmetric.ExemplarSlice) {
	for _, x := range all.All() {
		w.row(e.attributes.data, x.FilteredAttributes())
		e.time.data.AppendRaw(nanos(uint64(x.Timestamp())))
		if x.ValueType() == pmetric.ExemplarValueTypeInt {
			e.value.data.Append(float64(x.IntValue()))
		} else {
			e.value.data.Append(x.DoubleValue())
		}
		appendSpanID(e.span.data, x.SpanID())
		appendTraceID(e.trace.data, x.TraceID())
	}
	e.attributes.end()
	e.time.end()
	e.value.end()
	e.span.end()
	e.trace.end()
}

// numbers are the columns of otel_metrics_gauge and otel_metrics_sum. Integers
// are kept as Float64, as the exporter does.
type numbers struct {
	points
	exemplars   exemplars
	value       proto.ColFloat64
	temporality proto.ColInt32
	monotonic   proto.ColBool
}

func newGauges() *numbers {
	c := &numbers{}
	c.init(Gauge)
	c.add("Value", &c.value)
	c.exemplars.addTo(&c.set)
	return c
}

func newSums() *numbers {
	c := &numbers{}
	c.init(Sum)
	c.add("Value", &c.value)
	c.add("AggregationTemporality", &c.temporality)
	c.add("IsMonotonic", &c.monotonic)
	c.exemplars.addTo(&c.set)
	return c
}

func (c *numbers) append(r *metricRequest, p pmetric.NumberDataPoint, t pmetric.AggregationTemporality, monotonic bool) {
	c.appendPoint(r, p)
	if p.ValueType() == pmetric.NumberDataPointValueTypeInt {
		c.value.Append(float64(p.IntValue()))
	} else {
		c.value.Append(p.DoubleValue())
	}
	if c.table == Sum {
		c.temporality.Append(int32(t))
		c.monotonic.Append(monotonic)
	}
	c.exemplars.append(r.w, p.Exemplars())
}
