package collector_test

import (
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/metrics"
)

// hostRows are the metrics of the host and process tables.
func hostRows() (rows []*metrics.Def) {
	for _, d := range metrics.All() {
		if d.Group == "Host" || d.Group == "Collector process" {
			rows = append(rows, d)
		}
	}
	return rows
}

func TestEverySeriesOfTheHostAndProcessTablesArrives(t *testing.T) {
	for name, c := range map[string]struct {
		serve    func(testing.TB, ...otlptest.Option) *otlptest.Server
		protocol string
	}{
		"grpc": {otlptest.NewGRPC, "grpc"},
		"http": {otlptest.NewHTTP, "http/protobuf"},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			server := c.serve(t)
			p := start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL, "OTEL_EXPORTER_OTLP_PROTOCOL="+c.protocol,
				"OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20k", "OTEL_RESOURCE_ATTRIBUTES=deployment.environment=test,team=ml", "K8S_NODE_NAME=node-7")
			requests := server.Wait(t, 3)
			p.stop(t, syscall.SIGTERM)

			last := requests[2]
			if got := last.Headers["authorization"]; len(got) != 1 || got[0] != "Bearer k" {
				t.Errorf("authorization: %q", got)
			}
			resource := last.Metrics.ResourceMetrics().At(0).Resource().Attributes().AsRaw()
			for k, want := range map[string]any{"host.name": "node-7", "k8s.node.name": "node-7", "team": "ml", "deployment.environment": "test", "telemetry.distro.name": "platform-collector"} {
				if resource[k] != want {
					t.Errorf("resource %s is %v, want %v", k, resource[k], want)
				}
			}
			if _, set := resource["service.name"]; set {
				t.Error("service.name is set though nobody asked for it")
			}
			got := byName(last.Metrics)
			for _, d := range hostRows() {
				m, ok := got[d.Name]
				if !ok {
					t.Errorf("%s did not arrive", d.Name)
					continue
				}
				checkMetric(t, d, m, began)
			}
		})
	}
}

func byName(md pmetric.Metrics) map[string]pmetric.Metric {
	all := map[string]pmetric.Metric{}
	for _, rm := range md.ResourceMetrics().All() {
		for _, sm := range rm.ScopeMetrics().All() {
			for _, m := range sm.Metrics().All() {
				all[m.Name()] = m
			}
		}
	}
	return all
}

// checkMetric holds a received metric against its row.
func checkMetric(t *testing.T, d *metrics.Def, m pmetric.Metric, began time.Time) {
	t.Helper()
	if m.Unit() != d.Unit || m.Description() != d.Help {
		t.Errorf("%s: unit %q, description %q", d.Name, m.Unit(), m.Description())
	}
	var points pmetric.NumberDataPointSlice
	switch d.Kind {
	case metrics.Gauge:
		if m.Type() != pmetric.MetricTypeGauge {
			t.Fatalf("%s is a %s", d.Name, m.Type())
		}
		points = m.Gauge().DataPoints()
	default:
		if m.Type() != pmetric.MetricTypeSum {
			t.Fatalf("%s is a %s", d.Name, m.Type())
		}
		if m.Sum().IsMonotonic() != (d.Kind == metrics.Counter) || m.Sum().AggregationTemporality() != pmetric.AggregationTemporalityCumulative {
			t.Errorf("%s: monotonic %v, %s", d.Name, m.Sum().IsMonotonic(), m.Sum().AggregationTemporality())
		}
		points = m.Sum().DataPoints()
	}
	for _, p := range points.All() {
		if isInt := p.ValueType() == pmetric.NumberDataPointValueTypeInt; isInt != d.Integer {
			t.Errorf("%s: integer %v", d.Name, isInt)
		}
		start, at := p.StartTimestamp().AsTime(), p.Timestamp().AsTime()
		if at.Before(began.Add(-time.Second)) || d.Kind != metrics.Gauge && (start.After(at) || p.StartTimestamp() == 0) {
			t.Errorf("%s: start %v, time %v", d.Name, start, at)
		}
		if d.Group == "Host" && d.Kind == metrics.Counter && !start.Before(began) {
			t.Errorf("%s: counts of the host begin at boot, not at %v", d.Name, start)
		}
		checkKeys(t, d, p.Attributes())
	}
}

