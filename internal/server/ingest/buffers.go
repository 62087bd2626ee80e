package ingest

import (
	"sync"

	"platform/internal/server/ingest/block"
)

// buffers hold encoded blocks between requests: a megabyte each, made and
// dropped for every request, would keep the collector of garbage busy.
var buffers sync.Pool

// keptBytes bounds a buffer that is kept.
const keptBytes = 8 << 20

func takeBuffer(capacity int) []byte {
	if b, ok := buffers.Get().(*[]byte); ok && cap(*b) >= capacity {
		return (*b)[:0]
	}
	return make([]byte, 0, capacity)
}

// giveBack takes the memory of blocks that are committed, so used by nobody.
func giveBack(blocks []block.Block) {
	for i := range blocks {
		if b := blocks[i].Data; cap(b) <= keptBytes {
			buffers.Put(&b)
		}
	}
}
