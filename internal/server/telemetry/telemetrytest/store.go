// Package telemetrytest gives tests telemetry in a real engine, and evaluates
// queries over the same data in the plainest way, to compare with.
package telemetrytest

import (
	"context"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/storage/clickhouse/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Start is when generated data starts: not at the start of any hour or day.
var Start = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// World is an empty database with the telemetry tables, and its reader.
type World struct {
	DB    *clickhouse.DB
	Store *telemetry.Store
	View  query.View
	t     testing.TB
}

// New makes a database on the engine that the tests of a process share.
func New(t testing.TB) *World {
	t.Helper()
	root, err := clickhouse.Open(clickhouse.Config{Socket: enginetest.Start(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	name := enginetest.Database(t)
	if _, err := root.Migrate(t.Context(), name, 0); err != nil {
		t.Fatal(err)
	}
	db, err := root.In(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = db.Exec(context.WithoutCancel(t.Context()), "DROP DATABASE "+name)
		db.Close()
	})
	return &World{DB: db, Store: telemetry.New(one{db}, telemetry.DefaultLimits), View: query.View{Target: tenancy.Target{ID: name, Database: name}}, t: t}
}

// one is always the same database.
type one struct{ db *clickhouse.DB }

func (o one) Open(context.Context, tenancy.Target) (*clickhouse.DB, error) { return o.db, nil }

// Metrics stores metrics as ingest does. The same records stored again change
// nothing, unless they come together.
func (w *World) Metrics(m pmetric.Metrics) {
	w.t.Helper()
	w.insert(block.OfMetrics(m, w.options()))
}

// Traces stores spans as ingest does.
func (w *World) Traces(td ptrace.Traces) {
	w.t.Helper()
	w.insert(block.OfTraces(td, w.options()))
}

// Logs stores log records as ingest does.
func (w *World) Logs(l plog.Logs) {
	w.t.Helper()
	w.insert(block.OfLogs(l, w.options()))
}

func (w *World) options() *block.Options {
	return &block.Options{Environment: "production", Now: Start.Add(48 * time.Hour)}
}

func (w *World) insert(blocks []block.Block, report *block.Report) {
	w.t.Helper()
	if n := report.Rejected(); n > 0 {
		w.t.Fatalf("%d records refused: %s", n, report.Message(""))
	}
	for _, b := range blocks {
		if err := w.DB.InsertBlock(w.t.Context(), b.Table, b.Columns, b.Data, clickhouse.InsertOptions{}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// Limited is a reader of the same database that may read few rows.
func (w *World) Limited(t testing.TB, rows uint64) *telemetry.Store {
	t.Helper()
	limits := telemetry.DefaultLimits
	limits.Rows = rows
	return telemetry.New(one{w.DB}, limits)
}
