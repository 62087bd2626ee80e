package server

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"

	"platform/internal/server/config"
)

// demoDay are the arguments of a small demonstration.
func demoDay(r *running, more ...string) []string {
	return append([]string{"demo", "--url", r.otlp, "--hours", "2", "--gpus", "8", "--traces", "30"}, more...)
}

func TestTheDemonstrationFillsAProjectOfItsOwnAndLeavesNothingBehind(t *testing.T) {
	r := start(t, t.TempDir(), map[string]string{"PLATFORM_ENGINE_LIB": needEngine(t)})
	var out strings.Builder
	if err := r.command(t.Context(), &out, demoDay(r)...); err != nil {
		t.Fatalf("%v\n%s\n%s", err, &out, r.Log)
	}
	for _, want := range []string{"100%", "left", "Stored ", "platform demo remove"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, &out)
		}
	}
	project := regexp.MustCompile(`prj_\w+`).FindString(out.String())
	var key strings.Builder
	if err := r.command(t.Context(), &key, "key", "create", "--name", "reader", "--project", project, "--scopes", "telemetry"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{"/api/gpus": 8, "/api/hosts": 1, "/api/gpu-processes?state=zombie": 1, "/api/gpu-kernels": 5} {
		res, body := r.do("GET", r.web+path, strings.TrimSpace(key.String()), "")
		var found struct{ Items []json.RawMessage }
		if err := json.Unmarshal([]byte(body), &found); err != nil || len(found.Items) != want {
			t.Errorf("%s: %d, %d of %d: %.600s", path, res.StatusCode, len(found.Items), want, body)
		}
	}
	if _, body := r.do("GET", r.web+"/api/gpus?from=now-2h", strings.TrimSpace(key.String()), ""); !strings.Contains(body, `"xid 94":1`) || !strings.Contains(body, "sw_thermal") {
		t.Errorf("the XID or the throttled GPU is not shown: %s", body)
	}
	if err := r.command(t.Context(), io.Discard, demoDay(r)...); err == nil {
		t.Error("a demonstration is filled twice")
	}
	if names := dashboardsOf(t, r, project); !slices.Equal(names, []string{"GPU fleet"}) {
		t.Errorf("dashboards %v", names)
	}

	out.Reset()
	if err := r.command(t.Context(), &out, "demo", "remove"); err == nil || !strings.Contains(out.String(), "otel_traces") {
		t.Errorf("without --yes: %v\n%s", err, &out)
	}
	if !slices.Contains(databasesOf(t, r), project) {
		t.Fatal("removed without --yes")
	}
	if err := r.command(t.Context(), &out, "demo", "remove", "--yes"); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(databasesOf(t, r), project) {
		t.Error("the telemetry is still there")
	}
	out.Reset()
	if err := r.command(t.Context(), &out, "demo", "remove", "--yes"); err != nil || !strings.Contains(out.String(), "no project demo") {
		t.Errorf("removing nothing: %v\n%s", err, &out)
	}
}

// dashboardsOf names the dashboards of a project.
func dashboardsOf(t *testing.T, r *running, project string) (names []string) {
	t.Helper()
	cfg, _ := config.Parse(func(k string) (string, bool) { v, ok := r.env[k]; return v, ok })
	c, err := openControl(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer c.db.Close()
	all, err := c.db.Dashboards().List(t.Context(), project)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		names = append(names, d.Name)
	}
	return names
}

// databasesOf lists the databases of the engine that r runs.
func databasesOf(t *testing.T, r *running) []string {
	t.Helper()
	cfg, _ := config.Parse(func(k string) (string, bool) { v, ok := r.env[k]; return v, ok })
	c, err := openControl(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer c.db.Close()
	db, stop, err := c.telemetryStore(t.Context(), Env{Stdout: io.Discard, Stderr: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	names, err := db.Databases(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// stopper ends what writes to it.
type stopper struct{ stop func() }

func (s stopper) Write(p []byte) (int, error) {
	s.stop()
	return len(p), nil
}

func TestAnInterruptedDemonstrationIsToldRemovedAndFilledAgain(t *testing.T) {
	r := start(t, t.TempDir(), map[string]string{"PLATFORM_ENGINE_LIB": needEngine(t)})
	f := func(ctx context.Context, want string, out io.Writer, args ...string) {
		t.Helper()
		if err := r.command(ctx, out, args...); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Fatalf("%q is wanted: %v\n%s", want, err, r.Log)
		}
	}
	f(t.Context(), "is it running?", io.Discard, demoDay(r, "--url", "http://127.0.0.1:1")...)
	f(t.Context(), "not where the platform receives", io.Discard, demoDay(r, "--url", r.web)...)
	ctx, cancel := context.WithCancel(t.Context())
	f(ctx, "remove --yes`", stopper{cancel}, demoDay(r)...)
	f(t.Context(), "whole or interrupted", io.Discard, demoDay(r)...)
	f(t.Context(), "", io.Discard, "demo", "remove", "--yes")
	f(t.Context(), "", io.Discard, demoDay(r)...)
}

func TestAProjectThatPeopleMadeIsNeitherFilledNorRemoved(t *testing.T) {
	r := start(t, t.TempDir(), map[string]string{"PLATFORM_ENGINE_LIB": "/nowhere/libchdb.so"})
	for _, args := range [][]string{demoDay(r, "--project", "default"), {"demo", "remove", "--project", "default", "--yes"}} {
		if err := r.command(t.Context(), io.Discard, args...); err == nil || !strings.Contains(err.Error(), "not made by platform demo") {
			t.Errorf("%v: %v", args, err)
		}
	}
}
