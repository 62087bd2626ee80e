package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/query"
)

// The generated data is as dense at every size: BENCH_TELEMETRY=20 is a week of 20
// million spans, 20 million log lines and 50 million points of 64 GPUs on 8 hosts,
// and a smaller number the newest part of that week. BENCH_TELEMETRY_DIR
// keeps it for the next run.
const (
	spansOfOne  = 1_000_000
	logsOfOne   = 1_000_000
	timeOfOne   = 7 * 24 * time.Hour / 20
	pointsEvery = 15 * time.Second
	gpusOfFleet = 64
	gpusOfHost  = 8
	cpusOfHost  = 24
	bigTrace    = 5000 // spans of the one long trace
)

// benchEnd is the end of the generated data.
var benchEnd = time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)

// bigTraceID is a trace of bigTrace spans, two minutes before the end.
var bigTraceID = strings.Repeat("b1", 16)

func benchScale() float64 {
	if n, err := strconv.ParseFloat(os.Getenv("BENCH_TELEMETRY"), 64); err == nil && n > 0 {
		return n
	}
	return 0.3
}

// dataset is a database of generated telemetry.
type dataset struct {
	db    *clickhouse.DB
	scale float64
}

// span is the time that the data covers.
func (d dataset) span() time.Duration { return time.Duration(float64(timeOfOne) * d.scale) }

// openDatasets opens the data of a size and of a twentieth of it, which is its
// newest part, and generates what is not there yet.
func openDatasets(b *testing.B, scale float64) (full, small dataset, socket string) {
	b.Helper()
	e := enginetest.StartOwn(b, engine.Options{DataDir: os.Getenv("BENCH_TELEMETRY_DIR"), Memory: 6 << 30})
	small = openDataset(b, e.Socket(), scale/20)
	return openDataset(b, e.Socket(), scale), small, e.Socket()
}

func openDataset(b *testing.B, socket string, scale float64) dataset {
	b.Helper()
	root, err := clickhouse.Open(clickhouse.Config{Socket: socket})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	name := strings.ReplaceAll(fmt.Sprintf("bench_%g", scale), ".", "_")
	var complete uint64
	if err := root.QueryRow(b.Context(), "SELECT count() FROM system.tables WHERE database = '"+name+"' AND name = 'complete'").Scan(&complete); err != nil {
		b.Fatal(err)
	}
	if complete == 0 {
		if err := root.Exec(b.Context(), "DROP DATABASE IF EXISTS "+name); err != nil {
			b.Fatal(err)
		}
	}
	if _, err := root.Migrate(b.Context(), name, 0); err != nil {
		b.Fatal(err)
	}
	db, err := root.In(name)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	d := dataset{db, scale}
	if complete == 0 {
		d.generate(b)
	}
	return d
}

func (d dataset) exec(b *testing.B, sql string) {
	b.Helper()
	if err := d.db.Exec(b.Context(), sql); err != nil {
		b.Fatal(err)
	}
}

// generate fills the tables in the engine itself, oldest first, as it would
// have arrived. All is numbered from the end, so that the newest rows are the same
// at every size.
func (d dataset) generate(b *testing.B) {
	b.Helper()
	began := time.Now()
	const part = 1_000_000
	from := func(n int64, generate func(from, count int64)) {
		for end := n; end > 0; end -= part {
			generate(max(0, end-part), min(part, end))
		}
	}
	from(int64(spansOfOne*d.scale), func(from, count int64) { d.exec(b, spansSQL(from, count)) })
	d.exec(b, bigTraceSQL())
	b.Logf("scale %g: spans after %s", d.scale, time.Since(began).Round(time.Second))
	from(int64(logsOfOne*d.scale), func(from, count int64) { d.exec(b, logsSQL(from, count)) })
	b.Logf("scale %g: log lines after %s", d.scale, time.Since(began).Round(time.Second))
	steps := int64(d.span() / pointsEvery)
	const day = int64(24 * time.Hour / pointsEvery)
	for end := steps; end > 0; end -= day {
		for _, sql := range pointsSQL(max(0, end-day), min(day, end)) {
			d.exec(b, sql)
		}
	}
	b.Logf("scale %g: points after %s", d.scale, time.Since(began).Round(time.Second))
	d.settle(b)
	d.exec(b, "CREATE TABLE complete (at DateTime) ENGINE = TinyLog")
	b.Logf("scale %g: generated and merged in %s, %s", d.scale, time.Since(began).Round(time.Second), d.size(b))
}

// settle waits until the engine has merged what it wants to.
func (d dataset) settle(b *testing.B) {
	b.Helper()
	for quiet := 0; quiet < 3; {
		var merges uint64
		if err := d.db.QueryRow(b.Context(), "SELECT count() FROM system.merges").Scan(&merges); err != nil {
			b.Fatal(err)
		}
		if quiet++; merges > 0 {
			quiet = 0
		}
		time.Sleep(time.Second)
	}
}

