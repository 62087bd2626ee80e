package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"time"

	"google.golang.org/grpc"

	"platform/internal/httpx"
	"platform/internal/server/config"
	"platform/internal/server/ingest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/ingest/receive"
	"platform/internal/server/ingest/stores"
	"platform/internal/server/storage/clickhouse"
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
	service, err := ingest.New(t, stores.New(tenantDatabases{t, pool}), options, log)
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

// listenOTLP opens the addresses that are configured.
func listenOTLP(ctx context.Context, cfg config.Config, accept receive.Accepter, log *slog.Logger) (*receivers, error) {
	options := receive.DefaultOptions
	options.MaxBytes = cfg.OTLP.MaxBytes
	options.Origins = cfg.AllowedOrigins
	receiver := receive.New(accept, options, log)
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
	return r, nil
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
