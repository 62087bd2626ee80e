package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"time"

	"google.golang.org/grpc"

	"platform/internal/httpx"
	"platform/internal/server/config"
	"platform/internal/server/ingest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/ingest/receive"
	"platform/internal/server/storage/clickhouse"
	chingest "platform/internal/server/storage/clickhouse/ingest"
	"platform/internal/server/storage/databases"
	"platform/internal/server/tenancy"
)

// tenantDatabases opens the databases that ingest writes to.
type tenantDatabases struct {
	tenancy *tenancy.Service
	pool    *databases.Pool
}

func (d tenantDatabases) Database(ctx context.Context, t commit.Target) (*clickhouse.DB, error) {
	target, err := d.tenancy.TargetOf(ctx, tenancy.Scope{Project: t.Project}, t.Config)
	if err != nil {
		return nil, err
	}
	return d.pool.Open(ctx, target)
}

func newIngest(cfg config.Config, t *tenancy.Service, pool *databases.Pool, log *slog.Logger) (*ingest.Service, error) {
	options := ingest.Options{Limits: block.DefaultLimits, Commit: commit.DefaultOptions}
	options.Limits.Age = cfg.Telemetry.Retention
	options.Commit.Dir = filepath.Join(cfg.DataDir, "ingest")
	options.Commit.Sync = cfg.Engine.Fsync
	if !cfg.OTLP.RequireKey {
		options.Anonymous = t.Anonymous
	}
	service, err := ingest.New(t, chingest.New(tenantDatabases{t, pool}), options, log)
	if err != nil {
		return nil, fmt.Errorf("open ingest: %w", err)
	}
	return service, nil
}

// receivers are the open OTLP addresses.
type receivers struct {
	http *httpx.Server
	grpc *grpc.Server
	addr net.Listener // of grpc
}

// listenOTLP opens the addresses that are configured, and announces them.
func listenOTLP(ctx context.Context, cfg config.Config, in *ingest.Service, log *slog.Logger) (*receivers, error) {
	options := receive.DefaultOptions
	options.MaxBytes = cfg.OTLP.MaxBytes
	options.Origins = cfg.AllowedOrigins
	receiver := receive.New(in, options, log)
	r := &receivers{}
	var err error
	if cfg.OTLP.HTTPAddr != "" {
		if r.http, err = httpx.Listen(ctx, cfg.OTLP.HTTPAddr, receiver.Handler(), log); err != nil {
			return nil, err
		}
		log.Info("OTLP over HTTP", "listen", r.http.Addr())
	}
	if cfg.OTLP.GRPCAddr != "" {
		var lc net.ListenConfig
		if r.addr, err = lc.Listen(ctx, "tcp", cfg.OTLP.GRPCAddr); err != nil {
			if r.http != nil {
				_ = r.http.Close()
			}
			return nil, fmt.Errorf("listen on %s: %w", cfg.OTLP.GRPCAddr, err)
		}
		r.grpc = receiver.Server()
		log.Info("OTLP over gRPC", "listen", r.addr.Addr().String())
	}
	in.Announce(r.addresses(cfg.SiteURL))
	return r, nil
}

// addresses are where senders reach the receivers.
func (r *receivers) addresses(site string) (a ingest.Addresses) {
	if r.http != nil {
		a.HTTP = addressOf(r.http.Addr(), site)
	}
	if r.grpc != nil {
		a.GRPC = addressOf(r.addr.Addr().String(), site)
	}
	return a
}

// addressOf is the address of a listener, as senders should write it.
func addressOf(listen, site string) *ingest.Address {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil
	}
	ip := net.ParseIP(host)
	a := &ingest.Address{Local: ip.IsLoopback(), Any: ip.IsUnspecified()}
	if a.Any {
		host = "127.0.0.1"
		if u, err := url.Parse(site); err == nil && u.Hostname() != "" {
			host = u.Hostname()
		}
	}
	a.URL = "http://" + net.JoinHostPort(host, port)
	return a
}

// serveGRPC serves until ctx ends, then lets exports under way finish for at
// most grace.
func (r *receivers) serveGRPC(ctx context.Context, grace time.Duration) error {
	failed := make(chan error, 1)
	go func() { failed <- r.grpc.Serve(r.addr) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve %s: %w", r.addr.Addr(), err)
	case <-ctx.Done():
	}
	cut := time.AfterFunc(grace, r.grpc.Stop)
	defer cut.Stop()
	r.grpc.GracefulStop()
	if err := <-failed; err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("serve %s: %w", r.addr.Addr(), err)
	}
	return nil
}
