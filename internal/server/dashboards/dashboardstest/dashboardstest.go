// Package dashboardstest says how every dashboards.Store must behave.
package dashboardstest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"platform/internal/server/dashboards"
	"platform/internal/server/fault"
	"platform/internal/server/storetest"
	"platform/internal/server/telemetry/query"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[dashboards.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[dashboards.Store]{
		{Says: "what is created is read back", Run: roundTrip},
		{Says: "an update keeps id, author and creation", Run: update},
		{Says: "an update of another version changes nothing", Run: stale},
		{Says: "of changes at once one wins", Run: atOnce},
		{Says: "names are unique in a project", Run: names},
		{Says: "projects do not see each other", Run: isolation},
		{Says: "dashboards go with their project", Run: dropped},
	})
}

var at = time.Date(2026, 8, 1, 12, 0, 0, 123456000, time.UTC)

func dashboard(name string) dashboards.Dashboard {
	widgets := []dashboards.Widget{
		{ID: "a", Kind: dashboards.Series, Title: "“busy” 𝄞", Place: dashboards.WidgetPlace{W: 6, H: 4}, Stacked: true, Formula: "a / b",
			Queries: []dashboards.WidgetQuery{{Source: dashboards.Metric, Metric: "m\x00", Filters: []query.Filter{{Key: query.Key{Source: query.Resource, Key: "k"}, Op: query.In, Values: []string{"x"}, Not: true}}},
				{Source: dashboards.Models, Measure: "cost"}}},
		{ID: "b", Kind: dashboards.Text, Text: "# hi\n", Place: dashboards.WidgetPlace{X: 6, W: 6, H: 4}},
	}
	return dashboards.Dashboard{Summary: dashboards.Summary{ID: "dsh_" + name, Name: name, Description: "d", Folder: "f", Tags: []string{"a", "b,"}, Count: 2, Version: 1,
		CreatedBy: "usr_1", CreatedAt: at, UpdatedBy: "usr_1", UpdatedAt: at}, Widgets: widgets}
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
	p, ctx := o.Owner(t), t.Context()
	if all, err := o.Store.List(ctx, p); err != nil || len(all) != 0 {
		t.Errorf("%+v %v", all, err)
	}
	bare := dashboard("B")
	bare.Tags, bare.Widgets, bare.Count = []string{}, []dashboards.Widget{}, 0
	must(t, o.Store.Create(ctx, p, dashboard("a")))
	must(t, o.Store.Create(ctx, p, bare))
	if all, err := o.Store.List(ctx, p); err != nil || !reflect.DeepEqual(all, []dashboards.Summary{bare.Summary, dashboard("a").Summary}) {
		t.Errorf("%+v %v", all, err)
	}
	for _, d := range []dashboards.Dashboard{dashboard("a"), bare} {
		if got, err := o.Store.Read(ctx, p, d.ID); err != nil || !reflect.DeepEqual(got, d) {
			t.Errorf("got  %+v %v\nwant %+v", got, err, d)
		}
	}
	must(t, o.Store.Delete(ctx, p, "dsh_a"))
	_, err := o.Store.Read(ctx, p, "dsh_a")
	want(t, err, fault.NotFound)
	want(t, o.Store.Delete(ctx, p, "dsh_a"), fault.NotFound)
	next := dashboard("a")
	next.Version = 2
	want(t, o.Store.Update(ctx, p, next), fault.NotFound)
}

func update(t *testing.T, o Opened) {
	p, ctx := o.Owner(t), t.Context()
	must(t, o.Store.Create(ctx, p, dashboard("a")))
	next := dashboard("a")
	next.Name, next.Description, next.Folder, next.Tags, next.Widgets, next.Count, next.Version = "b", "", "", []string{}, next.Widgets[1:], 1, 2
	next.CreatedBy, next.CreatedAt, next.UpdatedBy, next.UpdatedAt = "usr_2", at.Add(time.Hour), "usr_2", at.Add(time.Hour)
	must(t, o.Store.Update(ctx, p, next))
	next.CreatedBy, next.CreatedAt = "usr_1", at
	if got, err := o.Store.Read(ctx, p, "dsh_a"); err != nil || !reflect.DeepEqual(got, next) {
		t.Errorf("got  %+v %v\nwant %+v", got, err, next)
	}
}

func stale(t *testing.T, o Opened) {
	p, ctx := o.Owner(t), t.Context()
	must(t, o.Store.Create(ctx, p, dashboard("a")))
	for _, version := range []int64{0, 1, 3} {
		next := dashboard("a")
		next.Name, next.Version = "b", version
		if err := o.Store.Update(ctx, p, next); !errors.Is(err, dashboards.ErrChanged) {
			t.Errorf("version %d: %v", version, err)
		}
	}
	if got, err := o.Store.Read(ctx, p, "dsh_a"); err != nil || !reflect.DeepEqual(got, dashboard("a")) {
		t.Errorf("%+v %v", got, err)
	}
}

func atOnce(t *testing.T, o Opened) {
	p := o.Owner(t)
	must(t, o.Store.Create(t.Context(), p, dashboard("a")))
	var won atomic.Int64
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			next := dashboard("a")
			next.Version = 2
			switch err := o.Store.Update(context.WithoutCancel(t.Context()), p, next); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, dashboards.ErrChanged):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := won.Load(); n != 1 {
		t.Errorf("%d changes of the same version were kept", n)
	}
}

func names(t *testing.T, o Opened) {
	p, ctx := o.Owner(t), t.Context()
	must(t, o.Store.Create(ctx, p, dashboard("a")))
	must(t, o.Store.Create(ctx, p, dashboard("b")))
	second := dashboard("a")
	second.ID = "dsh_second"
	want(t, o.Store.Create(ctx, p, second), fault.Conflict)
	taken := dashboard("b")
	taken.Name, taken.Version = "a", 2
	want(t, o.Store.Update(ctx, p, taken), fault.Conflict)
	want(t, o.Store.Create(ctx, "prj_none", dashboard("c")), fault.NotFound)
}

func isolation(t *testing.T, o Opened) {
	one, two, ctx := o.Owner(t), o.Owner(t), t.Context()
	must(t, o.Store.Create(ctx, one, dashboard("a")))
	other := dashboard("a")
	other.ID = "dsh_other"
	must(t, o.Store.Create(ctx, two, other))
	_, err := o.Store.Read(ctx, two, "dsh_a")
	want(t, err, fault.NotFound)
	next := dashboard("a")
	next.Version = 2
	want(t, o.Store.Update(ctx, two, next), fault.NotFound)
	want(t, o.Store.Delete(ctx, two, "dsh_a"), fault.NotFound)
	if all, err := o.Store.List(ctx, two); err != nil || len(all) != 1 || all[0].ID != "dsh_other" {
		t.Errorf("%+v %v", all, err)
	}
}

func dropped(t *testing.T, o Opened) {
	p := o.Owner(t)
	must(t, o.Store.Create(t.Context(), p, dashboard("a")))
	o.Drop(t, p)
	_, err := o.Store.Read(t.Context(), p, "dsh_a")
	want(t, err, fault.NotFound)
}
