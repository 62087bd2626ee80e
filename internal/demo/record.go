package demo

import (
	"fmt"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// recorder collects the spans and log records of a window.
type recorder struct {
	fleet   *fleet
	rand    *rand.Rand
	spans   *spanPage
	records *logPage
}

type spanPage struct {
	traces ptrace.Traces
	of     map[*app]ptrace.SpanSlice
	count  int
}

type logPage struct {
	logs  plog.Logs
	of    map[*app]plog.LogRecordSlice
	count int
}

func (f *fleet) recorder(i int) *recorder {
	return &recorder{f, random(f.config.Seed, "requests", i), &spanPage{traces: ptrace.NewTraces(), of: map[*app]ptrace.SpanSlice{}},
		&logPage{logs: plog.NewLogs(), of: map[*app]plog.LogRecordSlice{}}}
}

func (p *spanPage) slot(a *app) ptrace.SpanSlice {
	spans, ok := p.of[a]
	if !ok {
		rs := p.traces.ResourceSpans().AppendEmpty()
		fill(rs.Resource().Attributes(), a.resource.attributes)
		scope := rs.ScopeSpans().AppendEmpty()
		scope.Scope().SetName(a.scope)
		spans = scope.Spans()
		p.of[a] = spans
	}
	p.count++
	return spans
}

func (p *logPage) slot(a *app) plog.LogRecordSlice {
	records, ok := p.of[a]
	if !ok {
		rl := p.logs.ResourceLogs().AppendEmpty()
		fill(rl.Resource().Attributes(), a.resource.attributes)
		scope := rl.ScopeLogs().AppendEmpty()
		scope.Scope().SetName(a.scope)
		records = scope.LogRecords()
		p.of[a] = records
	}
	p.count++
	return records
}

func (p *spanPage) batch() (Batch, error) {
	body, err := new(ptrace.ProtoMarshaler).MarshalTraces(p.traces)
	return Batch{Traces, body, p.count}, err
}

func (p *logPage) batch() (Batch, error) {
	body, err := new(plog.ProtoMarshaler).MarshalLogs(p.logs)
	return Batch{Logs, body, p.count}, err
}

// span is one that is being recorded.
type span struct {
	ptrace.Span
	app *app
	at  time.Time
}

// begin starts a span; a nil parent makes it the root of a trace.
func (r *recorder) begin(a *app, parent *span, name string, kind ptrace.SpanKind, at time.Time, attributes ...any) *span {
	s := &span{r.spans.slot(a).AppendEmpty(), a, at}
	r.identify(s, parent)
	s.SetName(name)
	s.SetKind(kind)
	s.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
	s.put(attributes...)
	return s
}

// open starts a span that does not end and so is never sent: others are below it.
func (r *recorder) open(a *app, parent *span, at time.Time) *span {
	s := &span{ptrace.NewSpan(), a, at}
	r.identify(s, parent)
	return s
}

func (r *recorder) identify(s, parent *span) {
	if parent != nil {
		s.SetTraceID(parent.TraceID())
		s.SetParentSpanID(parent.SpanID())
	} else {
		s.SetTraceID(pcommon.TraceID(r.bytes(16)))
	}
	s.SetSpanID(pcommon.SpanID(r.bytes(8)))
}

// bytes draws an id that is not zero.
func (r *recorder) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.rand.IntN(256))
	}
	b[0] |= 1
	return b
}

func (s *span) put(attributes ...any) { fill(s.Attributes(), attributes) }

func (s *span) end(at time.Time) time.Time {
	s.SetEndTimestamp(pcommon.NewTimestampFromTime(at))
	return at
}

// broken marks a span that fails because something below it did; status is
// that of HTTP, 0 for none.
func (s *span) broken(status int) {
	s.Status().SetCode(ptrace.StatusCodeError)
	s.Status().SetMessage("the model could not be reached")
	if status != 0 {
		s.put("http.response.status_code", status)
	}
}

// fail ends a span with an exception, which is logged as well: with its stack,
// in a body of several lines.
func (r *recorder) fail(s *span, e exception, at time.Time) time.Time {
	message := e.message(r.rand)
	stack := fmt.Sprintf(e.stack, e.kind+": "+message)
	event := s.Events().AppendEmpty()
	event.SetName("exception")
	event.SetTimestamp(pcommon.NewTimestampFromTime(at))
	fill(event.Attributes(), []any{"exception.type", e.kind, "exception.message", message, "exception.stacktrace", stack, "exception.escaped", "false"})
	s.Status().SetCode(ptrace.StatusCodeError)
	s.Status().SetMessage(message)
	s.put("error.type", e.kind)
	if e.status != 0 {
		s.put("http.response.status_code", e.status)
	}
	r.log(s, plog.SeverityNumberError, at, fmt.Sprintf("%s failed: %s\n%s", s.Name(), message, stack))
	return s.end(at)
}

// log adds a record to the trace of a span.
func (r *recorder) log(s *span, severity plog.SeverityNumber, at time.Time, body string, attributes ...any) plog.LogRecord {
	record := r.line(s.app, severity, at, body, attributes...)
	record.SetTraceID(s.TraceID())
	record.SetSpanID(s.SpanID())
	record.SetFlags(plog.DefaultLogRecordFlags.WithIsSampled(true))
	return record
}

// line adds a record that belongs to no trace.
func (r *recorder) line(a *app, severity plog.SeverityNumber, at time.Time, body string, attributes ...any) plog.LogRecord {
	record := r.records.slot(a).AppendEmpty()
	record.SetTimestamp(pcommon.NewTimestampFromTime(at))
	record.SetObservedTimestamp(pcommon.NewTimestampFromTime(at))
	record.SetSeverityNumber(severity)
	record.SetSeverityText(severityText(severity))
	record.Body().SetStr(body)
	fill(record.Attributes(), attributes)
	return record
}

func severityText(n plog.SeverityNumber) string {
	switch {
	case n >= plog.SeverityNumberError:
		return "ERROR"
	case n >= plog.SeverityNumberWarn:
		return "WARN"
	case n >= plog.SeverityNumberInfo:
		return "INFO"
	}
	return "DEBUG"
}
