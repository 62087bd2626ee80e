package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"platform/internal/server/config"
	"platform/internal/server/vault"
)

// program runs the program in a data directory and returns what it printed.
func program(t *testing.T, dir string, extra map[string]string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := Main(t.Context(), Env{Args: args, Stdout: &out, Stderr: io.Discard, Lookup: variables(dir, extra)})
	return out.String(), err
}

func variables(dir string, extra map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if name == "PLATFORM_DATA_DIR" {
			return dir, true
		}
		value, ok := extra[name]
		return value, ok
	}
}

func TestVaultRotateWhileAServerRuns(t *testing.T) {
	dir := t.TempDir()
	cfg, _ := config.Parse(variables(dir, nil))
	running, err := openControl(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer running.db.Close()
	first, err := running.tenancy.FirstStart(t.Context(), "a@example.com", "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	scope, err := running.tenancy.Authenticate(t.Context(), first.Key)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := program(t, dir, nil, "vault", "rotate"); err != nil || !strings.Contains(out, "nothing to do") {
		t.Errorf("an empty vault: %q, %v", out, err)
	}
	for i := range 3 {
		if _, err := running.vault.Create(t.Context(), scope.DatabaseConfig, fmt.Sprint("S", i), []byte("value"), nil, vault.Caller{}); err != nil {
			t.Fatal(err)
		}
	}
	read := func(c *control) {
		t.Helper()
		if got, err := c.vault.Get(context.WithoutCancel(t.Context()), scope.DatabaseConfig, vault.Query{}, vault.Caller{}); err != nil || len(got) != 3 || string(got[2].Plain) != "value" {
			t.Errorf("%v, %v", got, err)
		}
	}
	f := func(want string, args ...string) {
		t.Helper()
		out, err := program(t, dir, nil, append([]string{"vault", "rotate"}, args...)...)
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%v: %q, %v", args, out, err)
		}
		read(running)
		restarted, err := openControl(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		defer restarted.db.Close()
		read(restarted)
	}
	f(scope.DatabaseConfig + ": 3 of 3 values\n")
	f(scope.DatabaseConfig+": 3 of 3 values\n", "--database-config", scope.DatabaseConfig)
	f("2 of 2 sealed records\n", "--master") // the data key, and the proof of the master key
	f("removed key ", "--master")
	if _, err := program(t, dir, nil, "vault", "rotate", "--master", "--database-config", "x"); err == nil {
		t.Error("one master key, one configuration: accepted")
	}
	if _, err := program(t, dir, nil, "vault", "rotate", "--database-config", "dbc_none"); err == nil {
		t.Error("an unknown configuration is accepted")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".master-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestTheServerDoesNotStartWithAWildcardOrigin(t *testing.T) {
	for _, name := range []string{"PLATFORM_ALLOWED_CORS_ORIGINS", "PLATFORM_ALLOWED_ORIGINS"} {
		dir := filepath.Join(t.TempDir(), "data")
		_, err := program(t, dir, map[string]string{name: "https://*.example.com"}, "serve")
		if err == nil || !strings.Contains(err.Error(), name+" has a wildcard") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Error("it began to make its data directory")
		}
	}
}
