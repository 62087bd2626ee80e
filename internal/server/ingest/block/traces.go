package block

import (
	"encoding/hex"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// spans are the columns of otel_traces.
type spans struct {
	set
	time                                  *proto.ColDateTime64
	trace, span, parent, state            text
	name, kind, service, status           low
	environment                           low
	resource, attributes, scopeAttributes attrs
	scopeName, scopeVersion, message      text
	duration                              proto.ColUInt64
	events                                events
	links                                 links

	resourceURL, scopeURL                       low
	flags, dropped, droppedEvents, droppedLinks proto.ColUInt32
	resourceDropped, scopeDropped               proto.ColUInt32
}

type events struct {
	time       *list[*proto.ColDateTime64]
	name       *list[*low]
	attributes *list[*attrs]
	dropped    *list[*proto.ColUInt32]
}

type links struct {
	trace, span, state *list[*text]
	attributes         *list[*attrs]
	flags, dropped     *list[*proto.ColUInt32]
}

func newSpans() *spans {
	s := &spans{set: set{table: Traces}, time: moment()}
	s.events = events{listOf(moment()), listOf(new(low)), listOf(new(attrs)), listOf(new(proto.ColUInt32))}
	s.links = links{listOf(new(text)), listOf(new(text)), listOf(new(text)), listOf(new(attrs)),
		listOf(new(proto.ColUInt32)), listOf(new(proto.ColUInt32))}
	s.add("Timestamp", s.time)
	s.add("TraceId", &s.trace)
	s.add("SpanId", &s.span)
	s.add("ParentSpanId", &s.parent)
	s.add("TraceState", &s.state)
	s.add("SpanName", &s.name)
	s.add("SpanKind", &s.kind)
	s.add("ServiceName", &s.service)
	s.add("ResourceAttributes", &s.resource)
	s.add("ScopeName", &s.scopeName)
	s.add("ScopeVersion", &s.scopeVersion)
	s.add("SpanAttributes", &s.attributes)
	s.add("Duration", &s.duration)
	s.add("StatusCode", &s.status)
	s.add("StatusMessage", &s.message)
	s.add("Events.Timestamp", s.events.time)
	s.add("Events.Name", s.events.name)
	s.add("Events.Attributes", s.events.attributes)
	s.add("Links.TraceId", s.links.trace)
	s.add("Links.SpanId", s.links.span)
	s.add("Links.TraceState", s.links.state)
	s.add("Links.Attributes", s.links.attributes)
	s.own("Environment", &s.environment)
	s.own("ScopeAttributes", &s.scopeAttributes)
	s.own("ResourceSchemaUrl", &s.resourceURL)
	s.own("ScopeSchemaUrl", &s.scopeURL)
	s.own("ResourceDroppedAttrCount", &s.resourceDropped)
	s.own("ScopeDroppedAttrCount", &s.scopeDropped)
	s.own("Flags", &s.flags)
	s.own("DroppedAttributesCount", &s.dropped)
	s.own("DroppedEventsCount", &s.droppedEvents)
	s.own("DroppedLinksCount", &s.droppedLinks)
	s.own("Events.DroppedAttributesCount", s.events.dropped)
	s.own("Links.Flags", s.links.flags)
	s.own("Links.DroppedAttributesCount", s.links.dropped)
	return s
}

var spanSets = newSets(newSpans)

// OfTraces lays spans out, a block for each day.
func OfTraces(td ptrace.Traces, o *Options) ([]Block, *Report) {
	report := &Report{}
	w := &writer{limits: o.Limits, report: report}
	days, clock := spanSets.start(), newClock(o)
	var g origin
	for _, rs := range td.ResourceSpans().All() {
		w.setResource(&g, rs.Resource(), rs.SchemaUrl(), o.Environment)
		for _, ss := range rs.ScopeSpans().All() {
			w.setScope(&g, ss.Scope(), ss.SchemaUrl())
			for _, span := range ss.Spans().All() {
				if why, refused := w.refuseSpan(&g, span); refused {
					report.count(why)
				} else if day, why, ok := clock.day(uint64(span.StartTimestamp())); !ok {
					report.count(why)
				} else {
					days.of(day).append(w, &g, span)
					report.Accepted++
				}
			}
		}
	}
	return days.finish(o), report
}

func (w *writer) refuseSpan(g *origin, s ptrace.Span) (Reason, bool) {
	switch {
	case g.refused:
		return g.refuse, true
	case s.TraceID().IsEmpty():
		return NoTraceID, true
	case s.SpanID().IsEmpty():
		return NoSpanID, true
	}
	if why, ok := w.fits(s.Attributes()); !ok {
		return why, true
	}
	for _, e := range s.Events().All() {
		if why, ok := w.fits(e.Attributes()); !ok {
			return why, true
		}
	}
	for _, l := range s.Links().All() {
		if why, ok := w.fits(l.Attributes()); !ok {
			return why, true
		}
	}
	return 0, false
}

func (c *spans) append(w *writer, g *origin, s ptrace.Span) {
	start, end := uint64(s.StartTimestamp()), uint64(s.EndTimestamp())
	if end < start {
		w.report.count(NegativeDuration)
		end = start
	}
	c.time.AppendRaw(nanos(start))
	c.duration.Append(end - start)
	appendTraceID(&c.trace, s.TraceID())
	appendSpanID(&c.span, s.SpanID())
	appendSpanID(&c.parent, s.ParentSpanID())
	c.state.Append(w.clean(s.TraceState().AsRaw()))
	c.name.Append(w.clean(w.shorten(s.Name())))
	c.kind.Append(kindName(s.Kind()))
	c.service.Append(g.service)
	c.status.Append(statusName(s.Status().Code()))
	c.message.Append(w.clean(w.shorten(s.Status().Message())))
	c.resource.row(g.resource)
	c.scopeName.Append(g.scopeName)
	c.scopeVersion.Append(g.scopeVersion)
	w.row(&c.attributes, s.Attributes())
	c.events.append(w, s.Events())
	c.links.append(w, s.Links())

	c.environment.Append(g.environment)
	c.scopeAttributes.row(g.scope)
	c.resourceURL.Append(g.resourceURL)
	c.scopeURL.Append(g.scopeURL)
	c.resourceDropped.Append(g.resourceDropped)
	c.scopeDropped.Append(g.scopeDropped)
	c.flags.Append(s.Flags())
	c.dropped.Append(s.DroppedAttributesCount())
	c.droppedEvents.Append(s.DroppedEventsCount())
	c.droppedLinks.Append(s.DroppedLinksCount())
}

func (c *events) append(w *writer, events ptrace.SpanEventSlice) {
	for _, e := range events.All() {
		c.time.data.AppendRaw(nanos(uint64(e.Timestamp())))
		c.name.data.Append(w.clean(w.shorten(e.Name())))
		w.row(c.attributes.data, e.Attributes())
		c.dropped.data.Append(e.DroppedAttributesCount())
	}
	c.time.end()
	c.name.end()
	c.attributes.end()
	c.dropped.end()
}

func (c *links) append(w *writer, links ptrace.SpanLinkSlice) {
	for _, l := range links.All() {
		appendTraceID(c.trace.data, l.TraceID())
		appendSpanID(c.span.data, l.SpanID())
		c.state.data.Append(w.clean(l.TraceState().AsRaw()))
		w.row(c.attributes.data, l.Attributes())
		c.flags.data.Append(l.Flags())
		c.dropped.data.Append(l.DroppedAttributesCount())
	}
	c.trace.end()
	c.span.end()
	c.state.end()
	c.attributes.end()
	c.flags.end()
	c.dropped.end()
}

// kindName is the exporter's name of a span kind.
func kindName(k ptrace.SpanKind) string {
	if name := k.String(); name != "" {
		return name
	}
	return strconv.Itoa(int(k))
}

// statusName is the exporter's name of a status code.
func statusName(c ptrace.StatusCode) string {
	if name := c.String(); name != "" {
		return name
	}
	return strconv.Itoa(int(c))
}

// appendTraceID writes an id in lower-case hex, nothing for none.
func appendTraceID(c *text, id pcommon.TraceID) {
	var buf [32]byte
	if id.IsEmpty() {
		c.AppendBytes(nil)
		return
	}
	hex.Encode(buf[:], id[:])
	c.AppendBytes(buf[:])
}

func appendSpanID(c *text, id pcommon.SpanID) {
	var buf [16]byte
	if id.IsEmpty() {
		c.AppendBytes(nil)
		return
	}
	hex.Encode(buf[:], id[:])
	c.AppendBytes(buf[:])
}
