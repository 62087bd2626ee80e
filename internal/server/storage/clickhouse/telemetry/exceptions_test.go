package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
)

const (
	pythonStack = "Traceback (most recent call last):\n  File \"main.py\", line %d, in run\n    go()\n  File \"lib/db.py\", line %d, in connect\n    raise E\nE: x"
	javaStack   = "java.io.IOException: x\n\tat com.acme.Db.connect(Db.java:%d)\n\tat com.acme.Main.main(Main.java:%d)"
	goStack     = "goroutine %d [running]:\nmain.connect(0xc00%d)\n\t/src/main.go:12 +0x1d\nmain.main()\n\t/src/main.go:5"
)

func TestExceptionsAreGroupedByTypeShapeAndTopFrame(t *testing.T) {
	w := telemetrytest.New(t)
	f := func(kind, message, stack, shape, frame string) {
		t.Helper()
		at := telemetrytest.Start
		s := telemetrytest.Span{Trace: telemetrytest.Hex(rand.Uint64(), 16), ID: telemetrytest.Hex(rand.Uint64(), 8), Service: "s", Name: "n", Start: at, Failed: true,
			Events: []telemetrytest.Event{{At: at, Name: "exception", Attributes: attributes{"exception.type": kind, "exception.message": message, "exception.stacktrace": stack}}}}
		w.Spans(s)
		found, err := w.Store.ExceptionGroups(t.Context(), domain.ExceptionViews{Traces: w.View, Logs: w.View}, query.Range{From: at, To: at.Add(time.Second)},
			[]query.Filter{{Key: query.Key{Source: query.Field, Key: "traceId"}, Op: query.Equals, Value: s.Trace}}, 10, 24)
		if err != nil || len(found) != 1 || found[0].Type != kind || found[0].Shape != shape || found[0].Frame != frame {
			t.Errorf("%q: %+v, %v", message, found, err)
		}
	}
	f("E", "user 42 not found in 3.5 s", fmt.Sprintf(pythonStack, 1, 2), "user <n> not found in <n> s", `File "lib/db.py", in connect`)
	f("E", "can't open 'a b' or \"c d\"\nsecond line", fmt.Sprintf(javaStack, 3, 4), "can't open <text> or <text>", "com.acme.Db.connect(Db.java)")
	f("E", "id 123e4567-e89b-12d3-a456-426614174000 at 0xFF0a", fmt.Sprintf(goStack, 7, 8), "id <id> at <id>", "main.connect")
	f("E", "token deadbeef01 refused", "at line 3", "token <id> refused", "line 3")
	f("E", "request req_0cea9bb111b16a92 failed", "", "request req_<id> failed", "")
	f("E", "", "", "", "")
}

func TestExceptionGroupsAgreeWithPlainCounting(t *testing.T) {
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(61, 62))
	spans := telemetrytest.SomeSpans(rnd, 600, time.Hour)
	type seen struct {
		count       uint64
		first, last time.Time
		traces      map[string]bool
		services    []string
	}
	want := map[string]*seen{}
	count := func(kind, shape string, at time.Time, trace, service string) {
		key := kind + "|" + shape
		g := want[key]
		if g == nil {
			g = &seen{first: at, last: at, traces: map[string]bool{}}
			want[key] = g
		}
		g.count++
		if at.Before(g.first) {
			g.first = at
		}
		if at.After(g.last) {
			g.last = at
		}
		if trace != "" {
			g.traces[trace] = true
		}
		if !slices.Contains(g.services, service) {
			g.services = append(g.services, service)
		}
	}
	var records []telemetrytest.Log
	for i := range spans {
		s := &spans[i]
		s.Environment = ""
		if !s.Failed {
			continue
		}
		s.Message = fmt.Sprintf("status %d", rnd.IntN(100))
		switch rnd.IntN(3) {
		case 0:
			count("Error", "status <n>", s.Start, s.Trace, s.Service)
		case 1:
			for range 1 + rnd.IntN(2) {
				at := s.Start.Add(time.Duration(rnd.Int64N(int64(time.Second))))
				kind := fmt.Sprintf("E%s", strings.Repeat("x", rnd.IntN(3)))
				s.Events = append(s.Events, telemetrytest.Event{At: at, Name: "exception", Attributes: attributes{"exception.type": kind, "exception.message": fmt.Sprintf("value %d", rnd.IntN(1000))}},
					telemetrytest.Event{At: at, Name: "other"})
				count(kind, "value <n>", at, s.Trace, s.Service)
			}
		default:
			s.Failed = false
			records = append(records, telemetrytest.Log{Service: s.Service, At: s.Start, Trace: s.Trace, Span: s.ID, Body: "failed", Attributes: attributes{"exception.type": "E", "exception.message": "value 7"}})
			count("E", "value <n>", s.Start, s.Trace, s.Service)
		}
	}
	w.Spans(spans...)
	w.Records(records...)
	views := domain.ExceptionViews{Traces: w.View, Logs: w.View}
	r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}
	got, err := w.Store.ExceptionGroups(t.Context(), views, r, nil, 100, 24)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%+v, %v; want %d groups", got, err, len(want))
	}
	for _, g := range got {
		x := want[g.Type+"|"+g.Shape]
		slices.Sort(x.services)
		sum := uint64(0)
		for _, n := range g.Counts {
			sum += n
		}
		if g.Count != x.count || sum != x.count || !g.FirstSeen.Equal(x.first) || !g.LastSeen.Equal(x.last) || g.Traces != uint64(len(x.traces)) || !slices.Equal(g.Services, x.services) {
			t.Errorf("%+v; want %+v", g, *x)
		}
		all, err := w.Store.Exceptions(t.Context(), views, r, g.ID, 1000)
		if err != nil || uint64(len(all)) != g.Count || !all[0].At.Equal(g.LastSeen) {
			t.Errorf("%d exceptions of %s, %v", len(all), g.ID, err)
		}
	}
}
