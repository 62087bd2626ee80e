// Package catalogtest says how every catalog.Store must behave.
package catalogtest

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/catalog"
	"platform/internal/server/fault"
	"platform/internal/server/storetest"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[catalog.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[catalog.Store]{
		{Says: "what is put is read back", Run: roundTrip},
		{Says: "a second put changes the model and keeps its id", Run: replace},
		{Says: "a removed model keeps its prices", Run: remove},
		{Says: "catalogs do not see each other", Run: isolation},
		{Says: "an unknown configuration is not found", Run: unknown},
		{Says: "a catalog goes with its configuration", Run: dropped},
		{Says: "changes happen all or not at all", Run: allOrNone},
		{Says: "of changes to one revision one wins", Run: conflicts},
		{Says: "providers are described, described again and forgotten", Run: providers},
	})
}

var at = time.Date(2026, 8, 1, 12, 0, 0, 123456000, time.UTC)

func model(provider, id string) catalog.Model {
	return catalog.Model{ID: "mdl_" + provider + id, Provider: provider, ModelID: id, DisplayName: "Model “" + id + "”", Type: catalog.Chat, ContextWindow: 1 << 20,
		Capabilities: []string{"vision", "function-calling"}, Default: true, CreatedAt: at, UpdatedAt: at}
}

func period(provider, id string, from time.Time, input float64) catalog.Period {
	return catalog.Period{Key: catalog.Key{Provider: provider, ModelID: id}, From: from, Price: &catalog.Price{Input: input, Output: 2 * input, CacheRead: input / 10, CacheCreation: 0.0025}}
}

