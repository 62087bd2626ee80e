package bench

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ClickHouse/ch-go/proto"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/storage/clickhouse"
)

// spanBlockRows is how many spans a block of the benchmarks has.
const spanBlockRows = 20_000

// attributesOfSpan are those of a call to a language model: 20, with realistic lengths.
func attributesOfSpan(i int) []proto.KV[string, string] {
	kv := func(k, v string) proto.KV[string, string] { return proto.KV[string, string]{Key: k, Value: v} }
	return []proto.KV[string, string]{
		kv("gen_ai.operation.name", "chat"), kv("gen_ai.provider.name", "openai"), kv("gen_ai.request.model", "gpt-4o-mini"),
		kv("gen_ai.response.model", "gpt-4o-mini-2024-07-18"), kv("gen_ai.request.temperature", "0.7"), kv("gen_ai.request.max_tokens", "1024"),
		kv("gen_ai.request.top_p", "1"), kv("gen_ai.response.id", fmt.Sprintf("chatcmpl-%020d", i)), kv("gen_ai.response.finish_reasons", `["stop"]`),
		kv("gen_ai.usage.input_tokens", fmt.Sprint(200+i%800)), kv("gen_ai.usage.output_tokens", fmt.Sprint(50+i%400)),
		kv("gen_ai.conversation.id", fmt.Sprintf("conv-%06d", i/20)), kv("gen_ai.agent.name", "support"), kv("server.address", "api.openai.com"),
		kv("server.port", "443"), kv("http.response.status_code", "200"), kv("user.id", fmt.Sprintf("user-%05d", i%5000)),
		kv("gen_ai.usage.cost", fmt.Sprintf("0.%06d", i%100000)), kv("session.id", fmt.Sprintf("sess-%08x", i*2654435761)),
		kv("gen_ai.output.type", "text"),
	}
}

// spanColumns are the columns of spanBlock in order.
var spanColumns = []string{"Timestamp", "TraceId", "SpanId", "ParentSpanId", "TraceState", "SpanName", "SpanKind", "ServiceName",
	"ResourceAttributes", "ScopeName", "ScopeVersion", "SpanAttributes", "Duration", "StatusCode", "StatusMessage"}

// spanBlock encodes spans of traces of ten as one Native block.
func spanBlock(seed uint64, rows int) []byte {
	var (
		at                                        = new(proto.ColDateTime64).WithPrecision(proto.PrecisionNano)
		trace, span, parent, state, scope, ver, m proto.ColStr
		name, kind, service, status               = lowCardinality(), lowCardinality(), lowCardinality(), lowCardinality()
		resource, attributes                      = attributeMap(), attributeMap()
		duration                                  proto.ColUInt64
	)
	base := time.Now().Add(-time.Minute)
	resourceKV := []proto.KV[string, string]{{Key: "service.name", Value: "assistant"}, {Key: "deployment.environment.name", Value: "production"},
		{Key: "telemetry.sdk.language", Value: "python"}, {Key: "host.name", Value: "web-7"}}
	var id [16]byte
	for i := range rows {
		at.Append(base.Add(time.Duration(i) * time.Microsecond))
		binary.BigEndian.PutUint64(id[:], seed*0x9E3779B97F4A7C15+uint64(i/10))
		trace.Append(hex.EncodeToString(id[:]))
		binary.BigEndian.PutUint64(id[:], (seed<<32+uint64(i))*0xD6E8FEB86659FD93)
		span.Append(hex.EncodeToString(id[:8]))
		parent.Append(map[bool]string{true: "", false: "0102030405060708"}[i%10 == 0])
		state.Append("")
		name.Append(fmt.Sprintf("chat model-%d", i%8))
		kind.Append("Client")
		service.Append(fmt.Sprintf("assistant-%d", i%4))
		resource.AppendKV(resourceKV)
		scope.Append("opentelemetry.instrumentation.openai")
		ver.Append("0.40.1")
		attributes.AppendKV(attributesOfSpan(i))
		duration.Append(uint64(1e8 + i*1000))
		status.Append("Unset")
		m.Append("")
	}
	data := []proto.ColInput{at, &trace, &span, &parent, &state, name, kind, service, resource, &scope, &ver, attributes, &duration, status, &m}
	input := make([]proto.InputColumn, len(data))
	for i := range data {
		input[i] = proto.InputColumn{Name: spanColumns[i], Data: data[i]}
	}
	var buf proto.Buffer
	if err := (proto.Block{Columns: len(input), Rows: rows}).EncodeRawBlock(&buf, 0, input); err != nil {
		panic(err)
	}
	return buf.Buf
}

