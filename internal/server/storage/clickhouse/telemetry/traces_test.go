package telemetry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/fault"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// traceOf makes a trace of spans that start so long after another, the first its root. Its ids have letters.
func traceOf(n uint64, start time.Time, after ...time.Duration) (spans []telemetrytest.Span) {
	for i, d := range after {
		s := telemetrytest.Span{Trace: telemetrytest.Hex(0xabc000+n, 16), ID: telemetrytest.Hex(0xdef000+n<<8+uint64(i), 8), Name: "op", Service: fmt.Sprint("svc-", i), Start: start.Add(d)}
		if i > 0 {
			s.Parent = spans[0].ID
		}
		spans = append(spans, s)
	}
	return spans
}

func sentIDs(spans []telemetrytest.Span) (out []string) {
	for _, s := range spans {
		out = append(out, s.ID)
	}
	return out
}

func exec(t *testing.T, w *telemetrytest.World, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if err := w.DB.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTracesAndSpansByIDAreThoseInView(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	spans := traceOf(1, telemetrytest.Start, 0, 300*time.Millisecond, 999*time.Millisecond) // the last in the middle of the last second
	spans[1].Environment = "staging"
	w.Spans(spans...)
	f := func(about string, hidden []string, want ...int) {
		t.Helper()
		view := w.View
		view.Hidden = hidden
		var ofView []string
		for i, s := range spans {
			seen := slices.Contains(want, i)
			if seen {
				ofView = append(ofView, s.ID)
			}
			for _, trace := range []string{"", s.Trace, strings.ToUpper(s.Trace)} {
				got, err := w.Store.Span(t.Context(), view, strings.ToUpper(s.ID), trace)
				if seen && (err != nil || got.SpanID != s.ID || !got.Start.Equal(s.Start)) || !seen && !fault.Is(err, fault.NotFound) {
					t.Errorf("%s: span %d of trace %q: %+v, %v; seen: %t", about, i, trace, got, err, seen)
				}
			}
		}
		for _, id := range []string{spans[0].Trace, strings.ToUpper(spans[0].Trace)} {
			if got, err := w.Store.Trace(t.Context(), view, id, 10); err != nil || !slices.Equal(ids(got), ofView) {
				t.Errorf("%s: %s: %v, %v; want %v", about, id, ids(got), err, ofView)
			}
		}
	}
	all := func(about string) {
		t.Helper()
		f(about, nil, 0, 1, 2)
		f(about, []string{"staging"}, 0, 2)
		f(about, []string{"staging", "production"})
	}
	all("times known")
	exec(t, w, "TRUNCATE TABLE otel_trace_summary")
	all("times not known")
}

func TestSummariesOfTracesAddUpTheirSpansOfAllDays(t *testing.T) {
	t.Parallel()
	f := func(summed bool) {
		t.Helper()
		w := telemetrytest.New(t)
		noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
		spans := traceOf(1, noon, 0, -12*time.Hour-10*time.Second, 12*time.Hour+5*time.Second, time.Second) // of three days
		spans[0].Duration, spans[2].Duration, spans[3].Failed = 3*time.Minute, 7*time.Second, true
		other := traceOf(2, noon, 0)
		if !summed {
			exec(t, w, noSummary)
		}
		w.Spans(append(spans, other...)...)
		w.Spans(spans[3]) // sent twice
		r := query.Range{From: noon.Add(-time.Minute), To: noon.Add(time.Minute)}
		got, err := w.Store.TraceSummaries(t.Context(), w.View, []string{spans[0].Trace, telemetrytest.Hex(77, 16)}, r)
		want := domain.Trace{TraceID: spans[0].Trace, Start: spans[1].Start, DurationNs: uint64(24*time.Hour + 22*time.Second), Spans: 4, Errors: 1, Services: []string{"svc-0", "svc-1", "svc-2", "svc-3"}}
		if err != nil || len(got) != 1 || fmt.Sprintf("%+v", got[spans[0].Trace]) != fmt.Sprintf("%+v", want) {
			t.Errorf("summed %t: %+v, %v; want %+v", summed, got, err, want)
		}
	}
	f(true)
	f(false)
}

func TestSpansAreListedByTheirDuration(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	spans := traceOf(1, telemetrytest.Start, 0, 1, 2, 3, 4)
	for i, d := range []time.Duration{2, 5, 1, 5, 9} {
		spans[i].Duration = d * time.Second
	}
	w.Spans(spans...)
	// As exporters write a span that ends before it starts.
	exec(t, w, fmt.Sprintf("INSERT INTO otel_traces (Timestamp, TraceId, SpanId, Duration) VALUES (fromUnixTimestamp64Nano(%d), 't', 'reversed', -1000)", telemetrytest.Start.UnixNano()))
	all := append(sentIDs(spans), "reversed")
	f := func(shortest bool, offset, limit int, want ...int) {
		t.Helper()
		page, err := w.Store.Spans(t.Context(), w.View, domain.SpanSearch{Sort: domain.ByDuration, Search: query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, Page: query.Page{Oldest: shortest, Offset: offset, Limit: limit}}})
		wanted := make([]string, len(want))
		for i, n := range want {
			wanted[i] = all[n]
		}
		if err != nil || !slices.Equal(ids(page), wanted) {
			t.Errorf("shortest %t, from %d: %v, %v; want %v", shortest, offset, ids(page), err, wanted)
		}
		for _, s := range page {
			if s.SpanID == "reversed" && s.DurationNs != 0 {
				t.Errorf("a span that ends before it starts lasts %d ns", s.DurationNs)
			}
		}
	}
	exec(t, w, noSummary) // only tables that others made hold such a span
	long := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, Filters: []query.Filter{{Key: query.Key{Source: query.Field, Key: "durationMs"}, Op: query.Greater, Value: "4000"}}}
	if n, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, long); err != nil || n != 3 {
		t.Errorf("%d spans last longer than 4 s, %v", n, err)
	}
	f(false, 0, 10, 4, 3, 1, 0, 2, 5)
	f(true, 0, 10, 5, 2, 0, 3, 1, 4)
	f(false, 2, 3, 1, 0, 2)
	f(true, 4, 10, 1, 4)
}

