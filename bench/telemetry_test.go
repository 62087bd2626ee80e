package bench

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"platform/internal/server/storage/clickhouse"
	store "platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

// Sizes of the generated data. BENCH_TELEMETRY multiplies them: 20 gives 20
// million spans, 20 million log lines and 50 million points.
const (
	benchSpans  = 1_000_000
	benchLogs   = 1_000_000
	benchPoints = 2_500_000
	benchDays   = 7
)

func benchScale() float64 {
	if n, err := strconv.ParseFloat(os.Getenv("BENCH_TELEMETRY"), 64); err == nil && n > 0 {
		return n
	}
	return 0.3
}

// benchEnd is the end of the generated data: it spans benchDays before.
var benchEnd = time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)

// generate fills the tables in the engine itself: spans of traces of ten with
// the attributes of calls of models, log lines, and the series of hosts with GPUs.
func generate(b *testing.B, db *clickhouse.DB, scale float64) {
	b.Helper()
	start := benchEnd.Add(-benchDays * 24 * time.Hour).Unix()
	span := int64(benchDays * 24 * 3600)
	exec := func(sql string) {
		if err := db.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	at := func(n int64) string {
		return fmt.Sprintf("fromUnixTimestamp64Nano(toInt64(%d + intDiv(number * %d, %d)) * 1000000000 + cityHash64(number) %% 1000000000)", start, span, n)
	}
	const part = 500_000
	spans := int64(benchSpans * scale)
	for from := int64(0); from < spans; from += part {
		exec(fmt.Sprintf("INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, ResourceAttributes, SpanAttributes, Duration, StatusCode, `Events.Timestamp`, `Events.Name`, `Events.Attributes`)"+
			" SELECT %s AS t, lower(hex(sipHash128(intDiv(number, 10)))), leftPad(lower(hex(number + 1)), 16, '0'), if(number %% 10 = 0, '', leftPad(lower(hex(intDiv(number, 10) * 10 + 1)), 16, '0')),"+
			" concat('op-', toString(cityHash64(number, 1) %% 20)), 'Client', concat('svc-', toString(cityHash64(number, 2) %% 8)), map('service.name', 'x', 'host.name', concat('h', toString(number %% 16)), 'deployment.environment.name', 'production'),"+
			" map('gen_ai.operation.name', 'chat', 'gen_ai.provider.name', 'openai', 'gen_ai.request.model', concat('model-', toString(cityHash64(number, 3) %% 6)), 'gen_ai.usage.input_tokens', toString(number %% 900), 'gen_ai.usage.output_tokens', toString(number %% 300),"+
			" 'gen_ai.usage.cost', toString((number %% 1000) / 10000), 'user.id', concat('user-', toString(cityHash64(number, 4) %% 5000)), 'http.response.status_code', '200', 'gen_ai.response.id', toString(cityHash64(number))),"+
			" toUInt64(1000000 + cityHash64(number, 5) %% 3000000000), if(cityHash64(number, 6) %% 50 = 0, 'Error', 'Unset') AS status, if(status = 'Error', [t], []), if(status = 'Error', ['exception'], []),"+
			" if(status = 'Error', [map('exception.type', 'TimeoutError', 'exception.message', concat('timed out after ', toString(number %% 100)), 'exception.stacktrace', 'at a.b(c.java:3)')], [])"+
			" FROM numbers(%d, %d)", at(spans), from, min(part, spans-from)))
	}
	logs := int64(benchLogs * scale)
	for from := int64(0); from < logs; from += part {
		exec(fmt.Sprintf("INSERT INTO otel_logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes, LogAttributes)"+
			" SELECT %s, lower(hex(sipHash128(intDiv(number, 10)))), leftPad(lower(hex(number + 1)), 16, '0'), if(number %% 20 = 0, 'ERROR', 'INFO'), if(number %% 20 = 0, 17, 9), concat('svc-', toString(cityHash64(number, 2) %% 8)),"+
			" concat('request ', toString(number), ' to /v1/chat took ', toString(cityHash64(number, 5) %% 3000), ' ms for user-', toString(cityHash64(number, 4) %% 5000)), map('service.name', 'x', 'deployment.environment.name', 'production'), map('k', toString(number %% 50))"+
			" FROM numbers(%d, %d)", at(logs), from, min(part, logs-from)))
	}
	generatePoints(b, exec, scale, start, span)
	exec("OPTIMIZE TABLE otel_traces")
}

// generatePoints makes the series of 64 GPUs on 8 hosts, each sent every
// minute, or less often when there are to be fewer points.
func generatePoints(b *testing.B, exec func(string), scale float64, start, span int64) {
	b.Helper()
	const gpus, perGPU = 64, 6
	steps := int64(benchPoints*scale) / (gpus * perGPU)
	common := fmt.Sprintf("map('host.name', concat('h', toString(intDiv(gpu, 8))), 'k8s.cluster.name', 'c', 'deployment.environment.name', 'production'), map('hw.id', concat('GPU-', toString(gpu)), 'hw.vendor', 'nvidia', 'hw.name', 'H200', 'gpu.index', toString(gpu %% 8) MORE),"+
		" fromUnixTimestamp64Nano(toInt64(%d) * 1000000000), fromUnixTimestamp64Nano(toInt64(%d + intDiv(step * %d, %d)) * 1000000000)", start, start, span, steps)
	from := fmt.Sprintf(" FROM (SELECT number %% %d AS gpu, intDiv(number, %d) AS step FROM numbers(%d))", gpus, gpus, steps*gpus)
	for metric, m := range map[string]struct{ value, more string }{
		"hw.gpu.utilization":        {"cityHash64(gpu, step, 1) % 100 / 100", ", 'hw.gpu.task', 'general'"},
		"hw.gpu.allocated":          {"toFloat64(gpu % 5 > 0)", ""},
		"hw.power":                  {"100 + cityHash64(gpu, step, 2) % 600", ""},
		"hw.temperature":            {"40 + cityHash64(gpu, step, 3) % 40", ", 'hw.sensor_location', 'die'"},
		"system.memory.utilization": {"cityHash64(gpu, step, 4) % 100 / 100", ""},
	} {
		exec("INSERT INTO otel_metrics_gauge (MetricName, ResourceAttributes, Attributes, StartTimeUnix, TimeUnix, Value) SELECT '" + metric + "', " + strings.Replace(common, " MORE", m.more, 1) + ", " + m.value + from)
	}
	exec("INSERT INTO otel_metrics_sum (MetricName, ResourceAttributes, Attributes, StartTimeUnix, TimeUnix, Value, AggregationTemporality, IsMonotonic) SELECT 'hw.energy', " + strings.Replace(common, " MORE", "", 1) + ", toFloat64(step * (1000 + gpu)), 2, true" + from)
}

// oneDatabase is always the same.
type oneDatabase struct{ db *clickhouse.DB }

func (o oneDatabase) Open(context.Context, tenancy.Target) (*clickhouse.DB, error) { return o.db, nil }

// BenchmarkTelemetry runs each question next to the best SQL that was written by
// hand for it, by turns in the same run: x/best is the ratio of their medians.
func BenchmarkTelemetry(b *testing.B) {
	db := openTables(b)
	scale := benchScale()
	began := time.Now()
	generate(b, db, scale)
	b.Logf("scale %g: generated in %s", scale, time.Since(began).Round(time.Second))
	s, v := store.New(oneDatabase{db}, store.DefaultLimits), query.View{Target: tenancy.Target{ID: "b", Database: db.Database()}, Hidden: []string{"staging"}}
	r := query.Range{From: benchEnd.Add(-30 * time.Hour), To: benchEnd.Add(-6 * time.Hour)}
	when := func(column string, r query.Range) string {
		return fmt.Sprintf("%[1]s >= fromUnixTimestamp64Nano(%[2]d) AND %[1]s < fromUnixTimestamp64Nano(%[3]d) AND Environment != 'staging'", column, r.From.UnixNano(), r.To.UnixNano())
	}
	inRange, inPoints := when("Timestamp", r), when("TimeUnix", r)
	recent := when("TimeUnix", r.Last(fleet.Recent))
	search := query.Search{Range: r, Page: query.Page{Limit: 50}}
	model := []query.Filter{{Key: query.Key{Source: query.Attribute, Key: "gen_ai.request.model"}, Op: query.Equals, Value: "model-3"}}
	var trace string
	if err := db.QueryRow(b.Context(), "SELECT TraceId FROM otel_traces WHERE "+inRange+" LIMIT 1").Scan(&trace); err != nil {
		b.Fatal(err)
	}
	drop := func(_ any, err error) error { return err }
	columns := "Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, Duration, StatusCode, StatusMessage"
	cases := []struct {
		name string
		ours func(context.Context) error
		best string
	}{
		{"list of spans", func(ctx context.Context) error { return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: search})) },
			"SELECT " + columns + " FROM otel_traces WHERE " + inRange + " ORDER BY Timestamp DESC LIMIT 50"},
		{"spans of a model", func(ctx context.Context) error {
			q := search
			q.Filters = model
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: q}))
		}, "SELECT " + columns + " FROM otel_traces WHERE " + inRange + " AND SpanAttributes['gen_ai.request.model'] = 'model-3' ORDER BY Timestamp DESC LIMIT 50"},
		{"trace by id", func(ctx context.Context) error { return drop(s.Trace(ctx, v, trace, 1000)) },
			"WITH (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = '" + trace + "') AS a, (SELECT max(End) + 1 FROM otel_traces_trace_id_ts WHERE TraceId = '" + trace + "') AS z" +
				" SELECT * FROM otel_traces WHERE TraceId = '" + trace + "' AND Timestamp >= a AND Timestamp <= z ORDER BY Timestamp"},
		{"facet of services", func(ctx context.Context) error {
			return drop(s.Values(ctx, v, tenancy.Traces, search, query.Key{Source: query.Field, Key: "service"}, 20))
		}, "SELECT ServiceName, count() AS n FROM otel_traces WHERE " + inRange + " GROUP BY ServiceName ORDER BY n DESC LIMIT 20"},
		{"facet of an attribute", func(ctx context.Context) error {
			return drop(s.Values(ctx, v, tenancy.Traces, search, query.Key{Source: query.Attribute, Key: "gen_ai.request.model"}, 20))
		}, "SELECT SpanAttributes['gen_ai.request.model'] AS m, count() AS n FROM otel_traces WHERE " + inRange + " AND m != '' GROUP BY m ORDER BY n DESC LIMIT 20"},
		{"timeline of spans", func(ctx context.Context) error {
			return drop(s.Timeline(ctx, v, tenancy.Traces, search, 15*time.Minute))
		}, "SELECT toStartOfInterval(Timestamp, INTERVAL 15 MINUTE) AS t, count(), countIf(StatusCode = 'Error'), quantiles(0.5, 0.95, 0.99)(Duration) FROM otel_traces WHERE " + inRange + " GROUP BY t ORDER BY t"},
		{"exceptions", func(ctx context.Context) error {
			return drop(s.ExceptionGroups(ctx, telemetry.ExceptionViews{Traces: v, Logs: v}, r, nil, 100, 24))
		}, "SELECT e['exception.type'] AS t, replaceRegexpAll(e['exception.message'], '[0-9]+', '') AS m, count(), min(Timestamp), max(Timestamp), uniq(TraceId) FROM otel_traces ARRAY JOIN Events.Attributes AS e, Events.Name AS n" +
			" WHERE " + inRange + " AND has(Events.Name, 'exception') AND n = 'exception' GROUP BY t, m"},
		{"list of logs", func(ctx context.Context) error { return drop(s.Logs(ctx, v, search)) },
			"SELECT * FROM otel_logs WHERE " + inRange + " ORDER BY Timestamp DESC LIMIT 50"},
		{"words in logs", func(ctx context.Context) error {
			q := search
			q.Text = "user-77"
			return drop(s.Logs(ctx, v, q))
		}, "SELECT * FROM otel_logs WHERE " + inRange + " AND position(lower(Body), 'user-77') > 0 ORDER BY Timestamp DESC LIMIT 50"},
		{"gauge over time", func(ctx context.Context) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.gpu.utilization", Kind: series.Gauge}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Avg, Across: series.AcrossAvg,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, t, avg(x) FROM (SELECT ResourceAttributes['host.name'] AS h, cityHash64(ResourceAttributes, Attributes) AS s, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, avg(Value) AS x FROM otel_metrics_gauge" +
			" WHERE MetricName = 'hw.gpu.utilization' AND " + inPoints + " GROUP BY h, s, t) GROUP BY h, t ORDER BY h, t"},
		{"rate of a counter", func(ctx context.Context) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.energy", Kind: series.Counter}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Rate, Across: series.AcrossSum,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, t, sum(d) / 600 FROM (SELECT ResourceAttributes['host.name'] AS h, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, Value - lagInFrame(Value, 1, Value) OVER (PARTITION BY cityHash64(ResourceAttributes, Attributes) ORDER BY TimeUnix ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS d" +
			" FROM otel_metrics_sum WHERE MetricName = 'hw.energy' AND " + inPoints + ") GROUP BY h, t ORDER BY h, t"},
		{"newest of all GPUs", func(ctx context.Context) error {
			return drop(s.Samples(ctx, v, r.Last(fleet.Recent), []string{"hw.gpu.utilization", "hw.power", "hw.temperature", "hw.gpu.allocated"}))
		}, "SELECT MetricName, any(Attributes), argMax(ResourceAttributes, TimeUnix), argMax(Value, TimeUnix) FROM otel_metrics_gauge WHERE MetricName IN ('hw.gpu.utilization', 'hw.power', 'hw.temperature', 'hw.gpu.allocated') AND " + recent +
			" GROUP BY MetricName, cityHash64(ResourceAttributes, Attributes)"},
		{"lost GPU-hours", func(ctx context.Context) error { return drop(s.Usage(ctx, v, r, 0.05)) },
			"SELECT h, g, countIf(a), countIf(a AND u < 0.05) FROM (SELECT ResourceAttributes['host.name'] AS h, Attributes['hw.id'] AS g, toStartOfMinute(TimeUnix) AS t, maxIf(Value, MetricName = 'hw.gpu.allocated') > 0 AS a, avgIf(Value, MetricName = 'hw.gpu.utilization') AS u, avgIf(Value, MetricName = 'hw.power')" +
				" FROM otel_metrics_gauge WHERE MetricName IN ('hw.gpu.allocated', 'hw.gpu.utilization', 'hw.power') AND " + inPoints + " GROUP BY h, g, t) GROUP BY h, g"},
		{"hosts", func(ctx context.Context) error { return drop(s.Hosts(ctx, v, r)) },
			"SELECT ResourceAttributes['host.name'] AS h, max(TimeUnix), argMax(ResourceAttributes, TimeUnix), uniqExact(Attributes['hw.id']) FROM otel_metrics_gauge WHERE MetricName IN ('system.memory.utilization', 'hw.gpu.allocated', 'hw.gpu.utilization') AND " + inPoints + " GROUP BY h"},
		{"cost by model", func(ctx context.Context) error {
			return drop(s.Calls(ctx, v, genai.UsageQuery{Range: r, GroupBy: []genai.Dimension{genai.ByModel}, Limit: 100}))
		}, "SELECT SpanAttributes['gen_ai.request.model'] AS m, count(), countIf(StatusCode = 'Error'), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.input_tokens'])), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.output_tokens'])), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.cost'])), quantiles(0.5, 0.95, 0.99)(Duration)" +
			" FROM otel_traces WHERE " + inRange + " AND SpanAttributes['gen_ai.operation.name'] = 'chat' GROUP BY m"},
	}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			const turns = 9
			var ours, best []time.Duration
			for b.Loop() {
				for range turns {
					ours = append(ours, timed(b, c.ours))
					best = append(best, timed(b, func(ctx context.Context) error { return drain(ctx, db, c.best) }))
				}
			}
			b.ReportMetric(float64(median(ours).Microseconds())/1000, "ms")
			b.ReportMetric(float64(median(best).Microseconds())/1000, "best-ms")
			b.ReportMetric(float64(median(ours))/float64(median(best)), "x/best")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func timed(b *testing.B, f func(context.Context) error) time.Duration {
	b.Helper()
	at := time.Now()
	if err := f(b.Context()); err != nil {
		b.Fatal(err)
	}
	return time.Since(at)
}

// drain runs a query and reads its answer.
func drain(ctx context.Context, db *clickhouse.DB, sql string) error {
	rows, err := db.Query(ctx, sql)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
	}
	return rows.Err()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
