// Package rulestest says how every rules.Store must behave.
package rulestest

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/rules"
	"platform/internal/server/storetest"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[rules.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[rules.Store]{
		{Says: "what is created is read back", Run: roundTrip},
		{Says: "an update keeps id, author and creation", Run: update},
		{Says: "names are unique in a database", Run: names},
		{Says: "every change makes the revision grow", Run: revisions},
		{Says: "changes at once are all counted", Run: atOnce},
		{Says: "databases do not see each other", Run: isolation},
		{Says: "rules and contexts go with their configuration", Run: dropped},
		{Says: "contexts are kept", Run: contexts},
	})
}

var at = time.Date(2026, 8, 1, 12, 0, 0, 123456000, time.UTC)

func rule(name string) rules.Rule {
	return rules.Rule{ID: "rul_" + name, Name: name, Description: "says “" + name + "”", Active: true, Join: rules.Any, Groups: []rules.Group{
		{Join: rules.All, Conditions: []rules.Condition{{Field: "model", Operator: rules.In, Value: "a, b\x00", Type: rules.String}, {Field: "n", Operator: rules.Between, Value: "1,2", Type: rules.Number}}},
	}, Entities: []rules.Entity{{Type: rules.ContextEntity, ID: "ctx_1"}, {Type: rules.EvaluationEntity, ID: "bias"}}, CreatedBy: "usr_1", CreatedAt: at, UpdatedAt: at}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func want(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("%v, want a fault of kind %d", err, kind)
	}
}

func roundTrip(t *testing.T, o Opened) {
	d := o.Owner(t)
	if all, err := o.Store.Rules(t.Context(), d); err != nil || len(all) != 0 {
		t.Errorf("%+v %v", all, err)
	}
	bare := rule("B")
	bare.Groups, bare.Entities, bare.Active = []rules.Group{}, []rules.Entity{}, false
	must(t, o.Store.Create(t.Context(), d, rule("a")))
	must(t, o.Store.Create(t.Context(), d, bare))
	if all, err := o.Store.Rules(t.Context(), d); err != nil || !reflect.DeepEqual(all, []rules.Rule{bare, rule("a")}) {
		t.Errorf("%+v %v", all, err)
	}
	if r, err := o.Store.Rule(t.Context(), d, "rul_a"); err != nil || !reflect.DeepEqual(r, rule("a")) {
		t.Errorf("%+v %v", r, err)
	}
	must(t, o.Store.Delete(t.Context(), d, "rul_a"))
	_, err := o.Store.Rule(t.Context(), d, "rul_a")
	want(t, err, fault.NotFound)
	want(t, o.Store.Delete(t.Context(), d, "rul_a"), fault.NotFound)
	want(t, o.Store.Update(t.Context(), d, rule("a")), fault.NotFound)
}

func update(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, rule("a")))
	next := rule("a")
	next.Name, next.Active, next.Join, next.Groups, next.Entities = "b", false, rules.All, next.Groups[:0], next.Entities[:1]
	next.CreatedBy, next.CreatedAt, next.UpdatedAt = "usr_2", at.Add(time.Hour), at.Add(time.Hour)
	must(t, o.Store.Update(t.Context(), d, next))
	next.CreatedBy, next.CreatedAt = "usr_1", at
	if r, err := o.Store.Rule(t.Context(), d, "rul_a"); err != nil || !reflect.DeepEqual(r, next) {
		t.Errorf("got  %+v %v\nwant %+v", r, err, next)
	}
}

func names(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, rule("a")))
	must(t, o.Store.Create(t.Context(), d, rule("b")))
	second := rule("a")
	second.ID = "rul_second"
	want(t, o.Store.Create(t.Context(), d, second), fault.Conflict)
	taken := rule("b")
	taken.Name = "a"
	want(t, o.Store.Update(t.Context(), d, taken), fault.Conflict)
	want(t, o.Store.Create(t.Context(), "dbc_none", rule("c")), fault.NotFound)
	_, err := o.Store.Revision(t.Context(), "dbc_none")
	want(t, err, fault.NotFound)
}

