// Package openlitjs_test runs released clients, unchanged, against the server.
package openlitjs_test

import (
	"encoding/json"
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
	f := func(file, key string, status int, want string) {
		t.Helper()
		content := s.python(t, file, key, status, nil)
		if strings.TrimSpace(content) != want {
			t.Errorf("%s: %s, want %s", file, content, want)
		}
		// The client sets what res holds as environment variables, also beside an error.
		var read struct{ Res map[string]string }
		if err := json.Unmarshal([]byte(content), &read); err != nil || read.Res == nil {
			t.Errorf("res is no object: %s", content)
		}
	}
	f("secret-by-key", s.Key, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f("secrets-by-tag", s.Key, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted"}}`)
	f("secrets-all", s.Key, 200, `{"err":null,"res":{"OPENAI_API_KEY":"sk-planted","STRIPE_KEY":"quote \" backslash \\ ü"}}`)
	f("secrets-all", "wrong", 401, `{"err":"the API key is not valid","res":{}}`)
}
