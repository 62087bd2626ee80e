package sqlstore

import (
	"context"
	"time"

	"platform/internal/server/tenancy"
)

// tenancyStore implements tenancy.Store. Inside a transaction db is nil.
type tenancyStore struct {
	run runner
	db  *DB
}

func (s *tenancyStore) Atomically(ctx context.Context, f func(tenancy.Store) error) error {
	if s.db == nil {
		return f(s) // part of the transaction that is under way
	}
	return s.db.atomically(ctx, func(r runner) error { return f(&tenancyStore{run: r}) })
}

const userColumns = "id, email, name, password_hash, epoch, created_at"

func scanUser(scan func(...any) error) (u tenancy.User, err error) {
	var created int64
	err = scan(&u.ID, &u.Email, &u.Name, &u.PasswordHash, &u.Epoch, &created)
	u.CreatedAt = timeOf(created)
	return u, err
}

func (s *tenancyStore) CreateUser(ctx context.Context, u tenancy.User) error {
	_, err := s.run.exec(ctx, "INSERT INTO users ("+userColumns+") VALUES (?, ?, ?, ?, ?, ?)",
		u.ID, u.Email, u.Name, u.PasswordHash, u.Epoch, micros(u.CreatedAt))
	return err
}

func (s *tenancyStore) User(ctx context.Context, id string) (tenancy.User, error) {
	return single(ctx, s.run, "such user", scanUser, "SELECT "+userColumns+" FROM users WHERE id = ?", id)
}

func (s *tenancyStore) UserByEmail(ctx context.Context, email string) (tenancy.User, error) {
	return single(ctx, s.run, "user with that address", scanUser, "SELECT "+userColumns+" FROM users WHERE email = ?", email)
}

func (s *tenancyStore) UpdateUser(ctx context.Context, u tenancy.User) error {
	return s.run.must(ctx, "such user", "UPDATE users SET name = ?, password_hash = ?, epoch = ? WHERE id = ?", u.Name, u.PasswordHash, u.Epoch, u.ID)
}

func (s *tenancyStore) AnyUser(ctx context.Context) (bool, error) {
	all, err := many(ctx, s.run, scanUser, "SELECT "+userColumns+" FROM users LIMIT 1")
	return len(all) > 0, err
}

func scanOrganisation(scan func(...any) error) (o tenancy.Organisation, err error) {
	var created int64
	err = scan(&o.ID, &o.Name, &created)
	o.CreatedAt = timeOf(created)
	return o, err
}

func (s *tenancyStore) CreateOrganisation(ctx context.Context, o tenancy.Organisation) error {
	_, err := s.run.exec(ctx, "INSERT INTO organisations (id, name, created_at) VALUES (?, ?, ?)", o.ID, o.Name, micros(o.CreatedAt))
	return err
}

func (s *tenancyStore) Organisation(ctx context.Context, id string) (tenancy.Organisation, error) {
	return single(ctx, s.run, "such organisation", scanOrganisation, "SELECT id, name, created_at FROM organisations WHERE id = ?", id)
}

func (s *tenancyStore) Memberships(ctx context.Context, user string) ([]tenancy.Membership, error) {
	return many(ctx, s.run, func(scan func(...any) error) (m tenancy.Membership, err error) {
		var created int64
		err = scan(&m.ID, &m.Name, &created, &m.Role)
		m.CreatedAt = timeOf(created)
		return m, err
	}, `SELECT o.id, o.name, o.created_at, m.role FROM members m JOIN organisations o ON o.id = m.organisation_id
		WHERE m.user_id = ? ORDER BY m.created_at, o.id`, user)
}

func (s *tenancyStore) UpdateOrganisation(ctx context.Context, o tenancy.Organisation) error {
	return s.run.must(ctx, "such organisation", "UPDATE organisations SET name = ? WHERE id = ?", o.Name, o.ID)
}

func (s *tenancyStore) DeleteOrganisation(ctx context.Context, id string) error {
	return s.run.must(ctx, "such organisation", "DELETE FROM organisations WHERE id = ?", id)
}

func (s *tenancyStore) PutMember(ctx context.Context, organisation, user string, role tenancy.Role, at time.Time) error {
	_, err := s.run.exec(ctx, `INSERT INTO members (organisation_id, user_id, role, created_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (organisation_id, user_id) DO UPDATE SET role = excluded.role`, organisation, user, string(role), micros(at))
	return err
}

func (s *tenancyStore) MemberRole(ctx context.Context, organisation, user string) (tenancy.Role, error) {
	return single(ctx, s.run, "such member", scanValue[tenancy.Role],
		"SELECT role FROM members WHERE organisation_id = ? AND user_id = ?", organisation, user)
}

func (s *tenancyStore) Members(ctx context.Context, organisation string) ([]tenancy.MemberOf, error) {
	return many(ctx, s.run, func(scan func(...any) error) (m tenancy.MemberOf, err error) {
		var created int64
		err = scan(&m.UserID, &m.Email, &m.Name, &m.Role, &created)
		m.CreatedAt = timeOf(created)
		return m, err
	}, `SELECT u.id, u.email, u.name, m.role, m.created_at FROM members m JOIN users u ON u.id = m.user_id
		WHERE m.organisation_id = ? ORDER BY m.created_at, u.id`, organisation)
}

func (s *tenancyStore) DeleteMember(ctx context.Context, organisation, user string) error {
	return s.run.must(ctx, "such member", "DELETE FROM members WHERE organisation_id = ? AND user_id = ?", organisation, user)
}

const invitationColumns = "id, organisation_id, email, role, token_hash, invited_by, created_at, expires_at"

func scanInvitation(scan func(...any) error) (i tenancy.Invitation, err error) {
	var created, expires int64
	err = scan(&i.ID, &i.Organisation, &i.Email, &i.Role, &i.TokenHash, &i.InvitedBy, &created, &expires)
	i.CreatedAt, i.ExpiresAt = timeOf(created), timeOf(expires)
	return i, err
}

func (s *tenancyStore) CreateInvitation(ctx context.Context, i tenancy.Invitation) error {
	_, err := s.run.exec(ctx, "INSERT INTO invitations ("+invitationColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		i.ID, i.Organisation, i.Email, string(i.Role), i.TokenHash, i.InvitedBy, micros(i.CreatedAt), micros(i.ExpiresAt))
	return err
}

func (s *tenancyStore) Invitations(ctx context.Context, organisation string) ([]tenancy.Invitation, error) {
	return many(ctx, s.run, scanInvitation,
		"SELECT "+invitationColumns+" FROM invitations WHERE organisation_id = ? ORDER BY created_at, id", organisation)
}

func (s *tenancyStore) InvitationByHash(ctx context.Context, hash []byte) (tenancy.Invitation, error) {
	return single(ctx, s.run, "such invitation", scanInvitation, "SELECT "+invitationColumns+" FROM invitations WHERE token_hash = ?", hash)
}

func (s *tenancyStore) DeleteInvitation(ctx context.Context, organisation, id string) error {
	return s.run.must(ctx, "such invitation", "DELETE FROM invitations WHERE organisation_id = ? AND id = ?", organisation, id)
}
