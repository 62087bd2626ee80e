package block

import (
	"sync"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

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
func (s *span) reset() { *s = span{attributes: s.attributes[:0]} }

// spanReaders keep their span's memory between requests.
var spanReaders = sync.Pool{New: func() any { return new(spanReader) }}

type spanReader struct {
	reader
	span     span
	skeleton []byte
}

// keptAttributes bounds what a reader keeps.
const keptAttributes = 1024

// forget drops the body and what was read of it.
func (r *spanReader) forget() {
	r.body = nil
	r.outline = outline{}
	clear(r.trees[:cap(r.trees)])
	r.span.reset()
	if cap(r.span.attributes) > keptAttributes || cap(r.trees) > keptAttributes || cap(r.skeleton) > reuseBytes {
		*r = spanReader{}
	}
}

// scopeSpans are the encoded spans of each scope of each resource.
type scopeSpans [][][]part

// split takes the spans out of a request and decodes the rest.
func (r *spanReader) split() (ptraceotlp.ExportRequest, scopeSpans, error) {
	rest := ptraceotlp.NewExportRequest()
	r.skeleton = r.skeleton[:0]
	var all scopeSpans
	var f field
	for m := (part{0, len(r.body)}); m.from < m.to; {
		if err := r.next(&m, &f); err != nil {
			return rest, nil, err
		}
		if f.number != 1 {
			continue
		}
		if err := f.want(delimited); err != nil {
			return rest, nil, err
		}
		resource, scopes, err := r.splitResource(f.part)
		if err != nil {
			return rest, nil, err
		}
		all = append(all, scopes)
		r.skeleton = appendField(r.skeleton, 1, resource)
	}
	if err := r.walk(r.skeleton, TracesShape, 0); err != nil {
		return rest, nil, err
	}
	return rest, all, rest.UnmarshalProto(r.skeleton)
}

// splitResource takes the spans out of a ResourceSpans.
func (r *spanReader) splitResource(m part) (rest []byte, scopes [][]part, err error) {
	var former [][]part
	var f field
	for m.from < m.to {
		before := m.from
		if err := r.next(&m, &f); err != nil {
			return nil, nil, err
		}
		if f.wire != delimited || f.number != 2 && f.number != formerScopes {
			rest = append(rest, r.body[before:m.from]...)
			continue
		}
		scope, spans, err := r.splitScope(f.part)
		if err != nil {
			return nil, nil, err
		}
		rest = appendField(rest, f.number, scope)
		if f.number == 2 {
			scopes = append(scopes, spans)
		} else {
			former = append(former, spans)
		}
	}
	if len(scopes) == 0 {
		scopes = former
	}
	return rest, scopes, nil
}

// splitScope takes the spans out of a ScopeSpans.
func (r *spanReader) splitScope(m part) (rest []byte, spans []part, err error) {
	var f field
	for m.from < m.to {
		before := m.from
		if err := r.next(&m, &f); err != nil {
			return nil, nil, err
		}
		if f.number == 2 && f.wire == delimited {
			spans = append(spans, f.part)
		} else {
			rest = append(rest, r.body[before:m.from]...)
		}
	}
	return rest, spans, nil
}

var (
	spanShape  = TracesShape.fields[1].fields[2].fields[2]
	eventShape = spanShape.fields[11]
	linkShape  = spanShape.fields[13]
)

// read reads a span.
func (r *spanReader) read(m part) error {
	if err := r.count(spanShape); err != nil {
		return err
	}
	s := &r.span
	s.reset()
	r.trees = r.trees[:0]
	var f field
	for m.from < m.to {
		if err := r.next(&m, &f); err != nil {
			return err
		}
		if err := r.field(s, &f); err != nil {
			return err
		}
	}
	return nil
}

func (r *spanReader) field(s *span, f *field) (err error) {
	switch f.number {
	case 1:
		s.trace, err = r.traceID(f)
	case 2:
		s.id, err = r.spanID(f)
	case 3:
		s.state, err = f.part, f.want(delimited)
	case 4:
		s.parent, err = r.spanID(f)
	case 5:
		s.name, err = f.part, f.want(delimited)
	case 6:
		s.kind, err = int32(f.value), f.want(varint)
	case 7:
		s.start, err = f.value, f.want(fixed64)
	case 8:
		s.end, err = f.value, f.want(fixed64)
	case 9:
		s.attributes, err = r.attributes(s.attributes, f)
	case 10:
		s.dropped, err = uint32(f.value), f.want(varint)
	case 11:
		s.events = append(s.events, spanEvent{})
		err = r.event(&s.events[len(s.events)-1], f)
	case 12:
		s.droppedEvents, err = uint32(f.value), f.want(varint)
	case 13:
		s.links = append(s.links, spanLink{})
		err = r.link(&s.links[len(s.links)-1], f)
	case 14:
		s.droppedLinks, err = uint32(f.value), f.want(varint)
	case 15:
		err = r.status(s, f)
	case 16:
		s.flags, err = uint32(f.value), f.want(fixed32)
	}
	return err
}

// attributes adds one to a list.
func (r *reader) attributes(list []attribute, f *field) ([]attribute, error) {
	if err := f.want(delimited); err != nil {
		return list, err
	}
	list = append(list, attribute{})
	return list, r.attribute(f.part, &list[len(list)-1])
}

func (r *spanReader) event(e *spanEvent, f *field) error {
	if err := f.want(delimited); err != nil {
		return err
	}
	if err := r.count(eventShape); err != nil {
		return err
	}
	for m := f.part; m.from < m.to; {
		var f field
		err := r.next(&m, &f)
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			e.time, err = f.value, f.want(fixed64)
		case 2:
			e.name, err = f.part, f.want(delimited)
		case 3:
			e.attributes, err = r.attributes(e.attributes, &f)
		case 4:
			e.dropped, err = uint32(f.value), f.want(varint)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *spanReader) link(l *spanLink, f *field) error {
	if err := f.want(delimited); err != nil {
		return err
	}
	if err := r.count(linkShape); err != nil {
		return err
	}
	for m := f.part; m.from < m.to; {
		var f field
		err := r.next(&m, &f)
		if err != nil {
			return err
		}
		switch f.number {
		case 1:
			l.trace, err = r.traceID(&f)
		case 2:
			l.span, err = r.spanID(&f)
		case 3:
			l.state, err = f.part, f.want(delimited)
		case 4:
			l.attributes, err = r.attributes(l.attributes, &f)
		case 5:
			l.dropped, err = uint32(f.value), f.want(varint)
		case 6:
			l.flags, err = uint32(f.value), f.want(fixed32)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) status(s *span, f *field) error {
	if err := f.want(delimited); err != nil {
		return err
	}
	for m := f.part; m.from < m.to; {
		var f field
		err := r.next(&m, &f)
		if err != nil {
			return err
		}
		switch f.number {
		case 2:
			s.message, err = f.part, f.want(delimited)
		case 3:
			s.status, err = int32(f.value), f.want(varint)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// traceID reads an id of 16 bytes, or of none.
func (r *reader) traceID(f *field) (id pcommon.TraceID, err error) {
	err = r.id(f, id[:])
	return id, err
}

// spanID reads an id of 8 bytes, or of none.
func (r *reader) spanID(f *field) (id pcommon.SpanID, err error) {
	err = r.id(f, id[:])
	return id, err
}

func (r *reader) id(f *field, id []byte) error {
	if err := f.want(delimited); err != nil {
		return err
	}
	bytes := r.bytes(f.part)
	if len(bytes) != 0 && len(bytes) != len(id) {
		return errIDLength
	}
	copy(id, bytes)
	return nil
}
