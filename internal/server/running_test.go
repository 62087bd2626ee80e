package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// running is a server that a test started.
type running struct {
	t       *testing.T
	web     string
	otlp    string
	Key     string
	stop    func() error
	Log     *buffer
	env     map[string]string
	dataDir string
}

// buffer is written by the server and read by the test.
type buffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

const adminPassword = "correct horse battery"

// start runs platform serve with free ports.
func start(t *testing.T, dir string, env map[string]string) *running {
	t.Helper()
	r := &running{t: t, Log: &buffer{}, dataDir: dir, env: map[string]string{
		"PLATFORM_DATA_DIR": dir, "PLATFORM_LISTEN_ADDR": "127.0.0.1:0", "PLATFORM_OTLP_GRPC_ADDR": "127.0.0.1:0", "PLATFORM_OTLP_HTTP_ADDR": "127.0.0.1:0",
		"PLATFORM_ADMIN_PASSWORD": adminPassword, "PLATFORM_FIRST_KEY_FILE": filepath.Join(dir, "first.key"), "PLATFORM_ENGINE_MEMORY_MB": "2048"}}
	for k, v := range env {
		r.env[k] = v
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- r.command(ctx, io.Discard, "serve") }()
	r.stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := r.stop(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	r.web = "http://" + r.logged(ended, `msg="platform started".* listen=(\S+)`)
	r.otlp = "http://" + r.logged(ended, `msg="OTLP over HTTP" listen=(\S+)`)
	key, err := os.ReadFile(r.env["PLATFORM_FIRST_KEY_FILE"])
	if err != nil {
		t.Fatal(err)
	}
	r.Key = strings.TrimSpace(string(key))
	return r
}

// command runs another command of the program on the same data.
func (r *running) command(ctx context.Context, out io.Writer, args ...string) error {
	return Main(ctx, Env{Args: args, Stdout: out, Stderr: r.Log, Stdin: strings.NewReader(""), Lookup: func(k string) (string, bool) {
		v, ok := r.env[k]
		return v, ok
	}})
}

// logged waits for a line of the log and returns its part.
func (r *running) logged(ended <-chan error, pattern string) string {
	r.t.Helper()
	expression := regexp.MustCompile(pattern)
	var found string
	r.eventually(func() bool {
		select {
		case err := <-ended:
			r.t.Fatalf("the server ended: %v\n%s", err, r.Log)
		default:
		}
		if m := expression.FindStringSubmatch(r.Log.String()); m != nil {
			found = m[1]
		}
		return found != ""
	})
	return found
}

// eventually asks until the answer is yes, for at most a minute.
func (r *running) eventually(yes func() bool) {
	r.t.Helper()
	for deadline := time.Now().Add(time.Minute); !yes(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			r.t.Fatalf("did not happen; the log:\n%s", r.Log)
		}
	}
}

func (r *running) do(method, url, key, body string) (*http.Response, string) {
	r.t.Helper()
	req, err := http.NewRequestWithContext(r.t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res, string(text)
}

func (r *running) sendLog(key, text string) (*http.Response, string) {
	return r.do("POST", r.otlp+"/v1/logs", key, fmt.Sprintf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"timeUnixNano":"%d","body":{"stringValue":%q}}]}]}]}`, time.Now().UnixNano(), text))
}

// accepted is how many logs the project of the key has got since the start.
func (r *running) accepted(key string) (n int) {
	r.t.Helper()
	_, body := r.do("GET", r.web+"/api/ingest/status", key, "")
	var status struct {
		Signals []struct {
			Signal   string
			Accepted int
		}
	}
	if err := json.Unmarshal([]byte(body), &status); err != nil {
		r.t.Fatal(err, body)
	}
	for _, s := range status.Signals {
		if s.Signal == "logs" {
			n = s.Accepted
		}
	}
	return n
}
