package sqlstore_test

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"platform/internal/server/fault"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

type dump struct {
	tables []string
	text   map[string]*bytes.Buffer
}

func dumpOf(t *testing.T, db *sqlstore.DB) dump {
	t.Helper()
	d := dump{text: map[string]*bytes.Buffer{}}
	err := db.Dump(t.Context(), func(table string) (io.Writer, error) {
		d.tables = append(d.tables, table)
		d.text[table] = &bytes.Buffer{}
		return d.text[table], nil
	}, func(string, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d dump) load(t *testing.T, db *sqlstore.DB) error {
	i := 0
	return db.Load(t.Context(), func() (string, io.Reader, error) {
		if i == len(d.tables) {
			return "", nil, io.EOF
		}
		i++
		return d.tables[i-1], bytes.NewReader(d.text[d.tables[i-1]].Bytes()), nil
	}, func(string, int) {})
}

// strings returns the tables with their rows in an order of their own.
func (d dump) strings() map[string]string {
	out := map[string]string{}
	for table, text := range d.text {
		rows := strings.Split(text.String(), "\n")
		slices.Sort(rows)
		out[table] = strings.Join(rows, "\n")
	}
	return out
}

func TestADumpMovesBetweenEngines(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, from func(*testing.T) *sqlstore.DB) {
		source := from(t)
		w := tenancytest.New(t, source.Tenancy(), source.Sessions(), tenancytest.Options{})
		before := dumpOf(t, source)
		if strings.Contains(strings.Join(before.tables, " "), "sessions") || before.text["users"].Len() == 0 || before.text["api_keys"].Len() == 0 {
			t.Errorf("tables %v", before.tables)
		}
		sqltest.Engines(t, func(t *testing.T, to func(*testing.T) *sqlstore.DB) {
			target := to(t)
			for range 2 { // a second time replaces
				if err := before.load(t, target); err != nil {
					t.Fatal(err)
				}
			}
			after := dumpOf(t, target).strings()
			for table, want := range before.strings() {
				if after[table] != want {
					t.Errorf("%s: got  %s\nwant %s", table, after[table], want)
				}
			}
			if k, err := target.Tenancy().Key(t.Context(), w.A.KeyID); err != nil || k.Project != w.A.Project || len(k.Hash) != 32 {
				t.Errorf("%+v, %v", k, err)
			}
		})
	})
}

func TestABadDumpChangesNothing(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, open func(*testing.T) *sqlstore.DB) {
		db := open(t)
		tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
		before := dumpOf(t, db).strings()
		f := func(table, content string) {
			t.Helper()
			bad := dump{tables: []string{table}, text: map[string]*bytes.Buffer{table: bytes.NewBufferString(content)}}
			if err := bad.load(t, db); err == nil {
				t.Errorf("%s: %s was taken", table, content)
			}
			if after := dumpOf(t, db).strings(); !reflect.DeepEqual(after, before) {
				t.Errorf("%s: %s changed the store", table, content)
			}
		}
		f("nothing", "")
		f("goose_db_version", `{"id":1}`)
		f("users", `{"id":"u","unknown":1}`)
		f("users", `{"id":{"x":1}}`)
		f("users", `{"id":`)
		f("users", `{}`)
		f("projects", `{"id":"p","organisation_id":"none","name":"n","created_at":1}`)
		f("organisations", `{"id\" = '' --":"p"}`)
	})
}

func FuzzLoad(f *testing.F) {
	f.Add(`{"id":"o","name":"n","created_at":1}`)
	f.Add(`{"id":{"bytes":"AA=="},"name":{"time":"2026-01-01T00:00:00Z"},"created_at":1e3}`)
	db, err := sqlstore.Open(f.Context(), f.TempDir()+"/control.db")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { db.Close() })
	if _, err := db.Migrate(f.Context()); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, content string) {
		d := dump{tables: []string{"organisations"}, text: map[string]*bytes.Buffer{"organisations": bytes.NewBufferString(content)}}
		if err := d.load(t, db); err != nil && fault.Is(err, fault.Unavailable) {
			t.Error(err)
		}
	})
}
