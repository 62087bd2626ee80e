// Package catalog knows models of language-model providers and what they
// cost: one catalog for each database configuration.
//
//  1. The first use of a catalog fills it with the models of models.csv (seed.go).
//  2. input.go checks what callers and files say about a model; change.go turns
//     it into changes and their difference from what is there.
//  3. A change of price starts a new period; earlier ones stay, so price.go
//     knows what a model cost at any time.
//  4. snapshot.go keeps catalogs in memory, so that pricing a span costs no query.
//  5. provider.go knows who serves the models.
//  6. read*.go and write.go know the files that are imported and exported.
//
// http*.go holds the routes. Package sqlstore implements Store; catalogtest
// says how a Store must behave.
package catalog

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"time"

	"platform/internal/server/fault"
)

// Model is a model of a provider. Provider and ModelID name it within a catalog.
type Model struct {
	ID            string // of the record
	Provider      string
	ModelID       string
	DisplayName   string
	Type          Type
	ContextWindow int // tokens; 0 when not known
	Capabilities  []string
	Default       bool // as the catalog came, not touched by anybody
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// Type is a kind of model.
type Type string

const (
	Chat       Type = "chat"
	Embeddings Type = "embeddings"
	Images     Type = "images"
	Audio      Type = "audio"
)

// Types are all kinds, in the order they are shown.
var Types = []Type{Chat, Embeddings, Images, Audio}

// Price is in USD per million tokens. Of audio models it is per million
// characters, of image models per thousand images of the standard size.
type Price struct {
	Input         float64
	Output        float64
	CacheRead     float64 // input tokens read from the provider's cache; 0 when not priced apart
	CacheCreation float64 // input tokens written to the provider's cache; 0 when not priced apart
}

// Key names a model.
type Key struct{ Provider, ModelID string }

// Period is what a model costs from a time on, until the next period.
type Period struct {
	Key
	From  time.Time
	Price *Price // nil: the model was removed from the catalog
}

// Catalog is all of a catalog as of one moment.
type Catalog struct {
	Revision  int64 // grows with every change; 0 when the catalog was never used
	Models    []Model
	Periods   []Period   // by model, then by time
	Providers []Provider // that somebody described
}

// Changes are made to a catalog together.
type Changes struct {
	Put      []Model // replaces the model of the same key, which keeps id and creation
	Remove   []Key
	Periods  []Period   // replaces the period of the same model and time
	Describe []Provider // replaces what was said of the provider, which keeps its creation
	Forget   []string   // providers
}

// Store persists catalogs. database is the id of a database configuration;
// where there is none of that id, everything is a fault.NotFound.
type Store interface {
	// Revision returns the revision of a catalog.
	Revision(ctx context.Context, database string) (int64, error)
	// Read returns a catalog. Models are sorted by provider and model id,
	// providers by id.
	Read(ctx context.Context, database string) (Catalog, error)
	// Apply makes changes, all or none, to a catalog of that revision, which
	// grows by one. When the catalog has another revision, it is a
	// fault.Conflict.
	Apply(ctx context.Context, database string, revision int64, c Changes) error
}

// Service is everything the catalog does.
type Service struct {
	store Store
	kept  snapshots

	mu      sync.Mutex
	writing map[string]*sync.Mutex // one writer a catalog: others of the process wait instead of colliding
}

// New makes the service.
func New(store Store) *Service {
	return &Service{store: store, writing: map[string]*sync.Mutex{}}
}

// Models returns the models of a catalog with the prices of now, those of one
// provider when it is not empty: by provider, defaults first, then newest first.
func (s *Service) Models(ctx context.Context, database, provider string) ([]Priced, error) {
	snap, err := s.current(ctx, database)
	if err != nil {
		return nil, err
	}
	return snap.list(provider, time.Now()), nil
}

// Priced is a model and what it costs now.
type Priced struct {
	Model
	Price Price
}

// Put creates or changes a model.
func (s *Service) Put(ctx context.Context, database string, in Input) (p Priced, created bool, err error) {
	if bad := in.check(""); len(bad) > 0 {
		return Priced{}, false, invalid(bad)
	}
	err = s.change(ctx, database, func(snap *snapshot) (Changes, error) {
		created = snap.model(in.key()) == nil
		changes, _ := snap.diff([]Input{in}, false, now())
		return changes, nil
	})
	if err != nil {
		return Priced{}, false, err
	}
	snap, err := s.current(ctx, database)
	if err != nil {
		return Priced{}, false, err
	}
	m := snap.model(in.key())
	if m == nil { // somebody was quick to delete it
		return Priced{}, false, fault.New(fault.Conflict, "the model was deleted meanwhile")
	}
	return Priced{*m, snap.priceNow(in.key(), time.Now())}, created, nil
}

// Delete removes a model. Removing what is not there is no fault.
func (s *Service) Delete(ctx context.Context, database string, k Key) error {
	return s.change(ctx, database, func(snap *snapshot) (c Changes, err error) {
		if snap.model(k) != nil {
			c.Remove = []Key{k}
			c.Periods = []Period{{Key: k, From: now()}}
		}
		return c, nil
	})
}

// Find returns the key of the model whose record has that id, or whose model
// id is the only one of that name.
func (s *Service) Find(ctx context.Context, database, id string) (k Key, found bool, err error) {
	snap, err := s.current(ctx, database)
	if err != nil {
		return Key{}, false, err
	}
	var named []Key
	for _, m := range snap.Models {
		if m.ID == id {
			return m.key(), true, nil
		}
		if m.ModelID == id {
			named = append(named, m.key())
		}
	}
	switch len(named) {
	case 0:
		return Key{}, false, nil
	case 1:
		return named[0], true, nil
	}
	return Key{}, false, fault.New(fault.Invalid, "several providers have a model %q: say which provider", id)
}

func (m Model) key() Key { return Key{m.Provider, m.ModelID} }

// change applies what decide makes of the catalog, and decides again when
// another process changed it meanwhile.
func (s *Service) change(ctx context.Context, database string, decide func(*snapshot) (Changes, error)) error {
	defer s.lock(database)()
	for try := 0; ; try++ {
		snap, err := s.current(ctx, database)
		if err != nil {
			return err
		}
		c, err := decide(snap)
		if err != nil || c.empty() {
			return err
		}
		next := snap.with(c)
		if err := next.tooLarge(snap.Catalog); err != nil {
			return err
		}
		err = s.store.Apply(ctx, database, snap.Revision, c)
		if err == nil {
			s.kept.put(database, newSnapshot(next, time.Now()))
			return nil
		}
		s.kept.forget(database)
		if !fault.Is(err, fault.Conflict) || try == 20 || ctx.Err() != nil {
			return err
		}
	}
}

func (c Changes) empty() bool {
	return len(c.Put) == 0 && len(c.Remove) == 0 && len(c.Periods) == 0 && len(c.Describe) == 0 && len(c.Forget) == 0
}

// tooLarge is the fault of a catalog that grew beyond what one may hold.
func (c Catalog) tooLarge(before Catalog) error {
	for _, part := range []struct {
		what          string
		before, after int
		limit         int
	}{{"models", len(before.Models), len(c.Models), modelsLimit}, {"described providers", len(before.Providers), len(c.Providers), providersLimit}} {
		if part.after > part.limit && part.after > part.before {
			return fault.New(fault.Invalid, "a catalog holds at most %d %s", part.limit, part.what)
		}
	}
	return nil
}

func (s *Service) lock(database string) (unlock func()) {
	s.mu.Lock()
	m := s.writing[database]
	if m == nil {
		m = &sync.Mutex{}
		s.writing[database] = m
	}
	s.mu.Unlock()
	m.Lock()
	return m.Unlock
}

func newID() string { return "mdl_" + strings.ToLower(rand.Text()) }

// now is the time as stores keep it: UTC, microseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }
