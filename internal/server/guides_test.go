package server

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guides are the pages of docs/guides by their names.
func guides(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../docs/guides/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d guides, %v", len(files), err)
	}
	out := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(file)] = string(text)
	}
	return out
}

var (
	namedRoute   = regexp.MustCompile("`(?:(GET|POST|PUT|PATCH|DELETE) )?(/api/[^`? ]*)(?:\\?([^`]*))?`")
	alternatives = regexp.MustCompile(`\{([^{}]*,[^{}]*)\}`)
	parameter    = regexp.MustCompile(`\{[^{}]*\}`)
)

// spelledOut are the paths that one with alternatives, as in {spans,logs}, stands for.
func spelledOut(path string) []string {
	at := alternatives.FindStringSubmatchIndex(path)
	if at == nil {
		return []string{parameter.ReplaceAllString(path, "{}")}
	}
	var out []string
	for choice := range strings.SplitSeq(path[at[2]:at[3]], ",") {
		out = append(out, spelledOut(path[:at[0]]+strings.TrimSpace(choice)+path[at[1]:])...)
	}
	return out
}

func TestRoutesThatGuidesNameExistWithTheirParameters(t *testing.T) {
	raw, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{} // the names of query parameters by method and path; without method: of any
	for path, methods := range document.Paths {
		path = parameter.ReplaceAllString(path, "{}")
		for method, op := range methods {
			names := []string{""}
			for _, p := range op.Parameters {
				names = append(names, p.Name)
			}
			known[strings.ToUpper(method)+" "+path] = names
			known[" "+path] = append(known[" "+path], names...)
		}
	}
	for file, text := range guides(t) {
		for _, m := range namedRoute.FindAllStringSubmatch(text, -1) {
			for _, path := range spelledOut(m[2]) {
				names, exists := known[m[1]+" "+path]
				if !exists {
					t.Errorf("%s: there is no %s", file, m[0])
				}
				for part := range strings.SplitSeq(m[3], "&") {
					if name, _, _ := strings.Cut(part, "="); exists && !slices.Contains(names, name) {
						t.Errorf("%s: %s has no %s", file, m[0], name)
					}
				}
			}
		}
	}
}

var example = regexp.MustCompile(`(?ms)^    curl "?\$URL([^\s"]+)"? -H "Authorization: Bearer \$KEY"(?: --json '(.*?)')?$`)

// TestExamplesOfGuidesFindSomethingInTheDemonstration runs the indented
// examples that begin with curl $URL. Bodies are given with --json: with -d
// curl says that they are forms, and the server refuses that.
func TestExamplesOfGuidesFindSomethingInTheDemonstration(t *testing.T) {
	r := start(t, t.TempDir(), map[string]string{"PLATFORM_ENGINE_LIB": needEngine(t)})
	var out strings.Builder
	if err := r.command(t.Context(), &out, "demo", "--url", r.otlp, "--hours", "2", "--gpus", "8", "--traces", "3000"); err != nil {
		t.Fatalf("%v\n%s\n%s", err, &out, r.Log)
	}
	var key strings.Builder
	if err := r.command(t.Context(), &key, "key", "create", "--name", "reader", "--project", regexp.MustCompile(`prj_\w+`).FindString(out.String()), "--scopes", "telemetry"); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for file, text := range guides(t) {
		found := example.FindAllStringSubmatch(text, -1)
		if marked := strings.Count(text, "\n    curl "); marked != len(found) {
			t.Errorf("%s: %d of %d examples are understood", file, len(found), marked)
		}
		for _, m := range found {
			method := "GET"
			if m[2] != "" {
				method = "POST"
			}
			res, body := r.do(method, r.web+m[1], strings.TrimSpace(key.String()), m[2])
			if res.StatusCode != 200 || body == "" || regexp.MustCompile(`"(items|series|groups)":\[\]`).MatchString(body) {
				t.Errorf("%s: %s answers %d, %.300s", file, m[0], res.StatusCode, body)
			}
			ran++
		}
	}
	if ran < 3 {
		t.Errorf("only %d examples ran", ran)
	}
}
