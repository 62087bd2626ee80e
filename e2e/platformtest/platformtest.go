// Package platformtest runs the built platform for tests that are clients of it.
package platformtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const password = "only for this test"

var binary string

// Main builds the platform, runs the tests of a package and removes it again.
func Main(m *testing.M) int {
	dir, err := os.MkdirTemp("", "platform")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "platform")
	build := exec.Command("go", "build", "-o", binary, "platform/cmd/platform")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the platform: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// Server is a running platform.
type Server struct {
	URL string
	Key string // API key of its only project

	t      testing.TB
	cookie *http.Cookie
	log    *log
}

// log is written by the server and read by the test.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Start runs a platform without an engine until the test ends, and signs in.
// More variables are of the form NAME=value. The test fails when the log shows
// a secret that begins with sk-planted.
func Start(t testing.TB, variables ...string) *Server {
	t.Helper()
	dir, addr := t.TempDir(), freeAddr(t)
	s := &Server{t: t, URL: "http://" + addr, log: &log{}}
	keyFile := filepath.Join(dir, "first.key")
	cmd := exec.Command(binary)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "PLATFORM_LISTEN_ADDR=" + addr, "PLATFORM_DATA_DIR=" + filepath.Join(dir, "data"),
		"PLATFORM_OTLP_GRPC_ADDR=", "PLATFORM_OTLP_HTTP_ADDR=", "PLATFORM_CLICKHOUSE_URL=http://127.0.0.1:1", // telemetry is not asked for
		"PLATFORM_ADMIN_PASSWORD=" + password, "PLATFORM_FIRST_KEY_FILE=" + keyFile}, variables...)
	cmd.Stdout, cmd.Stderr = io.Discard, s.log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if t.Failed() {
			t.Logf("log of the server:\n%s", s.log)
		}
		if strings.Contains(s.log.String(), "sk-planted") {
			t.Error("the log shows a secret")
		}
	})
	s.await(ended)
	raw, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	s.Key = strings.TrimSpace(string(raw))
	s.Ask("POST", "/api/session", fmt.Sprintf(`{"email":"admin@localhost","password":%q}`, password))
	return s
}

// await asks until the server answers.
func (s *Server) await(ended chan error) {
	s.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		answer, err := http.Get(s.URL + "/healthz")
		if err == nil {
			answer.Body.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			s.t.Fatalf("the server ended: %v\n%s", err, s.log)
		case <-time.After(20 * time.Millisecond): // between two questions
		}
		if time.Now().After(deadline) {
			s.t.Fatal("the server does not answer")
		}
	}
}

func freeAddr(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// Ask makes a request as the signed-in administrator and returns the answer,
// which must be a success.
func (s *Server) Ask(method, path, body string) []byte {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if s.cookie != nil {
		r.AddCookie(s.cookie)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		s.t.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, content)
	}
	for _, c := range answer.Cookies() {
		s.cookie = c
	}
	return content
}

// Create posts a record and returns its id.
func (s *Server) Create(path, body string) (id string) {
	s.t.Helper()
	var record struct{ ID string }
	if err := json.Unmarshal(s.Ask("POST", path, body), &record); err != nil || record.ID == "" {
		s.t.Fatalf("%s: no id, %v", path, err)
	}
	return record.ID
}
