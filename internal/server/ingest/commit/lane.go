package commit

import (
	"errors"
	"maps"
	"time"

	"platform/internal/server/ingest/block"
)

// laneKey says which blocks may share an insert: one partition of one table,
// so that the insert is one part and happens wholly or not at all.
type laneKey struct {
	target Target
	table  string
	day    int32
}

// lane is the queue of one partition. Its fields belong to the Committer's lock.
type lane struct {
	c        *Committer
	key      laneKey
	open     *group
	running  int
	regulars int // requests that were answered or waited when the last group was settled
}

// A second insert of a lane runs beside the first only when it is worth a part
// of its own: small parts cost the engine more in merging than they bring in time.
const (
	laneInserts = 2
	worthRows   = 10_000
)

// lanesKept bounds the lanes that are remembered while nothing happens on them.
const lanesKept = 1024

// ready tells whether the open group is to be inserted now.
func (l *lane) ready() bool {
	g := l.open
	return g != nil && (g.due || g.rows >= worthRows || l.complete()) && (l.running == 0 || l.running < laneInserts && g.rows >= worthRows)
}

// complete tells that more company is unlikely: there are as many requests as
// the last time, and none is being decoded. So a single sender never waits for
// others, and several do not wait once they are all there.
func (l *lane) complete() bool { return len(l.open.units) >= l.regulars && l.c.expected == 0 }

// group is blocks that are inserted together.
type group struct {
	id      uint64
	from    *lane // nil for a group that was recovered from the journal
	lane    laneKey
	columns []string
	blocks  [][]byte
	units   []unit
	rows    uint64
	bytes   int
	waits   time.Time // since when it waits for company
	last    time.Time // when its last request came
	due     bool      // the linger is over
	timer   *time.Timer

	done chan struct{} // closed when settled
	err  error         // set before done is closed; nil: committed
}

// ids are the ingest ids of the group's rows.
func (g *group) ids() []uint64 {
	ids := make([]uint64, len(g.units))
	for i, u := range g.units {
		ids[i] = u.key.ID()
	}
	return ids
}

func (c *Committer) lane(t Target, b block.Block) *lane {
	key := laneKey{t, b.Table, b.Day}
	l := c.lanes[key]
	if l == nil {
		if len(c.lanes) >= lanesKept {
			maps.DeleteFunc(c.lanes, func(_ laneKey, l *lane) bool { return l.open == nil && l.running == 0 })
		}
		l = &lane{c: c, key: key}
		c.lanes[key] = l
	}
	return l
}

// add puts a block into the open group.
func (l *lane) add(u unit, b block.Block) *group {
	if g := l.open; g != nil && (g.bytes+len(b.Data) > l.c.opt.GroupBytes || !sameColumns(g.columns, b.Columns)) {
		l.start()
	}
	g := l.open
	if g == nil {
		g = &group{id: l.c.journal.nextID(), from: l, lane: l.key, columns: b.Columns, waits: time.Now(), done: make(chan struct{})}
		g.timer = time.AfterFunc(l.c.opt.Linger, func() { l.linger(g) })
		l.open = g
	}
	g.last = time.Now()
	g.blocks = append(g.blocks, b.Data)
	g.units = append(g.units, u)
	g.rows += uint64(b.Rows)
	g.bytes += len(b.Data)
	l.c.queued += int64(len(b.Data))
	l.c.pending[u] = g
	if g.bytes >= l.c.opt.GroupBytes || g.rows >= uint64(l.c.opt.GroupRows) || l.ready() {
		l.start()
	}
	return g
}

func sameColumns(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// linger is over for g: it is inserted now, or when an insert before it ends.
func (l *lane) linger(g *group) {
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	if l.open != g {
		return
	}
	if l.coming(g) {
		g.timer.Reset(l.c.opt.Linger / 4) // look again soon
		return
	}
	g.due = true
	if l.ready() {
		l.start()
	}
}

// coming tells that the wait is worth it: a request is being decoded, or the
// senders are coming back one after the other.
func (l *lane) coming(g *group) bool {
	waited, most := time.Since(g.waits), l.c.opt.MaxLinger
	return l.c.expected > 0 && waited < most || time.Since(g.last) < l.c.opt.Linger && waited < most/2
}

// close inserts what is there without waiting for company.
func (l *lane) close() {
	if l.open != nil {
		l.start()
	}
}

// start closes the open group and inserts it.
func (l *lane) start() {
	g := l.open
	l.open = nil
	g.timer.Stop()
	l.running++
	l.c.work.Go(func() {
		err := l.c.write(g)
		l.c.settle(g, err)
	})
}

// write inserts a group, and keeps at it until its outcome is known. The error
// tells why it is given up.
func (c *Committer) write(g *group) error {
	turn := c.turn(g.lane.target)
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-c.ctx.Done():
		return ErrClosed
	}
	if err := c.journal.begin(g); err != nil {
		return errors.Join(ErrUnavailable, err)
	}
	err := c.engine.Insert(c.ctx, g.lane.target, g.lane.table, g.columns, g.blocks, g.token(0))
	if err != nil {
		err = c.resolve(g, err)
	}
	c.note(g, err)
	return err
}

// turn bounds the inserts of a target: one that hangs must not stop others.
func (c *Committer) turn(t Target) chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.inserts[t] == nil {
		c.inserts[t] = make(chan struct{}, c.opt.Inserts)
	}
	return c.inserts[t]
}

// note ends g in the journal. That this fails changes nothing about the rows:
// the next start looks for them.
func (c *Committer) note(g *group, err error) {
	o := committed
	if err != nil {
		o = dropped
	}
	if c.ctx.Err() != nil && err != nil {
		return // given up for the end of the process: unsettled
	}
	if err := c.journal.end(g, o); err != nil {
		c.log.Warn("journal not written", "error", err)
	}
}

// settle wakes who waits for g, and lets the lane go on.
func (c *Committer) settle(g *group, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	for _, u := range g.units {
		delete(c.pending, u)
		if err == nil {
			c.recent.add(u, now)
		}
	}
	c.queued -= int64(g.bytes)
	if err == nil {
		c.stats.Groups++
		c.stats.Rows += g.rows
		c.stats.Bytes += uint64(g.bytes)
	}
	g.blocks = nil
	g.err = err
	close(g.done)

	if g.from != nil {
		g.from.next(len(g.units))
	}
}

// next goes on after a group of so many requests. Its senders are answered and
// may be back soon: who waits already waits for them, so that few senders do not
// settle into two groups that take turns.
func (l *lane) next(answered int) {
	l.running--
	l.regulars = answered
	if g := l.open; g != nil {
		l.regulars += len(g.units)
		if l.running == 0 {
			g.due, g.waits = false, time.Now()
			g.timer.Reset(l.c.opt.Linger)
		}
	}
	if l.ready() {
		l.start()
	}
}
