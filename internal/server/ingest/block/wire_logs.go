package block

import "go.opentelemetry.io/collector/pdata/pcommon"

// record is a log record as it came.
type record struct {
	time, observed      uint64 // ns since 1970
	severity            int32
	severityText, event part
	body                value
	attributes          []attribute
	dropped, flags      uint32
	trace               pcommon.TraceID
	span                pcommon.SpanID
}

// reset keeps the memory of attributes.
func (l *record) reset() { *l = record{attributes: kept(l.attributes)} }

// read reads a log record.
func (l *record) read(r *reader, m part) {
	l.reset()
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			l.time = r.fixed64(&f)
		case 2:
			l.severity = int32(r.varint(&f))
		case 3:
			l.severityText = r.part(&f)
		case 5:
			r.value(r.part(&f), &l.body)
		case 6:
			l.attributes = r.attributes(l.attributes, &f)
		case 7:
			l.dropped = uint32(r.varint(&f))
		case 8:
			l.flags = r.fixed32(&f)
		case 9:
			l.trace = r.traceID(&f)
		case 10:
			l.span = r.spanID(&f)
		case 11:
			l.observed = r.fixed64(&f)
		case 12:
			l.event = r.part(&f)
		}
	}
}
