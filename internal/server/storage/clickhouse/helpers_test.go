package clickhouse

import (
	"context"
	"syscall"
	"testing"
	"time"

	"platform/internal/server/engine"
	"platform/internal/server/engine/supervisor"
)

func enginetestOptions() engine.Options { return engine.Options{Memory: 2 << 30} }

// openOn returns a store with the telemetry tables in the database "telemetry".
func openOn(t testing.TB, socket string) *DB {
	t.Helper()
	root, err := Open(Config{Socket: socket})
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := root.Migrate(t.Context(), "telemetry", 0); err != nil {
		t.Fatal(err)
	}
	db, err := root.In("telemetry")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// kill ends the engine as the kernel would for want of memory, and waits for the next one.
func kill(t testing.TB, e *supervisor.Engine) {
	t.Helper()
	before := e.Restarts()
	if err := syscall.Kill(e.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for e.Restarts() == before {
		select {
		case <-ctx.Done():
			t.Fatal("the engine was not restarted")
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := e.WaitReady(ctx); err != nil {
		t.Fatal(err)
	}
}
