package tenancytest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
	"platform/internal/server/tenancy"
)

// Password is that of every person in a World.
const Password = "correct horse battery"

// World is a served API with two tenants, alike and strangers to each other.
type World struct {
	t       *testing.T
	Service *tenancy.Service
	API     *httpapi.API
	A, B    Tenant
}

// Tenant is an organisation with what belongs to it.
type Tenant struct {
	Organisation string
	Project      string // with environments production and staging
	Other        string // a second project
	Database     string // the default configuration of Project
	Spare        string // a second configuration of Project
	Foreign      string // a configuration of Other
	Key          string // of Project, all scopes, any environment
	KeyID        string
	Owner        string // id of a user
	OwnerEmail   string
	Session      string // cookie of the owner
	Member       string // id of a user with the role member
	MemberCookie string
	AdminCookie  string
}

// Options change how a World is made.
type Options struct {
	AllowedOrigins []string
	SiteURL        string
	Prober         tenancy.Prober
	Log            *slog.Logger
}

// New serves the routes of tenancy and those that routes adds on an empty
// store.
func New(t *testing.T, store tenancy.Store, sessions tenancy.SessionStore, o Options, routes ...func(huma.API)) *World {
	t.Helper()
	return NewWith(t, store, sessions, o, func(api huma.API, _ *tenancy.Service) {
		for _, add := range routes {
			add(api)
		}
	})
}

// NewWith is New for routes that need the service.
func NewWith(t *testing.T, store tenancy.Store, sessions tenancy.SessionStore, o Options, routes func(huma.API, *tenancy.Service)) *World {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Prober == nil {
		o.Prober = Reachable{}
	}
	secure := strings.HasPrefix(o.SiteURL, "https://")
	w := &World{t: t, Service: tenancy.New(store, sessions, Sealer{}, o.Prober, secure, o.Log).WithPasswordCost(64)}
	api, err := httpapi.New(httpapi.Config{Version: "test", SiteURL: o.SiteURL, AllowedOrigins: o.AllowedOrigins,
		SessionCookie: tenancy.CookieName(secure), Log: o.Log}, w.Service)
	if err != nil {
		t.Fatal(err)
	}
	w.API = api
	w.Service.Routes(api)
	routes(api, w.Service)
	// The first start makes the owner of tenant A; B's joins by invitation to
	// an organisation of its own.
	first, err := w.Service.FirstStart(t.Context(), "owner-a@example.com", Password)
	if err != nil || first == nil {
		t.Fatal(first, err)
	}
	w.A = w.fill("a", first.Email)
	w.B = w.second()
	return w
}

// second makes tenant B through the API: A invites its future owner, who
// makes an organisation and is then removed from A's.
func (w *World) second() Tenant {
	joined := w.join(w.A.Session, w.A.Organisation, "owner-b@example.com", "member")
	var organisation struct{ ID string }
	w.must(w.Do(Call{Method: "POST", Path: "/api/organisations", Cookie: joined.Cookie, Body: `{"name":"Organisation B"}`}), &organisation)
	w.must(w.Do(Call{Method: "DELETE", Path: "/api/organisations/" + w.A.Organisation + "/members/" + joined.ID, Cookie: joined.Cookie}), nil)
	return w.fill("b", "owner-b@example.com")
}

type person struct{ ID, Cookie string }

// join invites an address and accepts.
func (w *World) join(cookie, organisation, email, role string) person {
	w.t.Helper()
	var invitation struct{ Token string }
	w.must(w.Do(Call{Method: "POST", Path: "/api/organisations/" + organisation + "/invitations", Cookie: cookie,
		Body: fmt.Sprintf(`{"email":%q,"role":%q}`, email, role)}), &invitation)
	answer := w.Do(Call{Method: "POST", Path: "/api/invitations/accept", Body: fmt.Sprintf(`{"token":%q,"password":%q}`, invitation.Token, Password)})
	var session struct{ User struct{ ID string } }
	w.must(answer, &session)
	return person{session.User.ID, answer.Cookie}
}

