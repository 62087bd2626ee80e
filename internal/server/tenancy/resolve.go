package tenancy

import (
	"context"
	"strings"

	"platform/internal/server/fault"
	"platform/internal/server/httpapi"
)

// Resolve turns what a request says about itself into its Scope. The rules:
//
//  1. A key or, where the route allows it, a session says who asks.
//  2. The headers choose organisation, project and environment, within what
//     the key or the person may see.
//  3. Other routes than the SDK-facing ones refuse an explicit database
//     configuration (the guard has done so); the key's own one is handed on.
//  4. SDK-facing routes resolve the database by signal routing, by an explicit
//     configuration of the same project, or by the key's own.
//  5. Pages of foreign origins are refused (by the guard).
func (s *Service) Resolve(ctx context.Context, r httpapi.Request) (httpapi.Resolved, error) {
	var scope Scope
	var err error
	switch {
	case r.Bearer != "":
		scope, err = s.resolveKey(ctx, r)
	case r.Access.Public:
		ctx, err = s.sessions.load(ctx, r.Session)
	default:
		ctx, scope, err = s.resolveSession(ctx, r)
	}
	if err != nil {
		return httpapi.Resolved{}, err
	}
	return httpapi.Resolved{Context: WithScope(withClient(ctx, r.ClientIP), scope), DatabaseConfig: scope.DatabaseConfig, Principal: scope.Principal()}, nil
}

func (s *Service) resolveKey(ctx context.Context, r httpapi.Request) (Scope, error) {
	scope, bound, err := s.authenticateFrom(ctx, r.ClientIP, r.Bearer)
	if err != nil {
		return Scope{}, err
	}
	if err := scope.Allows(r.Access.Scopes...); err != nil {
		return Scope{}, err
	}
	if r.Organisation != "" && r.Organisation != scope.Organisation {
		return Scope{}, fault.New(fault.Forbidden, "the API key belongs to another organisation")
	}
	if r.Project != "" && r.Project != scope.Project {
		return Scope{}, fault.New(fault.Forbidden, "the API key belongs to another project")
	}
	environment := strings.ToLower(r.Environment)
	if environment != "" && bound != "" && environment != bound {
		return Scope{}, fault.New(fault.Forbidden, "the API key belongs to another environment of the project")
	}
	if environment == "" && !r.Access.SDK {
		return scope, nil
	}
	project, err := s.layout(ctx, scope.Project)
	if err != nil {
		return Scope{}, err
	}
	if environment != "" {
		if scope.Environment, err = project.environment(environment); err != nil {
			return Scope{}, err
		}
	}
	if r.Access.SDK {
		scope.DatabaseConfig, err = project.sdkDatabase(scope, r)
	}
	return scope, err
}

// sdkDatabase is rule 4. A configuration of another project is refused even
// when routing would not have asked for it.
func (l *layout) sdkDatabase(scope Scope, r httpapi.Request) (string, error) {
	if r.DatabaseConfig != "" {
		if _, ours := l.databases[r.DatabaseConfig]; !ours {
			return "", fault.New(fault.Forbidden, "the database configuration belongs to another project")
		}
	}
	routed := r.Project != "" || r.Environment != ""
	if row, ok := l.routes[routeKey{scope.Environment, Intelligence}]; ok && routed {
		return row, nil
	}
	candidates := []string{r.DatabaseConfig, scope.DatabaseConfig, l.fallback}
	if routed {
		candidates = []string{r.DatabaseConfig, l.fallback, scope.DatabaseConfig}
	}
	for _, id := range candidates {
		if id != "" {
			return id, nil
		}
	}
	return "", errNoDatabase(Intelligence)
}

func (s *Service) resolveSession(ctx context.Context, r httpapi.Request) (context.Context, Scope, error) {
	ctx, err := s.sessions.load(ctx, r.Session)
	if err != nil {
		return ctx, Scope{}, err
	}
	user, err := s.signedIn(ctx)
	if err != nil {
		return ctx, Scope{}, err
	}
	scope := Scope{User: user.ID}
	if r.Access.Role == "" && !r.InPath {
		return ctx, scope, nil
	}
	if err := s.placeUser(ctx, &scope, r); err != nil {
		return ctx, Scope{}, err
	}
	if !scope.Role.AtLeast(Role(r.Access.Role)) {
		return ctx, Scope{}, fault.New(fault.Forbidden, "this needs the role %s; yours is %s", r.Access.Role, scope.Role)
	}
	if scope.Project == "" {
		return ctx, scope, nil
	}
	project, err := s.layout(ctx, scope.Project)
	if err != nil {
		return ctx, Scope{}, err
	}
	environment := strings.ToLower(r.Environment)
	if environment == "" {
		environment = project.first()
	}
	if environment != "" {
		if scope.Environment, err = project.environment(environment); err != nil {
			return ctx, Scope{}, err
		}
	}
	scope.DatabaseConfig, err = project.sessionDatabase(scope, r)
	return ctx, scope, err
}

// sessionDatabase is where a signed-in person's models, secrets and prompts
// of the chosen project are: routing decides, and on SDK-facing routes an
// explicit configuration of the project.
func (l *layout) sessionDatabase(scope Scope, r httpapi.Request) (string, error) {
	if r.DatabaseConfig != "" {
		if _, ours := l.databases[r.DatabaseConfig]; !ours {
			return "", fault.New(fault.Forbidden, "the database configuration belongs to another project")
		}
		return r.DatabaseConfig, nil
	}
	return l.route(scope.Environment, Intelligence), nil
}

// signedIn returns the user of the session in ctx.
func (s *Service) signedIn(ctx context.Context) (User, error) {
	id, epoch, err := s.sessions.signedIn(ctx)
	if err != nil {
		return User{}, err
	}
	user, err := s.store.User(ctx, id)
	if fault.Is(err, fault.NotFound) || err == nil && user.Epoch != epoch {
		return User{}, errSession
	}
	return user, err
}

var errForeign = fault.New(fault.Forbidden, "you are not a member of that organisation")

// placeUser finds organisation, role and project of a person's request. What
// they did not choose is the first they have. Whatever is not theirs gets the
// same answer as what does not exist.
func (s *Service) placeUser(ctx context.Context, scope *Scope, r httpapi.Request) error {
	scope.Organisation, scope.Project = r.Organisation, r.Project
	if scope.Project != "" {
		p, err := s.store.Project(ctx, scope.Project)
		if fault.Is(err, fault.NotFound) || err == nil && scope.Organisation != "" && p.Organisation != scope.Organisation {
			return errForeign
		}
		if err != nil {
			return err
		}
		scope.Organisation = p.Organisation
	}
	if scope.Organisation == "" {
		mine, err := s.store.Memberships(ctx, scope.User)
		if err != nil {
			return err
		}
		if len(mine) == 0 {
			return fault.New(fault.Forbidden, "you are not a member of any organisation")
		}
		scope.Organisation = mine[0].ID
	}
	role, err := s.store.MemberRole(ctx, scope.Organisation, scope.User)
	if fault.Is(err, fault.NotFound) {
		return errForeign
	}
	if err != nil {
		return err
	}
	scope.Role = role
	if scope.Project == "" && !r.InPath {
		projects, err := s.store.Projects(ctx, scope.Organisation)
		if err != nil {
			return err
		}
		if len(projects) > 0 {
			scope.Project = projects[0].ID
		}
	}
	return nil
}

type clientKey struct{}

func withClient(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, clientKey{}, address)
}

// clientOf is the address a request came from, for rate limits.
func clientOf(ctx context.Context) string {
	address, _ := ctx.Value(clientKey{}).(string)
	return address
}
