// Package promptstest says how every prompts.Store must behave.
package promptstest

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/prompts"
	"platform/internal/server/storetest"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[prompts.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[prompts.Store]{
		{Says: "what is created is read back", Run: roundTrip},
		{Says: "names are unique in a database", Run: names},
		{Says: "a draft is replaced and keeps its id", Run: drafts},
		{Says: "numbers are ordered as numbers", Run: order},
		{Says: "drafts are not published by reading", Run: unpublished},
		{Says: "a number is given once", Run: collisions},
		{Says: "of publications at once one wins", Run: races},
		{Says: "databases do not see each other", Run: isolation},
		{Says: "prompts go with their configuration", Run: dropped},
		{Says: "uses add up and go with their prompt", Run: uses},
		{Says: "lists sum up", Run: list},
	})
}

var at = time.Date(2026, 8, 1, 12, 0, 0, 123456000, time.UTC)

func prompt(name string) prompts.Prompt {
	return prompts.Prompt{ID: "prm_" + name, Name: name, CreatedBy: "usr_1", CreatedAt: at}
}

func draft(prompt, id, text string) prompts.Version {
	return prompts.Version{ID: "prv_" + id, Prompt: "prm_" + prompt, Text: text, Tags: []string{}, Meta: map[string]any{}, CreatedBy: "usr_1", CreatedAt: at, UpdatedAt: at}
}

func published(prompt, id, text string, n prompts.Number) prompts.Version {
	v := draft(prompt, id, text)
	v.Number, v.PublishedAt = &n, &at
	return v
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

// publish makes text the version n of a prompt.
func publish(t *testing.T, o Opened, database, name, text string, n prompts.Number) {
	t.Helper()
	v := draft(name, fmt.Sprintf("%s_%s", name, n), text)
	must(t, o.Store.PutDraft(t.Context(), database, v))
	must(t, o.Store.Publish(t.Context(), database, v.Prompt, n, at))
}

func roundTrip(t *testing.T, o Opened) {
	d := o.Owner(t)
	p := prompt("Grüße “x”")
	v := published("", "1", "Hello {{name}}\n\t𝄞", prompts.Number{Major: 1, Patch: 7})
	v.Prompt, v.Tags, v.Meta = p.ID, []string{"b", "a ,"}, map[string]any{"owner": "team", "n": 1.5, "deep": map[string]any{"nul": "\x00"}}
	must(t, o.Store.Create(t.Context(), d, p, v))
	got, versions, err := o.Store.Read(t.Context(), d, p.ID)
	if err != nil || !reflect.DeepEqual(got, p) || !reflect.DeepEqual(versions, []prompts.Version{v}) {
		t.Errorf("%+v %+v %v", got, versions, err)
	}
	for _, ref := range []prompts.Ref{{ID: p.ID}, {Name: p.Name}, {ID: p.ID, Name: "ignored"}} {
		got, version, err := o.Store.Published(t.Context(), d, ref, nil)
		if err != nil || !reflect.DeepEqual(got, p) || !reflect.DeepEqual(version, v) {
			t.Errorf("%+v: %+v %+v %v", ref, got, version, err)
		}
	}
	must(t, o.Store.Delete(t.Context(), d, p.ID))
	_, _, err = o.Store.Read(t.Context(), d, p.ID)
	want(t, err, fault.NotFound)
	want(t, o.Store.Delete(t.Context(), d, p.ID), fault.NotFound)
}

func names(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), draft("a", "1", "x")))
	second := prompt("a")
	second.ID = "prm_second"
	want(t, o.Store.Create(t.Context(), d, second, draft("second", "2", "x")), fault.Conflict)
	if all, err := o.Store.List(t.Context(), d); err != nil || len(all) != 1 {
		t.Errorf("%+v %v", all, err)
	}
	want(t, o.Store.Create(t.Context(), "dbc_none", prompt("b"), draft("b", "3", "x")), fault.NotFound)
}

