// Package openlitjs_test runs released clients, unchanged, against the server.
package openlitjs_test

import (
	"bufio"
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
	"syscall"
	"testing"
	"time"
)

const password = "only for this test"

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

// server is a running platform.
type server struct {
	url, key string
	cookie   *http.Cookie
	log      *bytes.Buffer
}

// start builds and runs the platform until the test ends, and signs in.
func start(t *testing.T) *server {
	t.Helper()
	dir := t.TempDir()
	addr := freeAddr(t)
	s := &server{url: "http://" + addr, log: &bytes.Buffer{}}
	keyFile := filepath.Join(dir, "first.key")
	cmd := exec.Command(binary)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "PLATFORM_LISTEN_ADDR=" + addr, "PLATFORM_DATA_DIR=" + filepath.Join(dir, "data"),
		"PLATFORM_OTLP_GRPC_ADDR=", "PLATFORM_OTLP_HTTP_ADDR=", "PLATFORM_CLICKHOUSE_URL=http://127.0.0.1:1", // telemetry is not asked for
		"PLATFORM_ADMIN_PASSWORD=" + password, "PLATFORM_FIRST_KEY_FILE=" + keyFile}
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
	for {
		if answer, err := http.Get(s.url + "/healthz"); err == nil {
			answer.Body.Close()
			break
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the server ended: %v", err)
		case <-time.After(20 * time.Millisecond): // between two questions
		}
	}
	raw, err := os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	s.key = strings.TrimSpace(string(raw))
	s.do(t, "/api/session", fmt.Sprintf(`{"email":"admin@localhost","password":%q}`, password))
	return s
}

// do posts as the signed-in administrator and returns the answer.
func (s *server) do(t *testing.T, path, body string) []byte {
	t.Helper()
	return s.ask(t, "POST", path, body)
}

// ask makes a request as the signed-in administrator.
func (s *server) ask(t *testing.T, method, path, body string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if s.cookie != nil {
		r.AddCookie(s.cookie)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 {
		t.Fatalf("%s: %d %s", path, answer.StatusCode, content)
	}
	for _, c := range answer.Cookies() {
		s.cookie = c
	}
	return content
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (s *server) fill(t *testing.T) {
	s.do(t, "/api/vault", `{"key":"OPENAI_API_KEY","value":"sk-planted","tags":["llm"]}`)
	s.do(t, "/api/vault", `{"key":"STRIPE_KEY","value":"quote \" backslash \\ ü","tags":["payments"]}`)
}

// node runs a test of the released npm package against s. More variables are
// of the form NAME=value.
func (s *server) node(t *testing.T, file string, variables ...string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil && !strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "node") {
		t.Skip("node is not installed")
	}
	if _, err := os.Stat("node_modules"); err != nil {
		if out, err := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, "--test", file)
	cmd.Env = append(variables, "PATH="+os.Getenv("PATH"), "HOME="+os.Getenv("HOME"), "SERVER_URL="+s.url, "SERVER_KEY="+s.key)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTheReleasedPackageGetsSecrets(t *testing.T) {
	s := start(t)
	s.fill(t)
	s.node(t, "secrets.test.js")
}

// TestThePythonClientGetsSecrets sends the bytes that the Python client sends.
func TestThePythonClientGetsSecrets(t *testing.T) {
	s := start(t)
	s.fill(t)
	f := func(key, body string, status int, want string) {
		t.Helper()
		host := strings.TrimPrefix(s.url, "http://")
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/vault/get-secrets HTTP/1.1\r\nHost: %s\r\nUser-Agent: python-requests/2.32.3\r\nAccept-Encoding: gzip, deflate\r\nAccept: */*\r\n"+
			"Connection: keep-alive\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", host, key, len(body), body)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		content, _ := io.ReadAll(answer.Body)
		if answer.StatusCode != status || strings.TrimSpace(string(content)) != want {
			t.Errorf("%s: %d %s, want %d %s", body, answer.StatusCode, content, status, want)
		}
		// The client sets what res holds as environment variables, also beside an error.
		var read struct{ Res map[string]string }
		if err := json.Unmarshal(content, &read); err != nil || read.Res == nil {
			t.Errorf("res is no object: %s", content)
		}
	}
	f(s.key, `{"key": "OPENAI_API_KEY", "source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f(s.key, `{"tags": ["llm"], "source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f(s.key, `{"source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted","STRIPE_KEY":"quote \" backslash \\ ü"}}`)
	f("wrong", `{"source": "python-sdk"}`, 401, `{"err":"the API key is not valid","res":{}}`)
}
