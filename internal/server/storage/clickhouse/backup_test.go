package clickhouse

import (
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"platform/internal/server/engine/enginetest"
)

func TestBackupAndRestore(t *testing.T) {
	from := openOn(t, enginetest.StartOwn(t, enginetestOptions()).Socket())
	insert := func(i int) {
		t.Helper()
		if err := from.InsertBlock(t.Context(), "otel_traces", spanColumns, spanBlock(t, from, i, 1000), InsertOptions{Token: fmt.Sprint(i)}); err != nil {
			t.Error(err)
		}
	}
	for i := range 5 {
		insert(i)
	}
	place := filepath.Join(t.TempDir(), "backup")
	var seen Progress
	var wg sync.WaitGroup
	wg.Go(func() { // writers go on
		for i := range 5 {
			insert(100 + i)
		}
	})
	if err := from.Backup(t.Context(), place, nil, func(p Progress) { seen = p }); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
	if seen.TotalFiles == 0 || seen.TotalBytes == 0 {
		t.Errorf("progress %+v", seen)
	}
	if err := from.Backup(t.Context(), place, nil, nil); err == nil || !strings.Contains(err.Error(), "ALREADY_EXISTS") {
		t.Errorf("a second backup to the same place: %v", err)
	}

	to, err := Open(Config{Socket: enginetest.StartOwn(t, enginetestOptions()).Socket()})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	if err := to.Restore(t.Context(), place, []string{"telemetry"}, false, nil); err != nil {
		t.Fatal(err)
	}
	n := count(t, to, "SELECT count() FROM telemetry.otel_traces")
	if n < 5000 || n%1000 != 0 {
		t.Errorf("%d spans; whole blocks of 1000, 5 of them at least", n)
	}
	if err := to.Restore(t.Context(), place, []string{"telemetry"}, false, nil); err == nil {
		t.Error("restored over a database that exists")
	}
	if err := to.Restore(t.Context(), place, []string{"telemetry"}, true, nil); err != nil {
		t.Fatal(err)
	}
	// The copy works on: it migrates, takes rows and feeds its views.
	if applied, err := to.Migrate(t.Context(), "telemetry", 0); err != nil || applied != 0 {
		t.Errorf("migrate: %d, %v", applied, err)
	}
	db, err := to.In("telemetry")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	before := count(t, db, "SELECT count() FROM otel_traces_trace_id_ts")
	if err := db.InsertBlock(t.Context(), "otel_traces", spanColumns, spanBlock(t, db, 999, 100), InsertOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := count(t, db, "SELECT count() FROM otel_traces_trace_id_ts"); got != before+10 {
		t.Errorf("%d rows in the view; want %d", got, before+10)
	}
}
