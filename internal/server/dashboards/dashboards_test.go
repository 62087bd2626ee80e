package dashboards_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"platform/internal/server/dashboards"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy/tenancytest"
)

func TestMain(m *testing.M) { os.Exit(sqltest.Main(m)) }

const path = "/api/dashboards"

func world(t *testing.T) *tenancytest.World {
	db := sqltest.Open(t, sqltest.File(t))
	return tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{}, dashboards.New(db.Dashboards()).Routes)
}

type row struct {
	name            string
	method, path    string
	key, cookie     string
	body            string
	status          int
	contains, lacks []string
}

func run(t *testing.T, w *tenancytest.World, rows []row) {
	t.Helper()
	for _, c := range rows {
		a := w.Do(tenancytest.Call{Method: c.method, Path: c.path, Key: c.key, Cookie: c.cookie, Body: c.body})
		if a.Status != c.status {
			t.Errorf("%s: status %d, want %d: %.300s", c.name, a.Status, c.status, a.Body)
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

var idOf = regexp.MustCompile(`"id":"(dsh_\w+)"`)

// create makes a dashboard of tenant A and returns its id.
func create(t *testing.T, w *tenancytest.World, body string) string {
	t.Helper()
	a := w.Do(tenancytest.Call{Method: "POST", Path: path, Cookie: w.A.Session, Body: body})
	m := idOf.FindStringSubmatch(a.Body)
	if a.Status != 201 || m == nil {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	return m[1]
}

const (
	widget = `{"id":"w1","kind":"series","title":"Busy","place":{"x":0,"y":0,"w":6,"h":4},"queries":[{"source":"metric","metric":"hw.gpu.utilization","groupBy":[{"source":"resource","key":"host.name"}]}]}`
	note   = `{"id":"w2","kind":"text","place":{"x":6,"y":0,"w":6,"h":4},"text":"# hi"}`
)

func TestDashboardsAreManaged(t *testing.T) {
	w := world(t)
	id := create(t, w, `{"name":" fleet ","description":"d","folder":"f","tags":["b","a","b"],"widgets":[`+widget+`,`+note+`]}`)
	one := path + "/" + id
	saved := func(version int, name string) string {
		return fmt.Sprintf(`{"name":%q,"version":%d,"widgets":[%s]}`, name, version, note)
	}
	run(t, w, []row{
		{name: "read", path: one, cookie: w.A.MemberCookie, status: 200, contains: []string{`"name":"fleet","description":"d","folder":"f","tags":["a","b"],"widgetCount":2,"version":1,"createdBy":"` + w.A.Owner, `"format":1,"widgets":[` + widget + `,` + note + `]`}},
		{name: "list", path: path, cookie: w.A.MemberCookie, status: 200, contains: []string{`"name":"fleet"`, `"widgetCount":2`}, lacks: []string{"hw.gpu"}},
		{name: "the same name", method: "POST", path: path, cookie: w.A.Session, body: `{"name":"fleet","widgets":[]}`, status: 409, contains: []string{"of that name already", `"location":"body.name"`}},
		{name: "save", method: "PUT", path: one, cookie: w.A.AdminCookie, body: saved(1, "fleet 2"), status: 200, contains: []string{`"version":2`, `"widgetCount":1`, `"name":"fleet 2"`}},
		{name: "save what somebody else saved", method: "PUT", path: one, cookie: w.A.Session, body: saved(1, "fleet 3"), status: 409, contains: []string{"it has version 2", `"location":"body.version"`}},
		{name: "is as it was saved", path: one, cookie: w.A.Session, status: 200, contains: []string{`"name":"fleet 2"`}},
		{name: "save without a version", method: "PUT", path: one, cookie: w.A.Session, body: `{"name":"x","widgets":[]}`, status: 422, contains: []string{"version"}},
		{name: "duplicate", method: "POST", path: one + "/duplicate", cookie: w.A.Session, status: 201, contains: []string{`"name":"fleet 2 (2)"`, `"version":1`, `"id":"w2"`}},
		{name: "duplicate again", method: "POST", path: one + "/duplicate", cookie: w.A.Session, status: 201, contains: []string{`"name":"fleet 2 (3)"`}},
		{name: "export", path: one + "/export", cookie: w.A.MemberCookie, status: 200, contains: []string{`"format": 1`, `"name": "fleet 2"`}, lacks: []string{id, "createdBy"}},
		{name: "import", method: "POST", path: path + "/import", cookie: w.A.Session, body: `{"format":1,"name":"fleet 2","widgets":[` + note + `]}`, status: 201, contains: []string{`"name":"fleet 2 (4)"`}},
		{name: "import another format", method: "POST", path: path + "/import", cookie: w.A.Session, body: `{"format":2,"name":"x","widgets":[]}`, status: 422, contains: []string{"format"}},
		{name: "delete", method: "DELETE", path: one, cookie: w.A.AdminCookie, status: 204},
		{name: "is gone", path: one, cookie: w.A.Session, status: 404},
		{name: "save what is gone", method: "PUT", path: one, cookie: w.A.Session, body: saved(2, "x"), status: 404},
		{name: "an id that no engine takes", path: path + "/%00%ff", cookie: w.A.Session, status: 404},
	})
}

func TestDashboardsAreThoseOfTheirProject(t *testing.T) {
	w := world(t)
	id := create(t, w, `{"name":"fleet","widgets":[`+widget+`]}`)
	one := path + "/" + id
	body := `{"name":"x","version":1,"widgets":[]}`
	run(t, w, []row{
		{name: "nobody", path: one, status: 401},
		{name: "a key", path: one, key: w.A.Key, status: 403},
		{name: "a member creates", method: "POST", path: path, cookie: w.A.MemberCookie, body: body, status: 403},
		{name: "a member saves", method: "PUT", path: one, cookie: w.A.MemberCookie, body: body, status: 403},
		{name: "a member deletes", method: "DELETE", path: one, cookie: w.A.MemberCookie, status: 403},
		{name: "a stranger reads", path: one, cookie: w.B.Session, status: 404},
		{name: "a stranger lists", path: path, cookie: w.B.Session, status: 200, contains: []string{`"items":[]`}},
		{name: "a stranger saves", method: "PUT", path: one, cookie: w.B.Session, body: body, status: 404},
		{name: "a stranger copies", method: "POST", path: one + "/duplicate", cookie: w.B.Session, status: 404},
		{name: "a stranger exports", path: one + "/export", cookie: w.B.Session, status: 404},
		{name: "a stranger deletes", method: "DELETE", path: one, cookie: w.B.Session, status: 404},
	})
	other := map[string]string{"x-platform-project-id": w.A.Other}
	if a := w.Do(tenancytest.Call{Path: one, Cookie: w.A.Session, Header: other}); a.Status != 404 {
		t.Errorf("from another project of the organisation: %d %s", a.Status, a.Body)
	}
	foreign := map[string]string{"x-platform-project-id": w.A.Project}
	if a := w.Do(tenancytest.Call{Path: one, Cookie: w.B.Session, Header: foreign}); a.Status != 403 && a.Status != 404 {
		t.Errorf("from a stranger who names the project: %d %s", a.Status, a.Body)
	}
}