func lowCardinality() *proto.ColLowCardinality[string] { return new(proto.ColStr).LowCardinality() }

func attributeMap() *proto.ColMap[string, string] {
	return proto.NewMap[string, string](lowCardinality(), new(proto.ColStr))
}

// openTables returns a store with the telemetry tables on the engine that benchmarks share.
func openTables(b *testing.B) *clickhouse.DB {
	b.Helper()
	return openTablesOn(b, enginetest.Start(b))
}

func openTablesOn(b *testing.B, socket string) *clickhouse.DB {
	b.Helper()
	root, err := clickhouse.Open(clickhouse.Config{Socket: socket})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	name := enginetest.Database(b)
	if _, err := root.Migrate(b.Context(), name, 0); err != nil {
		b.Fatal(err)
	}
	db, err := root.In(name)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		db.Exec(context.Background(), "DROP DATABASE "+name)
		db.Close()
	})
	return db
}

// BenchmarkFsync inserts one block after the other into an engine that waits for the
// disk and into one that does not, in turns.
func BenchmarkFsync(b *testing.B) {
	for _, rows := range []int{200, spanBlockRows} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			var stores [2]*clickhouse.DB
			for i := range stores {
				stores[i] = openTablesOn(b, enginetest.StartOwn(b, engine.Options{Fsync: i == 1}).Socket())
			}
			block := spanBlock(1, rows)
			var took [2]time.Duration
			b.ResetTimer()
			for n := range b.N {
				for i, db := range stores {
					begun := time.Now()
					if err := db.InsertBlock(b.Context(), "otel_traces", spanColumns, block, clickhouse.InsertOptions{Token: fmt.Sprint(n)}); err != nil {
						b.Fatal(err)
					}
					took[i] += time.Since(begun)
				}
			}
			b.ReportMetric(float64(took[0].Microseconds())/1000/float64(b.N), "ms/insert")
			b.ReportMetric(float64(took[1].Microseconds())/1000/float64(b.N), "ms/insert-fsync")
			b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "times")
		})
	}
}

// BenchmarkRawInsert inserts ready Native blocks of spans: what the engine itself takes.
func BenchmarkRawInsert(b *testing.B) {
	for _, senders := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("senders=%d", senders), func(b *testing.B) {
			db := openTables(b)
			blocks := make([][]byte, 8)
			for i := range blocks {
				blocks[i] = spanBlock(uint64(i), spanBlockRows)
			}
			rawInsert(b, db, blocks, senders)
		})
	}
}

// rawInsert inserts b.N blocks from several senders and reports rows per second.
func rawInsert(b *testing.B, db *clickhouse.DB, blocks [][]byte, senders int) {
	b.Helper()
	var next atomic.Int64
	before := engineCPU(b)
	b.ResetTimer()
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				opts := clickhouse.InsertOptions{Token: fmt.Sprintf("%s-%d", b.Name(), i)}
				if err := db.InsertBlock(b.Context(), "otel_traces", spanColumns, blocks[int(i)%len(blocks)], opts); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N*spanBlockRows)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(b.N*spanBlockRows)/(engineCPU(b)-before).Seconds(), "rows/engine-cpu-s")
	b.ReportMetric(float64(len(blocks[0]))/spanBlockRows, "B/row")
}

// engineCPU is what the engine has used, also in threads that ended: the measure that other work on the
// machine disturbs least.
func engineCPU(b *testing.B) time.Duration {
	b.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", enginetest.PID()))
	if err != nil {
		b.Skip(err)
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')')+2:]))
	var ticks time.Duration
	for _, f := range fields[11:13] { // utime, stime, in hundredths of a second
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		ticks += time.Duration(n)
	}
	return ticks * 10 * time.Millisecond
}
