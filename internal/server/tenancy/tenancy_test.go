package tenancy_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/storage/sqlstore/sqltest"
	"platform/internal/server/tenancy"
	"platform/internal/server/tenancy/tenancytest"
)

func signIn(email, password string) tenancytest.Call {
	return tenancytest.Call{Method: "POST", Path: "/api/session", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)}
}

func TestSignInGivesANewTokenEveryTime(t *testing.T) {
	w := world(t, tenancytest.Options{})
	again := signIn(w.A.OwnerEmail, tenancytest.Password)
	again.Cookie = w.A.Session
	a := w.Do(again)
	if a.Status != 200 || a.Cookie == "" || a.Cookie == w.A.Session {
		t.Fatalf("%d, cookie %q", a.Status, a.Cookie)
	}
	if old := w.Do(tenancytest.Call{Path: "/api/session", Cookie: w.A.Session}); old.Status != 401 {
		t.Errorf("the token from before still works: %d", old.Status)
	}
	if out := w.Do(tenancytest.Call{Method: "DELETE", Path: "/api/session", Cookie: a.Cookie}); out.Status != 204 {
		t.Errorf("sign out: %d", out.Status)
	}
	if after := w.Do(tenancytest.Call{Path: "/api/session", Cookie: a.Cookie}); after.Status != 401 {
		t.Errorf("after signing out: %d", after.Status)
	}
}

func TestTheCookieIsClosedToScriptsAndOtherSites(t *testing.T) {
	f := func(site string, parts ...string) {
		t.Helper()
		w := world(t, tenancytest.Options{SiteURL: site})
		cookie := w.Do(signIn(w.A.OwnerEmail, tenancytest.Password)).Header.Get("Set-Cookie")
		for _, part := range append(parts, "HttpOnly", "SameSite=Lax", "Path=/") {
			if !strings.Contains(cookie, part) {
				t.Errorf("%s: %q lacks %s", site, cookie, part)
			}
		}
	}
	f("http://localhost:3000", "platform_session=")
	f("https://platform.example.com", "__Host-platform_session=", "Secure")
}

func TestAWrongPasswordAndAnUnknownAccountLookTheSame(t *testing.T) {
	w := world(t, tenancytest.Options{})
	wrong := w.Do(signIn(w.A.OwnerEmail, "not the password"))
	unknown := w.Do(signIn("nobody@example.com", "not the password"))
	strange := w.Do(signIn("not an address", "not the password"))
	if wrong.Status != 401 || wrong.Body != unknown.Body || wrong.Body != strange.Body {
		t.Errorf("%d %s\n%d %s\n%s", wrong.Status, wrong.Body, unknown.Status, unknown.Body, strange.Body)
	}
	if a := w.Do(signIn(strings.ToUpper(w.A.OwnerEmail), tenancytest.Password)); a.Status != 200 {
		t.Errorf("addresses have no case: %d", a.Status)
	}
}

func TestGuessingPasswordsIsSlowedDown(t *testing.T) {
	w := world(t, tenancytest.Options{})
	guess := func(email, from string) tenancytest.Answer {
		c := signIn(email, "not the password")
		c.From = from
		return w.Do(c)
	}
	for i := range 5 {
		if a := guess(w.A.OwnerEmail, fmt.Sprintf("198.51.100.%d", i)); a.Status != 401 {
			t.Fatalf("guess %d: %d", i, a.Status)
		}
	}
	a := guess(w.A.OwnerEmail, "198.51.100.99")
	if a.Status != 429 || a.Header.Get("Retry-After") == "" {
		t.Errorf("sixth guess: %d, Retry-After %q", a.Status, a.Header.Get("Retry-After"))
	}
	right := signIn(w.A.OwnerEmail, tenancytest.Password)
	if a := w.Do(right); a.Status != 429 {
		t.Errorf("the right password while locked: %d", a.Status)
	}
	if a := w.Do(signIn(w.B.OwnerEmail, tenancytest.Password)); a.Status != 200 {
		t.Errorf("another account: %d", a.Status)
	}
}

