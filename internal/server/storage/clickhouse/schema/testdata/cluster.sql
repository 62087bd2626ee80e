-- tables 3f94215ab54c1e5efefb318d4e2e7ccd19cfc081af3a29a59abd0200d182b54f

CREATE TABLE IF NOT EXISTS `project`.`otel_traces_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_span_id SpanId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_span_attr_key mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_span_attr_value mapValues(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_duration Duration TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_traces', '{replica}')
PARTITION BY toDate(Timestamp)
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp))
TTL toDateTime(Timestamp) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_traces_trace_id_ts_local` ON CLUSTER `main` (
    TraceId String CODEC(ZSTD(1)),
    Start DateTime CODEC(Delta, ZSTD(1)),
    End DateTime CODEC(Delta, ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_traces_trace_id_ts', '{replica}')
PARTITION BY toDate(Start)
ORDER BY (TraceId, Start)
TTL toDateTime(Start) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE MATERIALIZED VIEW IF NOT EXISTS `project`.`otel_traces_trace_id_ts_mv` ON CLUSTER `main` TO `project`.`otel_traces_trace_id_ts_local` AS
SELECT TraceId, min(Timestamp) AS Start, max(Timestamp) AS End
FROM `project`.`otel_traces_local`
WHERE TraceId != ''
GROUP BY TraceId;

CREATE TABLE IF NOT EXISTS `project`.`otel_logs_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_log_attr_key mapKeys(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_log_attr_value mapValues(LogAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_lower_body lower(Body) TYPE tokenbf_v1(32768, 3, 0) GRANULARITY 8
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_logs', '{replica}')
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
TTL toDateTime(Timestamp) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_gauge_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    Value Float64 CODEC(ZSTD(1)),
    Exemplars Nested (
        FilteredAttributes Map(LowCardinality(String), String),
        TimeUnix DateTime64(9),
        Value Float64,
        SpanId String,
        TraceId String
    ) CODEC(ZSTD(1)),
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_metrics_gauge', '{replica}')
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_sum_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    Value Float64 CODEC(ZSTD(1)),
    Exemplars Nested (
        FilteredAttributes Map(LowCardinality(String), String),
        TimeUnix DateTime64(9),
        Value Float64,
        SpanId String,
        TraceId String
    ) CODEC(ZSTD(1)),
    AggregationTemporality Int32 CODEC(ZSTD(1)),
    IsMonotonic Boolean CODEC(Delta, ZSTD(1)),
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_metrics_sum', '{replica}')
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_histogram_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    BucketCounts Array(UInt64) CODEC(ZSTD(1)),
    ExplicitBounds Array(Float64) CODEC(ZSTD(1)),
    Exemplars Nested (
        FilteredAttributes Map(LowCardinality(String), String),
        TimeUnix DateTime64(9),
        Value Float64,
        SpanId String,
        TraceId String
    ) CODEC(ZSTD(1)),
    Min Float64 CODEC(ZSTD(1)),
    Max Float64 CODEC(ZSTD(1)),
    AggregationTemporality Int32 CODEC(ZSTD(1)),
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_metrics_histogram', '{replica}')
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_exponential_histogram_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    Scale Int32 CODEC(ZSTD(1)),
    ZeroCount UInt64 CODEC(ZSTD(1)),
    ZeroThreshold Float64 CODEC(ZSTD(1)),
    PositiveOffset Int32 CODEC(ZSTD(1)),
    PositiveBucketCounts Array(UInt64) CODEC(ZSTD(1)),
    NegativeOffset Int32 CODEC(ZSTD(1)),
    NegativeBucketCounts Array(UInt64) CODEC(ZSTD(1)),
    Exemplars Nested (
        FilteredAttributes Map(LowCardinality(String), String),
        TimeUnix DateTime64(9),
        Value Float64,
        SpanId String,
        TraceId String
    ) CODEC(ZSTD(1)),
    Min Float64 CODEC(ZSTD(1)),
    Max Float64 CODEC(ZSTD(1)),
    AggregationTemporality Int32 CODEC(ZSTD(1)),
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_metrics_exponential_histogram', '{replica}')
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_summary_local` ON CLUSTER `main` (
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
    Environment LowCardinality(String) MATERIALIZED if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1)),
    Count UInt64 CODEC(Delta, ZSTD(1)),
    Sum Float64 CODEC(ZSTD(1)),
    ValueAtQuantiles Nested (
        Quantile Float64,
        Value Float64
    ) CODEC(ZSTD(1)),
    INDEX idx_res_attr_value mapValues(ResourceAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_key mapKeys(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_attr_value mapValues(Attributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_time_minmax TimeUnix TYPE minmax GRANULARITY 1
) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/project/otel_metrics_summary', '{replica}')
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), cityHash64(Attributes), TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE TABLE IF NOT EXISTS `project`.`otel_traces` ON CLUSTER `main` AS `project`.`otel_traces_local` ENGINE = Distributed(`main`, `project`, `otel_traces_local`, cityHash64(TraceId));

CREATE TABLE IF NOT EXISTS `project`.`otel_traces_trace_id_ts` ON CLUSTER `main` AS `project`.`otel_traces_trace_id_ts_local` ENGINE = Distributed(`main`, `project`, `otel_traces_trace_id_ts_local`, cityHash64(TraceId));

CREATE TABLE IF NOT EXISTS `project`.`otel_logs` ON CLUSTER `main` AS `project`.`otel_logs_local` ENGINE = Distributed(`main`, `project`, `otel_logs_local`, rand());

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_gauge` ON CLUSTER `main` AS `project`.`otel_metrics_gauge_local` ENGINE = Distributed(`main`, `project`, `otel_metrics_gauge_local`, cityHash64(ServiceName, MetricName, Attributes));

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_sum` ON CLUSTER `main` AS `project`.`otel_metrics_sum_local` ENGINE = Distributed(`main`, `project`, `otel_metrics_sum_local`, cityHash64(ServiceName, MetricName, Attributes));

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_histogram` ON CLUSTER `main` AS `project`.`otel_metrics_histogram_local` ENGINE = Distributed(`main`, `project`, `otel_metrics_histogram_local`, cityHash64(ServiceName, MetricName, Attributes));

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_exponential_histogram` ON CLUSTER `main` AS `project`.`otel_metrics_exponential_histogram_local` ENGINE = Distributed(`main`, `project`, `otel_metrics_exponential_histogram_local`, cityHash64(ServiceName, MetricName, Attributes));

CREATE TABLE IF NOT EXISTS `project`.`otel_metrics_summary` ON CLUSTER `main` AS `project`.`otel_metrics_summary_local` ENGINE = Distributed(`main`, `project`, `otel_metrics_summary_local`, cityHash64(ServiceName, MetricName, Attributes));

-- trace_summary c2a7e7d4d006fe6c211c47fe1f1e1a35d873107d6524f1b510dcfa07b034895b

CREATE TABLE IF NOT EXISTS `project`.`otel_trace_summary_local` ON CLUSTER `main` (
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
) ENGINE = ReplicatedAggregatingMergeTree('/clickhouse/tables/{shard}/project/otel_trace_summary', '{replica}')
PARTITION BY Day
ORDER BY (Day, TraceId)
TTL toDateTime(Day) + toIntervalSecond(2592000)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1, min_bytes_for_wide_part = 134217728;

CREATE MATERIALIZED VIEW IF NOT EXISTS `project`.`otel_trace_summary_mv` ON CLUSTER `main` TO `project`.`otel_trace_summary_local` AS
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
FROM `project`.`otel_traces_local`
WHERE TraceId != ''
GROUP BY Day, TraceId;

CREATE TABLE IF NOT EXISTS `project`.`otel_trace_summary` ON CLUSTER `main` AS `project`.`otel_trace_summary_local` ENGINE = Distributed(`main`, `project`, `otel_trace_summary_local`, cityHash64(TraceId));

-- cheaper_inserts 897b81542b03b6130c6c75c70315e3a458d5fedbeeb3880647a6c5ac925ae0e3

ALTER TABLE `project`.`otel_traces_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_traces` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_logs_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_logs` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_gauge_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_gauge` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_sum_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_sum` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_histogram_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_histogram` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_exponential_histogram_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_exponential_histogram` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_summary_local` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_metrics_summary` ON CLUSTER `main` MODIFY COLUMN Environment LowCardinality(String) DEFAULT if(ResourceAttributes['deployment.environment.name'] != '', ResourceAttributes['deployment.environment.name'], ResourceAttributes['deployment.environment']) CODEC(ZSTD(1));

ALTER TABLE `project`.`otel_trace_summary_local` ON CLUSTER `main`
    ADD INDEX IF NOT EXISTS idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1;

ALTER TABLE `project`.`otel_trace_summary_local` ON CLUSTER `main` MATERIALIZE INDEX idx_trace_id;

DROP TABLE IF EXISTS `project`.`otel_traces_trace_id_ts_mv` ON CLUSTER `main`;

DROP TABLE IF EXISTS `project`.`otel_traces_trace_id_ts` ON CLUSTER `main` SETTINGS max_table_size_to_drop = 0;

DROP TABLE IF EXISTS `project`.`otel_traces_trace_id_ts_local` ON CLUSTER `main` SETTINGS max_table_size_to_drop = 0;

CREATE VIEW IF NOT EXISTS `project`.`otel_traces_trace_id_ts` ON CLUSTER `main` AS
SELECT TraceId, toDateTime(Start) AS Start, toDateTime(End) AS End
FROM `project`.`otel_trace_summary`;

CREATE VIEW IF NOT EXISTS `project`.`otel_traces_trace_id_ts_mv` ON CLUSTER `main` AS
SELECT TraceId, toDateTime(Start) AS Start, toDateTime(End) AS End
FROM `project`.`otel_trace_summary`;

