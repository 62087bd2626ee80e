package block

import (
	"encoding/hex"
	"strconv"

	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
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

// OfTraces lays spans out, a block for each day. They must be within the limits
// on the number of records, which those of a test are.
func OfTraces(td ptrace.Traces, o *Options) ([]Block, *Report) {
	body, err := ptraceotlp.NewExportRequestFromTraces(td).MarshalProto()
	if err != nil {
		panic("block: " + err.Error())
	}
	blocks, report, err := ReadTraces(body, o)
	if err != nil {
		panic("block: " + err.Error())
	}
	return blocks, report
}

// ReadTraces lays the spans of an encoded request out, a block for each day.
func ReadTraces(body []byte, o *Options) ([]Block, *Report, error) {
	r := spanReaders.Get().(*spanReader)
	defer spanReaders.Put(r)
	defer r.forget()
	r.body = body
	rest, encoded, err := r.split()
	if err != nil {
		return nil, nil, err
	}
	report := &Report{}
	w := &writer{limits: o.Limits, report: report}
	days, clock := spanSets.start(), newClock(o)
	var g origin
	for i, rs := range rest.Traces().ResourceSpans().All() {
		w.setResource(&g, rs.Resource(), rs.SchemaUrl(), o.Environment)
		for j, ss := range rs.ScopeSpans().All() {
			w.setScope(&g, ss.Scope(), ss.SchemaUrl())
			for _, m := range encoded[i][j] {
				if err := r.read(m); err != nil {
					days.drop()
					return nil, nil, err
				}
				if why, refused := w.refuseSpan(&g, r); refused {
					report.count(why)
				} else if day, why, ok := clock.day(r.span.start); !ok {
					report.count(why)
				} else {
					days.of(day).append(w, &g, r)
					report.Accepted++
				}
			}
		}
	}
	return days.finish(o), report, nil
}

func (w *writer) refuseSpan(g *origin, r *spanReader) (Reason, bool) {
	s := &r.span
	switch {
	case g.refused:
		return g.refuse, true
	case s.trace.IsEmpty():
		return NoTraceID, true
	case s.id.IsEmpty():
		return NoSpanID, true
	}
	if why, ok := w.fit(s.attributes); !ok {
		return why, true
	}
	for i := range s.events {
		if why, ok := w.fit(s.events[i].attributes); !ok {
			return why, true
		}
	}
	for i := range s.links {
		if why, ok := w.fit(s.links[i].attributes); !ok {
			return why, true
		}
	}
	return 0, false
}

func (c *spans) append(w *writer, g *origin, r *spanReader) {
	s := &r.span
	start, end := s.start, s.end
	if end < start {
		w.report.count(NegativeDuration)
		end = start
	}
	c.time.AppendRaw(nanos(start))
	c.duration.Append(end - start)
	appendTraceID(&c.trace, s.trace)
	appendSpanID(&c.span, s.id)
	appendSpanID(&c.parent, s.parent)
	c.state.Append(w.clean(r.text(s.state)))
	c.name.Append(w.clean(w.shorten(r.text(s.name))))
	c.kind.Append(kindName(ptrace.SpanKind(s.kind)))
	c.service.Append(g.service)
	c.status.Append(statusName(ptrace.StatusCode(s.status)))
	c.message.Append(w.clean(w.shorten(r.text(s.message))))
	c.resource.row(g.resource)
	c.scopeName.Append(g.scopeName)
	c.scopeVersion.Append(g.scopeVersion)
	w.attributes(&c.attributes, &r.reader, s.attributes)
	c.events.append(w, r)
	c.links.append(w, r)

	c.environment.Append(g.environment)
	c.scopeAttributes.row(g.scope)
	c.resourceURL.Append(g.resourceURL)
	c.scopeURL.Append(g.scopeURL)
	c.resourceDropped.Append(g.resourceDropped)
	c.scopeDropped.Append(g.scopeDropped)
	c.flags.Append(s.flags)
	c.dropped.Append(s.dropped)
	c.droppedEvents.Append(s.droppedEvents)
	c.droppedLinks.Append(s.droppedLinks)
}

func (c *events) append(w *writer, r *spanReader) {
	for i := range r.span.events {
		e := &r.span.events[i]
		c.time.data.AppendRaw(nanos(e.time))
		c.name.data.Append(w.clean(w.shorten(r.text(e.name))))
		w.attributes(c.attributes.data, &r.reader, e.attributes)
		c.dropped.data.Append(e.dropped)
	}
	c.time.end()
	c.name.end()
	c.attributes.end()
	c.dropped.end()
}

func (c *links) append(w *writer, r *spanReader) {
	for i := range r.span.links {
		l := &r.span.links[i]
		appendTraceID(c.trace.data, l.trace)
		appendSpanID(c.span.data, l.span)
		c.state.data.Append(w.clean(r.text(l.state)))
		w.attributes(c.attributes.data, &r.reader, l.attributes)
		c.flags.data.Append(l.flags)
		c.dropped.data.Append(l.dropped)
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