func TestManyGuessesAtOnceDoNotSlipThrough(t *testing.T) {
	w := world(t, tenancytest.Options{})
	var tried atomic.Int64
	var wg sync.WaitGroup
	for range 40 {
		wg.Go(func() {
			if _, _, err := w.Service.SignIn(t.Context(), w.A.OwnerEmail, "not the password", "198.51.100.7"); fault.Is(err, fault.Unauthenticated) {
				tried.Add(1)
			}
		})
	}
	wg.Wait()
	if n := tried.Load(); n != 5 {
		t.Errorf("%d of 40 guesses were tried", n)
	}
}

func TestANewPasswordEndsAllOtherSessions(t *testing.T) {
	w := world(t, tenancytest.Options{})
	a := w.Do(tenancytest.Call{Method: "PUT", Path: "/api/session/password", Cookie: w.A.Session,
		Body: fmt.Sprintf(`{"oldPassword":%q,"newPassword":"another long password"}`, tenancytest.Password)})
	if a.Status != 204 || a.Cookie == "" {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if old := w.Do(tenancytest.Call{Path: "/api/session", Cookie: w.A.Session}); old.Status != 401 {
		t.Errorf("an old session: %d", old.Status)
	}
	if kept := w.Do(tenancytest.Call{Path: "/api/session", Cookie: a.Cookie}); kept.Status != 200 {
		t.Errorf("the own session: %d", kept.Status)
	}
	if err := w.Service.ResetPassword(t.Context(), w.A.OwnerEmail, "reset by an operator"); err != nil {
		t.Fatal(err)
	}
	if after := w.Do(tenancytest.Call{Path: "/api/session", Cookie: a.Cookie}); after.Status != 401 {
		t.Errorf("after a reset: %d", after.Status)
	}
	if a := w.Do(signIn(w.A.OwnerEmail, "reset by an operator")); a.Status != 200 {
		t.Errorf("the new password: %d", a.Status)
	}
}

func TestAWrongOldPasswordChangesNothing(t *testing.T) {
	w := world(t, tenancytest.Options{})
	a := w.Do(tenancytest.Call{Method: "PUT", Path: "/api/session/password", Cookie: w.A.Session, Body: `{"oldPassword":"no","newPassword":"another long password"}`})
	if a.Status != 403 {
		t.Errorf("%d", a.Status)
	}
	short := w.Do(tenancytest.Call{Method: "PUT", Path: "/api/session/password", Cookie: w.A.Session,
		Body: fmt.Sprintf(`{"oldPassword":%q,"newPassword":"short"}`, tenancytest.Password)})
	if short.Status != 422 || strings.Contains(short.Body, tenancytest.Password) {
		t.Errorf("%d %s", short.Status, short.Body)
	}
}

func TestARevokedOrExpiredKeyIsRefusedAtOnce(t *testing.T) {
	w := world(t, tenancytest.Options{})
	if _, err := w.Service.Authenticate(t.Context(), w.A.Key); err != nil {
		t.Fatal(err)
	}
	if a := w.Do(tenancytest.Call{Method: "DELETE", Path: "/api/projects/" + w.A.Project + "/api-keys/" + w.A.KeyID, Cookie: w.A.Session}); a.Status != 204 {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	if _, err := w.Service.Authenticate(t.Context(), w.A.Key); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("revoked: %v", err)
	}
	soon := time.Now().Add(50 * time.Millisecond)
	_, brief, err := w.Service.CreateKey(t.Context(), w.A.Project, tenancy.NewKeyFor{Name: "brief", ExpiresAt: &soon})
	if err != nil {
		t.Fatal(err)
	}
	for time.Now().Before(soon) {
		time.Sleep(time.Millisecond)
	}
	if _, err := w.Service.Authenticate(t.Context(), brief); !fault.Is(err, fault.Unauthenticated) || !strings.Contains(err.Error(), "expired") {
		t.Errorf("expired: %v", err)
	}
}

func TestAKeyIsShownOnceAndKeptAsAHash(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
	list := w.Do(tenancytest.Call{Path: "/api/projects/" + w.A.Project + "/api-keys", Cookie: w.A.Session})
	if strings.Contains(list.Body, w.A.Key) || !strings.Contains(list.Body, w.A.Key[:8]+"…") {
		t.Error(list.Body)
	}
	k, err := db.Tenancy().Key(t.Context(), w.A.KeyID)
	if err != nil || strings.Contains(fmt.Sprintf("%+v %s", k, k.Hash), w.A.Key[30:]) {
		t.Errorf("%+v, %v", k, err)
	}
}

func TestTheLastUseOfAKeyIsWritten(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
	if _, err := w.Service.Authenticate(t.Context(), w.A.Key); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	w.Service.Run(ctx) // writes before it ends
	if k, err := db.Tenancy().Key(t.Context(), w.A.KeyID); err != nil || k.LastUsedAt == nil {
		t.Errorf("%+v, %v", k, err)
	}
}

func TestPasswordsOfDatabasesAreSealedAndNeverShown(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
	a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/projects/" + w.A.Project + "/database-configs", Cookie: w.A.Session,
		Body: `{"name":"server","kind":"clickhouse","url":"https://ch:8443","username":"u","password":"hunter2","database":"db"}`})
	var made struct {
		ID          string
		HasPassword bool
	}
	if err := json.Unmarshal([]byte(a.Body), &made); err != nil || a.Status != 201 || !made.HasPassword || strings.Contains(a.Body, "hunter2") {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	d, err := db.Tenancy().Database(t.Context(), made.ID)
	if err != nil || strings.Contains(string(d.Sealed), "hunter2") {
		t.Errorf("kept as %q, %v", d.Sealed, err)
	}
	target, err := w.Service.TargetOf(t.Context(), tenancy.Scope{Project: w.A.Project}, made.ID)
	if err != nil || target.Password != "hunter2" {
		t.Errorf("the engine's client gets %q, %v", target.Password, err)
	}
	if _, err := w.Service.TargetOf(t.Context(), tenancy.Scope{Project: w.B.Project}, made.ID); !fault.Is(err, fault.NotFound) {
		t.Errorf("another project gets %v", err)
	}
}

