// Package commit writes blocks to the engine in groups, each row exactly once.
//
//  1. Submit takes the blocks of a request. A block that was committed within
//     the window is left out, one that is under way is joined, the others go
//     to the open group of their lane: target, table and day.
//  2. lane.go closes a group when it is full, or old enough and no insert
//     runs before it, so that requests which arrive together are one insert,
//     and at once when its sender is the only one.
//  3. journal.go notes which requests a group holds before it is inserted, and
//     that it was committed after. Only then Submit returns.
//  4. resolve.go settles inserts with an unknown outcome, because the engine or
//     this process died: the rows carry the id of their request, and are looked for.
package commit

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"platform/internal/server/ingest/block"
)

// Target is a database that rows go to.
type Target struct {
	Project  string
	Config   string // id of the database configuration
	Database string
}

// Engine is what is needed of the engines behind targets.
type Engine interface {
	// Insert writes blocks, which follow each other in Native format at
	// revision 0, as one insert. Same token, same blocks: written once.
	Insert(ctx context.Context, t Target, table string, columns []string, blocks [][]byte, token string) error
	// Count returns how many rows with one of these ingest ids the table has
	// on a day, and false when its rows carry no ids.
	Count(ctx context.Context, t Target, table string, day int32, ids []uint64) (n uint64, known bool, err error)
	// Delete removes the rows with one of these ingest ids of a day.
	Delete(ctx context.Context, t Target, table string, day int32, ids []uint64) error
	// Refill writes again what views derive from these rows. What a view
	// derives must be the same however often it is written.
	Refill(ctx context.Context, t Target, table string, day int32, ids []uint64) error
}

// Key identifies the content of a request, and whose it is.
type Key [16]byte

// ID is the value of the ingest column in the request's rows.
func (k Key) ID() uint64 { return binary.LittleEndian.Uint64(k[:8]) }

// Options bound the work.
type Options struct {
	Dir         string        // of the journal
	Sync        bool          // journal survives power loss
	Window      time.Duration // how long committed requests are remembered
	WindowUnits int           // how many are remembered at most
	Linger      time.Duration // how long a group waits for company
	MaxLinger   time.Duration // how long it waits for requests that are being decoded
	GroupRows   int
	GroupBytes  int
	QueueBytes  int64         // of all groups that are not committed
	Inserts     int           // at a time, of one target
	Wait        time.Duration // how long Submit waits for the engine
}

// DefaultOptions suit one machine; Dir is left to the caller.
var DefaultOptions = Options{Window: 10 * time.Minute, WindowUnits: 400_000, Linger: 8 * time.Millisecond, MaxLinger: 80 * time.Millisecond,
	GroupRows: 100_000, GroupBytes: 48 << 20, QueueBytes: 192 << 20, Inserts: 4, Wait: 8 * time.Second}

var (
	// ErrBusy means that too much waits to be written.
	ErrBusy = errors.New("the queue is full")
	// ErrUnavailable means that the engine cannot be reached or cannot write.
	ErrUnavailable = errors.New("the engine is not available")
	// ErrClosed means that the process is ending.
	ErrClosed = fmt.Errorf("%w: shutting down", ErrUnavailable)

	errAbsent = errors.New("rows are not there") // of a recovered group: insert again
)

// unit is a block of a request: what is committed once.
type unit struct {
	key   Key
	table string
	day   int32
}

// Committer groups and writes blocks.
type Committer struct {
	engine  Engine
	opt     Options
	log     *slog.Logger
	journal *journal

	mu       sync.Mutex
	closed   bool
	lanes    map[laneKey]*lane
	inserts  map[Target]chan struct{} // a token for each insert under way
	pending  map[unit]*group
	recent   recent
	queued   int64                // bytes of groups not committed
	expected int                  // requests that will be submitted soon
	troubled map[Target]time.Time // since when inserts fail

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	stats  Stats
}

// Stats count since the start.
type Stats struct {
	Groups, Rows, Bytes uint64 // committed
	Deduplicated        uint64 // blocks that were there already
	Failures            uint64 // inserts that failed or whose outcome was unknown
	QueuedBytes         int64
}