func drafts(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), draft("a", "1", "old")))
	next := draft("a", "2", "new")
	next.Tags, next.Meta, next.CreatedBy, next.UpdatedAt = []string{"t"}, map[string]any{"k": "v"}, "usr_2", at.Add(time.Hour)
	must(t, o.Store.PutDraft(t.Context(), d, next))
	kept := next
	kept.ID, kept.CreatedBy = "prv_1", "usr_1"
	if _, versions, err := o.Store.Read(t.Context(), d, "prm_a"); err != nil || !reflect.DeepEqual(versions, []prompts.Version{kept}) {
		t.Errorf("%+v %v", versions, err)
	}
	want(t, o.Store.DeleteDraft(t.Context(), d, "prm_a"), fault.Conflict)
	must(t, o.Store.Publish(t.Context(), d, "prm_a", prompts.Number{Major: 1}, at))
	want(t, o.Store.DeleteDraft(t.Context(), d, "prm_a"), fault.NotFound)
	want(t, o.Store.Publish(t.Context(), d, "prm_a", prompts.Number{Major: 2}, at), fault.NotFound)
	must(t, o.Store.PutDraft(t.Context(), d, draft("a", "3", "newer")))
	must(t, o.Store.DeleteDraft(t.Context(), d, "prm_a"))
	if _, versions, err := o.Store.Read(t.Context(), d, "prm_a"); err != nil || len(versions) != 1 || versions[0].Text != "new" || versions[0].PublishedAt == nil {
		t.Errorf("%+v %v", versions, err)
	}
	want(t, o.Store.PutDraft(t.Context(), d, draft("none", "4", "x")), fault.NotFound)
}

func order(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), published("a", "1", "9.0.0", prompts.Number{Major: 9})))
	for _, n := range []prompts.Number{{Major: 10}, {Major: 9, Minor: 2}, {Major: 9, Minor: 10}, {Major: 9, Minor: 10, Patch: 3}, {Patch: 1}} {
		publish(t, o, d, "a", n.String(), n)
	}
	must(t, o.Store.PutDraft(t.Context(), d, draft("a", "draft", "draft")))
	_, versions, err := o.Store.Read(t.Context(), d, "prm_a")
	must(t, err)
	var got []string
	for _, v := range versions {
		got = append(got, v.Text)
	}
	if fmt.Sprint(got) != "[draft 10.0.0 9.10.3 9.10.0 9.2.0 9.0.0 0.0.1]" {
		t.Error(got)
	}
	if _, v, err := o.Store.Published(t.Context(), d, prompts.Ref{Name: "a"}, nil); err != nil || v.Text != "10.0.0" {
		t.Errorf("%+v %v", v, err)
	}
	if _, v, err := o.Store.Published(t.Context(), d, prompts.Ref{Name: "a"}, &prompts.Number{Major: 9, Minor: 10}); err != nil || v.Text != "9.10.0" {
		t.Errorf("%+v %v", v, err)
	}
	_, _, err = o.Store.Published(t.Context(), d, prompts.Ref{Name: "a"}, &prompts.Number{Major: 8})
	want(t, err, fault.NotFound)
}

func unpublished(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), draft("a", "1", "secret")))
	_, _, err := o.Store.Published(t.Context(), d, prompts.Ref{Name: "a"}, nil)
	want(t, err, fault.NotFound)
	_, _, err = o.Store.Published(t.Context(), d, prompts.Ref{}, nil)
	want(t, err, fault.NotFound)
}

func collisions(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), published("a", "1", "x", prompts.Number{Major: 1})))
	must(t, o.Store.PutDraft(t.Context(), d, draft("a", "2", "y")))
	want(t, o.Store.Publish(t.Context(), d, "prm_a", prompts.Number{Major: 1}, at), fault.Conflict)
	must(t, o.Store.Publish(t.Context(), d, "prm_a", prompts.Number{Major: 1, Patch: 1}, at))
}

func races(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), draft("a", "1", "x")))
	var won atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			err := o.Store.Publish(context.WithoutCancel(t.Context()), d, "prm_a", prompts.Number{Major: int64(i)}, at)
			switch {
			case err == nil:
				won.Add(1)
			case !fault.Is(err, fault.NotFound):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d publications of one draft", won.Load())
	}
}

