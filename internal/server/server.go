package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"platform/internal/buildinfo"
	"platform/internal/httpx"
	"platform/internal/server/catalog"
	"platform/internal/server/config"
	"platform/internal/server/dashboards"
	"platform/internal/server/evaluation"
	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
	"platform/internal/server/ingest"
	"platform/internal/server/llm"
	"platform/internal/server/masterkey"
	"platform/internal/server/prompts"
	"platform/internal/server/rules"
	chtelemetry "platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/storage/databases"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/telemetry"
	"platform/internal/server/tenancy"
	"platform/internal/server/vault"
)

const (
	waitForStore = time.Minute // how long a start waits for PostgreSQL
	grace        = 20 * time.Second
)

// control is the part of the server that the commands share: the control
// store and the domain that owns it.
type control struct {
	cfg     config.Config
	log     *slog.Logger
	db      *sqlstore.DB
	seal    *masterkey.Key
	engine  *embedded // nil when telemetry is on a ClickHouse server
	pool    *databases.Pool
	tenancy *tenancy.Service
	vault   *vault.Service
	prompts *prompts.Service
}

// openControl opens and migrates the control store.
func openControl(ctx context.Context, cfg config.Config, log *slog.Logger) (*control, error) {
	db, err := openStore(ctx, cfg.ControlDatabase(), log)
	if err != nil {
		return nil, fmt.Errorf("open control store: %w", err)
	}
	applied, err := db.Migrate(ctx)
	if err != nil {
		db.Close()
		return nil, err
	}
	if len(applied) > 0 {
		log.Info("control store migrated", "engine", db.Engine(), "applied", applied)
	}
	seal, err := loadKey(ctx, cfg.MasterKeyFile, db)
	if err != nil {
		db.Close()
		return nil, err
	}
	c := &control{cfg: cfg, log: log, db: db, seal: seal}
	store := databases.Config{URL: cfg.Telemetry.ClickHouseURL, Cluster: cfg.Telemetry.Cluster, Retention: cfg.Telemetry.Retention}
	if store.URL == "" {
		c.engine = newEmbedded(cfg, log)
		store.Socket, store.Available = c.engine.options.Engine.Socket, c.engine.available
	}
	c.pool = databases.New(store)
	c.tenancy = tenancy.New(db.Tenancy(), db.Sessions(), seal, c.pool, cfg.Secure(), log)
	c.vault = vault.New(db.Vault(), seal, log)
	c.prompts = prompts.New(db.Prompts())
	return c, nil
}

// loadKey loads the master key and makes sure that it is the one that the
// control store's secrets were sealed with: another one could neither open
// them nor seal for the other processes.
func loadKey(ctx context.Context, path string, db *sqlstore.DB) (*masterkey.Key, error) {
	const name = sqlstore.MasterKeyProof
	key, err := masterkey.Load(path)
	if err != nil {
		return nil, err
	}
	proof, err := key.Seal([]byte(name), name)
	if err != nil {
		return nil, fmt.Errorf("use master key: %w", err)
	}
	settled, err := db.Settle(ctx, name, proof)
	if err != nil {
		return nil, fmt.Errorf("prove master key: %w", err)
	}
	if _, err := key.Open(settled, name); err != nil {
		return nil, fmt.Errorf("%s is not the key that this control store was sealed with: bring the right file, or restore it from a backup", path)
	}
	return key, nil
}

// openStore opens the control store; a PostgreSQL that is not up yet is
// waited for.
func openStore(ctx context.Context, address string, log *slog.Logger) (*sqlstore.DB, error) {
	deadline := time.Now().Add(waitForStore)
	for wait := 250 * time.Millisecond; ; wait = min(2*wait, 5*time.Second) {
		db, err := sqlstore.Open(ctx, address)
		if err == nil || !fault.Is(err, fault.Unavailable) || time.Now().After(deadline) {
			return db, err
		}
		log.Warn("control store does not answer; trying again", "error", err, "in", wait)
		select {
		case <-ctx.Done():
			return nil, errors.Join(err, ctx.Err())
		case <-time.After(wait):
		}
	}
}

// Run serves until ctx ends. What is told once is written to out.
func Run(ctx context.Context, cfg config.Config, log *slog.Logger, out io.Writer) error {
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	if err := c.firstStart(ctx, out); err != nil {
		return err
	}
	defer c.pool.Close()
	in, err := newIngest(cfg, c.tenancy, c.pool, log)
	if err != nil {
		return err
	}
	api, err := newAPI(cfg, c.domains(in), log)
	if err != nil {
		return errors.Join(err, in.Close(ctx))
	}
	c.observe(api, in)
	tracer, flush, err := newTracer(ctx, cfg.Traces, log)
	if err != nil {
		return errors.Join(err, in.Close(ctx))
	}
	defer flush()
	api.Trace(tracer)
	if err := serveUI(api, cfg.WebDevURL); err != nil {
		return errors.Join(err, in.Close(ctx))
	}
	return c.serve(ctx, api, in, out)
}

