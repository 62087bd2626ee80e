package block

import (
	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/plog"
)

// records are the columns of otel_logs.
type records struct {
	set
	time                                  *proto.ColDateTime64
	trace, span, body                     text
	flags, severity                       proto.ColUInt8
	severityText, service, environment    low
	resourceURL, scopeURL                 low
	resource, attributes, scopeAttributes attrs
	scopeName, scopeVersion, event        text

	observed                      *proto.ColDateTime64
	allFlags, dropped             proto.ColUInt32
	resourceDropped, scopeDropped proto.ColUInt32
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
	r.add("ScopeAttributes", &r.scopeAttributes)
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

// OfLogs lays log records out, a block for each day.
func OfLogs(ld plog.Logs, o *Options) ([]Block, *Report) {
	report := &Report{}
	w := &writer{limits: o.Limits, report: report}
	days, clock := recordSets.start(), newClock(o)
	var g origin
	for _, rl := range ld.ResourceLogs().All() {
		w.setResource(&g, rl.Resource(), rl.SchemaUrl(), o.Environment)
		for _, sl := range rl.ScopeLogs().All() {
			w.setScope(&g, sl.Scope(), sl.SchemaUrl())
			for _, record := range sl.LogRecords().All() {
				time := timeOf(record, o)
				if why, ok := w.fits(record.Attributes()); g.refused || !ok {
					report.count(g.why(why))
				} else if day, why, ok := clock.day(time); !ok {
					report.count(why)
				} else {
					days.of(day).append(w, &g, record, time)
					report.Accepted++
				}
			}
		}
	}
	return days.finish(o), report
}

// timeOf is when the record happened, or else was observed, or else arrived.
func timeOf(r plog.LogRecord, o *Options) uint64 {
	if t := uint64(r.Timestamp()); t != 0 {
		return t
	}
	if t := uint64(r.ObservedTimestamp()); t != 0 {
		return t
	}
	return uint64(o.Now.UnixNano())
}

func (c *records) append(w *writer, g *origin, r plog.LogRecord, time uint64) {
	c.time.AppendRaw(nanos(time))
	appendTraceID(&c.trace, r.TraceID())
	appendSpanID(&c.span, r.SpanID())
	c.flags.Append(uint8(r.Flags()))
	c.severityText.Append(w.clean(w.shorten(r.SeverityText())))
	c.severity.Append(uint8(r.SeverityNumber()))
	c.service.Append(g.service)
	c.environment.Append(g.environment)
	c.body.Append(w.shorten(w.clean(asText(r.Body()))))
	c.resourceURL.Append(g.resourceURL)
	c.resource.row(g.resource)
	c.scopeURL.Append(g.scopeURL)
	c.scopeName.Append(g.scopeName)
	c.scopeVersion.Append(g.scopeVersion)
	c.scopeAttributes.row(g.scope)
	w.row(&c.attributes, r.Attributes())
	c.event.Append(w.clean(w.shorten(r.EventName())))

	c.observed.AppendRaw(nanos(uint64(r.ObservedTimestamp())))
	c.allFlags.Append(uint32(r.Flags()))
	c.dropped.Append(r.DroppedAttributesCount())
	c.resourceDropped.Append(g.resourceDropped)
	c.scopeDropped.Append(g.scopeDropped)
}
