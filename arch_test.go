// Package platform_test holds the rules of the whole repository as tests: who
// may import whom, that every package says what it is, and that generated pages
// are current.
package platform_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "platform/"

// A rule says that packages under From do not import those under To.
type rule struct {
	from, to string
	except   []string // packages under from that may
	why      string
}

var rules = []rule{
	{from: "internal/envvar", to: module, why: "it is vocabulary that both programs build on"},
	{from: "internal/buildinfo", to: module, why: "it is vocabulary that both programs build on"},
	{from: "internal/httpx", to: module, why: "it is vocabulary that both programs build on"},
	{from: "internal/collector", to: module + "internal/server", why: "the agent and the server share only envvar, buildinfo and httpx"},
	{from: "internal/server", to: module + "internal/collector", why: "the agent and the server share only envvar, buildinfo and httpx"},

	{from: "internal/collector/metrics", to: module + "internal/collector/sample", except: []string{"internal/collector/metrics/metricstest"}, why: "the catalog is data; what is measured refers to it"},
	{from: "internal/collector/sample", to: module + "internal/collector/source", why: "data has no behaviour of its own"},
	{from: "internal/collector/sample", to: module + "internal/collector/pipeline", why: "data has no behaviour of its own"},
	{from: "internal/collector/source", to: module + "internal/collector/pipeline", why: "a source does not know who samples it"},
	{from: "internal/collector/source", to: module + "internal/collector/export", why: "a source does not know who reads it"},
	{from: "internal/collector/source", to: module + "internal/collector/config", why: "a source takes its own options, so it can be used and tested alone"},
	{from: "internal/collector/source", to: "log", why: "sources return errors; the edge logs them"},
	{from: "internal/collector/export", to: module + "internal/collector/source", why: "exporters read snapshots, never hardware"},
	{from: "internal/collector/pipeline", to: module + "internal/collector/export", why: "the pipeline hands snapshots on and does not care where"},

	{from: "internal/collector", to: "os/exec", why: "the agent starts no other programs"},
	{from: "internal/server", to: "os/exec", except: []string{"internal/server/engine"}, why: "only the engine's supervisor starts a child"},
	{from: "internal", to: "C", why: "the programs are built without cgo"},
	{from: "internal/server/storage", to: module + "internal/server/httpapi", why: "engines are below HTTP"},
}

// domains of the platform, each with its own Store.
var domains = []string{"tenancy", "ingest", "telemetry", "dashboards", "catalog", "vault", "prompts", "rules", "llm", "evaluation"}

func init() {
	for _, d := range domains {
		rules = append(rules, rule{from: "internal/server/" + d, to: module + "internal/server/storage", why: "engines import domains, never the reverse"})
	}
}

func TestImportsFollowTheArchitecture(t *testing.T) {
	eachFile(t, func(path string, f *ast.File) {
		if strings.HasSuffix(path, "_test.go") || isTestPackage(f) {
			return
		}
		dir := filepath.ToSlash(filepath.Dir(path))
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			for _, r := range rules {
				if !under(dir, r.from) || !under(name+"/", r.to) || slices.ContainsFunc(r.except, func(e string) bool { return under(dir, e) }) {
					continue
				}
				if strings.HasPrefix(name, module+r.from) { // its own parts
					continue
				}
				t.Errorf("%s imports %s: %s", path, name, r.why)
			}
		}
	})
}

// isTestPackage reports whether f belongs to a package of helpers for tests.
func isTestPackage(f *ast.File) bool { return strings.HasSuffix(f.Name.Name, "test") }

// under reports whether path is prefix or below it.
func under(path, prefix string) bool {
	prefix = strings.TrimSuffix(prefix, "/")
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

func TestEveryPackageSaysWhatItIsOnce(t *testing.T) {
	said := map[string][]string{}
	seen := map[string]bool{}
	eachFile(t, func(path string, f *ast.File) {
		dir := filepath.Dir(path)
		if strings.HasSuffix(path, "_test.go") {
			return
		}
		seen[dir] = true
		if f.Doc != nil && strings.TrimSpace(f.Doc.Text()) != "" {
			said[dir] = append(said[dir], filepath.Base(path))
		}
	})
	for dir := range seen {
		switch n := len(said[dir]); {
		case n == 0:
			t.Errorf("%s has no package comment", dir)
		case n > 1:
			t.Errorf("%s has package comments in %v", dir, said[dir])
		}
	}
}

var fileName = regexp.MustCompile(`\b[a-z0-9_]+\*?\.go\b`)

func TestFilesThatPackageCommentsNameAreThere(t *testing.T) {
	eachFile(t, func(path string, f *ast.File) {
		for _, name := range fileName.FindAllString(f.Doc.Text(), -1) {
			if found, _ := filepath.Glob(filepath.Join(filepath.Dir(path), name)); len(found) == 0 {
				t.Errorf("%s: no %s", path, name)
			}
		}
	})
}

// eachFile parses every Go file of the module that people wrote.
func eachFile(t *testing.T, visit func(path string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "node_modules" || name == "testdata" || ownModule(path)) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		if !ast.IsGenerated(f) {
			visit(path, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ownModule reports whether dir is the root of another Go module.
func ownModule(dir string) bool {
	matches, _ := filepath.Glob(filepath.Join(dir, "go.mod"))
	return len(matches) > 0
}
