package tenancy

import (
	"context"
	"time"
)

// Store persists tenancy. Reading, changing or deleting what is not there is
// a fault.NotFound; creating what collides is a fault.Conflict; a store that
// cannot be reached is a fault.Unavailable. Lists are sorted by creation, then
// by id, unless said otherwise. Deleting a record deletes what belongs to it.
type Store interface {
	Users
	Organisations
	Projects
	Databases
	Keys

	// Atomically runs f on a store whose changes happen all or not at all.
	Atomically(ctx context.Context, f func(Store) error) error
}

// Users persists people.
type Users interface {
	CreateUser(ctx context.Context, u User) error
	User(ctx context.Context, id string) (User, error)
	UserByEmail(ctx context.Context, email string) (User, error)
	// UpdateUser replaces name, password hash and epoch.
	UpdateUser(ctx context.Context, u User) error
	// AnyUser reports whether there is a user at all.
	AnyUser(ctx context.Context) (bool, error)
}

// Organisations persists organisations, their members and invitations.
type Organisations interface {
	CreateOrganisation(ctx context.Context, o Organisation) error
	Organisation(ctx context.Context, id string) (Organisation, error)
	// Memberships lists the organisations of a user, in the order of joining.
	Memberships(ctx context.Context, user string) ([]Membership, error)
	UpdateOrganisation(ctx context.Context, o Organisation) error
	DeleteOrganisation(ctx context.Context, id string) error

	// PutMember adds a member or changes the role of one.
	PutMember(ctx context.Context, organisation, user string, role Role, at time.Time) error
	MemberRole(ctx context.Context, organisation, user string) (Role, error)
	Members(ctx context.Context, organisation string) ([]MemberOf, error)
	DeleteMember(ctx context.Context, organisation, user string) error

	CreateInvitation(ctx context.Context, i Invitation) error
	Invitations(ctx context.Context, organisation string) ([]Invitation, error)
	InvitationByHash(ctx context.Context, tokenHash []byte) (Invitation, error)
	DeleteInvitation(ctx context.Context, organisation, id string) error
}

// Projects persists projects and their environments.
type Projects interface {
	CreateProject(ctx context.Context, p Project) error
	Project(ctx context.Context, id string) (Project, error)
	Projects(ctx context.Context, organisation string) ([]Project, error)
	// FirstProject returns the id of the oldest project of all.
	FirstProject(ctx context.Context) (string, error)
	UpdateProject(ctx context.Context, p Project) error
	DeleteProject(ctx context.Context, id string) error

	CreateEnvironment(ctx context.Context, e Environment) error
	Environments(ctx context.Context, project string) ([]Environment, error)
	DeleteEnvironment(ctx context.Context, project, name string) error
}

// Databases persists database configurations and signal routing.
type Databases interface {
	CreateDatabase(ctx context.Context, d DatabaseConfig) error
	Database(ctx context.Context, id string) (DatabaseConfig, error)
	Databases(ctx context.Context, project string) ([]DatabaseConfig, error)
	// EmbeddedDatabases lists the names of all embedded databases, sorted.
	EmbeddedDatabases(ctx context.Context) ([]string, error)
	// UpdateDatabase replaces everything but id, project and creation. A
	// default takes the place of the project's earlier default.
	UpdateDatabase(ctx context.Context, d DatabaseConfig) error
	DeleteDatabase(ctx context.Context, project, id string) error

	// Routes lists the routes of a project by environment and signal.
	Routes(ctx context.Context, project string) ([]Route, error)
	PutRoute(ctx context.Context, r Route) error
	DeleteRoute(ctx context.Context, r Route) error
}

// Keys persists API keys. Revoked keys stay.
type Keys interface {
	CreateKey(ctx context.Context, k Key) error
	Key(ctx context.Context, id string) (Key, error)
	Keys(ctx context.Context, project string) ([]Key, error)
	RevokeKey(ctx context.Context, project, id string, at time.Time) error
	// TouchKeys notes when keys were last used; unknown ids are passed over,
	// and an earlier time does not replace a later one.
	TouchKeys(ctx context.Context, used map[string]time.Time) error
}
