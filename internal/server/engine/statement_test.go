package engine

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	f := func(sql string, want kind, format, head string) {
		t.Helper()
		s, err := parse(sql)
		if err != nil || s.kind != want || s.format != format || strings.TrimSpace(s.head) != head {
			t.Errorf("parse(%q) = %+v, %v", sql, s, err)
		}
	}
	f("SELECT 1", query, "", "SELECT 1")
	f("select 1 format JSON;", query, "JSON", "select 1")
	f("SELECT 1 FORMAT JSON SETTINGS a = 1", query, "JSON", "SELECT 1")
	f("SELECT format FROM t", query, "", "SELECT format FROM t")
	f("SELECT formatReadableSize(1) AS x", query, "", "SELECT formatReadableSize(1) AS x")
	f("SELECT (SELECT 1 FORMAT x)", query, "", "SELECT (SELECT 1 FORMAT x)")
	f("SELECT $$;$$", query, "", "SELECT $$;$$")
	f("SELECT $a$ $$ ; $a$", query, "", "SELECT $a$ $$ ; $a$")
	f("# comment\nSELECT 1", query, "", "# comment\nSELECT 1")
	f("/* INSERT */ (SELECT 1)", query, "", "/* INSERT */ (SELECT 1)")
	f("INSERT INTO t VALUES (1)", insert, "Values", "INSERT INTO t")
	f("INSERT INTO `values` (`format`) FORMAT CSV\n1", insert, "CSV", "INSERT INTO `values` (`format`)")
	f("INSERT INTO t SETTINGS a = 1 FORMAT CSV\n1", insert, "CSV", "INSERT INTO t")
	f("INSERT INTO t SELECT 1", other, "", "INSERT INTO t SELECT 1")
	f("INSERT INTO t (SELECT 1)", other, "", "INSERT INTO t (SELECT 1)")
	f("INSERT INTO t SELECT 1 FORMAT Null", other, "Null", "INSERT INTO t SELECT 1")
	f("CREATE TABLE t (a Int8) ENGINE = Memory", other, "", "CREATE TABLE t (a Int8) ENGINE = Memory")

	f("DROP TABLE t SYNC", other, "", "DROP TABLE t")
	f("DROP TABLE a.t SYNC;", other, "", "DROP TABLE a.t")
	f("DROP TABLE sync", other, "", "DROP TABLE sync")
	f("DROP TABLE a.sync", other, "", "DROP TABLE a.sync")
	f("DROP TABLE IF EXISTS sync", other, "", "DROP TABLE IF EXISTS sync")

	data := func(sql, want string) {
		t.Helper()
		if s, err := parse(sql); err != nil || sql[s.data:] != want {
			t.Errorf("data of %q = %q, %v; want %q", sql, sql[s.data:], err, want)
		}
	}
	data("INSERT INTO t FORMAT CSV\n1,2\n", "1,2\n")
	data("INSERT INTO t FORMAT CSV \r\n\n", "\n")
	data("INSERT INTO t FORMAT JSONEachRow {\"a\":';'}", "{\"a\":';'}")
	data("INSERT INTO t VALUES ('a'); -- not looked at", " ('a'); -- not looked at")
}

func TestParseRefuses(t *testing.T) {
	f := func(sql, want string) {
		t.Helper()
		if s, err := parse(sql); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse(%q) = %+v, %v", sql, s, err)
		}
	}
	f("", "Empty query")
	f("SELECT 1; SELECT 2", "Multi-statements")
	f("SELECT ''';'; SELECT 2", "Multi-statements")
	f(`SELECT '\\'; SELECT 2`, "Multi-statements")
	f("SELECT 1 -- ;\n; SELECT 2", "Multi-statements")
	f("SET a = 1; SELECT 2", "Multi-statements")
	f("INSERT INTO t SELECT 1; DROP TABLE t", "Multi-statements")
	f("SELECT 1 INTO OUTFILE 'x'", "not allowed")
	f("SELECT * FROM t INTO\nOUTFILE 'x' FORMAT CSV", "not allowed")
	f("INSERT INTO t FROM INFILE 'x' FORMAT CSV", "not allowed")
	f("INSERT INTO t FORMAT CSV;", "excessive")
}

// FuzzParse checks that no text makes parse fail to end, cut outside the text or
// see two statements as one that a split at every top-level semicolon would not.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"SELECT 1", "SELECT '\\';' FORMAT x SETTINGS a=1;", "INSERT INTO t (a) SETTINGS b=1 FORMAT CSV\n1", "$a$", "‘’“", "/*", "--", "(((", "INSERT INTO t VALUES", "FORMAT a FORMAT b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		s, err := parse(sql)
		if err != nil {
			return
		}
		if s.data > len(sql) || len(s.head) > len(sql) || len(s.tail) > len(sql) {
			t.Fatalf("%+v of %q", s, sql)
		}
		if s.kind != insert && !strings.HasPrefix(sql, s.head) {
			t.Fatalf("head %q of %q", s.head, sql)
		}
		if s.kind == query && strings.ContainsRune(s.outfile("x", "CSV"), 0) != strings.ContainsRune(sql, 0) {
			t.Fatalf("outfile of %q", sql)
		}
	})
}
