package nvidia

import (
	"sync"

	"platform/internal/collector/source/nvidia/nvml"
)

// useWindow averages the use of a GPU by processes between two ticks. One
// goroutine adds what each pass saw, another takes the average.
type useWindow struct {
	mu      sync.Mutex
	passes  int
	sum     map[uint32]taskUse // of the averages of passes
	average map[uint32]taskUse // of the last window that had a pass
	known   bool

	counts map[uint32]int // of a pass; of the goroutine that adds
	pass   map[uint32]taskUse
}

// add takes one pass: samples of processes that did something since the pass
// before. Whoever has none did nothing.
func (w *useWindow) add(samples []nvml.ProcessSample) {
	if w.counts == nil {
		w.counts, w.pass = map[uint32]int{}, map[uint32]taskUse{}
	}
	clear(w.counts)
	clear(w.pass)
	for _, s := range samples {
		if s.SM > 100 || s.Encoder > 100 || s.Decoder > 100 {
			continue // no percentage
		}
		u := w.pass[s.PID]
		u.general += float64(s.SM) / 100
		u.encoder += float64(s.Encoder) / 100
		u.decoder += float64(s.Decoder) / 100
		w.pass[s.PID] = u
		w.counts[s.PID]++
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sum == nil {
		w.sum, w.average = map[uint32]taskUse{}, map[uint32]taskUse{}
	}
	for pid, u := range w.pass {
		w.sum[pid] = w.sum[pid].plus(u, float64(w.counts[pid]))
	}
	w.passes++
	w.known = true
}

// take returns the average of the passes since the last call, or what it
// returned then when there was none. The map is the caller's until the next
// call.
func (w *useWindow) take() (map[uint32]taskUse, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.passes > 0 {
		w.sum, w.average = w.average, w.sum
		clear(w.sum)
		for pid, u := range w.average {
			w.average[pid] = taskUse{}.plus(u, float64(w.passes))
		}
		w.passes = 0
	}
	return w.average, w.known
}

// plus adds an n-th of v.
func (u taskUse) plus(v taskUse, n float64) taskUse {
	return taskUse{u.general + v.general/n, u.encoder + v.encoder/n, u.decoder + v.decoder/n}
}
