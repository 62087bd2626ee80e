// Package queue keeps snapshots, oldest first, until they are sent or
// too old or too many: in memory, and on disk when it is given a directory.
//
//  1. queue.go orders, bounds and counts the records.
//  2. dir.go keeps each in a file of its own.
//  3. record.go is what such a file holds.
package queue

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Options bound a queue. Zero values take the defaults.
type Options struct {
	Dir      string        // where records are kept; "" keeps them in memory
	MaxBytes int64         // of all records together
	MaxAge   time.Duration // of a record
	KeepLast bool          // keep the last record that was sent, see Last; needs Dir
}

// Defaults: at 15 s and 100 KB per snapshot, 64 MiB is close to three hours.
const (
	DefaultMaxBytes = 64 << 20
	DefaultMaxAge   = 24 * time.Hour
)

// Stats counts what the queue holds and what it gave up. It may be read at any
// time.
type Stats struct {
	Length     atomic.Int64 // records waiting
	Bytes      atomic.Int64 // of their bodies
	Overflow   atomic.Int64 // dropped for lack of room
	Expired    atomic.Int64 // dropped for their age
	Rejected   atomic.Int64 // refused by the endpoint for good
	Unreadable atomic.Int64 // files that are corrupt, cut off or gone

	oldest atomic.Pointer[time.Time]
}

// Age returns how old the oldest waiting record is, 0 when none waits.
func (s *Stats) Age(now time.Time) time.Duration {
	if t := s.oldest.Load(); t != nil {
		return max(0, now.Sub(*t))
	}
	return 0
}

// Payload is what a record holds. In memory it is encoded only when the next
// record comes before it was sent, which in the steady state is never.
type Payload interface {
	Encode() []byte // the result is not modified
	Size() int      // of the encoding, or a guess
}

// Record is a snapshot that waits.
type Record struct {
	Seq  uint64 // rises by one with each record, also across restarts
	Time time.Time
	Body []byte  // encoded; nil when it has not been. Not to be modified
	Live Payload // as it was pushed, of the newest record; nil of others
}

type entry struct {
	seq    uint64
	time   time.Time // with a monotonic reading unless it came from disk, so a clock step does not age it
	size   int64
	onDisk bool
	body   []byte  // nil on disk and while it is not encoded
	live   Payload // of the newest entry only
}

// Queue is safe for one goroutine that pushes and one that takes.
type Queue struct {
	opt   Options
	stats *Stats
	dir   *dir // nil in memory
	now   func() time.Time

	mu      sync.Mutex
	entries []entry // oldest first
	bytes   int64
	next    uint64
	taken   bool // the head is being sent: it is not dropped meanwhile
}

