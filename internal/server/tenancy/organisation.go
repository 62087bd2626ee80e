package tenancy

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// CreateOrganisation makes an organisation owned by user, with a first project.
func (s *Service) CreateOrganisation(ctx context.Context, user, name string) (Organisation, error) {
	name, err := checkName(name)
	if err != nil {
		return Organisation{}, err
	}
	o := Organisation{ID: newID("org"), Name: name, CreatedAt: now()}
	p := Project{ID: newID("prj"), Organisation: o.ID, Name: "default", CreatedAt: o.CreatedAt}
	return o, s.store.Atomically(ctx, func(tx Store) error {
		if err := tx.CreateOrganisation(ctx, o); err != nil {
			return err
		}
		if err := tx.PutMember(ctx, o.ID, user, Owner, o.CreatedAt); err != nil {
			return err
		}
		return createProject(ctx, tx, p)
	})
}

// RenameOrganisation changes an organisation's name.
func (s *Service) RenameOrganisation(ctx context.Context, id, name string) (Organisation, error) {
	o, err := s.store.Organisation(ctx, id)
	if err != nil {
		return Organisation{}, err
	}
	if o.Name, err = checkName(name); err != nil {
		return Organisation{}, err
	}
	return o, s.store.UpdateOrganisation(ctx, o)
}

// DeleteOrganisation removes an organisation with all its projects.
func (s *Service) DeleteOrganisation(ctx context.Context, id string) error {
	projects, err := s.store.Projects(ctx, id)
	if err != nil {
		return err
	}
	for _, p := range projects {
		if err := s.DeleteProject(ctx, p.ID); err != nil {
			return err
		}
	}
	return s.store.DeleteOrganisation(ctx, id)
}

// SetRole changes the role of a member. Only owners make and unmake owners,
// and the last owner stays one.
func (s *Service) SetRole(ctx context.Context, by Scope, user string, role Role) error {
	if ranks[role] == 0 {
		return fault.New(fault.Invalid, "no role %q", role)
	}
	return s.store.Atomically(ctx, func(tx Store) error {
		if err := mayChange(ctx, tx, by, user, role); err != nil {
			return err
		}
		return tx.PutMember(ctx, by.Organisation, user, role, now())
	})
}

// RemoveMember takes a user out of the organisation. Members may take out
// themselves.
func (s *Service) RemoveMember(ctx context.Context, by Scope, user string) error {
	return s.store.Atomically(ctx, func(tx Store) error {
		if err := mayChange(ctx, tx, by, user, ""); err != nil {
			return err
		}
		return tx.DeleteMember(ctx, by.Organisation, user)
	})
}

// mayChange refuses a change of user's role to next ("" is leaving) that by
// may not make.
func mayChange(ctx context.Context, tx Store, by Scope, user string, next Role) error {
	current, err := tx.MemberRole(ctx, by.Organisation, user)
	if err != nil {
		return err
	}
	leaving := user == by.User && next == ""
	if !leaving && !by.Role.AtLeast(Admin) {
		return fault.New(fault.Forbidden, "this needs the role %s; yours is %s", Admin, by.Role)
	}
	if !leaving && (current == Owner || next == Owner) && by.Role != Owner {
		return fault.New(fault.Forbidden, "only an owner may make or unmake owners")
	}
	if current != Owner || next == Owner {
		return nil
	}
	members, err := tx.Members(ctx, by.Organisation)
	if err != nil {
		return err
	}
	for _, m := range members {
		if m.Role == Owner && m.UserID != user {
			return nil
		}
	}
	return fault.New(fault.Conflict, "an organisation keeps at least one owner")
}

// invitationLife is how long an invitation can be accepted.
const invitationLife = 7 * 24 * time.Hour

// Invite lets the holder of the returned token join the organisation. The
// token is shown once.
func (s *Service) Invite(ctx context.Context, by Scope, email string, role Role) (Invitation, string, error) {
	email, err := normalEmail(email)
	if err != nil {
		return Invitation{}, "", err
	}
	if ranks[role] == 0 {
		return Invitation{}, "", fault.New(fault.Invalid, "no role %q", role)
	}
	if role == Owner && by.Role != Owner {
		return Invitation{}, "", fault.New(fault.Forbidden, "only an owner may make or unmake owners")
	}
	token := strings.ToLower(rand.Text() + rand.Text())
	i := Invitation{ID: newID("inv"), Organisation: by.Organisation, Email: email, Role: role, TokenHash: hashToken(token),
		InvitedBy: by.User, CreatedAt: now(), ExpiresAt: now().Add(invitationLife)}
	return i, token, s.store.CreateInvitation(ctx, i)
}

func hashToken(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}

// Accept makes the person an invitation was sent to a member: the account of
// that address, made now when there is none. An existing account must give
// its own password, so that a token alone opens no account.
func (s *Service) Accept(ctx context.Context, token, name, password, address string) (User, error) {
	refund, err := s.limits.attempt("", address)
	if err != nil {
		return User{}, err
	}
	i, err := s.store.InvitationByHash(ctx, hashToken(token))
	if fault.Is(err, fault.NotFound) || err == nil && !time.Now().Before(i.ExpiresAt) {
		return User{}, fault.New(fault.NotFound, "the invitation does not exist or has expired")
	}
	refund()
	if err != nil {
		return User{}, err
	}
	user, err := s.store.UserByEmail(ctx, i.Email)
	fresh := fault.Is(err, fault.NotFound)
	switch {
	case fresh:
		user, err = s.newUser(ctx, i.Email, name, password)
	case err == nil:
		err = s.checkOwnPassword(ctx, user, password, address)
	}
	if err != nil {
		return User{}, err
	}
	return user, s.store.Atomically(ctx, func(tx Store) error {
		if fresh {
			if err := tx.CreateUser(ctx, user); err != nil {
				return err
			}
		}
		// An invitation neither lowers nor raises the role of a member.
		if _, err := tx.MemberRole(ctx, i.Organisation, user.ID); fault.Is(err, fault.NotFound) {
			if err := tx.PutMember(ctx, i.Organisation, user.ID, i.Role, now()); err != nil {
				return err
			}
		} else if err != nil {
			return err
		}
		return tx.DeleteInvitation(ctx, i.Organisation, i.ID)
	})
}

func (s *Service) checkOwnPassword(ctx context.Context, user User, password, address string) error {
	ok, err := s.passwordIs(ctx, user.Email, user.PasswordHash, password, address)
	if err == nil && !ok {
		err = fault.New(fault.Forbidden, "the address of the invitation has an account: give its password")
	}
	return err
}
