package otlp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	collectorpb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
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

// watchRPC notes the outcome of a gRPC request.
func watchRPC(ctx context.Context, method string, req, reply any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	err := invoke(ctx, method, req, reply, conn, opts...)
	o, ok := ctx.Value(outcomeKey{}).(*outcome)
	if !ok {
		return err
	}
	if err == nil {
		o.accepted = true
		if resp, ok := reply.(*collectorpb.ExportMetricsServiceResponse); ok {
			o.partial(resp)
		}
		return nil
	}
	st := status.Convert(err)
	told := false
	for _, d := range st.Details() {
		if info, ok := d.(*errdetails.RetryInfo); ok {
			told, o.retryAfter = true, info.GetRetryDelay().AsDuration()
		}
	}
	switch st.Code() {
	case codes.Canceled, codes.DeadlineExceeded, codes.Aborted, codes.OutOfRange, codes.Unavailable, codes.DataLoss:
		o.retry = true
	case codes.ResourceExhausted:
		o.retry = told // without it, the request itself is too large
	}
	return err
}

// newHTTPClient returns a client that notes the outcome of its requests. The
// exporter's own would keep Retry-After and rejected points to itself.
func newHTTPClient(env environment) *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.TLSClientConfig = env.tls
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 10 * time.Second}
	return &http.Client{
		Transport: watchedTransport{t},
		// Headers that authenticate are for the endpoint alone.
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if first := via[0].URL; len(via) > 3 || req.URL.Host != first.Host || req.URL.Scheme != first.Scheme {
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
}

type watchedTransport struct{ next *http.Transport }

// CloseIdleConnections is what the client's method of that name calls.
func (t watchedTransport) CloseIdleConnections() { t.next.CloseIdleConnections() }

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 64 << 10

func (t watchedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(req)
	o, ok := req.Context().Value(outcomeKey{}).(*outcome)
	switch {
	case !ok:
	case err != nil:
		*o = outcome{retry: true} // no answer
	default:
		*o = outcome{retryAfter: parseRetryAfter(resp.Header.Get("Retry-After"), time.Now())}
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
			o.retry = true
		}
		if resp.StatusCode/100 == 2 {
			o.accepted = true
			readPartial(resp, o)
		}
	}
	return resp, err
}

// readPartial reads the answer to an accepted request and leaves a copy for
// the exporter.
func readPartial(resp *http.Response, o *outcome) {
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	resp.Body.Close()
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var answer collectorpb.ExportMetricsServiceResponse
	if err == nil && resp.Header.Get("Content-Type") == "application/x-protobuf" && proto.Unmarshal(body, &answer) == nil {
		o.partial(&answer)
	}
}

// parseRetryAfter reads a number of seconds or a date; 0 when it is neither.
func parseRetryAfter(v string, now time.Time) time.Duration {
	if s, err := strconv.ParseUint(v, 10, 31); err == nil {
		return time.Duration(s) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
