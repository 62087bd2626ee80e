package config

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"platform/internal/envvar"
)

var update = flag.Bool("update", false, "rewrite golden files")

func load(t *testing.T, env map[string]string) Config {
	t.Helper()
	c, warnings := Load(func(k string) (string, bool) { v, ok := env[k]; return v, ok })
	if len(warnings) != 0 {
		t.Errorf("%v: %q", env, warnings)
	}
	return c
}

func warn(env map[string]string) (Config, string) {
	c, warnings := Load(func(k string) (string, bool) { v, ok := env[k]; return v, ok })
	return c, strings.Join(warnings, "\n")
}

func TestPresetsFillOnlyUnset(t *testing.T) {
	c := load(t, map[string]string{"OTEL_GPU_COLLECTOR_MODE": "light"})
	if c.DCGM.Enabled || c.EBPF.Enabled || c.Control.Addr != "" {
		t.Errorf("light: %+v", c)
	}
	c = load(t, map[string]string{"OTEL_GPU_COLLECTOR_MODE": "light", "OTEL_GPU_DCGM_ENABLED": "true"})
	if !c.DCGM.Enabled || c.DCGM.Prefer {
		t.Error("an explicit setting wins, and turns on nothing else")
	}
	c = load(t, map[string]string{"OTEL_GPU_COLLECTOR_MODE": "deep", "OTEL_GPU_CONTROL_ADDR": ""})
	if c.Control.Addr != "" {
		t.Error("a variable that exists counts as set, even when it is empty")
	}
}

func TestInvalidModeWarnsAndFallsBackToAll(t *testing.T) {
	c, w := warn(map[string]string{"OTEL_GPU_COLLECTOR_MODE": "turbo"})
	if c.Mode != All || !c.RDC.Enabled || !strings.Contains(w, `OTEL_GPU_COLLECTOR_MODE="turbo"`) {
		t.Errorf("%s, %q", c.Mode, w)
	}
}

func TestAnIntervalOfProfilingSamplesBelowTenWarns(t *testing.T) {
	c, w := warn(map[string]string{"OTEL_GPU_DCGM_INTERVAL": "5"})
	if c.DCGM.Interval.Seconds() != 5 || !strings.Contains(w, "OTEL_GPU_DCGM_INTERVAL: below 10") {
		t.Errorf("%v, %q", c.DCGM.Interval, w)
	}
}

func TestRemoteControlWithoutATokenWarns(t *testing.T) {
	if _, w := warn(map[string]string{"OTEL_GPU_CONTROL_ALLOW_REMOTE": "true"}); !strings.Contains(w, "OTEL_GPU_CONTROL_TOKEN") {
		t.Errorf("%q", w)
	}
	load(t, map[string]string{"OTEL_GPU_CONTROL_ALLOW_REMOTE": "true", "OTEL_GPU_CONTROL_TOKEN": "t"})
}

func TestPodLookupsAreOnOnlyInKubernetes(t *testing.T) {
	f := func(env map[string]string, resources, lookup bool) {
		t.Helper()
		if c := load(t, env); c.Kube.PodResources != resources || c.Kube.PodLookup != lookup {
			t.Errorf("%v: %+v", env, c.Kube)
		}
	}
	f(nil, false, false)
	f(map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1"}, true, false)
	f(map[string]string{"KUBERNETES_SERVICE_HOST": "10.0.0.1", "NODE_NAME": "n"}, true, true)
	f(map[string]string{"K8S_NODE_NAME": "n"}, false, false)
}

func TestFieldIDs(t *testing.T) {
	f := func(s string, want ...int) {
		t.Helper()
		got, err := parseFields(s)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, %v", s, got, err)
		}
	}
	f("50,1001-1003", 50, 1001, 1002, 1003)
	f(" 7 , 7-8,", 7, 7, 8)
	for _, bad := range []string{"x", "5-1", "1-65535", "-3", "1-", "70000"} {
		if got, err := parseFields(bad); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
	if got := formatFields([]int{50, 100, 1001, 1002, 1003, 9, 10}); got != "50,100,1001-1003,9,10" {
		t.Error(got)
	}
}

func FuzzFieldIDs(f *testing.F) {
	f.Add("50,100,155,203,204,1001-1012")
	f.Fuzz(func(t *testing.T, s string) {
		ids, err := parseFields(s)
		if err != nil {
			return
		}
		if again, err := parseFields(formatFields(ids)); err != nil || len(again) != len(ids) {
			t.Errorf("%q: %v then %v, %v", s, ids, again, err)
		}
	})
}

// Every field is set by exactly one row, or is a fact about the surroundings.
func TestEveryFieldIsBoundToOneRow(t *testing.T) {
	written := map[string]string{}
	for _, v := range Vars {
		for _, raw := range []string{"true", "7", "light", "0.7", "process", "http/protobuf", "5000"} {
			for _, start := range []Config{{Mode: "x"}, {Mode: "x", OTLP: OTLP{Protocol: "x"}, EBPF: EBPF{Dedup: "x"}}} {
				before, after := start, start
				envvar.Parse(&after, []envvar.Var[Config]{v}, func(k string) (string, bool) { return raw, k == v.Name })
				changed(reflect.ValueOf(before), reflect.ValueOf(after), "", func(path string) {
					if owner := written[path]; owner != "" && owner != v.Name {
						t.Errorf("%s is written by %s and %s", path, owner, v.Name)
					}
					written[path] = v.Name
				})
			}
		}
	}
	leaves(reflect.TypeFor[Config](), "", func(path string) {
		switch path {
		case ".OS", ".Kubernetes", ".NodeSet":
		default:
			if written[path] == "" {
				t.Errorf("%s is bound to no row", path)
			}
		}
	})
}

func changed(a, b reflect.Value, path string, report func(string)) {
	if a.Kind() == reflect.Struct {
		for i := range a.NumField() {
			changed(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name, report)
		}
		return
	}
	if !reflect.DeepEqual(a.Interface(), b.Interface()) {
		report(path)
	}
}

func leaves(t reflect.Type, path string, report func(string)) {
	if t.Kind() != reflect.Struct {
		report(path)
		return
	}
	for i := range t.NumField() {
		leaves(t.Field(i).Type, path+"."+t.Field(i).Name, report)
	}
}

// The resolved defaults of every preset, on Linux in Kubernetes.
func TestPresetMatrix(t *testing.T) {
	var got strings.Builder
	for _, v := range Vars {
		fmt.Fprintf(&got, "%s", v.Name)
		for _, m := range Modes {
			c := Config{OS: "linux", Kubernetes: true, NodeSet: true, Mode: m}
			fmt.Fprintf(&got, " | %s", v.Default(c))
		}
		got.WriteString("\n")
	}
	const golden = "testdata/presets.txt"
	if *update {
		os.WriteFile(golden, []byte(got.String()), 0o644)
	}
	if want, _ := os.ReadFile(golden); string(want) != got.String() {
		t.Errorf("presets changed; -update rewrites %s:\n%s", golden, got.String())
	}
}
