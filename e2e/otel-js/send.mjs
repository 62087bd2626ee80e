// Sends one of everything with the OpenTelemetry JavaScript SDK, over the
// protocol named by its argument, and prints the ids it used.
//
//   OTLP_ENDPOINT=http://127.0.0.1:4318 OTLP_KEY=... node send.mjs http/json
import { Metadata } from "@grpc/grpc-js";
import { SpanKind, SpanStatusCode, TraceFlags, ValueType, context, trace } from "@opentelemetry/api";
import { SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter as LogsGRPC } from "@opentelemetry/exporter-logs-otlp-grpc";
import { OTLPLogExporter as LogsJSON } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as LogsProto } from "@opentelemetry/exporter-logs-otlp-proto";
import { OTLPMetricExporter as MetricsGRPC } from "@opentelemetry/exporter-metrics-otlp-grpc";
import { OTLPMetricExporter as MetricsJSON } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPMetricExporter as MetricsProto } from "@opentelemetry/exporter-metrics-otlp-proto";
import { OTLPTraceExporter as TracesGRPC } from "@opentelemetry/exporter-trace-otlp-grpc";
import { OTLPTraceExporter as TracesJSON } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as TracesProto } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

const protocol = process.argv[2];
const endpoint = process.env.OTLP_ENDPOINT;
const authorization = `Bearer ${process.env.OTLP_KEY}`;

function exporters() {
  if (protocol === "grpc") {
    const metadata = new Metadata();
    metadata.set("authorization", authorization);
    const options = { url: endpoint, metadata };
    return [new TracesGRPC(options), new LogsGRPC(options), new MetricsGRPC(options)];
  }
  const options = (signal) => ({ url: `${endpoint}/v1/${signal}`, headers: { authorization }, compression: "gzip" });
  return protocol === "http/json"
    ? [new TracesJSON(options("traces")), new LogsJSON(options("logs")), new MetricsJSON(options("metrics"))]
    : [new TracesProto(options("traces")), new LogsProto(options("logs")), new MetricsProto(options("metrics"))];
}

const [spans, logs, metrics] = exporters();
const resource = resourceFromAttributes({ "service.name": "js", "process.pid": 42 });

const tracers = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(spans)] });
const tracer = tracers.getTracer("scope", "1.0");
const start = [Math.floor(Date.now() / 1000) - 60, 123456789];
const linked = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: TraceFlags.SAMPLED };
const span = tracer.startSpan("chat", {
  kind: SpanKind.CLIENT,
  startTime: start,
  attributes: { s: "text", i: -5, f: 2.5, b: true, list: ["x", "y"] },
  links: [{ context: linked, attributes: { link: "yes" } }],
});
span.addEvent("token", { n: 1 }, [start[0], 223456789]);
span.setStatus({ code: SpanStatusCode.ERROR, message: "limit" });
const within = trace.setSpan(context.active(), span);
tracer.startSpan("child", { kind: SpanKind.SERVER }, within).end();
span.end([start[0], 323456789]);

const loggers = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter: logs })] });
loggers.getLogger("scope").emit({
  timestamp: start,
  severityNumber: SeverityNumber.WARN,
  severityText: "WARN",
  eventName: "ev",
  body: { a: 1, b: ["c"] },
  attributes: { k: "v" },
  context: within,
});

const meters = new MeterProvider({
  resource,
  readers: [new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000 })],
  views: [{ instrumentName: "exponential", aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } }],
});
const meter = meters.getMeter("scope");
meter.createCounter("counter", { unit: "{call}", description: "calls", valueType: ValueType.INT }).add(7, { m: "x" });
meter.createUpDownCounter("updown").add(-2.5);
meter.createGauge("gauge").record(3.25);
const histogram = meter.createHistogram("histogram", { advice: { explicitBucketBoundaries: [5, 50] } });
[1, 10, 100].forEach((v) => histogram.record(v));
const exponential = meter.createHistogram("exponential");
[0, 1, 3, 8].forEach((v) => exponential.record(v));

await Promise.all([tracers.shutdown(), loggers.shutdown(), meters.shutdown()]);
console.log(JSON.stringify({ traceId: span.spanContext().traceId, spanId: span.spanContext().spanId, start: start[0] }));
