package block

import (
	"bytes"
	"math"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// everyColumn is a table with all columns.
func everyColumn(table string) ColumnSet {
	all := ColumnSet{IngestColumn: true}
	for _, c := range newSpans().columns {
		all[c.name] = true
	}
	return all
}

// compare holds that a body means the same read from the wire and decoded first.
func compare(t *testing.T, body []byte) {
	t.Helper()
	o := func() *Options {
		return &Options{Environment: "e", IngestID: 7, Now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Columns: everyColumn,
			Limits: Limits{ValueBytes: 30, KeyBytes: 12, Attributes: 5, Age: 24 * time.Hour, Ahead: time.Hour, Days: 2}}
	}
	got, report, err := ReadTraces(body, o())
	outline := CheckOutline(body, TracesShape)
	r := ptraceotlp.NewExportRequest()
	decode := outline
	if outline == nil {
		decode = r.UnmarshalProto(body)
	}
	if (err == nil) != (decode == nil) {
		t.Fatalf("from the wire: %v, decoded: %v", err, decode)
	}
	if err != nil {
		return
	}
	want, wantReport := layOutDecoded(r.Traces(), o())
	if *report != *wantReport || len(got) != len(want) {
		t.Fatalf("%d blocks, %+v; want %d, %+v", len(got), report, len(want), wantReport)
	}
	for i := range want {
		if got[i].Day != want[i].Day || got[i].Rows != want[i].Rows || !bytes.Equal(got[i].Data, want[i].Data) {
			t.Fatalf("block %d differs:\n%q\n%q", i, got[i].Data, want[i].Data)
		}
	}
}

// variedSpans have every field, every type of value, and what is refused or changed.
func variedSpans() ptrace.Traces {
	td := ptrace.NewTraces()
	for i := range 3 {
		rs := td.ResourceSpans().AppendEmpty()
		rs.SetSchemaUrl("https://example.com/schema")
		rs.Resource().Attributes().PutStr("service.name", "shop")
		rs.Resource().SetDroppedAttributesCount(uint32(i))
		for j := range 2 {
			ss := rs.ScopeSpans().AppendEmpty()
			ss.Scope().SetName("scope")
			ss.Scope().Attributes().PutInt("n", int64(j))
			for k := range 12 {
				fillSpan(ss.Spans().AppendEmpty(), k)
			}
		}
	}
	return td
}

func fillSpan(s ptrace.Span, k int) {
	at := time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC).Add(-time.Duration(k) * 2 * time.Hour)
	s.SetTraceID(pcommon.TraceID{1, byte(k)})
	s.SetSpanID(pcommon.SpanID{2, byte(k)})
	s.SetParentSpanID(pcommon.SpanID{byte(k % 2)})
	s.TraceState().FromRaw("a=b")
	s.SetName("op\xff")
	s.SetKind(ptrace.SpanKind(k))
	s.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
	s.SetEndTimestamp(s.StartTimestamp() + pcommon.Timestamp(k-1))
	s.SetFlags(uint32(k))
	s.SetDroppedAttributesCount(4)
	s.SetDroppedEventsCount(5)
	s.SetDroppedLinksCount(6)
	s.Status().SetCode(ptrace.StatusCode(k % 4))
	s.Status().SetMessage("went wrong in a way that takes long to tell")
	fillValue(s.Attributes().PutEmpty("k"), k)
	fillValue(s.Attributes().PutEmpty("l"), k+1)
	e := s.Events().AppendEmpty()
	e.SetName("event")
	e.SetTimestamp(s.StartTimestamp())
	e.SetDroppedAttributesCount(7)
	fillValue(e.Attributes().PutEmpty("e"), k)
	l := s.Links().AppendEmpty()
	l.SetTraceID(pcommon.TraceID{9})
	l.SetSpanID(pcommon.SpanID{8})
	l.TraceState().FromRaw("c=d")
	l.SetFlags(3)
	l.SetDroppedAttributesCount(8)
	fillValue(l.Attributes().PutEmpty("l"), k)
	switch k {
	case 7:
		s.SetTraceID(pcommon.TraceID{})
	case 8:
		s.SetSpanID(pcommon.SpanID{})
	case 9:
		s.Attributes().PutStr("a key that is too long", "")
	case 10:
		for i := range 9 {
			l.Attributes().PutStr(string(rune('a'+i)), "")
		}
	}
}

func fillValue(v pcommon.Value, k int) {
	switch k % 12 {
	case 1:
		v.SetStr("text that is longer than the limit")
	case 2:
		v.SetBool(true)
	case 3:
		v.SetInt(-42)
	case 4:
		v.SetDouble(0.1)
	case 5:
		v.SetDouble(1e-9)
	case 6:
		v.SetDouble(math.Inf(-1))
	case 7:
		v.SetEmptyBytes().FromRaw([]byte{1, 2, 3})
	case 8:
		v.SetEmptySlice().AppendEmpty().SetStr("x")
	case 9:
		v.SetEmptyMap().PutEmptySlice("y").AppendEmpty().SetDouble(2.5e30)
	case 10:
		v.SetDouble(math.NaN())
	case 11:
		v.SetStr("\xff")
	}
}

