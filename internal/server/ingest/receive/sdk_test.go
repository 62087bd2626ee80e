package receive_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/log"
	"go.opentelemetry.io/otel/metric"
	sdklog "go.opentelemetry.io/otel/sdk/log"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"platform/internal/server/ingest/ingesttest"
)

// exporters are those of one protocol.
type exporters struct {
	spans   sdktrace.SpanExporter
	logs    sdklog.Exporter
	metrics sdkmetric.Exporter
}

var sdkHeaders = map[string]string{"Authorization": "Bearer " + ingesttest.Key}

func grpcExporters(ctx context.Context, s *ingesttest.Server) (e exporters, err error) {
	var errs [3]error
	e.spans, errs[0] = otlptracegrpc.New(ctx, otlptracegrpc.WithEndpoint(s.GRPC), otlptracegrpc.WithInsecure(), otlptracegrpc.WithHeaders(sdkHeaders), otlptracegrpc.WithCompressor("gzip"))
	e.logs, errs[1] = otlploggrpc.New(ctx, otlploggrpc.WithEndpoint(s.GRPC), otlploggrpc.WithInsecure(), otlploggrpc.WithHeaders(sdkHeaders))
	e.metrics, errs[2] = otlpmetricgrpc.New(ctx, otlpmetricgrpc.WithEndpoint(s.GRPC), otlpmetricgrpc.WithInsecure(), otlpmetricgrpc.WithHeaders(sdkHeaders))
	return e, errors.Join(errs[:]...)
}

func httpExporters(ctx context.Context, s *ingesttest.Server) (e exporters, err error) {
	var errs [3]error
	e.spans, errs[0] = otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(s.HTTP+"/v1/traces"), otlptracehttp.WithHeaders(sdkHeaders), otlptracehttp.WithCompression(otlptracehttp.GzipCompression))
	e.logs, errs[1] = otlploghttp.New(ctx, otlploghttp.WithEndpointURL(s.HTTP+"/v1/logs"), otlploghttp.WithHeaders(sdkHeaders))
	e.metrics, errs[2] = otlpmetrichttp.New(ctx, otlpmetrichttp.WithEndpointURL(s.HTTP+"/v1/metrics"), otlpmetrichttp.WithHeaders(sdkHeaders))
	return e, errors.Join(errs[:]...)
}

// TestTheGoSDKWritesAndItsTelemetryReadsBack sends with the official SDK and
// exporters, as an application would.
func TestTheGoSDKWritesAndItsTelemetryReadsBack(t *testing.T) {
	for name, open := range map[string]func(context.Context, *ingesttest.Server) (exporters, error){"grpc": grpcExporters, "http": httpExporters} {
		t.Run(name, func(t *testing.T) {
			s := ingesttest.Start(t, func(o *ingesttest.Options) { o.Ingest.Limits.Age = 0 })
			e, err := open(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			res := resource.NewWithAttributes("https://example.test/schema", attribute.String("service.name", "sdk"), attribute.Int("process.pid", 7))
			span, start := sdkSpans(t, e.spans, res)
			sdkLogs(t, e.logs, res, span)
			sdkMetrics(t, e.metrics, res, span)

			// Every line is one comparison inside of the engine; the result must be all ones.
			id, sid := span.TraceID().String(), span.SpanID().String()
			check := func(table string, conditions ...string) {
				t.Helper()
				for _, c := range conditions {
					got := strings.TrimSpace(s.Query(t, "SELECT count() FROM "+table+" WHERE "+c+" FORMAT TSV"))
					if got != "1" {
						t.Errorf("%s: %s rows where %s", table, got, c)
					}
				}
			}
			check("otel_traces",
				"TraceId = '"+id+"' AND SpanId = '"+sid+"' AND SpanName = 'chat'",
				fmt.Sprintf("SpanId = '%s' AND toUnixTimestamp64Nano(Timestamp) = %d AND Duration = 1234567", sid, start.UnixNano()),
				"SpanId = '"+sid+"' AND SpanKind = 'Client' AND StatusCode = 'Error' AND StatusMessage = 'limit'",
				"SpanId = '"+sid+"' AND ServiceName = 'sdk' AND ResourceAttributes['process.pid'] = '7' AND ResourceAttributes['deployment.environment'] = 'staging'",
				"SpanId = '"+sid+"' AND ScopeName = 'scope' AND ScopeVersion = 'v9' AND ScopeAttributes['a'] = 'b' AND ResourceSchemaUrl = 'https://example.test/schema' AND ScopeSchemaUrl = 'https://scope.test'",
				"SpanId = '"+sid+"' AND SpanAttributes = map('s', 'text', 'i', '-5', 'f', '2.5', 'b', 'true', 'ss', '[\"x\",\"y\"]')",
				"SpanId = '"+sid+"' AND Events.Name = ['token', 'exception'] AND Events.Attributes[1] = map('n', '1') AND Events.Attributes[2]['exception.message'] = 'boom'",
				"SpanId = '"+sid+"' AND Links.TraceId = ['01000000000000000000000000000000'] AND Links.SpanId = ['0200000000000000'] AND Links.Attributes[1] = map('link', 'yes')",
				"ParentSpanId = '"+sid+"' AND SpanName = 'child' AND SpanKind = 'Internal' AND StatusCode = 'Ok' AND bitAnd(Flags, 1) = 1",
			)
			check("otel_logs",
				"TraceId = '"+id+"' AND SpanId = '"+sid+"' AND TraceFlags = 1 AND SeverityNumber = 9 AND SeverityText = 'NOTICE' AND EventName = 'ev'",
				`Body = '{"a":1,"b":["c"]}' AND LogAttributes = map('k', 'v', 'raw', 'AQI=') AND ServiceName = 'sdk' AND ScopeName = 'scope'`,
				"toUnixTimestamp(Timestamp) = 1790000000 AND toUnixTimestamp(ObservedTimestamp) = 1790000001",
			)
			check("otel_metrics_sum",
				"MetricName = 'counter' AND Value = 7 AND IsMonotonic AND AggregationTemporality = 2 AND MetricUnit = '{call}' AND MetricDescription = 'calls' AND Attributes = map('m', 'x')",
				"MetricName = 'updown' AND Value = -2.5 AND NOT IsMonotonic",
				"MetricName = 'counter' AND Exemplars.TraceId = ['"+id+"'] AND Exemplars.SpanId = ['"+sid+"'] AND Exemplars.Value = [7]",
			)
			check("otel_metrics_gauge", "MetricName = 'gauge' AND Value = 3.25", "MetricName = 'observed' AND Value = 11")
			check("otel_metrics_histogram",
				"MetricName = 'histogram' AND Count = 3 AND Sum = 111 AND Min = 1 AND Max = 100 AND ExplicitBounds = [5, 50] AND BucketCounts = [1, 1, 1] AND AggregationTemporality = 2")
			check("otel_metrics_exponential_histogram",
				"MetricName = 'exponential' AND Count = 4 AND Sum = 12 AND ZeroCount = 1 AND arraySum(PositiveBucketCounts) = 3 AND Min = 0 AND Max = 8")
		})
	}
}

func sdkSpans(t *testing.T, e sdktrace.SpanExporter, res *resource.Resource) (trace.SpanContext, time.Time) {
	t.Helper()
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(e), sdktrace.WithResource(res))
	tracer := provider.Tracer("scope", trace.WithInstrumentationVersion("v9"), trace.WithSchemaURL("https://scope.test"), trace.WithInstrumentationAttributes(attribute.String("a", "b")))
	start := time.Now().Add(-time.Minute)
	state, _ := trace.ParseTraceState("k=v")
	link := trace.Link{Attributes: []attribute.KeyValue{attribute.String("link", "yes")},
		SpanContext: trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceState: state})}
	ctx, span := tracer.Start(t.Context(), "chat", trace.WithSpanKind(trace.SpanKindClient), trace.WithTimestamp(start), trace.WithLinks(link),
		trace.WithAttributes(attribute.String("s", "text"), attribute.Int("i", -5), attribute.Float64("f", 2.5), attribute.Bool("b", true), attribute.StringSlice("ss", []string{"x", "y"})))
	_, child := tracer.Start(ctx, "child")
	child.SetStatus(codes.Ok, "")
	child.End()
	span.AddEvent("token", trace.WithAttributes(attribute.Int("n", 1)))
	span.RecordError(errors.New("boom"))
	span.SetStatus(codes.Error, "limit")
	span.End(trace.WithTimestamp(start.Add(1234567)))
	if err := provider.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	return span.SpanContext(), start
}

