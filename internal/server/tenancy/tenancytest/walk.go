package tenancytest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// Walk calls every route of the world's OpenAPI document as a stranger: with
// tenant B's key and session on tenant A's records. Each must answer 401, 403
// or 404, or with nothing of A's, and A must be as it was.
func Walk(t *testing.T, w *World) {
	invitation := w.invite()
	before := w.snapshot()
	for op := range w.operations() {
		class := classOf(op)
		if class.public {
			continue
		}
		ids := map[string]string{"organisation": w.A.Organisation, "project": w.A.Project, "config": w.A.Spare, "key": w.A.KeyID,
			"user": w.A.Member, "environment": "staging", "invitation": invitation}
		foreign := w.call(op, ids)
		foreign.Header = map[string]string{"x-platform-organisation-id": w.A.Organisation, "x-platform-project-id": w.A.Project}
		stranger(t, w, op, "without credentials", foreign, false)
		foreign.Key = w.B.Key
		stranger(t, w, op, "with another tenant's key", foreign, false)
		foreign.Key, foreign.Cookie = "", w.B.Session
		stranger(t, w, op, "with another tenant's session", foreign, class.anyPerson)

		// The own tenant in the path, but a record of the other below it.
		own := maps.Clone(ids)
		own["organisation"], own["project"] = w.B.Organisation, w.B.Project
		if leaf := strings.Contains(strings.NewReplacer("{organisation}", "", "{project}", "", "{environment}", "").Replace(op.Path), "{"); leaf {
			mixed := w.call(op, own)
			mixed.Cookie = w.B.Session
			if a := stranger(t, w, op, "with another tenant's record below the own project", mixed, true); a.Status < 400 {
				t.Errorf("%s %s found another tenant's record below the own project: %d %s", op.Method, op.Path, a.Status, a.Body)
			}
		}
	}
	if after := w.snapshot(); after != before {
		t.Errorf("tenant A was changed by strangers:\nbefore %s\nafter  %s", before, after)
	}
}

// WalkRoles calls every route that needs a higher role as a mere member of
// the organisation, who must be refused.
func WalkRoles(t *testing.T, w *World) {
	before := w.snapshot()
	for op := range w.operations() {
		need := classOf(op).role
		for role, cookie := range map[string]string{"member": w.A.MemberCookie, "admin": w.A.AdminCookie} {
			if rank[need] <= rank[role] {
				continue
			}
			call := w.call(op, map[string]string{"organisation": w.A.Organisation, "project": w.A.Project, "config": w.A.Spare, "key": w.A.KeyID,
				"user": w.A.Member, "environment": "staging", "invitation": "inv_none"})
			call.Cookie = cookie
			if a := w.Do(call); a.Status != http.StatusForbidden {
				t.Errorf("%s %s as %s: %d %s", op.Method, op.Path, role, a.Status, a.Body)
			}
		}
	}
	if after := w.snapshot(); after != before {
		t.Errorf("the tenant was changed:\nbefore %s\nafter  %s", before, after)
	}
}

var rank = map[string]int{"": 0, "member": 1, "admin": 2, "owner": 3}

// stranger makes a call that must be refused as not allowed or not there, or
// when it may end otherwise, must show nothing of tenant A.
func stranger(t *testing.T, w *World, op *huma.Operation, who string, c Call, maySucceed bool) Answer {
	t.Helper()
	a := w.Do(c)
	refused := a.Status == 401 || a.Status == 403 || a.Status == 404
	if !refused && !(maySucceed && a.Status < 500) {
		t.Errorf("%s %s %s: %d %s", op.Method, op.Path, who, a.Status, a.Body)
	}
	for _, secret := range []string{w.A.Organisation, w.A.Project, w.A.Other, w.A.Database, w.A.Spare, w.A.KeyID, w.A.Member, w.A.OwnerEmail, "key of a"} {
		if strings.Contains(a.Body, secret) && !strings.Contains(c.Path, secret) {
			t.Errorf("%s %s %s: the answer shows %q: %s", op.Method, op.Path, who, secret, a.Body)
		}
	}
	return a
}

// class is what the walk needs to know of an operation's security.
type class struct {
	public    bool
	anyPerson bool   // every signed-in person may call it, for their own things
	role      string // least role of a session, "" when none is needed
}

func classOf(op *huma.Operation) (c class) {
	for _, alternative := range op.Security {
		c.public = c.public || len(alternative) == 0
		if needs, ok := alternative["session"]; ok {
			c.anyPerson = len(needs) == 0
			c.role = strings.Join(needs, "")
		}
	}
	return c
}

// operations yields every operation but those that would end the walker's
// own session.
func (w *World) operations() func(func(*huma.Operation) bool) {
	paths := w.API.OpenAPI().Paths
	return func(yield func(*huma.Operation) bool) {
		for _, path := range slices.Sorted(maps.Keys(paths)) {
			item := paths[path]
			for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
				if op == nil || op.OperationID == "sign-out" || op.OperationID == "change-password" {
					continue
				}
				if !yield(op) {
					return
				}
			}
		}
	}
}

var parameter = regexp.MustCompile(`\{(\w+)\}`)

// call fills the path with ids and the body with the least that is valid.
func (w *World) call(op *huma.Operation, ids map[string]string) Call {
	path := parameter.ReplaceAllStringFunc(op.Path, func(name string) string {
		if id, ok := ids[strings.Trim(name, "{}")]; ok {
			return id
		}
		return "x"
	})
	c := Call{Method: op.Method, Path: path}
	if op.RequestBody != nil {
		if media := op.RequestBody.Content["application/json"]; media != nil {
			body, err := json.Marshal(w.example(media.Schema, 0))
			if err != nil {
				w.t.Fatal(err)
			}
			c.Body = string(body)
		}
	}
	return c
}

// example is a small value that a schema accepts.
func (w *World) example(s *huma.Schema, depth int) any {
	if s.Ref != "" {
		s = w.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	if depth > 8 {
		return nil
	}
	if len(s.Enum) > 0 {
		return s.Enum[0]
	}
	switch s.Type {
	case "object":
		out := map[string]any{}
		for _, name := range s.Required {
			out[name] = w.example(s.Properties[name], depth+1)
		}
		return out
	case "array":
		return []any{}
	case "boolean":
		return false
	case "integer", "number":
		if s.Minimum != nil {
			return *s.Minimum
		}
		return 1
	}
	least := 1
	if s.MinLength != nil {
		least = max(least, *s.MinLength)
	}
	return strings.Repeat("x", least)
}

// invite makes an open invitation of tenant A and returns its id.
func (w *World) invite() string {
	w.t.Helper()
	var made struct{ ID string }
	w.must(w.Do(Call{Method: "POST", Path: "/api/organisations/" + w.A.Organisation + "/invitations", Cookie: w.A.Session,
		Body: `{"email":"someone@example.com","role":"member"}`}), &made)
	return made.ID
}

// snapshot is everything of tenant A that its owner can see.
func (w *World) snapshot() string {
	w.t.Helper()
	var out strings.Builder
	for _, path := range []string{"/api/session", "/api/organisations/" + w.A.Organisation + "/members", "/api/organisations/" + w.A.Organisation + "/invitations",
		"/api/projects/" + w.A.Project + "/api-keys", "/api/projects/" + w.A.Project + "/database-configs", "/api/projects/" + w.A.Project + "/routing"} {
		a := w.Do(Call{Path: path, Cookie: w.A.Session})
		w.must(a, nil)
		fmt.Fprintln(&out, path, a.Body)
	}
	return out.String()
}
