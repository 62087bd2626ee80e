package tenancy

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"platform/internal/server/fault"
)

// Started is what the first start made and is told once.
type Started struct {
	Email    string
	Password string // "" when the caller chose it
	Key      string // an API key of the first project
	Project  string
}

// FirstStart fills an empty store: an organisation with a project, an owner
// and an API key. It returns nil when there are users already.
func (s *Service) FirstStart(ctx context.Context, email, password string) (*Started, error) {
	if any, err := s.store.AnyUser(ctx); err != nil || any {
		return nil, err
	}
	out := &Started{Email: email}
	if password == "" {
		out.Password = NewPassword()
		password = out.Password
	}
	user, err := s.newUser(ctx, email, "Administrator", password)
	if err != nil {
		return nil, err
	}
	organisation := Organisation{ID: newID("org"), Name: "Default organisation", CreatedAt: now()}
	project := Project{ID: newID("prj"), Organisation: organisation.ID, Name: "default", CreatedAt: now()}
	err = s.store.Atomically(ctx, func(tx Store) error {
		if err := tx.CreateUser(ctx, user); err != nil {
			return err
		}
		if err := tx.CreateOrganisation(ctx, organisation); err != nil {
			return err
		}
		if err := tx.PutMember(ctx, organisation.ID, user.ID, Owner, now()); err != nil {
			return err
		}
		return createProject(ctx, tx, project)
	})
	if fault.Is(err, fault.Conflict) {
		return nil, nil // another process was first
	}
	if err != nil {
		return nil, err
	}
	out.Project = project.ID
	_, out.Key, err = s.CreateKey(ctx, project.ID, NewKeyFor{Name: "first key", CreatedBy: user.ID})
	return out, err
}

// NewPassword is a random password of 100 bits in groups that can be read
// aloud.
func NewPassword() string {
	text := strings.ToLower(rand.Text())
	return strings.Join([]string{text[:5], text[5:10], text[10:15], text[15:20]}, "-")
}

// FirstProject returns the id of the oldest project, which the first start
// made.
func (s *Service) FirstProject(ctx context.Context) (string, error) { return s.store.FirstProject(ctx) }

// Anonymous returns the scope of telemetry that comes without a key, where
// the deployment lets it in: the first project.
func (s *Service) Anonymous(ctx context.Context) (Scope, error) {
	if known := s.anonymous.Load(); known != nil && time.Since(known.read) < keyFresh {
		return known.scope, nil
	}
	id, err := s.store.FirstProject(ctx)
	if err != nil {
		return Scope{}, err
	}
	p, err := s.store.Project(ctx, id)
	if err != nil {
		return Scope{}, err
	}
	scope := Scope{Organisation: p.Organisation, Project: p.ID, Environment: DefaultEnvironment}
	s.anonymous.Store(&anonymous{scope, time.Now()})
	return scope, nil
}

type anonymous struct {
	scope Scope
	read  time.Time
}
