// Package ingestkill kills the built server and its engine under load, and
// counts what was acknowledged against what is there.
package ingestkill

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"
	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/engine/supervisor"
)

var (
	kills = flag.Int("kills", 6, "how often the server or its engine is killed")
	seed  = flag.Uint64("seed", 1, "of the moments and victims")
)

// platform is the built server in a directory of its own.
type platform struct {
	t       *testing.T
	program string
	dir     string
	env     []string
	grpc    string
	log     *os.File

	mu  sync.Mutex
	cmd *exec.Cmd
}

func build(t *testing.T) *platform {
	t.Helper()
	library := enginetest.Library(t)
	dir, err := os.MkdirTemp("", "kill")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	p := &platform{t: t, program: filepath.Join(dir, "platform"), dir: filepath.Join(dir, "data"), grpc: freeAddr(t)}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", p.program, "platform/cmd/platform").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	p.env = append(os.Environ(), "PLATFORM_ENGINE_MEMORY_MB=2048", "PLATFORM_DATA_DIR="+p.dir, "PLATFORM_LISTEN_ADDR="+freeAddr(t), "PLATFORM_OTLP_GRPC_ADDR="+p.grpc,
		"PLATFORM_OTLP_HTTP_ADDR=", "PLATFORM_FIRST_KEY_FILE="+filepath.Join(dir, "key"), "PLATFORM_ENGINE_LIB="+library, "PLATFORM_ENGINE_LIBRARY="+library)
	if p.log, err = os.Create(filepath.Join(dir, "log")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			text, _ := os.ReadFile(p.log.Name())
			t.Logf("log of the server:\n%s", text[max(0, len(text)-8000):])
		}
	})
	return p
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (p *platform) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cmd = exec.Command(p.program)
	p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.env, p.log, p.log
	p.cmd.Dir = filepath.Dir(p.program)
	if err := p.cmd.Start(); err != nil {
		p.t.Error(err)
	}
}

func (p *platform) signal(s syscall.Signal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Errorf("signal server: %v", err)
	}
	_ = p.cmd.Wait()
}

// engine is the process id of the server's child, 0 when it has none.
func (p *platform) engine() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", p.cmd.Process.Pid))
	for _, path := range tasks {
		children, _ := os.ReadFile(path)
		for field := range strings.FieldsSeq(string(children)) {
			if pid, err := strconv.Atoi(field); err == nil {
				return pid
			}
		}
	}
	return 0
}

// query asks the engine on its own socket.
func (p *platform) query(sql string) (string, error) {
	socket := supervisor.SocketPath(filepath.Join(p.dir, "engine"))
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}}
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, "http://engine/", strings.NewReader(sql))
	if err != nil {
		return "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(string(text))
	}
	return strings.TrimSpace(string(text)), err
}

// load is what senders have had acknowledged.
type load struct {
	spans, logs, points atomic.Int64
	requests, repeats   atomic.Int64
}

const perRequest = 40

// send has requests acknowledged until ctx ends, each repeated with the same
// bytes until it is. It returns when its last request was acknowledged.
func (l *load) send(ctx, hard context.Context, conn *grpc.ClientConn, sender uint32) error {
	traces, logs, metrics := ptraceotlp.NewGRPCClient(conn), plogotlp.NewGRPCClient(conn), pmetricotlp.NewGRPCClient(conn)
	for n := uint32(0); ctx.Err() == nil; n++ {
		var export func(context.Context) error
		var count *atomic.Int64
		switch n % 4 {
		case 0:
			r := logRequest(sender, n)
			export, count = func(ctx context.Context) error { _, err := logs.Export(ctx, r); return err }, &l.logs
		case 1:
			r := metricRequest(sender, n)
			export, count = func(ctx context.Context) error { _, err := metrics.Export(ctx, r); return err }, &l.points
		default:
			r := traceRequest(sender, n)
			export, count = func(ctx context.Context) error { _, err := traces.Export(ctx, r); return err }, &l.spans
		}
		for try := 0; ; try++ {
			once, cancel := context.WithTimeout(hard, 2*time.Second)
			err := export(once)
			cancel()
			if err == nil {
				break
			}
			l.repeats.Add(1)
			if hard.Err() != nil {
				return fmt.Errorf("sender %d, request %d not acknowledged after %d tries: %w", sender, n, try+1, err)
			}
			select {
			case <-time.After(time.Duration(20+rand.IntN(200)) * time.Millisecond):
			case <-hard.Done():
			}
		}
		count.Add(perRequest)
		l.requests.Add(1)
	}
	return nil
}

func id16(sender, n, i uint32) (id pcommon.TraceID) {
	binary.BigEndian.PutUint32(id[0:], sender+1)
	binary.BigEndian.PutUint32(id[4:], n)
	binary.BigEndian.PutUint32(id[8:], i)
	return id
}

func traceRequest(sender, n uint32) ptraceotlp.ExportRequest {
	r := ptraceotlp.NewExportRequest()
	rs := r.Traces().ResourceSpans().AppendEmpty()
	rs.Resource().Attributes().PutStr("service.name", fmt.Sprint("s", sender))
	spans := rs.ScopeSpans().AppendEmpty().Spans()
	for i := range uint32(perRequest) {
		s := spans.AppendEmpty()
		s.SetTraceID(id16(sender, n, i))
		s.SetSpanID(pcommon.SpanID{1})
		s.SetName("op")
		s.SetStartTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		s.SetEndTimestamp(s.StartTimestamp() + 1000)
		s.Attributes().PutStr("gen_ai.prompt", strings.Repeat("word ", 50))
	}
	return r
}

