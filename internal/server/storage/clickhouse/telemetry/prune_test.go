package telemetry_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// questions are all that read a range.
func questions(w *telemetrytest.World, r query.Range) map[string]func(context.Context) error {
	v, s := w.View, w.Store
	search := query.Search{Range: r, Page: query.Page{Limit: 10}}
	found := query.Search{Range: r, Page: query.Page{Limit: 10}, Roots: true, Text: "op", Filters: []query.Filter{
		{Key: query.Key{Source: query.Field, Key: "service"}, Op: query.Equals, Value: "svc-1"}, {Key: query.Key{Source: query.Field, Key: "status"}, Op: query.Equals, Value: "Error", Not: true}}}
	both := domain.ExceptionViews{Traces: v, Logs: v}
	sq := series.Query{Metric: "c", Range: r, Aggregation: series.Rate, Across: series.AcrossSum, Step: time.Minute}
	drop := func(_ any, err error) error { return err }
	return map[string]func(context.Context) error{
		"spans": func(ctx context.Context) error { return drop(s.Spans(ctx, v, domain.SpanSearch{Search: search})) },
		"traces": func(ctx context.Context) error {
			return drop(s.Spans(ctx, v, domain.SpanSearch{Search: found}))
		},
		"values of traces": func(ctx context.Context) error {
			return drop(s.Values(ctx, v, tenancy.Traces, found, []query.Key{{Source: query.Field, Key: "name"}}, 10))
		},
		"timeline of traces": func(ctx context.Context) error {
			return drop(s.Timeline(ctx, v, tenancy.Traces, found, time.Minute))
		},
		"logs":  func(ctx context.Context) error { return drop(s.Logs(ctx, v, search)) },
		"count": func(ctx context.Context) error { return drop(s.Count(ctx, v, tenancy.Traces, search)) },
		"values": func(ctx context.Context) error {
			return drop(s.Values(ctx, v, tenancy.Traces, search, []query.Key{{Source: query.Field, Key: "service"}}, 10))
		},
		"keys": func(ctx context.Context) error { return drop(s.Keys(ctx, v, tenancy.Metrics, r)) },
		"timeline": func(ctx context.Context) error {
			return drop(s.Timeline(ctx, v, tenancy.Traces, search, time.Minute))
		},
		"exceptions": func(ctx context.Context) error { return drop(s.ExceptionGroups(ctx, both, r, nil, 10, 24)) },
		"summary":    func(ctx context.Context) error { return drop(s.Summary(ctx, v, tenancy.Traces, search, "hour")) },
		"metrics":    func(ctx context.Context) error { return drop(s.Metrics(ctx, v, r, "", false, 10)) },
		"numbers": func(ctx context.Context) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "c", Kind: series.Counter}, sq))
		},
		"hosts":   func(ctx context.Context) error { return drop(s.Hosts(ctx, v, r)) },
		"gpus":    func(ctx context.Context) error { return drop(s.KnownGPUs(ctx, v, r)) },
		"samples": func(ctx context.Context) error { return drop(s.Samples(ctx, v, r, []string{"hw.power"})) },
		"errors":  func(ctx context.Context) error { return drop(s.GPUErrors(ctx, v, r)) },
		"usage":   func(ctx context.Context) error { return drop(s.Usage(ctx, v, r, 0.05)) },
		"kernels": func(ctx context.Context) error { return drop(s.Kernels(ctx, v, r, fleet.KernelFilter{Limit: 10})) },
		"prompts": func(ctx context.Context) error {
			return drop(s.Prompts(ctx, genai.PromptViews{Traces: v, Logs: v}, genai.PromptQuery{Range: r, Limit: 10}))
		},
		"calls": func(ctx context.Context) error { return drop(s.Calls(ctx, v, genai.UsageQuery{Range: r, Limit: 10})) },
	}
}

// reads is how many rows of tables the engine will read for what f asks.
func reads(t *testing.T, w *telemetrytest.World, f func(context.Context) error) (n uint64) {
	t.Helper()
	type asked struct {
		sql  string
		args []any
	}
	var all []asked
	w.Store.Asked(func(sql string, args []any) { all = append(all, asked{sql, args}) })
	defer w.Store.Asked(nil)
	if err := f(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if strings.Contains(a.sql, "FROM system.") {
			continue
		}
		rows, err := w.DB.Query(t.Context(), "EXPLAIN ESTIMATE "+a.sql, a.args...)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var database, table string
			var parts, count, marks uint64
			if err := rows.Scan(&database, &table, &parts, &count, &marks); err != nil {
				t.Fatal(err)
			}
			n += count
		}
		rows.Close()
	}
	return n
}

func TestNoQueryReadsWhatLiesOutsideOfItsRange(t *testing.T) {
	w := telemetrytest.New(t)
	fill := func(seed uint64, move time.Duration) {
		rnd := rand.New(rand.NewPCG(seed, seed))
		spans := telemetrytest.SomeSpans(rnd, 300, time.Hour)
		var records []telemetrytest.Log
		for i := range spans {
			spans[i].Start = spans[i].Start.Add(move)
			spans[i].Attributes["gen_ai.request.model"] = "m"
			records = append(records, telemetrytest.Log{Trace: spans[i].Trace, Span: spans[i].ID, Service: "s", Event: "gen_ai.user.message", Body: "b", At: spans[i].Start})
		}
		w.Spans(spans...)
		w.Records(records...)
		for _, m := range []string{"c", "system.memory.utilization", "hw.power", "hw.gpu.allocated", "hw.errors", "gpu.kernel.launch.calls"} {
			points := telemetrytest.SomePoints(rnd, m, map[bool]telemetrytest.Kind{true: telemetrytest.Gauge, false: telemetrytest.Cumulative}[m[0] != 'c' && m != "hw.errors" && m[0] != 'g'], 2, time.Hour)
			for i := range points {
				points[i].At = points[i].At.Add(move)
				points[i].Attributes["hw.id"], points[i].Attributes["hw.vendor"] = "G", "nvidia"
			}
			w.Points(points...)
		}
	}
	fill(1, 0)
	r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}
	before := map[string]uint64{}
	for name, f := range questions(w, r) {
		before[name] = reads(t, w, f)
	}
	fill(2, -48*time.Hour)
	fill(3, -72*time.Hour)
	fill(4, 30*time.Hour)
	for name, f := range questions(w, r) {
		if after := reads(t, w, f); after != before[name] || after == 0 && name != "kernels" {
			t.Errorf("%s reads %d rows; %d when there was less outside of its range", name, after, before[name])
		}
	}
}

func TestAQueryEndsWithItsRequestAndWithinItsLimits(t *testing.T) {
	w := telemetrytest.New(t)
	w.Spans(telemetrytest.SomeSpans(rand.New(rand.NewPCG(1, 1)), 300, time.Hour)...)
	r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Hour)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Store.Count(ctx, w.View, tenancy.Traces, query.Search{Range: r}); err == nil {
		t.Error("a query of nobody was answered")
	}
	small := w.Limited(t, 10)
	_, err := small.Count(t.Context(), w.View, tenancy.Traces, query.Search{Range: r})
	if err == nil || !strings.Contains(err.Error(), "narrow the time range") {
		t.Errorf("more rows than may be read: %v", err)
	}
}