// size tells rows and bytes of each table.
func (d dataset) size(b *testing.B) (text string) {
	b.Helper()
	rows, err := d.db.Query(b.Context(), "SELECT table, sum(rows), formatReadableSize(sum(bytes_on_disk)), count() FROM system.parts WHERE active AND database = currentDatabase() AND rows > 0 GROUP BY table ORDER BY table")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var table, size string
		var n, parts uint64
		if err := rows.Scan(&table, &n, &size, &parts); err != nil {
			b.Fatal(err)
		}
		text += fmt.Sprintf("%s %d rows in %s and %d parts; ", table, n, size, parts)
	}
	return text
}

// traces are ids of traces in the middle of a range.
func (d dataset) traces(b *testing.B, r query.Range) (ids []string) {
	b.Helper()
	middle := r.From.Add(r.Span() / 2)
	rows, err := d.db.Query(b.Context(), fmt.Sprintf("SELECT DISTINCT TraceId FROM otel_traces WHERE Timestamp >= fromUnixTimestamp64Nano(%d) AND Timestamp < fromUnixTimestamp64Nano(%d) AND ServiceName != 'batch' LIMIT 200",
		middle.UnixNano(), middle.Add(time.Minute).UnixNano()))
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			b.Fatal(err)
		}
		ids = append(ids, id)
	}
	return ids
}

// before is a moment before the end, of a thing that comes every so often, as SQL.
func before(number string, every time.Duration) string {
	return fmt.Sprintf("fromUnixTimestamp64Nano(%d - toInt64(%s + 1) * %d)", benchEnd.UnixNano(), number, every.Nanoseconds())
}

const spanInsert = "INSERT INTO otel_traces (Timestamp, TraceId, SpanId, ParentSpanId, SpanName, SpanKind, ServiceName, ResourceAttributes, SpanAttributes, Duration, StatusCode, StatusMessage, `Events.Timestamp`, `Events.Name`, `Events.Attributes`)"

// spansSQL makes traces of ten spans with the attributes of calls of models.
// Two of a hundred spans fail, most of them with an exception.
func spansSQL(from, count int64) string {
	trace := timeOfOne / (spansOfOne / 10)
	return spanInsert + " WITH intDiv(number, 10) AS trace, number % 10 AS nth, cityHash64(number) AS h, if(cityHash64(number, 6) % 50 = 0, 'Error', 'Unset') AS status, status = 'Error' AND h % 5 > 0 AS thrown SELECT " + before("trace", trace) + " + toIntervalMicrosecond(nth * 5000 + h % 1000) AS t," +
		" lower(hex(sipHash128(trace))), leftPad(lower(hex(number + 1)), 16, '0'), if(nth = 0, '', leftPad(lower(hex(trace * 10 + 1)), 16, '0'))," +
		" concat('op-', toString(cityHash64(number, 1) % 20)), if(nth = 0, 'Server', 'Client'), concat('svc-', toString(cityHash64(number, 2) % 8))," +
		" map('service.name', concat('svc-', toString(cityHash64(number, 2) % 8)), 'host.name', concat('h', toString(trace % 16)), 'telemetry.sdk.language', 'python', 'deployment.environment.name', 'production')," +
		" map('gen_ai.operation.name', 'chat', 'gen_ai.provider.name', 'openai', 'gen_ai.request.model', concat('model-', toString(cityHash64(number, 3) % 6)), 'gen_ai.usage.input_tokens', toString(number % 900), 'gen_ai.usage.output_tokens', toString(number % 300)," +
		" 'gen_ai.usage.cost', toString((number % 1000) / 10000), 'user.id', concat('user-', toString(cityHash64(number, 4) % 5000)), 'gen_ai.conversation.id', concat('conv-', toString(intDiv(trace, 5))), 'server.address', 'api.openai.com', 'http.response.status_code', '200', 'gen_ai.response.id', toString(h))," +
		" toUInt64(1000000 + cityHash64(number, 5) % 3000000000), status, if(status = 'Error', concat('failed after ', toString(number % 100)), ''), if(thrown, [t], []), if(thrown, ['exception'], [])," +
		" if(thrown, [map('exception.type', ['TimeoutError', 'ValueError', 'KeyError'][h % 3 + 1], 'exception.message', concat('timed out after ', toString(number % 100), ' ms'), 'exception.stacktrace'," +
		" concat('Traceback (most recent call last):\\n  File \"app.py\", line 10, in main\\n  File \"lib.py\", line 7, in ', ['ask', 'answer', 'embed', 'rerank'][h % 4 + 1], '\\n'))], [])" +
		fmt.Sprintf(" FROM numbers(%d, %d)", from, count)
}

