package tenancy

import (
	"context"
	"net/http"

	"platform/internal/server/fault"
)

var errSignIn = fault.New(fault.Unauthenticated, "e-mail address or password are not right")

// SignIn checks a password and starts a session in ctx, which the guard has
// prepared. The answer is the same, and takes as long, whether the account
// exists or not.
func (s *Service) SignIn(ctx context.Context, email, password, address string) (User, http.Cookie, error) {
	email, err := normalEmail(email)
	if err != nil {
		return User{}, http.Cookie{}, errSignIn
	}
	user, err := s.store.UserByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return User{}, http.Cookie{}, err
	}
	ok, err := s.passwordIs(ctx, email, user.PasswordHash, password, address)
	if err != nil {
		return User{}, http.Cookie{}, err
	}
	if !ok {
		return User{}, http.Cookie{}, errSignIn
	}
	cookie, err := s.sessions.start(ctx, user)
	return user, cookie, err
}

// passwordIs compares a password within the limits of guessing.
func (s *Service) passwordIs(ctx context.Context, email, hash, password, address string) (bool, error) {
	refund, err := s.limits.attempt(email, address)
	if err != nil {
		return false, err
	}
	ok, err := s.hasher.matches(ctx, password, hash)
	if err != nil || ok {
		refund()
	}
	if ok {
		s.limits.succeeded(email)
	}
	return ok, err
}

// SignOut ends the session in ctx.
func (s *Service) SignOut(ctx context.Context) (http.Cookie, error) { return s.sessions.end(ctx) }

// ChangePassword sets a new password of a user who knows the old one. All
// their sessions end but the one in ctx, which gets a new token.
func (s *Service) ChangePassword(ctx context.Context, user, old, new string) (http.Cookie, error) {
	u, err := s.store.User(ctx, user)
	if err != nil {
		return http.Cookie{}, err
	}
	ok, err := s.passwordIs(ctx, u.Email, u.PasswordHash, old, clientOf(ctx))
	if err != nil {
		return http.Cookie{}, err
	}
	if !ok {
		return http.Cookie{}, fault.New(fault.Forbidden, "the old password is not right")
	}
	if u, err = s.setPassword(ctx, u, new); err != nil {
		return http.Cookie{}, err
	}
	return s.sessions.start(ctx, u)
}

// ResetPassword sets the password of the user with that address and ends all
// their sessions.
func (s *Service) ResetPassword(ctx context.Context, email, password string) error {
	email, err := normalEmail(email)
	if err != nil {
		return err
	}
	u, err := s.store.UserByEmail(ctx, email)
	if err != nil {
		return err
	}
	_, err = s.setPassword(ctx, u, password)
	return err
}

func (s *Service) setPassword(ctx context.Context, u User, password string) (User, error) {
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	u.PasswordHash = hash
	u.Epoch++
	return u, s.store.UpdateUser(ctx, u)
}

// RenameUser changes how a user is shown.
func (s *Service) RenameUser(ctx context.Context, user, name string) error {
	u, err := s.store.User(ctx, user)
	if err != nil {
		return err
	}
	if u.Name, err = checkName(name); err != nil {
		return err
	}
	return s.store.UpdateUser(ctx, u)
}

func (s *Service) newUser(ctx context.Context, email, name, password string) (User, error) {
	email, err := normalEmail(email)
	if err != nil {
		return User{}, err
	}
	if name == "" {
		name = email
	}
	if name, err = checkName(name); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	return User{ID: newID("usr"), Email: email, Name: name, PasswordHash: hash, CreatedAt: now()}, nil
}