func logRequest(sender, n uint32) plogotlp.ExportRequest {
	r := plogotlp.NewExportRequest()
	records := r.Logs().ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	for i := range uint32(perRequest) {
		l := records.AppendEmpty()
		l.SetTraceID(id16(sender, n, i))
		l.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		l.Body().SetStr("message")
	}
	return r
}

// metricRequest has points for two tables.
func metricRequest(sender, n uint32) pmetricotlp.ExportRequest {
	r := pmetricotlp.NewExportRequest()
	metrics := r.Metrics().ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics()
	gauge, sum := metrics.AppendEmpty(), metrics.AppendEmpty()
	gauge.SetName("gauge")
	sum.SetName("sum")
	gauge.SetEmptyGauge()
	sum.SetEmptySum()
	for i := range uint32(perRequest) {
		points := gauge.Gauge().DataPoints()
		if i%2 == 1 {
			points = sum.Sum().DataPoints()
		}
		p := points.AppendEmpty()
		p.SetTimestamp(pcommon.NewTimestampFromTime(time.Now()))
		p.SetIntValue(int64(i))
		p.Attributes().PutStr("id", id16(sender, n, i).String())
	}
	return r
}

// TestKilledUnderLoadNothingIsLostOrDoubled kills the server and the engine at
// random moments while senders repeat what was not acknowledged.
func TestKilledUnderLoadNothingIsLostOrDoubled(t *testing.T) {
	p := build(t)
	p.start()
	defer p.signal(syscall.SIGTERM)
	key := waitForKey(t, p)
	backOff := backoff.DefaultConfig
	backOff.BaseDelay, backOff.MaxDelay = 50*time.Millisecond, 300*time.Millisecond
	conn, err := grpc.NewClient(p.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithConnectParams(grpc.ConnectParams{Backoff: backOff}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()

	ctx, stop := context.WithCancel(metadata.AppendToOutgoingContext(t.Context(), "authorization", "Bearer "+key))
	hard, give := context.WithCancel(context.WithoutCancel(ctx))
	defer give()
	var l load
	var senders sync.WaitGroup
	for sender := range uint32(6) {
		senders.Go(func() {
			if err := l.send(ctx, hard, conn, sender); err != nil {
				t.Error(err)
			}
		})
	}
	p.killAtRandom(&l)
	stop()
	end := time.AfterFunc(60*time.Second, give)
	senders.Wait()
	end.Stop()
	t.Logf("seed %d: %d kills, %d requests acknowledged, %d tries repeated", *seed, *kills, l.requests.Load(), l.repeats.Load())
	p.count(&l)
}

// killAtRandom waits for requests to be acknowledged after each kill, so that
// every kill meets load.
func (p *platform) killAtRandom(l *load) {
	random := rand.New(rand.NewPCG(*seed, 0))
	for n := range *kills {
		p.waitForMore(l)
		time.Sleep(time.Duration(random.IntN(400)) * time.Millisecond)
		if n%2 == 0 {
			if pid := p.engine(); pid != 0 {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			continue
		}
		p.signal(syscall.SIGKILL)
		p.start()
	}
	p.waitForMore(l)
}

func (p *platform) waitForMore(l *load) {
	seen := l.requests.Load()
	for deadline := time.Now().Add(40 * time.Second); l.requests.Load() < seen+12; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.t.Error("no requests are acknowledged any more")
			return
		}
	}
}

// count holds what the engine has against what was acknowledged.
func (p *platform) count(l *load) {
	p.t.Helper()
	database, err := p.query("SELECT database FROM system.tables WHERE name = 'otel_traces' FORMAT TSV")
	if err != nil {
		p.t.Fatal(err)
	}
	f := func(what string, acknowledged int64, sql string) {
		p.t.Helper()
		got, err := p.query(strings.ReplaceAll(sql, "otel_", database+".otel_") + " FORMAT TSV")
		var rows, different int64
		if _, scan := fmt.Sscan(got, &rows, &different); err != nil || scan != nil {
			p.t.Errorf("%s: %q %v %v", what, got, err, scan)
			return
		}
		p.t.Logf("%s: %d acknowledged, %d lost, %d doubled", what, acknowledged, acknowledged-different, rows-different)
		if rows != acknowledged || different != acknowledged {
			p.t.Errorf("%s: %d acknowledged, %d rows, %d of them different", what, acknowledged, rows, different)
		}
	}
	f("spans", l.spans.Load(), "SELECT count(), uniqExact(TraceId) FROM otel_traces")
	f("logs", l.logs.Load(), "SELECT count(), uniqExact(TraceId) FROM otel_logs")
	f("points", l.points.Load(), "SELECT count(), uniqExact(id) FROM (SELECT Attributes['id'] AS id FROM otel_metrics_gauge UNION ALL SELECT Attributes['id'] FROM otel_metrics_sum)")
	f("traces to be found by id", l.spans.Load(), "SELECT uniqExact(TraceId), uniqExact(TraceId) FROM otel_traces_trace_id_ts")
	f("trace summaries", l.spans.Load(), "SELECT sum(n), count() FROM (SELECT uniqMerge(Spans) AS n FROM otel_trace_summary GROUP BY TraceId)")
}

func waitForKey(t *testing.T, p *platform) string {
	t.Helper()
	path := filepath.Join(filepath.Dir(p.program), "key")
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if key, err := os.ReadFile(path); err == nil && len(bytes.TrimSpace(key)) > 0 {
			return string(bytes.TrimSpace(key))
		}
	}
	t.Fatal("the server made no key")
	return ""
}
