package engine

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// errFull is returned when too many requests wait already.
var errFull = errors.New("too many requests are waiting")

// gate admits a number of holders at once. Those who wait are let in by turns of
// their key, so that one database's many requests do not hold up another's few.
type gate struct {
	mu      sync.Mutex
	free    int
	queue   int                        // how many may wait
	waiting int                        // how many do
	byKey   map[string][]chan struct{} // first come, first served within a key
	turns   []string                   // keys with waiters, next first
}

func newGate(size, queue int) *gate {
	return &gate{free: size, queue: queue, byKey: map[string][]chan struct{}{}}
}

// enter waits for admission; leave must be called after it succeeded.
func (g *gate) enter(ctx context.Context, key string) error {
	g.mu.Lock()
	if g.free > 0 {
		g.free--
		g.mu.Unlock()
		return nil
	}
	if g.waiting >= g.queue {
		g.mu.Unlock()
		return errFull
	}
	admitted := make(chan struct{})
	if len(g.byKey[key]) == 0 {
		g.turns = append(g.turns, key)
	}
	g.byKey[key] = append(g.byKey[key], admitted)
	g.waiting++
	g.mu.Unlock()

	select {
	case <-admitted:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	i := slices.Index(g.byKey[key], admitted)
	if i < 0 { // admitted at the same moment: pass it on
		g.admitNext()
		return ctx.Err()
	}
	g.remove(key, i)
	return ctx.Err()
}

// leave gives the place to the next in turn.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.admitNext()
}

func (g *gate) admitNext() {
	if len(g.turns) == 0 {
		g.free++
		return
	}
	key := g.turns[0]
	admitted := g.byKey[key][0]
	g.remove(key, 0)
	if len(g.byKey[key]) > 0 { // to the back of the line
		g.turns = append(slices.Delete(g.turns, 0, 1), key)
	}
	close(admitted)
}

// remove takes waiter i of key out, and the key with its last waiter.
func (g *gate) remove(key string, i int) {
	g.waiting--
	g.byKey[key] = slices.Delete(g.byKey[key], i, i+1)
	if len(g.byKey[key]) == 0 {
		delete(g.byKey, key)
		g.turns = slices.DeleteFunc(g.turns, func(k string) bool { return k == key })
	}
}
