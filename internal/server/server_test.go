package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/config"
	"platform/internal/server/engine"
	"platform/internal/server/engine/enginetest"
	"platform/internal/server/prompts"
	"platform/internal/server/storage/databases"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

// TestMain is also the program: the server starts its engine as a child of
// the running program.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "engine" {
		if err := engine.Main(context.Background(), os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(sqltest.Main(m))
}

// world serves the routes of every domain on db and on an engine that tests
// share.
func world(t *testing.T, db *sqlstore.DB) *tenancytest.World {
	t.Helper()
	needEngine(t)
	c := &control{db: db, vault: vault.New(db.Vault(), nil, slog.New(slog.DiscardHandler)), prompts: prompts.New(db.Prompts()), pool: databases.New(databases.Config{Socket: enginetest.Start(t)})}
	t.Cleanup(func() { c.pool.Close() })
	return tenancytest.NewWith(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, func(api huma.API, s *tenancy.Service) {
		c.tenancy = s
		log := slog.New(slog.DiscardHandler)
		in, err := newIngest(config.Config{DataDir: t.TempDir()}, s, c.pool, log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close(context.WithoutCancel(t.Context())) })
		d := c.domains(in)
		d.others(api)
	})
}

// TestNoRouteShowsAnotherTenantsData walks every route of the OpenAPI
// document, so that a new one cannot be forgotten.
func TestNoRouteShowsAnotherTenantsData(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		w := world(t, open(t))
		document, err := OpenAPI()
		if err != nil {
			t.Fatal(err)
		}
		var served struct{ Paths map[string]any }
		if err := json.Unmarshal(document, &served); err != nil {
			t.Fatal(err)
		}
		for path := range served.Paths {
			if w.API.OpenAPI().Paths[path] == nil {
				t.Errorf("%s is served, but not walked", path)
			}
		}
		tenancytest.Walk(t, w)
	})
}

func TestRolesAreEnforcedOnEveryRoute(t *testing.T) {
	tenancytest.WalkRoles(t, world(t, sqltest.Open(t, sqltest.File(t))))
}

func TestEveryRouteHasASummaryAndAClass(t *testing.T) {
	document, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Paths map[string]map[string]struct {
			OperationID string
			Summary     string
			Tags        []string
			Security    []map[string][]string
		}
	}
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	for path, item := range d.Paths {
		for method, op := range item {
			if op.Summary == "" || op.OperationID == "" || op.Security == nil || len(op.Tags) == 0 {
				t.Errorf("%s %s: %+v", method, path, op)
			}
		}
	}
}

func TestTheServerServesWithoutTheEngine(t *testing.T) {
	r := start(t, t.TempDir(), map[string]string{"PLATFORM_ENGINE_LIB": "/nowhere/libchdb.so"})
	if res, body := r.do("POST", r.web+"/api/session", "", `{"email":"admin@localhost","password":"`+adminPassword+`"}`); res.StatusCode != 200 {
		t.Errorf("sign in: %d %s", res.StatusCode, body)
	}
	r.eventually(func() bool {
		res, body := r.do("GET", r.web+"/readyz", "", "")
		return res.StatusCode == 503 && strings.Contains(body, `"control store":"ok"`) && strings.Contains(body, "/nowhere/libchdb.so")
	})
	res, body := r.sendLog(r.Key, "lost?")
	if res.StatusCode != 503 || res.Header.Get("Retry-After") == "" {
		t.Errorf("ingest: %d, Retry-After %q: %s", res.StatusCode, res.Header.Get("Retry-After"), body)
	}
	if res, body := r.do("GET", r.web+"/api/ingest/status", r.Key, ""); res.StatusCode != 200 || !strings.Contains(body, "not available") {
		t.Errorf("status: %d %s", res.StatusCode, body)
	}
}

