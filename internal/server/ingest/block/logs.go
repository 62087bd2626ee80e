package block

import (
	"cmp"
	"sync"

	"github.com/ClickHouse/ch-go/proto"
)

// records are the columns of otel_logs.
type records struct {
	set
	origins
	time, observed           *proto.ColDateTime64
	trace, span, body, event text
	flags, severity          proto.ColUInt8
	severityText             low
	attributes               attrs
	allFlags, dropped        proto.ColUInt32
}

func newRecords() *records {
	r := &records{set: set{table: Logs}, time: moment(), observed: moment()}
	r.add("Timestamp", r.time)
	r.add("TraceId", &r.trace)
	r.add("SpanId", &r.span)
	r.add("TraceFlags", &r.flags)
	r.add("SeverityText", &r.severityText)
	r.add("SeverityNumber", &r.severity)
	r.add("ServiceName", &r.service)
	r.add("Body", &r.body)
	r.add("ResourceSchemaUrl", &r.resourceURL)
	r.add("ResourceAttributes", &r.resource)
	r.add("ScopeSchemaUrl", &r.scopeURL)
	r.add("ScopeName", &r.scopeName)
	r.add("ScopeVersion", &r.scopeVersion)
	r.add("ScopeAttributes", &r.scope)
	r.add("LogAttributes", &r.attributes)
	r.add("EventName", &r.event)
	r.own("Environment", &r.environment)
	r.own("ObservedTimestamp", r.observed)
	r.own("Flags", &r.allFlags)
	r.own("DroppedAttributesCount", &r.dropped)
	r.own("ResourceDroppedAttrCount", &r.resourceDropped)
	r.own("ScopeDroppedAttrCount", &r.scopeDropped)
	return r
}

var recordSets = newSets(newRecords)

// recordRequest is a request of log records.
type recordRequest struct {
	request
	record record
}

var recordRequests = sync.Pool{New: func() any { return new(recordRequest) }}

// ReadLogs lays the log records of an encoded request out, a block for each day.
func ReadLogs(body []byte, o *Options) ([]Block, *Report, error) {
	r := recordRequests.Get().(*recordRequest)
	defer recordRequests.Put(r)
	defer r.forget()
	r.begin(body, o)
	days, now := recordSets.start(), uint64(o.Now.UnixNano())
	err := r.each(func(m part) {
		l := &r.record
		if l.read(&r.reader, m); r.err != nil {
			return
		}
		happened := cmp.Or(l.time, l.observed, now)
		why, fits := r.w.fit(l.attributes)
		if day, ok := r.admit(why, fits, happened); ok {
			days.of(day).append(r, happened)
		}
	})
	if err != nil {
		days.drop()
		return nil, nil, err
	}
	return days.finish(o), r.w.report, nil
}

func (c *records) append(r *recordRequest, happened uint64) {
	l, w := &r.record, &r.w
	c.origins.append(&r.origin)
	c.time.AppendRaw(nanos(happened))
	c.observed.AppendRaw(nanos(l.observed))
	appendID(&c.trace, l.trace[:])
	appendID(&c.span, l.span[:])
	c.flags.Append(uint8(l.flags))
	c.allFlags.Append(l.flags)
	c.severityText.Append(w.clean(w.shorten(r.text(l.severityText))))
	c.severity.Append(uint8(l.severity))
	w.body(&c.body, &r.reader, &l.body)
	w.attributes(&c.attributes, &r.reader, l.attributes)
	c.event.Append(w.clean(w.shorten(r.text(l.event))))
	c.dropped.Append(l.dropped)
}
