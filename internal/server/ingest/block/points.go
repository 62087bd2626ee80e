package block

import "github.com/ClickHouse/ch-go/proto"

// points are the columns that all tables of metrics share.
type points struct {
	set
	origins
	name, description, unit low
	attributes              attrs
	start, time             *proto.ColDateTime64
	flags                   proto.ColUInt32
}

func (c *points) init(table string) {
	c.set = set{table: table}
	c.start, c.time = moment(), moment()
	c.add("ResourceAttributes", &c.resource)
	c.add("ResourceSchemaUrl", &c.resourceURL)
	c.add("ScopeName", &c.scopeName)
	c.add("ScopeVersion", &c.scopeVersion)
	c.add("ScopeAttributes", &c.scope)
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

func (c *points) appendPoint(r *metricRequest) {
	p := &r.point
	c.origins.append(&r.origin)
	c.name.Append(r.name)
	c.description.Append(r.description)
	c.unit.Append(r.unit)
	r.w.attributes(&c.attributes, &r.reader, p.attributes)
	c.start.AppendRaw(nanos(p.start))
	c.time.AppendRaw(nanos(p.time))
	c.flags.Append(p.flags)
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

func (e *exemplars) append(r *metricRequest) {
	for i := range r.point.exemplars {
		x := &r.point.exemplars[i]
		r.w.attributes(e.attributes.data, &r.reader, x.attributes)
		e.time.data.AppendRaw(nanos(x.time))
		e.value.data.Append(x.value)
		appendID(e.span.data, x.span[:])
		appendID(e.trace.data, x.trace[:])
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

func (c *numbers) append(r *metricRequest) {
	c.appendPoint(r)
	c.value.Append(r.point.value)
	if c.table == Sum {
		c.temporality.Append(r.metric.temporality)
		c.monotonic.Append(r.metric.monotonic)
	}
	c.exemplars.append(r)
}
