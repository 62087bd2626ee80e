{{define "metric"}}
    ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ResourceDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    ScopeName String CODEC(ZSTD(1)),
    ScopeVersion String CODEC(ZSTD(1)),
    ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    ScopeDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ServiceName LowCardinality(String) CODEC(ZSTD(1)),
    MetricName LowCardinality(String) CODEC(ZSTD(1)),
    MetricDescription LowCardinality(String) CODEC(ZSTD(1)),
    MetricUnit LowCardinality(String) CODEC(ZSTD(1)),
    Attributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    StartTimeUnix DateTime64(9) CODEC(Delta, ZSTD(1)),
    TimeUnix DateTime64(9) CODEC(Delta, ZSTD(1)),
    Flags UInt32 CODEC(ZSTD(1)),
    IngestId UInt64 CODEC(ZSTD(1)),
    {{environment}},{{end}}

{{define "exemplars"}}
    Exemplars Nested (
        FilteredAttributes Map(LowCardinality(String), String),
        TimeUnix DateTime64(9),
        Value Float64,
        SpanId String,
        TraceId String
    ) CODEC(ZSTD(1)),{{end}}

{{define "metric indexes"}}
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1{{end}}

{{define "metric order"}}
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
{{ttl "TimeUnix"}}
SETTINGS {{settings}};{{end}}

CREATE TABLE IF NOT EXISTS {{table "otel_traces"}} {{cluster}} (
    Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)),
    TraceId String CODEC(ZSTD(1)),
    SpanId String CODEC(ZSTD(1)),
    ParentSpanId String CODEC(ZSTD(1)),
    TraceState String CODEC(ZSTD(1)),
    SpanName LowCardinality(String) CODEC(ZSTD(1)),
    SpanKind LowCardinality(String) CODEC(ZSTD(1)),
    ServiceName LowCardinality(String) CODEC(ZSTD(1)),
    ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    ScopeName String CODEC(ZSTD(1)),
    ScopeVersion String CODEC(ZSTD(1)),
    SpanAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    Duration UInt64 CODEC(ZSTD(1)),
    StatusCode LowCardinality(String) CODEC(ZSTD(1)),
    StatusMessage String CODEC(ZSTD(1)),
    Events Nested (
        Timestamp DateTime64(9),
        Name LowCardinality(String),
        Attributes Map(LowCardinality(String), String),
        DroppedAttributesCount UInt32
    ) CODEC(ZSTD(1)),
    Links Nested (
        TraceId String,
        SpanId String,
        TraceState String,
        Attributes Map(LowCardinality(String), String),
        Flags UInt32,
        DroppedAttributesCount UInt32
    ) CODEC(ZSTD(1)),
    ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ResourceDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    ScopeDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    Flags UInt32 CODEC(ZSTD(1)),
    DroppedAttributesCount UInt32 CODEC(ZSTD(1)),
    DroppedEventsCount UInt32 CODEC(ZSTD(1)),
    DroppedLinksCount UInt32 CODEC(ZSTD(1)),
    IngestId UInt64 CODEC(ZSTD(1)),
    {{environment}},
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_span_id SpanId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_span_attr_key mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_span_attr_value mapValues(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_duration Duration TYPE minmax GRANULARITY 1
) ENGINE = {{engine "MergeTree" "otel_traces"}}
PARTITION BY toDate(Timestamp)
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))
{{ttl "Timestamp"}}
SETTINGS {{settings}};