func TestDatabaseConfigurationsAreChecked(t *testing.T) {
	w := world(t, tenancytest.Options{})
	f := func(body string, status int, contains string) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/projects/" + w.A.Project + "/database-configs", Cookie: w.A.Session, Body: body})
		if a.Status != status || !strings.Contains(a.Body, contains) {
			t.Errorf("%s: %d %s", body, a.Status, a.Body)
		}
	}
	f(`{"name":"x","kind":"clickhouse","url":"ftp://h","database":"d"}`, 400, "begins with http://")
	f(`{"name":"x","kind":"clickhouse","url":"https://u:p@h","database":"d"}`, 400, "apart from the URL")
	f(`{"name":"x","kind":"clickhouse","url":"https://h","database":"a;DROP"}`, 400, "name")
	f(`{"name":"x","kind":"mysql"}`, 422, "")
	f(`{"name":"spare","kind":"embedded"}`, 409, "exists")
	f("{\"name\":\"a\\u0000b\",\"kind\":\"embedded\"}", 400, "printable")
	// The embedded database of a project is its own, whatever is asked for.
	f(`{"name":"y","kind":"embedded","database":"`+w.B.Project+`"}`, 201, `"database":"`+w.A.Project+`"`)
}

func TestWhatIsInUseIsNotDeleted(t *testing.T) {
	w := world(t, tenancytest.Options{})
	project := "/api/projects/" + w.A.Project
	route := func(config string) {
		t.Helper()
		a := w.Do(tenancytest.Call{Method: "PUT", Path: project + "/routing", Cookie: w.A.Session,
			Body: fmt.Sprintf(`{"environment":"staging","signal":"logs","databaseConfigId":%q}`, config)})
		if a.Status != 204 {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
	}
	f := func(path string, status int, contains string) {
		t.Helper()
		if a := w.Do(tenancytest.Call{Method: "DELETE", Path: path, Cookie: w.A.Session}); a.Status != status || !strings.Contains(a.Body, contains) {
			t.Errorf("%s: %d %s", path, a.Status, a.Body)
		}
	}
	f(project+"/database-configs/"+w.A.Database, 409, "default")
	route(w.A.Spare)
	f(project+"/database-configs/"+w.A.Spare, 409, "routed")
	route("")
	f(project+"/database-configs/"+w.A.Spare, 204, "")
	f(project+"/environments/staging", 204, "")
	f(project+"/environments/production", 409, "at least one")
	f(project+"/environments/nowhere", 404, "")
}

func TestRoutingDecidesWhereASignalGoes(t *testing.T) {
	w := world(t, tenancytest.Options{})
	scope := tenancy.Scope{Project: w.A.Project, Environment: "staging"}
	f := func(signal tenancy.Signal, want string) {
		t.Helper()
		if got, err := w.Service.Route(t.Context(), scope, signal); err != nil || got.ID != want {
			t.Errorf("%s goes to %+v, %v; want %s", signal, got, err, want)
		}
	}
	f(tenancy.Traces, w.A.Database)
	if err := w.Service.SetRoute(t.Context(), tenancy.Route{Project: w.A.Project, Environment: "staging", Signal: tenancy.Traces, DatabaseConfig: w.A.Spare}); err != nil {
		t.Fatal(err)
	}
	f(tenancy.Traces, w.A.Spare)
	f(tenancy.Logs, w.A.Database)
	err := w.Service.SetRoute(t.Context(), tenancy.Route{Project: w.A.Project, Environment: "staging", Signal: tenancy.Logs, DatabaseConfig: w.B.Database})
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("a route to another tenant's database: %v", err)
	}
}

