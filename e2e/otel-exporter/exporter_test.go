// Package otelexporter lets the OpenTelemetry Collector's own ClickHouse exporter
// write to the embedded engine, and reads what it wrote.
package otelexporter

import (
	"context"
	"fmt"
	"net"
	"testing"
	"time"

	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/clickhouseexporter"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/config/configopaque"
	"go.opentelemetry.io/collector/config/configoptional"
	"go.opentelemetry.io/collector/exporter/exporterhelper"
	"go.opentelemetry.io/collector/exporter/exportertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/storage/clickhouse/telemetry"
	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

const password = "only-for-this-test"

var at = time.Date(2026, 1, 2, 3, 4, 5, 678_901_234, time.UTC)

func TestExporterWritesToOurTables(t *testing.T) {
	testExporter(t, func(db *clickhouse.DB, database string) bool {
		if _, err := db.Migrate(t.Context(), database, 0); err != nil {
			t.Fatal(err)
		}
		return false
	})
}

func TestExporterMakesItsOwnTables(t *testing.T) {
	testExporter(t, func(*clickhouse.DB, string) bool { return true })
}

// testExporter exports one record of each kind and looks for it. prepare says
// whether the exporter is to make its tables.
func testExporter(t *testing.T, prepare func(db *clickhouse.DB, database string) bool) {
	addr := freeAddr(t)
	e := enginetest.StartOwn(t, engine.Options{Addr: addr, Password: password})
	root, err := clickhouse.Open(clickhouse.Config{Socket: e.Socket()})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	const database = "fleet"
	export(t, addr, database, prepare(root, database))

	db, err := root.In(database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f := func(sql, want string) {
		t.Helper()
		var got string
		if err := db.QueryRow(t.Context(), "SELECT toString(("+sql+"))").Scan(&got); err != nil || got != want {
			t.Errorf("%s = %s, %v; want %s", sql, got, err, want)
		}
	}
	f("SELECT (count(), any(SpanName), any(Duration), any(SpanAttributes['gen_ai.request.model']), any(Events.Name), any(ServiceName)) FROM otel_traces",
		"(100,'chat',1000000000,'gpt-4o',['first token'],'shop')")
	f("SELECT toUnixTimestamp64Nano(any(Timestamp)) FROM otel_traces", fmt.Sprint(at.UnixNano()))
	f("SELECT uniqExact(TraceId) FROM otel_traces_trace_id_ts", "10")
	f("SELECT (any(Body), any(SeverityText), any(LogAttributes['k']), any(EventName)) FROM otel_logs", "('something happened','WARN','v','it.happened')")
	f("SELECT (any(MetricName), any(Value), any(Attributes['gpu'])) FROM otel_metrics_gauge", "('hw.gpu.utilization',0.5,'0')")
	f("SELECT (any(Value), any(IsMonotonic), any(AggregationTemporality)) FROM otel_metrics_sum", "(7,true,2)")
	f("SELECT (any(Count), any(Sum), any(BucketCounts), any(ExplicitBounds)) FROM otel_metrics_histogram", "(3,6,[1,2],[2])")
	f("SELECT (any(Scale), any(PositiveBucketCounts)) FROM otel_metrics_exponential_histogram", "(1,[1,2])")
	f("SELECT (any(Count), any(ValueAtQuantiles.Quantile)) FROM otel_metrics_summary", "(4,[0.5])")
	shownByOurQueries(t, db, database)
	var ours uint64
	if err := db.QueryRow(t.Context(), "SELECT count() FROM system.tables WHERE database = ? AND name = 'otel_trace_summary'", database).Scan(&ours); err != nil {
		t.Fatal(err)
	}
	if ours == 0 {
		return
	}
	f("SELECT (uniqMerge(Spans), uniqExact(TraceId), any(Environment)) FROM otel_trace_summary", "(100,10,'staging')")
	f("SELECT DISTINCT Environment FROM otel_metrics_sum", "staging")
	f("SELECT DISTINCT arrayMap(x -> toUInt8(length(x)), [Events.DroppedAttributesCount]) FROM otel_traces", "[1]")
}

// one is the only database there is.
type one struct{ db *clickhouse.DB }

func (o one) Open(context.Context, tenancy.Target) (*clickhouse.DB, error) { return o.db, nil }

// shownByOurQueries asks as the platform's API does: every kind of question finds what was sent.
func shownByOurQueries(t *testing.T, db *clickhouse.DB, database string) {
	t.Helper()
	store := telemetry.New(one{db}, telemetry.DefaultLimits)
	view := query.View{Target: tenancy.Target{ID: database, Database: database}}
	ctx, r := t.Context(), query.Range{From: at.Add(-time.Hour), To: at.Add(time.Hour)}
	ofModel := query.Filter{Key: query.Key{Source: query.Attribute, Key: "gen_ai.request.model"}, Op: query.Equals, Value: "gpt-4o"}
	search := query.Search{Range: r, Filters: []query.Filter{ofModel}, Text: "chat", Page: query.Page{Limit: 1000}}
	roots := search
	roots.Roots = true
	f := func(what string, want, got int, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", what, got, err, want)
		}
	}
	spans, err := store.Trace(ctx, view, fmt.Sprintf("%x", [16]byte{1, 3}), 1000)
	f("spans of a trace", 10, len(spans), err)
	if len(spans) > 0 && (spans[0].Name != "chat" || spans[0].Attributes["gen_ai.request.model"] != "gpt-4o") {
		t.Errorf("%+v", spans[0])
	}
	spans, err = store.Spans(ctx, view, domain.SpanSearch{Search: search, Full: true})
	f("spans found", 100, len(spans), err)
	spans, err = store.Spans(ctx, view, domain.SpanSearch{Search: roots})
	f("roots found", 100, len(spans), err)
	roots.Rootless = true
	spans, err = store.Spans(ctx, view, domain.SpanSearch{Search: roots})
	f("roots found, and traces without", 100, len(spans), err)
	sums, err := store.TraceSummaries(ctx, view, []string{fmt.Sprintf("%x", [16]byte{1, 3})}, r)
	f("spans of a summary", 10, int(sums[fmt.Sprintf("%x", [16]byte{1, 3})].Spans), err)
	values, err := store.Values(ctx, view, tenancy.Traces, search, []query.Key{ofModel.Key, {Source: query.Field, Key: "service"}}, 10)
	f("facets", 2, len(values), err)
	buckets, err := store.Timeline(ctx, view, tenancy.Traces, search, time.Hour)
	f("buckets of time", 1, len(buckets), err)
	logs, err := store.Logs(ctx, view, query.Search{Range: r, Text: "happened", Page: query.Page{Limit: 10}})
	f("log lines", 1, len(logs), err)
	metrics, err := store.Metrics(ctx, view, r, "", false, 100)
	f("metrics", 5, len(metrics), err)
	groups, err := store.Calls(ctx, view, genai.UsageQuery{Range: r, Limit: 10})
	f("groups of calls", 1, len(groups), err)
	_, err = store.Prompts(ctx, genai.PromptViews{Traces: view, Logs: view}, genai.PromptQuery{Range: r, Limit: 10})
	f("prompts", 0, 0, err)
	_, err = store.ExceptionGroups(ctx, domain.ExceptionViews{Traces: view, Logs: view}, r, nil, 10, 10)
	f("exceptions", 0, 0, err)
	hosts, err := store.Hosts(ctx, view, r)
	f("hosts", 0, len(hosts), err)
	samples, err := store.Samples(ctx, view, r, []string{"hw.gpu.utilization"})
	f("samples of GPUs", 1, len(samples), err)
}

func export(t *testing.T, addr, database string, createSchema bool) {
	t.Helper()
	factory := clickhouseexporter.NewFactory()
	cfg := factory.CreateDefaultConfig().(*clickhouseexporter.Config)
	cfg.Endpoint = "http://" + addr
	cfg.Username, cfg.Password = "default", configopaque.String(password)
	cfg.Database = database
	cfg.CreateSchema = createSchema
	cfg.QueueSettings = configoptional.None[exporterhelper.QueueBatchConfig]()
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	ctx, host, settings := t.Context(), componenttest.NewNopHost(), exportertest.NewNopSettings(factory.Type())
	traces, err := factory.CreateTraces(ctx, settings, cfg)
	check(t, err)
	logs, err := factory.CreateLogs(ctx, settings, cfg)
	check(t, err)
	metrics, err := factory.CreateMetrics(ctx, settings, cfg)
	check(t, err)
	check(t, traces.Start(ctx, host))
	check(t, logs.Start(ctx, host))
	check(t, metrics.Start(ctx, host))
	check(t, traces.ConsumeTraces(ctx, someTraces()))
	check(t, logs.ConsumeLogs(ctx, someLogs()))
	check(t, metrics.ConsumeMetrics(ctx, someMetrics()))
	stop := context.WithoutCancel(ctx)
	check(t, traces.Shutdown(stop))
	check(t, logs.Shutdown(stop))
	check(t, metrics.Shutdown(stop))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func describe(r pcommon.Resource) {
	r.Attributes().PutStr("service.name", "shop")
	r.Attributes().PutStr("deployment.environment.name", "staging")
}

func someTraces() ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	describe(rs.Resource())
	spans := rs.ScopeSpans().AppendEmpty().Spans()
	for i := range 100 {
		s := spans.AppendEmpty()
		s.SetTraceID([16]byte{1, byte(i / 10)})
		s.SetSpanID([8]byte{2, byte(i)})
		s.SetName("chat")
		s.SetKind(ptrace.SpanKindClient)
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(at))
		s.SetEndTimestamp(pcommon.NewTimestampFromTime(at.Add(time.Second)))
		s.Attributes().PutStr("gen_ai.request.model", "gpt-4o")
		event := s.Events().AppendEmpty()
		event.SetName("first token")
		event.SetTimestamp(pcommon.NewTimestampFromTime(at))
		s.Links().AppendEmpty().SetTraceID([16]byte{9})
	}
	return td
}

