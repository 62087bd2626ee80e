package collector_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/config"
	"platform/internal/collector/export/otlptest"
)

// scrape returns the page of /metrics, once the first snapshot is there.
func scrape(t *testing.T, url string) string {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		res, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if res.StatusCode == http.StatusOK {
			return string(body)
		}
	}
	t.Fatal("no snapshot")
	return ""
}

// waitForMetric waits until an unlabelled metric has reached value.
func waitForMetric(t *testing.T, url, name string, value float64) {
	t.Helper()
	var page string
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		page = scrape(t, url)
		for line := range strings.Lines(page) {
			if rest, ok := strings.CutPrefix(line, name+" "); ok {
				if v, err := strconv.ParseFloat(strings.Fields(rest)[0], 64); err == nil && v >= value {
					return
				}
			}
		}
	}
	t.Fatalf("%s never reached %v:\n%s", name, value, page)
}

func TestPrometheusServesTheSameMetricsAndPromtoolIsContent(t *testing.T) {
	p := start(t, "OTEL_GPU_PROMETHEUS_ADDR=127.0.0.1:0")
	url := scrapeURL(p.logged(t, "Prometheus metrics are served"))
	waitForMetric(t, url, "system_memory_utilization_ratio", 0)
	page := scrape(t, url)
	for _, want := range []string{"system_cpu_logical_count ", `system_memory_usage_bytes{system_memory_state="used"} `, "process_cpu_time_seconds_total{", `target_info{`, "# TYPE system_network_io_bytes_total counter"} {
		if !strings.Contains(page, want) {
			t.Errorf("lacks %s", want)
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil && strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "prometheus") {
		t.Fatal(err)
	} else if err != nil {
		t.Skip("promtool is not installed (Debian package prometheus)")
	}
	check := exec.Command(promtool, "check", "metrics")
	check.Stdin = strings.NewReader(page)
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}

func TestAnAddressThatIsTakenCostsOnlyThatEndpoint(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	server := otlptest.NewGRPC(t)
	p := start(t, "OTEL_GPU_PROMETHEUS_ADDR="+taken.Addr().String(), "OTEL_EXPORTER_OTLP_ENDPOINT="+server.URL)
	p.logged(t, "Prometheus metrics are not served")
	server.Wait(t, 2)
}

func TestSystemdIsToldWhenTheCollectorIsReady(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	start(t, "NOTIFY_SOCKET="+path)
	buf := make([]byte, 64)
	if err := conn.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if n, err := conn.Read(buf); err != nil || string(buf[:n]) != "READY=1" {
		t.Errorf("%q, %v", buf[:n], err)
	}
}

func TestBadValuesAreNamedInTheLogAndSecretsAreNot(t *testing.T) {
	p := start(t, "OTEL_GPU_COLLECTOR_MODE=turbo", "OTEL_GPU_DCGM_INTERVAL=5", "OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20hunter2")
	p.logged(t, "OTEL_GPU_COLLECTOR_MODE")
	p.logged(t, "OTEL_GPU_DCGM_INTERVAL: below 10")
	p.logged(t, "OTEL_EXPORTER_OTLP_HEADERS")
	p.logged(t, "starting")
	p.mu.Lock()
	defer p.mu.Unlock()
	if strings.Contains(strings.Join(p.lines, "\n"), "hunter2") {
		t.Error("the log holds a secret")
	}
}

func TestHelpListsEveryVariable(t *testing.T) {
	out, code := output(t, nil, "--help")
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, v := range config.Vars {
		if !strings.Contains(out, v.Name) {
			t.Errorf("lacks %s", v.Name)
		}
	}
	if out, code := output(t, nil, "--frobnicate"); code != 2 || !strings.Contains(out, "--frobnicate") {
		t.Errorf("exit code %d: %s", code, out)
	}
}

func TestTheDoctorSaysWhatWorksAndSendsWhenAsked(t *testing.T) {
	server := otlptest.NewGRPC(t)
	env := []string{"OTEL_EXPORTER_OTLP_ENDPOINT=" + server.URL, "OTEL_EXPORTER_OTLP_HEADERS=authorization=hunter2", "OTEL_GPU_COLLECTOR_MODE=light"}
	out, code := output(t, env, "doctor", "--json", "--send")
	if code != 0 || strings.Contains(out, "hunter2") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	var d struct {
		Features []struct{ Name, State, Detail, Remedy string }
		Export   struct {
			Sent   bool
			Points int
		}
	}
	if err := json.NewDecoder(bytes.NewReader([]byte(out))).Decode(&d); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	states := map[string]string{}
	for _, f := range d.Features {
		states[f.Name] = f.State
		if (f.State == "off" || f.State == "unavailable") && f.Remedy == "" {
			t.Errorf("%s is %s and nothing says what would help", f.Name, f.State)
		}
	}
	if states["system"] != "on" || states["self"] != "on" || states["dcgm"] != "off" {
		t.Errorf("%v", states)
	}
	if !d.Export.Sent || d.Export.Points < 20 || len(server.Requests()) != 1 {
		t.Errorf("%+v, %d requests", d.Export, len(server.Requests()))
	}

	server.Stop()
	if out, code := output(t, append(env, "OTEL_EXPORTER_OTLP_TIMEOUT=500"), "doctor", "--send"); code == 0 || !strings.Contains(out, "problem:") {
		t.Errorf("an export that fails: exit code %d:\n%s", code, out)
	}
}
