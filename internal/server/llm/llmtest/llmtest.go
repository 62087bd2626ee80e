package llmtest

import (
	"reflect"
	"testing"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/llm"
	"platform/internal/server/storetest"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[llm.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[llm.Store]{
		{Says: "what is connected is read back", Run: connections},
		{Says: "a use has one connection", Run: usesMove},
		{Says: "databases do not see each other", Run: apart},
		{Says: "connections go with their configuration", Run: dropped},
	})
}

var day = time.Date(2026, 11, 15, 1, 2, 3, 456789000, time.UTC)

func connection(id string, uses ...llm.Use) llm.Connection {
	return llm.Connection{ID: id, Name: "name of " + id, Provider: "openai", Model: "gpt", BaseURL: "https://x/v1", Secret: "KEY", Timeout: 7 * time.Second, MaxTokens: 99,
		Uses: append([]llm.Use{}, uses...), CreatedBy: "usr", CreatedAt: day, UpdatedAt: day}
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("error %v, want a fault of status %d", err, kind)
	}
}

func list(t *testing.T, o Opened, database string, want ...llm.Connection) {
	t.Helper()
	got, err := o.Store.Connections(t.Context(), database)
	ok(t, err)
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func connections(t *testing.T, o Opened) {
	ctx, db := t.Context(), o.Owner(t)
	list(t, o, db)
	b, a := connection("b", llm.Chat), connection("a")
	ok(t, o.Store.Create(ctx, db, b))
	ok(t, o.Store.Create(ctx, db, a))
	list(t, o, db, a, b)
	same := connection("c")
	same.Name = a.Name
	is(t, o.Store.Create(ctx, db, same), fault.Conflict)
	a.Name, a.Provider, a.Model, a.BaseURL, a.Secret, a.Timeout, a.MaxTokens, a.Uses, a.UpdatedAt = "z", "custom", "m", "", "", time.Minute, 1, []llm.Use{llm.Evaluation, llm.Review}, day.Add(time.Hour)
	ok(t, o.Store.Update(ctx, db, a))
	list(t, o, db, b, a)
	a.Name = b.Name
	is(t, o.Store.Update(ctx, db, a), fault.Conflict)
	is(t, o.Store.Update(ctx, db, connection("none")), fault.NotFound)
	ok(t, o.Store.Delete(ctx, db, "b"))
	is(t, o.Store.Delete(ctx, db, "b"), fault.NotFound)
}

func usesMove(t *testing.T, o Opened) {
	ctx, db := t.Context(), o.Owner(t)
	a, b := connection("a", llm.Evaluation, llm.Chat), connection("b", llm.Chat)
	ok(t, o.Store.Create(ctx, db, a))
	ok(t, o.Store.Create(ctx, db, b))
	a.Uses = []llm.Use{llm.Evaluation}
	list(t, o, db, a, b)
	b.Uses = []llm.Use{}
	ok(t, o.Store.Update(ctx, db, b))
	list(t, o, db, a, b)
}

func apart(t *testing.T, o Opened) {
	ctx, one, two := t.Context(), o.Owner(t), o.Owner(t)
	a := connection("a", llm.Chat)
	ok(t, o.Store.Create(ctx, one, a))
	ok(t, o.Store.Create(ctx, two, connection("b", llm.Chat)))
	list(t, o, one, a)
	is(t, o.Store.Update(ctx, two, a), fault.NotFound)
	is(t, o.Store.Delete(ctx, two, "a"), fault.NotFound)
	is(t, o.Store.Create(ctx, "none", connection("c")), fault.NotFound)
	list(t, o, one, a)
}

func dropped(t *testing.T, o Opened) {
	db := o.Owner(t)
	ok(t, o.Store.Create(t.Context(), db, connection("a", llm.Chat)))
	o.Drop(t, db)
	list(t, o, db)
}
