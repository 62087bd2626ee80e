package engine_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"platform/internal/server/engine/enginetest"
)

// connect opens the official Go client on the shared engine.
func connect(t *testing.T, compression ch.CompressionMethod) driver.Conn {
	t.Helper()
	socket := enginetest.Start(t)
	o := &ch.Options{Protocol: ch.HTTP, Addr: []string{"engine:80"}, DialContext: func(ctx context.Context, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	if compression != ch.CompressionNone {
		o.Compression = &ch.Compression{Method: compression, Level: 1}
	}
	conn, err := ch.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestGoClientWithEveryCompression(t *testing.T) {
	for name, method := range map[string]ch.CompressionMethod{"none": ch.CompressionNone, "lz4": ch.CompressionLZ4, "zstd": ch.CompressionZSTD,
		"gzip": ch.CompressionGZIP, "deflate": ch.CompressionDeflate, "br": ch.CompressionBrotli} {
		t.Run(name, func(t *testing.T) {
			conn, ctx := connect(t, method), t.Context()
			table := "default." + enginetest.Database(t)
			if err := conn.Exec(ctx, "CREATE TABLE "+table+" (a UInt64, s String) ENGINE = MergeTree ORDER BY a"); err != nil {
				t.Fatal(err)
			}
			batch, err := conn.PrepareBatch(ctx, "INSERT INTO "+table)
			if err != nil {
				t.Fatal(err)
			}
			for i := range 10_000 {
				if err := batch.Append(uint64(i), strings.Repeat("x", i%100)); err != nil {
					t.Fatal(err)
				}
			}
			if err := batch.Send(); err != nil {
				t.Fatal(err)
			}
			var n, length uint64
			if err := conn.QueryRow(ctx, "SELECT count(), sum(length(s)) FROM "+table).Scan(&n, &length); err != nil || n != 10_000 || length != 495_000 {
				t.Errorf("%d rows, %d bytes, %v", n, length, err)
			}
			rows, err := conn.Query(ctx, "SELECT a, s FROM "+table+" ORDER BY a")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			read := uint64(0)
			for ; rows.Next(); read++ {
				var a uint64
				var s string
				if err := rows.Scan(&a, &s); err != nil || a != read || len(s) != int(a%100) {
					t.Fatalf("row %d: %d %q %v", read, a, s, err)
				}
			}
			if rows.Err() != nil || read != 10_000 {
				t.Errorf("%d rows, %v", read, rows.Err())
			}
			var e *ch.Exception
			if err := conn.Exec(ctx, "SELECT * FROM nowhere"); !errors.As(err, &e) || e.Code != 60 {
				t.Errorf("error: %v", err)
			}
		})
	}
}

func TestGoClientReadsEveryType(t *testing.T) {
	conn := connect(t, ch.CompressionNone)
	f := func(expression, want string) {
		t.Helper()
		rows, err := conn.Query(t.Context(), "SELECT "+expression+" AS v")
		if err != nil {
			t.Errorf("%s: %v", expression, err)
			return
		}
		defer rows.Close()
		if !rows.Next() {
			t.Errorf("%s: no row: %v", expression, rows.Err())
			return
		}
		if got := rows.ColumnTypes()[0].DatabaseTypeName(); got != want {
			t.Errorf("%s has type %s; want %s", expression, got, want)
		}
	}
	f("toInt8(1)", "Int8")
	f("toUInt256(1)", "UInt256")
	f("1.5::Float32", "Float32")
	f("NULL", "Nullable(Nothing)")
	f("toNullable('x')", "Nullable(String)")
	f("[1, 2]::Array(UInt8)", "Array(UInt8)")
	f("[]::Array(Array(Nullable(String)))", "Array(Array(Nullable(String)))")
	f("(1::UInt8, 'x')", "Tuple(UInt8, String)")
	f("map('a', 1::UInt8)", "Map(String, UInt8)")
	f("CAST(map('a', 'b'), 'Map(LowCardinality(String), String)')", "Map(LowCardinality(String), String)")
	f("toLowCardinality(toNullable('x'))", "LowCardinality(Nullable(String))")
	f("toDecimal64(1.5, 3)", "Decimal(18, 3)")
	f("generateUUIDv4()", "UUID")
	f("toIPv4('1.2.3.4')", "IPv4")
	f("toIPv6('::1')", "IPv6")
	f("CAST('a', 'Enum8(\\'a\\' = 1)')", "Enum8('a' = 1)")
	f("toDate('2026-01-01')", "Date")
	f("toDate32('2026-01-01')", "Date32")
	f("toDateTime('2026-01-01 00:00:00', 'Europe/Paris')", "DateTime")
	f("toDateTime64('2026-01-01 00:00:00.123456789', 9, 'UTC')", "DateTime64(9, 'UTC')")
	f("toFixedString('abc', 3)", "FixedString(3)")
	f("true", "Bool")
	f("toIntervalDay(1)", "IntervalDay")
	f("CAST((1, 2), 'Point')", "Point")
	f("CAST('{\"a\":1,\"b\":[1,2]}', 'JSON')", "JSON")
	f("CAST(1::UInt8, 'Variant(UInt8, String)')", "Variant(String, UInt8)")
	f("CAST('x', 'Dynamic')", "Dynamic")
}

func TestGoClientReadsValuesOfOpenTypes(t *testing.T) {
	conn := connect(t, ch.CompressionNone)
	var d ch.Dynamic
	var v ch.Variant
	var j ch.JSON
	row := conn.QueryRow(t.Context(), `SELECT CAST('x', 'Dynamic'), CAST(7::UInt8, 'Variant(UInt8, String)'), CAST('{"a": {"b": 1}, "c": ["y"]}', 'JSON')`)
	if err := row.Scan(&d, &v, &j); err != nil {
		t.Fatal(err)
	}
	a, _ := j.ValueAtPath("a.b")
	if d.Any() != "x" || v.Any() != uint8(7) || fmt.Sprint(a) != "{1 Int64}" {
		t.Errorf("got %v, %v, %v", d.Any(), v.Any(), a)
	}
}

func TestGoClientLearnsOfAnErrorWithinTheOutput(t *testing.T) {
	conn := connect(t, ch.CompressionNone)
	rows, err := conn.Query(t.Context(), "SELECT number, throwIf(number = 3000000) FROM numbers(4000000) SETTINGS max_threads = 1")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	var e *ch.Exception
	if !errors.As(rows.Err(), &e) || e.Code != 395 {
		t.Errorf("got %v", rows.Err())
	}
}

func TestGoClientParametersSettingsAndDeadline(t *testing.T) {
	conn := connect(t, ch.CompressionNone)
	ctx := ch.Context(t.Context(), ch.WithSettings(ch.Settings{"max_block_size": 5}), ch.WithParameters(ch.Parameters{"x": "7"}), ch.WithQueryID("mine"))
	var got string
	if err := conn.QueryRow(ctx, "SELECT toString(({x:UInt8}, getSetting('max_block_size')))").Scan(&got); err != nil || got != "(7,5)" {
		t.Errorf("%s, %v", got, err)
	}
	short, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	mark := fmt.Sprintf("/* %d */", time.Now().UnixNano())
	if err := conn.Exec(short, forever+mark); err == nil {
		t.Error("no error at the deadline")
	}
	waitFor(t, "the statement to end", func() bool {
		var n uint64
		err := conn.QueryRow(t.Context(), "SELECT count() FROM system.processes WHERE position(query, ?) > 0 AND position(query, 'system.processes') = 0", mark).Scan(&n)
		return err == nil && n == 0
	})
}
