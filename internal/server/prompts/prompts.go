// Package prompts keeps the prompts of applications apart from their code:
// one store of prompts for each database configuration.
//
//  1. A prompt has at most one draft, which is edited (manage.go).
//  2. Publishing gives the draft a number (number.go); what is published never changes.
//  3. Applications ask by name or id and get the highest published number, or
//     the one they name (compiled.go), with its variables filled in (template.go).
//  4. usage.go counts what they got, by day, key and kind of client.
//  5. diff.go shows what changed between two versions.
//
// http.go holds the routes of the web UI, http_sdk.go the one that SDKs call.
// Package sqlstore implements Store; promptstest says how a Store must behave.
package prompts

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"
)

// Prompt is a named text with versions. Its name is unique in its database.
type Prompt struct {
	ID        string
	Name      string
	CreatedBy string // id of a user
	CreatedAt time.Time
}

// Version is a state of a prompt's text.
type Version struct {
	ID          string
	Prompt      string  // id
	Number      *Number // nil while it is a draft
	Text        string
	Tags        []string
	Meta        map[string]any // free properties
	CreatedBy   string
	CreatedAt   time.Time
	UpdatedAt   time.Time
	PublishedAt *time.Time // nil while it is a draft
}

// Listed is a prompt as lists show it.
type Listed struct {
	Prompt
	Newest    *Number // highest published; nil when none is
	Draft     bool
	Versions  int      // drafts too
	Tags      []string // of the newest published version, or else of the draft
	UpdatedAt time.Time
	Uses      int64
}

// Ref names a prompt by id or, where that is empty, by name.
type Ref struct{ ID, Name string }

// Use counts how often a version was fetched on one day.
type Use struct {
	Version string // id
	Day     time.Time
	Key     string // id of the API key
	Source  string // kind of client
	Count   int64
}

// Store persists prompts. database is the id of a database configuration.
// What is not there, in that database, is a fault.NotFound; what collides is
// a fault.Conflict.
type Store interface {
	// Create adds a prompt with its first version.
	Create(ctx context.Context, database string, p Prompt, first Version) error
	// List returns all prompts by name.
	List(ctx context.Context, database string) ([]Listed, error)
	// Read returns a prompt and its versions: the draft first, then the
	// highest number first.
	Read(ctx context.Context, database, id string) (Prompt, []Version, error)
	// Delete removes a prompt with its versions and their uses.
	Delete(ctx context.Context, database, id string) error

	// PutDraft makes v the draft of its prompt. The draft that was there keeps
	// id, author and creation.
	PutDraft(ctx context.Context, database string, v Version) error
	// DeleteDraft removes the draft of a prompt; when it is all that the
	// prompt has, that is a fault.Conflict.
	DeleteDraft(ctx context.Context, database, prompt string) error
	// Publish gives the draft of a prompt a number.
	Publish(ctx context.Context, database, prompt string, n Number, at time.Time) error
	// Published returns the version of that number, the highest when n is nil.
	Published(ctx context.Context, database string, r Ref, n *Number) (Prompt, Version, error)

	// AddUses adds to the counts; versions that are gone are passed over.
	AddUses(ctx context.Context, uses []Use) error
	// Uses returns the counts of a prompt from that day on, by day.
	Uses(ctx context.Context, database, prompt string, from time.Time) ([]Use, error)
}

// Service is everything the prompt store does.
type Service struct {
	store Store
	uses  *counter
}

// New makes the service. Run keeps its counts.
func New(store Store) *Service { return &Service{store: store, uses: newCounter()} }

func newID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// storable reports whether every engine can keep s, or look for it.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