func isolation(t *testing.T, o Opened) {
	one, two := o.Owner(t), o.Owner(t)
	must(t, o.Store.Create(t.Context(), one, prompt("a"), published("a", "1", "of one", prompts.Number{Major: 1})))
	other := prompt("a")
	other.ID = "prm_b"
	must(t, o.Store.Create(t.Context(), two, other, published("b", "2", "of two", prompts.Number{Major: 1})))
	if _, v, err := o.Store.Published(t.Context(), two, prompts.Ref{Name: "a"}, nil); err != nil || v.Text != "of two" {
		t.Errorf("%+v %v", v, err)
	}
	ctx := t.Context()
	_, _, err := o.Store.Published(ctx, two, prompts.Ref{ID: "prm_a"}, nil)
	want(t, err, fault.NotFound)
	_, _, err = o.Store.Read(ctx, two, "prm_a")
	want(t, err, fault.NotFound)
	_, err = o.Store.Uses(ctx, two, "prm_a", at)
	want(t, err, fault.NotFound)
	want(t, o.Store.Delete(ctx, two, "prm_a"), fault.NotFound)
	want(t, o.Store.PutDraft(ctx, two, draft("a", "3", "x")), fault.NotFound)
	must(t, o.Store.PutDraft(ctx, one, draft("a", "4", "x")))
	want(t, o.Store.DeleteDraft(ctx, two, "prm_a"), fault.NotFound)
	want(t, o.Store.Publish(ctx, two, "prm_a", prompts.Number{Major: 5}, at), fault.NotFound)
}

func dropped(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), draft("a", "1", "x")))
	o.Drop(t, d)
	_, _, err := o.Store.Read(t.Context(), d, "prm_a")
	want(t, err, fault.NotFound)
}

func uses(t *testing.T, o Opened) {
	d := o.Owner(t)
	must(t, o.Store.Create(t.Context(), d, prompt("a"), published("a", "1", "x", prompts.Number{Major: 1})))
	monday := time.Date(2026, 8, 3, 0, 0, 0, 0, time.UTC)
	use := func(day time.Time, key string, n int64) prompts.Use {
		return prompts.Use{Version: "prv_1", Day: day, Key: key, Source: "ts-sdk", Count: n}
	}
	must(t, o.Store.AddUses(t.Context(), []prompts.Use{use(monday, "k1", 2), use(monday.AddDate(0, 0, 1), "k1", 1), {Version: "prv_gone", Day: monday, Count: 9}}))
	must(t, o.Store.AddUses(t.Context(), []prompts.Use{use(monday, "k1", 3), use(monday, "k2", 1)}))
	got, err := o.Store.Uses(t.Context(), d, "prm_a", monday)
	if err != nil || !reflect.DeepEqual(got, []prompts.Use{use(monday, "k1", 5), use(monday, "k2", 1), use(monday.AddDate(0, 0, 1), "k1", 1)}) {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := o.Store.Uses(t.Context(), d, "prm_a", monday.AddDate(0, 0, 1)); err != nil || len(got) != 1 {
		t.Errorf("%+v %v", got, err)
	}
	must(t, o.Store.Delete(t.Context(), d, "prm_a"))
}

func list(t *testing.T, o Opened) {
	d := o.Owner(t)
	if all, err := o.Store.List(t.Context(), d); err != nil || len(all) != 0 {
		t.Errorf("%+v %v", all, err)
	}
	must(t, o.Store.Create(t.Context(), d, prompt("b"), draft("b", "1", "x")))
	first := published("a", "2", "x", prompts.Number{Major: 9})
	first.Tags = []string{"old"}
	must(t, o.Store.Create(t.Context(), d, prompt("a"), first))
	second := draft("a", "3", "y")
	second.Tags = []string{"new"}
	must(t, o.Store.PutDraft(t.Context(), d, second))
	must(t, o.Store.Publish(t.Context(), d, "prm_a", prompts.Number{Major: 10}, at.Add(time.Minute)))
	third := draft("a", "4", "z")
	third.UpdatedAt = at.Add(time.Hour)
	must(t, o.Store.PutDraft(t.Context(), d, third))
	must(t, o.Store.AddUses(t.Context(), []prompts.Use{{Version: "prv_2", Day: at, Count: 2}, {Version: "prv_3", Day: at, Count: 5}}))
	all, err := o.Store.List(t.Context(), d)
	must(t, err)
	wanted := []prompts.Listed{
		{Prompt: prompt("a"), Newest: &prompts.Number{Major: 10}, Draft: true, Versions: 3, Tags: []string{"new"}, UpdatedAt: at.Add(time.Hour), Uses: 7},
		{Prompt: prompt("b"), Draft: true, Versions: 1, Tags: []string{}, UpdatedAt: at},
	}
	if !reflect.DeepEqual(all, wanted) {
		t.Errorf("got  %+v\nwant %+v", all, wanted)
	}
}
