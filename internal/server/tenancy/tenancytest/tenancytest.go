// Package tenancytest says how every tenancy.Store must behave.
package tenancytest

import (
	"context"
	"crypto/rand"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/tenancy"
)

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) tenancy.Store) {
	for name, run := range map[string]func(*testing.T, tenancy.Store){
		"users":               users,
		"organisations":       organisations,
		"members":             members,
		"invitations":         invitations,
		"projects":            projects,
		"environments":        environments,
		"databases":           databases,
		"routes":              routes,
		"keys":                keys,
		"last use":            lastUse,
		"deleting cascades":   cascade,
		"tenants are apart":   apart,
		"all or nothing":      atomically,
		"concurrent writes":   concurrent,
		"text is kept as is":  text,
		"ended context":       ended,
		"one default at most": oneDefault,
	} {
		t.Run(name, func(t *testing.T) { run(t, open(t)) })
	}
}

var day = time.Date(2026, 11, 15, 1, 2, 3, 456789000, time.UTC)

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("error %v, want a fault of status %d", err, kind)
	}
}

func equal[T any](t *testing.T, got T, err error, want T) {
	t.Helper()
	if err != nil {
		t.Error(err)
	} else if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func user(id string) tenancy.User {
	return tenancy.User{ID: id, Email: id + "@example.com", Name: "User " + id, PasswordHash: "hash", Epoch: 3, CreatedAt: day}
}

// tenant makes an organisation with a project, an environment and a database,
// all named after it.
func tenant(t *testing.T, s tenancy.Store, name string, at time.Time) {
	t.Helper()
	ctx := t.Context()
	ok(t, s.CreateOrganisation(ctx, tenancy.Organisation{ID: "org_" + name, Name: name, CreatedAt: at}))
	ok(t, s.CreateProject(ctx, tenancy.Project{ID: "prj_" + name, Organisation: "org_" + name, Name: "p", CreatedAt: at}))
	ok(t, s.CreateEnvironment(ctx, tenancy.Environment{Project: "prj_" + name, Name: "production", CreatedAt: at}))
	ok(t, s.CreateDatabase(ctx, database("dbc_"+name, "prj_"+name)))
}

func database(id, project string) tenancy.DatabaseConfig {
	return tenancy.DatabaseConfig{ID: id, Project: project, Name: "embedded " + id, Kind: tenancy.ClickHouse, URL: "https://ch:8443", Username: "u",
		Sealed: []byte{0, 1, 0xff}, Database: "d", Default: true, CreatedAt: day, UpdatedAt: day}
}

func key(id, tenant string) tenancy.Key {
	expires := day.Add(time.Hour)
	return tenancy.Key{ID: id, Organisation: "org_" + tenant, Project: "prj_" + tenant, Environment: "production", DatabaseConfig: "dbc_" + tenant,
		Name: "key " + id, Hash: []byte("hash of " + id), Hint: "plt_…", Scopes: []string{"ingest", "vault"}, CreatedBy: "usr", CreatedAt: day, ExpiresAt: &expires}
}

func users(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	if any, err := s.AnyUser(ctx); err != nil || any {
		t.Errorf("empty store: %v, %v", any, err)
	}
	a := user("a")
	ok(t, s.CreateUser(ctx, a))
	if any, err := s.AnyUser(ctx); err != nil || !any {
		t.Errorf("one user: %v, %v", any, err)
	}
	got, err := s.User(ctx, "a")
	equal(t, got, err, a)
	got, err = s.UserByEmail(ctx, "a@example.com")
	equal(t, got, err, a)
	_, err = s.UserByEmail(ctx, "A@example.com")
	is(t, err, fault.NotFound)
	_, err = s.User(ctx, "b")
	is(t, err, fault.NotFound)
	twin := user("b")
	twin.Email = a.Email
	is(t, s.CreateUser(ctx, twin), fault.Conflict)
	a.Name, a.PasswordHash, a.Epoch = "New", "other", 4
	ok(t, s.UpdateUser(ctx, a))
	got, err = s.User(ctx, "a")
	equal(t, got, err, a)
	is(t, s.UpdateUser(ctx, user("none")), fault.NotFound)
}

func organisations(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	o := tenancy.Organisation{ID: "o", Name: "One", CreatedAt: day}
	ok(t, s.CreateOrganisation(ctx, o))
	is(t, s.CreateOrganisation(ctx, o), fault.Conflict)
	got, err := s.Organisation(ctx, "o")
	equal(t, got, err, o)
	o.Name = "Two"
	ok(t, s.UpdateOrganisation(ctx, o))
	got, err = s.Organisation(ctx, "o")
	equal(t, got, err, o)
	ok(t, s.DeleteOrganisation(ctx, "o"))
	is(t, s.DeleteOrganisation(ctx, "o"), fault.NotFound)
	is(t, s.UpdateOrganisation(ctx, o), fault.NotFound)
	_, err = s.Organisation(ctx, "o")
	is(t, err, fault.NotFound)
}

func members(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	tenant(t, s, "b", day)
	ok(t, s.CreateUser(ctx, user("u")))
	ok(t, s.CreateUser(ctx, user("v")))
	is(t, s.PutMember(ctx, "org_a", "nobody", tenancy.Member, day), fault.NotFound)
	is(t, s.PutMember(ctx, "nowhere", "u", tenancy.Member, day), fault.NotFound)
	ok(t, s.PutMember(ctx, "org_b", "u", tenancy.Member, day))
	ok(t, s.PutMember(ctx, "org_a", "u", tenancy.Owner, day.Add(time.Second)))
	ok(t, s.PutMember(ctx, "org_a", "v", tenancy.Admin, day.Add(2*time.Second)))
	ok(t, s.PutMember(ctx, "org_a", "v", tenancy.Member, day.Add(3*time.Second))) // changes the role, not the time
	role, err := s.MemberRole(ctx, "org_a", "v")
	equal(t, role, err, tenancy.Member)
	_, err = s.MemberRole(ctx, "org_b", "v")
	is(t, err, fault.NotFound)
	mine, err := s.Memberships(ctx, "u")
	equal(t, mine, err, []tenancy.Membership{
		{Organisation: tenancy.Organisation{ID: "org_b", Name: "b", CreatedAt: day}, Role: tenancy.Member},
		{Organisation: tenancy.Organisation{ID: "org_a", Name: "a", CreatedAt: day}, Role: tenancy.Owner}})
	all, err := s.Members(ctx, "org_a")
	equal(t, all, err, []tenancy.MemberOf{
		{UserID: "u", Email: "u@example.com", Name: "User u", Role: tenancy.Owner, CreatedAt: day.Add(time.Second)},
		{UserID: "v", Email: "v@example.com", Name: "User v", Role: tenancy.Member, CreatedAt: day.Add(2 * time.Second)}})
	ok(t, s.DeleteMember(ctx, "org_a", "v"))
	is(t, s.DeleteMember(ctx, "org_a", "v"), fault.NotFound)
}

func invitations(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	i := tenancy.Invitation{ID: "i", Organisation: "org_a", Email: "x@example.com", Role: tenancy.Admin, TokenHash: []byte{1, 0, 2},
		InvitedBy: "u", CreatedAt: day, ExpiresAt: day.Add(time.Hour)}
	ok(t, s.CreateInvitation(ctx, i))
	got, err := s.InvitationByHash(ctx, []byte{1, 0, 2})
	equal(t, got, err, i)
	_, err = s.InvitationByHash(ctx, []byte{1, 0, 3})
	is(t, err, fault.NotFound)
	all, err := s.Invitations(ctx, "org_a")
	equal(t, all, err, []tenancy.Invitation{i})
	is(t, s.DeleteInvitation(ctx, "org_b", "i"), fault.NotFound)
	ok(t, s.DeleteInvitation(ctx, "org_a", "i"))
	all, err = s.Invitations(ctx, "org_a")
	equal(t, len(all), err, 0)
}

func projects(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	_, err := s.FirstProject(ctx)
	is(t, err, fault.NotFound)
	tenant(t, s, "b", day.Add(time.Second))
	tenant(t, s, "a", day)
	first, err := s.FirstProject(ctx)
	equal(t, first, err, "prj_a")
	second := tenancy.Project{ID: "prj_2", Organisation: "org_a", Name: "second", CreatedAt: day.Add(-time.Second)}
	ok(t, s.CreateProject(ctx, second))
	is(t, s.CreateProject(ctx, tenancy.Project{ID: "prj_3", Organisation: "org_a", Name: "second", CreatedAt: day}), fault.Conflict)
	is(t, s.CreateProject(ctx, tenancy.Project{ID: "prj_3", Organisation: "none", Name: "x", CreatedAt: day}), fault.NotFound)
	all, err := s.Projects(ctx, "org_a")
	equal(t, all, err, []tenancy.Project{second, {ID: "prj_a", Organisation: "org_a", Name: "p", CreatedAt: day}})
	second.Name = "renamed"
	ok(t, s.UpdateProject(ctx, second))
	got, err := s.Project(ctx, "prj_2")
	equal(t, got, err, second)
	second.Name = "p"
	is(t, s.UpdateProject(ctx, second), fault.Conflict)
	ok(t, s.DeleteProject(ctx, "prj_2"))
	is(t, s.DeleteProject(ctx, "prj_2"), fault.NotFound)
}

func environments(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	is(t, s.CreateEnvironment(ctx, tenancy.Environment{Project: "prj_a", Name: "production", CreatedAt: day}), fault.Conflict)
	is(t, s.CreateEnvironment(ctx, tenancy.Environment{Project: "none", Name: "x", CreatedAt: day}), fault.NotFound)
	early := tenancy.Environment{Project: "prj_a", Name: "staging", CreatedAt: day.Add(-time.Hour)}
	ok(t, s.CreateEnvironment(ctx, early))
	all, err := s.Environments(ctx, "prj_a")
	equal(t, all, err, []tenancy.Environment{early, {Project: "prj_a", Name: "production", CreatedAt: day}})
	ok(t, s.DeleteEnvironment(ctx, "prj_a", "staging"))
	is(t, s.DeleteEnvironment(ctx, "prj_a", "staging"), fault.NotFound)
}

func databases(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	d := database("dbc_a", "prj_a")
	got, err := s.Database(ctx, "dbc_a")
	equal(t, got, err, d)
	d.Name, d.Kind, d.URL, d.Username, d.Sealed, d.Database, d.UpdatedAt = "n", tenancy.Embedded, "", "", nil, "e", day.Add(time.Minute)
	ok(t, s.UpdateDatabase(ctx, d))
	got, err = s.Database(ctx, "dbc_a")
	equal(t, got, err, d)
	names, err := s.EmbeddedDatabases(ctx)
	equal(t, names, err, []string{"e"})
	same := database("dbc_2", "prj_a")
	same.Name = "n"
	is(t, s.CreateDatabase(ctx, same), fault.Conflict)
	is(t, s.CreateDatabase(ctx, database("dbc_3", "none")), fault.NotFound)
	is(t, s.UpdateDatabase(ctx, database("none", "prj_a")), fault.NotFound)
	is(t, s.DeleteDatabase(ctx, "prj_b", "dbc_a"), fault.NotFound)
	ok(t, s.DeleteDatabase(ctx, "prj_a", "dbc_a"))
	_, err = s.Database(ctx, "dbc_a")
	is(t, err, fault.NotFound)
}

func oneDefault(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	tenant(t, s, "b", day)
	ok(t, s.CreateDatabase(ctx, database("dbc_2", "prj_a")))
	defaults := func() (ids []string) {
		for _, project := range []string{"prj_a", "prj_b"} {
			all, err := s.Databases(ctx, project)
			ok(t, err)
			for _, d := range all {
				if d.Default {
					ids = append(ids, d.ID)
				}
			}
		}
		return ids
	}
	equal(t, defaults(), nil, []string{"dbc_2", "dbc_b"})
	ok(t, s.UpdateDatabase(ctx, database("dbc_a", "prj_a")))
	equal(t, defaults(), nil, []string{"dbc_a", "dbc_b"})
}

func routes(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	ok(t, s.CreateDatabase(ctx, database("dbc_2", "prj_a")))
	r := tenancy.Route{Project: "prj_a", Environment: "production", Signal: tenancy.Traces, DatabaseConfig: "dbc_a"}
	logs := tenancy.Route{Project: "prj_a", Environment: "production", Signal: tenancy.Logs, DatabaseConfig: "dbc_2"}
	ok(t, s.PutRoute(ctx, r))
	ok(t, s.PutRoute(ctx, logs))
	r.DatabaseConfig = "dbc_2"
	ok(t, s.PutRoute(ctx, r))
	all, err := s.Routes(ctx, "prj_a")
	equal(t, all, err, []tenancy.Route{logs, r})
	is(t, s.PutRoute(ctx, tenancy.Route{Project: "prj_a", Environment: "none", Signal: tenancy.Logs, DatabaseConfig: "dbc_a"}), fault.NotFound)
	is(t, s.PutRoute(ctx, tenancy.Route{Project: "prj_a", Environment: "production", Signal: tenancy.Logs, DatabaseConfig: "none"}), fault.NotFound)
	ok(t, s.DeleteRoute(ctx, r))
	is(t, s.DeleteRoute(ctx, r), fault.NotFound)
	ok(t, s.DeleteDatabase(ctx, "prj_a", "dbc_2"))
	all, err = s.Routes(ctx, "prj_a")
	equal(t, len(all), err, 0)
}

func keys(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	k := key("key_1", "a")
	ok(t, s.CreateKey(ctx, k))
	is(t, s.CreateKey(ctx, k), fault.Conflict)
	got, err := s.Key(ctx, "key_1")
	equal(t, got, err, k)
	all, err := s.Keys(ctx, "prj_a")
	equal(t, all, err, []tenancy.Key{k})
	is(t, s.RevokeKey(ctx, "prj_b", "key_1", day), fault.NotFound)
	ok(t, s.RevokeKey(ctx, "prj_a", "key_1", day))
	ok(t, s.RevokeKey(ctx, "prj_a", "key_1", day.Add(time.Hour))) // the first time stays
	got, err = s.Key(ctx, "key_1")
	k.RevokedAt = &day
	equal(t, got, err, k)
	_, err = s.Key(ctx, "key_2")
	is(t, err, fault.NotFound)
}

func lastUse(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	ok(t, s.CreateKey(ctx, key("key_1", "a")))
	ok(t, s.TouchKeys(ctx, map[string]time.Time{"key_1": day, "unknown": day}))
	ok(t, s.TouchKeys(ctx, map[string]time.Time{"key_1": day.Add(-time.Hour)}))
	got, err := s.Key(ctx, "key_1")
	ok(t, err)
	if got.LastUsedAt == nil || !got.LastUsedAt.Equal(day) {
		t.Errorf("last use %v, want %v", got.LastUsedAt, day)
	}
}

func cascade(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	ok(t, s.CreateUser(ctx, user("u")))
	ok(t, s.PutMember(ctx, "org_a", "u", tenancy.Owner, day))
	ok(t, s.CreateKey(ctx, key("key_1", "a")))
	ok(t, s.PutRoute(ctx, tenancy.Route{Project: "prj_a", Environment: "production", Signal: tenancy.Logs, DatabaseConfig: "dbc_a"}))
	ok(t, s.DeleteOrganisation(ctx, "org_a"))
	_, err := s.Project(ctx, "prj_a")
	is(t, err, fault.NotFound)
	_, err = s.Key(ctx, "key_1")
	is(t, err, fault.NotFound)
	_, err = s.Database(ctx, "dbc_a")
	is(t, err, fault.NotFound)
	left, err := s.Routes(ctx, "prj_a")
	equal(t, len(left), err, 0)
	_, err = s.User(ctx, "u") // people stay
	ok(t, err)
}

func apart(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	tenant(t, s, "b", day)
	ok(t, s.CreateKey(ctx, key("key_a", "a")))
	ok(t, s.CreateKey(ctx, key("key_b", "b")))
	for _, name := range []string{"a", "b"} {
		keys, err := s.Keys(ctx, "prj_"+name)
		if err != nil || len(keys) != 1 || keys[0].ID != "key_"+name {
			t.Errorf("keys of %s: %+v, %v", name, keys, err)
		}
		databases, err := s.Databases(ctx, "prj_"+name)
		if err != nil || len(databases) != 1 || databases[0].ID != "dbc_"+name {
			t.Errorf("databases of %s: %+v, %v", name, databases, err)
		}
		projects, err := s.Projects(ctx, "org_"+name)
		if err != nil || len(projects) != 1 || projects[0].ID != "prj_"+name {
			t.Errorf("projects of %s: %+v, %v", name, projects, err)
		}
	}
	ok(t, s.DeleteOrganisation(ctx, "org_a"))
	if _, err := s.Key(ctx, "key_b"); err != nil {
		t.Errorf("deleting one tenant took from the other: %v", err)
	}
}

func atomically(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	failed := errors.New("failed")
	err := s.Atomically(ctx, func(tx tenancy.Store) error {
		tenant(t, tx, "a", day)
		if _, err := tx.Project(ctx, "prj_a"); err != nil {
			t.Errorf("not seen inside: %v", err)
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	_, err = s.Organisation(ctx, "org_a")
	is(t, err, fault.NotFound)
	ok(t, s.Atomically(ctx, func(tx tenancy.Store) error {
		tenant(t, tx, "a", day)
		return tx.Atomically(ctx, func(inner tenancy.Store) error { return inner.CreateKey(ctx, key("key_1", "a")) })
	}))
	_, err = s.Key(ctx, "key_1")
	ok(t, err)
}

func concurrent(t *testing.T, s tenancy.Store) {
	ctx := t.Context()
	tenant(t, s, "a", day)
	var wg sync.WaitGroup
	errs := make(chan error, 64)
	for range 8 {
		wg.Go(func() {
			for range 8 {
				errs <- s.CreateKey(ctx, key("key_"+rand.Text(), "a"))
			}
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		ok(t, err)
	}
	all, err := s.Keys(ctx, "prj_a")
	equal(t, len(all), err, 64)
}

func text(t *testing.T, s tenancy.Store) {
	for _, name := range []string{`'; DROP TABLE users; --`, "Ünïcödé 漢字 🚀", `"quoted" \ back`, "?$1%s", "  spaces  "} {
		o := tenancy.Organisation{ID: "org_" + rand.Text(), Name: name, CreatedAt: day}
		ok(t, s.CreateOrganisation(t.Context(), o))
		got, err := s.Organisation(t.Context(), o.ID)
		equal(t, got, err, o)
	}
}

func ended(t *testing.T, s tenancy.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.AnyUser(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the context has ended", err)
	}
}
