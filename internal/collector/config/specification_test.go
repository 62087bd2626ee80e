package config

import (
	"os"
	"strings"
	"testing"
)

// own are the variables that the specification names outside its table or
// leaves to us.
var own = map[string]bool{
	"OTEL_HOST_RDMA_COUNTERS": true, "PLATFORM_EXPORT_QUEUE_DIR": true, "PLATFORM_CUDA_DEDUP": true, "PLATFORM_HOST_ROOT": true,
}

// testdata/specification.txt is the table of the specification, as text.
func TestVariablesMatchTheSpecification(t *testing.T) {
	raw, err := os.ReadFile("testdata/specification.txt")
	if err != nil {
		t.Fatal(err)
	}
	specified := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		name, def := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1])
		if name == "Variable" || strings.HasPrefix(name, "---") {
			continue
		}
		specified[name] = true
		i := indexOf(name)
		if i < 0 {
			t.Errorf("%s is specified and not in Vars", name)
			continue
		}
		for _, m := range Modes {
			c := Config{OS: "linux", Kubernetes: true, NodeSet: true, Mode: m}
			if got, want := Vars[i].Default(c), meaning(def, m); got != want {
				t.Errorf("%s in %s: %q, the specification says %q (%q)", name, m, got, want, def)
			}
		}
	}
	for _, v := range Vars {
		if !specified[v.Name] && !own[v.Name] {
			t.Errorf("%s is in Vars and not specified", v.Name)
		}
	}
}

func indexOf(name string) int {
	for i, v := range Vars {
		if v.Name == name {
			return i
		}
	}
	return -1
}

// meaning reads the specification's words for a default in preset m, on Linux
// in Kubernetes.
func meaning(def string, m Mode) string {
	switch def {
	case "required", "none", "unset", "empty", "OS default":
		return ""
	case "instructions,cycles; plus memory_bandwidth in training+":
		if m.atLeast(Training) {
			return "instructions,cycles,memory_bandwidth"
		}
		return "instructions,cycles"
	case "true on Linux for serving+ and all; off in light":
		def = "true for serving+"
	case "true in Kubernetes", "true in Kubernetes when K8S_NODE_NAME is set":
		return "true"
	}
	def = strings.TrimPrefix(def, "false; ")
	value, presets, ok := strings.Cut(def, " for ")
	if !ok {
		return def
	}
	first := map[string]Mode{"serving+": Serving, "training+": Training, "deep and all": Deep, "all": All}[presets]
	switch {
	case m.atLeast(first):
		return value
	case value == "true":
		return "false"
	default:
		return ""
	}
}