func bigTraceSQL() string {
	return spanInsert + fmt.Sprintf(" SELECT fromUnixTimestamp64Nano(%d) + toIntervalMillisecond(number * 10) AS t, '%s', leftPad(lower(hex(number + 4000000000)), 16, '0'), if(number = 0, '', leftPad(lower(hex(intDiv(number - 1, 4) + 4000000000)), 16, '0')),"+
		" concat('step-', toString(number %% 20)), 'Internal', 'batch', map('service.name', 'batch', 'deployment.environment.name', 'production'), map('n', toString(number)), toUInt64(10000000), 'Unset', '', [], [], [] FROM numbers(%d)",
		benchEnd.Add(-2*time.Minute).UnixNano(), bigTraceID, bigTrace)
}

func logsSQL(from, count int64) string {
	return "INSERT INTO otel_logs (Timestamp, TraceId, SpanId, SeverityText, SeverityNumber, ServiceName, Body, ResourceAttributes, LogAttributes) WITH cityHash64(number) AS h" +
		" SELECT " + before("number", timeOfOne/logsOfOne) + " + toIntervalMicrosecond(h % 1000), lower(hex(sipHash128(intDiv(number, 10)))), leftPad(lower(hex(number + 1)), 16, '0'), if(h % 20 = 0, 'ERROR', 'INFO'), if(h % 20 = 0, 17, 9), concat('svc-', toString(cityHash64(number, 2) % 8))," +
		" concat('request ', toString(number), ' to /v1/chat took ', toString(cityHash64(number, 5) % 3000), ' ms for user-', toString(cityHash64(number, 4) % 5000), if(h % 20000 = 0, ': deadlock detected', ''))," +
		" map('service.name', concat('svc-', toString(cityHash64(number, 2) % 8)), 'host.name', concat('h', toString(number % 16)), 'deployment.environment.name', 'production'), map('k', toString(number % 50), 'thread', toString(h % 8))" +
		fmt.Sprintf(" FROM numbers(%d, %d)", from, count)
}

// gaugeOfGPU is a series of every GPU: its value is low plus up to span.
type gaugeOfGPU struct {
	metric, key, value string
	low, span          float64
}

var gaugesOfGPU = []gaugeOfGPU{
	{"hw.gpu.utilization", "hw.gpu.task", "general", 0, 1}, {"hw.gpu.utilization", "hw.gpu.task", "encoder", 0, 0.1}, {"hw.gpu.utilization", "hw.gpu.task", "decoder", 0, 0.1},
	{"hw.gpu.memory.utilization", "", "", 0, 1}, {"hw.gpu.memory.usage", "", "", 0, 1.4e11}, {"hw.gpu.memory.limit", "", "", 1.5e11, 0}, {"hw.gpu.allocated", "", "", 1, 0},
	{"hw.power", "", "", 100, 600}, {"hw.power.limit", "", "", 700, 0}, {"hw.temperature", "hw.sensor_location", "die", 40, 40}, {"hw.temperature", "hw.sensor_location", "memory", 40, 50},
	{"hw.status", "hw.state", "up", 1, 0}, {"hw.status", "hw.state", "throttled", 0, 0}, {"gpu.clock.frequency", "gpu.clock.type", "graphics", 1e9, 1e9}, {"gpu.clock.frequency", "gpu.clock.type", "memory", 2.6e9, 0},
}

const resourceOfHost = "map('service.name', 'collector', 'host.name', concat('h', toString(host)), 'host.id', concat('id-', toString(host)), 'os.type', 'linux', 'k8s.cluster.name', 'c', 'k8s.node.name', concat('n', toString(host)), 'deployment.environment.name', 'production')"

