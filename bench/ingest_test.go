//go:build linux

package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/engine/supervisor"
	"platform/internal/server/ingest/block"
	"platform/internal/server/storage/clickhouse"
)

const (
	sdkSpans       = 512  // what SDKs send at most by default
	collectorSpans = 8192 // what a Collector's batches hold by default
	ingestWindow   = 5 * time.Second
	rawRows        = 40 * sdkSpans // in one large raw insert
	rawWriters     = 2
)

// ingestLoads are senders that each wait for an answer before they send again.
var ingestLoads = []struct{ senders, spans int }{{1, sdkSpans}, {10, sdkSpans}, {100, sdkSpans}, {1, collectorSpans}, {10, collectorSpans}}

// BenchmarkIngest compares spans acknowledged over gRPC by the built server
// with raw inserts into the same engine and tables, in turns: of-raw is of
// large inserts by two writers, of-raw-same-blocks is of inserts of the blocks as
// they were sent, by as many writers as there are senders. Senders, server and engine share this machine.
func BenchmarkIngest(b *testing.B) {
	for _, fsync := range []bool{false, true} {
		b.Run(fmt.Sprintf("fsync=%v", fsync), func(b *testing.B) {
			s := startIngest(b, fsync)
			s.raw(b, rawWriters, rawRows, ingestWindow/2) // warm up
			s.acknowledged(b, 10, sdkSpans, ingestWindow/2)
			s.empty(b)
			loads := ingestLoads
			if fsync {
				loads = loads[1:2]
			}
			for _, l := range loads {
				b.Run(fmt.Sprintf("senders=%d/spans=%d", l.senders, l.spans), func(b *testing.B) {
					for b.Loop() {
						s.compare(b, l.senders, l.spans)
					}
				})
			}
		})
	}
}

func (s *ingestServer) compare(b *testing.B, senders, spans int) {
	b.Helper()
	before := s.raw(b, rawWriters, rawRows, ingestWindow)
	s.empty(b)
	same := s.raw(b, senders, spans, ingestWindow)
	s.empty(b)
	engine := s.child(b)
	forgetPeak(b, s.server)
	forgetPeak(b, engine)
	serverCPU, engineCPU, inserts := cpuOf(b, s.server), cpuOf(b, engine), s.inserts(b)
	got := s.acknowledged(b, senders, spans, ingestWindow)
	b.ReportMetric(got.rows/(s.inserts(b)-inserts), "spans/insert")
	b.ReportMetric((cpuOf(b, s.server)-serverCPU)/got.rows*1e6, "server-us/span")
	b.ReportMetric((cpuOf(b, engine)-engineCPU)/got.rows*1e6, "engine-us/span")
	b.ReportMetric(float64(peak(b, s.server))/1e6, "server-MB")
	b.ReportMetric(float64(peak(b, engine))/1e6, "engine-MB")
	s.empty(b)
	engineCPU = cpuOf(b, engine)
	after := s.raw(b, rawWriters, rawRows, ingestWindow)
	b.ReportMetric((cpuOf(b, engine)-engineCPU)/after.rows*1e6, "raw-us/row")
	s.empty(b)
	raw := (before.perSecond() + after.perSecond()) / 2
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(got.perSecond(), "spans/s")
	b.ReportMetric(got.latency.Seconds()*1000, "ms/request")
	b.ReportMetric(raw, "raw-rows/s")
	b.ReportMetric(same.perSecond(), "raw-same-rows/s")
	b.ReportMetric(got.perSecond()/raw, "of-raw")
	b.ReportMetric(got.perSecond()/same.perSecond(), "of-raw-same-blocks")
}

// outcome is what was written in some time.
type outcome struct {
	rows    float64
	took    time.Duration
	latency time.Duration // median of a request
}

func (o outcome) perSecond() float64 { return o.rows / o.took.Seconds() }

