package engine_test

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/ClickHouse/ch-go/compress"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

func TestFormats(t *testing.T) {
	c := open(t)
	f := func(format, want, contentType string) {
		t.Helper()
		r := c.post(strings.NewReader("SELECT number AS n, 'x' AS s FROM numbers(2)"), nil, "default_format="+format)
		if r.body != want || r.header.Get("X-ClickHouse-Format") != format || !strings.HasPrefix(r.header.Get("Content-Type"), contentType) {
			t.Errorf("%s: %q, %v", format, r.body, r.header)
		}
	}
	f("TabSeparated", "0\tx\n1\tx\n", "text/tab-separated-values")
	f("CSVWithNames", "\"n\",\"s\"\n0,\"x\"\n1,\"x\"\n", "text/csv")
	f("JSONEachRow", "{\"n\":0,\"s\":\"x\"}\n{\"n\":1,\"s\":\"x\"}\n", "application/x-ndjson")
	f("Values", "(0,'x'),(1,'x')", "text/plain")
	f("RowBinary", "\x00\x00\x00\x00\x00\x00\x00\x00\x01x\x01\x00\x00\x00\x00\x00\x00\x00\x01x", "application/octet-stream")
	if got := c.ok("SELECT 1 AS a FORMAT JSON", nil); !json.Valid([]byte(got)) || !strings.Contains(got, `"rows": 1`) {
		t.Errorf("JSON: %s", got)
	}
	for format, magic := range map[string]string{"Parquet": "PAR1", "ArrowStream": "\xff\xff\xff\xff", "XML": "<?xml", "ORC": "ORC", "Pretty": ""} {
		if got := c.ok("SELECT number FROM numbers(100000)", nil, "default_format="+format); !strings.HasPrefix(got, magic) || len(got) < 500 {
			t.Errorf("%s starts with %.20q, has %d bytes", format, got, len(got))
		}
	}
	big := c.ok("SELECT number, count() FROM numbers(300000) GROUP BY number WITH TOTALS FORMAT JSON SETTINGS max_threads = 2", nil)
	if !json.Valid([]byte(big)) {
		t.Errorf("a long result in JSON is not one document: %.100s", big)
	}
}

func TestParametersAndSettings(t *testing.T) {
	c := open(t)
	f := func(want, sql string, params ...string) {
		t.Helper()
		if got := c.ok(sql, nil, params...); got != want {
			t.Errorf("%s %v = %q; want %q", sql, params, got, want)
		}
	}
	f("42\tit\\'s\\n", "SELECT {n:Int64} + 1, {s:String}", "param_n=41", `param_s=it's\n`)
	f("7", "SELECT getSetting('max_block_size')", "max_block_size=7")
	f("65409", "SELECT getSetting('max_block_size')") // the setting did not stay
	f("a\\'b\\\\c", "SELECT getSetting('log_comment')", `log_comment=a'b\c`)
	f("1", "SELECT 1 -- trailing comment")
	f("1", "SELECT 1;")
	f("2", "SELECT 1 + {x:UInt8} /* ; */;  ", "param_x=1")
	f("", "SELECT 1 FORMAT Null")
	f("1", "SELECT 1", "query=")
	f("2", "", "query=SELECT 2")
	f("3", "+ 1", "query=SELECT 2")
	f("system", "SELECT currentDatabase()", "database=system")
	f("1", "WITH 1 AS x SELECT x")
	f("1", "(SELECT 1)")
	f("1\n2", "SELECT arrayJoin([1, 2]) SETTINGS max_threads = 1")
	f("x", "SELECT 'x' SETTINGS max_threads = 1 FORMAT TSV")
	f("x", "SELECT 'x' FORMAT TSV SETTINGS max_threads = 1")
	f("a;b", "SELECT 'a;b'")
	f("Expression ((Project names + (Projection + Change column names to column identifiers)))\n  ReadFromSystemOne", "EXPLAIN SELECT 1")
}

