package httpapi

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Trace makes every request a span of tracer. It is called before requests
// are served.
func (a *API) Trace(tracer trace.Tracer) { a.tracer = tracer }

// begin starts the span of a request, a child of the caller's when it names
// one. Without a tracer it does nothing.
func (a *API) begin(ctx context.Context, r *http.Request) (context.Context, trace.Span) {
	if a.tracer == nil {
		return ctx, trace.SpanFromContext(ctx)
	}
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	return a.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
}

// finish ends the span with what is known now. Paths, queries and bodies may
// hold secrets; the route does not.
func finish(span trace.Span, method string, rec *record) {
	if !span.IsRecording() {
		return
	}
	span.SetName(method + " " + rec.route)
	span.SetAttributes(attribute.String("http.request.method", method), attribute.String("http.route", rec.route),
		attribute.Int("http.response.status_code", rec.status), attribute.String("platform.request.id", rec.id))
	if rec.status >= 500 {
		span.SetStatus(codes.Error, "")
	}
	if rec.err != nil {
		span.RecordError(rec.err)
	}
	span.End()
}
