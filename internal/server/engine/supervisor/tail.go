package supervisor

import (
	"io"
	"strings"
	"sync"
)

// tail passes on what the engine prints and keeps the end of it, which says why it ended.
type tail struct {
	w    io.Writer
	mu   sync.Mutex
	last []byte
}

const tailBytes = 2048

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last = append(t.last, p...)
	if n := len(t.last); n > tailBytes {
		t.last = append(t.last[:0], t.last[n-tailBytes:]...)
	}
	return t.w.Write(p)
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.last))
}
