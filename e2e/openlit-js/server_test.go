// Package openlitjs_test runs released clients, unchanged, against the server.
package openlitjs_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"platform/e2e/platformtest"
)

func TestMain(m *testing.M) { os.Exit(platformtest.Main(m)) }

// server is a running platform.
type server struct{ *platformtest.Server }

func start(t *testing.T) server {
	t.Helper()
	return server{platformtest.Start(t)}
}

func (s server) fill() {
	s.Ask("POST", "/api/vault", `{"key":"OPENAI_API_KEY","value":"sk-planted","tags":["llm"]}`)
	s.Ask("POST", "/api/vault", `{"key":"STRIPE_KEY","value":"quote \" backslash \\ ü","tags":["payments"]}`)
}

// node runs a test of the released npm package against s. More variables are
// of the form NAME=value.
func (s server) node(t *testing.T, file string, variables ...string) {
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
	cmd.Env = append(variables, "PATH="+os.Getenv("PATH"), "HOME="+os.Getenv("HOME"), "SERVER_URL="+s.URL, "SERVER_KEY="+s.Key)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTheReleasedPackageGetsSecrets(t *testing.T) {
	s := start(t)
	s.fill()
	s.node(t, "secrets.test.js")
}

// TestThePythonClientGetsSecrets sends the bytes that the Python client sends.
func TestThePythonClientGetsSecrets(t *testing.T) {
	s := start(t)
	s.fill()
	f := func(key, body string, status int, want string) {
		t.Helper()
		host := strings.TrimPrefix(s.URL, "http://")
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
	f(s.Key, `{"key": "OPENAI_API_KEY", "source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f(s.Key, `{"tags": ["llm"], "source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f(s.Key, `{"source": "python-sdk"}`, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted","STRIPE_KEY":"quote \" backslash \\ ü"}}`)
	f("wrong", `{"source": "python-sdk"}`, 401, `{"err":"the API key is not valid","res":{}}`)
}
