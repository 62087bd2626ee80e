package vault_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

// tamper changes the database behind the vault's back.
func (h *house) tamper(t *testing.T, statement string, args ...any) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(h.dir, "control.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	result, err := db.Exec(statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	if n, _ := result.RowsAffected(); n == 0 {
		t.Fatalf("%s changed nothing", statement)
	}
}

var discard = slog.New(slog.DiscardHandler)

func TestATamperedOrSwappedValueIsRefused(t *testing.T) {
	const planted = "planted-value-"
	f := func(name, statement string) {
		t.Run(name, func(t *testing.T) {
			h := open(t, tenancytest.Options{})
			a := h.create(t, "A", planted+"a-old")
			if put := h.Do(tenancytest.Call{Method: "PUT", Path: "/api/vault/" + a, Cookie: h.A.Session, Body: `{"value":"` + planted + `a"}`}); put.Status != 200 {
				t.Fatal(put.Body)
			}
			b := h.create(t, "B", planted+"b")
			spare := h.Do(tenancytest.Call{Method: "POST", Path: "/api/vault", Cookie: h.A.Session, Body: `{"key":"A","value":"` + planted + `spare"}`,
				Header: map[string]string{"x-platform-database-config-id": h.A.Spare}})
			if spare.Status != 201 {
				t.Fatal(spare.Body)
			}
			h.tamper(t, strings.NewReplacer("$a", "'"+a+"'", "$b", "'"+b+"'", "$spare", "(SELECT id FROM vault_secrets WHERE database_config_id = '"+h.A.Spare+"')").Replace(statement))
			answer := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{"key":"A"}`})
			if answer.Status != 500 || !strings.Contains(answer.Body, `the secret \"A\" cannot be opened`) || !strings.Contains(answer.Body, `"res":{}`) || strings.Contains(answer.Body, planted) {
				t.Errorf("%d %s", answer.Status, answer.Body)
			}
			if reveal := h.Do(tenancytest.Call{Method: "POST", Path: "/api/vault/" + a + "/reveal", Cookie: h.A.Session}); reveal.Status != 500 || strings.Contains(reveal.Body, planted) {
				t.Errorf("reveal: %d %s", reveal.Status, reveal.Body)
			}
			if !strings.Contains(h.log.String(), "a secret cannot be opened") || strings.Contains(h.log.String(), planted) {
				t.Errorf("log: %s", h.log)
			}
			if other := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{"key":"B"}`}); other.Status != 200 {
				t.Errorf("another secret: %d %s", other.Status, other.Body)
			}
		})
	}
	const set = "UPDATE vault_versions SET "
	f("a byte is added", set+"sealed = CAST(sealed || x'00' AS BLOB) WHERE secret_id = $a AND number = 2")
	f("it is plain text", set+"sealed = CAST('planted' AS BLOB) WHERE secret_id = $a AND number = 2")
	f("it is empty", set+"sealed = x'' WHERE secret_id = $a AND number = 2")
	f("it is another secret's", set+"sealed = (SELECT sealed FROM vault_versions WHERE secret_id = $b) WHERE secret_id = $a AND number = 2")
	f("it is an earlier version's", set+"sealed = (SELECT sealed FROM vault_versions WHERE secret_id = $a AND number = 1) WHERE secret_id = $a AND number = 2")
	f("it is another vault's, with its key", set+`(sealed, key_id) = (SELECT sealed, key_id FROM vault_versions WHERE secret_id = $spare) WHERE secret_id = $a AND number = 2`)
	f("its number is another", "UPDATE vault_versions SET number = 9 WHERE secret_id = $a AND number = 2; UPDATE vault_secrets SET version = 9 WHERE id = $a")
	f("it is another secret with its name", "UPDATE vault_secrets SET name = 'C' WHERE id = $a; UPDATE vault_secrets SET name = 'A' WHERE id = $b")
}

// TestPlantedSecretsAreNowhereInTheClear looks for planted values in every
// file of the server, in its log and in the errors it answers with.
func TestPlantedSecretsAreNowhereInTheClear(t *testing.T) {
	h := open(t, tenancytest.Options{})
	const planted = "Planted4711Secret"
	id := h.create(t, "A", planted+"-one", "tag")
	ask := func(method, path, body string) tenancytest.Answer {
		return h.Do(tenancytest.Call{Method: method, Path: path, Cookie: h.A.Session, Body: body})
	}
	for _, c := range []struct{ method, path, body string }{
		{"PUT", "/api/vault/" + id, `{"value":"` + planted + `-two"}`},
		{"POST", "/api/vault/" + id + "/restore", `{"version":1}`},
		{"POST", "/api/vault/rotate", ""},
	} {
		if a := ask(c.method, c.path, c.body); a.Status != 200 {
			t.Fatalf("%s: %d %s", c.path, a.Status, a.Body)
		}
	}
	if a := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{}`}); !strings.Contains(a.Body, planted) {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for _, refused := range []tenancytest.Answer{
		ask("POST", "/api/vault", `{"key":"A","value":"`+planted+`"}`),
		ask("POST", "/api/vault", `{"key":"not a name","value":"`+planted+`"}`),
		ask("POST", "/api/vault", `{"key":"B","value":"`+strings.Repeat(planted, 10_000)+`"}`),
		ask("POST", "/api/vault", `{"key":"B","value":"`+planted+`"`),
		ask("POST", "/api/vault", `{"key":"B","value":["`+planted+`"]}`),
		ask("PUT", "/api/vault/sec_none", `{"value":"`+planted+`"}`),
		ask("PUT", "/api/vault/"+id, `{"value":"x","tags":{"`+planted+`":1}}`),
	} {
		if refused.Status < 400 || strings.Contains(refused.Body, planted) {
			t.Errorf("%d %.200s", refused.Status, refused.Body)
		}
	}
	sealPasswords(t, h.db, h.World, h.master)
	if _, _, err := h.service.RotateMaster(t.Context(), h.master, func(int, int) {}); err != nil {
		t.Fatal(err)
	}
	files := 0
	err := filepath.WalkDir(h.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		if bytes.Contains(content, []byte(planted)) {
			t.Errorf("%s shows a value", filepath.Base(path))
		}
		return err
	})
	if err != nil || files < 3 {
		t.Errorf("%d files, %v", files, err)
	}
	if strings.Contains(h.log.String(), planted) || !strings.Contains(h.log.String(), get) {
		t.Errorf("the log shows a value, or nothing: %.2000s", h.log)
	}
}

