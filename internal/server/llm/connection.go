package llm

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"platform/internal/server/fault"
)

// Connection says how a database configuration reaches a language model.
type Connection struct {
	ID        string
	Name      string // for people; unique in its database
	Provider  string // id of a Provider
	Model     string // the provider's name of the model
	BaseURL   string // "" is the provider's own
	Secret    string // name of the vault secret that holds the key; "" sends none
	Timeout   time.Duration
	MaxTokens int   // of an answer
	Uses      []Use // what it serves; another connection that served it does not any more
	CreatedBy string
	CreatedAt time.Time
	UpdatedAt time.Time

	key string // of the provider; only while a Model of it is asked
}

// Use is a part of the platform that asks language models.
type Use string

const (
	Evaluation Use = "evaluation" // judging answers
	Chat       Use = "chat"       // the assistant
	Review     Use = "review"     // of traces and prompts
)

// Uses are all of them, in the order they are shown.
var Uses = []Use{Evaluation, Chat, Review}

// Store persists connections. database is the id of a database configuration.
// What is not there, in that database, is a fault.NotFound; a name that is
// taken is a fault.Conflict.
type Store interface {
	// Connections lists them by name.
	Connections(ctx context.Context, database string) ([]Connection, error)
	// Create adds a connection and gives it its uses, which others lose.
	Create(ctx context.Context, database string, c Connection) error
	// Update replaces everything but id, author and creation.
	Update(ctx context.Context, database string, c Connection) error
	Delete(ctx context.Context, database, id string) error
}

// Secrets opens what a vault keeps. value is erased when f returns; purpose
// is for the vault's journal.
type Secrets interface {
	Use(ctx context.Context, database, name, purpose string, f func(value []byte) error) error
}

// Service knows the connections and makes models of them.
type Service struct {
	store   Store
	secrets Secrets
	guard   guard
	out     transports
}

// New makes the service. private lets connections name addresses of the
// deployment's own networks.
func New(store Store, secrets Secrets, private bool) *Service {
	g := guard{private}
	return &Service{store, secrets, g, newTransports(g)}
}

const (
	nameLimit        = 100 // characters
	urlLimit         = 500
	connectionsLimit = 50 // of a database

	DefaultTimeout   = 60 * time.Second
	longestTimeout   = 10 * time.Minute
	DefaultMaxTokens = 4096
	mostTokens       = 200_000
)

// Connections lists the connections of a database by name.
func (s *Service) Connections(ctx context.Context, database string) ([]Connection, error) {
	if err := place(database); err != nil {
		return nil, err
	}
	return s.store.Connections(ctx, database)
}

// Connection returns one.
func (s *Service) Connection(ctx context.Context, database, id string) (Connection, error) {
	all, err := s.Connections(ctx, database)
	if err != nil {
		return Connection{}, err
	}
	i := slices.IndexFunc(all, func(c Connection) bool { return c.ID == id })
	if i < 0 {
		return Connection{}, fault.New(fault.NotFound, "no such connection to a language model")
	}
	return all[i], nil
}

// Create adds a connection.
func (s *Service) Create(ctx context.Context, database, user string, c Connection) (Connection, error) {
	if err := s.check(&c); err != nil {
		return Connection{}, err
	}
	all, err := s.Connections(ctx, database)
	if err != nil {
		return Connection{}, err
	}
	if len(all) >= connectionsLimit {
		return Connection{}, fault.New(fault.Invalid, "a database configuration has at most %d connections to language models", connectionsLimit)
	}
	c.ID, c.CreatedBy, c.CreatedAt = newID(), user, now()
	c.UpdatedAt = c.CreatedAt
	return c, taken(s.store.Create(ctx, database, c), c.Name)
}

// Update replaces a connection.
func (s *Service) Update(ctx context.Context, database, id string, c Connection) (Connection, error) {
	if err := s.check(&c); err != nil {
		return Connection{}, err
	}
	old, err := s.Connection(ctx, database, id)
	if err != nil {
		return Connection{}, err
	}
	c.ID, c.CreatedBy, c.CreatedAt, c.UpdatedAt = old.ID, old.CreatedBy, old.CreatedAt, now()
	return c, taken(s.store.Update(ctx, database, c), c.Name)
}

// Delete removes a connection.
func (s *Service) Delete(ctx context.Context, database, id string) error {
	if err := place(database); err != nil {
		return err
	}
	return s.store.Delete(ctx, database, id)
}

func taken(err error, name string) error {
	if fault.Is(err, fault.Conflict) {
		return fault.New(fault.Conflict, "there is a connection named %q already", name)
	}
	return err
}

// check fills in what was left out and refuses what makes no sense.
func (s *Service) check(c *Connection) error {
	c.Name, c.Model, c.BaseURL, c.Secret = strings.TrimSpace(c.Name), strings.TrimSpace(c.Model), strings.TrimRight(strings.TrimSpace(c.BaseURL), "/"), strings.TrimSpace(c.Secret)
	provider, known := ProviderOf(c.Provider)
	if !known {
		return wrong("provider", "is none that GET /api/llm/providers lists")
	}
	if !text(c.Model) {
		return wrong("model", fmt.Sprintf("has not 1 to %d characters", nameLimit))
	}
	if c.Name == "" {
		c.Name = provider.Label + " " + c.Model
	}
	if !text(c.Name) {
		return wrong("name", fmt.Sprintf("has more than %d characters", nameLimit))
	}
	if c.BaseURL == "" && provider.BaseURL == "" {
		return wrong("baseUrl", "is required for "+provider.Label)
	}
	if err := s.guard.checkURL(c.address()); err != nil {
		return wrong("baseUrl", err.Error())
	}
	if c.Secret != "" && !text(c.Secret) {
		return wrong("secret", "is no name of a secret")
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	if c.Timeout < time.Second || c.Timeout > longestTimeout {
		return wrong("timeoutSeconds", fmt.Sprintf("is not between 1 and %d", int(longestTimeout/time.Second)))
	}
	if c.MaxTokens == 0 {
		c.MaxTokens = DefaultMaxTokens
	}
	if c.MaxTokens < 1 || c.MaxTokens > mostTokens {
		return wrong("maxTokens", fmt.Sprintf("is not between 1 and %d", mostTokens))
	}
	c.Uses = slices.DeleteFunc(slices.Clone(Uses), func(u Use) bool { return !slices.Contains(c.Uses, u) })
	return nil
}

func text(s string) bool {
	n := utf8.RuneCountInString(s)
	return n > 0 && n <= nameLimit && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}

// wrong is a fault that names the field.
func wrong(field, message string) error {
	f := fault.New(fault.Invalid, "%s %s", field, message)
	f.Errors = []fault.Detail{{Location: "body." + field, Message: message}}
	return f
}

// address is where the model is.
func (c Connection) address() string {
	if c.BaseURL != "" {
		return c.BaseURL
	}
	p, _ := ProviderOf(c.Provider)
	return p.BaseURL
}

func (c Connection) protocol() Protocol {
	p, _ := ProviderOf(c.Provider)
	return p.Protocol
}

// place refuses requests that no database configuration belongs to.
func place(database string) error {
	if database == "" {
		return fault.New(fault.NotFound, "the project has no database configuration: language models belong to one")
	}
	return nil
}

func newID() string { return "llm_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
