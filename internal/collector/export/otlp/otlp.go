// Package otlp sends snapshots over OTLP with the official exporters.
//
//  1. convert.go lays a snapshot out as the exporters take it; split.go divides
//     one that is too large for a request.
//  2. encode.go and decode.go turn that into OTLP protobuf and back, the form
//     in which snapshots wait in the queue.
//  3. delta.go subtracts what was last sent, when deltas are asked for.
//  4. environment.go reads what the standard variables say of the endpoint.
//  5. client.go sends one request and says what became of it; client_grpc.go
//     and client_http.go read that from the answers.
//  6. sender.go is what others use: Send, Flush, Close.
//  7. intake.go puts snapshots into the queue, and deliver.go sends them, each
//     in a goroutine of its own.
package otlp

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/export/queue"
	"platform/internal/collector/sample"
)

// The protocols of OTEL_EXPORTER_OTLP_PROTOCOL.
const (
	GRPC = "grpc"
	HTTP = "http/protobuf"
)

// ErrNoEndpoint means that no endpoint is set: nothing is to be exported.
var ErrNoEndpoint = errors.New("neither OTEL_EXPORTER_OTLP_ENDPOINT nor OTEL_EXPORTER_OTLP_METRICS_ENDPOINT is set")

// Options say how to send. Endpoint, headers, TLS, compression, timeout and
// temporality come from the standard OTEL_EXPORTER_OTLP_* variables of the
// process, its OTEL_EXPORTER_OTLP_METRICS_* variables first.
type Options struct {
	Protocol string             // GRPC (also when empty) or HTTP; OTEL_EXPORTER_OTLP_METRICS_PROTOCOL wins
	Resource *resource.Resource // of the first snapshots; SetResource replaces it
	Queue    queue.Options      // bounds of what waits; KeepLast is set by the temporality

	// Report is told of each failure to send or keep a snapshot, and nil when
	// sending works again. It is called by NewSender and by the sender's
	// goroutines, which wait for it.
	Report func(error)

	delays delays // zero: the default
}

// Stats counts what the sender did. It may be read at any time.
type Stats struct {
	Successes      atomic.Int64 // exports that the endpoint accepted
	Failures       atomic.Int64 // exports that it did not
	RejectedPoints atomic.Int64 // points of accepted exports that it rejected
	Queue          queue.Stats
}

// TestExport sends snap once, without queue and retries, and returns how many
// of its points were rejected. A nil snap sends a request without metrics.
func TestExport(ctx context.Context, opt Options, snap *sample.Snapshot) (rejected int64, err error) {
	env, err := readEnvironment(opt.Protocol)
	if err != nil {
		return 0, err
	}
	c, err := newClient(ctx, env)
	if err != nil {
		return 0, err
	}
	defer c.close()
	if snap == nil {
		snap = &sample.Snapshot{Time: time.Now()}
	}
	o := c.export(ctx, convert(snap, opt.Resource))
	return o.rejected, o.err
}
