package tenancy

import (
	"context"
	"slices"
	"sync"
	"time"

	"platform/internal/server/fault"
)

// Target is a database as a client of it needs it.
type Target struct {
	ID       string // of the database configuration
	Kind     DatabaseKind
	URL      string
	Username string
	Password string
	Database string // name of the ClickHouse database

	err error // why the password could not be opened; concerns only this database
}

// Route returns the database that a signal of the scope lives in. It is
// called for every ingest request and cached like keys are.
func (s *Service) Route(ctx context.Context, scope Scope, signal Signal) (Target, error) {
	l, err := s.layout(ctx, scope.Project)
	if err != nil {
		return Target{}, err
	}
	id := l.route(scope.Environment, signal)
	if id == "" {
		return Target{}, errNoDatabase(signal)
	}
	target := l.databases[id]
	return target, target.err
}

// TargetOf returns a database of the scope's project by its id.
func (s *Service) TargetOf(ctx context.Context, scope Scope, id string) (Target, error) {
	l, err := s.layout(ctx, scope.Project)
	if err != nil {
		return Target{}, err
	}
	target, ok := l.databases[id]
	if !ok {
		return Target{}, fault.New(fault.NotFound, "the project has no database configuration %q", id)
	}
	return target, target.err
}

func errNoDatabase(signal Signal) error {
	return fault.New(fault.NotFound, "the project has no database for %s: route the signal or set a default database configuration", signal)
}

// layout is what requests need to know of a project.
type layout struct {
	environments []string // in the order of creation
	databases    map[string]Target
	routes       map[routeKey]string // database configuration
	fallback     string              // id of the default configuration
	read         time.Time
}

type routeKey struct {
	environment string
	signal      Signal
}

// route returns the configuration of a signal, "" when there is none.
func (l *layout) route(environment string, signal Signal) string {
	if id, ok := l.routes[routeKey{environment, signal}]; ok {
		return id
	}
	return l.fallback
}

// environment returns name when the project has it.
func (l *layout) environment(name string) (string, error) {
	if !slices.Contains(l.environments, name) {
		return "", fault.New(fault.NotFound, "the project has no environment %q", name)
	}
	return name, nil
}

// first is the environment of requests that name none: production, or else
// the oldest.
func (l *layout) first() string {
	if slices.Contains(l.environments, DefaultEnvironment) || len(l.environments) == 0 {
		return DefaultEnvironment
	}
	return l.environments[0]
}

// routeCache keeps layouts of projects; freshness as for keys.
type routeCache struct {
	mu   sync.RWMutex
	kept map[string]*layout
}

func newRouteCache() *routeCache { return &routeCache{kept: map[string]*layout{}} }

func (c *routeCache) forget(project string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, project)
}

func (s *Service) layout(ctx context.Context, project string) (*layout, error) {
	s.routes.mu.RLock()
	l := s.routes.kept[project]
	s.routes.mu.RUnlock()
	if l != nil && time.Since(l.read) < keyFresh {
		return l, nil
	}
	fresh, err := s.readLayout(ctx, project)
	if err != nil {
		if l != nil && fault.Is(err, fault.Unavailable) && time.Since(l.read) < keyStale {
			return l, nil // the store is away: what was known a moment ago still holds
		}
		return nil, err
	}
	s.routes.mu.Lock()
	defer s.routes.mu.Unlock()
	if len(s.routes.kept) >= keysKept {
		clear(s.routes.kept)
	}
	s.routes.kept[project] = fresh
	return fresh, nil
}

func (s *Service) readLayout(ctx context.Context, project string) (*layout, error) {
	l := &layout{databases: map[string]Target{}, routes: map[routeKey]string{}, read: time.Now()}
	environments, err := s.store.Environments(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, e := range environments {
		l.environments = append(l.environments, e.Name)
	}
	databases, err := s.store.Databases(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, d := range databases {
		l.databases[d.ID] = s.target(d)
		if d.Default {
			l.fallback = d.ID
		}
	}
	routes, err := s.store.Routes(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, r := range routes {
		l.routes[routeKey{r.Environment, r.Signal}] = r.DatabaseConfig
	}
	return l, nil
}

// SetRoute sends a signal of an environment to a configuration of the
// project; an empty configuration removes the route.
func (s *Service) SetRoute(ctx context.Context, r Route) error {
	defer s.routes.forget(r.Project)
	if !slices.Contains(Signals, r.Signal) {
		return fault.New(fault.Invalid, "no signal %q", r.Signal)
	}
	if err := s.checkEnvironment(ctx, r.Project, r.Environment); err != nil {
		return err
	}
	if r.DatabaseConfig == "" {
		err := s.store.DeleteRoute(ctx, r)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		return err
	}
	if _, err := s.database(ctx, r.Project, r.DatabaseConfig); err != nil {
		return err
	}
	return s.store.PutRoute(ctx, r)
}

// Routing lists the routes of a project.
func (s *Service) Routing(ctx context.Context, project string) ([]Route, error) {
	return s.store.Routes(ctx, project)
}
