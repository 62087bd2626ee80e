// Package vaulttest says how every vault.Store must behave.
package vaulttest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/storetest"
	"platform/internal/server/vault"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[vault.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[vault.Store]{
		{Says: "what is created is read back", Run: roundTrip},
		{Says: "queries choose by name and by any tag", Run: queries},
		{Says: "names are unique in a vault", Run: unique},
		{Says: "an update adds the next version only", Run: updates},
		{Says: "what is not there is not found", Run: missing},
		{Says: "vaults do not see each other", Run: isolation},
		{Says: "a vault goes with its configuration", Run: dropped},
		{Says: "keys are numbered and kept while they seal", Run: keys},
		{Says: "of two keys of one number one is added", Run: keyRace},
		{Says: "the journal tells who did what to which secret", Run: journal},
		{Says: "old entries of the journal go", Run: oldEvents},
		{Says: "what the master key seals is replaced only when unchanged", Run: masterSealed},
	})
}

var at = time.Date(2026, 8, 1, 12, 0, 0, 123456000, time.UTC)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, what string, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("%s: %v, want kind %d", what, err, kind)
	}
}

func key(t *testing.T, s vault.Store, database string, number int64) vault.DataKey {
	t.Helper()
	k := vault.DataKey{ID: fmt.Sprintf("vdk_%s_%d", database, number), Database: database, Number: number, Sealed: []byte{0, 1, byte(number)}, CreatedAt: at}
	must(t, s.AddKey(t.Context(), k))
	return k
}

func secret(database, name string, tags ...string) vault.Secret {
	return vault.Secret{ID: "sec_" + database + name, Database: database, Name: name, Tags: append([]string{}, tags...), Version: 1,
		CreatedAt: at, CreatedBy: "usr_a", UpdatedAt: at, UpdatedBy: "usr_a"}
}

func version(s vault.Secret, number int64, key string) vault.Version {
	return vault.Version{Secret: s.ID, Number: number, Key: key, Sealed: fmt.Appendf(nil, "\x00sealed %s %d", s.Name, number), CreatedAt: at, CreatedBy: "usr_a"}
}

func create(t *testing.T, s vault.Store, secret vault.Secret, key string) vault.Secret {
	t.Helper()
	must(t, s.CreateSecret(t.Context(), secret, version(secret, 1, key)))
	return secret
}

func roundTrip(t *testing.T, o Opened) {
	d := o.Owner(t)
	k := key(t, o.Store, d, 1)
	want := create(t, o.Store, secret(d, "A", "x", "y"), k.ID)
	got, err := o.Store.Secret(t.Context(), d, want.ID)
	must(t, err)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	values, err := o.Store.Values(t.Context(), d, vault.Query{})
	must(t, err)
	if len(values) != 1 || !reflect.DeepEqual(values[0], vault.Value{Version: version(want, 1, k.ID), Name: "A"}) {
		t.Errorf("values %+v", values)
	}
	must(t, o.Store.DeleteSecret(t.Context(), d, want.ID))
	if all, err := o.Store.Secrets(t.Context(), d, vault.Query{}); err != nil || len(all) != 0 {
		t.Errorf("after deleting: %v, %v", all, err)
	}
}

func queries(t *testing.T, o Opened) {
	d := o.Owner(t)
	k := key(t, o.Store, d, 1)
	create(t, o.Store, secret(d, "B", "x"), k.ID)
	create(t, o.Store, secret(d, "a", "x", "y'; --"), k.ID)
	create(t, o.Store, secret(d, "C"), k.ID)
	f := func(q vault.Query, want ...string) {
		t.Helper()
		values, err := o.Store.Values(t.Context(), d, q)
		must(t, err)
		secrets, err := o.Store.Secrets(t.Context(), d, q)
		must(t, err)
		var ofValues, ofSecrets []string
		for _, v := range values {
			ofValues = append(ofValues, v.Name)
		}
		for _, s := range secrets {
			ofSecrets = append(ofSecrets, s.Name)
		}
		slices.Sort(ofValues) // the order of letters is the engine's
		slices.Sort(ofSecrets)
		if !slices.Equal(ofValues, want) || !slices.Equal(ofSecrets, want) {
			t.Errorf("%+v: values %v, secrets %v, want %v", q, ofValues, ofSecrets, want)
		}
	}
	f(vault.Query{}, "B", "C", "a")
	f(vault.Query{Name: "B"}, "B")
	f(vault.Query{Name: "b"})
	f(vault.Query{Tags: []string{"x"}}, "B", "a")
	f(vault.Query{Tags: []string{"y'; --", "z"}}, "a")
	f(vault.Query{Tags: []string{"z"}})
	f(vault.Query{Name: "B", Tags: []string{"x"}}, "B")
	f(vault.Query{Name: "C", Tags: []string{"x"}})
	f(vault.Query{Name: "%"})
	if n, err := o.Store.CountSecrets(t.Context(), d); err != nil || n != 3 {
		t.Errorf("%d secrets, %v", n, err)
	}
}

