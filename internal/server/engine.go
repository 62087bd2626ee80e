package server

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"platform/internal/server/config"
	"platform/internal/server/engine"
	"platform/internal/server/engine/supervisor"
	"platform/internal/server/fault"
)

// engineRetry is how long a start that failed, for example for want of the
// library, waits before it is tried again.
const engineRetry = 10 * time.Second

// embedded is the engine's child process as the server sees it: it may not be
// there yet, or never come.
type embedded struct {
	options supervisor.Options

	mu     sync.Mutex
	engine *supervisor.Engine
	err    error // why there is none
}

func newEmbedded(cfg config.Config, log *slog.Logger) *embedded {
	dir := filepath.Join(cfg.DataDir, "engine")
	return &embedded{
		err: errors.New("the engine is starting"),
		options: supervisor.Options{Log: log, Engine: engine.Options{
			DataDir: dir, Library: cfg.Engine.Library, Socket: supervisor.SocketPath(dir), Addr: cfg.Engine.Addr, Password: cfg.Engine.Password,
			Reads: cfg.Engine.Lanes, Writes: cfg.Engine.Lanes, Memory: int64(cfg.Engine.MemoryMB) << 20, Fsync: cfg.Engine.Fsync,
		}},
	}
}

// run keeps the engine until ctx ends. An engine that cannot start does not
// keep the server from serving what needs none.
func (e *embedded) run(ctx context.Context, log *slog.Logger) {
	for {
		started, err := supervisor.Start(ctx, e.options)
		e.set(started, err)
		if err == nil {
			<-ctx.Done()
			e.set(nil, errors.New("the server is stopping"))
			if err := started.Stop(); err != nil {
				log.Error("engine did not stop", "error", err)
			}
			return
		}
		if ctx.Err() != nil {
			return
		}
		log.Error("engine not started; telemetry is neither taken nor shown", "error", err, "retry_in", engineRetry)
		select {
		case <-ctx.Done():
			return
		case <-time.After(engineRetry):
		}
	}
}

func (e *embedded) set(started *supervisor.Engine, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.engine, e.err = started, err
}

// ready says why the engine cannot be used, nil when it can.
func (e *embedded) ready() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.engine == nil {
		return e.err
	}
	return e.engine.Ready()
}

// available is ready for callers: a fault that says when to come again.
func (e *embedded) available() error {
	err := e.ready()
	if err == nil {
		return nil
	}
	wait := 2 * time.Second
	var down *supervisor.Unavailable
	if errors.As(err, &down) {
		wait = down.RetryAfter
	}
	return fault.New(fault.Unavailable, "the telemetry engine is not available").After(wait).Because(err)
}

func (e *embedded) restarts() float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.engine == nil {
		return 0
	}
	return float64(e.engine.Restarts())
}
