package tenancy

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/httpapi"
)

type organisationWire struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Role      Role      `json:"role,omitempty" enum:"owner,admin,member" doc:"Role of the caller."`
	CreatedAt time.Time `json:"createdAt"`
}

func organisationOf(o Organisation) organisationWire {
	return organisationWire{ID: o.ID, Name: o.Name, CreatedAt: o.CreatedAt}
}

func (s *Service) organisationRoutes(api huma.API) {
	const tag, path = "Organisations", "/api/organisations/{organisation}"
	huma.Register(api, operation(tag, "list-organisations", http.MethodGet, "/api/organisations", "List the caller's organisations", anyone),
		func(ctx context.Context, _ *struct{}) (*list[organisationWire], error) {
			mine, err := s.store.Memberships(ctx, ScopeOf(ctx).User)
			return listOf(mine, func(m Membership) organisationWire {
				return organisationWire{ID: m.ID, Name: m.Name, Role: m.Role, CreatedAt: m.CreatedAt}
			}), err
		})
	huma.Register(api, operation(tag, "create-organisation", http.MethodPost, "/api/organisations", "Create an organisation with a first project", anyone),
		func(ctx context.Context, in *struct{ Body named }) (*one[organisationWire], error) {
			o, err := s.CreateOrganisation(ctx, ScopeOf(ctx).User, in.Body.Name)
			return &one[organisationWire]{organisationOf(o)}, err
		})
	huma.Register(api, operation(tag, "get-organisation", http.MethodGet, path, "Get an organisation", members),
		func(ctx context.Context, in *httpapi.InOrganisation) (*one[organisationWire], error) {
			o, err := s.store.Organisation(ctx, in.Organisation)
			out := organisationOf(o)
			out.Role = ScopeOf(ctx).Role
			return &one[organisationWire]{out}, err
		})
	huma.Register(api, operation(tag, "update-organisation", http.MethodPatch, path, "Rename an organisation", owners),
		func(ctx context.Context, in *struct {
			httpapi.InOrganisation
			Body named
		}) (*one[organisationWire], error) {
			o, err := s.RenameOrganisation(ctx, in.Organisation, in.Body.Name)
			return &one[organisationWire]{organisationOf(o)}, err
		})
	huma.Register(api, operation(tag, "delete-organisation", http.MethodDelete, path, "Delete an organisation with all its projects", owners),
		func(ctx context.Context, in *httpapi.InOrganisation) (*struct{}, error) {
			return nil, s.DeleteOrganisation(ctx, in.Organisation)
		})
}

type memberWire struct {
	UserID    string    `json:"userId"`
	Email     string    `json:"email"`
	Name      string    `json:"name"`
	Role      Role      `json:"role" enum:"owner,admin,member"`
	CreatedAt time.Time `json:"createdAt"`
}

type memberPath struct {
	httpapi.InOrganisation
	User string `path:"user" doc:"Id of the user."`
}

type invitationWire struct {
	ID        string    `json:"id"`
	Email     string    `json:"email"`
	Role      Role      `json:"role" enum:"owner,admin,member"`
	CreatedAt time.Time `json:"createdAt"`
	ExpiresAt time.Time `json:"expiresAt"`
	Token     string    `json:"token,omitempty" doc:"For the invited person; only in the answer that creates the invitation."`
}

func invitationOf(i Invitation) invitationWire {
	return invitationWire{ID: i.ID, Email: i.Email, Role: i.Role, CreatedAt: i.CreatedAt, ExpiresAt: i.ExpiresAt}
}

func (s *Service) memberRoutes(api huma.API) {
	const tag, organisation = "Members", "/api/organisations/{organisation}"
	huma.Register(api, operation(tag, "list-members", http.MethodGet, organisation+"/members", "List members", members),
		func(ctx context.Context, in *httpapi.InOrganisation) (*list[memberWire], error) {
			all, err := s.store.Members(ctx, in.Organisation)
			return listOf(all, func(m MemberOf) memberWire { return memberWire(m) }), err
		})
	huma.Register(api, operation(tag, "update-member", http.MethodPatch, organisation+"/members/{user}", "Change the role of a member", admins),
		func(ctx context.Context, in *struct {
			httpapi.InOrganisation
			User string `path:"user" maxLength:"100" doc:"Id of the user."`
			Body struct {
				Role Role `json:"role" enum:"owner,admin,member"`
			}
		}) (*struct{}, error) {
			return nil, s.SetRole(ctx, ScopeOf(ctx), in.User, in.Body.Role)
		})
	huma.Register(api, operation(tag, "delete-member", http.MethodDelete, organisation+"/members/{user}", "Remove a member; members may remove themselves", members),
		func(ctx context.Context, in *memberPath) (*struct{}, error) {
			return nil, s.RemoveMember(ctx, ScopeOf(ctx), in.User)
		})
	huma.Register(api, operation(tag, "list-invitations", http.MethodGet, organisation+"/invitations", "List open invitations", admins),
		func(ctx context.Context, in *httpapi.InOrganisation) (*list[invitationWire], error) {
			all, err := s.store.Invitations(ctx, in.Organisation)
			return listOf(all, invitationOf), err
		})
	huma.Register(api, operation(tag, "create-invitation", http.MethodPost, organisation+"/invitations", "Invite a person", admins),
		func(ctx context.Context, in *struct {
			httpapi.InOrganisation
			Body struct {
				Email string `json:"email" maxLength:"254"`
				Role  Role   `json:"role" enum:"owner,admin,member"`
			}
		}) (*one[invitationWire], error) {
			i, token, err := s.Invite(ctx, ScopeOf(ctx), in.Body.Email, in.Body.Role)
			out := invitationOf(i)
			out.Token = token
			return &one[invitationWire]{out}, err
		})
	huma.Register(api, operation(tag, "delete-invitation", http.MethodDelete, organisation+"/invitations/{invitation}", "Withdraw an invitation", admins),
		func(ctx context.Context, in *struct {
			httpapi.InOrganisation
			Invitation string `path:"invitation"`
		}) (*struct{}, error) {
			return nil, s.store.DeleteInvitation(ctx, in.Organisation, in.Invitation)
		})
	accept := operation(tag, "accept-invitation", http.MethodPost, "/api/invitations/accept", "Accept an invitation and sign in", httpapi.Public)
	accept.DefaultStatus = http.StatusOK
	huma.Register(api, accept, s.acceptInvitation)
}

func (s *Service) acceptInvitation(ctx context.Context, in *struct {
	Body struct {
		Token    string `json:"token" maxLength:"200"`
		Name     string `json:"name,omitempty" maxLength:"100" doc:"Of a new account."`
		Password string `json:"password" maxLength:"1024" doc:"Chosen now for a new account; the existing one otherwise."`
	}
}) (*signedInAnswer, error) {
	user, err := s.Accept(ctx, in.Body.Token, in.Body.Name, in.Body.Password, clientOf(ctx))
	if err != nil {
		return nil, err
	}
	cookie, err := s.sessions.start(ctx, user)
	if err != nil {
		return nil, err
	}
	body, err := s.tree(ctx, user)
	return &signedInAnswer{cookie, body}, err
}
