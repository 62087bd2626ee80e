package prometheus

import (
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

var update = flag.Bool("update", false, "write the golden files")

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// one returns the resource of every test.
func one() *resource.Resource {
	return resource.NewSchemaless(attribute.String("host.name", "node-1"), attribute.String("team", `a "b"`+"\n"))
}

// small is a snapshot with one metric of each kind.
func small() *sample.Snapshot {
	b := sample.NewBatch(epoch, nil)
	host := sample.NewEntity().Since(epoch.Add(-time.Hour + 50*time.Millisecond))
	gpu := sample.NewEntity(attribute.String("hw.id", `GPU-"1"\`), attribute.Int("gpu.index", 0))
	b.Int(host, metrics.CPULogicalCount, 8)
	b.Float(host, metrics.SystemMemoryUtilization, 0.25)
	b.Float(host, metrics.ProcessCPUTime, 3, "user")
	b.Float(host, metrics.ProcessCPUTime, 1.5e-7, "system")
	b.Int(gpu, metrics.GPUIO, 1<<60, "receive") // of unknown origin
	b.Float(gpu, metrics.Temperature, -3, "die")
	h := sample.NewHistogram(metrics.KernelDuration)
	h.Record(h.Bounds[0], 2)
	h.Record(1e9, 1)
	b.Histogram(gpu, metrics.KernelDuration, h, "gemm")
	return sample.Merge(epoch, []*sample.Batch{b}, nil)
}

// wholeCatalog is a snapshot with every metric of the catalog.
func wholeCatalog() *sample.Snapshot {
	b := sample.NewBatch(epoch, nil)
	e := sample.NewEntity(attribute.String("hw.id", "GPU-1")).Since(epoch.Add(-time.Hour))
	for _, m := range metrics.All() {
		split := make([]string, len(m.By))
		for j, k := range m.By {
			split[j] = "7"
			if k.Values != nil {
				split[j] = k.Values[0]
			}
		}
		if m.Kind == metrics.Histogram {
			h := sample.NewHistogram(m)
			h.Record(m.Bounds[0], 3)
			b.Histogram(e, m, h, split...)
		} else {
			b.Int(e, m, 1, split...)
		}
	}
	return sample.Merge(epoch, []*sample.Batch{b}, nil)
}

func serve(snap *sample.Snapshot) http.Handler {
	return Handler(func() *sample.Snapshot { return snap }, one)
}

// scrape asks h with the given headers, in pairs.
func scrape(h http.Handler, method string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, "/metrics", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func TestASnapshotIsWrittenInBothFormats(t *testing.T) {
	for name, accept := range map[string]string{"text": "", "openmetrics": "application/openmetrics-text"} {
		got := body(t, scrape(serve(small()), "GET", "Accept", accept))
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got:\n%s\nwant:\n%s", name, got, want)
		}
	}
}

func TestEveryMetricIsReadBackByPrometheusOwnParser(t *testing.T) {
	p := expfmt.NewTextParser(model.LegacyValidation)
	got, err := p.TextToMetricFamilies(scrape(serve(wholeCatalog()), "GET").Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range metrics.All() {
		mf := got[families()[m.ID].name]
		if mf == nil {
			t.Errorf("%s is missing", m.Name)
			continue
		}
		want := kinds[m.Kind].written
		if m.Kind != metrics.Histogram && strings.HasSuffix(m.Name, ".count") {
			want = "untyped"
		}
		if mf.GetHelp() != m.Help || strings.ToLower(mf.GetType().String()) != want {
			t.Errorf("%s: %v %q", m.Name, mf.GetType(), mf.GetHelp())
		}
		if h := mf.Metric[0].GetHistogram(); m.Kind == metrics.Histogram && (h.GetSampleCount() != 3 || h.Bucket[0].GetCumulativeCount() != 3) {
			t.Errorf("%s: %v", m.Name, h)
		}
	}
}

func TestNoTwoMetricsShareAName(t *testing.T) {
	names := map[string]string{"target_info": "target_info"}
	for _, m := range metrics.All() {
		f := families()[m.ID]
		if f == nil {
			t.Errorf("%s has no name", m.Name)
			continue
		}
		if other, taken := names[f.name]; taken {
			t.Errorf("%s and %s are both %s", m.Name, other, f.name)
		}
		names[f.name] = m.Name
	}
}

func TestNamesFollowTheStandardTranslation(t *testing.T) {
	f := func(m *metrics.Def, want string) {
		t.Helper()
		if got := families()[m.ID].name; got != want {
			t.Errorf("%s is %s, want %s", m.Name, got, want)
		}
	}
	f(metrics.GPUUtilization, "hw_gpu_utilization_ratio")
	f(metrics.Energy, "hw_energy_joules_total")
	f(metrics.GPUIO, "hw_gpu_io_bytes_total")
	f(metrics.Temperature, "hw_temperature_celsius")
	f(metrics.HWErrors, "hw_errors_total")
	f(metrics.MemoryUsage, "hw_gpu_memory_usage_bytes")
	f(metrics.KernelDuration, "gpu_kernel_duration_seconds")
	f(metrics.CPULogicalCount, "system_cpu_logical_count")
}

func TestTheFormatIsTheOneThatTheScraperPrefers(t *testing.T) {
	f := func(accept string, want format) {
		t.Helper()
		if got := negotiate([]string{accept}); got != want {
			t.Errorf("%q gets %s", accept, got.contentType())
		}
	}
	f("", text)
	f("*/*", text)
	f("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", text)
	f("application/openmetrics-text", openMetrics)
	f("application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1", openMetrics)
	f("application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.6,*/*;q=0.1", text)
	f("application/openmetrics-text; version=2.0.0, text/plain; q=0.2", text)
	f("application/openmetrics-text;q=0", text)
	f("application/openmetrics-text;q=x, TEXT/plain; Q=0.1", text)
	f("application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited;q=0.7,application/openmetrics-text;q=0.3", openMetrics)
}

func TestAnswersAreCompressedWhenTheScraperTakesIt(t *testing.T) {
	plain := body(t, scrape(serve(small()), "GET"))
	r := scrape(serve(small()), "GET", "Accept-Encoding", "br, gzip;q=0.5")
	if r.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v", r.Header)
	}
	z, err := gzip.NewReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || string(got) != plain {
		t.Errorf("%v:\n%s", err, got)
	}
	if r := scrape(serve(small()), "GET", "Accept-Encoding", "gzip;q=0"); r.Header.Get("Content-Encoding") != "" {
		t.Errorf("%v", r.Header)
	}
}

func TestBeforeTheFirstSnapshotAScrapeFails(t *testing.T) {
	r := scrape(serve(nil), "GET")
	if got := body(t, r); r.StatusCode != 503 || got != "the first sample has not been taken yet\n" {
		t.Errorf("%d: %s", r.StatusCode, got)
	}
}

func TestOnlyReadingIsAllowed(t *testing.T) {
	if r := scrape(serve(small()), "POST"); r.StatusCode != 405 || r.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("%d %v", r.StatusCode, r.Header)
	}
}

func TestAScrapeReadsTheCurrentSnapshotAndResource(t *testing.T) {
	snap, res := small(), one()
	h := Handler(func() *sample.Snapshot { return snap }, func() *resource.Resource { return res })
	if got := body(t, scrape(h, "GET")); !strings.Contains(got, `host_name="node-1"`) {
		t.Error(got)
	}
	snap, res = &sample.Snapshot{Time: epoch}, resource.NewSchemaless(attribute.String("host.name", "node-2"))
	if got, want := body(t, scrape(h, "GET")), "# HELP target_info Target metadata\n# TYPE target_info gauge\ntarget_info{host_name=\"node-2\"} 1\n"; got != want {
		t.Error(got)
	}
	res = nil
	if got := body(t, scrape(h, "GET")); got != "" {
		t.Error(got)
	}
}

func TestLabels(t *testing.T) {
	f := func(want string, attrs ...attribute.KeyValue) {
		t.Helper()
		set := attribute.NewSet(attrs...)
		if got := labels(set.Iter()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	f(``)
	f(`a="1",b="true",c="0.5"`, attribute.Bool("b", true), attribute.Int("a", 1), attribute.Float64("c", .5))
	f(`hw_id="C:\\\"x\"\n"`, attribute.String("hw.id", "C:\\\"x\"\n"))
	f(`a_b="1;2"`, attribute.String("a_b", "2"), attribute.String("a.b", "1"))
	f(`key_1x="v"`, attribute.String("1x", "v"))
	f("a=\"\ufffd\"", attribute.String("a", "\xff"))
	f(``, attribute.String("__name__", "x"), attribute.String("...", "y"))
	f(`l="[\"a\",\"b\"]"`, attribute.StringSlice("l", []string{"a", "b"}))
}

func FuzzLabels(f *testing.F) {
	f.Add("hw.id", "a\\\"\n", "b", "")
	f.Add("", "\xff", "__name__", "x")
	f.Add("1é", "\x00", "1_", "le")
	f.Fuzz(func(t *testing.T, k1, v1, k2, v2 string) {
		set := attribute.NewSet(attribute.String(k1, v1), attribute.String(k2, v2))
		line := fmt.Sprintf("m{%s} 1\n", labels(set.Iter()))
		p := expfmt.NewTextParser(model.LegacyValidation)
		got, err := p.TextToMetricFamilies(strings.NewReader(line))
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		for _, pair := range got["m"].Metric[0].Label {
			if v := pair.GetValue(); !strings.Contains(v, strings.ToValidUTF8(v1, "\ufffd")) && !strings.Contains(v, strings.ToValidUTF8(v2, "\ufffd")) {
				t.Errorf("%q became %q", []string{v1, v2}, v)
			}
		}
	})
}

func FuzzNegotiate(f *testing.F) {
	f.Add("application/openmetrics-text;version=1.0.0;q=0.5, */*", "gzip;q=0.1")
	f.Fuzz(func(t *testing.T, accept, encoding string) {
		negotiate([]string{accept})
		acceptsGzip([]string{encoding})
	})
}
