package commit

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Refused is an error of an engine that trying again does not help against:
// the table is missing or has other columns.
type Refused struct{ Err error }

func (e *Refused) Error() string { return e.Err.Error() }
func (e *Refused) Unwrap() error { return e.Err }

// attempts of an insert that the engine keeps refusing.
const refusals = 3

const (
	firstPause = 50 * time.Millisecond
	lastPause  = 2 * time.Second
)

// resolve finds out what became of an insert that failed with err, and
// inserts again when nothing of it is there. It returns nil once the rows are
// in the engine.
func (c *Committer) resolve(g *group, err error) error {
	c.trouble(g, err)
	defer c.recovered(g)
	pause := firstPause
	refused := 0
	for attempt := 1; ; attempt++ {
		if sleep(c.ctx, pause) != nil {
			return ErrClosed
		}
		pause = min(2*pause, lastPause)
		var there, known bool
		if there, known, err = c.look(g); err == nil {
			if there {
				return nil
			}
			token := g.token(attempt)
			if !known {
				token = g.token(0) // the engine's own deduplication is all there is
			}
			err = c.engine.Insert(c.ctx, g.lane.target, g.lane.table, g.columns, g.blocks, token)
			if err == nil {
				return nil
			}
		}
		c.trouble(g, err)
		if r := (*Refused)(nil); errors.As(err, &r) {
			if refused++; refused >= refusals {
				return fmt.Errorf("%w: insert into %s: %w", ErrUnavailable, g.lane.table, err)
			}
		}
	}
}

// token names an attempt at inserting g. An attempt after a look gets a name
// of its own: the engine may remember a name whose part was never finished.
func (g *group) token(attempt int) string { return fmt.Sprintf("%016x-%d", g.id, attempt) }

// look tells whether the rows of g are in the engine. A part of them, which a
// partition of more than one part can leave, is removed.
func (c *Committer) look(g *group) (there, known bool, err error) {
	ctx, cancel := context.WithTimeout(c.ctx, 30*time.Second)
	defer cancel()
	t, table, day, ids := g.lane.target, g.lane.table, g.lane.day, g.ids()
	n, known, err := c.engine.Count(ctx, t, table, day, ids)
	switch {
	case err != nil || !known || n == 0:
		return false, known, err
	case n >= g.rows:
		err := c.engine.Refill(ctx, t, table, day, ids)
		if r := (*Refused)(nil); errors.As(err, &r) { // of no use to try again, and the rows are there
			c.log.Error("views not refilled", "database", t.Database, "table", table, "error", err)
			err = nil
		}
		return true, true, err
	}
	return false, true, c.engine.Delete(ctx, t, table, day, ids)
}

// recover settles a group of which only the journal's note is left. Whoever
// sends its content again waits for the outcome.
func (c *Committer) recover(g *group) {
	g.done = make(chan struct{})
	for _, u := range g.units {
		c.pending[u] = g
	}
	c.work.Go(func() {
		err := c.lookUntilKnown(g)
		c.note(g, err)
		c.settle(g, err)
	})
}

func (c *Committer) lookUntilKnown(g *group) error {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		there, _, err := c.look(g)
		r := (*Refused)(nil)
		switch {
		case there && err == nil:
			c.recovered(g)
			return nil
		case err == nil, errors.As(err, &r): // no such table: no such rows
			c.recovered(g)
			return errAbsent
		}
		c.trouble(g, err)
		if sleep(c.ctx, pause) != nil {
			return ErrClosed
		}
	}
}

func (c *Committer) trouble(g *group, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats.Failures++
	if _, known := c.troubled[g.lane.target]; !known {
		c.troubled[g.lane.target] = time.Now()
		c.log.Warn("insert failed, will be settled", "database", g.lane.target.Database, "table", g.lane.table, "error", err)
	}
}

func (c *Committer) recovered(g *group) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if since, known := c.troubled[g.lane.target]; known {
		delete(c.troubled, g.lane.target)
		c.log.Info("inserts work again", "database", g.lane.target.Database, "after", time.Since(since).Round(time.Millisecond))
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
