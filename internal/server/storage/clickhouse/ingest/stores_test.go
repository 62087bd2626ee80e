package ingest_test

import (
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/ingest/ingesttest"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/storage/clickhouse/ingest"
)

func open(t *testing.T) (*ingest.Stores, *clickhouse.DB, commit.Target) {
	t.Helper()
	root, err := clickhouse.Open(clickhouse.Config{Socket: enginetest.Start(t)})
	if err != nil {
		t.Fatal(err)
	}
	databases := &ingesttest.Databases{Root: root}
	t.Cleanup(databases.Close)
	target := commit.Target{Database: enginetest.Database(t)}
	db, err := databases.Database(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	return ingest.New(databases), db, target
}

// insert writes n spans of a trace each, of one request.
func insert(t *testing.T, s *ingest.Stores, target commit.Target, id uint64, n int) block.Block {
	t.Helper()
	td := ptrace.NewTraces()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	for i := range n {
		sp := spans.AppendEmpty()
		sp.SetTraceID(pcommon.TraceID{byte(id), 15: byte(i + 1)})
		sp.SetSpanID(pcommon.SpanID{1})
		sp.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		sp.SetEndTimestamp(sp.StartTimestamp() + 5)
	}
	blocks, _ := block.OfTraces(td, &block.Options{IngestID: id, Now: time.Now(), Environment: "production", Columns: func(table string) block.ColumnSet {
		columns, err := s.Columns(t.Context(), target, table)
		if err != nil {
			t.Error(err)
		}
		return columns
	}})
	b := blocks[0]
	if err := s.Insert(t.Context(), target, b.Table, b.Columns, [][]byte{b.Data}, ""); err != nil {
		t.Fatal(err)
	}
	return b
}

func count(t *testing.T, db *clickhouse.DB, sql string) (n uint64) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRowsOfARequestAreFoundAndRemoved(t *testing.T) {
	s, _, target := open(t)
	b := insert(t, s, target, 7, 3)
	insert(t, s, target, 8, 2)
	f := func(want uint64, ids ...uint64) {
		t.Helper()
		n, known, err := s.Count(t.Context(), target, b.Table, b.Day, ids)
		if n != want || !known || err != nil {
			t.Errorf("Count(%v) = %d, %v, %v; want %d", ids, n, known, err, want)
		}
	}
	f(3, 7)
	f(5, 7, 8)
	f(0, 9)
	if err := s.Delete(t.Context(), target, b.Table, b.Day, []uint64{7}); err != nil {
		t.Error(err)
	}
	f(2, 7, 8)
	if at, err := s.Latest(t.Context(), target, block.Traces); err != nil || time.Since(at) > time.Minute {
		t.Errorf("Latest = %v, %v", at, err)
	}
	if at, err := s.Latest(t.Context(), target, block.Logs); err != nil || !at.IsZero() {
		t.Errorf("Latest of no rows = %v, %v", at, err)
	}
}

func TestViewsAreRefilledFromTheRows(t *testing.T) {
	s, db, target := open(t)
	b := insert(t, s, target, 7, 3)
	insert(t, s, target, 8, 2)
	if err := db.Exec(t.Context(), "TRUNCATE TABLE otel_trace_summary"); err != nil { // as if the engine had died before it was written
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Refill(t.Context(), target, b.Table, b.Day, []uint64{7}); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(t, db, "SELECT uniqExact(TraceId) FROM otel_traces_trace_id_ts"); n != 3 {
		t.Errorf("%d traces by id, want 3", n)
	}
	if n := count(t, db, "SELECT sum(n) FROM (SELECT uniqMerge(Spans) AS n FROM otel_trace_summary GROUP BY TraceId HAVING max(Environment) = 'production')"); n != 3 {
		t.Errorf("%d spans summarised, want 3", n)
	}
}
