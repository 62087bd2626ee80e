// Package watchtest tests sources of GPUs on hosts of text.
package watchtest

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/host/hosttest"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/proc"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
)

var update = flag.Bool("update", false, "rewrite golden files")

// Convert makes the file that a host has from its form in text; it is called
// for names that end in .in, which the result lacks.
type Convert func(text []byte) ([]byte, error)

// Load unpacks a host. The arguments in files named cmdline are divided by
// blanks. What lies below later/ is put over the rest by Advance.
func Load(t testing.TB, file string, convert Convert) host.Root {
	t.Helper()
	root := hosttest.Load(t, file)
	each(t, root.FS, func(path string) {
		raw, err := os.ReadFile(path)
		must(t, err)
		switch {
		case filepath.Base(path) == "cmdline":
			must(t, os.WriteFile(path, bytes.ReplaceAll(bytes.TrimSpace(raw), []byte(" "), []byte{0}), 0o644))
		case strings.HasSuffix(path, ".in"):
			raw, err := convert(raw)
			must(t, err)
			must(t, os.WriteFile(strings.TrimSuffix(path, ".in"), raw, 0o644))
			must(t, os.Remove(path))
		}
	})
	return root
}

// Advance puts the files below later/ over the others.
func Advance(t testing.TB, root host.Root) {
	t.Helper()
	later := filepath.Join(root.FS, "later")
	each(t, later, func(path string) {
		rel, err := filepath.Rel(later, path)
		must(t, err)
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(root.FS, rel)), 0o755))
		must(t, os.Rename(path, filepath.Join(root.FS, rel)))
	})
}

// each calls f with every regular file below dir.
func each(t testing.TB, dir string, f func(path string)) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			f(path)
		}
		return err
	}))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Options describe the processes of root as the collector does.
func Options(root host.Root) gpu.Options {
	return gpu.Options{Threshold: 0.05, Processes: proc.New(proc.Options{Host: root, CommandLine: true, MaxCommandLine: 512})}
}

// Tick samples s once and checks what it emits against the catalog.
func Tick(t testing.TB, s source.Source) (*sample.Snapshot, error) {
	t.Helper()
	now := time.Now()
	b := sample.NewBatch(now, nil)
	err := s.Sample(t.Context(), b)
	if e := b.Err(); e != nil {
		t.Error(e)
	}
	snap := sample.Merge(now, []*sample.Batch{b}, nil)
	metricstest.Check(t, snap)
	return snap, err
}

// Text writes a snapshot. How long processes run is not part of the test.
func Text(snap *sample.Snapshot) string {
	var b bytes.Buffer
	sample.WriteText(&b, snap)
	return uptime.ReplaceAllString(b.String(), "$1 some")
}

var uptime = regexp.MustCompile(`(?m)^(process\.uptime\{.*\}) .*$`)

// Golden compares a snapshot with a file.
func Golden(t testing.TB, file string, snap *sample.Snapshot) {
	t.Helper()
	got := Text(snap)
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%v\ngot:\n%s\nwant:\n%s", err, got, want)
	}
}

// Lines returns the lines of snap that contain all of parts.
func Lines(snap *sample.Snapshot, parts ...string) (found []string) {
	for line := range strings.Lines(Text(snap)) {
		all := true
		for _, p := range parts {
			all = all && strings.Contains(line, p)
		}
		if all {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// Value returns the value at the end of the only line that contains all parts,
// "" when there is none.
func Value(t testing.TB, snap *sample.Snapshot, parts ...string) string {
	t.Helper()
	found := Lines(snap, parts...)
	if len(found) > 1 {
		t.Errorf("%q: %d lines\n%s", parts, len(found), strings.Join(found, "\n"))
	}
	if len(found) != 1 {
		return ""
	}
	return found[0][strings.LastIndexByte(found[0], ' ')+1:]
}

// Rows are the GPU metrics whose row marks the vendor, by index of
// metrics.Def.Support, with one of marks.
func Rows(vendor int, marks ...string) (all []*metrics.Def) {
	for _, m := range metrics.All() {
		if m.Group != "GPU device" && m.Group != "GPU process" {
			continue
		}
		for _, mark := range marks {
			if m.Support[vendor] == mark {
				all = append(all, m)
			}
		}
	}
	return all
}