func TestErrorsAreClickHouses(t *testing.T) {
	c := open(t)
	c.fails(404, "60", "DB::Exception: Unknown table", "SELECT * FROM nowhere")
	c.fails(404, "60", "(UNKNOWN_TABLE) (version 26.", "SELECT * FROM nowhere")
	c.fails(400, "62", "DB::Exception: Syntax error", "SELECT FROM WHERE")
	c.fails(400, "62", "Multi-statements are not allowed", "SELECT 1; SELECT 2")
	c.fails(400, "62", "Multi-statements are not allowed", "SELECT 'a\\';' ; DROP TABLE x")
	c.fails(400, "62", "Empty query", "-- nothing")
	c.fails(404, "115", "nonsense", "SELECT 1", "nonsense=1")
	c.fails(500, "36", "no name of a setting", "SELECT 1", "a b=1")
	c.fails(404, "81", "", "SELECT 1", "database=nowhere")
	c.fails(500, "36", "not allowed", "SELECT 1 INTO OUTFILE '/tmp/x'")
	c.fails(500, "36", "not allowed", "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT CSV")
	c.fails(500, "36", "not allowed", "SELECT 1 /* */ into/**/outfile 'x'")
	c.fails(404, "60", "", "INSERT INTO nowhere FORMAT CSV\n1,2\n")
	c.fails(500, "241", "memory limit exceeded", "SELECT groupArray(number) FROM numbers(1000000000)", "max_memory_usage=50000000")
	c.fails(408, "159", "TIMEOUT_EXCEEDED", "SELECT count() FROM numbers(100000000000) WHERE sipHash64(number) = 1", "max_execution_time=1")
	c.fails(500, "164", "READONLY", "CREATE TABLE x (a UInt8) ENGINE = Memory", "readonly=1")
	c.fails(500, "164", "READONLY", "SELECT * FROM file('/etc/passwd', 'LineAsString')", "readonly=1")
	c.fails(500, "164", "READONLY", "SELECT * FROM default.`/etc/passwd`", "readonly=1")
	if r := c.send(t.Context(), http.MethodGet, nil, nil, "query=CREATE TABLE x (a UInt8) ENGINE = Memory"); r.header.Get("X-ClickHouse-Exception-Code") != "164" {
		t.Errorf("GET changed something: %d %s", r.status, r.body)
	}
	if got := c.ok("SELECT 1", nil); got != "1" {
		t.Errorf("after errors: %s", got)
	}
}

func TestAnErrorWithinTheOutputIsMarked(t *testing.T) {
	c := open(t)
	r := c.post(strings.NewReader("SELECT number, throwIf(number = 3000000) FROM numbers(4000000)"), nil, "max_threads=1")
	tag := r.header.Get("X-ClickHouse-Exception-Tag")
	i := strings.Index(r.body, "\r\n__exception__\r\n"+tag+"\r\nCode: 395. DB::Exception")
	if r.status != 200 || i < 1<<20 || tag == "" {
		t.Errorf("status %d, mark at %d of %d: %.200s", r.status, i, len(r.body), r.body[max(0, len(r.body)-300):])
	}
	held := c.post(strings.NewReader("SELECT number, throwIf(number = 3000000) FROM numbers(4000000)"), nil, "max_threads=1", "wait_end_of_query=1")
	if held.status != 500 || held.header.Get("X-ClickHouse-Exception-Code") != "395" {
		t.Errorf("held back: status %d", held.status)
	}
}

