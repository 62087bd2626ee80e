package schema

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write golden files")

func TestStatementsMatchGoldenText(t *testing.T) {
	f := func(name string, opts Options) {
		t.Helper()
		migrations, err := Render(opts)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, m := range migrations {
			b.WriteString("-- " + m.Name + " " + m.Checksum + "\n\n" + strings.Join(m.Statements, ";\n\n") + ";\n\n")
		}
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s differs; run with -update and look at the change", name)
		}
	}
	f("plain.sql", Options{Database: "project", Retention: 30 * 24 * time.Hour})
	f("cluster.sql", Options{Database: "project", Cluster: "main", Retention: 30 * 24 * time.Hour})
}

func TestEveryTableOfRowsHasARetention(t *testing.T) {
	migrations, err := Render(Options{Database: "d"})
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string]bool{}
	for _, m := range migrations {
		for _, s := range m.Statements {
			if name, created := strings.CutPrefix(firstLine(s), "CREATE TABLE IF NOT EXISTS `d`.`"); created {
				tables[strings.Split(name, "`")[0]] = true
			}
			if name, dropped := strings.CutPrefix(firstLine(s), "DROP TABLE IF EXISTS `d`.`"); dropped {
				delete(tables, strings.Split(name, "`")[0])
			}
		}
	}
	for _, c := range timeColumns {
		if !tables[c.table] {
			t.Errorf("%s has a retention and is no table", c.table)
		}
		delete(tables, c.table)
	}
	for name := range tables {
		t.Errorf("%s has no retention", name)
	}
}

func TestAForeignHistoryIsRefused(t *testing.T) {
	migrations := []Migration{{Version: 1, Name: "a", Checksum: "x"}}
	f := func(n note, want string) {
		t.Helper()
		err := check([]note{n}, migrations)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("check(%v) = %v; want %q", n, err, want)
		}
	}
	f(note{1, "x"}, "")
	f(note{1, "y"}, "another form")
	f(note{2, "x"}, "older than the database")
}
