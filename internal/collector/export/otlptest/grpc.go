package otlptest

import (
	"context"
	"net"
	"sync"
	"testing"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	_ "google.golang.org/grpc/encoding/gzip" // requests may be compressed
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// NewGRPC starts a receiver of OTLP/gRPC that stops when the test ends.
func NewGRPC(t testing.TB, opts ...Option) *Server {
	t.Helper()
	s, c, l := newServer(t, opts)
	conns := &tracked{Listener: l, open: map[string]net.Conn{}}
	var serverOpts []grpc.ServerOption
	if c.tls {
		conf := s.certificate(t, c.clientTLS)
		conf.NextProtos = []string{"h2"}
		serverOpts = append(serverOpts, grpc.Creds(credentials.NewTLS(conf)))
	}
	g := grpc.NewServer(serverOpts...)
	pmetricotlp.RegisterGRPCServer(g, &grpcReceiver{server: s, conns: conns})
	var serving sync.WaitGroup
	serving.Go(func() { g.Serve(conns) })
	s.stop = func() {
		g.Stop()
		serving.Wait()
	}
	return s
}

type grpcReceiver struct {
	pmetricotlp.UnimplementedGRPCServer
	server *Server
	conns  *tracked
}

// statuses are the codes that stand for the HTTP statuses of an Answer.
var statuses = map[int]codes.Code{
	400: codes.InvalidArgument, 401: codes.Unauthenticated, 403: codes.PermissionDenied,
	404: codes.Unimplemented, 429: codes.ResourceExhausted, 500: codes.Internal, 503: codes.Unavailable,
}

// Export answers one request.
func (r *grpcReceiver) Export(ctx context.Context, req pmetricotlp.ExportRequest) (pmetricotlp.ExportResponse, error) {
	md, _ := metadata.FromIncomingContext(ctx)
	resp := pmetricotlp.NewExportResponse()
	a, ok := r.server.receive(req.Metrics(), md)
	if !ok {
		if p, found := peer.FromContext(ctx); found && a.Hangup {
			r.conns.hangUp(p.Addr.String())
		}
		return resp, errHangup
	}
	if a.Status != 0 && a.Status != 200 {
		st := status.New(statuses[a.Status], a.Message)
		if a.RetryAfter > 0 {
			if with, err := st.WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(a.RetryAfter)}); err == nil {
				st = with
			}
		}
		return resp, st.Err()
	}
	setPartial(resp, a)
	return resp, nil
}

func setPartial(resp pmetricotlp.ExportResponse, a Answer) {
	if a.Rejected != 0 || a.Message != "" {
		resp.PartialSuccess().SetRejectedDataPoints(a.Rejected)
		resp.PartialSuccess().SetErrorMessage(a.Message)
	}
}

// tracked is a listener that can close one of its connections.
type tracked struct {
	net.Listener
	mu   sync.Mutex
	open map[string]net.Conn // by the address of the other side
}

func (l *tracked) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		l.mu.Lock()
		l.open[c.RemoteAddr().String()] = c
		l.mu.Unlock()
	}
	return c, err
}

func (l *tracked) hangUp(addr string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.open[addr]; c != nil {
		c.Close()
		delete(l.open, addr)
	}
}