// needEngine skips or fails the test when there is no engine library.
func needEngine(t *testing.T) string {
	t.Helper()
	path, err := engine.FindLibrary("", "")
	if err != nil {
		if strings.Contains(os.Getenv("PLATFORM_TEST_REQUIRE"), "engine") {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return path
}

func TestTelemetryArrivesAndIsStillThereAfterBackupAndRestore(t *testing.T) {
	lib := map[string]string{"PLATFORM_ENGINE_LIB": needEngine(t)}
	first := start(t, filepath.Join(t.TempDir(), "a"), lib)
	first.eventually(func() bool { res, _ := first.do("GET", first.web+"/readyz", "", ""); return res.StatusCode == 200 })
	if res, body := first.sendLog(first.Key, "kept by the archive"); res.StatusCode != 200 {
		t.Fatalf("%d %s", res.StatusCode, body)
	}
	if n := first.accepted(first.Key); n != 1 {
		t.Errorf("accepted %d", n)
	}
	var other bytes.Buffer
	if err := first.command(t.Context(), &other, "key", "create", "--name", "of the command line", "--scopes", "telemetry"); err != nil {
		t.Fatal(err)
	}
	if res, _ := first.sendLog(strings.TrimSpace(other.String()), "not allowed"); res.StatusCode != 403 {
		t.Errorf("a key without the scope ingest: %d", res.StatusCode)
	}

	archive := filepath.Join(t.TempDir(), "all.tar")
	var progress bytes.Buffer
	if err := first.command(t.Context(), &progress, "backup", "--to", archive); err != nil {
		t.Fatalf("%v\n%s", err, progress.String())
	}
	for _, line := range []string{"control: users, 1 rows", "master key: included", "telemetry: prj_", "(1 of 1)", "archive: "} {
		if !strings.Contains(progress.String(), line) {
			t.Errorf("progress lacks %q:\n%s", line, progress.String())
		}
	}
	if err := first.command(t.Context(), io.Discard, "restore", "--from", archive); err == nil || !strings.Contains(err.Error(), "--replace") {
		t.Errorf("restore over what is there: %v", err)
	}
	if err := first.command(t.Context(), io.Discard, "restore", "--from", archive, "--replace"); err == nil || !strings.Contains(err.Error(), "stop the server") {
		t.Errorf("restore under a running server: %v", err)
	}
	if err := first.stop(); err != nil {
		t.Fatal(err)
	}

	// Into another place, and into PostgreSQL when there is one.
	env := map[string]string{"PLATFORM_ENGINE_LIB": lib["PLATFORM_ENGINE_LIB"], "PLATFORM_DATA_DIR": filepath.Join(t.TempDir(), "b")}
	if _, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres"); err == nil {
		env["PLATFORM_DATABASE_URL"] = sqltest.Address(t)
	}
	restored := &running{t: t, Log: &buffer{}, env: env}
	if err := restored.command(t.Context(), &progress, "restore", "--from", archive); err != nil {
		t.Fatalf("%v\n%s\n%s", err, progress.String(), restored.Log)
	}
	if err := os.WriteFile(filepath.Join(env["PLATFORM_DATA_DIR"], "first.key"), []byte(first.Key), 0o600); err != nil {
		t.Fatal(err)
	}
	second := start(t, env["PLATFORM_DATA_DIR"], env)
	second.eventually(func() bool { res, _ := second.do("GET", second.web+"/readyz", "", ""); return res.StatusCode == 200 })
	_, body := second.do("GET", second.web+"/api/ingest/status", first.Key, "")
	if !regexp.MustCompile(`"signal":"logs","lastReceived":"20`).MatchString(body) {
		t.Errorf("the restored telemetry is not there: %s", body)
	}
	if res, body := second.do("POST", second.web+"/api/session", "", `{"email":"admin@localhost","password":"`+adminPassword+`"}`); res.StatusCode != 200 {
		t.Errorf("sign in after the restore: %d %s", res.StatusCode, body)
	}
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	r := &running{t: t, Log: &buffer{}, env: map[string]string{"PLATFORM_DATA_DIR": dir, "PLATFORM_ENGINE_LIB": "/nowhere"}}
	f := func(fails string, contains []string, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		err := r.command(t.Context(), &out, args...)
		if fails == "" && err != nil || fails != "" && (err == nil || !strings.Contains(err.Error(), fails)) {
			t.Errorf("%v: %v, want %q", args, err, fails)
		}
		for _, part := range contains {
			if !strings.Contains(out.String(), part) {
				t.Errorf("%v: lacks %q:\n%s", args, part, out.String())
			}
		}
		return out.String()
	}
	f("", []string{"platform serve", "platform user reset-password", "PLATFORM_LISTEN_ADDR (default 127.0.0.1:3000)"}, "--help")
	f("", []string{"platform 0."}, "--version")
	f("no command", nil, "dance")
	f("", []string{"platform demo [--seed N]", "Fill a project", "traces per hour"}, "demo", "--help")
	f("", []string{"platform migrate", "schema"}, "migrate", "-h")
	f("not defined: -far: see platform demo --help", nil, "demo", "--far")
	f("", []string{"control store (sqlite): schema version "}, "migrate")
	f("--name is missing", nil, "key", "create")
	f("no project yet", nil, "key", "create", "--name", "x")
	f("--email is missing", nil, "user", "reset-password")
	f("no user with that address", nil, "user", "reset-password", "--email", "nobody@example.com")
	f("unexpected argument", nil, "migrate", "now")
	f("not well", []string{"ok    control store: sqlite", "FAIL  engine library", "/nowhere"}, "doctor")
	f("--to is missing", nil, "backup")
	f("--control-only leaves telemetry out", nil, "backup", "--to", filepath.Join(dir, "x.tar"))
	f("", []string{"control: users, 0 rows"}, "backup", "--control-only", "--to", filepath.Join(dir, "x.tar"))
	f("no such file", nil, "restore", "--from", filepath.Join(dir, "none.tar"))
	f("", []string{`"openapi": "3.1.0"`}, "openapi")
	if _, err := os.Stat(filepath.Join(dir, "x.tar.partial")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an unfinished archive was left: %v", err)
	}

	// A user, made by hand, gets a password that works.
	c, err := openControlOf(t, r)
	if err != nil {
		t.Fatal(err)
	}
	defer c.db.Close()
	if _, err := c.tenancy.FirstStart(t.Context(), "admin@localhost", adminPassword); err != nil {
		t.Fatal(err)
	}
	out := f("", []string{"password: "}, "user", "reset-password", "--email", "admin@localhost")
	if strings.Contains(r.Log.String(), strings.TrimSpace(out[strings.Index(out, "password: ")+10:])) {
		t.Error("the log holds the password")
	}
	key := strings.TrimSpace(f("", []string{"plt_"}, "key", "create", "--name", "x", "--environment", "production", "--expires", "1h"))
	if scope, err := c.tenancy.Authenticate(t.Context(), key); err != nil || scope.Environment != "production" {
		t.Errorf("%+v, %v", scope, err)
	}
	f("no scope", nil, "key", "create", "--name", "x", "--scopes", "everything")
}

func openControlOf(t *testing.T, r *running) (*control, error) {
	cfg, log := configure(Env{Stderr: r.Log, Lookup: func(k string) (string, bool) { v, ok := r.env[k]; return v, ok }})
	return openControl(t.Context(), cfg, log)
}

func TestAnotherMasterKeyIsRefused(t *testing.T) {
	dir := t.TempDir()
	r := &running{t: t, Log: &buffer{}, env: map[string]string{"PLATFORM_DATA_DIR": dir}}
	if err := r.command(t.Context(), io.Discard, "migrate"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "master.key")); err != nil {
		t.Fatal(err)
	}
	if err := r.command(t.Context(), io.Discard, "migrate"); err == nil || !strings.Contains(err.Error(), "not the key") {
		t.Errorf("%v", err)
	}
}