// TestRotationUnderLoad rotates data keys and the master key again and again
// while other services, as of other processes, read and write.
func TestRotationUnderLoad(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, openDB func(*testing.T) *sqlstore.DB) {
		db := openDB(t)
		w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
		path := filepath.Join(t.TempDir(), "master.key")
		service := func() (*vault.Service, *masterkey.Key) {
			master, err := masterkey.Load(path)
			if err != nil {
				t.Fatal(err)
			}
			return vault.New(db.Vault(), master, discard), master
		}
		server, master := service()
		sealPasswords(t, db, w, master)
		by := vault.Caller{User: w.A.Owner}
		ctx, want := t.Context(), map[string]string{}
		for i := range 30 {
			name := fmt.Sprint("S", i)
			want[name] = "value of " + name
			if _, err := server.Create(ctx, w.A.Database, name, []byte(want[name]), nil, by); err != nil {
				t.Fatal(err)
			}
		}
		var reads, writes atomic.Int64
		load, stop := context.WithCancel(ctx)
		var wg sync.WaitGroup
		for i := range 3 {
			wg.Go(func() {
				s := server
				for load.Err() == nil {
					if i > 0 {
						s, _ = service() // knows no key yet
					}
					got, err := s.Get(context.WithoutCancel(load), w.A.Database, vault.Query{}, by)
					if err != nil || len(got) < len(want) || valueOf(got, "S7") != want["S7"] {
						t.Errorf("read: %d values, %v", len(got), err)
						return
					}
					reads.Add(1)
				}
			})
		}
		wg.Go(func() {
			s, _ := service()
			for i := 0; load.Err() == nil; i++ {
				if _, err := s.Create(context.WithoutCancel(load), w.A.Database, fmt.Sprint("W", i), []byte("written"), nil, by); err != nil {
					t.Errorf("write: %v", err)
					return
				}
				writes.Add(1)
			}
		})
		for range 3 {
			command, master := service()
			var last [2]int
			if err := command.RotateKey(ctx, w.A.Database, vault.Caller{}, func(done, total int) { last = [2]int{done, total} }); err != nil {
				t.Error(err)
			}
			if last[0] < len(want) || last[0] != last[1] {
				t.Errorf("progress ended at %v", last)
			}
			if _, _, err := command.RotateMaster(ctx, master, func(int, int) {}); err != nil {
				t.Error(err)
			}
		}
		stop()
		wg.Wait()
		if reads.Load() == 0 || writes.Load() == 0 {
			t.Errorf("%d reads, %d writes", reads.Load(), writes.Load())
		}
		fresh, _ := service()
		if got, err := fresh.Get(ctx, w.A.Database, vault.Query{}, by); err != nil || len(got) != len(want)+int(writes.Load()) {
			t.Errorf("at the end: %d values, %v", len(got), err)
		}
		if keys, err := master.Keys(); err != nil || len(keys) != 2 {
			t.Errorf("the key file holds %v, %v: the newest and the one before are needed", keys, err)
		}
	})
}

