package tenancy

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// CreateProject makes a project with the environment production and an
// embedded database of its own.
func (s *Service) CreateProject(ctx context.Context, organisation, name string) (Project, error) {
	name, err := checkName(name)
	if err != nil {
		return Project{}, err
	}
	p := Project{ID: newID("prj"), Organisation: organisation, Name: name, CreatedAt: now()}
	return p, s.store.Atomically(ctx, func(tx Store) error { return createProject(ctx, tx, p) })
}

func createProject(ctx context.Context, tx Store, p Project) error {
	if err := tx.CreateProject(ctx, p); err != nil {
		return err
	}
	if err := tx.CreateEnvironment(ctx, Environment{Project: p.ID, Name: DefaultEnvironment, CreatedAt: p.CreatedAt}); err != nil {
		return err
	}
	return tx.CreateDatabase(ctx, DatabaseConfig{ID: newID("dbc"), Project: p.ID, Name: "embedded", Kind: Embedded,
		Database: p.ID, Default: true, CreatedAt: p.CreatedAt, UpdatedAt: p.CreatedAt})
}

// RenameProject changes a project's name.
func (s *Service) RenameProject(ctx context.Context, id, name string) (Project, error) {
	p, err := s.store.Project(ctx, id)
	if err != nil {
		return Project{}, err
	}
	if p.Name, err = checkName(name); err != nil {
		return Project{}, err
	}
	return p, s.store.UpdateProject(ctx, p)
}

// DeleteProject removes a project with its environments, databases and keys.
// Keys stop working at once; telemetry stays in its database.
func (s *Service) DeleteProject(ctx context.Context, id string) error {
	keys, err := s.store.Keys(ctx, id)
	if err != nil {
		return err
	}
	if err := s.store.DeleteProject(ctx, id); err != nil {
		return err
	}
	for _, k := range keys {
		s.keys.forget(k.ID)
	}
	s.routes.forget(id)
	return nil
}

var environmentName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,62}$`)

// CreateEnvironment adds an environment. Names are lower case.
func (s *Service) CreateEnvironment(ctx context.Context, project, name string) (Environment, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if !environmentName.MatchString(name) {
		return Environment{}, fault.New(fault.Invalid, "an environment's name has 1 to 63 letters, digits, dots, dashes or underscores and begins with a letter or digit")
	}
	defer s.routes.forget(project)
	e := Environment{Project: project, Name: name, CreatedAt: now()}
	return e, s.store.CreateEnvironment(ctx, e)
}

// DeleteEnvironment removes an environment and its routes. The last one stays,
// and so does one that an API key is bound to.
func (s *Service) DeleteEnvironment(ctx context.Context, project, name string) error {
	defer s.routes.forget(project)
	return s.store.Atomically(ctx, func(tx Store) error {
		all, err := tx.Environments(ctx, project)
		if err != nil {
			return err
		}
		if len(all) == 1 && all[0].Name == name {
			return fault.New(fault.Conflict, "a project keeps at least one environment")
		}
		keys, err := tx.Keys(ctx, project)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(keys, func(k Key) bool { return k.RevokedAt == nil && k.Environment == name }) {
			return fault.New(fault.Conflict, "API keys are bound to this environment: revoke them first")
		}
		return tx.DeleteEnvironment(ctx, project, name)
	})
}

// checkEnvironment refuses an environment that the project does not have.
func (s *Service) checkEnvironment(ctx context.Context, project, name string) error {
	all, err := s.store.Environments(ctx, project)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(e Environment) bool { return e.Name == name }) {
		return fault.New(fault.NotFound, "the project has no environment %q", name)
	}
	return nil
}

// checkName trims a name that people choose, and refuses what cannot be shown
// on one line.
func checkName(name string) (string, error) {
	name = strings.TrimSpace(name)
	n := utf8.RuneCountInString(name)
	if n == 0 || n > 100 || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fault.New(fault.Invalid, "a name has 1 to 100 printable characters")
	}
	return name, nil
}
