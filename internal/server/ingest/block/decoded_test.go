package block

import (
	"strconv"
	"strings"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// decoder lays records out from their decoded form: what reading them from the wire must come to.
type decoder struct {
	request
	environment string
}

// outlines of whole requests.
var (
	tracesShape = requestOf(shapeOf(map[int]*shape{
		9:  keyValue,
		11: shapeOf(map[int]*shape{3: keyValue}),
		13: shapeOf(map[int]*shape{4: keyValue}),
	}))
	logsShape    = requestOf(shapeOf(map[int]*shape{5: anyValue, 6: keyValue}))
	metricsShape = requestOf(metricShape())
)

func metricShape() *shape {
	of := func(point *shape) *shape { return shapeOf(map[int]*shape{1: point}) }
	exemplar := shapeOf(map[int]*shape{7: keyValue})
	number := of(shapeOf(map[int]*shape{7: keyValue, 5: exemplar}))
	return shapeOf(map[int]*shape{
		5:  number,
		7:  number,
		9:  of(shapeOf(map[int]*shape{9: keyValue, 8: exemplar})),
		10: of(shapeOf(map[int]*shape{1: keyValue, 11: exemplar})),
		11: of(shapeOf(map[int]*shape{7: keyValue})),
		12: keyValue,
	})
}

// checkOutline walks a whole request.
func checkOutline(body []byte, s *shape, limits *Limits) error {
	r := reader{outline: outline{limits: limits}, body: body}
	r.walk(part{0, len(body)}, s, 0)
	return r.err
}

// decode checks and decodes a body.
func decode(body []byte, s *shape, o *Options, m interface{ UnmarshalProto([]byte) error }) error {
	if err := checkOutline(body, s, &o.Limits); err != nil {
		return err
	}
	return m.UnmarshalProto(body)
}

func newDecoder(o *Options) *decoder {
	d := &decoder{environment: o.Environment}
	d.begin(nil, o)
	return d
}

// decodeTraces is ReadTraces by way of the decoder.
func decodeTraces(body []byte, o *Options) ([]Block, *Report, error) {
	m := ptraceotlp.NewExportRequest()
	if err := decode(body, tracesShape, o, m); err != nil {
		return nil, nil, err
	}
	d := newDecoder(o)
	days := spanSets.start()
	for _, rs := range m.Traces().ResourceSpans().All() {
		d.w.setResource(&d.origin, rs.Resource(), rs.SchemaUrl(), d.environment)
		for _, ss := range rs.ScopeSpans().All() {
			d.w.setScope(&d.origin, ss.Scope(), ss.SchemaUrl())
			for _, s := range ss.Spans().All() {
				why, fits := d.fits(s)
				if day, ok := d.admit(why, fits, uint64(s.StartTimestamp())); ok {
					d.span(days.of(day), s)
				}
			}
		}
	}
	return days.finish(o), d.w.report, nil
}

func (d *decoder) fits(s ptrace.Span) (Reason, bool) {
	switch {
	case s.TraceID().IsEmpty():
		return NoTraceID, false
	case s.SpanID().IsEmpty():
		return NoSpanID, false
	}
	if why, ok := d.w.fits(s.Attributes()); !ok {
		return why, false
	}
	for _, e := range s.Events().All() {
		if why, ok := d.w.fits(e.Attributes()); !ok {
			return why, false
		}
	}
	for _, l := range s.Links().All() {
		if why, ok := d.w.fits(l.Attributes()); !ok {
			return why, false
		}
	}
	return 0, true
}

func (d *decoder) span(c *spans, s ptrace.Span) {
	w := &d.w
	start, end := uint64(s.StartTimestamp()), uint64(s.EndTimestamp())
	if end < start {
		w.report.count(NegativeDuration)
		end = start
	}
	c.origins.append(&d.origin)
	c.time.AppendRaw(nanos(start))
	c.duration.Append(end - start)
	c.trace.Append(s.TraceID().String())
	c.span.Append(s.SpanID().String())
	c.parent.Append(s.ParentSpanID().String())
	c.state.Append(w.clean(s.TraceState().AsRaw()))
	c.name.Append(w.clean(w.shorten(s.Name())))
	c.kind.Append(kindName(s.Kind()))
	c.status.Append(statusName(s.Status().Code()))
	c.message.Append(w.clean(w.shorten(s.Status().Message())))
	w.row(&c.attributes, s.Attributes())
	appendEvents(&c.events, w, s.Events())
	appendLinks(&c.links, w, s.Links())
	c.flags.Append(s.Flags())
	c.dropped.Append(s.DroppedAttributesCount())
	c.droppedEvents.Append(s.DroppedEventsCount())
	c.droppedLinks.Append(s.DroppedLinksCount())
}

func appendEvents(c *events, w *writer, events ptrace.SpanEventSlice) {
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

func appendLinks(c *links, w *writer, links ptrace.SpanLinkSlice) {
	for _, l := range links.All() {
		c.trace.data.Append(l.TraceID().String())
		c.span.data.Append(l.SpanID().String())
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

// decodeLogs is ReadLogs by way of the decoder.
func decodeLogs(body []byte, o *Options) ([]Block, *Report, error) {
	m := plogotlp.NewExportRequest()
	if err := decode(body, logsShape, o, m); err != nil {
		return nil, nil, err
	}
	d := newDecoder(o)
	days := recordSets.start()
	for _, rl := range m.Logs().ResourceLogs().All() {
		d.w.setResource(&d.origin, rl.Resource(), rl.SchemaUrl(), d.environment)
		for _, sl := range rl.ScopeLogs().All() {
			d.w.setScope(&d.origin, sl.Scope(), sl.SchemaUrl())
			for _, l := range sl.LogRecords().All() {
				time := uint64(l.Timestamp())
				if time == 0 {
					time = uint64(l.ObservedTimestamp())
				}
				if time == 0 {
					time = uint64(o.Now.UnixNano())
				}
				why, fits := d.w.fits(l.Attributes())
				if day, ok := d.admit(why, fits, time); ok {
					d.record(days.of(day), l, time)
				}
			}
		}
	}
	return days.finish(o), d.w.report, nil
}

func (d *decoder) record(c *records, l plog.LogRecord, time uint64) {
	w := &d.w
	c.origins.append(&d.origin)
	c.time.AppendRaw(nanos(time))
	c.observed.AppendRaw(nanos(uint64(l.ObservedTimestamp())))
	c.trace.Append(l.TraceID().String())
	c.span.Append(l.SpanID().String())
	c.flags.Append(uint8(l.Flags()))
	c.allFlags.Append(uint32(l.Flags()))
	c.severityText.Append(w.clean(w.shorten(l.SeverityText())))
	c.severity.Append(uint8(l.SeverityNumber()))
	c.body.Append(w.shorten(w.clean(asText(l.Body()))))
	w.row(&c.attributes, l.Attributes())
	c.event.Append(w.clean(w.shorten(l.EventName())))
	c.dropped.Append(l.DroppedAttributesCount())
}

// row writes m as a row of c.
func (w *writer) row(c *attrs, m pcommon.Map) {
	for k, v := range m.All() {
		w.key(&c.keys, k)
		switch v.Type() { // numbers without making strings of them
		case pcommon.ValueTypeInt:
			w.scratch = strconv.AppendInt(w.scratch[:0], v.Int(), 10)
			c.values.AppendBytes(w.scratch)
		case pcommon.ValueTypeBool:
			w.scratch = strconv.AppendBool(w.scratch[:0], v.Bool())
			c.values.AppendBytes(w.scratch)
		default:
			c.values.Append(w.value(k, v))
		}
	}
	if len(w.cut) > 0 {
		c.add(cutKey, strings.Join(w.cut, ","))
		w.cut = w.cut[:0]
	}
	c.end()
}
