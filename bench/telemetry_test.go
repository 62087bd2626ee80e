package bench

import (
	"context"
	"fmt"
	"reflect"
	"slices"
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

// oneDatabase is always the same.
type oneDatabase struct{ db *clickhouse.DB }

func (o oneDatabase) Open(context.Context, tenancy.Target) (*clickhouse.DB, error) { return o.db, nil }

// question is one that is asked next to the best SQL for it.
type question struct {
	name string
	ours func(context.Context, *store.Store, query.View) error
	best string
}

// asked are the questions over a range. SQL by hand answers the same
// question, with the knowledge of this data that only a person has: which table,
// which spelling of an attribute, that nothing is sent twice.
func asked(r query.Range, trace string) []question {
	when := func(column string, r query.Range) string {
		return fmt.Sprintf("%[1]s >= fromUnixTimestamp64Nano(%[2]d) AND %[1]s < fromUnixTimestamp64Nano(%[3]d) AND Environment != 'staging'", column, r.From.UnixNano(), r.To.UnixNano())
	}
	inRange, inPoints := when("Timestamp", r), when("TimeUnix", r)
	recent := when("TimeUnix", r.Last(fleet.Recent))
	search := query.Search{Range: r, Page: query.Page{Limit: 50}}
	model := []query.Filter{{Key: query.Key{Source: query.Attribute, Key: "gen_ai.request.model"}, Op: query.Equals, Value: "model-3"}}
	drop := func(_ any, err error) error { return err }
	columns := "Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, Duration, StatusCode, StatusMessage"
	return []question{
		{"list of spans", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: search}))
		},
			"SELECT " + columns + " FROM otel_traces WHERE " + inRange + " ORDER BY Timestamp DESC LIMIT 50"},
		{"spans of a model", func(ctx context.Context, s *store.Store, v query.View) error {
			q := search
			q.Filters = model
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: q}))
		}, "SELECT " + columns + " FROM otel_traces WHERE " + inRange + " AND SpanAttributes['gen_ai.request.model'] = 'model-3' ORDER BY Timestamp DESC LIMIT 50"},
		{"words in spans", func(ctx context.Context, s *store.Store, v query.View) error {
			q := search
			q.Text = "user-77"
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: q}))
		}, "SELECT " + columns + " FROM otel_traces WHERE " + inRange + " AND (position(lower(SpanName), 'user-77') > 0 OR arrayExists(x -> position(lower(x), 'user-77') > 0, mapValues(SpanAttributes))) ORDER BY Timestamp DESC LIMIT 50"},
		{"traces with a failed call of a model", func(ctx context.Context, s *store.Store, v query.View) error {
			q := search
			q.Roots, q.Filters = true, append(slices.Clone(model), query.Filter{Key: query.Key{Source: query.Field, Key: "status"}, Op: query.Equals, Value: "Error"})
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: q}))
		}, "SELECT " + columns + " FROM otel_traces WHERE " + inRange + " AND ParentSpanId = '' AND TraceId IN (SELECT TraceId FROM otel_traces WHERE " + inRange + " AND StatusCode = 'Error' AND SpanAttributes['gen_ai.request.model'] = 'model-3') ORDER BY Timestamp DESC LIMIT 50"},
		{"three facets of traces", func(ctx context.Context, s *store.Store, v query.View) error {
			q := search
			q.Roots = true
			return drop(s.Values(ctx, v, tenancy.Traces, q, []query.Key{{Source: query.Field, Key: "service"}, {Source: query.Field, Key: "name"}, {Source: query.Field, Key: "status"}}, 20))
		}, "SELECT ServiceName, SpanName, StatusCode, uniqExact(cityHash64(TraceId)) AS n FROM otel_traces WHERE " + inRange + " AND cityHash64(TraceId) IN (SELECT cityHash64(TraceId) FROM otel_traces WHERE " + inRange + " AND ParentSpanId = '') GROUP BY GROUPING SETS ((ServiceName), (SpanName), (StatusCode)) ORDER BY n DESC"},
		{"trace by id", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Trace(ctx, v, trace, 1000))
		},
			"WITH (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = '" + trace + "') AS a, (SELECT max(End) + 1 FROM otel_traces_trace_id_ts WHERE TraceId = '" + trace + "') AS z" +
				" SELECT * FROM otel_traces WHERE TraceId = '" + trace + "' AND Timestamp >= a AND Timestamp <= z ORDER BY Timestamp"},
		{"waterfall of 5,000 spans", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Trace(ctx, v, bigTraceID, 20_000))
		},
			"WITH (SELECT min(Start) FROM otel_traces_trace_id_ts WHERE TraceId = '" + bigTraceID + "') AS a, (SELECT max(End) + 1 FROM otel_traces_trace_id_ts WHERE TraceId = '" + bigTraceID + "') AS z" +
				" SELECT * FROM otel_traces WHERE TraceId = '" + bigTraceID + "' AND Timestamp >= a AND Timestamp <= z ORDER BY Timestamp"},
		{"facet of services", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Values(ctx, v, tenancy.Traces, search, []query.Key{{Source: query.Field, Key: "service"}}, 20))
		}, "SELECT ServiceName, count() AS n FROM otel_traces WHERE " + inRange + " GROUP BY ServiceName ORDER BY n DESC LIMIT 20"},
		{"facet of an attribute", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Values(ctx, v, tenancy.Traces, search, []query.Key{{Source: query.Attribute, Key: "gen_ai.request.model"}}, 20))
		}, "SELECT SpanAttributes['gen_ai.request.model'] AS m, count() AS n FROM otel_traces WHERE " + inRange + " AND m != '' GROUP BY m ORDER BY n DESC LIMIT 20"},
		{"timeline of spans", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Timeline(ctx, v, tenancy.Traces, search, 15*time.Minute))
		}, "SELECT toStartOfInterval(Timestamp, INTERVAL 15 MINUTE) AS t, count(), countIf(StatusCode = 'Error'), quantiles(0.5, 0.95, 0.99)(Duration) FROM otel_traces WHERE " + inRange + " GROUP BY t ORDER BY t"},
		{"exceptions", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.ExceptionGroups(ctx, telemetry.ExceptionViews{Traces: v, Logs: v}, r, nil, 100, 24))
		}, "SELECT type, replaceRegexpAll(message, '[0-9]+', '<n>') AS shape, extractAll(stack, 'File \"[^\"]+\", line [0-9]+, in [^\\n]+')[-1] AS frame, count(), min(at), max(at), argMax(message, at), uniqExact(trace), groupUniqArray(50)(service), groupUniqArray(10)(trace), sumMap([intDiv(toUnixTimestamp(at), 3600)], [1]) FROM (" +
			"SELECT eventAt AS at, e['exception.type'] AS type, e['exception.message'] AS message, e['exception.stacktrace'] AS stack, TraceId AS trace, ServiceName AS service FROM otel_traces ARRAY JOIN Events.Timestamp AS eventAt, Events.Attributes AS e, Events.Name AS n" +
			" WHERE " + inRange + " AND has(Events.Name, 'exception') AND n = 'exception' UNION ALL SELECT Timestamp, 'Error', StatusMessage, '', TraceId, ServiceName FROM otel_traces WHERE " + inRange + " AND StatusCode = 'Error' AND NOT has(Events.Name, 'exception'))" +
			" GROUP BY type, shape, frame ORDER BY count() DESC LIMIT 100"},
		{"list of logs", func(ctx context.Context, s *store.Store, v query.View) error { return drop(s.Logs(ctx, v, search)) },
			"SELECT * FROM otel_logs WHERE " + inRange + " ORDER BY Timestamp DESC LIMIT 50"},
		{"words in logs", func(ctx context.Context, s *store.Store, v query.View) error {
			q := search
			q.Text = "user-77"
			return drop(s.Logs(ctx, v, q))
		}, "SELECT * FROM otel_logs WHERE " + inRange + " AND position(lower(Body), 'user-77') > 0 ORDER BY Timestamp DESC LIMIT 50"},
		{"gauge over time", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.gpu.utilization", Kind: series.Gauge}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Avg, Across: series.AcrossAvg,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, t, avg(x) FROM (SELECT ResourceAttributes['host.name'] AS h, cityHash64(ResourceAttributes, Attributes) AS s, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, avg(Value) AS x FROM otel_metrics_gauge" +
			" WHERE MetricName = 'hw.gpu.utilization' AND " + inPoints + " GROUP BY h, s, t) GROUP BY h, t ORDER BY h, t"},
		{"rate of a counter", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.energy", Kind: series.Counter}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Rate, Across: series.AcrossSum,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, t, sum(if(v < v0, v, v - v0)) / 600 FROM (SELECT ResourceAttributes['host.name'] AS h, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, Value AS v, lagInFrame(Value, 1, Value) OVER (PARTITION BY cityHash64(ResourceAttributes, Attributes) ORDER BY TimeUnix ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS v0" +
			" FROM otel_metrics_sum WHERE MetricName = 'hw.energy' AND " + inPoints + ") GROUP BY h, t ORDER BY h, t"},
		{"quantile of a histogram", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Distributions(ctx, v, series.Metric{Name: "gen_ai.client.operation.duration", Kind: series.Histogram}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Quantile, Quantile: 0.95,
				GroupBy: []query.Key{{Source: query.Attribute, Key: "gen_ai.request.model"}}}))
		}, "SELECT m, t, b, sumForEach(arrayMap((x, y) -> x - if(n < n0, 0, y), c, c0)) FROM (SELECT Attributes['gen_ai.request.model'] AS m, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, ExplicitBounds AS b, Count AS n, BucketCounts AS c, lagInFrame(Count, 1, Count) OVER w AS n0, lagInFrame(BucketCounts, 1, BucketCounts) OVER w AS c0" +
			" FROM otel_metrics_histogram WHERE MetricName = 'gen_ai.client.operation.duration' AND " + inPoints + " WINDOW w AS (PARTITION BY cityHash64(ResourceAttributes, Attributes) ORDER BY TimeUnix ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)) GROUP BY m, t, b ORDER BY m, t"},
		{"newest of all GPUs", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Samples(ctx, v, r.Last(fleet.Recent), []string{"hw.gpu.utilization", "hw.power", "hw.temperature", "hw.gpu.allocated"}))
		}, newestOf("otel_metrics_gauge", recent) + " UNION ALL " + newestOf("otel_metrics_sum", recent)}, // senders choose the kind of a metric
		{"lost GPU-hours", func(ctx context.Context, s *store.Store, v query.View) error { return drop(s.Usage(ctx, v, r, 0.05)) },
			"SELECT h, g, count(), countIf(a), countIf(a AND u < 0.05), avg(u), avg(p) FROM (SELECT ResourceAttributes['host.name'] AS h, Attributes['hw.id'] AS g, toStartOfMinute(TimeUnix) AS t, maxIf(Value, MetricName = 'hw.gpu.allocated') > 0 AS a, avgIf(Value, MetricName = 'hw.gpu.utilization') AS u, avgIf(Value, MetricName = 'hw.power') AS p" +
				" FROM otel_metrics_gauge WHERE MetricName IN ('hw.gpu.allocated', 'hw.gpu.utilization', 'hw.power') AND Attributes['hw.gpu.task'] IN ('', 'general') AND " + inPoints + " GROUP BY h, g, t) GROUP BY h, g"},
		{"hosts", func(ctx context.Context, s *store.Store, v query.View) error { return drop(s.Hosts(ctx, v, r)) },
			"SELECT * FROM (SELECT ResourceAttributes['host.name'] AS h, max(TimeUnix), argMax(ResourceAttributes, TimeUnix), uniqExact(Attributes['hw.id']) FROM otel_metrics_gauge WHERE MetricName IN ('system.memory.utilization', 'hw.gpu.allocated', 'hw.gpu.utilization') AND " + inPoints + " GROUP BY h) AS hosts" +
				" LEFT JOIN (SELECT ResourceAttributes['host.name'] AS h, argMax(Value, TimeUnix) AS cpus FROM otel_metrics_sum WHERE MetricName = 'system.cpu.logical.count' AND " + inPoints + " GROUP BY h) AS cpus USING (h)" +
				" LEFT JOIN (SELECT h, avgIf(v, m = 'system.cpu.utilization'), sumIf(v, m != 'system.cpu.utilization') FROM (SELECT ResourceAttributes['host.name'] AS h, MetricName AS m, argMax(Value, TimeUnix) AS v FROM otel_metrics_gauge" +
				" WHERE MetricName IN ('system.cpu.utilization', 'system.memory.utilization') AND " + recent + " GROUP BY h, m, Attributes['cpu.logical_number']) GROUP BY h) AS loads USING (h)"},
		{"cost by model", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Calls(ctx, v, genai.UsageQuery{Range: r, GroupBy: []genai.Dimension{genai.ByModel}, Limit: 100}))
		}, "SELECT SpanAttributes['gen_ai.request.model'] AS m, count(), countIf(StatusCode = 'Error'), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.input_tokens'])), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.output_tokens'])), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.cost'])), quantiles(0.5, 0.95, 0.99)(Duration)" +
			" FROM otel_traces WHERE " + inRange + " AND SpanAttributes['gen_ai.operation.name'] = 'chat' GROUP BY m"},
	}
}

