package otlp

import (
	"context"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

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
