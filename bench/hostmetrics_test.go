//go:build linux

package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/host"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/self"
	"platform/internal/collector/source/system"
)

const (
	interval = 100 * time.Millisecond // between ticks and between scrapes
	window   = 4 * time.Second        // one program is measured at a time
	windows  = 3                      // of each program, in turns
)

// nodeExporter restricts Debian's node_exporter to what covers the host
// metrics of the collector; its own process_ and go_ series stay on.
var nodeExporter = []string{"prometheus-node-exporter", "--collector.disable-defaults", "--collector.cpu", "--collector.meminfo",
	"--collector.diskstats", "--collector.filesystem", "--collector.netdev", "--log.level=error"}

// BenchmarkHostMetrics compares the collector with node_exporter on this host,
// with few and with many processes running: CPU time of one tick with encoding
// and answering or sending, and resident memory.
func BenchmarkHostMetrics(b *testing.B) {
	for _, n := range []int{50, 5000} {
		b.Run(fmt.Sprintf("processes=%d", n), func(b *testing.B) {
			sleepers(b, n)
			b.Run("sampling", benchSampling)
			b.Run("programs", benchPrograms)
		})
	}
}

// benchSampling measures a tick of the two sources inside this process.
func benchSampling(b *testing.B) {
	var p *pipeline.Pipeline
	sys, err := system.Open(host.System(""), system.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer sys.Close()
	own, err := self.Open(host.System(""), self.Deps{Latest: func() *sample.Snapshot { return p.Current() }})
	if err != nil {
		b.Fatal(err)
	}
	defer own.Close()
	p = pipeline.New(10*time.Second, &pipeline.Running{Name: "system", Source: sys}, &pipeline.Running{Name: "self", Source: own})

	const ticks = 2000
	for range 10 {
		p.Tick(b.Context())
	}
	allocs := testing.AllocsPerRun(100, func() { p.Tick(context.Background()) })
	before := cpuTime(b, os.Getpid())
	for range ticks {
		p.Tick(b.Context())
	}
	b.ReportMetric(0, "ns/op") // the time of all ticks means nothing
	b.ReportMetric((cpuTime(b, os.Getpid())-before).Seconds()*1e6/ticks, "cpu-µs/tick")
	b.ReportMetric(allocs, "allocs/tick")
	b.ReportMetric(float64(p.Current().Points()), "series")
}

// benchPrograms measures the built collector, scraped and pushing, next to
// node_exporter. While one is measured the others are stopped.
func benchPrograms(b *testing.B) {
	collector := build(b)
	peer := nodeExporterAt(b)
	scraped := collectorAt(b, collector)
	pushing, received := collectorTo(b, collector)
	programs := []*program{peer, scraped, pushing}
	for _, p := range programs {
		p.stop()
	}
	for range windows {
		peer.measure(b, func() int { return peer.scrape(b) })
		scraped.measure(b, func() int { return scraped.scrape(b) })
		pushing.measure(b, func() int {
			before := len(received.Attempts())
			time.Sleep(window)
			return len(received.Attempts()) - before
		})
	}
	b.ReportMetric(0, "ns/op")
	for _, p := range programs {
		b.ReportMetric(p.perRound()*1e3, p.name+"-cpu-ms")
		b.ReportMetric(float64(p.resident)/(1<<20), p.name+"-MiB")
		if p != peer {
			b.ReportMetric(p.perRound()/peer.perRound(), p.name+"-cpu-ratio")
			b.ReportMetric(float64(p.resident)/float64(peer.resident), p.name+"-memory-ratio")
		}
		if p.series > 0 {
			b.ReportMetric(float64(p.series), p.name+"-series")
		}
	}
}

// build builds the collector as it is released. Without its request tracing,
// which nothing here shows, gRPC links no template engine.
func build(b *testing.B) string {
	b.Helper()
	if files, _ := filepath.Glob("../cmd/collector/*.go"); len(files) == 0 {
		b.Skip("there is no cmd/collector to build")
	}
	out := filepath.Join(b.TempDir(), "collector")
	cmd := exec.CommandContext(b.Context(), "go", "build", "-trimpath", "-tags", "grpcnotrace", "-ldflags", "-s -w", "-o", out, "../cmd/collector")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if text, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("build the collector: %v\n%s", err, text)
	}
	return out
}

func nodeExporterAt(b *testing.B) *program {
	b.Helper()
	if _, err := exec.LookPath(nodeExporter[0]); err != nil {
		b.Skipf("install the Debian package %s to compare with it", nodeExporter[0])
	}
	addr := freeAddr(b)
	p := start(b, "node_exporter", nil, append(nodeExporter, "--web.listen-address="+addr)...)
	p.url = "http://" + addr + "/metrics"
	p.ready(b)
	return p
}

// hostOnly makes the collector sample the host and itself, as node_exporter
// does.
func hostOnly() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"OTEL_GPU_COLLECTOR_MODE=light", "PLATFORM_CLOUD_DETECT=false", "PLATFORM_HOST_METRICS=true",
		fmt.Sprintf("OTEL_METRIC_EXPORT_INTERVAL=%d", interval.Milliseconds()),
	}
}

func collectorAt(b *testing.B, path string) *program {
	b.Helper()
	addr := freeAddr(b)
	p := start(b, "scraped", append(hostOnly(), "OTEL_GPU_PROMETHEUS_ADDR="+addr), path)
	p.url = "http://" + addr + "/metrics"
	p.ready(b)
	return p
}

func collectorTo(b *testing.B, path string) (*program, *otlptest.Server) {
	b.Helper()
	receiver := otlptest.NewGRPC(b)
	p := start(b, "pushing", append(hostOnly(), "OTEL_EXPORTER_OTLP_ENDPOINT="+receiver.URL), path)
	receiver.WaitAttempts(b, 5)
	return p, receiver
}