// repeat lets so many workers repeat what writes rows until the window is over.
func repeat(b *testing.B, workers, rows int, window time.Duration, write func(worker int) error) outcome {
	b.Helper()
	var mu sync.Mutex
	var latencies []time.Duration
	var wg sync.WaitGroup
	begun := time.Now()
	for worker := range workers {
		wg.Go(func() {
			for time.Since(begun) < window {
				sent := time.Now()
				if err := write(worker); err != nil {
					b.Error(err)
					return
				}
				mu.Lock()
				latencies = append(latencies, time.Since(sent))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	took := time.Since(begun)
	if len(latencies) == 0 {
		b.Fatal("nothing was written")
	}
	slices.Sort(latencies)
	return outcome{rows: float64(rows * len(latencies)), took: took, latency: latencies[len(latencies)/2]}
}

// ingestServer is the built server with its engine.
type ingestServer struct {
	server int // process id
	grpc   string
	key    string
	db     *clickhouse.DB // raw inserts go to tables of their own
	blocks []block.Block  // of requests of sdkSpans, as many as are in one raw insert
	tokens atomic.Int64
}

func startIngest(b *testing.B, fsync bool) *ingestServer {
	b.Helper()
	library := enginetest.Library(b)
	dir := b.TempDir()
	program := filepath.Join(dir, "platform")
	if out, err := exec.Command("go", "build", "-o", program, "platform/cmd/platform").CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	data, key := filepath.Join(dir, "data"), filepath.Join(dir, "key")
	s := &ingestServer{grpc: "127.0.0.1:" + strconv.Itoa(20000+rand.IntN(10000))}
	p := start(b, "platform", append(os.Environ(), "PLATFORM_DATA_DIR="+data, "PLATFORM_LISTEN_ADDR=127.0.0.1:0", "PLATFORM_OTLP_GRPC_ADDR="+s.grpc,
		"PLATFORM_OTLP_HTTP_ADDR=", "PLATFORM_FIRST_KEY_FILE="+key, "PLATFORM_ENGINE_LIB="+library, "PLATFORM_LOG_LEVEL=warn",
		"PLATFORM_ENGINE_FSYNC="+strconv.FormatBool(fsync)), program)
	s.server = p.cmd.Process.Pid
	socket := supervisor.SocketPath(filepath.Join(data, "engine"))
	root, err := clickhouse.Open(clickhouse.Config{Socket: socket})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		raw, err := os.ReadFile(key)
		if err == nil && root.Ping(b.Context()) == nil {
			s.key = string(bytes.TrimSpace(raw))
			break
		}
		if time.Now().After(deadline) {
			b.Fatal("the server does not start")
		}
	}
	if _, err := root.Migrate(b.Context(), "raw", 30*24*time.Hour); err != nil {
		b.Fatal(err)
	}
	if s.db, err = root.In("raw"); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.db.Close() })
	s.encode(b)
	return s
}

// encode makes the blocks of raw inserts as the server makes them.
func (s *ingestServer) encode(b *testing.B) {
	b.Helper()
	columns := block.ColumnSet{}
	rows, err := s.db.Query(b.Context(), "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ? AND default_kind IN ('', 'DEFAULT')", block.Traces)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			b.Fatal(err)
		}
		columns[name] = true
	}
	for range rawRows / sdkSpans {
		td := llmSpans(sdkSpans)
		for _, span := range td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().All() {
			var id pcommon.TraceID
			binary.LittleEndian.PutUint64(id[:], rand.Uint64())
			binary.LittleEndian.PutUint64(id[8:], rand.Uint64())
			span.SetTraceID(id)
		}
		blocks, _ := block.OfTraces(td, &block.Options{Now: time.Now(), Limits: block.DefaultLimits, IngestID: rand.Uint64(),
			Columns: func(string) block.ColumnSet { return columns }})
		s.blocks = append(s.blocks, blocks[0])
	}
}

