// Package vault keeps secrets: names with values that only those who may read
// them can open. Each database configuration has its own vault.
//
//  1. secret.go creates, changes and restores secrets; every value is a version.
//  2. seal.go seals values with the data key of the vault, which the master
//     key seals in turn. Configuration, name and version are bound to the
//     sealed value: moved to another place it does not open.
//  3. read.go opens values, for SDKs and on demand for people.
//  4. journal.go writes who read or changed what before the answer leaves.
//  5. rotate.go replaces data keys and the master key while everything runs.
//
// http*.go holds the routes. Package sqlstore implements Store; vaulttest says
// how a Store must behave.
package vault

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"
	"time"
)

// Secret is a secret without its value.
type Secret struct {
	ID        string
	Database  string // id of the database configuration
	Name      string // unique in the vault; does not change
	Tags      []string
	Version   int64 // number of the newest version
	CreatedAt time.Time
	CreatedBy string // id of a user
	UpdatedAt time.Time
	UpdatedBy string
	ReadAt    *time.Time // when its value was last given out; only in lists
}

// Version is a value of a secret, sealed.
type Version struct {
	Secret       string // id
	Number       int64  // from 1
	Key          string // id of the data key that seals it
	Sealed       []byte
	CreatedAt    time.Time
	CreatedBy    string
	RestoredFrom *int64 // number of the version whose value it has again
}

// Value is a version with the name that it is bound to.
type Value struct {
	Version
	Name string
}

// DataKey seals the values of a vault.
type DataKey struct {
	ID        string
	Database  string
	Number    int64  // from 1; the highest seals
	Sealed    []byte // by the master key
	CreatedAt time.Time
}

// Query chooses secrets: all those that match everything that is said.
type Query struct {
	Name string   // exactly; "" is any
	Tags []string // at least one of them; none is any
}

// Event is an entry of the journal.
type Event struct {
	ID       string
	Database string
	At       time.Time
	Action   Action
	Caller   Caller
	Names    []string // of the secrets concerned, sorted
}

// Action is what was done.
type Action string

const (
	Read    Action = "read"   // values were given to an API key
	Reveal  Action = "reveal" // a value was shown to a person
	Used    Action = "use"    // the server itself needed a value
	Create  Action = "create"
	Update  Action = "update"
	Restore Action = "restore"
	Delete  Action = "delete"
	Rotate  Action = "rotate"
)

// Caller is who did it.
type Caller struct {
	Key     string // id of an API key, or
	User    string // id of a user; both empty for a command on the machine, and for work of the server itself
	Address string // network address
	Source  string // what the client says it is, such as python-sdk
}

func (c Caller) id() string {
	if c.User != "" {
		return c.User
	}
	return c.Key
}

// EventQuery chooses entries of the journal.
type EventQuery struct {
	Name   string    // of a secret; "" is any
	Action Action    // "" is any
	Caller string    // id of an API key or a user; "" is any
	Since  time.Time // zero is the beginning
	Before time.Time // zero is now
	Limit  int
}

// Store persists vaults. Reading, changing or deleting what is not there is a
// fault.NotFound; what collides with another change is a fault.Conflict.
type Store interface {
	// CreateSecret adds a secret with its first version.
	CreateSecret(ctx context.Context, s Secret, first Version) error
	Secret(ctx context.Context, database, id string) (Secret, error)
	// Secrets lists secrets by name.
	Secrets(ctx context.Context, database string, q Query) ([]Secret, error)
	// CountSecrets counts the secrets of a vault.
	CountSecrets(ctx context.Context, database string) (int, error)
	// UpdateSecret replaces tags and who updated it when. With a version, it
	// adds that, which must be the next one, and forgets those before the
	// oldest that is kept.
	UpdateSecret(ctx context.Context, s Secret, next *Version, oldest int64) error
	DeleteSecret(ctx context.Context, database, id string) error
	// Versions lists the versions of a secret, newest first.
	Versions(ctx context.Context, database, id string) ([]Version, error)
	// Values lists the newest versions of secrets by name.
	Values(ctx context.Context, database string, q Query) ([]Value, error)

	Keys
	Journal
}

// Keys persists data keys.
type Keys interface {
	AddKey(ctx context.Context, k DataKey) error
	Key(ctx context.Context, database, id string) (DataKey, error)
	// NewestKey returns the key with the highest number.
	NewestKey(ctx context.Context, database string) (DataKey, error)
	// Keyed lists the databases that have keys.
	Keyed(ctx context.Context) ([]string, error)
	// Stale lists up to limit values, of all versions, that keys before number
	// seal, in the order of secret and version, after the one given.
	Stale(ctx context.Context, database string, number int64, after Version, limit int) ([]Value, error)
	// CountStale counts them.
	CountStale(ctx context.Context, database string, number int64) (int, error)
	// Reseal replaces key and sealed value of a version, when old still seals it.
	Reseal(ctx context.Context, v Version, old string) error
	// DropKeys deletes the keys before number that seal nothing.
	DropKeys(ctx context.Context, database string, number int64) error

	// MasterSealed lists everything that the master key seals.
	MasterSealed(ctx context.Context) ([]Sealed, error)
	// ReplaceSealed replaces what the master key seals, when it is still old;
	// otherwise it does nothing.
	ReplaceSealed(ctx context.Context, old Sealed, sealed []byte) error
}

// Sealed is something that the master key seals.
type Sealed struct {
	Kind    string // of record
	ID      string // of the record
	Context string // that it is bound to
	Sealed  []byte
}

// Journal persists who did what.
type Journal interface {
	AddEvents(ctx context.Context, events []Event) error
	// Events lists entries, newest first.
	Events(ctx context.Context, database string, q EventQuery) ([]Event, error)
	// DropEvents deletes the entries before a time.
	DropEvents(ctx context.Context, before time.Time) error
}

// Sealer is the master key. context is bound to what it seals.
type Sealer interface {
	Seal(plain []byte, context string) ([]byte, error)
	Open(sealed []byte, context string) ([]byte, error)
}

// Service is everything the vault does.
type Service struct {
	store   Store
	master  Sealer
	opened  keyCache
	journal journal
	log     *slog.Logger
}

// New makes the service.
func New(store Store, master Sealer, log *slog.Logger) *Service {
	return &Service{store: store, master: master, journal: journal{store: store}, log: log}
}

// eventsKept is how long the journal goes back.
const eventsKept = 400 * 24 * time.Hour

// Run does the service's background work until ctx ends: it forgets the
// oldest entries of the journal.
func (s *Service) Run(ctx context.Context) {
	tick := time.NewTicker(6 * time.Hour)
	defer tick.Stop()
	for {
		if err := s.store.DropEvents(ctx, time.Now().Add(-eventsKept)); err != nil && ctx.Err() == nil {
			s.log.Warn("old entries of the vault's journal not removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func newID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
