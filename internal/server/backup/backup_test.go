package backup

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const manifest = `{"format":1,"platform":"test","schema":1,"databases":[]}`

type entry struct{ name, content string }

func archive(entries ...entry) *bytes.Buffer {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		kind := byte(tar.TypeReg)
		if strings.HasSuffix(e.content, "->") {
			kind = tar.TypeSymlink
		}
		w.WriteHeader(&tar.Header{Name: e.name, Size: int64(len(e.content)), Typeflag: kind, Linkname: "/etc/passwd", Mode: 0o600})
		io.WriteString(w, e.content)
	}
	w.Close()
	return &out
}

func TestControlDataAndKeyComeBack(t *testing.T) {
	dir := t.TempDir()
	source := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, source.Tenancy(), source.Sessions(), tenancytest.Options{})
	keyFile := filepath.Join(dir, "master.key")
	os.WriteFile(keyFile, []byte("the key"), 0o600)
	path := filepath.Join(dir, "a.tar")
	if err := Write(t.Context(), path, "1.0", Parts{Control: source, MasterKeyFile: keyFile, Progress: io.Discard}, []string{"ignored_without_engine"}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := ReadManifest(bytes.NewReader(raw)); err != nil || m.Platform != "1.0" || len(m.Databases) != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	target := sqltest.Open(t, sqltest.File(t))
	back := Parts{Control: target, MasterKeyFile: filepath.Join(dir, "new", "master.key"), Progress: io.Discard}
	if err := Read(t.Context(), bytes.NewReader(raw), back); err != nil {
		t.Fatal(err)
	}
	if key, err := os.ReadFile(back.MasterKeyFile); err != nil || string(key) != "the key" {
		t.Errorf("%q, %v", key, err)
	}
	if _, err := target.Tenancy().Project(t.Context(), w.A.Project); err != nil {
		t.Error(err)
	}
	os.WriteFile(back.MasterKeyFile, []byte("another key"), 0o600)
	if err := Read(t.Context(), bytes.NewReader(raw), back); err == nil || !strings.Contains(err.Error(), "holds another key") {
		t.Errorf("over another key: %v", err)
	}
}

func TestBadArchivesAreRefused(t *testing.T) {
	dir := t.TempDir()
	control := sqltest.Open(t, sqltest.File(t))
	f := func(contains string, in io.Reader) {
		t.Helper()
		err := Read(t.Context(), in, Parts{Control: control, MasterKeyFile: filepath.Join(dir, "master.key"), Progress: io.Discard})
		if err == nil || !strings.Contains(err.Error(), contains) {
			t.Errorf("%v, want %q", err, contains)
		}
		if entries, _ := os.ReadDir(dir); len(entries) > 0 {
			t.Errorf("left %v", entries)
		}
	}
	f("not an archive", strings.NewReader("hello"))
	f("not an archive", archive(entry{"master.key", "x"}))
	f("read manifest", archive(entry{"manifest.json", "{"}))
	f("format 9", archive(entry{"manifest.json", `{"format":9}`}))
	f("newer release", archive(entry{"manifest.json", `{"format":1,"schema":99999}`}))
	f("not the name of a database", archive(entry{"manifest.json", `{"format":1,"databases":["a; DROP DATABASE b"]}`}))
	f("none of its kind", archive(entry{"manifest.json", manifest}, entry{"../../etc/cron.d/x", "x"}))
	f("none of its kind", archive(entry{"manifest.json", manifest}, entry{"/etc/passwd", "x"}))
	f("none of its kind", archive(entry{"manifest.json", manifest}, entry{"control/../x", "x"}))
	f("does not know", archive(entry{"manifest.json", manifest}, entry{"control/nothing.jsonl", ""}))
	f("does not know", archive(entry{"manifest.json", manifest}, entry{"control/goose_db_version.jsonl", ""}))
	whole := archive(entry{"manifest.json", manifest}, entry{"control/users.jsonl", strings.Repeat(" ", 10_000)}).Bytes()
	f("", bytes.NewReader(whole[:len(whole)/2]))
}

func FuzzRead(f *testing.F) {
	f.Add(archive(entry{"manifest.json", manifest}, entry{"control/users.jsonl", `{"id":"u"}`}, entry{"master.key", "k"}).Bytes())
	f.Add(archive(entry{"manifest.json", `{"format":1,"databases":["a"]}`}, entry{"engine/a/.backup", "x"}).Bytes())
	control := sqltest.Open(f, filepath.Join(f.TempDir(), "control.db"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		dir := t.TempDir()
		_ = Read(t.Context(), bytes.NewReader(raw), Parts{Control: control, MasterKeyFile: filepath.Join(dir, "keys", "master.key"), Progress: io.Discard})
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) > 1 {
			t.Errorf("%v, %v", entries, err)
		}
	})
}
