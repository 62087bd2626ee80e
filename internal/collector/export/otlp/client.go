package otlp

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	collectorpb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// outcome is what became of one request.
type outcome struct {
	accepted   bool
	retry      bool          // the same request may be accepted later
	retryAfter time.Duration // what the endpoint asked to wait, 0 when it did not
	rejected   int64         // points of an accepted request
	timedOut   bool
	err        error // why it was not accepted, or why points were rejected
}

// client sends requests with an official exporter whose own retries are off:
// they would hide failures from the counters and hold up the queue. It is used
// by one goroutine.
type client struct {
	env      environment
	exporter metric.Exporter
	idle     func() // closes connections that wait for the next request
}

func newClient(ctx context.Context, env environment) (*client, error) {
	c := &client{env: env}
	return c, c.connect(ctx)
}

// connect makes the exporter, with the certificates as they are now. Nothing is
// dialled before the first request.
func (c *client) connect(ctx context.Context) (err error) {
	if err := c.env.readTLS(); err != nil {
		return err
	}
	if c.env.Protocol == HTTP {
		h := newHTTPClient(c.env)
		c.idle = h.CloseIdleConnections
		c.exporter, err = otlpmetrichttp.New(ctx,
			otlpmetrichttp.WithRetry(otlpmetrichttp.RetryConfig{Enabled: false}),
			otlpmetrichttp.WithHTTPClient(h))
	} else {
		c.idle = func() {}
		c.exporter, err = otlpmetricgrpc.New(ctx,
			otlpmetricgrpc.WithRetry(otlpmetricgrpc.RetryConfig{Enabled: false}),
			otlpmetricgrpc.WithDialOption(
				grpc.WithUnaryInterceptor(watchRPC),
				grpc.WithConnectParams(grpc.ConnectParams{Backoff: reconnect, MinConnectTimeout: 10 * time.Second})))
	}
	if err != nil {
		return fmt.Errorf("make OTLP exporter: %w", err)
	}
	return nil
}

// reconnect is shorter than gRPC's two minutes, so that an endpoint that is
// back is found within one interval.
var reconnect = backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 10 * time.Second}

// renew replaces the connection: one that was cut without a word would
// otherwise be waited on until the kernel gives it up, after a quarter of an
// hour. Certificates that were replaced meanwhile are read again.
func (c *client) renew(ctx context.Context) {
	fresh, err := newClient(ctx, c.env)
	if err != nil {
		return // the old one is as good
	}
	c.close()
	*c = *fresh
}

func (c *client) close() {
	c.exporter.Shutdown(context.Background())
	c.idle()
}

type outcomeKey struct{}

// export sends rm once, within the timeout of the environment.
func (c *client) export(ctx context.Context, rm *metricdata.ResourceMetrics) outcome {
	ctx, cancel := context.WithTimeout(ctx, c.env.Timeout)
	defer cancel()
	var o outcome
	err := c.exporter.Export(context.WithValue(ctx, outcomeKey{}, &o), rm)
	switch {
	case o.accepted: // err tells of rejected points at most
	case err == nil:
		o.accepted = true
	default:
		o.timedOut = errors.Is(ctx.Err(), context.DeadlineExceeded)
		o.retry = o.retry || o.timedOut
		o.err = fmt.Errorf("export to %s: %w", c.env.Endpoint, shorten(err))
	}
	return o
}

// shorten cuts an error that repeats what the endpoint answered.
func shorten(err error) error {
	const limit = 400
	if s := err.Error(); len(s) > limit {
		return errors.New(s[:limit] + "…")
	}
	return err
}

// partial notes the points an accepted request lost.
func (o *outcome) partial(resp *collectorpb.ExportMetricsServiceResponse) {
	p := resp.GetPartialSuccess()
	o.rejected = max(0, p.GetRejectedDataPoints())
	if o.rejected > 0 || p.GetErrorMessage() != "" {
		o.err = fmt.Errorf("the endpoint rejected %d points: %w", o.rejected, shorten(errors.New(p.GetErrorMessage())))
	}
}