func unique(t *testing.T, o Opened) {
	d, other := o.Owner(t), o.Owner(t)
	k, k2 := key(t, o.Store, d, 1), key(t, o.Store, other, 1)
	create(t, o.Store, secret(d, "A"), k.ID)
	again := secret(d, "A", "tag")
	again.ID = "sec_again"
	is(t, "the same name", o.Store.CreateSecret(t.Context(), again, version(again, 1, k.ID)), fault.Conflict)
	create(t, o.Store, secret(other, "A"), k2.ID)
}

func updates(t *testing.T, o Opened) {
	d := o.Owner(t)
	ctx := t.Context()
	k := key(t, o.Store, d, 1)
	s := create(t, o.Store, secret(d, "A", "x"), k.ID)
	s.Tags, s.UpdatedAt, s.UpdatedBy = []string{"p", "q"}, at.Add(time.Hour), "usr_b"
	must(t, o.Store.UpdateSecret(ctx, s, nil, 0))
	for n := int64(2); n <= 4; n++ {
		s.Version = n
		v := version(s, n, k.ID)
		if n == 3 {
			v.RestoredFrom = new(int64(1))
		}
		must(t, o.Store.UpdateSecret(ctx, s, &v, n-1))
	}
	if got, err := o.Store.Secret(ctx, d, s.ID); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("got %+v, %v; want %+v", got, err, s)
	}
	versions, err := o.Store.Versions(ctx, d, s.ID)
	must(t, err)
	if len(versions) != 2 || versions[0].Number != 4 || versions[1].Number != 3 || *versions[1].RestoredFrom != 1 {
		t.Errorf("versions %+v", versions)
	}
	late := version(s, 4, k.ID)
	is(t, "a version that is there", o.Store.UpdateSecret(ctx, s, &late, 0), fault.Conflict)
	s.Version = 9
	is(t, "a version too far", o.Store.UpdateSecret(ctx, s, new(version(s, 9, k.ID)), 0), fault.Conflict)
	s.Version = 5
	is(t, "a key that is not there", o.Store.UpdateSecret(ctx, s, new(version(s, 5, "vdk_none")), 0), fault.NotFound)
	if got, err := o.Store.Secret(ctx, d, s.ID); err != nil || got.Version != 4 {
		t.Errorf("half an update was made: %+v, %v", got, err)
	}
}

func missing(t *testing.T, o Opened) {
	d, ctx := o.Owner(t), t.Context()
	_, err := o.Store.Secret(ctx, d, "sec_none")
	is(t, "secret", err, fault.NotFound)
	_, err = o.Store.Key(ctx, d, "vdk_none")
	is(t, "key", err, fault.NotFound)
	_, err = o.Store.NewestKey(ctx, d)
	is(t, "newest key", err, fault.NotFound)
	is(t, "delete", o.Store.DeleteSecret(ctx, d, "sec_none"), fault.NotFound)
	is(t, "update", o.Store.UpdateSecret(ctx, secret(d, "none"), nil, 0), fault.NotFound)
	is(t, "reseal", o.Store.Reseal(ctx, version(secret(d, "none"), 1, "vdk_a"), "vdk_b"), fault.NotFound)
	is(t, "key of nothing", o.Store.AddKey(ctx, vault.DataKey{ID: "vdk_x", Database: "dbc_none", Number: 1, Sealed: []byte{1}, CreatedAt: at}), fault.NotFound)
	k := key(t, o.Store, d, 1)
	s := secret("dbc_none", "A")
	is(t, "secret of nothing", o.Store.CreateSecret(ctx, s, version(s, 1, k.ID)), fault.NotFound)
	if v, err := o.Store.Values(ctx, "dbc_none", vault.Query{}); err != nil || len(v) != 0 {
		t.Errorf("%v, %v", v, err)
	}
}

func isolation(t *testing.T, o Opened) {
	a, b, ctx := o.Owner(t), o.Owner(t), t.Context()
	ka := key(t, o.Store, a, 1)
	key(t, o.Store, b, 1)
	s := create(t, o.Store, secret(a, "A", "x"), ka.ID)
	_, err := o.Store.Secret(ctx, b, s.ID)
	is(t, "secret", err, fault.NotFound)
	_, err = o.Store.Key(ctx, b, ka.ID)
	is(t, "key", err, fault.NotFound)
	is(t, "delete", o.Store.DeleteSecret(ctx, b, s.ID), fault.NotFound)
	moved := s
	moved.Database = b
	is(t, "update", o.Store.UpdateSecret(ctx, moved, nil, 0), fault.NotFound)
	if v, err := o.Store.Versions(ctx, b, s.ID); err != nil || len(v) != 0 {
		t.Errorf("versions: %v, %v", v, err)
	}
	for _, q := range []vault.Query{{}, {Name: "A"}, {Tags: []string{"x"}}} {
		if v, err := o.Store.Values(ctx, b, q); err != nil || len(v) != 0 {
			t.Errorf("values %+v: %v, %v", q, v, err)
		}
	}
}