func checkKeys(t *testing.T, d *metrics.Def, attrs pcommon.Map) {
	t.Helper()
	declared := map[string]bool{}
	for _, k := range append(append([]metrics.Key(nil), d.Entity...), d.By...) {
		declared[k.Name] = true
		if _, ok := attrs.Get(k.Name); !ok && !k.Optional {
			t.Errorf("%s lacks %s: %v", d.Name, k.Name, attrs.AsRaw())
		}
	}
	for k := range attrs.All() {
		if !declared[k] {
			t.Errorf("%s carries %s", d.Name, k)
		}
	}
}

func TestTheFirstExportDoesNotWaitForAnInterval(t *testing.T) {
	server := otlptest.NewGRPC(t)
	start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL, "OTEL_METRIC_EXPORT_INTERVAL=3600000")
	server.Wait(t, 1)
}

func TestWithoutAnEndpointNothingIsExportedAndAWarningIsLogged(t *testing.T) {
	p := start(t)
	if line := p.logged(t, "OTEL_EXPORTER_OTLP_ENDPOINT is not set"); !strings.Contains(line, "level=WARN") {
		t.Error(line)
	}
	p.logged(t, "starting")
	if took := p.stop(t, syscall.SIGINT); took > 3*time.Second {
		t.Errorf("took %v to end with nothing to send", took)
	}
}

func TestSIGTERMSamplesOnceMoreAndFlushes(t *testing.T) {
	server := otlptest.NewHTTP(t)
	p := start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL, "OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf", "OTEL_METRIC_EXPORT_INTERVAL=3600000")
	server.Wait(t, 1)
	p.stop(t, syscall.SIGTERM)
	if n := len(server.Requests()); n != 2 {
		t.Errorf("%d exports, want the first and the last", n)
	}
}

func TestAnEndpointThatNeverAnswersDoesNotKeepTheCollectorFromEnding(t *testing.T) {
	server := otlptest.NewGRPC(t, otlptest.Answers(otlptest.Answer{Hang: true}))
	p := start(t, "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL)
	server.WaitAttempts(t, 1)
	if took := p.stop(t, syscall.SIGTERM); took > 9*time.Second {
		t.Errorf("took %v", took)
	}
}

// The endpoint is down for 20 intervals, and the collector is killed in the
// middle of them.
func TestEverySnapshotArrivesOnceInOrderAfterAnOutageAndAKill(t *testing.T) {
	reserved, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := reserved.Addr().String()
	reserved.Close()
	dir := t.TempDir()
	env := []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://" + addr, "PLATFORM_EXPORT_QUEUE_DIR=" + dir, "OTEL_GPU_PROMETHEUS_ADDR=127.0.0.1:0"}

	first := start(t, env...)
	url := scrapeURL(first.logged(t, "Prometheus metrics are served"))
	waitForMetric(t, url, "platform_collector_queue_length", 10)
	first.stop(t, syscall.SIGKILL)
	second := start(t, env...)
	url = scrapeURL(second.logged(t, "Prometheus metrics are served"))
	waitForMetric(t, url, "platform_collector_queue_length", 20)

	second.stop(t, syscall.SIGTERM) // what could not be sent stays on disk

	server := otlptest.NewGRPC(t, otlptest.At(addr))
	third := start(t, env...)
	server.Wait(t, 25)
	third.stop(t, syscall.SIGTERM)

	var times []time.Time
	seen := map[string]int{}
	for _, r := range server.Requests() {
		m := byName(r.Metrics)["system.cpu.logical.count"]
		at := m.Sum().DataPoints().At(0).Timestamp().AsTime()
		times = append(times, at)
		seen[at.String()]++
	}
	for i := 1; i < len(times); i++ {
		if !times[i].After(times[i-1]) {
			t.Errorf("snapshot %d of %v came after the one of %v", i, times[i], times[i-1])
		}
	}
	for at, n := range seen {
		if n != 1 {
			t.Errorf("the snapshot of %s arrived %d times", at, n)
		}
	}
	if gap := largestGap(times); gap > 5*time.Second {
		t.Errorf("a gap of %v: snapshots of before the kill are missing", gap)
	}
}

func largestGap(times []time.Time) (gap time.Duration) {
	for i := 1; i < len(times); i++ {
		gap = max(gap, times[i].Sub(times[i-1]))
	}
	return gap
}

func scrapeURL(line string) string {
	_, url, _ := strings.Cut(line, "url=")
	return strings.Trim(strings.Fields(url)[0], `"`)
}