func sdkLogs(t *testing.T, e sdklog.Exporter, res *resource.Resource, span trace.SpanContext) {
	t.Helper()
	provider := sdklog.NewLoggerProvider(sdklog.WithProcessor(sdklog.NewBatchProcessor(e)), sdklog.WithResource(res))
	var r log.Record
	r.SetTimestamp(time.Unix(1790000000, 0))
	r.SetObservedTimestamp(time.Unix(1790000001, 0))
	r.SetSeverity(log.SeverityInfo)
	r.SetSeverityText("NOTICE")
	r.SetEventName("ev")
	r.SetBody(attribute.MapValue(attribute.Int("a", 1), attribute.StringSlice("b", []string{"c"})))
	r.AddAttributes(attribute.String("k", "v"), attribute.KeyValue{Key: "raw", Value: attribute.ByteSliceValue([]byte{1, 2})})
	provider.Logger("scope").Emit(trace.ContextWithSpanContext(t.Context(), span), r)
	if err := provider.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func sdkMetrics(t *testing.T, e sdkmetric.Exporter, res *resource.Resource, span trace.SpanContext) {
	t.Helper()
	provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewPeriodicReader(e)), sdkmetric.WithResource(res),
		sdkmetric.WithView(sdkmetric.NewView(sdkmetric.Instrument{Name: "exponential"}, sdkmetric.Stream{Aggregation: sdkmetric.AggregationBase2ExponentialHistogram{MaxSize: 160, MaxScale: 20}})))
	meter := provider.Meter("scope")
	ctx := trace.ContextWithSpanContext(t.Context(), span)
	counter, err1 := meter.Int64Counter("counter", metric.WithUnit("{call}"), metric.WithDescription("calls"))
	updown, err2 := meter.Float64UpDownCounter("updown")
	gauge, err3 := meter.Float64Gauge("gauge")
	histogram, err4 := meter.Int64Histogram("histogram", metric.WithExplicitBucketBoundaries(5, 50))
	exponential, err5 := meter.Float64Histogram("exponential")
	_, err6 := meter.Int64ObservableGauge("observed", metric.WithInt64Callback(func(_ context.Context, o metric.Int64Observer) error { o.Observe(11); return nil }))
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		t.Fatal(err)
	}
	counter.Add(ctx, 7, metric.WithAttributes(attribute.String("m", "x")))
	updown.Add(ctx, -2.5)
	gauge.Record(ctx, 3.25)
	for _, v := range []int64{1, 10, 100} {
		histogram.Record(ctx, v)
	}
	for _, v := range []float64{0, 1, 3, 8} {
		exponential.Record(ctx, v)
	}
	if err := provider.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}