func TestTheLastOwnerStays(t *testing.T) {
	w := world(t, tenancytest.Options{})
	members := "/api/organisations/" + w.A.Organisation + "/members/"
	f := func(method, user, cookie, body string, status int) {
		t.Helper()
		if a := w.Do(tenancytest.Call{Method: method, Path: members + user, Cookie: cookie, Body: body}); a.Status != status {
			t.Errorf("%s %s %s: %d %s", method, user, body, a.Status, a.Body)
		}
	}
	f("DELETE", w.A.Owner, w.A.Session, "", 409)
	f("PATCH", w.A.Owner, w.A.Session, `{"role":"member"}`, 409)
	f("PATCH", w.A.Member, w.A.AdminCookie, `{"role":"owner"}`, 403)
	f("PATCH", w.A.Owner, w.A.AdminCookie, `{"role":"member"}`, 403)
	f("DELETE", w.A.Owner, w.A.AdminCookie, "", 403)
	f("DELETE", w.A.Owner, w.A.MemberCookie, "", 403)
	f("PATCH", w.A.Member, w.A.Session, `{"role":"owner"}`, 204)
	f("DELETE", w.A.Owner, w.A.Session, "", 204) // now there is another
}

func TestInvitationsOpenNoExistingAccount(t *testing.T) {
	w := world(t, tenancytest.Options{})
	a := w.Do(tenancytest.Call{Method: "POST", Path: "/api/organisations/" + w.A.Organisation + "/invitations", Cookie: w.A.Session,
		Body: `{"email":"owner-b@example.com","role":"admin"}`})
	var made struct{ Token string }
	if err := json.Unmarshal([]byte(a.Body), &made); err != nil || made.Token == "" {
		t.Fatal(a.Body)
	}
	accept := func(token, password string) tenancytest.Answer {
		return w.Do(tenancytest.Call{Method: "POST", Path: "/api/invitations/accept", Body: fmt.Sprintf(`{"token":%q,"password":%q}`, token, password)})
	}
	if a := accept(made.Token, "a password of the inviter"); a.Status != 403 {
		t.Errorf("with a password of one's own choice: %d %s", a.Status, a.Body)
	}
	if a := accept("guessed", tenancytest.Password); a.Status != 404 {
		t.Errorf("with a guessed token: %d", a.Status)
	}
	if a := accept(made.Token, tenancytest.Password); a.Status != 200 || !strings.Contains(a.Body, w.A.Organisation) || !strings.Contains(a.Body, w.B.Organisation) {
		t.Errorf("with the account's own password: %d %s", a.Status, a.Body)
	}
	if a := accept(made.Token, tenancytest.Password); a.Status != 404 {
		t.Errorf("a second time: %d", a.Status)
	}
}

