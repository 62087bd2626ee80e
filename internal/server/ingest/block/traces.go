package block

import (
	"strconv"
	"sync"

	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// spans are the columns of otel_traces.
type spans struct {
	set
	origins
	time                                        *proto.ColDateTime64
	trace, span, parent, state, message         text
	name, kind, status                          low
	attributes                                  attrs
	duration                                    proto.ColUInt64
	events                                      events
	links                                       links
	flags, dropped, droppedEvents, droppedLinks proto.ColUInt32
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
	s.own("ScopeAttributes", &s.scope)
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

// spanRequest is a request of spans.
type spanRequest struct {
	request
	span span
}

var spanRequests = sync.Pool{New: func() any { return new(spanRequest) }}

// ReadTraces lays the spans of an encoded request out, a block for each day.
func ReadTraces(body []byte, o *Options) ([]Block, *Report, error) {
	r := spanRequests.Get().(*spanRequest)
	defer spanRequests.Put(r)
	defer r.forget()
	r.begin(body, o)
	days := spanSets.start()
	err := r.each(func(m part) {
		if r.span.read(&r.reader, m); r.err != nil {
			return
		}
		why, fits := r.span.fits(&r.w)
		if day, ok := r.admit(why, fits, r.span.start); ok {
			days.of(day).append(r)
		}
	})
	if err != nil {
		days.drop()
		return nil, nil, err
	}
	return days.finish(o), r.w.report, nil
}

func (s *span) fits(w *writer) (Reason, bool) {
	switch {
	case s.trace.IsEmpty():
		return NoTraceID, false
	case s.id.IsEmpty():
		return NoSpanID, false
	}
	why, ok := w.fit(s.attributes)
	for i := 0; i < len(s.events) && ok; i++ {
		why, ok = w.fit(s.events[i].attributes)
	}
	for i := 0; i < len(s.links) && ok; i++ {
		why, ok = w.fit(s.links[i].attributes)
	}
	return why, ok
}

func (c *spans) append(r *spanRequest) {
	s, w := &r.span, &r.w
	start, end := s.start, s.end
	if end < start {
		w.report.count(NegativeDuration)
		end = start
	}
	c.origins.append(&r.origin)
	c.time.AppendRaw(nanos(start))
	c.duration.Append(end - start)
	appendID(&c.trace, s.trace[:])
	appendID(&c.span, s.id[:])
	appendID(&c.parent, s.parent[:])
	c.state.Append(w.clean(r.text(s.state)))
	c.name.Append(w.clean(w.shorten(r.text(s.name))))
	c.kind.Append(kindName(ptrace.SpanKind(s.kind)))
	c.status.Append(statusName(ptrace.StatusCode(s.status)))
	c.message.Append(w.clean(w.shorten(r.text(s.message))))
	w.attributes(&c.attributes, &r.reader, s.attributes)
	c.events.append(r)
	c.links.append(r)
	c.flags.Append(s.flags)
	c.dropped.Append(s.dropped)
	c.droppedEvents.Append(s.droppedEvents)
	c.droppedLinks.Append(s.droppedLinks)
}

func (c *events) append(r *spanRequest) {
	w := &r.w
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

func (c *links) append(r *spanRequest) {
	w := &r.w
	for i := range r.span.links {
		l := &r.span.links[i]
		appendID(c.trace.data, l.trace[:])
		appendID(c.span.data, l.span[:])
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

// appendID writes an id in lower-case hex, nothing for none.
func appendID(c *text, id []byte) {
	for _, b := range id {
		if b != 0 {
			c.appendHex(id)
			return
		}
	}
	c.Append("")
}
