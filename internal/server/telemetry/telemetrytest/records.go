package telemetrytest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// Span is a span as it is sent.
type Span struct {
	Trace, ID, Parent string // hexadecimal
	Name, Service     string
	Environment       string
	Start             time.Time
	Duration          time.Duration
	Failed            bool
	Message           string
	Attributes        Attributes
	Resource          Attributes
	Events            []Event
}

// Event is an event of a span.
type Event struct {
	At         time.Time
	Name       string
	Attributes Attributes
}

// Log is a log record as it is sent.
type Log struct {
	Trace, Span    string
	Service        string
	Severity       string
	SeverityNumber int
	At             time.Time
	Body           string
	Event          string
	Attributes     Attributes
	Resource       Attributes
}

// Spans stores spans.
func (w *World) Spans(spans ...Span) {
	w.t.Helper()
	td := ptrace.NewTraces()
	for _, s := range spans {
		rs := td.ResourceSpans().AppendEmpty()
		rs.Resource().Attributes().PutStr("service.name", s.Service)
		if s.Environment != "" {
			rs.Resource().Attributes().PutStr("deployment.environment.name", s.Environment)
		}
		fill(rs.Resource().Attributes(), s.Resource)
		sp := rs.ScopeSpans().AppendEmpty().Spans().AppendEmpty()
		sp.SetName(s.Name)
		sp.SetTraceID(pcommon.TraceID(idOf[[16]byte](s.Trace)))
		sp.SetSpanID(pcommon.SpanID(idOf[[8]byte](s.ID)))
		if s.Parent != "" {
			sp.SetParentSpanID(pcommon.SpanID(idOf[[8]byte](s.Parent)))
		}
		sp.SetKind(ptrace.SpanKindClient)
		sp.SetStartTimestamp(pcommon.NewTimestampFromTime(s.Start))
		sp.SetEndTimestamp(pcommon.NewTimestampFromTime(s.Start.Add(s.Duration)))
		if s.Failed {
			sp.Status().SetCode(ptrace.StatusCodeError)
			sp.Status().SetMessage(s.Message)
		}
		fill(sp.Attributes(), s.Attributes)
		for _, e := range s.Events {
			event := sp.Events().AppendEmpty()
			event.SetName(e.Name)
			event.SetTimestamp(pcommon.NewTimestampFromTime(e.At))
			fill(event.Attributes(), e.Attributes)
		}
	}
	w.Traces(td)
}

// Records stores log records.
func (w *World) Records(records ...Log) {
	w.t.Helper()
	l := plog.NewLogs()
	for _, r := range records {
		rl := l.ResourceLogs().AppendEmpty()
		rl.Resource().Attributes().PutStr("service.name", r.Service)
		lr := rl.ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
		lr.SetTimestamp(pcommon.NewTimestampFromTime(r.At))
		lr.SetSeverityText(r.Severity)
		lr.SetSeverityNumber(plog.SeverityNumber(r.SeverityNumber))
		lr.Body().SetStr(r.Body)
		lr.SetEventName(r.Event)
		fill(rl.Resource().Attributes(), r.Resource)
		if r.Trace != "" {
			lr.SetTraceID(pcommon.TraceID(idOf[[16]byte](r.Trace)))
			lr.SetSpanID(pcommon.SpanID(idOf[[8]byte](r.Span)))
		}
		fill(lr.Attributes(), r.Attributes)
	}
	w.Logs(l)
}

func idOf[A [16]byte | [8]byte](text string) (id A) {
	raw, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	switch id := any(&id).(type) {
	case *[16]byte:
		copy(id[:], raw)
	case *[8]byte:
		copy(id[:], raw)
	}
	return id
}

// Hex is an id of that many bytes.
func Hex(n uint64, bytes int) string {
	raw := make([]byte, bytes)
	binary.BigEndian.PutUint64(raw[bytes-8:], n)
	return hex.EncodeToString(raw)
}

