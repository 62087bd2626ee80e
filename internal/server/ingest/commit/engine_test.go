package commit

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"platform/internal/server/ingest/block"
)

// scripted is an engine in memory whose inserts fail as a test says.
type scripted struct {
	mu      sync.Mutex
	rows    map[uint64]int // by ingest id
	inserts int
	refills int
	fail    func(attempt int) (write bool, err error) // nil: inserts work
	slow    time.Duration
	noIDs   bool
}

var errLost = errors.New("connection lost")

func (e *scripted) Insert(ctx context.Context, _ Target, _ string, _ []string, blocks [][]byte, _ string) error {
	if e.slow > 0 {
		if err := sleep(ctx, e.slow); err != nil {
			return err
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inserts++
	write, err := true, error(nil)
	if e.fail != nil {
		write, err = e.fail(e.inserts)
	}
	if write {
		for _, b := range blocks {
			e.rows[uint64(b[0])] += len(b)
		}
	}
	return err
}

func (e *scripted) Count(ctx context.Context, _ Target, _ string, _ int32, ids []uint64) (n uint64, known bool, err error) {
	if err := sleep(ctx, e.slow); err != nil {
		return 0, false, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range ids {
		n += uint64(e.rows[id])
	}
	return n, !e.noIDs, nil
}

func (e *scripted) Delete(_ context.Context, _ Target, _ string, _ int32, ids []uint64) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, id := range ids {
		delete(e.rows, id)
	}
	return nil
}

func (e *scripted) Refill(context.Context, Target, string, int32, []uint64) error {
	e.refills++
	return nil
}

func (e *scripted) set(fail func(int) (bool, error)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fail = fail
}

// request is a key, and its block of so many rows whose bytes are the id.
func request(id byte, rows int) (Key, []block.Block) {
	data := make([]byte, rows)
	for i := range data {
		data[i] = id
	}
	return Key{0: id}, []block.Block{{Table: block.Traces, Day: 20000, Rows: rows, Columns: []string{"TraceId"}, Data: data}}
}

func open(t *testing.T, e Engine, dir string, change func(*Options)) *Committer {
	t.Helper()
	time.Sleep(time.Nanosecond) // segments of the journal are named by their time
	opt := DefaultOptions
	opt.Dir = dir
	if change != nil {
		change(&opt)
	}
	c, err := Open(e, opt, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func submit(t *testing.T, e *Expected, id byte, rows int) error {
	t.Helper()
	key, blocks := request(id, rows)
	return e.Submit(t.Context(), Target{Project: "p"}, key, blocks)
}

func closeNow(t *testing.T, c *Committer) {
	t.Helper()
	if err := c.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
