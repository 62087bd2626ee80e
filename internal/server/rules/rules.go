// Package rules tells applications which contexts, prompts and evaluations go
// with what they are doing: a rule engine for each database configuration.
//
//  1. A rule has groups of conditions over fields, and entities that it leads to (rules.go).
//  2. condition.go compiles conditions: every operator of each type of data.
//  3. Compiled rules are kept until one of their database changes (compiled.go).
//  4. An application sends the fields it knows (fields.go) and gets the
//     entities of the rules that match, with their data when asked (evaluate.go).
//  5. recent.go tries a rule, kept or not, on recent spans.
//  6. context.go keeps contexts, texts that rules lead to.
//
// manage.go checks and changes rules. http.go holds the routes of the web UI,
// http_sdk.go the one that SDKs call. Package sqlstore implements Store;
// rulestest says how a Store must behave.
package rules

import (
	"context"
	"crypto/rand"
	"strings"
	"time"
	"unicode/utf8"

	"platform/internal/server/prompts"
)

// Rule leads to entities when its groups match.
type Rule struct {
	ID          string
	Name        string // unique in its database
	Description string
	Active      bool
	Join        Join // of the groups
	Groups      []Group
	Entities    []Entity
	CreatedBy   string // id of a user
	CreatedAt   time.Time
	UpdatedAt   time.Time
}

// Join says how many parts must match: all or any.
type Join string

const (
	All Join = "AND"
	Any Join = "OR"
)

// Group is conditions that are joined.
type Group struct {
	Join       Join        `json:"condition_operator" enum:"AND,OR" doc:"AND: all conditions must match; OR: any."`
	Conditions []Condition `json:"conditions" maxItems:"50"`
}

// Condition compares a field with a value.
type Condition struct {
	Field    string   `json:"field" maxLength:"400" example:"model"`
	Operator Operator `json:"operator" enum:"equals,not_equals,contains,not_contains,starts_with,ends_with,regex,in,not_in,gt,gte,lt,lte,between"`
	Value    string   `json:"value" maxLength:"4000" doc:"in, not_in: a list with commas; between: two numbers with a comma." example:"gpt-4o"`
	Type     Type     `json:"data_type" enum:"string,number,boolean"`
}

// Entity is what a rule leads to.
type Entity struct {
	Type EntityType `json:"entity_type" enum:"context,prompt,evaluation"`
	ID   string     `json:"entity_id" minLength:"1" maxLength:"100"`
}

// EntityType is a kind of entity.
type EntityType string

const (
	ContextEntity    EntityType = "context"
	PromptEntity     EntityType = "prompt"
	EvaluationEntity EntityType = "evaluation"
)

// EntityTypes are all kinds.
var EntityTypes = []EntityType{ContextEntity, PromptEntity, EvaluationEntity}

// Context is a text that rules lead to. Its JSON form is part of the answer
// to applications.
type Context struct {
	ID          string         `json:"id"`
	Name        string         `json:"name" doc:"Unique in its database."`
	Description string         `json:"description"`
	Content     string         `json:"content"`
	Tags        []string       `json:"tags"`
	Meta        map[string]any `json:"meta_properties"`
	CreatedBy   string         `json:"created_by" doc:"Id of the user."`
	CreatedAt   time.Time      `json:"created_at"`
	UpdatedAt   time.Time      `json:"updated_at"`
}

// Store persists rules and contexts. database is the id of a database
// configuration. What is not there, in that database, is a fault.NotFound;
// what collides is a fault.Conflict. Lists are sorted by name.
type Store interface {
	// Revision grows with every change of a rule; 0 when there never was one.
	Revision(ctx context.Context, database string) (int64, error)
	Rules(ctx context.Context, database string) ([]Rule, error)
	Rule(ctx context.Context, database, id string) (Rule, error)
	Create(ctx context.Context, database string, r Rule) error
	// Update replaces everything but id, author and creation.
	Update(ctx context.Context, database string, r Rule) error
	Delete(ctx context.Context, database, id string) error

	Contexts(ctx context.Context, database string) ([]Context, error)
	Context(ctx context.Context, database, id string) (Context, error)
	CreateContext(ctx context.Context, database string, c Context) error
	// UpdateContext replaces everything but id, author and creation.
	UpdateContext(ctx context.Context, database string, c Context) error
	DeleteContext(ctx context.Context, database, id string) error
}

// Prompts gives the data of prompt entities.
type Prompts interface {
	Compiled(ctx context.Context, database string, q prompts.Query) (prompts.Compiled, error)
}

// Service is everything the rule engine does.
type Service struct {
	store   Store
	prompts Prompts
	spans   Spans // nil: there is no telemetry to try rules on
	kept    cache
}

// New makes the service.
func New(store Store, prompts Prompts) *Service { return &Service{store: store, prompts: prompts} }

func newID(prefix string) string { return prefix + "_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// storable reports whether every engine can keep s, or look for it.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
