package bench

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/export/otlp"
	"platform/internal/collector/export/prometheus"
	"platform/internal/collector/export/queue"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// series2500 returns a function that gives one snapshot of 2,500 series after
// another: 500 GPUs with eight attributes and five values each.
func series2500() func() *sample.Snapshot {
	entities := make([]*sample.Entity, 500)
	for i := range entities {
		entities[i] = sample.NewEntity(
			attribute.String("hw.id", fmt.Sprintf("GPU-%08x-0000-0000-0000-000000000000", i)), attribute.String("hw.name", "NVIDIA H200"),
			attribute.String("hw.vendor", "nvidia"), attribute.Int("gpu.index", i), attribute.String("gpu.pci_address", "0000:1b:00.0"),
			attribute.String("gpu.measurement.source", "nvml"), attribute.Bool("gpu.mig.enabled", false), attribute.String("hw.driver_version", "570.86.10"),
		).Since(time.Now().Add(-time.Hour))
	}
	b, n := &sample.Batch{}, int64(0)
	return func() *sample.Snapshot {
		n++
		now := time.Now()
		b.Reset(now, nil)
		for _, e := range entities {
			b.Float(e, metrics.Power, 700.25)
			b.Float(e, metrics.Energy, float64(n)*1000)
			b.Float(e, metrics.GPUUtilization, 0.75, "general")
			b.Int(e, metrics.GPUIO, n<<30, "receive")
			b.Int(e, metrics.GPUIO, n<<20, "transmit")
		}
		return sample.Merge(now, []*sample.Batch{b}, nil)
	}
}

// BenchmarkPrometheusScrape writes 2,500 series for one scrape.
func BenchmarkPrometheusScrape(b *testing.B) {
	snap := series2500()()
	res := resource.NewSchemaless(attribute.String("host.name", "node-1"))
	h := prometheus.Handler(func() *sample.Snapshot { return snap }, func() *resource.Resource { return res })
	f := func(name string, headers http.Header) {
		b.Run(name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, "/metrics", nil)
			r.Header = headers
			w := &discard{header: http.Header{}}
			h.ServeHTTP(w, r)
			b.ReportAllocs()
			for b.Loop() {
				w.written = 0
				h.ServeHTTP(w, r)
			}
			b.ReportMetric(float64(w.written), "bytes")
		})
	}
	f("text", http.Header{})
	f("openmetrics", http.Header{"Accept": {"application/openmetrics-text"}})
	f("gzip", http.Header{"Accept-Encoding": {"gzip"}})
}

// discard is a response that nobody reads.
type discard struct {
	header  http.Header
	written int
}

func (d *discard) Header() http.Header { return d.header }
func (d *discard) WriteHeader(int)     {}
func (d *discard) Write(p []byte) (int, error) {
	d.written += len(p)
	return len(p), nil
}

// BenchmarkOTLPSend queues, encodes and sends 2,500 series over HTTP to an
// endpoint that reads and forgets; its reading is included.
func BenchmarkOTLPSend(b *testing.B) {
	endpoint := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }))
	b.Cleanup(endpoint.Close)
	f := func(name, dir, temporality string) {
		b.Run(name, func(b *testing.B) {
			b.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.URL)
			b.Setenv("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", temporality)
			s, err := otlp.NewSender(context.Background(), otlp.Options{Protocol: otlp.HTTP, Queue: queue.Options{Dir: dir}}, &otlp.Stats{})
			if err != nil {
				b.Fatal(err)
			}
			next := series2500()
			b.ReportAllocs()
			for b.Loop() {
				s.Send(next())
				if err := s.Flush(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			if err := s.Close(context.Background()); err != nil {
				b.Fatal(err)
			}
		})
	}
	f("memory", "", "cumulative")
	f("disk", b.TempDir(), "cumulative")
	f("delta", "", "delta")
}