CREATE TABLE IF NOT EXISTS {{table "otel_traces_trace_id_ts"}} {{cluster}} (
    TraceId String CODEC(ZSTD(1)),
    Start DateTime CODEC(Delta, ZSTD(1)),
    End DateTime CODEC(Delta, ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{engine "MergeTree" "otel_traces_trace_id_ts"}}
PARTITION BY toDate(Start)
ORDER BY (TraceId, Start)
{{ttl "Start"}}
SETTINGS {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{name "otel_traces_trace_id_ts_mv"}} {{cluster}} TO {{table "otel_traces_trace_id_ts"}} AS
SELECT TraceId, min(Timestamp) AS Start, max(Timestamp) AS End
FROM {{table "otel_traces"}}
WHERE TraceId != ''
GROUP BY TraceId;

CREATE TABLE IF NOT EXISTS {{table "otel_logs"}} {{cluster}} (
    Timestamp DateTime64(9) CODEC(Delta, ZSTD(1)),
    TraceId String CODEC(ZSTD(1)),
    SpanId String CODEC(ZSTD(1)),
    TraceFlags UInt8,
    SeverityText LowCardinality(String) CODEC(ZSTD(1)),
    SeverityNumber UInt8,
    ServiceName LowCardinality(String) CODEC(ZSTD(1)),
    Body String CODEC(ZSTD(1)),
    ResourceSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ResourceAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    ScopeSchemaUrl LowCardinality(String) CODEC(ZSTD(1)),
    ScopeName String CODEC(ZSTD(1)),
    ScopeVersion LowCardinality(String) CODEC(ZSTD(1)),
    ScopeAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    LogAttributes Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    EventName String CODEC(ZSTD(1)),
    ObservedTimestamp DateTime64(9) CODEC(Delta, ZSTD(1)),
    Flags UInt32 CODEC(ZSTD(1)),
    DroppedAttributesCount UInt32 CODEC(ZSTD(1)),
    ResourceDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    ScopeDroppedAttrCount UInt32 CODEC(ZSTD(1)),
    IngestId UInt64 CODEC(ZSTD(1)),
    {{environment}},
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_log_attr_key mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_log_attr_value mapValues(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_lower_body lower(Body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8
) ENGINE = {{engine "MergeTree" "otel_logs"}}
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
{{ttl "Timestamp"}}
SETTINGS {{settings}};

CREATE TABLE IF NOT EXISTS {{table "otel_metrics_gauge"}} {{cluster}} ({{template "metric"}}
    Value Float64 CODEC(ZSTD(1)),{{template "exemplars"}}{{template "metric indexes"}}
) ENGINE = {{engine "MergeTree" "otel_metrics_gauge"}}{{template "metric order"}}

CREATE TABLE IF NOT EXISTS {{table "otel_metrics_sum"}} {{cluster}} ({{template "metric"}}
    Value Float64 CODEC(ZSTD(1)),{{template "exemplars"}}
    AggregationTemporality Int32 CODEC(ZSTD(1)),
    IsMonotonic Boolean CODEC(Delta, ZSTD(1)),{{template "metric indexes"}}
) ENGINE = {{engine "MergeTree" "otel_metrics_sum"}}{{template "metric order"}}

CREATE TABLE IF NOT EXISTS {{table "otel_metrics_histogram"}} {{cluster}} ({{template "metric"}}
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    BucketCounts Array(UInt64) CODEC(ZSTD(1)),
    ExplicitBounds Array(Float64) CODEC(ZSTD(1)),{{template "exemplars"}}
    Min Float64 CODEC(ZSTD(1)),
    Max Float64 CODEC(ZSTD(1)),
    AggregationTemporality Int32 CODEC(ZSTD(1)),{{template "metric indexes"}}
) ENGINE = {{engine "MergeTree" "otel_metrics_histogram"}}{{template "metric order"}}

CREATE TABLE IF NOT EXISTS {{table "otel_metrics_exponential_histogram"}} {{cluster}} ({{template "metric"}}
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    Scale Int32 CODEC(ZSTD(1)),
    ZeroCount UInt64 CODEC(ZSTD(1)),
    ZeroThreshold Float64 CODEC(ZSTD(1)),
    PositiveOffset Int32 CODEC(ZSTD(1)),
    PositiveBucketCounts Array(UInt64) CODEC(ZSTD(1)),
    NegativeOffset Int32 CODEC(ZSTD(1)),
    NegativeBucketCounts Array(UInt64) CODEC(ZSTD(1)),{{template "exemplars"}}
    Min Float64 CODEC(ZSTD(1)),
    Max Float64 CODEC(ZSTD(1)),
    AggregationTemporality Int32 CODEC(ZSTD(1)),{{template "metric indexes"}}
) ENGINE = {{engine "MergeTree" "otel_metrics_exponential_histogram"}}{{template "metric order"}}

CREATE TABLE IF NOT EXISTS {{table "otel_metrics_summary"}} {{cluster}} ({{template "metric"}}
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    ValueAtQuantiles Nested (
        Quantile Float64,
        Value Float64
    ) CODEC(ZSTD(1)),{{template "metric indexes"}}
) ENGINE = {{engine "MergeTree" "otel_metrics_summary"}}{{template "metric order"}}

{{distributed "otel_traces" "cityHash64(TraceId)"}}
{{distributed "otel_traces_trace_id_ts" "cityHash64(TraceId)"}}
{{distributed "otel_logs" "rand()"}}
{{distributed "otel_metrics_gauge" "cityHash64(ServiceName, MetricName, Attributes)"}}
{{distributed "otel_metrics_sum" "cityHash64(ServiceName, MetricName, Attributes)"}}
{{distributed "otel_metrics_histogram" "cityHash64(ServiceName, MetricName, Attributes)"}}
{{distributed "otel_metrics_exponential_histogram" "cityHash64(ServiceName, MetricName, Attributes)"}}
{{distributed "otel_metrics_summary" "cityHash64(ServiceName, MetricName, Attributes)"}}
