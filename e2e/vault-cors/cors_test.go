// Package vaultcors_test asks for secrets from pages in a real browser.
package vaultcors_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "platform")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "platform")
	build := exec.Command("go", "build", "-o", binary, "platform/cmd/platform")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the platform: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// page asks the platform for secrets, itself and in a frame that has no
// origin, and reports what it saw.
const page = `<!doctype html><title>asks</title><script>
const ask = async (who, credentials, headers) => {
  try {
    const answer = await fetch('%[1]s/api/vault/get-secrets', {method: 'POST', credentials, headers, body: '{"key":"NONE"}'});
    return {who, credentials, status: answer.status, body: await answer.text()};
  } catch (e) { return {who, credentials, status: 0, body: ''}; }
};
const key = {Authorization: 'Bearer %[2]s'};
const inner = '<script>const ask = ' + ask + ';ask("frame", "omit", ' + JSON.stringify(key) + ').then(r => parent.postMessage(r, "*"))</' + 'script>';
const framed = new Promise(done => addEventListener('message', e => done(e.data)));
addEventListener('load', async () => {
  const frame = document.createElement('iframe');
  frame.sandbox = 'allow-scripts';
  frame.srcdoc = inner;
  document.body.append(frame);
  const results = [];
  for (const credentials of ['omit', 'same-origin', 'include']) results.push(await ask('page', credentials, key));
  results.push(await ask('other header', 'omit', {...key, 'x-platform-project-id': 'prj_none'}));
  results.push(await ask('header not allowed', 'omit', {...key, 'x-other': '1'}));
  results.push(await framed);
  await fetch('/result', {method: 'POST', body: JSON.stringify(results)});
});
</script><body></body>`

// result is what one request of a page gave; status 0 is that the browser did
// not show the page any answer.
type result struct {
	Who, Credentials string
	Status           int
	Body             string
}

func TestPagesInABrowser(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "chromium") {
			t.Fatal(err)
		}
		t.Skip("chromium is not installed")
	}
	results := make(chan []result, 1)
	var content atomic.Value // string
	pages := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, content.Load().(string))
		case "/result":
			var all []result
			if err := json.NewDecoder(r.Body).Decode(&all); err != nil {
				t.Error(err)
			}
			results <- all
		default:
			http.NotFound(w, r)
		}
	}))
	defer pages.Close()
	_, port, _ := net.SplitHostPort(pages.Listener.Addr().String())

	for _, variable := range []string{"PLATFORM_ALLOWED_CORS_ORIGINS", "PLATFORM_ALLOWED_ORIGINS"} {
		address, key := platform(t, variable+"=http://app.test:"+port+", https://other.test", "PLATFORM_SITE_URL=http://site.test:"+port)
		content.Store(fmt.Sprintf(page, "http://platform.test:"+address, key))
		for host, allowed := range map[string]bool{"app.test": true, "site.test": true, "evil.test": false, "app.test.evil.test": false} {
			t.Run(variable+" "+host, func(t *testing.T) {
				for _, r := range visit(t, chromium, "http://"+host+":"+port+"/page", results) {
					want, body := 0, ""
					switch {
					case allowed && r.Who == "page":
						want, body = 200, `{"err":null,"res":{}}`
					case allowed && r.Who == "other header":
						want = 403 // the page is shown that the key is of another project
					}
					if r.Status != want || body != "" && strings.TrimSpace(r.Body) != body {
						t.Errorf("%s, credentials %s: %d %s, want %d", r.Who, r.Credentials, r.Status, r.Body, want)
					}
				}
			})
		}
	}
}

// visit opens a page and returns what it reports.
func visit(t *testing.T, chromium, url string, results chan []result) []result {
	t.Helper()
	cmd := exec.Command(chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-component-update",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP *.test 127.0.0.1", "--remote-debugging-port=0", url)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its helpers end with it
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
	}()
	select {
	case all := <-results:
		if len(all) != 6 {
			t.Errorf("%d results", len(all))
		}
		return all
	case <-time.After(90 * time.Second):
		t.Fatal("the page did not report")
		return nil
	}
}

// platform runs the server until the test ends and returns its port and first
// key.
func platform(t *testing.T, variables ...string) (port, key string) {
	t.Helper()
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	file := filepath.Join(dir, "first.key")
	cmd := exec.Command(binary)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "PLATFORM_LISTEN_ADDR=" + address, "PLATFORM_DATA_DIR=" + filepath.Join(dir, "data"),
		"PLATFORM_OTLP_GRPC_ADDR=", "PLATFORM_OTLP_HTTP_ADDR=", "PLATFORM_CLICKHOUSE_URL=http://127.0.0.1:1", "PLATFORM_FIRST_KEY_FILE=" + file}, variables...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	for range 3000 {
		if answer, err := http.Get("http://" + address + "/healthz"); err == nil {
			answer.Body.Close()
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, port, _ = net.SplitHostPort(address)
			return port, strings.TrimSpace(string(raw))
		}
		time.Sleep(20 * time.Millisecond) // between two questions
	}
	t.Fatal("the server does not answer")
	return "", ""
}
