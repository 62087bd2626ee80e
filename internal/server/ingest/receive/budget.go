package receive

import (
	"sync"
	"time"

	"platform/internal/server/fault"
)

// budget is the memory that bodies under way may take together.
type budget struct {
	mu        sync.Mutex
	used, max int64
}

// share is the part of one request. It is used by one goroutine.
type share struct {
	b *budget
	n int64
}

// InUse returns the memory of the bodies that are under way, in bytes.
func (r *Receiver) InUse() int64 {
	r.budget.mu.Lock()
	defer r.budget.mu.Unlock()
	return r.budget.used
}

func (b *budget) share() *share { return &share{b: b} }

// grow takes memory until the share has n bytes, or says that there is none:
// the sender should come again.
func (s *share) grow(n int64) error {
	if n <= s.n {
		return nil
	}
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if s.b.used+n-s.n > s.b.max {
		return fault.New(fault.TooMany, "too many requests are being received").After(time.Second)
	}
	s.b.used += n - s.n
	s.n = n
	return nil
}

func (s *share) release() {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	s.b.used -= s.n
	s.n = 0
}