func dropped(t *testing.T, o Opened) {
	d, ctx := o.Owner(t), t.Context()
	k := key(t, o.Store, d, 1)
	create(t, o.Store, secret(d, "A", "x"), k.ID)
	must(t, o.Store.AddEvents(ctx, []vault.Event{{ID: "vev_1", Database: d, At: at, Action: vault.Read, Names: []string{"A"}}}))
	o.Drop(t, d)
	if all, err := o.Store.MasterSealed(ctx); err != nil || len(all) != 0 {
		t.Errorf("keys are left: %v, %v", all, err)
	}
	if v, err := o.Store.Values(ctx, d, vault.Query{}); err != nil || len(v) != 0 {
		t.Errorf("values are left: %v, %v", v, err)
	}
}

func keys(t *testing.T, o Opened) {
	d, ctx := o.Owner(t), t.Context()
	one, two := key(t, o.Store, d, 1), key(t, o.Store, d, 2)
	if got, err := o.Store.NewestKey(ctx, d); err != nil || !reflect.DeepEqual(got, two) {
		t.Errorf("%+v, %v", got, err)
	}
	if all, err := o.Store.Keyed(ctx); err != nil || !slices.Equal(all, []string{d}) {
		t.Errorf("%v, %v", all, err)
	}
	for i := range 5 {
		create(t, o.Store, secret(d, fmt.Sprint("S", i)), one.ID)
	}
	if n, err := o.Store.CountStale(ctx, d, 2); err != nil || n != 5 {
		t.Errorf("%d stale, %v", n, err)
	}
	must(t, o.Store.DropKeys(ctx, d, 2))
	if _, err := o.Store.Key(ctx, d, one.ID); err != nil {
		t.Errorf("a key that seals was deleted: %v", err)
	}
	var last vault.Version
	seen := 0
	for {
		page, err := o.Store.Stale(ctx, d, 2, last, 2)
		must(t, err)
		if len(page) == 0 {
			break
		}
		for _, v := range page {
			last = v.Version
			seen++
			next := v.Version
			next.Key, next.Sealed = two.ID, []byte("new "+v.Name)
			must(t, o.Store.Reseal(ctx, next, one.ID))
			is(t, "twice", o.Store.Reseal(ctx, next, one.ID), fault.NotFound)
		}
	}
	if n, err := o.Store.CountStale(ctx, d, 2); seen != 5 || err != nil || n != 0 {
		t.Errorf("%d seen, %d left, %v", seen, n, err)
	}
	must(t, o.Store.DropKeys(ctx, d, 2))
	_, err := o.Store.Key(ctx, d, one.ID)
	is(t, "the old key", err, fault.NotFound)
	values, err := o.Store.Values(ctx, d, vault.Query{Name: "S3"})
	if err != nil || len(values) != 1 || string(values[0].Sealed) != "new S3" || values[0].Key != two.ID {
		t.Errorf("%+v, %v", values, err)
	}
	late := secret(d, "late")
	is(t, "a secret sealed with the old key", o.Store.CreateSecret(ctx, late, version(late, 1, one.ID)), fault.NotFound)
}

func keyRace(t *testing.T, o Opened) {
	d := o.Owner(t)
	var added atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			err := o.Store.AddKey(context.WithoutCancel(t.Context()), vault.DataKey{ID: fmt.Sprint("vdk_", i), Database: d, Number: 1, Sealed: []byte{1}, CreatedAt: at})
			if err == nil {
				added.Add(1)
			} else if !fault.Is(err, fault.Conflict) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if added.Load() != 1 {
		t.Errorf("%d keys of one number", added.Load())
	}
}