func revisions(t *testing.T, o Opened) {
	d, other := o.Owner(t), o.Owner(t)
	last := int64(0)
	f := func(err error, grows bool) {
		t.Helper()
		if grows {
			must(t, err)
		}
		n, err := o.Store.Revision(t.Context(), d)
		if err != nil || (n > last) != grows {
			t.Errorf("revision %d after %d, %v", n, last, err)
		}
		last = n
	}
	f(nil, false)
	f(o.Store.Create(t.Context(), d, rule("a")), true)
	f(o.Store.Update(t.Context(), d, rule("a")), true)
	f(o.Store.Update(t.Context(), d, rule("none")), false)
	f(o.Store.Create(t.Context(), other, rule("b")), false)
	f(o.Store.Delete(t.Context(), d, "rul_a"), true)
}

func atOnce(t *testing.T, o Opened) {
	d := o.Owner(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if err := o.Store.Create(context.WithoutCancel(t.Context()), d, rule(fmt.Sprint(i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n, err := o.Store.Revision(t.Context(), d); err != nil || n != 8 {
		t.Errorf("revision %d, %v", n, err)
	}
}

func isolation(t *testing.T, o Opened) {
	one, two := o.Owner(t), o.Owner(t)
	must(t, o.Store.Create(t.Context(), one, rule("a")))
	must(t, o.Store.CreateContext(t.Context(), one, note("a")))
	other := rule("a")
	other.ID = "rul_other"
	must(t, o.Store.Create(t.Context(), two, other))
	ctx := t.Context()
	_, err := o.Store.Rule(ctx, two, "rul_a")
	want(t, err, fault.NotFound)
	want(t, o.Store.Update(ctx, two, rule("a")), fault.NotFound)
	want(t, o.Store.Delete(ctx, two, "rul_a"), fault.NotFound)
	_, err = o.Store.Context(ctx, two, "ctx_a")
	want(t, err, fault.NotFound)
	want(t, o.Store.UpdateContext(ctx, two, note("a")), fault.NotFound)
	want(t, o.Store.DeleteContext(ctx, two, "ctx_a"), fault.NotFound)
	if all, err := o.Store.Rules(ctx, two); err != nil || len(all) != 1 || all[0].ID != "rul_other" {
		t.Errorf("%+v %v", all, err)
	}
	if all, err := o.Store.Contexts(ctx, two); err != nil || len(all) != 0 {
		t.Errorf("%+v %v", all, err)
	}
}

func dropped(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, rule("a")))
	must(t, o.Store.CreateContext(t.Context(), d, note("a")))
	o.Drop(t, d)
	_, err := o.Store.Rule(t.Context(), d, "rul_a")
	want(t, err, fault.NotFound)
	_, err = o.Store.Context(t.Context(), d, "ctx_a")
	want(t, err, fault.NotFound)
}

func note(name string) rules.Context {
	return rules.Context{ID: "ctx_" + name, Name: name, Description: "d", Content: "text\n𝄞", Tags: []string{"a", "b,"}, Meta: map[string]any{"k": []any{1.5, "x"}},
		CreatedBy: "usr_1", CreatedAt: at, UpdatedAt: at}
}

func contexts(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.CreateContext(t.Context(), d, note("b")))
	must(t, o.Store.CreateContext(t.Context(), d, note("a")))
	if all, err := o.Store.Contexts(t.Context(), d); err != nil || !reflect.DeepEqual(all, []rules.Context{note("a"), note("b")}) {
		t.Errorf("%+v %v", all, err)
	}
	second := note("a")
	second.ID = "ctx_second"
	want(t, o.Store.CreateContext(t.Context(), d, second), fault.Conflict)
	next := note("a")
	next.Name, next.Content, next.Tags, next.Meta = "c", "other", []string{}, map[string]any{}
	next.CreatedBy, next.CreatedAt, next.UpdatedAt = "usr_2", at.Add(time.Hour), at.Add(time.Hour)
	must(t, o.Store.UpdateContext(t.Context(), d, next))
	next.CreatedBy, next.CreatedAt = "usr_1", at
	if c, err := o.Store.Context(t.Context(), d, "ctx_a"); err != nil || !reflect.DeepEqual(c, next) {
		t.Errorf("%+v %v", c, err)
	}
	next.Name = "b"
	want(t, o.Store.UpdateContext(t.Context(), d, next), fault.Conflict)
	must(t, o.Store.DeleteContext(t.Context(), d, "ctx_a"))
	want(t, o.Store.DeleteContext(t.Context(), d, "ctx_a"), fault.NotFound)
	want(t, o.Store.CreateContext(t.Context(), "dbc_none", note("x")), fault.NotFound)
}
