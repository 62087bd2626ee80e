package bench

import (
	"context"
	"fmt"
	"slices"
	"time"

	store "platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/telemetry"
	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

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
	days := fmt.Sprintf("Day >= toDate(fromUnixTimestamp64Nano(%d)) AND Day <= toDate(fromUnixTimestamp64Nano(%d))", r.From.UnixNano(), r.To.UnixNano())
	search := query.Search{Range: r, Page: query.Page{Limit: 50}}
	model := []query.Filter{{Key: query.Key{Source: query.Attribute, Key: "gen_ai.request.model"}, Op: query.Equals, Value: "model-3"}}
	drop := func(_ any, err error) error { return err }
	columns := "Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, Duration, StatusCode, StatusMessage"
	tracesBy := func(root string) string {
		return "WITH roots AS (SELECT " + columns + " FROM otel_traces WHERE " + inRange + " AND " + root + " ORDER BY Timestamp DESC LIMIT 50) SELECT * FROM roots LEFT JOIN (" +
			"SELECT TraceId, min(Start), max(End), uniqMerge(Spans), uniqMerge(Errors), groupUniqArrayArray(Services) FROM otel_trace_summary WHERE " + days + " AND TraceId IN (SELECT TraceId FROM roots) GROUP BY TraceId) AS whole USING (TraceId) ORDER BY Timestamp DESC"
	}
	return []question{
		{"list of spans", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Spans(ctx, v, telemetry.SpanSearch{Search: search}))
		},
			"SELECT " + columns + " FROM otel_traces WHERE " + inRange + " ORDER BY Timestamp DESC LIMIT 50"},
		{"list of traces", func(ctx context.Context, s *store.Store, v query.View) error {
			return listTraces(ctx, s, v, search, false)
		},
			tracesBy("ParentSpanId = ''")},
		{"list of traces, without a root too", func(ctx context.Context, s *store.Store, v query.View) error {
			return listTraces(ctx, s, v, search, true)
		},
			tracesBy("(ParentSpanId = '' OR (TraceId, Timestamp) IN (SELECT TraceId, min(Start) FROM otel_trace_summary WHERE " + days + " GROUP BY TraceId HAVING max(RootDuration) = 0))")},
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
		{"severities over time", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.TimelineBy(ctx, v, tenancy.Logs, search, 15*time.Minute, query.Key{Source: query.Field, Key: "severity"}, []string{"ERROR", "WARN", "INFO"}))
		}, "SELECT SeverityText, toStartOfInterval(Timestamp, INTERVAL 15 MINUTE) AS t, count() FROM otel_logs WHERE " + inRange + " AND SeverityText IN ('ERROR', 'WARN', 'INFO') GROUP BY SeverityText, t"},
		{"catalog of metrics", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Metrics(ctx, v, r, "", false, 1000))
		}, catalogOf("otel_metrics_gauge", inPoints, recent) + " UNION ALL " + catalogOf("otel_metrics_sum", inPoints, recent) + " UNION ALL " + catalogOf("otel_metrics_histogram", inPoints, recent)},
		{"gauge over time", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.gpu.utilization", Kind: series.Gauge}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Avg, Across: series.AcrossAvg,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, t, avg(x) FROM (SELECT ResourceAttributes['host.name'] AS h, cityHash64(ResourceAttributes, Attributes) AS s, toStartOfInterval(TimeUnix, INTERVAL 10 MINUTE) AS t, avg(Value) AS x FROM otel_metrics_gauge" +
			" WHERE MetricName = 'hw.gpu.utilization' AND " + inPoints + " GROUP BY h, s, t) GROUP BY h, t ORDER BY h, t"},
		{"rate of a counter", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Numbers(ctx, v, series.Metric{Name: "hw.energy", Kind: series.Counter}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Rate, Across: series.AcrossSum,
				GroupBy: []query.Key{{Source: query.Resource, Key: "host.name"}}}))
		}, "SELECT h, toStartOfInterval(b.1, INTERVAL 10 MINUTE) AS t, sum(if(b.2 < a.2, b.2, b.2 - a.2)) / 600 FROM (SELECT any(ResourceAttributes['host.name']) AS h, arraySort(groupArray((TimeUnix, Value))) AS p FROM otel_metrics_sum" +
			" WHERE MetricName = 'hw.energy' AND " + inPoints + " GROUP BY cityHash64(ResourceAttributes, Attributes)) ARRAY JOIN arrayPopBack(p) AS a, arrayPopFront(p) AS b GROUP BY h, t ORDER BY h, t"},
		{"quantile of a histogram", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Distributions(ctx, v, series.Metric{Name: "gen_ai.client.operation.duration", Kind: series.Histogram}, series.Query{Range: r, Step: 10 * time.Minute, Aggregation: series.Quantile, Quantile: 0.95,
				GroupBy: []query.Key{{Source: query.Attribute, Key: "gen_ai.request.model"}}}))
		}, "SELECT m, toStartOfInterval(b.1, INTERVAL 10 MINUTE) AS t, bounds, sumForEach(arrayMap((x, y) -> x - if(b.2 < a.2, 0, y), b.3, a.3)) FROM (SELECT any(Attributes['gen_ai.request.model']) AS m, any(ExplicitBounds) AS bounds, arraySort(groupArray((TimeUnix, Count, BucketCounts))) AS p" +
			" FROM otel_metrics_histogram WHERE MetricName = 'gen_ai.client.operation.duration' AND " + inPoints + " GROUP BY cityHash64(ResourceAttributes, Attributes)) ARRAY JOIN arrayPopBack(p) AS a, arrayPopFront(p) AS b GROUP BY m, t, bounds ORDER BY m, t"},
		{"newest of all GPUs", func(ctx context.Context, s *store.Store, v query.View) error {
			return drop(s.Samples(ctx, v, r.Last(fleet.Recent), []string{"hw.gpu.utilization", "hw.power", "hw.temperature", "hw.gpu.allocated"}))
		}, newestOf("otel_metrics_gauge", recent) + " UNION ALL " + newestOf("otel_metrics_sum", recent)}, // senders choose the kind of a metric
		{"lost GPU-hours", func(ctx context.Context, s *store.Store, v query.View) error { return drop(s.Usage(ctx, v, r, 0.05)) },
			"SELECT h, g, count(), countIf(a), countIf(a AND u < 0.05), avg(u), avg(p) FROM (SELECT ResourceAttributes['host.name'] AS h, Attributes['hw.id'] AS g, toStartOfMinute(TimeUnix) AS t, maxIf(Value, MetricName = 'hw.gpu.allocated') > 0 AS a, avgIf(Value, MetricName = 'hw.gpu.utilization') AS u, avgIf(Value, MetricName = 'hw.power') AS p" +
				" FROM otel_metrics_gauge WHERE MetricName IN ('hw.gpu.allocated', 'hw.gpu.utilization', 'hw.power') AND Attributes['hw.gpu.task'] IN ('', 'general') AND " + inPoints + " GROUP BY h, g, t) GROUP BY h, g"},
		{"energy", func(ctx context.Context, s *store.Store, v query.View) error { return drop(s.Energy(ctx, v, r)) },
			"SELECT h, g, sum(arraySum((v0, v) -> if(v < v0, v, v - v0), arrayPopBack(p.2), arrayPopFront(p.2))) FROM (SELECT any(ResourceAttributes['host.name']) AS h, any(Attributes['hw.id']) AS g, arraySort(groupArray((TimeUnix, Value))) AS p" +
				" FROM otel_metrics_sum WHERE MetricName = 'hw.energy' AND " + inPoints + " GROUP BY cityHash64(ResourceAttributes, Attributes)) GROUP BY h, g"},
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