func journal(t *testing.T, o Opened) {
	d, other, ctx := o.Owner(t), o.Owner(t), t.Context()
	k := key(t, o.Store, d, 1)
	create(t, o.Store, secret(d, "A"), k.ID)
	create(t, o.Store, secret(d, "B"), k.ID)
	events := []vault.Event{
		{ID: "vev_1", Database: d, At: at, Action: vault.Create, Caller: vault.Caller{User: "usr_a", Address: "192.0.2.1"}, Names: []string{"A"}},
		{ID: "vev_2", Database: d, At: at.Add(time.Second), Action: vault.Read, Caller: vault.Caller{Key: "key_a", Source: "ts-sdk"}, Names: []string{"A", "B"}},
		{ID: "vev_3", Database: d, At: at.Add(2 * time.Second), Action: vault.Read, Caller: vault.Caller{Key: "key_b"}, Names: []string{"A", "B"}},
		{ID: "vev_4", Database: d, At: at.Add(3 * time.Second), Action: vault.Read, Caller: vault.Caller{Key: "key_b"}, Names: []string{}},
		{ID: "vev_5", Database: other, At: at.Add(4 * time.Second), Action: vault.Reveal, Caller: vault.Caller{User: "usr_b"}, Names: []string{"A", "B"}},
	}
	must(t, o.Store.AddEvents(ctx, events[:2]))
	must(t, o.Store.AddEvents(ctx, events[2:]))
	f := func(database string, q vault.EventQuery, want ...string) {
		t.Helper()
		got, err := o.Store.Events(ctx, database, q)
		must(t, err)
		var ids []string
		for _, e := range got {
			ids = append(ids, e.ID)
			if want := events[e.ID[4]-'1']; !reflect.DeepEqual(e, want) {
				t.Errorf("got  %+v\nwant %+v", e, want)
			}
		}
		if !slices.Equal(ids, want) {
			t.Errorf("%+v: %v, want %v", q, ids, want)
		}
	}
	future := at.Add(time.Hour)
	f(d, vault.EventQuery{Before: future, Limit: 10}, "vev_4", "vev_3", "vev_2", "vev_1")
	f(d, vault.EventQuery{Before: future, Limit: 2}, "vev_4", "vev_3")
	f(d, vault.EventQuery{Before: at.Add(2 * time.Second), Limit: 10}, "vev_2", "vev_1")
	f(d, vault.EventQuery{Name: "B", Before: future, Limit: 10}, "vev_3", "vev_2")
	f(d, vault.EventQuery{Name: "A", Before: future, Limit: 10}, "vev_3", "vev_2", "vev_1")
	f(d, vault.EventQuery{Name: "C", Before: future, Limit: 10})
	f(d, vault.EventQuery{Action: vault.Create, Before: future, Limit: 10}, "vev_1")
	f(d, vault.EventQuery{Caller: "key_b", Before: future, Limit: 10}, "vev_4", "vev_3")
	f(d, vault.EventQuery{Caller: "usr_a", Before: future, Limit: 10}, "vev_1")
	f(d, vault.EventQuery{Caller: "usr_b", Before: future, Limit: 10})
	f(d, vault.EventQuery{Since: at.Add(time.Second), Before: at.Add(3 * time.Second), Limit: 10}, "vev_3", "vev_2")
	f(d, vault.EventQuery{Name: "A", Action: vault.Read, Caller: "key_a", Since: at, Before: future, Limit: 10}, "vev_2")
	f(other, vault.EventQuery{Before: future, Limit: 10}, "vev_5")
	secrets, err := o.Store.Secrets(ctx, d, vault.Query{})
	must(t, err)
	for _, s := range secrets {
		if s.ReadAt == nil || !s.ReadAt.Equal(at.Add(2*time.Second)) {
			t.Errorf("%s was last read at %v", s.Name, s.ReadAt)
		}
	}
}

func oldEvents(t *testing.T, o Opened) {
	d, ctx := o.Owner(t), t.Context()
	for i := range 4 {
		must(t, o.Store.AddEvents(ctx, []vault.Event{{ID: fmt.Sprint("vev_", i), Database: d, At: at.Add(time.Duration(i) * time.Hour), Action: vault.Read, Names: []string{fmt.Sprint("S", i/2)}}}))
	}
	must(t, o.Store.DropEvents(ctx, at.Add(150*time.Minute)))
	got, err := o.Store.Events(ctx, d, vault.EventQuery{Before: at.AddDate(1, 0, 0), Limit: 10})
	if err != nil || len(got) != 1 || got[0].ID != "vev_3" {
		t.Errorf("%+v, %v", got, err)
	}
	must(t, o.Store.AddEvents(ctx, []vault.Event{{ID: "vev_9", Database: d, At: at, Action: vault.Read, Names: []string{"S0"}}}))
}

func masterSealed(t *testing.T, o Opened) {
	d, ctx := o.Owner(t), t.Context()
	k := key(t, o.Store, d, 1)
	all, err := o.Store.MasterSealed(ctx)
	must(t, err)
	if len(all) != 1 || all[0].ID != k.ID || all[0].Context != vault.KeyContext(d, k.ID) || !slices.Equal(all[0].Sealed, k.Sealed) {
		t.Fatalf("%+v", all)
	}
	must(t, o.Store.ReplaceSealed(ctx, all[0], []byte("second")))
	must(t, o.Store.ReplaceSealed(ctx, all[0], []byte("third"))) // comes too late
	if got, err := o.Store.Key(ctx, d, k.ID); err != nil || string(got.Sealed) != "second" {
		t.Errorf("%q, %v", got.Sealed, err)
	}
}
