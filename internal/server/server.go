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
	"platform/internal/server/config"
	"platform/internal/server/fault"
	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/tenancy"
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
	tenancy *tenancy.Service
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
	seal, err := masterkey.Load(cfg.MasterKeyFile)
	if err != nil {
		db.Close()
		return nil, err
	}
	t := tenancy.New(db.Tenancy(), db.Sessions(), seal, prober{}, cfg.Secure(), log)
	return &control{cfg: cfg, log: log, db: db, seal: seal, tenancy: t}, nil
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
	api, err := newAPI(cfg, c.tenancy, log)
	if err != nil {
		return err
	}
	api.Ready("control store", c.db.Ping)
	if err := serveUI(api, cfg.WebDevURL); err != nil {
		return err
	}
	web, err := httpx.Listen(ctx, cfg.ListenAddr, api, log)
	if err != nil {
		return err
	}
	log.Info("platform started", "version", buildinfo.Version, "url", cfg.SiteURL, "listen", web.Addr(), "control", c.db.Engine())
	fmt.Fprintf(out, "The platform is at %s\n", cfg.SiteURL)

	var background sync.WaitGroup
	background.Go(func() { c.tenancy.Run(ctx) })
	err = web.Serve(ctx, grace)
	background.Wait()
	log.Info("platform stopped")
	return err
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