func TestInserts(t *testing.T) {
	c := open(t)
	c.ok("CREATE TABLE t (a UInt64, s String) ENGINE = MergeTree ORDER BY a", nil)
	f := func(want string, r reply) {
		t.Helper()
		if r.status != 200 {
			t.Errorf("status %d: %s", r.status, r.body)
		}
		if got := c.ok("SELECT sum(a), any(s) FROM t", nil); got != want {
			t.Errorf("table has %q; want %q", got, want)
		}
		c.ok("TRUNCATE TABLE t", nil)
	}
	text := func(s string) io.Reader { return strings.NewReader(s) }
	f("3\tx", c.post(text("INSERT INTO t VALUES (1, 'x'), (2, 'x')"), nil))
	f("3\tx", c.post(text("(1, 'x'), (2, 'x')"), nil, "query=INSERT INTO t VALUES"))
	f("3\tx;y", c.post(text("INSERT INTO t (a, s) FORMAT JSONEachRow\n{\"a\":1,\"s\":\"x;y\"}{\"a\":2,\"s\":\"x;y\"}"), nil))
	f("3\tx", c.post(text("1,x\n2,x\n"), nil, "query=INSERT INTO t FORMAT CSV"))
	f("3\tx", c.post(text("1,x\n2,x\n"), nil, "query=INSERT INTO t SETTINGS max_threads = 1 FORMAT CSV"))
	f("3\tx", c.post(text("1,x\n2,x\n"), nil, "query=INSERT INTO t (* EXCEPT(s)) FORMAT CSV", "input_format_allow_errors_num=0", "query=INSERT INTO t FORMAT CSV"))
	f("1\tx", c.post(text("INSERT INTO t SELECT 1, 'x'"), nil))
	f("0\t", c.post(text(""), nil, "query=INSERT INTO t FORMAT CSV"))
	f("1\tx", c.post(text("1,x\n"), nil, "query=INSERT INTO t FORMAT CSV", "async_insert=1", "wait_for_async_insert=1"))

	data := []byte("1,x\n2,x\n")
	f("3\tx", c.post(reader(gzipped(data)), http.Header{"Content-Encoding": {"gzip"}}, "query=INSERT INTO t FORMAT CSV"))
	var z bytes.Buffer
	zw := zlib.NewWriter(&z)
	zw.Write(data)
	zw.Close()
	f("3\tx", c.post(&z, http.Header{"Content-Encoding": {"deflate"}}, "query=INSERT INTO t FORMAT CSV"))
	e, _ := zstd.NewWriter(nil)
	f("3\tx", c.post(reader(e.EncodeAll(data, nil)), http.Header{"Content-Encoding": {"zstd"}}, "query=INSERT INTO t FORMAT CSV"))
	var l bytes.Buffer
	lw := lz4.NewWriter(&l)
	lw.Write(data)
	lw.Close()
	f("3\tx", c.post(&l, http.Header{"Content-Encoding": {"lz4"}}, "query=INSERT INTO t FORMAT CSV"))
	block := compress.NewWriter(compress.LevelZero, compress.LZ4)
	if err := block.Compress(data); err != nil {
		t.Fatal(err)
	}
	f("3\tx", c.post(reader(block.Data), nil, "query=INSERT INTO t FORMAT CSV", "decompress=1"))

	block.Data[3] ^= 1 // of the checksum
	if r := c.post(reader(block.Data), nil, "query=INSERT INTO t FORMAT CSV", "decompress=1"); r.status != 400 {
		t.Errorf("a damaged block: %d %s", r.status, r.body)
	}
	if r := c.post(text("not gzip"), http.Header{"Content-Encoding": {"gzip"}}, "query=INSERT INTO t FORMAT CSV"); r.status != 500 || r.header.Get("X-ClickHouse-Exception-Code") != "271" {
		t.Errorf("a wrong encoding: %d %s", r.status, r.body)
	}
	native := c.ok("SELECT number + 1 AS a, 'x' AS s FROM numbers(2) FORMAT Native", nil)
	f("3\tx", c.post(text(native), nil, "query=INSERT INTO t (a, s) FORMAT Native"))
	if r := c.post(text(native[:len(native)-3]), nil, "query=INSERT INTO t (a, s) FORMAT Native"); r.status == 200 {
		t.Errorf("a truncated block was taken")
	}
}

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	w.Close()
	return b.Bytes()
}