// raw inserts encoded blocks of so many rows.
func (s *ingestServer) raw(b *testing.B, writers, rows int, window time.Duration) outcome {
	b.Helper()
	return repeat(b, writers, rows, window, func(int) error {
		var group [][]byte
		n := s.tokens.Add(1)
		for i := range rows / sdkSpans {
			group = append(group, s.blocks[(int(n)+i)%len(s.blocks)].Data)
		}
		token := clickhouse.InsertOptions{Token: strconv.FormatInt(n, 10)}
		return s.db.InsertBlocks(b.Context(), s.blocks[0].Table, s.blocks[0].Columns, group, token)
	})
}

// acknowledged exports requests of so many spans.
func (s *ingestServer) acknowledged(b *testing.B, senders, spans int, window time.Duration) outcome {
	b.Helper()
	ctx := metadata.AppendToOutgoingContext(b.Context(), "authorization", "Bearer "+s.key)
	template := newTemplate(b, spans)
	conns := make([]*grpc.ClientConn, senders)
	for i := range conns {
		conn, err := grpc.NewClient(s.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		conns[i] = conn
	}
	return repeat(b, senders, spans, window, func(worker int) error { return export(ctx, conns[worker], template.next()) })
}

// export sends a request, again and again while the server asks for that, as SDKs do.
func export(ctx context.Context, conn *grpc.ClientConn, body []byte) (err error) {
	for range 10 {
		var answer []byte
		err = conn.Invoke(ctx, "/opentelemetry.proto.collector.trace.v1.TraceService/Export", &body, &answer, grpc.ForceCodecV2(bytesCodec{}))
		if code := status.Code(err); code != codes.Unavailable && code != codes.ResourceExhausted {
			return err
		}
	}
	return err
}

// bytesCodec sends encoded messages: senders should cost little here.
type bytesCodec struct{}

func (bytesCodec) Name() string { return "proto" }
func (bytesCodec) Marshal(v any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(*v.(*[]byte))}, nil
}
func (bytesCodec) Unmarshal(data mem.BufferSlice, v any) error {
	*v.(*[]byte) = data.Materialize()
	return nil
}

// template is an encoded request whose span ids are written over for each use.
type template struct {
	body    []byte
	offsets []int
}

func newTemplate(b *testing.B, spans int) *template {
	b.Helper()
	body, err := ptraceotlp.NewExportRequestFromTraces(llmSpans(spans)).MarshalProto()
	if err != nil {
		b.Fatal(err)
	}
	t := &template{body: body}
	for at := 0; ; {
		i := bytes.Index(body[at:], marker[:])
		if i < 0 {
			break
		}
		t.offsets = append(t.offsets, at+i)
		at += i + len(marker)
	}
	if len(t.offsets) != spans {
		b.Fatalf("%d trace ids found", len(t.offsets))
	}
	return t
}

func (t *template) next() []byte {
	body := bytes.Clone(t.body)
	for _, at := range t.offsets {
		binary.LittleEndian.PutUint64(body[at:], rand.Uint64())
		binary.LittleEndian.PutUint64(body[at+8:], rand.Uint64())
	}
	return body
}

var marker = pcommon.TraceID{0xfe, 0xed, 0xfa, 0xce, 0xca, 0xfe, 0xbe, 0xef, 0xfe, 0xed, 0xfa, 0xce, 0xca, 0xfe, 0xbe, 0xef}

const story = "You are a careful assistant. Tell a short story about a lighthouse keeper who finds a message in a bottle, " +
	"keep it under two hundred words, use plain language, and end it with a question that makes the reader think."

