package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

func TestTimelinesTellQuantilesOfDurations(t *testing.T) {
	w := telemetrytest.New(t)
	var spans []telemetrytest.Span
	for i := range 101 {
		s := telemetrytest.Span{Trace: telemetrytest.Hex(1, 16), ID: telemetrytest.Hex(uint64(i+1), 8), Service: "s", Start: telemetrytest.Start, Duration: time.Duration(i) * time.Millisecond}
		if i == 0 {
			s.Duration = -time.Second // by clocks that differ; counts as none
		}
		spans = append(spans, s)
	}
	w.Spans(spans...)
	line, err := w.Store.Timeline(t.Context(), w.View, tenancy.Traces, query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}}, time.Hour)
	if err != nil || len(line) != 1 || *line[0].P50Ns != 50e6 || *line[0].P95Ns != 95e6 || *line[0].P99Ns != 99e6 {
		t.Errorf("%+v, %v", line, err)
	}
}

func TestTheMostFrequentValuesOfEachKeyAreCounted(t *testing.T) {
	w := telemetrytest.New(t)
	var records []telemetrytest.Log
	for i, service := range strings.Fields("c a b a b a") {
		records = append(records, telemetrytest.Log{Service: service, Severity: []string{"INFO", "WARN"}[min(1, i)], At: telemetrytest.Start.Add(time.Duration(i))})
	}
	w.Records(records...)
	keys := []query.Key{{Source: query.Field, Key: "service"}, {Source: query.Field, Key: "severity"}}
	search := query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}}
	if found, err := w.Store.Values(t.Context(), w.View, tenancy.Logs, search, keys, 2); err != nil || fmt.Sprint(found) != "[[{a 3} {b 2}] [{WARN 5} {INFO 1}]]" {
		t.Errorf("%v, %v", found, err)
	}
	if found, err := w.Store.Values(t.Context(), w.View, tenancy.Logs, search, keys[:1], 2); err != nil || fmt.Sprint(found) != "[[{a 3} {b 2}]]" {
		t.Errorf("%v, %v", found, err)
	}
}

func TestKeysOfMetricsAreThoseOfAllTables(t *testing.T) {
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	at := telemetrytest.Start
	point := func(key string, kind telemetrytest.Kind, when time.Time, more ...string) telemetrytest.Point {
		p := telemetrytest.Point{Metric: "m", Kind: kind, At: when, Attributes: attributes{key: "v", "all": "v"}, Resource: attributes{"of." + key: "v"}}
		for _, environment := range more {
			p.Resource["deployment.environment.name"] = environment
		}
		return p
	}
	w.Points(point("sum", telemetrytest.Delta, at), point("gauge", telemetrytest.Gauge, at), point("hidden", telemetrytest.Gauge, at, "staging"), point("before", telemetrytest.Gauge, at.Add(-1)), point("after", telemetrytest.Delta, at.Add(time.Second)))
	w.Histograms(telemetrytest.HistogramPoint{Point: point("histogram", telemetrytest.Delta, at), Bounds: []float64{1}, Counts: []uint64{1, 2}})
	found, err := w.Store.Keys(t.Context(), w.View, tenancy.Metrics, query.Range{From: at, To: at.Add(time.Second)})
	if err != nil || fmt.Sprint(found.Attributes, found.Resource) != "[all gauge histogram sum] [deployment.environment of.gauge of.histogram of.sum]" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestStatementsKeepToTheirLimits(t *testing.T) {
	w := telemetrytest.New(t)
	var records []telemetrytest.Log
	for i := range 3000 {
		records = append(records, telemetrytest.Log{Service: fmt.Sprint("s", i), Body: strings.Repeat("word ", 100), At: telemetrytest.Start.Add(time.Duration(i))})
	}
	w.Records(records...)
	f := func(change func(*telemetry.Limits), want string) {
		t.Helper()
		limits := telemetry.DefaultLimits
		change(&limits)
		s := telemetry.New(open{w.View.Target.ID: w.DB}, limits)
		_, err := s.Values(t.Context(), w.View, tenancy.Logs, query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}}, []query.Key{{Source: query.Field, Key: "service"}}, 10_000)
		if err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%+v: %v; want %q", limits, err, want)
		}
	}
	f(func(*telemetry.Limits) {}, "")
	f(func(l *telemetry.Limits) { l.Result = 2000 }, "the query reads too much: narrow the time range")
	f(func(l *telemetry.Limits) { l.Rows = 2000 }, "the query reads too much: narrow the time range")
	f(func(l *telemetry.Limits) { l.Memory = 100_000 }, "the query reads too much: narrow the time range")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Store.Count(ctx, w.View, tenancy.Logs, query.Search{Range: query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(time.Second)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a query of nobody: %v", err)
	}
}

func TestALogRecordIsFoundByItsPosition(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	var records []telemetrytest.Log
	for i := range 20 {
		l := telemetrytest.Log{Service: "s", Body: fmt.Sprint("line ", i), At: at.Add(time.Duration(i / 10))}
		if i%2 == 1 {
			l.Resource = attributes{"deployment.environment": "staging"}
		}
		records = append(records, l)
	}
	w.Records(records...)
	all, err := w.Store.Logs(t.Context(), w.View, query.Search{Range: query.Range{From: at, To: at.Add(time.Second)}, Page: query.Page{Limit: 100}})
	if err != nil || len(all) != 20 {
		t.Fatalf("%d records, %v", len(all), err)
	}
	w.View.Hidden = []string{"staging"}
	for _, l := range all {
		one, err := w.Store.Log(t.Context(), w.View, l.Position)
		if hidden := l.Resource["deployment.environment"] == "staging"; hidden != (err != nil) || !hidden && (one.Body != l.Body || one.ID != l.ID || !one.At.Equal(l.At)) {
			t.Errorf("%+v: %+v, %v", l, one, err)
		}
		if l.Observed != nil && l.Observed.Equal(l.At) {
			t.Errorf("%+v was observed when it was written", l)
		}
	}
}
