package block

import "go.opentelemetry.io/collector/pdata/pcommon"

// span is a span as it came.
type span struct {
	trace                                pcommon.TraceID
	id, parent                           pcommon.SpanID
	state, name, message                 part
	kind, status                         int32
	flags                                uint32
	start, end                           uint64 // ns since 1970
	dropped, droppedEvents, droppedLinks uint32
	attributes                           []attribute
	events                               []spanEvent
	links                                []spanLink
}

type spanEvent struct {
	time       uint64
	name       part
	dropped    uint32
	attributes []attribute
}

type spanLink struct {
	trace          pcommon.TraceID
	span           pcommon.SpanID
	state          part
	flags, dropped uint32
	attributes     []attribute
}

// reset keeps the memory of attributes; events and links are rare.
func (s *span) reset() { *s = span{attributes: kept(s.attributes)} }

// read reads a span.
func (s *span) read(r *reader, m part) {
	s.reset()
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			s.trace = r.traceID(&f)
		case 2:
			s.id = r.spanID(&f)
		case 3:
			s.state = r.part(&f)
		case 4:
			s.parent = r.spanID(&f)
		case 5:
			s.name = r.part(&f)
		case 6:
			s.kind = int32(r.varint(&f))
		case 7:
			s.start = r.fixed64(&f)
		case 8:
			s.end = r.fixed64(&f)
		case 9:
			s.attributes = r.attributes(s.attributes, &f)
		case 10:
			s.dropped = uint32(r.varint(&f))
		case 11:
			s.events = append(s.events, spanEvent{})
			s.events[len(s.events)-1].read(r, r.record(&f))
		case 12:
			s.droppedEvents = uint32(r.varint(&f))
		case 13:
			s.links = append(s.links, spanLink{})
			s.links[len(s.links)-1].read(r, r.record(&f))
		case 14:
			s.droppedLinks = uint32(r.varint(&f))
		case 15:
			s.readStatus(r, r.part(&f))
		case 16:
			s.flags = r.fixed32(&f)
		}
	}
}

func (s *span) readStatus(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 2:
			s.message = r.part(&f)
		case 3:
			s.status = int32(r.varint(&f))
		}
	}
}

func (e *spanEvent) read(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			e.time = r.fixed64(&f)
		case 2:
			e.name = r.part(&f)
		case 3:
			e.attributes = r.attributes(e.attributes, &f)
		case 4:
			e.dropped = uint32(r.varint(&f))
		}
	}
}

func (l *spanLink) read(r *reader, m part) {
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			l.trace = r.traceID(&f)
		case 2:
			l.span = r.spanID(&f)
		case 3:
			l.state = r.part(&f)
		case 4:
			l.attributes = r.attributes(l.attributes, &f)
		case 5:
			l.dropped = uint32(r.varint(&f))
		case 6:
			l.flags = r.fixed32(&f)
		}
	}
}
