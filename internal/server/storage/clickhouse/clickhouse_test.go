package clickhouse

import (
	"fmt"
	"testing"

	"platform/internal/server/engine/enginetest"
)

// open returns a store in a new database on the embedded engine.
func open(t testing.TB) *DB {
	t.Helper()
	socket := enginetest.Start(t)
	root, err := Open(Config{Socket: socket})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	name := enginetest.Database(t)
	if err := root.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	db, err := root.In(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func TestDriverWritesAndReads(t *testing.T) {
	db, ctx := open(t), t.Context()
	if err := db.Ping(ctx); err != nil {
		t.Fatal(err)
	}
	if err := db.Exec(ctx, `CREATE TABLE t (a UInt64, m Map(LowCardinality(String), String), l LowCardinality(String), d DateTime64(9)) ENGINE = MergeTree ORDER BY a`); err != nil {
		t.Fatal(err)
	}
	batch, err := db.PrepareBatch(ctx, "INSERT INTO t (a, m, l)")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		if err := batch.Append(uint64(i), map[string]string{"k": fmt.Sprint(i)}, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if err := batch.Send(); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		A uint64            `ch:"a"`
		M map[string]string `ch:"m"`
		L string            `ch:"l"`
	}
	if err := db.Select(ctx, &got, "SELECT a, m, l FROM t WHERE a >= ? ORDER BY a", 998); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[1].M["k"] != "999" || got[0].L != "x" {
		t.Errorf("got %v", got)
	}
	var n uint64
	if err := db.QueryRow(ctx, "SELECT count() FROM t WHERE 0").Scan(&n); err != nil || n != 0 {
		t.Errorf("count: %d, %v", n, err)
	}
	rows, err := db.Query(ctx, "SELECT a FROM t WHERE 0")
	if err != nil {
		t.Fatal(err)
	}
	if rows.Next() || rows.Err() != nil {
		t.Errorf("no rows expected: %v", rows.Err())
	}
	rows.Close()
}
