package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"platform/internal/server/config"
	"platform/internal/server/engine"
	"platform/internal/server/masterkey"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/storage/sqlstore"
)

// finding is what doctor says about one part.
type finding struct {
	part string
	note string // what is well
	err  error  // what is not
}

// doctor looks at everything a server needs and says what is missing. It
// changes nothing.
func doctor(ctx context.Context, e Env, args []string) error {
	if err := flags(e, "doctor", args, nil); err != nil {
		return err
	}
	cfg, _ := configure(e)
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	failed := 0
	for _, look := range []func(context.Context, config.Config) finding{
		dataDirectory, controlStore, masterKeyFile, engineLibrary, telemetryStore,
		address("web UI and API", func(c config.Config) string { return c.ListenAddr }),
		address("OTLP over gRPC", func(c config.Config) string { return c.OTLP.GRPCAddr }),
		address("OTLP over HTTP", func(c config.Config) string { return c.OTLP.HTTPAddr }),
	} {
		f := look(ctx, cfg)
		if f.part == "" {
			continue
		}
		if f.err != nil {
			failed++
		}
		f.write(e.Stdout)
	}
	if failed > 0 {
		return fmt.Errorf("%d of the parts are not well", failed)
	}
	return nil
}

func (f finding) write(w io.Writer) {
	if f.err != nil {
		fmt.Fprintf(w, "FAIL  %s: %v\n", f.part, f.err)
		return
	}
	fmt.Fprintf(w, "ok    %s: %s\n", f.part, f.note)
}

func dataDirectory(_ context.Context, cfg config.Config) finding {
	f := finding{part: "data directory", note: cfg.DataDir}
	info, err := os.Stat(cfg.DataDir)
	if errors.Is(err, os.ErrNotExist) {
		f.note += " (made on the first start)"
		return f
	}
	if f.err = err; err == nil && !info.IsDir() {
		f.err = fmt.Errorf("%s is not a directory", cfg.DataDir)
	}
	if f.err == nil {
		probe, err := os.CreateTemp(cfg.DataDir, ".doctor-*")
		if f.err = err; err == nil {
			probe.Close()
			os.Remove(probe.Name())
		}
	}
	return f
}

func controlStore(ctx context.Context, cfg config.Config) finding {
	f := finding{part: "control store"}
	address := cfg.ControlDatabase()
	if !sqlstore.IsPostgres(address) {
		if _, err := os.Stat(address); errors.Is(err, os.ErrNotExist) {
			f.note = "SQLite, made on the first start"
			return f
		}
	}
	db, err := sqlstore.Open(ctx, address)
	if err != nil {
		f.err = err
		return f
	}
	defer db.Close()
	current, newest, err := db.Version(ctx)
	f.err = err
	f.note = fmt.Sprintf("%s, schema version %d of %d", db.Engine(), current, newest)
	if err == nil && current > newest {
		f.err = fmt.Errorf("schema version %d is of a newer release; this one knows %d", current, newest)
	}
	return f
}

func masterKeyFile(_ context.Context, cfg config.Config) finding {
	f := finding{part: "master key", note: cfg.MasterKeyFile}
	info, err := os.Stat(cfg.MasterKeyFile)
	if errors.Is(err, os.ErrNotExist) {
		f.note += " (made on the first start)"
		return f
	}
	if err == nil && info.Mode().Perm()&0o077 != 0 {
		err = fmt.Errorf("%s can be read by others: chmod 600", cfg.MasterKeyFile)
	}
	if err == nil {
		_, err = masterkey.Load(cfg.MasterKeyFile)
	}
	f.err = err
	return f
}

func engineLibrary(_ context.Context, cfg config.Config) finding {
	if cfg.Telemetry.ClickHouseURL != "" {
		return finding{}
	}
	path, err := engine.FindLibrary(cfg.Engine.Library, newEmbedded(cfg, nil).options.Engine.DataDir)
	return finding{part: "engine library", note: path, err: err}
}

func telemetryStore(ctx context.Context, cfg config.Config) finding {
	f := finding{part: "telemetry store"}
	store := clickhouse.Config{URL: cfg.Telemetry.ClickHouseURL, Database: "default"}
	if store.URL == "" {
		store.Socket = newEmbedded(cfg, nil).options.Engine.Socket
		if !engineAnswers(ctx, store.Socket) {
			f.note = "embedded, not running"
			return f
		}
	}
	db, err := clickhouse.Open(store)
	if err != nil {
		f.err = err
		return f
	}
	defer db.Close()
	var version string
	f.err = db.QueryRow(ctx, "SELECT version()").Scan(&version)
	f.note = "ClickHouse " + version
	return f
}

// address looks whether a server could listen, or does already.
func address(part string, of func(config.Config) string) func(context.Context, config.Config) finding {
	return func(ctx context.Context, cfg config.Config) finding {
		addr := of(cfg)
		f := finding{part: part, note: addr + ", free"}
		if addr == "" {
			f.note = "off"
			return f
		}
		var lc net.ListenConfig
		l, err := lc.Listen(ctx, "tcp", addr)
		if err == nil {
			l.Close()
			return f
		}
		var d net.Dialer
		if c, dial := d.DialContext(ctx, "tcp", addr); dial == nil {
			c.Close()
			f.note = addr + ", in use: a server runs"
			return f
		}
		f.err = err
		return f
	}
}
