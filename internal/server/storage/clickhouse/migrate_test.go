package clickhouse

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/storage/clickhouse/schema"
)

// migrated returns a store whose database has the telemetry tables.
func migrated(t testing.TB) *DB {
	t.Helper()
	db := open(t)
	if _, err := db.Migrate(t.Context(), db.Database(), 0); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestMigratingTwiceChangesNothing(t *testing.T) {
	db := open(t)
	n, err := db.Migrate(t.Context(), db.Database(), 0)
	if err != nil || n != len(migrations(t, db)) {
		t.Fatalf("first: %d, %v", n, err)
	}
	if n, err = db.Migrate(t.Context(), db.Database(), 0); err != nil || n != 0 {
		t.Errorf("second: %d, %v", n, err)
	}
}

func TestManyMigrateAtOnce(t *testing.T) {
	db := open(t)
	name := enginetest.Database(t) + "_new"
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if _, err := db.Migrate(t.Context(), name, time.Hour); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := count(t, db, "SELECT count() FROM (SELECT DISTINCT Version FROM "+name+".schema_migrations)"); n != uint64(len(migrations(t, db))) {
		t.Errorf("%d migrations noted", n)
	}
}

func TestTablesOfAnotherProgramAreLeftAlone(t *testing.T) {
	db := open(t)
	if err := db.Exec(t.Context(), "CREATE TABLE otel_logs (Timestamp DateTime64(9), Body String) ENGINE = MergeTree ORDER BY Timestamp"); err != nil {
		t.Fatal(err)
	}
	_, err := db.Migrate(t.Context(), db.Database(), time.Hour)
	if err == nil || !strings.Contains(err.Error(), "otel_logs") {
		t.Errorf("error %v", err)
	}
	if n := count(t, db, "SELECT count() FROM system.tables WHERE database = currentDatabase()"); n != 1 {
		t.Errorf("%d tables", n)
	}
}

func migrations(t testing.TB, db *DB) []schema.Migration {
	t.Helper()
	all, err := schema.Render(schema.Options{Database: db.Database()})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A database with two views, of which the second one was enough, and a derived environment.
func TestRowsOfTheFirstSchemaAreFoundAfterItsMigration(t *testing.T) {
	db := open(t)
	exec := func(sql string) {
		t.Helper()
		if err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	exec("CREATE TABLE schema_migrations (Version UInt32, Name String, Checksum String, AppliedAt DateTime DEFAULT now()) ENGINE = ReplacingMergeTree ORDER BY (Version, Checksum)")
	for _, m := range migrations(t, db)[:2] {
		for _, statement := range m.Statements {
			exec(statement)
		}
		exec(fmt.Sprintf("INSERT INTO schema_migrations (Version, Name, Checksum) SELECT %d, '%s', '%s'", m.Version, m.Name, m.Checksum))
	}
	insert := func(seed int) {
		t.Helper()
		if err := db.InsertBlock(t.Context(), "otel_traces", spanColumns, spanBlock(t, db, seed, 100), InsertOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	insert(1)
	if n, err := db.Migrate(t.Context(), db.Database(), time.Duration(0)); err != nil || n != len(migrations(t, db))-2 {
		t.Fatalf("%d migrations ran, %v", n, err)
	}
	insert(2)
	for sql, want := range map[string]uint64{
		"SELECT count() FROM otel_traces WHERE Environment = 'prod'":                                                                  200,
		"SELECT uniqExact(TraceId) FROM otel_traces_trace_id_ts":                                                                      20,
		"SELECT uniqExact(TraceId) FROM otel_traces_trace_id_ts_mv":                                                                   20,
		"SELECT toUInt64(min(Start)) FROM otel_traces_trace_id_ts":                                                                    1767323045,
		"SELECT count() FROM otel_traces_trace_id_ts WHERE End < Start":                                                               0,
		"SELECT count() FROM system.columns WHERE database = currentDatabase() AND name = 'Environment' AND default_kind = 'DEFAULT'": 7,
	} {
		if n := count(t, db, sql); n != want {
			t.Errorf("%s = %d; want %d", sql, n, want)
		}
	}
}

func TestRetentionFollowsItsSetting(t *testing.T) {
	db := open(t)
	f := func(retention time.Duration, want string) {
		t.Helper()
		if _, err := db.Migrate(t.Context(), db.Database(), retention); err != nil {
			t.Fatal(err)
		}
		var engine string
		if err := db.QueryRow(t.Context(), "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = 'otel_logs'").Scan(&engine); err != nil {
			t.Fatal(err)
		}
		if want == "" && strings.Contains(engine, "TTL") || !strings.Contains(engine, want) {
			t.Errorf("retention %s: %s; want %q", retention, engine, want)
		}
	}
	f(24*time.Hour, "TTL toDateTime(Timestamp) + toIntervalSecond(86400)")
	f(48*time.Hour, "TTL toDateTime(Timestamp) + toIntervalSecond(172800)")
	f(0, "")
	f(time.Hour, "TTL toDateTime(Timestamp) + toIntervalSecond(3600)")
}

func TestAnotherProgramsMigrationIsRefused(t *testing.T) {
	db := migrated(t)
	if err := db.Exec(t.Context(), "INSERT INTO schema_migrations (Version, Name, Checksum) SELECT 99, 'later', 'x'"); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Migrate(t.Context(), db.Database(), 0); err == nil || !strings.Contains(err.Error(), "older than the database") {
		t.Errorf("got %v", err)
	}
}

var spanColumns = []string{"Timestamp", "TraceId", "SpanId", "ParentSpanId", "ServiceName", "SpanName", "StatusCode", "Duration", "ResourceAttributes"}

// spanBlock lets the engine encode n spans as a Native block.
func spanBlock(t testing.TB, db *DB, seed, n int) []byte {
	t.Helper()
	return native(t, db, fmt.Sprintf(`SELECT toDateTime64('2026-01-02 03:04:05', 9) + toIntervalMillisecond(number) AS Timestamp,
		lower(hex(sipHash128(%d, intDiv(number, 10)))) AS TraceId, lower(hex(sipHash64(%d, number))) AS SpanId,
		if(number %% 10 = 0, '', 'ffffffffffffffff') AS ParentSpanId, toLowCardinality('svc') AS ServiceName,
		toLowCardinality('op') AS SpanName, toLowCardinality(if(number %% 10 = 3, 'Error', 'Ok')) AS StatusCode, toUInt64(number) AS Duration,
		CAST(map('deployment.environment.name', 'prod'), 'Map(LowCardinality(String), String)') AS ResourceAttributes FROM numbers(%d)`, seed, seed, n))
}

func native(t testing.TB, db *DB, sql string) []byte {
	t.Helper()
	resp, err := db.client.Get("http://engine/?default_format=Native&query=" + url.QueryEscape(sql))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	block, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %v: %s", resp.Status, err, block)
	}
	return block
}

func count(t testing.TB, db *DB, sql string) (n uint64) {
	t.Helper()
	if err := db.QueryRow(t.Context(), sql).Scan(&n); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return n
}

func TestARepeatedInsertCountsOnceInTablesAndViews(t *testing.T) {
	db := migrated(t)
	f := func(seed int, token string) {
		t.Helper()
		if err := db.InsertBlock(t.Context(), "otel_traces", spanColumns, spanBlock(t, db, seed, 100), InsertOptions{Token: token}); err != nil {
			t.Fatal(err)
		}
	}
	f(1, "request-1")
	f(1, "request-1")
	f(2, "request-2")
	f(1, "request-1")
	f(3, "") // without a token the content is compared
	f(3, "")
	for sql, want := range map[string]uint64{
		"SELECT count() FROM otel_traces":                                  300,
		"SELECT count() FROM otel_traces_trace_id_ts":                      30,
		"SELECT count() FROM otel_trace_summary":                           30,
		"SELECT uniqMerge(Spans) FROM otel_trace_summary":                  300,
		"SELECT uniqMerge(Errors) FROM otel_trace_summary":                 30,
		"SELECT count() FROM otel_traces WHERE Environment = 'prod'":       300,
		"SELECT count() FROM otel_trace_summary WHERE RootName = 'op'":     30,
		"SELECT count() FROM otel_trace_summary WHERE Services = ['svc']":  30,
		"SELECT count() FROM otel_traces WHERE SpanId = 'does not matter'": 0,
	} {
		if n := count(t, db, sql); n != want {
			t.Errorf("%s = %d; want %d", sql, n, want)
		}
	}
}

func TestDeduplicationSurvivesRestart(t *testing.T) {
	e := enginetest.StartOwn(t, enginetestOptions())
	db := openOn(t, e.Socket())
	block := spanBlock(t, db, 1, 100)
	insert := func() {
		t.Helper()
		if err := db.InsertBlock(t.Context(), "otel_traces", spanColumns, block, InsertOptions{Token: "once"}); err != nil {
			t.Fatal(err)
		}
	}
	insert()
	kill(t, e)
	insert()
	if n := count(t, db, "SELECT count() FROM otel_traces"); n != 100 {
		t.Errorf("%d rows; want 100", n)
	}
	if n := count(t, db, "SELECT count() FROM otel_traces_trace_id_ts"); n != 10 {
		t.Errorf("%d rows in the view; want 10", n)
	}
}
