// Package evaluationtest says how every evaluation.Store must behave.
package evaluationtest

import (
	"reflect"
	"testing"
	"time"

	"platform/internal/server/evaluation"
	"platform/internal/server/fault"
	"platform/internal/server/llm"
	"platform/internal/server/storetest"
)

// Opened is an empty store with ways to make and delete its owners.
type Opened = storetest.Opened[evaluation.Store]

// RunStore runs the suite against stores made by open, one per case.
func RunStore(t *testing.T, open func(t *testing.T) Opened) {
	storetest.Run(t, open, []storetest.Case[evaluation.Store]{
		{Says: "settings and types are read back", Run: settings},
		{Says: "runs are listed, newest first, and forgotten", Run: runs},
		{Says: "everything goes with its configuration", Run: dropped},
	})
}

var day = time.Date(2026, 11, 15, 1, 2, 3, 456789000, time.UTC)

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T any](t *testing.T, got []T, err error, want ...T) {
	t.Helper()
	ok(t, err)
	if len(got) != len(want) || len(want) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func settings(t *testing.T, o Opened) {
	ctx, one, two := t.Context(), o.Owner(t), o.Owner(t)
	own := evaluation.Setting{ID: "tone", Label: "Tone", Description: "d", Prompt: "p\nq", Enabled: true, Threshold: new(0.25)}
	off := evaluation.Setting{ID: "bias"}
	ok(t, o.Store.PutSetting(ctx, one, own))
	ok(t, o.Store.PutSetting(ctx, one, off))
	got, err := o.Store.Settings(ctx, one)
	equal(t, got, err, off, own)
	got, err = o.Store.Settings(ctx, two)
	equal(t, got, err)
	own.Threshold, own.Label, own.Enabled = nil, "Manner", false
	ok(t, o.Store.PutSetting(ctx, one, own))
	if err := o.Store.DeleteSetting(ctx, two, "tone"); !fault.Is(err, fault.NotFound) {
		t.Error(err)
	}
	ok(t, o.Store.DeleteSetting(ctx, one, "bias"))
	got, err = o.Store.Settings(ctx, one)
	equal(t, got, err, own)
	if err := o.Store.PutSetting(ctx, "none", own); !fault.Is(err, fault.NotFound) {
		t.Error(err)
	}
}

func run(id string, at time.Time, verdict string) evaluation.Run {
	return evaluation.Run{ID: id, Name: "run " + id, At: at, Caller: evaluation.Caller{Key: "key"}, Provider: "openai", Model: "gpt", Usage: llm.Usage{Input: 3, Output: 4, CacheRead: 1, CacheWrite: 2},
		Cost: new(0.5), Took: 1500 * time.Millisecond, Prompt: "p", Response: "r", Contexts: 2,
		Verdicts: []evaluation.Verdict{{Type: "bias", Score: 0.75, Verdict: verdict, Classification: "c", Explanation: "e"}}, Metadata: map[string]string{"a": "b"}}
}

func runs(t *testing.T, o Opened) {
	ctx, one, two := t.Context(), o.Owner(t), o.Owner(t)
	a, b, c := run("a", day, "no"), run("b", day.Add(time.Hour), "yes"), run("c", day.Add(2*time.Hour), "no")
	b.Cost = nil
	for _, r := range []evaluation.Run{a, b, c} {
		ok(t, o.Store.AddRun(ctx, one, r))
	}
	ok(t, o.Store.AddRun(ctx, two, run("other", day, "no")))
	f := func(q evaluation.RunQuery, want ...evaluation.Run) {
		t.Helper()
		got, err := o.Store.Runs(ctx, one, q)
		equal(t, got, err, want...)
	}
	end := day.Add(24 * time.Hour)
	f(evaluation.RunQuery{Before: end, Limit: 10}, c, b, a)
	f(evaluation.RunQuery{Before: end, Limit: 2}, c, b)
	f(evaluation.RunQuery{Before: c.At, Limit: 10}, b, a)
	f(evaluation.RunQuery{Before: end, Limit: 10, Failed: true}, b)
	f(evaluation.RunQuery{Before: end, Limit: 10, Name: a.Name}, a)
	f(evaluation.RunQuery{Before: end, Limit: 10, Name: a.Name, Failed: true})
	ok(t, o.Store.DropRuns(ctx, b.At))
	f(evaluation.RunQuery{Before: end, Limit: 10}, c, b)
}

func dropped(t *testing.T, o Opened) {
	ctx, db := t.Context(), o.Owner(t)
	ok(t, o.Store.PutSetting(ctx, db, evaluation.Setting{ID: "x"}))
	ok(t, o.Store.AddRun(ctx, db, run("a", day, "no")))
	o.Drop(t, db)
	got, err := o.Store.Runs(ctx, db, evaluation.RunQuery{Before: day.Add(time.Hour), Limit: 10})
	equal(t, got, err)
}