func TestCodesOfOlderExportersAreUnderstood(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	exec(t, w, noSummary)
	codes := []string{"STATUS_CODE_UNSET", "STATUS_CODE_OK", "STATUS_CODE_ERROR", "Unset", "Ok", "Error"}
	for i, code := range codes {
		exec(t, w, fmt.Sprintf("INSERT INTO otel_traces (Timestamp, TraceId, SpanId, StatusCode) VALUES (fromUnixTimestamp64Nano(%d), 't', 's%d', '%s')", telemetrytest.Start.UnixNano()+int64(i), i, code))
	}
	search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, Page: query.Page{Limit: 10, Oldest: true}}
	spans, err := w.Store.Spans(t.Context(), w.View, domain.SpanSearch{Search: search})
	var got []string
	for _, s := range spans {
		got = append(got, s.Status)
	}
	if err != nil || fmt.Sprint(got) != "[Unset Ok Error Unset Ok Error]" {
		t.Errorf("%v, %v", got, err)
	}
	search.Filters = []query.Filter{{Key: query.Key{Source: query.Field, Key: "status"}, Op: query.Equals, Value: "Error"}}
	if n, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, search); err != nil || n != 2 {
		t.Errorf("%d spans have the status Error, %v", n, err)
	}
	search.Filters = nil
	if line, err := w.Store.Timeline(t.Context(), w.View, tenancy.Traces, search, time.Minute); err != nil || len(line) != 1 || line[0].Errors != 2 {
		t.Errorf("%+v, %v", line, err)
	}
	if sums, err := w.Store.TraceSummaries(t.Context(), w.View, []string{"t"}, search.Range); err != nil || sums["t"].Errors != 2 || sums["t"].Spans != 6 {
		t.Errorf("%+v, %v", sums, err)
	}
}

// TestPagesCountSpansAtTheBordersOfWindowsOnce puts spans at and next to the borders of the windows in which a
// list of 64 minutes is read, from either end.
func TestPagesCountSpansAtTheBordersOfWindowsOnce(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	const length = 64 * time.Minute
	var after []time.Duration
	for _, border := range []time.Duration{time.Minute, 9 * time.Minute, 20 * time.Minute, length - 9*time.Minute, length - time.Minute} {
		after = append(after, border-1, border, border+1)
	}
	spans := traceOf(1, telemetrytest.Start, slices.Concat([]time.Duration{0}, after, []time.Duration{length - 1})...)
	w.Spans(spans...)
	w.Spans(traceOf(2, telemetrytest.Start, -1, length)...) // around the range
	for _, oldest := range []bool{false, true} {
		want := sentIDs(spans)
		if !oldest {
			slices.Reverse(want)
		}
		for offset := range len(want) + 1 {
			limit := 1 + offset%4*5
			page, err := w.Store.Spans(t.Context(), w.View, domain.SpanSearch{Search: query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(length)}, Page: query.Page{Oldest: oldest, Offset: offset, Limit: limit}}})
			if part := want[offset:min(len(want), offset+limit)]; err != nil || !slices.Equal(ids(page), part) {
				t.Errorf("oldest %t, %d from %d: %v, %v; want %v", oldest, limit, offset, ids(page), err, part)
			}
		}
	}
}

func TestWordsAreFoundWithinATextOfASpan(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	spans := traceOf(1, telemetrytest.Start, 0)
	s := &spans[0]
	s.Name, s.Failed, s.Message, s.Attributes = "one", true, "two", attributes{"a": "three", "b": "four"}
	s.Events = []telemetrytest.Event{{At: s.Start, Name: "e", Attributes: attributes{"c": "five", "d": "six"}}, {At: s.Start, Name: "e", Attributes: attributes{"c": "seven"}}}
	w.Spans(spans...)
	f := func(text string, want uint64) {
		t.Helper()
		search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}, Text: text}
		if got, err := w.Store.Count(t.Context(), w.View, tenancy.Traces, search); err != nil || got != want {
			t.Errorf("%q finds %d, %v; want %d", text, got, err, want)
		}
	}
	texts := []string{"one", "two", "three", "four", "five", "six", "seven"}
	f(strings.Join(texts, " "), 1)
	for i, text := range texts[1:] {
		f(texts[i]+text, 0)
		f(`"`+texts[i]+" "+text+`"`, 0)
		f(texts[i]+"\x00"+text, 1)
	}
}