// listTraces reads a page of traces and what their spans amount to.
func listTraces(ctx context.Context, s *store.Store, v query.View, search query.Search, rootless bool) error {
	search.Roots, search.Rootless = true, rootless
	roots, err := s.Spans(ctx, v, telemetry.SpanSearch{Search: search})
	if err != nil {
		return err
	}
	ids := make([]string, len(roots))
	for i, r := range roots {
		ids[i] = r.TraceID
	}
	_, err = s.TraceSummaries(ctx, v, ids, search.Range)
	return err
}

func newestOf(table, recent string) string {
	return "SELECT MetricName, any(Attributes), argMax(ResourceAttributes, TimeUnix), argMax(Value, TimeUnix) FROM " + table +
		" WHERE MetricName IN ('hw.gpu.utilization', 'hw.power', 'hw.temperature', 'hw.gpu.allocated') AND " + recent +
		" GROUP BY MetricName, cityHash64(ResourceAttributes, Attributes)"
}

func catalogOf(table, inPoints, recent string) string {
	return "SELECT * FROM (SELECT MetricName, any(MetricUnit), any(MetricDescription), count(), max(TimeUnix) FROM " + table + " WHERE " + inPoints + " GROUP BY MetricName) AS known" +
		" LEFT JOIN (SELECT MetricName, uniq(cityHash64(ResourceAttributes, Attributes)) FROM " + table + " WHERE " + recent + " GROUP BY MetricName) AS series USING (MetricName)"
}
