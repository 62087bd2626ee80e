// Package hosttest makes hosts of text for tests.
package hosttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"platform/internal/collector/host"
)

// Load unpacks the txtar archive in file as Unpack does.
func Load(t testing.TB, file string) host.Root {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("read host tree: %v", err)
	}
	return Unpack(t, string(data))
}

// Unpack writes the files of a txtar archive below a temporary directory and
// returns it as a host. Names start with proc/, sys/, etc/ or dev/. A name
// that ends in a slash is an empty directory, and "name -> target" a symbolic
// link.
func Unpack(t testing.TB, archive string) host.Root {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name, target, link := strings.Cut(f.Name, " -> ")
		path := filepath.Join(dir, name)
		if !filepath.IsLocal(filepath.Clean(name)) {
			t.Fatalf("%s is outside the host tree", name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		switch {
		case link:
			err = os.Symlink(target, path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return host.Tree(dir)
}