func TestAnswersAreCompressedOnRequest(t *testing.T) {
	c := open(t)
	const sql = "SELECT repeat('x', 100) FROM numbers(100000)"
	want := c.ok(sql, nil) + "\n"
	f := func(name, got string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d bytes, not %d", name, len(got), len(want))
		}
	}
	encoded := func(accept string) reply {
		return c.post(strings.NewReader(sql), http.Header{"Accept-Encoding": {accept}}, "enable_http_compression=1")
	}
	all := func(r io.Reader) string {
		b, err := io.ReadAll(r)
		if err != nil && !strings.HasSuffix(err.Error(), "header: EOF") { // the end of blocks
			t.Error(err)
		}
		return string(b)
	}
	r := encoded("gzip")
	g, err := gzip.NewReader(strings.NewReader(r.body))
	if err != nil || r.header.Get("Content-Encoding") != "gzip" {
		t.Fatal(err, r.header)
	}
	f("gzip", all(g))
	z, err := zstd.NewReader(strings.NewReader(encoded("br;q=0, zstd").body))
	if err != nil {
		t.Fatal(err)
	}
	f("zstd", all(z))
	d, err := zlib.NewReader(strings.NewReader(encoded("deflate").body))
	if err != nil {
		t.Fatal(err)
	}
	f("deflate", all(d))
	f("blocks", all(compress.NewReader(strings.NewReader(c.post(strings.NewReader(sql), nil, "compress=1").body))))
}

func TestSummaryAndProgress(t *testing.T) {
	c := open(t)
	c.ok("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a", nil)
	r := c.post(strings.NewReader("1\n2\n3\n"), nil, "query=INSERT INTO t FORMAT TSV", "query_id=mine")
	var summary map[string]string
	if err := json.Unmarshal([]byte(r.header.Get("X-ClickHouse-Summary")), &summary); err != nil || summary["written_rows"] != "3" {
		t.Errorf("summary of insert: %s %v", r.header.Get("X-ClickHouse-Summary"), err)
	}
	if r.header.Get("X-ClickHouse-Query-Id") != "mine" {
		t.Errorf("query id %q", r.header.Get("X-ClickHouse-Query-Id"))
	}
	r = c.post(strings.NewReader("SELECT * FROM t"), nil)
	if err := json.Unmarshal([]byte(r.header.Get("X-ClickHouse-Summary")), &summary); err != nil || summary["read_rows"] != "3" || summary["result_rows"] != "3" {
		t.Errorf("summary of select: %s %v", r.header.Get("X-ClickHouse-Summary"), err)
	}
	r = c.post(strings.NewReader("SELECT sleepEachRow(0.2) FROM numbers(6)"), nil, "send_progress_in_http_headers=1", "max_block_size=1")
	if len(r.header.Values("X-ClickHouse-Progress")) == 0 || !json.Valid([]byte(r.header.Get("X-ClickHouse-Progress"))) {
		t.Errorf("no progress: %v", r.header)
	}
}

func TestSessions(t *testing.T) {
	c := open(t)
	s := []string{"session_id=" + t.Name(), "session_timeout=30"}
	c.ok("CREATE TEMPORARY TABLE tmp (a UInt8)", nil, s...)
	c.ok("INSERT INTO tmp VALUES (1)", nil, s...)
	c.ok("SET max_block_size = 9", nil, s...)
	if got := c.ok("SELECT a, getSetting('max_block_size') FROM tmp", nil, s...); got != "1\t9" {
		t.Errorf("session lost its state: %s", got)
	}
	c.fails(404, "60", "", "SELECT * FROM tmp")
	c.fails(404, "372", "not found", "SELECT 1", "session_id=none", "session_check=1")
	c.ok("CREATE TEMPORARY TABLE leak (a UInt8)", nil)
	c.fails(404, "60", "", "SELECT * FROM leak")
}

func TestPingAndUnknownPaths(t *testing.T) {
	c := open(t)
	for path, want := range map[string]int{"/ping": 200, "/": 200, "/health": 200, "/elsewhere": 404} {
		resp, err := c.http.Get("http://engine" + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %d; want %d", path, resp.StatusCode, want)
		}
	}
}