func someLogs() plog.Logs {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	describe(rl.Resource())
	r := rl.ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	r.SetTimestamp(pcommon.NewTimestampFromTime(at))
	r.Body().SetStr("something happened")
	r.SetSeverityText("WARN")
	r.SetEventName("it.happened")
	r.Attributes().PutStr("k", "v")
	return ld
}

func someMetrics() pmetric.Metrics {
	md := pmetric.NewMetrics()
	rm := md.ResourceMetrics().AppendEmpty()
	describe(rm.Resource())
	all := rm.ScopeMetrics().AppendEmpty().Metrics()
	add := func(name string) pmetric.Metric {
		m := all.AppendEmpty()
		m.SetName(name)
		return m
	}
	now := pcommon.NewTimestampFromTime(at)
	g := add("hw.gpu.utilization").SetEmptyGauge().DataPoints().AppendEmpty()
	g.SetTimestamp(now)
	g.SetDoubleValue(0.5)
	g.Attributes().PutStr("gpu", "0")
	sum := add("requests").SetEmptySum()
	sum.SetIsMonotonic(true)
	sum.SetAggregationTemporality(pmetric.AggregationTemporalityCumulative)
	p := sum.DataPoints().AppendEmpty()
	p.SetTimestamp(now)
	p.SetIntValue(7)
	h := add("latency").SetEmptyHistogram().DataPoints().AppendEmpty()
	h.SetTimestamp(now)
	h.SetCount(3)
	h.SetSum(6)
	h.BucketCounts().FromRaw([]uint64{1, 2})
	h.ExplicitBounds().FromRaw([]float64{2})
	x := add("size").SetEmptyExponentialHistogram().DataPoints().AppendEmpty()
	x.SetTimestamp(now)
	x.SetScale(1)
	x.Positive().BucketCounts().FromRaw([]uint64{1, 2})
	q := add("quantiles").SetEmptySummary().DataPoints().AppendEmpty()
	q.SetTimestamp(now)
	q.SetCount(4)
	q.QuantileValues().AppendEmpty().SetQuantile(0.5)
	return md
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer l.Close()
	return fmt.Sprint(l.Addr())
}