func read(t *testing.T, s catalog.Store, database string) catalog.Catalog {
	t.Helper()
	c, err := s.Read(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func apply(t *testing.T, s catalog.Store, database string, revision int64, c catalog.Changes) {
	t.Helper()
	if err := s.Apply(t.Context(), database, revision, c); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Revision(t.Context(), database); err != nil || got != revision+1 {
		t.Fatalf("revision %d, %v; want %d", got, err, revision+1)
	}
}

func roundTrip(t *testing.T, o Opened) {
	d := o.Owner(t)
	if c := read(t, o.Store, d); c.Revision != 0 || len(c.Models) != 0 || len(c.Periods) != 0 {
		t.Errorf("a new catalog: %+v", c)
	}
	b, a := model("b", "m/2:x"), model("a", "m1")
	b.Capabilities, b.Default = []string{}, false
	apply(t, o.Store, d, 0, catalog.Changes{Put: []catalog.Model{b, a},
		Periods: []catalog.Period{period("a", "m1", at, 0.1), period("a", "m1", time.Unix(0, 0).UTC(), 3)}})
	want := catalog.Catalog{Revision: 1, Models: []catalog.Model{a, b},
		Periods: []catalog.Period{period("a", "m1", time.Unix(0, 0).UTC(), 3), period("a", "m1", at, 0.1)}}
	if got := read(t, o.Store, d); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func replace(t *testing.T, o Opened) {
	d := o.Owner(t)
	first := model("a", "m")
	apply(t, o.Store, d, 0, catalog.Changes{Put: []catalog.Model{first}, Periods: []catalog.Period{period("a", "m", at, 1)}})
	second := model("a", "m")
	second.ID, second.DisplayName, second.Type, second.ContextWindow, second.Default = "mdl_other", "New", catalog.Audio, 7, false
	second.Capabilities, second.CreatedAt, second.UpdatedAt = []string{"x"}, at.Add(time.Hour), at.Add(time.Hour)
	apply(t, o.Store, d, 1, catalog.Changes{Put: []catalog.Model{second}, Periods: []catalog.Period{period("a", "m", at, 5)}})
	want := second
	want.ID, want.CreatedAt = first.ID, first.CreatedAt
	got := read(t, o.Store, d)
	if len(got.Models) != 1 || !reflect.DeepEqual(got.Models[0], want) {
		t.Errorf("got %+v, want %+v", got.Models, want)
	}
	if len(got.Periods) != 1 || got.Periods[0].Price.Input != 5 {
		t.Errorf("a period of the same time is not replaced: %+v", got.Periods)
	}
}

func remove(t *testing.T, o Opened) {
	d := o.Owner(t)
	k := catalog.Key{Provider: "a", ModelID: "m"}
	apply(t, o.Store, d, 0, catalog.Changes{Put: []catalog.Model{model("a", "m")}, Periods: []catalog.Period{period("a", "m", at, 1)}})
	apply(t, o.Store, d, 1, catalog.Changes{Remove: []catalog.Key{k, {Provider: "not", ModelID: "there"}}, Periods: []catalog.Period{{Key: k, From: at.Add(time.Hour)}}})
	c := read(t, o.Store, d)
	if len(c.Models) != 0 || len(c.Periods) != 2 || c.Periods[0].Price == nil || c.Periods[1].Price != nil {
		t.Errorf("%+v", c)
	}
}

func provider(id string) catalog.Provider {
	return catalog.Provider{ID: id, DisplayName: "Provider “" + id + "”", Description: "two\nlines", RequiresKey: true, CreatedAt: at, UpdatedAt: at}
}

func providers(t *testing.T, o Opened) {
	d := o.Owner(t)
	b, a := provider("b"), provider("a")
	b.Settings, b.RequiresKey = map[string]catalog.Range{"topP": {Min: 0, Max: 1, Step: 0.01, Default: 0.5, Description: "part"}}, false
	apply(t, o.Store, d, 0, catalog.Changes{Describe: []catalog.Provider{b, a}})
	want := []catalog.Provider{a, b}
	if got := read(t, o.Store, d).Providers; !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	again := provider("b")
	again.DisplayName, again.Description, again.Settings = "B", "", map[string]catalog.Range{}
	again.CreatedAt, again.UpdatedAt = at.Add(time.Hour), at.Add(time.Hour)
	apply(t, o.Store, d, 1, catalog.Changes{Describe: []catalog.Provider{again}, Forget: []string{"a", "not there"}})
	again.CreatedAt = at
	if got := read(t, o.Store, d).Providers; !reflect.DeepEqual(got, []catalog.Provider{again}) {
		t.Errorf("got  %+v\nwant %+v", got, again)
	}
}

func isolation(t *testing.T, o Opened) {
	one, two := o.Owner(t), o.Owner(t)
	a, b := model("a", "m"), model("a", "m")
	b.ID, b.DisplayName = "mdl_two", "of two"
	apply(t, o.Store, one, 0, catalog.Changes{Put: []catalog.Model{a}, Periods: []catalog.Period{period("a", "m", at, 1)}})
	apply(t, o.Store, two, 0, catalog.Changes{Put: []catalog.Model{b}, Periods: []catalog.Period{period("a", "m", at, 2)}})
	apply(t, o.Store, one, 1, catalog.Changes{Describe: []catalog.Provider{provider("a")}})
	apply(t, o.Store, two, 1, catalog.Changes{Remove: []catalog.Key{{Provider: "a", ModelID: "m"}}, Forget: []string{"a"}})
	if c := read(t, o.Store, one); c.Revision != 2 || len(c.Providers) != 1 || len(c.Models) != 1 || c.Models[0].ID != a.ID || c.Periods[0].Price.Input != 1 {
		t.Errorf("changed by the other: %+v", c)
	}
}

func unknown(t *testing.T, o Opened) {
	ctx := t.Context()
	if _, err := o.Store.Revision(ctx, "dbc_none"); !fault.Is(err, fault.NotFound) {
		t.Errorf("revision: %v", err)
	}
	if _, err := o.Store.Read(ctx, "dbc_none"); !fault.Is(err, fault.NotFound) {
		t.Errorf("read: %v", err)
	}
	if err := o.Store.Apply(ctx, "dbc_none", 0, catalog.Changes{}); !fault.Is(err, fault.NotFound) {
		t.Errorf("apply: %v", err)
	}
}

func dropped(t *testing.T, o Opened) {
	d := o.Owner(t)
	apply(t, o.Store, d, 0, catalog.Changes{Put: []catalog.Model{model("a", "m")}, Periods: []catalog.Period{period("a", "m", at, 1)}})
	o.Drop(t, d)
	if _, err := o.Store.Read(t.Context(), d); !fault.Is(err, fault.NotFound) {
		t.Errorf("after the configuration was deleted: %v", err)
	}
}

func allOrNone(t *testing.T, o Opened) {
	d, other := o.Owner(t), o.Owner(t)
	apply(t, o.Store, other, 0, catalog.Changes{Put: []catalog.Model{model("b", "taken")}})
	clash := model("a", "second")
	clash.ID = model("b", "taken").ID // ids are unique
	if err := o.Store.Apply(t.Context(), d, 0, catalog.Changes{Put: []catalog.Model{model("a", "first"), clash}}); err == nil {
		t.Fatal("an id was given twice")
	}
	if c := read(t, o.Store, d); c.Revision != 0 || len(c.Models) != 0 {
		t.Errorf("half of the changes were made: %+v", c)
	}
}

func conflicts(t *testing.T, o Opened) {
	d := o.Owner(t)
	for revision := range int64(3) {
		var won atomic.Int32
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				m := model("a", "m")
				m.ID = fmt.Sprintf("mdl_%d_%d", revision, i)
				err := o.Store.Apply(context.WithoutCancel(t.Context()), d, revision, catalog.Changes{Put: []catalog.Model{m}})
				switch {
				case err == nil:
					won.Add(1)
				case !fault.Is(err, fault.Conflict):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if won.Load() != 1 {
			t.Errorf("%d changes of revision %d were made", won.Load(), revision)
		}
	}
	if c := read(t, o.Store, d); c.Revision != 3 || len(c.Models) != 1 {
		t.Errorf("%+v", c)
	}
}