// fill signs the owner in and makes what every tenant has.
func (w *World) fill(name, email string) Tenant {
	w.t.Helper()
	t := Tenant{OwnerEmail: email}
	in := w.Do(Call{Method: "POST", Path: "/api/session", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, Password)})
	var session struct {
		User          struct{ ID string }
		Organisations []struct {
			ID       string
			Projects []struct{ ID string }
		}
	}
	w.must(in, &session)
	t.Session, t.Owner = in.Cookie, session.User.ID
	t.Organisation, t.Project = session.Organisations[0].ID, session.Organisations[0].Projects[0].ID
	post := func(path, body string) string {
		w.t.Helper()
		var made struct{ ID string }
		w.must(w.Do(Call{Method: "POST", Path: path, Cookie: t.Session, Body: body}), &made)
		return made.ID
	}
	project := "/api/projects/" + t.Project
	post(project+"/environments", `{"name":"staging"}`)
	t.Spare = post(project+"/database-configs", `{"name":"spare","kind":"clickhouse","url":"https://ch.example.com:8443","username":"u","password":"p","database":"db"}`)
	t.Database = w.defaultOf(t.Session, t.Project)
	t.Other = post("/api/organisations/"+t.Organisation+"/projects", `{"name":"other"}`)
	t.Foreign = w.defaultOf(t.Session, t.Other)
	var key struct{ ID, Key string }
	w.must(w.Do(Call{Method: "POST", Path: project + "/api-keys", Cookie: t.Session, Body: `{"name":"key of ` + name + `"}`}), &key)
	t.Key, t.KeyID = key.Key, key.ID
	member := w.join(t.Session, t.Organisation, "member-"+name+"@example.com", "member")
	t.Member, t.MemberCookie = member.ID, member.Cookie
	t.AdminCookie = w.join(t.Session, t.Organisation, "admin-"+name+"@example.com", "admin").Cookie
	return t
}

func (w *World) defaultOf(cookie, project string) string {
	w.t.Helper()
	var all struct {
		Items []struct {
			ID      string
			Default bool
		}
	}
	w.must(w.Do(Call{Path: "/api/projects/" + project + "/database-configs", Cookie: cookie}), &all)
	for _, d := range all.Items {
		if d.Default {
			return d.ID
		}
	}
	w.t.Fatal("no default database configuration")
	return ""
}

// Call is one request.
type Call struct {
	Method string // GET when empty
	Path   string
	Key    string
	Cookie string
	Body   string
	Header map[string]string
	From   string // client address
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   string
	Cookie string // value of the session cookie that was set
}

// Do makes a request.
func (w *World) Do(c Call) Answer {
	w.t.Helper()
	if c.Method == "" {
		c.Method = "GET"
	}
	r := httptest.NewRequestWithContext(w.t.Context(), c.Method, "http://platform.test"+c.Path, strings.NewReader(c.Body))
	if c.Body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.Key != "" {
		r.Header.Set("Authorization", "Bearer "+c.Key)
	}
	if c.Cookie != "" {
		r.AddCookie(&http.Cookie{Name: tenancy.CookieName(false), Value: c.Cookie})
		r.AddCookie(&http.Cookie{Name: tenancy.CookieName(true), Value: c.Cookie})
	}
	if c.From != "" {
		r.RemoteAddr = c.From + ":1234"
	}
	for name, value := range c.Header {
		r.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	w.API.ServeHTTP(rec, r)
	body, _ := io.ReadAll(rec.Body)
	a := Answer{Status: rec.Code, Header: rec.Header(), Body: string(body)}
	for _, cookie := range rec.Result().Cookies() {
		a.Cookie = cookie.Value
	}
	return a
}

func (w *World) must(a Answer, into any) {
	w.t.Helper()
	if a.Status >= 300 {
		w.t.Fatalf("status %d: %s", a.Status, a.Body)
	}
	if into != nil {
		if err := json.Unmarshal([]byte(a.Body), into); err != nil {
			w.t.Fatal(err)
		}
	}
}

// Reachable is a Prober for which every database answers.
type Reachable struct{}

// Probe answers with a version.
func (Reachable) Probe(context.Context, tenancy.Target) (string, error) { return "26.5", nil }

// Sealer turns bytes around, so that tests see that sealed is not plain.
type Sealer struct{}

// Seal encrypts.
func (Sealer) Seal(plain []byte, context string) ([]byte, error) {
	return append([]byte(context+"\x00"), turn(plain)...), nil
}

// Open decrypts.
func (Sealer) Open(sealed []byte, context string) ([]byte, error) {
	rest, ok := bytes.CutPrefix(sealed, []byte(context+"\x00"))
	if !ok {
		return nil, fmt.Errorf("sealed for another context")
	}
	return turn(rest), nil
}

func turn(b []byte) []byte {
	out := bytes.Clone(b)
	for i := range out {
		out[i] ^= 0x55
	}
	return out
}
