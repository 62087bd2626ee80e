package tenancy

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"

	"platform/internal/server/fault"
)

// Prober tries to reach a database.
type Prober interface {
	// Probe returns the engine's version.
	Probe(ctx context.Context, t Target) (version string, err error)
}

// DatabaseChange is what a caller chooses of a database configuration.
type DatabaseChange struct {
	Name     string
	Kind     DatabaseKind
	URL      string
	Username string
	Password *string // nil keeps the one there is
	Database string
	Default  bool
}

var databaseName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)

// CreateDatabase adds a configuration to a project.
func (s *Service) CreateDatabase(ctx context.Context, project string, c DatabaseChange) (DatabaseConfig, error) {
	d := DatabaseConfig{ID: newID("dbc"), Project: project, CreatedAt: now()}
	if err := s.change(&d, c); err != nil {
		return DatabaseConfig{}, err
	}
	defer s.routes.forget(project)
	return d, s.store.CreateDatabase(ctx, d)
}

// UpdateDatabase changes a configuration of a project.
func (s *Service) UpdateDatabase(ctx context.Context, project, id string, c DatabaseChange) (DatabaseConfig, error) {
	d, err := s.database(ctx, project, id)
	if err != nil {
		return DatabaseConfig{}, err
	}
	if d.Default && !c.Default {
		return DatabaseConfig{}, fault.New(fault.Conflict, "make another configuration the default instead")
	}
	if err := s.change(&d, c); err != nil {
		return DatabaseConfig{}, err
	}
	defer s.routes.forget(project)
	return d, s.store.UpdateDatabase(ctx, d)
}

// DeleteDatabase removes a configuration that nothing uses.
func (s *Service) DeleteDatabase(ctx context.Context, project, id string) error {
	defer s.routes.forget(project)
	return s.store.Atomically(ctx, func(tx Store) error {
		d, err := tx.Database(ctx, id)
		if err != nil {
			return err
		}
		if d.Project == project && d.Default {
			return fault.New(fault.Conflict, "the default configuration cannot be deleted: make another one the default first")
		}
		routes, err := tx.Routes(ctx, project)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(routes, func(r Route) bool { return r.DatabaseConfig == id }) {
			return fault.New(fault.Conflict, "signals are routed to this configuration")
		}
		keys, err := tx.Keys(ctx, project)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(keys, func(k Key) bool { return k.RevokedAt == nil && k.DatabaseConfig == id }) {
			return fault.New(fault.Conflict, "API keys are bound to this configuration: revoke them first")
		}
		return tx.DeleteDatabase(ctx, project, id)
	})
}

// ProbeDatabase tries to reach a database with the settings of c. Settings of
// the configuration id, when given, fill what c leaves out of the password.
func (s *Service) ProbeDatabase(ctx context.Context, project, id string, c DatabaseChange) (version string, err error) {
	d := DatabaseConfig{ID: newID("dbc"), Project: project}
	if id != "" {
		if d, err = s.database(ctx, project, id); err != nil {
			return "", err
		}
		// A kept password goes only where it was meant for.
		if c.Password == nil && d.Sealed != nil && c.URL != d.URL {
			return "", fault.New(fault.Invalid, "give the password again to try another address")
		}
	}
	if err := s.change(&d, c); err != nil {
		return "", err
	}
	return s.probe(ctx, d)
}

// ProbeSaved tries to reach a database as it is configured.
func (s *Service) ProbeSaved(ctx context.Context, project, id string) (version string, err error) {
	d, err := s.database(ctx, project, id)
	if err != nil {
		return "", err
	}
	return s.probe(ctx, d)
}

func (s *Service) probe(ctx context.Context, d DatabaseConfig) (string, error) {
	t := s.target(d)
	if t.err != nil {
		return "", t.err
	}
	return s.prober.Probe(ctx, t)
}

// change applies c to d after checking it.
func (s *Service) change(d *DatabaseConfig, c DatabaseChange) error {
	var err error
	if d.Name, err = checkName(c.Name); err != nil {
		return err
	}
	d.Kind, d.URL, d.Username, d.Default, d.UpdatedAt = c.Kind, c.URL, c.Username, c.Default, now()
	switch c.Kind {
	case Embedded:
		// Every project has its own database: nobody chooses another's.
		d.URL, d.Username, d.Sealed, d.Database = "", "", nil, d.Project
		return nil
	case ClickHouse:
	default:
		return fault.New(fault.Invalid, "no kind of database %q", c.Kind)
	}
	u, err := url.Parse(c.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fault.New(fault.Invalid, "the URL of a ClickHouse server begins with http:// or https://: its HTTP interface")
	}
	if u.User != nil {
		return fault.New(fault.Invalid, "give user name and password apart from the URL")
	}
	if d.Database = c.Database; !databaseName.MatchString(d.Database) {
		return fault.New(fault.Invalid, "a database's name has 1 to 63 letters, digits or underscores and does not begin with a digit")
	}
	if c.Password == nil {
		return nil
	}
	d.Sealed = nil
	if *c.Password != "" {
		if d.Sealed, err = s.seal.Seal([]byte(*c.Password), sealContext(*d)); err != nil {
			return fmt.Errorf("seal password: %w", err)
		}
	}
	return nil
}

// target opens the password of a configuration.
func (s *Service) target(d DatabaseConfig) Target {
	t := Target{ID: d.ID, Kind: d.Kind, URL: d.URL, Username: d.Username, Database: d.Database}
	if d.Sealed != nil {
		password, err := s.seal.Open(d.Sealed, sealContext(d))
		if err != nil {
			t.err = fault.New(fault.Unavailable, "the password of the database configuration %q cannot be opened: was the master key changed?", d.Name).Because(err)
		}
		t.Password = string(password)
	}
	return t
}

func sealContext(d DatabaseConfig) string { return SealContext(d.Project, d.ID) }

// SealContext is what the password of a database configuration is bound to.
func SealContext(project, id string) string { return "database-config/" + project + "/" + id }

// database returns a configuration that is of the project.
func (s *Service) database(ctx context.Context, project, id string) (DatabaseConfig, error) {
	d, err := s.store.Database(ctx, id)
	if err != nil {
		return DatabaseConfig{}, err
	}
	if d.Project != project {
		return DatabaseConfig{}, fault.New(fault.NotFound, "no database configuration %s", id)
	}
	return d, nil
}

// EmbeddedDatabases lists the names of all databases of the deployment's own
// engine, those of all tenants.
func (s *Service) EmbeddedDatabases(ctx context.Context) ([]string, error) {
	return s.store.EmbeddedDatabases(ctx)
}