// llmSpans are calls of a language model, 20 attributes each.
func llmSpans(n int) ptrace.Traces {
	td := ptrace.NewTraces()
	rs := td.ResourceSpans().AppendEmpty()
	for k, v := range map[string]string{"service.name": "assistant", "service.version": "4.2.0", "host.name": "node-17", "telemetry.sdk.name": "opentelemetry",
		"telemetry.sdk.language": "python", "k8s.pod.name": "assistant-6d4b75cb6d-hxk2p", "deployment.environment": "production"} {
		rs.Resource().Attributes().PutStr(k, v)
	}
	ss := rs.ScopeSpans().AppendEmpty()
	ss.Scope().SetName("opentelemetry.instrumentation.openai")
	now := time.Now()
	for i := range n {
		s := ss.Spans().AppendEmpty()
		s.SetTraceID(marker)
		s.SetSpanID(pcommon.SpanID{byte(i), byte(i >> 8), 1})
		s.SetName("chat gpt-4o")
		s.SetKind(ptrace.SpanKindClient)
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(now.Add(time.Duration(i) * time.Millisecond)))
		s.SetEndTimestamp(s.StartTimestamp() + pcommon.Timestamp(rand.Int64N(3e9)))
		a := s.Attributes()
		a.PutStr("gen_ai.operation.name", "chat")
		a.PutStr("gen_ai.system", "openai")
		a.PutStr("gen_ai.request.model", "gpt-4o")
		a.PutStr("gen_ai.response.model", "gpt-4o-2024-08-06")
		a.PutDouble("gen_ai.request.temperature", 0.7)
		a.PutDouble("gen_ai.request.top_p", 1)
		a.PutInt("gen_ai.request.max_tokens", 1024)
		a.PutBool("gen_ai.request.is_stream", i%2 == 0)
		a.PutInt("gen_ai.usage.input_tokens", int64(rand.IntN(4000)))
		a.PutInt("gen_ai.usage.output_tokens", int64(rand.IntN(900)))
		a.PutDouble("gen_ai.usage.cost", rand.Float64()/10)
		a.PutStr("gen_ai.response.id", fmt.Sprintf("chatcmpl-%016x", rand.Uint64()))
		a.PutStr("gen_ai.response.finish_reasons", "stop")
		a.PutStr("gen_ai.prompt", story[:120+rand.IntN(90)])
		a.PutStr("gen_ai.completion", strings.Repeat("The keeper read it twice. ", 4+rand.IntN(6)))
		a.PutStr("server.address", "api.openai.com")
		a.PutInt("server.port", 443)
		a.PutStr("session.id", strconv.Itoa(rand.IntN(1000)))
		a.PutStr("user.id", strconv.Itoa(rand.IntN(500)))
		a.PutDouble("gen_ai.server.time_to_first_token", rand.Float64())
	}
	return td
}

// empty removes all rows, and with them the merging of parts that one
// measurement would leave to the next.
func (s *ingestServer) empty(b *testing.B) {
	b.Helper()
	rows, err := s.db.Query(b.Context(), "SELECT database, name FROM system.tables WHERE name LIKE 'otel%' AND engine LIKE '%MergeTree'")
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var database, name string
		if err := rows.Scan(&database, &name); err != nil {
			b.Fatal(err)
		}
		if err := s.db.Exec(b.Context(), "TRUNCATE TABLE "+clickhouse.Ident(database)+"."+clickhouse.Ident(name)); err != nil {
			b.Fatal(err)
		}
	}
}

// inserts is how many inserts the engine has run.
func (s *ingestServer) inserts(b *testing.B) float64 {
	b.Helper()
	var n uint64
	if err := s.db.QueryRow(b.Context(), "SELECT value FROM system.events WHERE event = 'InsertQuery'").Scan(&n); err != nil {
		b.Fatal(err)
	}
	return float64(n)
}

// child is the process id of the engine.
func (s *ingestServer) child(b *testing.B) int {
	b.Helper()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.server))
	for _, path := range tasks {
		raw, _ := os.ReadFile(path)
		if fields := strings.Fields(string(raw)); len(fields) > 0 {
			pid, _ := strconv.Atoi(fields[0])
			return pid
		}
	}
	b.Fatal("no engine")
	return 0
}

// forgetPeak makes the kernel measure the most memory of a process anew.
func forgetPeak(b *testing.B, pid int) {
	b.Helper()
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0); err != nil {
		b.Fatal(err)
	}
}

// peak is the most memory that a process has had since, in bytes.
func peak(b *testing.B, pid int) int64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kb << 10
		}
	}
	b.Fatal("no resident size")
	return 0
}

// cpuOf is the processor time that a process has used, in seconds.
func cpuOf(b *testing.B, pid int) float64 {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100
}
