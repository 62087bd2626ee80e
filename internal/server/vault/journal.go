package vault

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"platform/internal/server/fault"
)

// journal writes events before their answers leave. Requests that come while
// it writes share the next write: one commit for many.
type journal struct {
	store Journal

	mu      sync.Mutex
	waiting []entry
	busy    bool
}

type entry struct {
	event Event
	done  chan error // gets one error or nil
}

const (
	eventsAtOnce = 500
	writeLimit   = 20 * time.Second
)

// write returns when the event is stored.
func (j *journal) write(ctx context.Context, e Event) error {
	e.ID, e.At = newID("vev"), now()
	e.Caller.Source = clean(e.Caller.Source)
	slices.Sort(e.Names)
	en := entry{e, make(chan error, 1)}
	j.mu.Lock()
	j.waiting = append(j.waiting, en)
	start := !j.busy
	j.busy = true
	j.mu.Unlock()
	if start {
		go j.drain(context.WithoutCancel(ctx)) // others wait for it too
	}
	select {
	case err := <-en.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain writes until nobody waits.
func (j *journal) drain(ctx context.Context) {
	for {
		j.mu.Lock()
		batch := j.waiting[:min(len(j.waiting), eventsAtOnce)]
		j.waiting = j.waiting[len(batch):]
		if len(batch) == 0 {
			j.waiting, j.busy = nil, false
			j.mu.Unlock()
			return
		}
		j.mu.Unlock()
		err := j.commit(ctx, batch)
		for _, en := range batch {
			en.done <- err
		}
	}
}

func (j *journal) commit(ctx context.Context, batch []entry) error {
	ctx, cancel := context.WithTimeout(ctx, writeLimit)
	defer cancel()
	events := make([]Event, len(batch))
	for i, en := range batch {
		events[i] = en.event
	}
	err := j.store.AddEvents(ctx, events)
	if fault.Is(err, fault.NotFound) { // collided with the removal of old entries
		err = j.store.AddEvents(ctx, events)
	}
	return err
}

// clean keeps what a client says about itself short and printable.
func clean(source string) string {
	source = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(source, ""))
	if runes := []rune(source); len(runes) > 64 {
		source = string(runes[:64])
	}
	return source
}
