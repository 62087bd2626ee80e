//go:build linux

package bench

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

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
			span.SetTraceID(freshID())
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

// acknowledged lets senders export requests.
func (s *ingestServer) acknowledged(b *testing.B, senders int, request *template, window time.Duration) outcome {
	b.Helper()
	ctx := metadata.AppendToOutgoingContext(b.Context(), "authorization", "Bearer "+s.key)
	conns := make([]*grpc.ClientConn, senders)
	for i := range conns {
		conn, err := grpc.NewClient(s.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			b.Fatal(err)
		}
		defer conn.Close()
		conns[i] = conn
	}
	return repeat(b, senders, request.records, window, func(worker int) error { return export(ctx, conns[worker], request.method, request.next()) })
}

// export sends a request, again and again while the server asks for that, as SDKs do.
func export(ctx context.Context, conn *grpc.ClientConn, method string, body []byte) (err error) {
	for range 10 {
		var answer []byte
		err = conn.Invoke(ctx, method, &body, &answer, grpc.ForceCodecV2(bytesCodec{}))
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
