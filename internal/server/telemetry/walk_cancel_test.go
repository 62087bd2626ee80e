package telemetry_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/storage/clickhouse"
)

// slow lets every row of the tables be read a thousand million times.
func slow(t *testing.T, db *clickhouse.DB) {
	t.Helper()
	for _, table := range []string{"otel_traces", "otel_logs", "otel_metrics_gauge", "otel_metrics_sum", "otel_metrics_histogram", "otel_metrics_exponential_histogram", "otel_metrics_summary"} {
		for _, sql := range []string{"RENAME TABLE " + table + " TO kept_" + table, "CREATE VIEW " + table + " AS SELECT k.* FROM numbers(1000000000) AS n CROSS JOIN kept_" + table + " AS k"} {
			if err := db.Exec(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// running is how many statements on telemetry run in a database.
func running(t *testing.T, db *clickhouse.DB) (n uint64) {
	t.Helper()
	rows, err := db.Query(t.Context(), "SELECT count() FROM system.processes WHERE current_database = currentDatabase() AND query LIKE '%otel_%' AND query NOT LIKE '%system.processes%'")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// TestStatementsEndWithTheirRequest cancels a request of every route while its statement runs.
func TestStatementsEndWithTheirRequest(t *testing.T) {
	w := newWalk(t)
	db := w.Data(w.A).DB
	slow(t, db)
	w.each(func(op *huma.Operation, recipe []string) {
		a := w.production.asks(recipe)[0]
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, op.Method, "http://platform.test"+a.path, strings.NewReader(a.body))
		r.Header.Set("Authorization", "Bearer "+w.A.Key)
		r.Header.Set("Content-Type", "application/json")
		rec, ended := httptest.NewRecorder(), make(chan struct{})
		go func() {
			defer close(ended)
			w.World.API.ServeHTTP(rec, r)
		}()
		for running(t, db) == 0 {
			select {
			case <-ended:
				t.Errorf("%s %s ended before it could be cancelled: %d %.300s", op.Method, op.Path, rec.Code, rec.Body)
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
		cancel()
		<-ended
		for deadline := time.Now().Add(20 * time.Second); running(t, db) > 0; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s %s: its statement runs on", op.Method, op.Path)
			}
		}
	})
}
