package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"platform/internal/buildinfo"
	"platform/internal/server/backup"
	"platform/internal/server/engine/supervisor"
	"platform/internal/server/storage/clickhouse"
)

// writeBackup archives a deployment, running or not.
func writeBackup(ctx context.Context, e Env, args []string) error {
	var to string
	var controlOnly, withoutKey bool
	if err := flags(e, "backup", args, func(f *flag.FlagSet) {
		f.StringVar(&to, "to", "", "file to write")
		f.BoolVar(&controlOnly, "control-only", false, "leave telemetry out")
		f.BoolVar(&withoutKey, "without-master-key", false, "leave the master key out; sealed secrets then need the key file too")
	}); err != nil {
		return err
	}
	if to == "" {
		return fmt.Errorf("--to is missing: %w", errUsage)
	}
	cfg, log := configure(e)
	c, err := openControl(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer c.db.Close()
	parts := backup.Parts{Control: c.db, MasterKeyFile: cfg.MasterKeyFile, Progress: e.Stdout}
	if withoutKey {
		parts.MasterKeyFile = ""
	}
	databases, err := c.tenancy.EmbeddedDatabases(ctx)
	if err != nil {
		return err
	}
	if !controlOnly {
		stop, err := c.attach(ctx, e, &parts, true)
		if err != nil {
			return err
		}
		defer stop()
		if databases, err = existing(ctx, parts.Engine, databases); err != nil {
			return err
		}
	}
	return backup.Write(ctx, to, buildinfo.Version, parts, databases)
}

// readBackup restores an archive while the server is stopped.
func readBackup(ctx context.Context, e Env, args []string) error {
	var from string
	var replace, controlOnly bool
	if err := flags(e, "restore", args, func(f *flag.FlagSet) {
		f.StringVar(&from, "from", "", "file to read")
		f.BoolVar(&replace, "replace", false, "replace what the control store holds")
		f.BoolVar(&controlOnly, "control-only", false, "leave telemetry out")
	}); err != nil {
		return err
	}
	if from == "" {
		return fmt.Errorf("--from is missing: %w", errUsage)
	}
	archive, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("open archive: %w", err)
	}
	defer archive.Close()
	cfg, log := configure(e)
	db, err := openStore(ctx, cfg.ControlDatabase(), log)
	if err != nil {
		return fmt.Errorf("open control store: %w", err)
	}
	defer db.Close()
	if _, err := db.Migrate(ctx); err != nil {
		return err
	}
	if empty, err := db.Empty(ctx); err != nil {
		return err
	} else if !empty && !replace {
		return errors.New("the control store is not empty: give --replace to replace what it holds")
	}
	c := &control{cfg: cfg, log: log, db: db}
	if cfg.Telemetry.ClickHouseURL == "" {
		c.engine = newEmbedded(cfg, log)
	}
	parts := backup.Parts{Control: db, MasterKeyFile: cfg.MasterKeyFile, Replace: replace, Progress: e.Stdout}
	if !controlOnly {
		stop, err := c.attach(ctx, e, &parts, false)
		if err != nil {
			return err
		}
		defer stop()
	}
	return backup.Read(ctx, archive, parts)
}

// attach gives parts the embedded engine: the one of a running server when
// that may be, else one of its own until stop.
func (c *control) attach(ctx context.Context, e Env, parts *backup.Parts, shared bool) (stop func(), err error) {
	if c.engine == nil {
		fmt.Fprintln(e.Stdout, "telemetry: left out, it is on a ClickHouse server; use that server's own BACKUP and RESTORE")
		return func() {}, nil
	}
	options := c.engine.options
	options.Output = e.Stderr
	running := engineAnswers(ctx, options.Engine.Socket)
	if running && !shared {
		return nil, errors.New("stop the server first")
	}
	end := func() {}
	if !running {
		own, err := supervisor.Start(ctx, options)
		if err != nil {
			return nil, fmt.Errorf("%w; --control-only leaves telemetry out", err)
		}
		end = func() { _ = own.Stop() }
	}
	db, err := clickhouse.Open(clickhouse.Config{Socket: options.Engine.Socket, Database: "default"})
	if err != nil {
		end()
		return nil, err
	}
	parts.Engine = db
	if parts.WorkDir, err = filepath.Abs(filepath.Join(options.Engine.DataDir, "backups")); err != nil {
		db.Close()
		end()
		return nil, fmt.Errorf("find data directory: %w", err)
	}
	return func() { db.Close(); end() }, nil
}

// engineAnswers reports whether an engine serves on socket.
func engineAnswers(ctx context.Context, socket string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	db, err := clickhouse.Open(clickhouse.Config{Socket: socket, Database: "default"})
	if err != nil {
		return false
	}
	defer db.Close()
	return db.Ping(ctx) == nil
}

// existing keeps the databases that the engine has: one that never got
// telemetry has none.
func existing(ctx context.Context, engine *clickhouse.DB, databases []string) ([]string, error) {
	if engine == nil {
		return nil, nil
	}
	have, err := engine.Databases(ctx)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(databases, func(name string) bool { return !slices.Contains(have, name) }), nil
}