// nasty are texts that have broken others before.
var nasty = []string{"", "a", "ab", "abc", "A", "10", "2", "-3.5", "1e3", "0x10", "it's", `say "hi"`, `back\slash`, "tab\there", "new\nline", "{p0:String}", "'; DROP TABLE otel_traces; --",
	"?", "$1", "`x`", "ключ", "日本", "%", "_", "\\N", "NULL", "null", "[1,2]", "\\'", "\r", "🙂", "a b c", "é"}

// SomeTraces makes traces whose spans start near their roots, some of them in the
// hours after and some of them, by the clock of another host, a little before.
func SomeTraces(rnd *rand.Rand, n int, span time.Duration) []Span {
	spans := SomeSpans(rnd, n*spansOfTrace, span)
	for i := range spans {
		s, root := &spans[i], spans[i-i%spansOfTrace]
		if s.Parent != "" {
			s.Start = root.Start.Add([]time.Duration{-50 * time.Second, time.Millisecond, time.Second, 10 * time.Minute, 59 * time.Minute}[rnd.IntN(5)])
		}
		if s.Failed {
			s.Message = Text(rnd)
		}
		if rnd.IntN(4) == 0 {
			s.Events = []Event{{At: s.Start, Name: "exception", Attributes: Attributes{"exception.message": "Timed out: " + Text(rnd)}}}
		}
	}
	return spans
}

// WithoutRoots leaves out the roots of about half of the traces, gives others a root
// that tells nothing of itself, and lets spans of some begin together. With far, some have a
// root, or a span, of hours before or after.
func WithoutRoots(rnd *rand.Rand, spans []Span, far bool) (out []Span) {
	hours := func() time.Duration { return []time.Duration{-20 * time.Hour, 20 * time.Hour}[rnd.IntN(2)] }
	for first := 0; first < len(spans); first += spansOfTrace {
		trace := spans[first : first+spansOfTrace]
		last := &trace[spansOfTrace-1]
		switch rnd.IntN(4) {
		case 0:
			last.Start = trace[1].Start
		case 1:
			if far {
				last.Start = last.Start.Add(hours())
			}
		}
		switch rnd.IntN(6) {
		case 0, 1, 2:
			trace = trace[1:]
		case 3:
			trace[0].Name, trace[0].Service, trace[0].Duration = "", "", 0
		case 4:
			if far {
				trace[0].Start = trace[0].Start.Add(hours())
			}
		}
		out = append(out, trace...)
	}
	return out
}

// Text picks one of the texts that filters are tried with.
func Text(rnd *rand.Rand) string { return nasty[rnd.IntN(len(nasty))] }

const spansOfTrace = 5

// SomeSpans makes spans of traces within a span of time, with attributes that
// are often the same and often strange. The first of every five is the root of the others.
func SomeSpans(rnd *rand.Rand, n int, span time.Duration) (out []Span) {
	for i := range n {
		s := Span{Trace: Hex(uint64(1+i/spansOfTrace), 16), ID: Hex(uint64(1+i), 8), Name: fmt.Sprintf("op-%d", rnd.IntN(4)), Service: fmt.Sprintf("svc-%d", rnd.IntN(3)),
			Start: Start.Add(time.Duration(rnd.Int64N(int64(span)))), Duration: time.Duration(rnd.Int64N(int64(3 * time.Second))), Failed: rnd.IntN(5) == 0,
			Attributes: Attributes{}, Resource: Attributes{"host.name": fmt.Sprintf("h%d", rnd.IntN(3))}, Environment: []string{"production", "staging", ""}[rnd.IntN(3)]}
		if i%spansOfTrace != 0 {
			s.Parent = Hex(uint64(1+i/spansOfTrace*spansOfTrace), 8)
		}
		if rnd.IntN(10) == 0 { // of the same moment as another
			s.Start = Start.Add(span / 2)
		}
		for range rnd.IntN(4) {
			s.Attributes[[]string{"k", "key", "o'k", "sp ace", "n"}[rnd.IntN(5)]] = Text(rnd)
		}
		out = append(out, s)
	}
	return out
}
