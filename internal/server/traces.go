package server

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"platform/internal/buildinfo"
	"platform/internal/server/config"
)

// newTracer returns the tracer of the server's own requests: one that sends
// over OTLP when the deployment asks for it, else one that does nothing.
func newTracer(ctx context.Context, cfg config.Traces, log *slog.Logger) (tracer trace.Tracer, stop func(), err error) {
	if cfg.Endpoint == "" {
		return noop.NewTracerProvider().Tracer("platform"), func() {}, nil
	}
	headers := map[string]string{}
	for item := range strings.SplitSeq(cfg.Headers, ",") {
		if name, value, ok := strings.Cut(item, "="); ok {
			headers[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(strings.TrimSuffix(cfg.Endpoint, "/")+"/v1/traces"),
		otlptracehttp.WithHeaders(headers), otlptracehttp.WithTimeout(10*time.Second))
	if err != nil {
		return nil, nil, fmt.Errorf("send own traces: %w", err)
	}
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(cfg.Share))),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "platform"), attribute.String("service.version", buildinfo.Version))))
	stop = func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		if err := provider.Shutdown(last); err != nil {
			log.Warn("own traces not sent", "error", err)
		}
	}
	return provider.Tracer("platform"), stop, nil
}
