package receive

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	_ "google.golang.org/grpc/encoding/gzip" // senders may compress with it
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"platform/internal/httpx"
	"platform/internal/server/ingest"
)

// services are the names that OTLP gives to the signals' services.
var services = map[ingest.Signal]string{
	ingest.Traces:  "opentelemetry.proto.collector.trace.v1.TraceService",
	ingest.Logs:    "opentelemetry.proto.collector.logs.v1.LogsService",
	ingest.Metrics: "opentelemetry.proto.collector.metrics.v1.MetricsService",
}

// Server makes the gRPC server. Export is declared as a stream, which is the
// same on the wire: so the key is checked before the message is read.
func (r *Receiver) Server() *grpc.Server {
	s := grpc.NewServer(
		grpc.MaxRecvMsgSize(r.opt.MaxBytes),
		grpc.MaxConcurrentStreams(256),
		grpc.MaxHeaderListSize(64<<10),
		grpc.ConnectionTimeout(10*time.Second),
		grpc.InitialWindowSize(1<<20),
		grpc.InitialConnWindowSize(4<<20),
		grpc.ForceServerCodecV2(rawCodec{}),
		grpc.KeepaliveParams(keepalive.ServerParameters{MaxConnectionIdle: 10 * time.Minute, Time: time.Minute, Timeout: 20 * time.Second}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 10 * time.Second, PermitWithoutStream: true}),
	)
	for _, signal := range ingest.Signals {
		s.RegisterService(&grpc.ServiceDesc{
			ServiceName: services[signal],
			HandlerType: (*any)(nil),
			Streams: []grpc.StreamDesc{{StreamName: "Export", ClientStreams: true, ServerStreams: true,
				Handler: func(_ any, stream grpc.ServerStream) error { return r.export(stream, signal) }}},
		}, nil)
	}
	return s
}

func (r *Receiver) export(stream grpc.ServerStream, signal ingest.Signal) error {
	ctx, cancel := context.WithTimeout(stream.Context(), readLimit)
	defer cancel()
	partial, err := r.takeMessage(ctx, stream, signal)
	if err != nil {
		if s, ok := status.FromError(err); ok { // of gRPC itself: too large, broken off
			return s.Err()
		}
		refusal := refusalOf(err)
		if refusal.ours() {
			r.log.Error("OTLP request failed", "service", services[signal], "error", err)
		}
		return refusal.status().Err()
	}
	body, err := response(signal, ingest.Protobuf, partial)
	if err != nil {
		return status.Error(codes.Internal, "internal error")
	}
	return stream.SendMsg(&rawMessage{out: body})
}

func (r *Receiver) takeMessage(ctx context.Context, stream grpc.ServerStream, signal ingest.Signal) (p ingest.Partial, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	scope, err := r.accept.Admit(ctx, keyOf(ctx))
	if err != nil {
		return ingest.Partial{}, err
	}
	share := r.budget.share()
	defer share.release()
	if err := share.grow(64 << 10); err != nil { // full: do not read more
		return ingest.Partial{}, err
	}
	var m rawMessage
	if err := stream.RecvMsg(&m); err != nil {
		return ingest.Partial{}, err
	}
	defer m.in.Free()
	if err := share.grow(int64(m.in.Len())); err != nil {
		return ingest.Partial{}, err
	}
	return r.accept.Accept(ctx, scope, signal, ingest.Protobuf, m.in.ReadOnlyData())
}

func keyOf(ctx context.Context) string {
	md, _ := metadata.FromIncomingContext(ctx)
	if values := md.Get("authorization"); len(values) > 0 {
		return httpx.Bearer(values[0])
	}
	return ""
}

// rawMessage is a message that is not decoded by gRPC: its bytes are what a
// repeated request is recognised by.
type rawMessage struct {
	in  mem.Buffer
	out []byte
}

// rawCodec hands messages through as they are.
type rawCodec struct{}

func (rawCodec) Name() string { return "proto" }

func (rawCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(v.(*rawMessage).out)}, nil
}

func (rawCodec) Unmarshal(data mem.BufferSlice, v any) error {
	v.(*rawMessage).in = data.MaterializeToBuffer(mem.DefaultBufferPool())
	return nil
}