// Open reads the journal, and settles in the background what the last process
// left unsettled.
func Open(engine Engine, opt Options, log *slog.Logger) (*Committer, error) {
	j, history, err := openJournal(opt.Dir, opt.Window, opt.Sync)
	if err != nil {
		return nil, err
	}
	c := &Committer{engine: engine, opt: opt, log: log, journal: j, inserts: map[Target]chan struct{}{},
		lanes: map[laneKey]*lane{}, pending: map[unit]*group{}, troubled: map[Target]time.Time{},
		recent: recent{window: opt.Window, limit: opt.WindowUnits, at: map[unit]time.Time{}}}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	for _, e := range history.committed {
		c.recent.add(e.unit, e.at)
	}
	for _, g := range history.unsettled {
		c.recover(g)
	}
	return c, nil
}

// Expected is a request that will be submitted soon. It belongs to one goroutine.
type Expected struct {
	c    *Committer
	over bool // it is no longer waited for
}

// Expect announces a request, so that a group about to be inserted waits for it
// until it is submitted or withdrawn.
func (c *Committer) Expect() *Expected {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.expected++
	return &Expected{c: c}
}

// Withdraw ends the waiting for a request that may not come.
func (e *Expected) Withdraw() {
	e.c.mu.Lock()
	defer e.c.mu.Unlock()
	e.end()
}

// end is called with the Committer's lock held.
func (e *Expected) end() {
	if !e.over {
		e.over = true
		e.c.expected--
	}
}

// Submit commits the blocks of a request and returns when the engine has all
// of their rows. Blocks that were committed before are not written again. The
// blocks' data belongs to the Committer until Submit returns nil, and for good
// when it returns an error.
func (e *Expected) Submit(ctx context.Context, t Target, key Key, blocks []block.Block) error {
	c := e.c
	wait, cancel := context.WithTimeout(ctx, c.opt.Wait)
	defer cancel()
	for {
		groups, err := c.enqueue(e, t, key, blocks)
		if err != nil {
			return err
		}
		again := false
		for _, g := range groups {
			select {
			case <-g.done:
			case <-wait.Done():
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return ErrUnavailable
			}
			switch {
			case errors.Is(g.err, errAbsent):
				again = true
			case g.err != nil:
				return g.err
			}
		}
		if !again {
			return nil
		}
	}
}

// enqueue puts what is not committed yet into groups, and returns the groups
// to wait for.
func (c *Committer) enqueue(e *Expected, t Target, key Key, blocks []block.Block) (groups []*group, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.end() // no sooner: until then others of the group are waited for
	if c.closed {
		return nil, ErrClosed
	}
	var fresh []block.Block
	size := int64(0)
	for _, b := range blocks {
		u := unit{key, b.Table, b.Day}
		switch g := c.pending[u]; {
		case g != nil:
			groups = append(groups, g)
			c.stats.Deduplicated++
		case c.recent.has(u):
			c.stats.Deduplicated++
		default:
			fresh = append(fresh, b)
			size += int64(len(b.Data))
		}
	}
	if len(fresh) == 0 {
		return groups, nil
	}
	if since, troubled := c.troubled[t]; troubled && time.Since(since) > c.opt.Wait/8 {
		return nil, ErrUnavailable // do not pile up what cannot be written
	}
	if c.queued > 0 && c.queued+size > c.opt.QueueBytes {
		return nil, ErrBusy
	}
	for _, b := range fresh {
		groups = append(groups, c.lane(t, b).add(unit{key, b.Table, b.Day}, b))
	}
	return groups, nil
}

// Stats returns the counts so far.
func (c *Committer) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.QueuedBytes = c.queued
	return s
}

// Close refuses new blocks, writes those it has, and closes the journal. What
// cannot be written until ctx ends stays noted as unsettled.
func (c *Committer) Close(ctx context.Context) error {
	c.mu.Lock()
	c.closed = true
	for _, l := range c.lanes {
		l.close()
	}
	c.mu.Unlock()
	done := make(chan struct{})
	go func() {
		c.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		c.cancel()
		<-done
	}
	c.cancel()
	return c.journal.close()
}
