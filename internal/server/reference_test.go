package server

import (
	"bytes"
	"context"
	"io/fs"
	"log/slog"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"platform/internal/server/config"
	"platform/internal/server/tenancy"
	"platform/web"
)

// need skips a test for want of something, and fails it when the machine says
// that it has it.
func need(t *testing.T, name string, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), name) {
		t.Fatal(err)
	}
	t.Skip(err)
}

// TestTheReferencePageRendersOffline opens the page in a browser that reaches
// nothing but the server, under the page's own policy.
func TestTheReferencePageRendersOffline(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	need(t, "chromium", err)
	if _, err := fs.Stat(web.Dist, "dist/index.html"); err != nil {
		t.Skip("the web UI is not built: make web")
	}
	cfg, _ := config.Parse(func(string) (string, bool) { return "", false })
	log := slog.New(slog.DiscardHandler)
	api, err := newAPI(cfg, domains{tenancy: tenancy.New(nil, nil, nil, nil, false, log)}, log)
	if err != nil {
		t.Fatal(err)
	}
	if err := serveUI(api, ""); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(api)
	defer server.Close()

	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--enable-logging=stderr", "--v=0",
		"--virtual-time-budget=20000", "--dump-dom", server.URL+"/openapi-spec")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	for _, part := range []string{"Platform API", "API keys", "Signal routing"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	for line := range strings.Lines(errs.String()) {
		if strings.Contains(line, "Content Security Policy") || strings.Contains(line, "ERR_NAME_NOT_RESOLVED") && strings.Contains(line, "CONSOLE") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
