package engine

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

func TestDatabasesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 100)
		if err := g.enter(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, key := range []string{"a", "a", "a", "b", "a", "c", "b"} {
			go func() {
				if g.enter(t.Context(), key) == nil {
					order = append(order, key)
					g.leave()
				}
			}()
			synctest.Wait()
		}
		g.leave()
		synctest.Wait()
		if want := []string{"a", "b", "c", "a", "b", "a", "a"}; !slices.Equal(order, want) {
			t.Errorf("order %v; want %v", order, want)
		}
		if g.free != 1 || g.waiting != 0 || len(g.byKey) != 0 || len(g.turns) != 0 {
			t.Errorf("left over: %+v", g)
		}
	})
}

func TestAFullQueueRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(1, 1)
		_ = g.enter(t.Context(), "a")
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() { failed <- g.enter(ctx, "a") }()
		synctest.Wait()
		if err := g.enter(t.Context(), "b"); !errors.Is(err, errFull) {
			t.Errorf("got %v", err)
		}
		cancel()
		if err := <-failed; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		g.leave()
		if g.free != 1 || g.waiting != 0 {
			t.Errorf("left over: %+v", g)
		}
	})
}
