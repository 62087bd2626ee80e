package telemetry_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/storage/clickhouse/telemetry"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// thrown is an exception as a sender told of it.
type thrown struct {
	kind, shape, frame, trace, span, service string
	at, recorded                             time.Time // of itself, and of the span or log record that tells of it
	log                                      bool
}

// someExceptions makes spans and log records that tell of exceptions, and what they
// tell.
func someExceptions(rnd *rand.Rand) (spans []telemetrytest.Span, records []telemetrytest.Log, all []thrown) {
	spans = telemetrytest.SomeSpans(rnd, 700, time.Hour)
	for i := range spans {
		s := &spans[i]
		s.Environment, s.Attributes = "", attributes{}
		if !s.Failed {
			continue
		}
		if rnd.IntN(8) == 0 {
			s.Environment = "staging" // which is not seen
			continue
		}
		s.Message = fmt.Sprintf("status %d", rnd.IntN(100))
		own := thrown{trace: s.Trace, span: s.ID, service: s.Service, at: s.Start, recorded: s.Start}
		switch rnd.IntN(3) {
		case 0:
			own.kind, own.shape = "Error", "status <n>"
			if rnd.IntN(3) == 0 {
				own.kind, s.Attributes["error.type"] = "timeout", "timeout"
			}
			all = append(all, own)
		case 1:
			for range 1 + rnd.IntN(2) {
				own.at = s.Start.Add(time.Duration(rnd.Int64N(int64(time.Second))))
				own.kind, own.shape = "E"+strings.Repeat("x", rnd.IntN(3)), []string{"value <n>", "no <text> at <id>"}[rnd.IntN(2)]
				message := fmt.Sprintf("value %d", rnd.IntN(1000))
				if own.shape != "value <n>" {
					message = fmt.Sprintf("no '%d' at 0x%x", rnd.IntN(10), rnd.IntN(1000))
				}
				function, line := rnd.IntN(2), rnd.IntN(100)
				own.frame = fmt.Sprintf(`File "a.py", in f%d`, function)
				s.Events = append(s.Events, telemetrytest.Event{At: own.at, Name: "exception", Attributes: attributes{"exception.type": own.kind, "exception.message": message,
					"exception.stacktrace": fmt.Sprintf("Traceback\n  File \"a.py\", line %d, in f%d\n", line, function)}},
					telemetrytest.Event{At: own.at, Name: "other"})
				all = append(all, own)
			}
		default:
			s.Failed = false
			own.kind, own.shape, own.log = "E", "value <n>", true
			l := telemetrytest.Log{Service: s.Service, At: s.Start, Trace: s.Trace, Span: s.ID, Body: "failed", Attributes: attributes{"exception.type": "E", "exception.message": fmt.Sprint("value ", i)}}
			switch rnd.IntN(6) {
			case 0:
				own.kind = ""
				delete(l.Attributes, "exception.type")
			case 1:
				own.shape = ""
				delete(l.Attributes, "exception.message")
			case 2:
				l.Resource = attributes{"deployment.environment.name": "staging"}
			}
			if records = append(records, l); l.Resource == nil {
				all = append(all, own)
			}
		}
	}
	return spans, records, all
}

func TestExceptionGroupsAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w, other := telemetrytest.New(t), telemetrytest.New(t)
	w.View.Hidden, other.View.Hidden = []string{"staging"}, []string{"staging"}
	rnd := rand.New(rand.NewPCG(61, 62))
	spans, records, all := someExceptions(rnd)
	w.Spans(spans...)
	w.Records(records...)
	other.Records(records...)
	s := telemetry.New(open{w.View.Target.ID: w.DB, other.View.Target.ID: other.DB}, telemetry.DefaultLimits)
	for i := range casesOf(t, 90) {
		views := domain.ExceptionViews{Traces: w.View, Logs: w.View}
		if i%3 == 0 { // log records are in another database
			views.Logs = other.View
		}
		r := someRange(rnd)
		if i == 0 {
			r = query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(2 * time.Hour)}
		}
		var filters []query.Filter
		service := ""
		if rnd.IntN(2) == 0 {
			service = fmt.Sprintf("svc-%d", rnd.IntN(3))
			filters = []query.Filter{{Key: query.Key{Source: query.Field, Key: "service"}, Op: query.Equals, Value: service}}
		}
		withoutLogs := rnd.IntN(4) == 0
		if withoutLogs {
			filters = append(filters, query.Filter{Key: query.Key{Source: query.Field, Key: "name"}, Op: query.Prefix, Value: "op-"})
		}
		if err := query.Check(tenancy.Traces, filters); err != nil {
			t.Fatal(err)
		}
		want := map[string][]thrown{}
		for _, e := range all {
			if inside(r, e.recorded) && (service == "" || e.service == service) && !(e.log && withoutLogs) {
				want[e.kind+"|"+e.shape+"|"+e.frame] = append(want[e.kind+"|"+e.shape+"|"+e.frame], e)
			}
		}
		got, err := s.ExceptionGroups(t.Context(), views, r, filters, 100, 24)
		if err != nil || len(got) != len(want) || !slices.IsSortedFunc(got, func(a, b domain.ExceptionGroup) int { return cmp.Compare(b.Count, a.Count) }) {
			t.Fatalf("%v %+v: %d groups, %v; want %d", r, filters, len(got), err, len(want))
		}
		if views.Logs.Target == views.Traces.Target {
			most, err := s.ExceptionGroups(t.Context(), views, r, filters, 2, 24)
			if err != nil || len(most) != min(2, len(got)) || len(most) > 0 && most[len(most)-1].Count != got[len(most)-1].Count {
				t.Fatalf("%v %+v: the first are %+v, %v; want those of %+v", r, filters, most, err, got)
			}
		}
		for _, g := range got {
			checkGroup(t, g, want[g.Type+"|"+g.Shape+"|"+g.Frame], views.Logs.Target != views.Traces.Target)
			if i%20 > 0 || service != "" || withoutLogs {
				continue
			}
			each, err := s.Exceptions(t.Context(), views, r, g.ID, 1000)
			if err != nil || uint64(len(each)) != g.Count || !each[0].At.Equal(g.LastSeen) {
				t.Errorf("%d exceptions of %s, %v", len(each), g.ID, err)
			}
			if newest, err := s.Exceptions(t.Context(), views, r, g.ID, 1); err != nil || len(newest) != 1 || !newest[0].At.Equal(g.LastSeen) {
				t.Errorf("%+v, %v", newest, err)
			}
		}
	}
}

// checkGroup compares a group with its exceptions. Of two databases, each counts its own traces.
func checkGroup(t *testing.T, g domain.ExceptionGroup, want []thrown, apart bool) {
	t.Helper()
	first, last := time.Time{}, time.Time{}
	var traces, services []string
	for _, e := range want {
		if first.IsZero() || e.at.Before(first) {
			first = e.at
		}
		if e.at.After(last) {
			last = e.at
		}
		trace := e.trace
		if apart && e.log {
			trace += " in logs"
		}
		traces, services = append(traces, trace), append(services, e.service)
	}
	slices.Sort(traces)
	slices.Sort(services)
	sum := uint64(0)
	for _, n := range g.Counts {
		sum += n
	}
	if n := uint64(len(want)); g.Count != n || sum != n || !g.FirstSeen.Equal(first) || !g.LastSeen.Equal(last) || g.Traces != uint64(len(slices.Compact(traces))) || !slices.Equal(g.Services, slices.Compact(services)) {
		t.Fatalf("%+v; want %d from %s to %s", g, len(want), first, last)
	}
}
