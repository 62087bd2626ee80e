package tenancy

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type signIn struct {
	Body struct {
		Email    string `json:"email" maxLength:"254" doc:"E-mail address."`
		Password string `json:"password" maxLength:"1024" doc:"Password."`
	}
}

type signedInAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
	Body      sessionWire
}

type cookieAnswer struct {
	SetCookie http.Cookie `header:"Set-Cookie"`
}

type userWire struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"`
}

type sessionWire struct {
	User          userWire           `json:"user"`
	Organisations []organisationTree `json:"organisations" doc:"What the user is a member of, in the order of joining."`
}

type organisationTree struct {
	ID       string        `json:"id"`
	Name     string        `json:"name"`
	Role     Role          `json:"role" enum:"owner,admin,member"`
	Projects []projectTree `json:"projects"`
}

type projectTree struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Environments []string `json:"environments"`
}

func (s *Service) sessionRoutes(api huma.API) {
	const tag = "Session"
	in := operation(tag, "sign-in", http.MethodPost, "/api/session", "Sign in", httpapi.Public)
	in.DefaultStatus = http.StatusOK
	huma.Register(api, in, func(ctx context.Context, in *signIn) (*signedInAnswer, error) {
		user, cookie, err := s.SignIn(ctx, in.Body.Email, in.Body.Password, clientOf(ctx))
		if err != nil {
			return nil, err
		}
		body, err := s.tree(ctx, user)
		return &signedInAnswer{cookie, body}, err
	})
	huma.Register(api, operation(tag, "get-session", http.MethodGet, "/api/session", "Who is signed in, and what they can see", anyone),
		func(ctx context.Context, _ *struct{}) (*one[sessionWire], error) {
			user, err := s.store.User(ctx, ScopeOf(ctx).User)
			if err != nil {
				return nil, err
			}
			body, err := s.tree(ctx, user)
			return &one[sessionWire]{body}, err
		})
	huma.Register(api, operation(tag, "sign-out", http.MethodDelete, "/api/session", "Sign out", anyone),
		func(ctx context.Context, _ *struct{}) (*cookieAnswer, error) {
			cookie, err := s.SignOut(ctx)
			return &cookieAnswer{cookie}, err
		})
	password := operation(tag, "change-password", http.MethodPut, "/api/session/password", "Change the own password", anyone)
	password.DefaultStatus = http.StatusNoContent
	huma.Register(api, password, func(ctx context.Context, in *struct {
		Body struct {
			Old string `json:"oldPassword" maxLength:"1024"`
			New string `json:"newPassword" minLength:"12" maxLength:"1024"`
		}
	}) (*cookieAnswer, error) {
		cookie, err := s.ChangePassword(ctx, ScopeOf(ctx).User, in.Body.Old, in.Body.New)
		return &cookieAnswer{cookie}, err
	})
	huma.Register(api, operation(tag, "update-user", http.MethodPatch, "/api/session/user", "Change the own name", anyone),
		func(ctx context.Context, in *struct{ Body named }) (*struct{}, error) {
			return nil, s.RenameUser(ctx, ScopeOf(ctx).User, in.Body.Name)
		})
}

// tree is everything a user can choose from.
func (s *Service) tree(ctx context.Context, user User) (sessionWire, error) {
	out := sessionWire{User: userWire{user.ID, user.Email, user.Name}, Organisations: []organisationTree{}}
	mine, err := s.store.Memberships(ctx, user.ID)
	if err != nil {
		return out, err
	}
	for _, m := range mine {
		o := organisationTree{ID: m.ID, Name: m.Name, Role: m.Role, Projects: []projectTree{}}
		projects, err := s.store.Projects(ctx, m.ID)
		if err != nil {
			return out, err
		}
		for _, p := range projects {
			l, err := s.layout(ctx, p.ID)
			if err != nil {
				return out, err
			}
			o.Projects = append(o.Projects, projectTree{p.ID, p.Name, append([]string{}, l.environments...)})
		}
		out.Organisations = append(out.Organisations, o)
	}
	return out, nil
}
