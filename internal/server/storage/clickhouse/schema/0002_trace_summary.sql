CREATE TABLE IF NOT EXISTS {{table "otel_trace_summary"}} {{cluster}} (
    Day Date CODEC(ZSTD(1)),
    TraceId String CODEC(ZSTD(1)),
    Start SimpleAggregateFunction(min, DateTime64(9)) CODEC(ZSTD(1)),
    End SimpleAggregateFunction(max, DateTime64(9)) CODEC(ZSTD(1)),
    Spans AggregateFunction(uniq, String) CODEC(ZSTD(1)),
    Errors AggregateFunction(uniq, String) CODEC(ZSTD(1)),
    RootService SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
    RootName SimpleAggregateFunction(max, String) CODEC(ZSTD(1)),
    RootDuration SimpleAggregateFunction(max, UInt64) CODEC(ZSTD(1)),
    Services SimpleAggregateFunction(groupUniqArrayArray, Array(String)) CODEC(ZSTD(1)),
    Environment SimpleAggregateFunction(max, String) CODEC(ZSTD(1))
) ENGINE = {{engine "AggregatingMergeTree" "otel_trace_summary"}}
PARTITION BY Day
ORDER BY (Day, TraceId)
{{ttl "Day"}}
SETTINGS {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{name "otel_trace_summary_mv"}} {{cluster}} TO {{table "otel_trace_summary"}} AS
SELECT
    toDate(Timestamp) AS Day,
    TraceId,
    min(Timestamp) AS Start,
    max(Timestamp + toIntervalNanosecond(least(Duration, 9000000000000000))) AS End,
    uniqState(SpanId) AS Spans,
    uniqStateIf(SpanId, StatusCode = 'Error') AS Errors,
    maxIf(toString(ServiceName), ParentSpanId = '') AS RootService,
    maxIf(toString(SpanName), ParentSpanId = '') AS RootName,
    maxIf(Duration, ParentSpanId = '') AS RootDuration,
    groupUniqArray(toString(ServiceName)) AS Services,
    max(toString(Environment)) AS Environment
FROM {{table "otel_traces"}}
WHERE TraceId != ''
GROUP BY Day, TraceId;

{{distributed "otel_trace_summary" "cityHash64(TraceId)"}}