func TestRotationLeavesWhatDoesNotOpen(t *testing.T) {
	h := open(t, tenancytest.Options{})
	id := h.create(t, "BROKEN", "x")
	h.create(t, "WHOLE", "whole")
	h.tamper(t, "UPDATE vault_versions SET sealed = CAST(sealed || x'00' AS BLOB) WHERE secret_id = ?", id)
	err := h.service.RotateKey(t.Context(), h.A.Database, vault.Caller{}, func(int, int) {})
	if err == nil || !strings.Contains(err.Error(), "BROKEN version 1") || strings.Contains(err.Error(), "WHOLE") {
		t.Error(err)
	}
	if a := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{"key":"WHOLE"}`}); a.Status != 200 || !strings.Contains(a.Body, "whole") {
		t.Errorf("%d %s", a.Status, a.Body)
	}
	// Repaired, it opens: its key was kept.
	h.tamper(t, "UPDATE vault_versions SET sealed = substr(sealed, 1, length(sealed) - 1) WHERE secret_id = ?", id)
	if a := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{"key":"BROKEN"}`}); a.Status != 200 {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

func TestADataKeyOpensOnlyInItsPlace(t *testing.T) {
	h := open(t, tenancytest.Options{})
	h.create(t, "A", "planted")
	if _, err := h.service.Create(t.Context(), h.A.Spare, "A", []byte("planted"), nil, vault.Caller{}); err != nil {
		t.Fatal(err)
	}
	h.tamper(t, "UPDATE vault_keys SET sealed = (SELECT k.sealed FROM vault_keys k WHERE k.database_config_id = ?) WHERE database_config_id = ?", h.A.Spare, h.A.Database)
	restarted := vault.New(h.db.Vault(), h.master, discard)
	if got, err := restarted.Get(t.Context(), h.A.Database, vault.Query{}, vault.Caller{}); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := restarted.Get(t.Context(), h.A.Spare, vault.Query{}, vault.Caller{}); err != nil || valueOf(got, "A") != "planted" {
		t.Errorf("%v, %v", got, err)
	}
}

// sealPasswords seals the passwords of database configurations with the
// master key, as the server does.
func sealPasswords(t *testing.T, db *sqlstore.DB, w *tenancytest.World, master *masterkey.Key) {
	t.Helper()
	for _, project := range []string{w.A.Project, w.B.Project} {
		all, err := db.Tenancy().Databases(t.Context(), project)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			if d.Sealed == nil {
				continue
			}
			if d.Sealed, err = master.Seal([]byte("password"), tenancy.SealContext(d.Project, d.ID)); err != nil {
				t.Fatal(err)
			}
			if err := db.Tenancy().UpdateDatabase(t.Context(), d); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestPasswordsOfDatabasesAreSealedAnewToo(t *testing.T) {
	h := open(t, tenancytest.Options{})
	sealPasswords(t, h.db, h.World, h.master)
	added, _, err := h.service.RotateMaster(t.Context(), h.master, func(int, int) {})
	if err != nil {
		t.Fatal(err)
	}
	d, err := h.db.Tenancy().Database(t.Context(), h.A.Spare)
	if err != nil {
		t.Fatal(err)
	}
	if by, ok := masterkey.SealedBy(d.Sealed); !ok || by != added {
		t.Errorf("sealed by %v, want %v", by, added)
	}
	if plain, err := h.master.Open(d.Sealed, tenancy.SealContext(d.Project, d.ID)); err != nil || string(plain) != "password" {
		t.Errorf("%q, %v", plain, err)
	}
}

func TestWithAnotherMasterKeyNothingOpens(t *testing.T) {
	h := open(t, tenancytest.Options{})
	h.create(t, "A", "planted")
	other, err := masterkey.Load(filepath.Join(t.TempDir(), "other.key"))
	if err != nil {
		t.Fatal(err)
	}
	s := vault.New(h.db.Vault(), other, discard)
	if got, err := s.Get(t.Context(), h.A.Database, vault.Query{}, vault.Caller{}); err == nil || len(got) != 0 || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := s.Create(t.Context(), h.A.Database, "B", []byte("x"), nil, vault.Caller{}); err == nil {
		t.Error("a value was sealed with a key that does not open")
	}
}

// valueOf is the value of a name.
func valueOf(values []vault.Opened, name string) string {
	for _, v := range values {
		if v.Name == name {
			return string(v.Plain)
		}
	}
	return ""
}
