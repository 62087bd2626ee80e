package nvidia

import (
	"sync"
	"time"

	"platform/internal/collector/gpu"
)

// ledger keeps what was counted for a device, also when it comes back after
// having been away.
type ledger struct {
	mu    sync.Mutex
	links map[string]*linkTotal
}

type linkTotal struct {
	receive, transmit float64 // exact up to 2^53 bytes
	since             time.Time
}

func newLedger() *ledger { return &ledger{links: map[string]*linkTotal{}} }

func (l *ledger) add(id string, receive, transmit float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.links[id]
	if t == nil {
		t = &linkTotal{since: time.Now()}
		l.links[id] = t
	}
	t.receive += receive
	t.transmit += transmit
}

func (l *ledger) read(id string) *gpu.IO {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.links[id]
	if t == nil {
		return nil
	}
	return &gpu.IO{Receive: uint64(t.receive), Transmit: uint64(t.transmit), Since: t.since}
}
