package dashboards_test

import (
	"fmt"
	"os"
	"regexp"
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
	w.Check(t, []tenancytest.Row{
		{Name: "read", Path: one, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"name":"fleet","description":"d","folder":"f","tags":["a","b"],"widgetCount":2,"version":1,"createdBy":"` + w.A.Owner, `"format":1,"widgets":[` + widget + `,` + note + `]`}},
		{Name: "list", Path: path, Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"name":"fleet"`, `"widgetCount":2`}, Lacks: []string{"hw.gpu"}},
		{Name: "the same name", Method: "POST", Path: path, Cookie: w.A.Session, Body: `{"name":"fleet","widgets":[]}`, Status: 409, Contains: []string{"of that name already", `"location":"body.name"`}},
		{Name: "save", Method: "PUT", Path: one, Cookie: w.A.AdminCookie, Body: saved(1, "fleet 2"), Status: 200, Contains: []string{`"version":2`, `"widgetCount":1`, `"name":"fleet 2"`}},
		{Name: "save what somebody else saved", Method: "PUT", Path: one, Cookie: w.A.Session, Body: saved(1, "fleet 3"), Status: 409, Contains: []string{"it has version 2", `"location":"body.version"`}},
		{Name: "is as it was saved", Path: one, Cookie: w.A.Session, Status: 200, Contains: []string{`"name":"fleet 2"`}},
		{Name: "save without a version", Method: "PUT", Path: one, Cookie: w.A.Session, Body: `{"name":"x","widgets":[]}`, Status: 422, Contains: []string{"version"}},
		{Name: "duplicate", Method: "POST", Path: one + "/duplicate", Cookie: w.A.Session, Status: 201, Contains: []string{`"name":"fleet 2 (2)"`, `"version":1`, `"id":"w2"`}},
		{Name: "duplicate again", Method: "POST", Path: one + "/duplicate", Cookie: w.A.Session, Status: 201, Contains: []string{`"name":"fleet 2 (3)"`}},
		{Name: "export", Path: one + "/export", Cookie: w.A.MemberCookie, Status: 200, Contains: []string{`"format": 1`, `"name": "fleet 2"`}, Lacks: []string{id, "createdBy"}},
		{Name: "import", Method: "POST", Path: path + "/import", Cookie: w.A.Session, Body: `{"format":1,"name":"fleet 2","widgets":[` + note + `]}`, Status: 201, Contains: []string{`"name":"fleet 2 (4)"`}},
		{Name: "import another format", Method: "POST", Path: path + "/import", Cookie: w.A.Session, Body: `{"format":2,"name":"x","widgets":[]}`, Status: 422, Contains: []string{"format"}},
		{Name: "delete", Method: "DELETE", Path: one, Cookie: w.A.AdminCookie, Status: 204},
		{Name: "is gone", Path: one, Cookie: w.A.Session, Status: 404},
		{Name: "save what is gone", Method: "PUT", Path: one, Cookie: w.A.Session, Body: saved(2, "x"), Status: 404},
		{Name: "an id that no engine takes", Path: path + "/%00%ff", Cookie: w.A.Session, Status: 404},
	})
}

func TestDashboardsAreThoseOfTheirProject(t *testing.T) {
	w := world(t)
	id := create(t, w, `{"name":"fleet","widgets":[`+widget+`]}`)
	one := path + "/" + id
	body := `{"name":"x","version":1,"widgets":[]}`
	w.Check(t, []tenancytest.Row{
		{Name: "nobody", Path: one, Status: 401},
		{Name: "a key", Path: one, Key: w.A.Key, Status: 403},
		{Name: "a member creates", Method: "POST", Path: path, Cookie: w.A.MemberCookie, Body: body, Status: 403},
		{Name: "a member saves", Method: "PUT", Path: one, Cookie: w.A.MemberCookie, Body: body, Status: 403},
		{Name: "a member deletes", Method: "DELETE", Path: one, Cookie: w.A.MemberCookie, Status: 403},
		{Name: "a stranger reads", Path: one, Cookie: w.B.Session, Status: 404},
		{Name: "a stranger lists", Path: path, Cookie: w.B.Session, Status: 200, Contains: []string{`"items":[]`}},
		{Name: "a stranger saves", Method: "PUT", Path: one, Cookie: w.B.Session, Body: body, Status: 404},
		{Name: "a stranger copies", Method: "POST", Path: one + "/duplicate", Cookie: w.B.Session, Status: 404},
		{Name: "a stranger exports", Path: one + "/export", Cookie: w.B.Session, Status: 404},
		{Name: "a stranger deletes", Method: "DELETE", Path: one, Cookie: w.B.Session, Status: 404},
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