func encode(t testing.TB, td ptrace.Traces) []byte {
	t.Helper()
	body, err := ptraceotlp.NewExportRequestFromTraces(td).MarshalProto()
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestSpansMeanTheSameFromTheWireAndDecoded(t *testing.T) {
	compare(t, encode(t, variedSpans()))
	compare(t, nil)
	id := wrap(1, make([]byte, 16))
	value := wrap(2, append(wrap(1, []byte("a")), wrap(5, wrap(1, wrap(1, []byte("b"))))...))
	in := func(span []byte) []byte { return wrap(1, wrap(2, wrap(2, span))) }
	for _, body := range [][]byte{
		in(id), in(wrap(1, []byte("short"))), in([]byte{7<<3 | varint, 1}), in(wrap(9, wrap(1, []byte("k")))),
		in(wrap(9, append(value, wrap(2, wrap(1, []byte("last")))...))), // a value that is set twice
		in(wrap(9, append(value, wrap(2, nil)...))),
		in(wrap(9, wrap(3, nil))), in(wrap(9, wrap(2, []byte{8<<3 | varint, 1}))), // of profiles
		in(wrap(15, wrap(2, []byte("m")))), in([]byte{3<<3 | 3}), // a group
		wrap(1, wrap(1000, wrap(2, id))), // a former name of scopes
		wrap(1, append(wrap(1000, wrap(2, id)), wrap(2, wrap(2, id))...)),
		wrap(1, append(wrap(2, wrap(2, id)), wrap(1, wrap(1, wrap(1, []byte("k"))))...)), // the resource after its spans
		{1<<3 | varint, 1}, wrap(1, []byte{2<<3 | varint, 1}), wrap(2, []byte("unknown")),
	} {
		compare(t, body)
	}
}

func TestValuesNestedTooDeepAreRefusedUnderEveryName(t *testing.T) {
	deep := []byte{}
	for range maxNesting + 1 {
		deep = wrap(5, wrap(1, deep))
	}
	attribute := wrap(2, deep)
	for name, body := range map[string][]byte{
		"span":          wrap(1, wrap(2, wrap(2, wrap(9, attribute)))),
		"event":         wrap(1, wrap(2, wrap(2, wrap(11, wrap(3, attribute))))),
		"scope":         wrap(1, wrap(2, wrap(1, wrap(3, attribute)))),
		"former scope":  wrap(1, wrap(1000, wrap(1, wrap(3, attribute)))),
		"former record": wrap(1, wrap(1000, wrap(2, wrap(9, attribute)))),
		"resource":      wrap(1, wrap(1, wrap(1, attribute))),
	} {
		if _, _, err := ReadTraces(body, &Options{}); err != errNesting {
			t.Errorf("%s: %v", name, err)
		}
		if err := CheckOutline(body, TracesShape); err != errNesting {
			t.Errorf("%s: outline: %v", name, err)
		}
	}
}

func FuzzReadTraces(f *testing.F) {
	for k := range 12 {
		td := ptrace.NewTraces()
		fillSpan(td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty(), k)
		f.Add(encode(f, td))
	}
	f.Add(wrap(1, wrap(2, wrap(2, wrap(9, wrap(2, wrap(5, wrap(1, wrap(1, []byte("b"))))))))))
	f.Fuzz(compare)
}

// layOutDecoded lays spans out from their decoded form: what ReadTraces must do from the wire.
func layOutDecoded(td ptrace.Traces, o *Options) ([]Block, *Report) {
	report := &Report{}
	w := &writer{limits: o.Limits, report: report}
	days, clock := spanSets.start(), newClock(o)
	var g origin
	for _, rs := range td.ResourceSpans().All() {
		w.setResource(&g, rs.Resource(), rs.SchemaUrl(), o.Environment)
		for _, ss := range rs.ScopeSpans().All() {
			w.setScope(&g, ss.Scope(), ss.SchemaUrl())
			for _, span := range ss.Spans().All() {
				if why, refused := refuseDecoded(w, &g, span); refused {
					report.count(why)
				} else if day, why, ok := clock.day(uint64(span.StartTimestamp())); !ok {
					report.count(why)
				} else {
					appendDecoded(days.of(day), w, &g, span)
					report.Accepted++
				}
			}
		}
	}
	return days.finish(o), report
}

func refuseDecoded(w *writer, g *origin, s ptrace.Span) (Reason, bool) {
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

func appendDecoded(c *spans, w *writer, g *origin, s ptrace.Span) {
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
	appendEvents(&c.events, w, s.Events())
	appendLinks(&c.links, w, s.Links())

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