// pointsSQL makes the points of some steps, each pointsEvery before the one before.
func pointsSQL(from, count int64) []string {
	gauges := "INSERT INTO otel_metrics_gauge (ServiceName, MetricName, ResourceAttributes, Attributes, TimeUnix, Value) SELECT 'collector', "
	at := before("step", pointsEvery)
	gpu := "map('hw.id', concat('GPU-', toString(gpu)), 'hw.vendor', 'nvidia', 'hw.name', 'H200', 'hw.type', 'gpu', 'gpu.index', toString(gpu % " + fmt.Sprint(gpusOfHost) + "), 'hw.driver_version', '570.1')"
	var list []string
	for i, g := range gaugesOfGPU {
		list = append(list, fmt.Sprintf("(%d, '%s', '%s', '%s', %g, %g)", i, g.metric, g.key, g.value, g.low, g.span))
	}
	ofGPUs := func(columns, more string) string {
		return fmt.Sprintf(" FROM (SELECT number %% %[1]d AS gpu, intDiv(gpu, %[2]d) AS host, intDiv(number, %[1]d) AS step%[3]s FROM numbers(%[4]d, %[5]d) AS steps%[6]s)",
			gpusOfFleet, gpusOfHost, columns, from*gpusOfFleet, count*gpusOfFleet, more)
	}
	values := " CROSS JOIN (SELECT * FROM values('m UInt8, name String, key String, value String, low Float64, span Float64', " + strings.Join(list, ", ") + ")) AS gauges"
	ofHosts := func(series int) string {
		return fmt.Sprintf(" FROM (SELECT number %% %[1]d AS m, intDiv(number, %[1]d) %% %[2]d AS host, intDiv(number, %[1]d * %[2]d) AS step FROM numbers(%[3]d, %[4]d))",
			series, gpusOfFleet/gpusOfHost, from*int64(series)*gpusOfFleet/gpusOfHost, count*int64(series)*gpusOfFleet/gpusOfHost)
	}
	sums := "INSERT INTO otel_metrics_sum (ServiceName, MetricName, ResourceAttributes, Attributes, StartTimeUnix, TimeUnix, Value, AggregationTemporality, IsMonotonic) SELECT 'collector', "
	began := fmt.Sprintf("fromUnixTimestamp64Nano(%d)", benchEnd.Add(-8*24*time.Hour).UnixNano())
	bounds := "[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]"
	return []string{
		gauges + "name, " + resourceOfHost + ", if(key = '', " + gpu + ", " + strings.TrimSuffix(gpu, ")") + ", key, value)), " + at + ", if(m = 6, toFloat64(gpu % 5 > 0), low + span * (cityHash64(gpu, step, m) % 1000) / 1000)" + ofGPUs(", m, name, key, value, low, span", values),
		gauges + fmt.Sprintf("if(m < %[1]d, 'system.cpu.utilization', if(m = %[1]d, 'system.memory.utilization', 'system.cpu.load_average.1m')), ", cpusOfHost) + resourceOfHost +
			fmt.Sprintf(", if(m < %d, map('cpu.logical_number', toString(m)), map()::Map(String, String)), ", cpusOfHost) + at + ", (cityHash64(host, step, m) % 1000) / 1000" + ofHosts(cpusOfHost+2),
		sums + "'hw.energy', " + resourceOfHost + ", " + gpu + ", " + began + ", " + at + " AS t, (toUnixTimestamp(t) - toUnixTimestamp(" + began + ")) * (200. + gpu), 2, true" + ofGPUs("", ""),
		sums + "'system.cpu.logical.count', " + resourceOfHost + ", map(), " + began + ", " + at + ", 24, 2, false" + ofHosts(1),
		"INSERT INTO otel_metrics_histogram (ServiceName, MetricName, ResourceAttributes, Attributes, StartTimeUnix, TimeUnix, Count, Sum, BucketCounts, ExplicitBounds, AggregationTemporality) WITH arrayMap(i -> toUInt64(left * (1 + cityHash64(m, i) % 9)), range(15)) AS counts" +
			" SELECT concat('svc-', toString(m % 8)), 'gen_ai.client.operation.duration', map('service.name', concat('svc-', toString(m % 8)), 'deployment.environment.name', 'production'), map('gen_ai.request.model', concat('model-', toString(intDiv(m, 8)))), " + began + ", " + at + " AS t," +
			" arraySum(counts), arraySum(counts) * 0.7, counts, " + bounds + ", 2" + fmt.Sprintf(" FROM (SELECT number %% 48 AS m, intDiv(number, 48) * 4 AS step, %d - step AS left FROM numbers(%d, %d))", 8*24*3600/15, from/4*48, count/4*48),
	}
}

// readRows counts the rows that the engine reads for what goes through it.
type readRows struct{ n atomic.Int64 }

// counted opens a database through something that counts the rows that are read.
func counted(b *testing.B, socket, database string) (*clickhouse.DB, *readRows) {
	b.Helper()
	count := &readRows{}
	dial := &http.Transport{DisableCompression: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}
	proxy := &httputil.ReverseProxy{Transport: dial, Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: "http", Host: "engine"}) },
		ModifyResponse: func(r *http.Response) error {
			var summary struct {
				Rows string `json:"read_rows"`
			}
			if err := json.Unmarshal([]byte(r.Header.Get("X-ClickHouse-Summary")), &summary); err != nil {
				return fmt.Errorf("read summary: %w", err)
			}
			n, err := strconv.ParseInt(summary.Rows, 10, 64)
			count.n.Add(n)
			return err
		}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	server := &http.Server{Handler: proxy}
	go server.Serve(l)
	b.Cleanup(func() { server.Close() })
	db, err := clickhouse.Open(clickhouse.Config{URL: "http://" + l.Addr().String(), Database: database})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return db, count
}
