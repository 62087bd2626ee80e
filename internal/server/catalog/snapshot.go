package catalog

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"platform/internal/server/fault"
)

const (
	// snapshotFresh bounds how long another process's change may go unnoticed
	// by Price; everything else asks for the revision first.
	snapshotFresh = 10 * time.Second
	// snapshotsKept bounds the memory for catalogs.
	snapshotsKept = 200
)

// snapshot is a catalog in memory, indexed. It does not change once made.
type snapshot struct {
	Catalog
	byKey   map[Key]*Model
	history map[Key][]Period // by time
	names   map[Key][]Period // the same by the names that spans use; see price.go
	ranked  map[string][]Key // model name to its keys, the best first
	read    time.Time        // with monotonic reading: steps of the clock do not matter
}

type snapshots struct {
	mu   sync.Mutex
	kept map[string]*snapshot
}

func (c *snapshots) get(database string) *snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[database]
}

func (c *snapshots) put(database string, snap *snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil || len(c.kept) >= snapshotsKept {
		c.kept = map[string]*snapshot{}
	}
	c.kept[database] = snap
}

func (c *snapshots) forget(database string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.kept, database)
}

// current returns the catalog as it is now; a catalog that was never used is
// filled first.
func (s *Service) current(ctx context.Context, database string) (*snapshot, error) {
	if database == "" {
		return nil, fault.New(fault.NotFound, "the project has no database configuration: the catalog belongs to one")
	}
	revision, err := s.store.Revision(ctx, database)
	if err != nil {
		return nil, err
	}
	if revision == 0 {
		if err := s.store.Apply(ctx, database, 0, seed(now())); err != nil && !fault.Is(err, fault.Conflict) {
			return nil, err // with a Conflict another request has filled it
		}
	}
	if snap := s.kept.get(database); snap != nil && snap.Revision == revision && revision > 0 {
		return snap, nil
	}
	return s.read(ctx, database)
}

func (s *Service) read(ctx context.Context, database string) (*snapshot, error) {
	at := time.Now()
	c, err := s.store.Read(ctx, database)
	if err != nil {
		return nil, err
	}
	snap := newSnapshot(c, at)
	s.kept.put(database, snap)
	return snap, nil
}

func newSnapshot(c Catalog, read time.Time) *snapshot {
	snap := &snapshot{Catalog: c, byKey: make(map[Key]*Model, len(c.Models)), history: make(map[Key][]Period, len(c.Models)), read: read}
	for i := range c.Models {
		snap.byKey[c.Models[i].key()] = &c.Models[i]
	}
	for _, p := range c.Periods {
		snap.history[p.Key] = append(snap.history[p.Key], p)
	}
	snap.index()
	return snap
}

// model returns the model of a key, nil when there is none.
func (snap *snapshot) model(k Key) *Model { return snap.byKey[k] }

// priceAt returns the period that holds at a time, nil when none does.
func priceAt(history []Period, at time.Time) *Period {
	i, _ := slices.BinarySearchFunc(history, at, func(p Period, at time.Time) int {
		if p.From.After(at) {
			return 1
		}
		return -1
	})
	if i == 0 || history[i-1].Price == nil {
		return nil
	}
	return &history[i-1]
}

func (snap *snapshot) priceNow(k Key, at time.Time) Price {
	if p := priceAt(snap.history[k], at); p != nil {
		return *p.Price
	}
	return Price{}
}

func (snap *snapshot) list(provider string, at time.Time) []Priced {
	out := make([]Priced, 0, len(snap.Models))
	for _, m := range snap.Models {
		if provider == "" || m.Provider == provider {
			out = append(out, Priced{m, snap.priceNow(m.key(), at)})
		}
	}
	slices.SortStableFunc(out, func(a, b Priced) int {
		switch {
		case a.Provider != b.Provider:
			return strings.Compare(a.Provider, b.Provider)
		case a.Default != b.Default && a.Default:
			return -1
		case a.Default != b.Default:
			return 1
		}
		return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), strings.Compare(a.ModelID, b.ModelID))
	})
	return out
}
