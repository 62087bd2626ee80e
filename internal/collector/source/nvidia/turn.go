package nvidia

import (
	"sync/atomic"
	"time"
)

// turn is a lock for calls that must not be made side by side. Waiting for it
// has an end, and nobody waits behind a call that hangs.
type turn struct {
	held  chan struct{}
	stuck atomic.Bool // the holder did not give it back in time
}

// turnWait is how long a holder may be waited for; the calls take milliseconds.
const turnWait = time.Second

func newTurn() *turn { return &turn{held: make(chan struct{}, 1)} }

// take reports whether it is the caller's turn.
func (t *turn) take() bool {
	select {
	case t.held <- struct{}{}:
		return true
	default:
	}
	if t.stuck.Load() {
		return false
	}
	timeout := time.NewTimer(turnWait)
	defer timeout.Stop()
	select {
	case t.held <- struct{}{}:
		return true
	case <-timeout.C:
		t.stuck.Store(true)
		return false
	}
}

func (t *turn) give() {
	t.stuck.Store(false)
	<-t.held
}