func newestOf(table, recent string) string {
	return "SELECT MetricName, any(Attributes), argMax(ResourceAttributes, TimeUnix), argMax(Value, TimeUnix) FROM " + table +
		" WHERE MetricName IN ('hw.gpu.utilization', 'hw.power', 'hw.temperature', 'hw.gpu.allocated') AND " + recent +
		" GROUP BY MetricName, cityHash64(ResourceAttributes, Attributes)"
}

// BenchmarkTelemetry runs each question next to the best SQL that was written by
// hand for it, by turns in the same run: x/best is the ratio of their medians. rows/small is
// how many rows the engine reads for the question over the newest hour,
// compared to a store that holds a twentieth of the time.
func BenchmarkTelemetry(b *testing.B) {
	scale := benchScale()
	full, small, socket := openDatasets(b, scale)
	b.Logf("scale %g: %s", scale, full.size(b))
	r := query.Range{From: benchEnd.Add(-full.span()), To: benchEnd}
	if full.span() > 30*time.Hour {
		r = query.Range{From: benchEnd.Add(-30 * time.Hour), To: benchEnd.Add(-6 * time.Hour)}
	}
	newest := query.Range{From: benchEnd.Add(-min(time.Hour, small.span())), To: benchEnd}
	traces := map[query.Range][]string{r: full.traces(b, r), newest: full.traces(b, newest)}
	reads := func(d dataset, next func() question) float64 {
		db, count := counted(b, socket, d.db.Database())
		s := store.New(oneDatabase{db}, store.DefaultLimits)
		view := viewOf(db)
		timed(b, func(ctx context.Context) error { return next().ours(ctx, s, view) }) // the columns of tables are read once
		count.n.Store(0)
		timed(b, func(ctx context.Context) error { return next().ours(ctx, s, view) })
		return float64(count.n.Load())
	}
	s, v := store.New(oneDatabase{full.db}, store.DefaultLimits), viewOf(full.db)
	// Every turn asks for a range of its own, as people do: the engine remembers where
	// it found nothing for the very same conditions.
	turn := 0
	at := func(r query.Range, i int) question {
		turn++
		ids := traces[r]
		return asked(query.Range{From: r.From.Add(time.Duration(turn) * time.Millisecond), To: r.To.Add(-time.Duration(turn) * 7 * time.Millisecond)}, ids[turn%len(ids)])[i]
	}
	for i, c := range asked(r, "") {
		b.Run(c.name, func(b *testing.B) {
			const turns = 5
			var ours, best []time.Duration
			for b.Loop() {
				for range turns {
					one, other := at(r, i), at(r, i)
					ours = append(ours, timed(b, func(ctx context.Context) error { return one.ours(ctx, s, v) }))
					best = append(best, timed(b, func(ctx context.Context) error { return drain(ctx, full.db, other.best) }))
				}
			}
			b.ReportMetric(float64(median(ours).Microseconds())/1000, "ms")
			b.ReportMetric(float64(median(best).Microseconds())/1000, "best-ms")
			b.ReportMetric(float64(median(ours))/float64(median(best)), "x/best")
			b.ReportMetric(reads(full, func() question { return at(r, i) }), "rows")
			b.ReportMetric(reads(full, func() question { return at(newest, i) })/max(1, reads(small, func() question { return at(newest, i) })), "rows/small")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func viewOf(db *clickhouse.DB) query.View {
	return query.View{Target: tenancy.Target{ID: db.Database(), Database: db.Database()}, Hidden: []string{"staging"}}
}

func timed(b *testing.B, f func(context.Context) error) time.Duration {
	b.Helper()
	at := time.Now()
	if err := f(b.Context()); err != nil {
		b.Fatal(err)
	}
	return time.Since(at)
}

// drain runs a query and reads its answer into values, as a program would.
func drain(ctx context.Context, db *clickhouse.DB, sql string) error {
	rows, err := db.Query(ctx, sql)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var into []any
		for _, c := range rows.ColumnTypes() {
			into = append(into, reflect.New(c.ScanType()).Interface())
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
	}
	return rows.Err()
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}