// domains builds the services that are not part of control.
func (c *control) domains(in *ingest.Service) domains {
	models := catalog.New(c.db.Catalog())
	observed := telemetry.New(c.tenancy, c.db.Tenancy(), chtelemetry.New(c.pool, chtelemetry.DefaultLimits), catalogPrices{models})
	ruling := rules.New(c.db.Rules(), c.prompts).Watching(recentSpans{observed})
	language := llm.New(c.db.LLM(), c.vault, c.cfg.AllowPrivate)
	return domains{tenancy: c.tenancy, ingest: in, catalog: models, vault: c.vault,
		prompts: c.prompts, rules: ruling, llm: language, evaluations: evaluation.New(c.db.Evaluations(), language, ruling, models), dashboards: dashboards.New(c.db.Dashboards()),
		telemetry: observed}
}

// observe adds the parts of the server to its readiness and metrics.
func (c *control) observe(api *httpapi.API, in *ingest.Service) {
	api.Ready("control store", c.db.Ping)
	if c.engine != nil {
		api.Ready("engine", func(context.Context) error { return c.engine.ready() })
		api.Metrics.Counter("platform_engine_restarts_total", "Times the engine had to be started again.", c.engine.restarts)
	} else {
		api.Ready("ClickHouse", func(ctx context.Context) error {
			_, err := c.pool.Probe(ctx, tenancy.Target{Kind: tenancy.Embedded})
			return err
		})
	}
	in.Measure(api.Metrics)
}

// serve runs all parts until ctx ends or one fails, and ends them in the order
// in which they need each other: first those who take requests, then those
// who write, then the engine.
func (c *control) serve(ctx context.Context, api *httpapi.API, in *ingest.Service, out io.Writer) error {
	web, err := httpx.Listen(ctx, c.cfg.ListenAddr, api, c.log)
	if err != nil {
		return errors.Join(err, in.Close(ctx))
	}
	otlp, err := listenOTLP(ctx, c.cfg, in, c.log)
	if err != nil {
		return errors.Join(err, web.Close(), in.Close(ctx))
	}
	c.log.Info("platform started", "version", buildinfo.Version, "url", c.cfg.SiteURL, "listen", web.Addr(), "control", c.db.Engine())
	fmt.Fprintf(out, "The platform is at %s\n", c.cfg.SiteURL)

	lasting, release := context.WithCancel(context.WithoutCancel(ctx)) // outlives those who take requests
	defer release()
	var engine, background sync.WaitGroup
	if c.engine != nil {
		engine.Go(func() { c.engine.run(lasting, c.log) })
	}
	background.Go(func() { c.tenancy.Run(lasting) })
	background.Go(func() { c.vault.Run(lasting) })
	background.Go(func() { c.prompts.Run(lasting, c.log) })
	background.Go(func() { evaluation.Forget(lasting, c.db.Evaluations(), c.log) })

	taking, stop := context.WithCancel(ctx)
	defer stop()
	var servers sync.WaitGroup
	failed := make(chan error, 3)
	start := func(serve func(context.Context, time.Duration) error) {
		servers.Go(func() {
			failed <- serve(taking, grace)
			stop() // one that ends ends all
		})
	}
	start(web.Serve)
	if otlp.http != nil {
		start(otlp.http.Serve)
	}
	if otlp.grpc != nil {
		start(otlp.serveGRPC)
	}
	servers.Wait()
	close(failed)
	var errs []error
	for err := range failed {
		errs = append(errs, err)
	}
	last, cancel := context.WithTimeout(lasting, grace)
	defer cancel()
	errs = append(errs, in.Close(last))
	release()
	background.Wait()
	engine.Wait()
	c.log.Info("platform stopped")
	return errors.Join(errs...)
}

// firstStart fills an empty store and tells once what was made.
func (c *control) firstStart(ctx context.Context, out io.Writer) error {
	started, err := c.tenancy.FirstStart(ctx, c.cfg.Admin.Email, c.cfg.Admin.Password)
	if err != nil {
		return fmt.Errorf("first start: %w", err)
	}
	if started == nil {
		return nil
	}
	if c.cfg.Admin.KeyFile != "" {
		if err := os.WriteFile(c.cfg.Admin.KeyFile, []byte(started.Key+"\n"), 0o600); err != nil {
			return fmt.Errorf("write first API key: %w", err)
		}
	}
	fmt.Fprintf(out, "\nThis is the first start. The following is shown only once:\n\n")
	fmt.Fprintf(out, "  e-mail:   %s\n", started.Email)
	if started.Password != "" {
		fmt.Fprintf(out, "  password: %s\n", started.Password)
	}
	fmt.Fprintf(out, "  API key:  %s\n\n", started.Key)
	return nil
}
