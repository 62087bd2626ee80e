// Package enginejs runs the official JavaScript client against the embedded engine.
package enginejs

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"

	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
)

func TestJavaScriptClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil && !strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "node") {
		t.Skip("node is not installed")
	}
	addr := freeAddr(t)
	const password = "only-for-this-test"
	enginetest.StartOwn(t, engine.Options{Addr: addr, Password: password})
	if _, err := os.Stat("node_modules"); err != nil {
		if out, err := exec.CommandContext(t.Context(), "npm", "ci", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
	}
	cmd := exec.CommandContext(t.Context(), node, "--test", "client.test.js")
	cmd.Env = append(os.Environ(), "ENGINE_URL=http://"+addr, "ENGINE_PASSWORD="+password)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr())
}
