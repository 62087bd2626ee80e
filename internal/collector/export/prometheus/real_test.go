package prometheus

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// program returns the path of a program of Debian's package prometheus.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "prometheus") {
		t.Fatalf("PLATFORM_TEST_REQUIRE asks for prometheus: %v", err)
	}
	t.Skipf("%v; it is in the package prometheus", err)
	return ""
}

func TestPromtoolFindsNothingWrongWithAnyMetric(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), program(t, "promtool"), "check", "metrics")
	cmd.Stdin = strings.NewReader(body(t, scrape(serve(wholeCatalog()), "GET")))
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}

func TestARealPrometheusScrapesAndAnswersQueries(t *testing.T) {
	server := program(t, "prometheus")
	var openMetricsAnswers atomic.Int64
	h := serve(wholeCatalog())
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r)
		if strings.HasPrefix(w.Header().Get("Content-Type"), "application/openmetrics-text") && w.Header().Get("Content-Encoding") == "gzip" {
			openMetricsAnswers.Add(1)
		}
	}))
	t.Cleanup(target.Close)

	dir, addr := t.TempDir(), freeAddress(t)
	config := filepath.Join(dir, "prometheus.yml")
	if err := os.WriteFile(config, fmt.Appendf(nil, `
scrape_configs:
  - job_name: collector
    scrape_interval: 1s
    static_configs: [{targets: [%q]}]
`, strings.TrimPrefix(target.URL, "http://")), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var log bytes.Buffer
	cmd := exec.CommandContext(ctx, server, "--config.file="+config, "--storage.tsdb.path="+filepath.Join(dir, "data"), "--web.listen-address="+addr)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		cmd.Wait()
		if t.Failed() {
			t.Logf("prometheus: %s", &log)
		}
	})

	f := func(query, want string) {
		t.Helper()
		got := ""
		for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			if got = ask(t, addr, query); got == want {
				return
			}
		}
		t.Errorf("%s is %q, want %q", query, got, want)
	}
	f(`up{job="collector"}`, "1")
	f(`system_cpu_logical_count{hw_id="GPU-1"}`, "1")
	f(`hw_energy_joules_total`, "1")
	f(`gpu_kernel_duration_seconds_count`, "3")
	f(`target_info{host_name="node-1"}`, "1")
	f(`count by (team) (target_info)`, "1")
	if openMetricsAnswers.Load() == 0 {
		t.Error("Prometheus was not answered with compressed OpenMetrics")
	}
}

// ask returns the value of the only series that query finds, "" when there is
// no answer yet.
func ask(t *testing.T, addr, query string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr+"/api/v1/query?query="+url.QueryEscape(query), nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "" // it is still starting
	}
	defer resp.Body.Close()
	var answer struct {
		Data struct{ Result []struct{ Value [2]any } }
	}
	if json.NewDecoder(resp.Body).Decode(&answer) != nil || len(answer.Data.Result) != 1 {
		return ""
	}
	return fmt.Sprint(answer.Data.Result[0].Value[1])
}

// freeAddress returns an address that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
