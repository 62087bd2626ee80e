package vault_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"platform/internal/server/masterkey"
	"platform/internal/server/storage/sqlstore"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
	"platform/internal/server/vault"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const get = "/api/vault/get-secrets"

// house is a served vault with all that a test may want to look at.
type house struct {
	*tenancytest.World
	db      *sqlstore.DB
	service *vault.Service
	master  *masterkey.Key
	dir     string
	log     *bytes.Buffer
}

func open(t *testing.T, o tenancytest.Options) *house {
	t.Helper()
	h := &house{dir: t.TempDir(), log: &bytes.Buffer{}}
	h.db = sqltest.Open(t, filepath.Join(h.dir, "control.db"))
	var err error
	if h.master, err = masterkey.Load(filepath.Join(h.dir, "master.key")); err != nil {
		t.Fatal(err)
	}
	o.Log = slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	h.service = vault.New(h.db.Vault(), h.master, o.Log)
	h.World = tenancytest.New(t, h.db.Tenancy(), h.db.Sessions(), o, h.service.Routes)
	return h
}

// create makes a secret of tenant A and returns its id.
func (h *house) create(t *testing.T, name, value string, tags ...string) string {
	t.Helper()
	if tags == nil {
		tags = []string{}
	}
	list, _ := json.Marshal(tags)
	a := h.Do(tenancytest.Call{Method: "POST", Path: "/api/vault", Cookie: h.A.Session, Body: fmt.Sprintf(`{"key":%q,"value":%q,"tags":%s}`, name, value, list)})
	var made struct{ ID string }
	if err := json.Unmarshal([]byte(a.Body), &made); a.Status != 201 || err != nil {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return made.ID
}

type row struct {
	name            string
	method, path    string // POST get-secrets when left out
	key, cookie     string
	header          map[string]string
	body            string
	status          int
	exactly         string
	contains, lacks []string
}

func (h *house) check(t *testing.T, rows []row) {
	t.Helper()
	for _, c := range rows {
		if c.path == "" {
			c.method, c.path = "POST", get
		}
		a := h.Do(tenancytest.Call{Method: c.method, Path: c.path, Key: c.key, Cookie: c.cookie, Header: c.header, Body: c.body})
		if a.Status != c.status {
			t.Errorf("%s: status %d, want %d: %.300s", c.name, a.Status, c.status, a.Body)
		}
		if c.exactly != "" && strings.TrimSpace(a.Body) != c.exactly {
			t.Errorf("%s: %s, want %s", c.name, a.Body, c.exactly)
		}
		for _, part := range c.contains {
			if !strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer lacks %s: %.600s", c.name, part, a.Body)
			}
		}
		for _, part := range c.lacks {
			if strings.Contains(a.Body, part) {
				t.Errorf("%s: the answer has %s: %.600s", c.name, part, a.Body)
			}
		}
	}
}