// Open returns a queue that goes on with the records its directory holds. The
// directory belongs to one queue at a time.
func Open(opt Options, stats *Stats) (*Queue, error) {
	if opt.MaxBytes <= 0 {
		opt.MaxBytes = DefaultMaxBytes
	}
	if opt.MaxAge <= 0 {
		opt.MaxAge = DefaultMaxAge
	}
	q := &Queue{opt: opt, stats: stats, now: time.Now, next: 1}
	if opt.Dir != "" {
		d, err := openDir(opt.Dir)
		if err != nil {
			return nil, fmt.Errorf("open queue in %s: %w", opt.Dir, err)
		}
		q.dir = d
		if !opt.KeepLast {
			d.forgetLast()
		}
		entries, last, unreadable, err := d.list(opt.MaxBytes)
		if err != nil {
			d.close()
			return nil, fmt.Errorf("read queue in %s: %w", opt.Dir, err)
		}
		stats.Unreadable.Add(int64(unreadable))
		q.entries, q.next = entries, last+1
		for _, e := range entries {
			q.bytes += e.size
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.makeRoom()
	q.count()
	return q, nil
}

// Push adds a record; what no longer fits is dropped from the oldest end. An
// error means that the record could not be written to disk and is kept in
// memory.
func (q *Queue) Push(at time.Time, p Payload) error {
	q.mu.Lock()
	e := entry{seq: q.next, time: at, size: int64(p.Size()), live: p}
	q.next++
	q.mu.Unlock()

	var err error
	if q.dir != nil {
		e.body = p.Encode()
		e.size = int64(len(e.body))
		if e.size <= q.opt.MaxBytes { // disk is slow, so without the lock
			err = q.dir.write(Record{Seq: e.seq, Time: at, Body: e.body})
			e.onDisk = err == nil
		}
		if e.onDisk {
			e.body = nil
		}
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.settle()
	q.entries = append(q.entries, e)
	q.bytes += e.size
	q.makeRoom()
	q.count()
	if err != nil {
		return fmt.Errorf("write snapshot to the queue: %w", err)
	}
	return nil
}

// settle encodes the newest entry, which must wait behind another now.
func (q *Queue) settle() {
	if len(q.entries) == 0 {
		return
	}
	e := &q.entries[len(q.entries)-1]
	if e.live != nil && e.body == nil && !e.onDisk {
		e.body = e.live.Encode()
		q.bytes += int64(len(e.body)) - e.size
		e.size = int64(len(e.body))
	}
	e.live = nil
}

// Head returns the oldest record. It stays in the queue until Done, Discard
// or Release says what became of it.
func (q *Queue) Head() (Record, bool) {
	for {
		q.mu.Lock()
		q.makeRoom()
		q.count()
		if len(q.entries) == 0 {
			q.mu.Unlock()
			return Record{}, false
		}
		e := q.entries[0]
		q.taken = true
		q.mu.Unlock()

		if e.body != nil || e.live != nil {
			return Record{e.seq, e.time, e.body, e.live}, true
		}
		r, err := q.dir.read(e.seq, q.opt.MaxBytes)
		if err == nil {
			r.Time = e.time
			return r, true
		}
		q.leave(e.seq, &q.stats.Unreadable)
	}
}

// Done removes a record that has been sent.
func (q *Queue) Done(seq uint64) {
	if q.dir != nil && q.opt.KeepLast {
		q.dir.keepLast(seq)
	}
	q.leave(seq, nil)
}

// Discard removes a record that can never be sent and counts it in why, one of
// the queue's Stats.
func (q *Queue) Discard(seq uint64, why *atomic.Int64) { q.leave(seq, why) }

// Release leaves the head waiting for another try.
func (q *Queue) Release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken = false
}

// Last returns the record that was sent last by this queue's directory, also
// before a restart; false when it is not known.
func (q *Queue) Last() (Record, bool) {
	if q.dir == nil || !q.opt.KeepLast {
		return Record{}, false
	}
	return q.dir.last(q.opt.MaxBytes)
}

// Close gives the directory back. Records on disk stay there.
func (q *Queue) Close() error {
	if q.dir == nil {
		return nil
	}
	return q.dir.close()
}

// leave takes the record out and counts why.
func (q *Queue) leave(seq uint64, reason *atomic.Int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.taken = false
	if i := slices.IndexFunc(q.entries, func(e entry) bool { return e.seq == seq }); i >= 0 {
		q.drop(i, reason)
	}
	q.count()
}

// makeRoom drops what is too old, then the oldest until the rest fits.
func (q *Queue) makeRoom() {
	first := 0
	if q.taken {
		first = 1
	}
	now := q.now()
	for len(q.entries) > first && now.Sub(q.entries[first].time) > q.opt.MaxAge {
		q.drop(first, &q.stats.Expired)
	}
	for len(q.entries) > first && q.bytes > q.opt.MaxBytes {
		q.drop(first, &q.stats.Overflow)
	}
}

func (q *Queue) drop(i int, reason *atomic.Int64) {
	e := q.entries[i]
	q.entries = slices.Delete(q.entries, i, i+1)
	q.bytes -= e.size
	if e.onDisk {
		q.dir.remove(e.seq)
	}
	if reason != nil {
		reason.Add(1)
	}
}

func (q *Queue) count() {
	q.stats.Length.Store(int64(len(q.entries)))
	q.stats.Bytes.Store(q.bytes)
	if len(q.entries) == 0 {
		q.stats.oldest.Store(nil)
	} else {
		q.stats.oldest.Store(&q.entries[0].time)
	}
}