func TestTheFirstStartHappensOnce(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	w := tenancytest.New(t, db.Tenancy(), db.Sessions(), tenancytest.Options{})
	if again, err := w.Service.FirstStart(t.Context(), "other@example.com", ""); again != nil || err != nil {
		t.Errorf("%+v, %v", again, err)
	}
	fresh := sqltest.Open(t, sqltest.File(t))
	s := tenancy.New(fresh.Tenancy(), fresh.Sessions(), tenancytest.Sealer{}, tenancytest.Reachable{}, false, nil)
	first, err := s.FirstStart(t.Context(), "admin@localhost", "")
	if err != nil || len(first.Password) < 20 {
		t.Fatalf("%+v, %v", first, err)
	}
	scope, err := s.Authenticate(t.Context(), first.Key)
	if err != nil || scope.Project != first.Project || scope.Environment != "production" {
		t.Errorf("%+v, %v", scope, err)
	}
	if target, err := s.Route(t.Context(), scope, tenancy.Metrics); err != nil || target.Kind != tenancy.Embedded || target.Database != first.Project {
		t.Errorf("%+v, %v", target, err)
	}
	short := sqltest.Open(t, sqltest.File(t))
	s = tenancy.New(short.Tenancy(), short.Sessions(), tenancytest.Sealer{}, tenancytest.Reachable{}, false, nil)
	if _, err := s.FirstStart(t.Context(), "admin@localhost", "short"); !fault.Is(err, fault.Invalid) {
		t.Errorf("a short password: %v", err)
	}
}

// away is a store whose keys and layouts cannot be read while down is set.
type away struct {
	tenancy.Store
	down  atomic.Bool
	reads atomic.Int64
}

func (a *away) Key(ctx context.Context, id string) (tenancy.Key, error) {
	a.reads.Add(1)
	if a.down.Load() {
		return tenancy.Key{}, fault.New(fault.Unavailable, "away")
	}
	return a.Store.Key(ctx, id)
}

func (a *away) Environments(ctx context.Context, project string) ([]tenancy.Environment, error) {
	if a.down.Load() {
		return nil, fault.New(fault.Unavailable, "away")
	}
	return a.Store.Environments(ctx, project)
}

func TestUnknownKeysDoNotAskTheStoreEachTime(t *testing.T) {
	db := sqltest.Open(t, sqltest.File(t))
	store := &away{Store: db.Tenancy()}
	w := tenancytest.New(t, store, db.Sessions(), tenancytest.Options{})
	for range 100 {
		if _, err := w.Service.Authenticate(t.Context(), w.A.Key); err != nil {
			t.Fatal(err)
		}
	}
	if n := store.reads.Load(); n > 2 {
		t.Errorf("100 uses of one key asked the store %d times", n)
	}
	before := store.reads.Load()
	for range 10 {
		w.Service.Authenticate(t.Context(), "plt_made_up")
	}
	if n := store.reads.Load() - before; n != 0 {
		t.Errorf("texts that cannot be keys asked the store %d times", n)
	}
}