func TestGetSecretsAsSDKsCallIt(t *testing.T) {
	h := open(t, tenancytest.Options{})
	h.create(t, "OPENAI", "sk-one", "llm", "prod")
	h.create(t, "STRIPE", "sk-two ü \" \\", "payments")
	h.create(t, "EMPTY", "")
	a := h.A.Key
	text := map[string]string{"Content-Type": "text/plain;charset=UTF-8"}
	failed := `{"err":"`
	h.check(t, []row{
		{name: "all", key: a, body: `{}`, status: 200, exactly: `{"err":null,"res":{"EMPTY":"","OPENAI":"sk-one","STRIPE":"sk-two ü \" \\"}}`},
		{name: "by key", key: a, body: `{"key":"OPENAI","source":"python-sdk"}`, status: 200, exactly: `{"err":null,"res":{"OPENAI":"sk-one"}}`},
		{name: "as the npm package sends it", key: a, header: text, body: `{"key":"OPENAI","metaProperties":{"applicationName":"a","environment":"b"},"source":"ts-sdk"}`, status: 200, contains: []string{`"OPENAI":"sk-one"`}},
		{name: "by any tag", key: a, body: `{"tags":["payments","none"]}`, status: 200, contains: []string{"STRIPE"}, lacks: []string{"OPENAI"}},
		{name: "by key and tag", key: a, body: `{"key":"OPENAI","tags":["payments"]}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "nulls are nothing", key: a, body: `{"key":null,"tags":null,"source":null}`, status: 200, contains: []string{"OPENAI", "STRIPE"}},
		{name: "an empty list of tags is any", key: a, body: `{"tags":[]}`, status: 200, contains: []string{"OPENAI"}},
		{name: "a name that is not there", key: a, body: `{"key":"NONE"}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "a name is exact", key: a, body: `{"key":"openai"}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "no body", key: a, status: 200, contains: []string{"OPENAI"}},
		{name: "any content type", key: a, header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, body: `{"key":"OPENAI"}`, status: 200, contains: []string{"sk-one"}},
		{name: "with a slash too many", method: "POST", path: "/" + get, key: a, body: `{"key":"OPENAI"}`, status: 200, contains: []string{"sk-one"}},
		{name: "no key", body: `{}`, status: 401, contains: []string{failed, `"res":{}`}},
		{name: "an empty key", header: map[string]string{"Authorization": "Bearer "}, body: `{}`, status: 401, contains: []string{failed, `"res":{}`}},
		{name: "a bad key", key: "openlit-abc", body: `{}`, status: 401, contains: []string{`{"err":"the API key is not valid","res":{}}`}},
		{name: "a session is no key", cookie: h.A.Session, body: `{}`, status: 401, contains: []string{failed}},
		{name: "no JSON", key: a, body: `{"key":`, status: 400, contains: []string{failed, `"res":{}`}},
		{name: "JSON of another shape", key: a, body: `{"tags":"hunter2"}`, status: 422, contains: []string{failed, `"res":{}`}, lacks: []string{"hunter2"}},
		{name: "not even an object", key: a, body: `[1]`, status: 422, contains: []string{failed}},
		{name: "too large", key: a, body: `{"key":"` + strings.Repeat("x", 70_000) + `"}`, status: 413, contains: []string{failed}},
		{name: "another tenant", key: h.B.Key, body: `{}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "another configuration of the project", key: a, header: map[string]string{"x-platform-database-config-id": h.A.Spare}, body: `{}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "a configuration of another project", key: a, header: map[string]string{"x-platform-database-config-id": h.A.Foreign}, body: `{}`, status: 403, contains: []string{failed}, lacks: []string{"sk-"}},
		{name: "a configuration of another tenant", key: h.B.Key, header: map[string]string{"x-platform-database-config-id": h.A.Database}, body: `{}`, status: 403, lacks: []string{"sk-"}},
	})
	if ct := h.Do(tenancytest.Call{Method: "POST", Path: get}).Header.Get("Content-Type"); ct != "application/json" {
		t.Errorf("errors are %s", ct)
	}
}

func TestManagingSecrets(t *testing.T) {
	h := open(t, tenancytest.Options{})
	id := h.create(t, "KEY_1", "first value", "b", "a", "b")
	path := "/api/vault/" + id
	owner, member := h.A.Session, h.A.MemberCookie
	h.check(t, []row{
		{name: "the list has no values", method: "GET", path: "/api/vault", cookie: member, status: 200, contains: []string{`"key":"KEY_1"`, `"tags":["a","b"]`, `"version":1`}, lacks: []string{"first value"}},
		{name: "filtered", method: "GET", path: "/api/vault?tags=zzz", cookie: member, status: 200, exactly: `{"items":[]}`},
		{name: "one", method: "GET", path: path, cookie: member, status: 200, contains: []string{`"key":"KEY_1"`}, lacks: []string{"first value"}},
		{name: "a second of the name", method: "POST", path: "/api/vault", cookie: owner, body: `{"key":"KEY_1","value":"x"}`, status: 409, contains: []string{"there is a secret"}},
		{name: "a bad name", method: "POST", path: "/api/vault", cookie: owner, body: `{"key":"a b","value":"hunter2"}`, status: 400, contains: []string{"body.key"}, lacks: []string{"hunter2"}},
		{name: "a large value", method: "POST", path: "/api/vault", cookie: owner, body: `{"key":"A","value":"` + strings.Repeat("v", 70_000) + `"}`, status: 400, contains: []string{"body.value"}, lacks: []string{"vvv"}},
		{name: "a member creates nothing", method: "POST", path: "/api/vault", cookie: member, body: `{"key":"A","value":"x"}`, status: 403},
		{name: "a member reveals nothing", method: "POST", path: path + "/reveal", cookie: member, status: 403, lacks: []string{"first value"}},
		{name: "a key manages nothing", method: "GET", path: "/api/vault", key: h.A.Key, status: 403},
		{name: "a new value", method: "PUT", path: path, cookie: owner, body: `{"value":"second value"}`, status: 200, contains: []string{`"version":2`, `"tags":["a","b"]`}, lacks: []string{"second value"}},
		{name: "new tags", method: "PUT", path: path, cookie: owner, body: `{"tags":["c"]}`, status: 200, contains: []string{`"version":2`, `"tags":["c"]`}},
		{name: "no tags", method: "PUT", path: path, cookie: owner, body: `{"tags":[]}`, status: 200, contains: []string{`"tags":[]`}},
		{name: "SDKs get the new one", key: h.A.Key, body: `{"source":"test\u0000-sdk"}`, status: 200, contains: []string{"second value"}},
		{name: "reveal", method: "POST", path: path + "/reveal", cookie: owner, status: 200, exactly: `{"value":"second value"}`},
		{name: "reveal an earlier one", method: "POST", path: path + "/reveal", cookie: owner, body: `{"version":1}`, status: 200, exactly: `{"value":"first value"}`},
		{name: "reveal none", method: "POST", path: path + "/reveal", cookie: owner, body: `{"version":7}`, status: 404},
		{name: "restore", method: "POST", path: path + "/restore", cookie: owner, body: `{"version":1}`, status: 200, contains: []string{`"version":3`}},
		{name: "restore the newest", method: "POST", path: path + "/restore", cookie: owner, body: `{"version":3}`, status: 400},
		{name: "restored", key: h.A.Key, body: `{}`, status: 200, contains: []string{"first value"}},
		{name: "versions", method: "GET", path: path + "/versions", cookie: member, status: 200, contains: []string{`"version":3`, `"restoredFrom":1`, `"version":1`}, lacks: []string{"first value", "second value"}},
		{name: "usage of a secret", method: "GET", path: path + "/usage", cookie: member, status: 200,
			contains: []string{`"action":"read"`, `"apiKeyId":"` + h.A.KeyID, `"source":"test-sdk"`, `"action":"reveal"`, `"userId":"` + h.A.Owner, `"action":"restore"`, `"address":"192.0.2.1"`, `"keys":["KEY_1"]`}, lacks: []string{"first value", "second value"}},
		{name: "usage of one kind", method: "GET", path: path + "/usage?action=reveal", cookie: member, status: 200, contains: []string{`"action":"reveal"`}, lacks: []string{`"action":"read"`, `"action":"create"`}},
		{name: "usage by one key", method: "GET", path: "/api/vault/usage?key=KEY_1&by=" + h.A.KeyID, cookie: owner, status: 200, contains: []string{`"action":"read"`}, lacks: []string{`"action":"reveal"`}},
		{name: "usage by nobody", method: "GET", path: "/api/vault/usage?by=nobody", cookie: owner, status: 200, exactly: `{"items":[]}`},
		{name: "usage of a time to come", method: "GET", path: "/api/vault/usage?since=2999-01-01T00:00:00Z", cookie: owner, status: 200, exactly: `{"items":[]}`},
		{name: "usage of an unknown kind", method: "GET", path: "/api/vault/usage?action=steal", cookie: owner, status: 422},
		{name: "usage of the vault", method: "GET", path: "/api/vault/usage?limit=1", cookie: owner, status: 200, contains: []string{`"action":"read"`}, lacks: []string{"restore"}},
		{name: "usage of the vault is for admins", method: "GET", path: "/api/vault/usage", cookie: member, status: 403},
		{name: "when it was last read", method: "GET", path: "/api/vault?key=KEY_1", cookie: member, status: 200, contains: []string{`"lastReadAt":"20`}},
		{name: "another tenant's session", method: "GET", path: path, cookie: h.B.Session, status: 404},
		{name: "a new data key", method: "POST", path: "/api/vault/rotate", cookie: owner, status: 200, exactly: `{"values":3}`},
		{name: "still there", key: h.A.Key, body: `{}`, status: 200, contains: []string{"first value"}},
		{name: "in another configuration", method: "POST", path: "/api/vault", cookie: owner, header: map[string]string{"x-platform-database-config-id": h.A.Spare}, body: `{"key":"SPARE","value":"of spare"}`, status: 201},
		{name: "is not here", key: h.A.Key, body: `{}`, status: 200, lacks: []string{"SPARE"}},
		{name: "but there", key: h.A.Key, header: map[string]string{"x-platform-database-config-id": h.A.Spare}, body: `{}`, status: 200, exactly: `{"err":null,"res":{"SPARE":"of spare"}}`},
		{name: "not in another project's", method: "GET", path: "/api/vault", cookie: owner, header: map[string]string{"x-platform-database-config-id": h.B.Database}, status: 403},
		{name: "delete", method: "DELETE", path: path, cookie: owner, status: 204},
		{name: "delete again", method: "DELETE", path: path, cookie: owner, status: 404},
		{name: "gone", key: h.A.Key, body: `{}`, status: 200, exactly: `{"err":null,"res":{}}`},
		{name: "the journal remembers", method: "GET", path: "/api/vault/usage", cookie: owner, status: 200, contains: []string{`"action":"delete"`, `"KEY_1"`, `"action":"rotate"`}},
	})
}

func TestOnlyTheLastVersionsAreKept(t *testing.T) {
	h := open(t, tenancytest.Options{})
	id := h.create(t, "A", "0")
	for i := range 60 {
		if a := h.Do(tenancytest.Call{Method: "PUT", Path: "/api/vault/" + id, Cookie: h.A.Session, Body: fmt.Sprintf(`{"value":"%d"}`, i)}); a.Status != 200 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	versions, err := h.service.Versions(t.Context(), h.A.Database, id)
	if err != nil || len(versions) != 50 || versions[0].Number != 61 || versions[49].Number != 12 {
		t.Errorf("%d versions, %v", len(versions), err)
	}
}

func TestPagesOfOtherOrigins(t *testing.T) {
	h := open(t, tenancytest.Options{SiteURL: "https://platform.example.com", AllowedOrigins: []string{"https://app.example.com"}})
	h.create(t, "A", "planted")
	f := func(origin string, allowed bool) {
		t.Helper()
		header := map[string]string{"Origin": origin, "Sec-Fetch-Site": "cross-site"}
		a := h.Do(tenancytest.Call{Method: "POST", Path: get, Key: h.A.Key, Body: `{}`, Header: header})
		want, allow := 200, origin
		if !allowed {
			want, allow = 403, ""
			if strings.Contains(a.Body, "planted") || !strings.Contains(a.Body, `"res":{}`) {
				t.Errorf("%s: %s", origin, a.Body)
			}
		}
		if a.Status != want || a.Header.Get("Access-Control-Allow-Origin") != allow || !strings.Contains(a.Header.Get("Vary"), "Origin") || (a.Header.Get("Access-Control-Allow-Credentials") == "true") != allowed {
			t.Errorf("%s: %d %v", origin, a.Status, a.Header)
		}
		for _, asked := range []string{"POST", ""} {
			header["Access-Control-Request-Method"] = asked
			p := h.Do(tenancytest.Call{Method: "OPTIONS", Path: get, Header: header})
			if allowed && (p.Status != 204 || p.Header.Get("Access-Control-Allow-Origin") != origin || !strings.Contains(p.Header.Get("Access-Control-Allow-Headers"), "Authorization") ||
				!strings.Contains(p.Header.Get("Access-Control-Allow-Headers"), "x-platform-project-id") || !strings.Contains(p.Header.Get("Access-Control-Allow-Methods"), "POST")) {
				t.Errorf("preflight of %s: %d %v", origin, p.Status, p.Header)
			}
			if !allowed && (p.Status != 403 || p.Header.Get("Access-Control-Allow-Origin") != "" || p.Header.Get("Access-Control-Allow-Methods") != "") {
				t.Errorf("preflight of %s: %d %v", origin, p.Status, p.Header)
			}
		}
	}
	f("https://app.example.com", true)
	f("https://platform.example.com", true) // the configured site
	f("http://platform.test", true)         // the host that was asked
	f("https://evil.example.com", false)
	f("http://app.example.com", false)
	f("https://app.example.com.evil.com", false)
	f("https://APP.example.com", false)
	f("null", false)
	f("*", false)
}

func TestBadKeysLockAnAddressOut(t *testing.T) {
	h := open(t, tenancytest.Options{})
	h.create(t, "A", "planted")
	ask := func(key, from string) tenancytest.Answer {
		return h.Do(tenancytest.Call{Method: "POST", Path: get, Key: key, Body: `{}`, From: from})
	}
	ask(h.A.Key, "198.51.100.7") // a key in use
	for i := range 20 {
		if a := ask("plt_guess", "198.51.100.7"); a.Status != 401 {
			t.Fatalf("guess %d: %d", i, a.Status)
		}
	}
	if a := ask("plt_guess", "198.51.100.7"); a.Status != 429 || a.Header.Get("Retry-After") == "" || !strings.Contains(a.Body, `"res":{}`) {
		t.Errorf("locked out: %d %v %s", a.Status, a.Header, a.Body)
	}
	if a := ask(h.B.Key, "198.51.100.7"); a.Status != 429 {
		t.Errorf("a key that was never seen: %d", a.Status)
	}
	if a := ask(h.A.Key, "198.51.100.7"); a.Status != 200 {
		t.Errorf("a key in use: %d %s", a.Status, a.Body)
	}
	if a := ask(h.B.Key, "198.51.100.8"); a.Status != 200 {
		t.Errorf("another address: %d", a.Status)
	}
}
