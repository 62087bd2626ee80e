package commit

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
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

func TestRequestsThatArriveTogetherShareAnInsert(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		var all []*Expected
		for range 10 {
			all = append(all, c.Expect())
		}
		var wg sync.WaitGroup
		for i, one := range all {
			wg.Go(func() {
				if err := submit(t, one, byte(i+1), 5); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if e.inserts != 1 || len(e.rows) != 10 {
			t.Errorf("%d inserts of %d requests; want 1 of 10", e.inserts, len(e.rows))
		}
	})
}

func TestWhileInsertsRunTheNextGroupGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		var wg sync.WaitGroup
		for id := range byte(100) {
			wg.Go(func() {
				time.Sleep(time.Duration(id) * 9 * time.Millisecond)
				if err := submit(t, c.Expect(), id+1, 1); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if e.inserts != 2 || len(e.rows) != 100 {
			t.Errorf("%d inserts of %d requests; want 2 of 100", e.inserts, len(e.rows))
		}
	})
}

func TestASingleSenderWaitsForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		begun := time.Now()
		for id := range byte(5) {
			if err := submit(t, c.Expect(), id+1, 1); err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(begun); e.inserts != 5 || took != 5*time.Second {
			t.Errorf("%d inserts in %v; want 5 in 5s", e.inserts, took)
		}
	})
}

func TestSendersThatComeBackAreWaitedForByTheFewWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		var wg sync.WaitGroup
		for sender := range byte(10) {
			wg.Go(func() {
				for round := range byte(10) {
					time.Sleep(time.Duration(sender) * time.Millisecond / 2)
					if err := submit(t, c.Expect(), 10*sender+round+1, 1); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if e.inserts > 13 || len(e.rows) != 100 { // at first each waits for the first one
			t.Errorf("%d inserts of %d requests; want about 11 of 100", e.inserts, len(e.rows))
		}
	})
}

func TestAGroupWaitsForRequestsThatAreBeingDecoded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		slow, never := c.Expect(), c.Expect()
		var wg sync.WaitGroup
		wg.Go(func() { submit(t, c.Expect(), 1, 1) })
		wg.Go(func() {
			time.Sleep(c.opt.MaxLinger / 2)
			submit(t, slow, 2, 1)
		})
		begun := time.Now()
		wg.Wait()
		if e.inserts != 1 || time.Since(begun) > c.opt.MaxLinger+c.opt.Linger {
			t.Errorf("%d inserts after %v; want 1", e.inserts, time.Since(begun))
		}
		never.Withdraw()
	})
}

func TestARepeatedRequestIsNotWrittenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		var wg sync.WaitGroup
		for range 3 { // at the same time
			wg.Go(func() { submit(t, c.Expect(), 1, 5) })
		}
		wg.Wait()
		submit(t, c.Expect(), 1, 5) // later
		if e.rows[1] != 5 {
			t.Errorf("%d rows, want 5", e.rows[1])
		}
		time.Sleep(c.opt.Window + time.Second)
		submit(t, c.Expect(), 1, 5) // after the window it is another request
		if e.rows[1] != 10 {
			t.Errorf("%d rows after the window, want 10", e.rows[1])
		}
	})
}

func TestAnInsertWithUnknownOutcomeHappensOnce(t *testing.T) {
	f := func(name string, refills int, fail func(attempt int) (bool, error)) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			e := &scripted{rows: map[uint64]int{}, fail: fail}
			c := open(t, e, t.TempDir(), nil)
			defer closeNow(t, c)
			if err := submit(t, c.Expect(), 1, 5); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if e.rows[1] != 5 || e.refills != refills {
				t.Errorf("%s: %d rows, want 5; %d refills, want %d", name, e.rows[1], e.refills, refills)
			}
			if len(c.troubled) > 0 {
				t.Errorf("%s: still in trouble", name)
			}
		})
	}
	f("answer lost", 1, func(int) (bool, error) { return true, errLost })
	f("insert lost", 0, func(n int) (bool, error) { return n > 1, map[bool]error{false: errLost}[n > 1] })
	f("insert lost, then answer lost", 1, func(n int) (bool, error) { return n > 1, errLost })
	f("down for a while", 0, func(n int) (bool, error) { return n > 5, map[bool]error{false: errLost}[n > 5] })
}

func TestAPartOfAnInsertIsRemovedAndWrittenAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		e.fail = func(n int) (bool, error) {
			if n == 1 {
				e.rows[1] = 2 // of 5
				return false, errLost
			}
			return true, nil
		}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		if err := submit(t, c.Expect(), 1, 5); err != nil || e.rows[1] != 5 {
			t.Errorf("%d rows, want 5: %v", e.rows[1], err)
		}
	})
}

func TestAnEngineThatStaysAwayIsUnavailableAndGetsTheRowsLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		e.set(func(int) (bool, error) { return false, errLost })
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		if err := submit(t, c.Expect(), 1, 5); !errors.Is(err, ErrUnavailable) {
			t.Errorf("engine away: %v", err)
		}
		start := time.Now()
		if err := submit(t, c.Expect(), 2, 5); !errors.Is(err, ErrUnavailable) || time.Since(start) > 0 {
			t.Errorf("engine known to be away: %v after %v", err, time.Since(start))
		}
		e.set(nil)
		if err := submit(t, c.Expect(), 1, 5); err != nil || e.rows[1] != 5 { // repeated by its sender
			t.Errorf("engine back: %d rows, %v", e.rows[1], err)
		}
		if err := submit(t, c.Expect(), 2, 5); err != nil || e.rows[2] != 5 {
			t.Errorf("engine back: %d rows, %v", e.rows[2], err)
		}
	})
}

func TestWhatTheEngineRefusesForGoodIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, fail: func(int) (bool, error) { return false, &Refused{errors.New("no such table")} }}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		if err := submit(t, c.Expect(), 1, 5); !errors.Is(err, ErrUnavailable) {
			t.Errorf("got %v", err)
		}
		if e.inserts > 4 || c.Stats().QueuedBytes != 0 {
			t.Errorf("%d inserts, %d bytes queued", e.inserts, c.Stats().QueuedBytes)
		}
	})
}

func TestAFullQueueIsBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), func(o *Options) { o.QueueBytes = 10 })
		defer closeNow(t, c)
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := submit(t, c.Expect(), 1, 20); err != nil { // alone it may be larger
				t.Error(err)
			}
		})
		synctest.Wait()
		if err := submit(t, c.Expect(), 2, 1); !errors.Is(err, ErrBusy) {
			t.Errorf("got %v", err)
		}
		wg.Wait()
		if err := submit(t, c.Expect(), 2, 1); err != nil {
			t.Error(err)
		}
	})
}

func TestARestartForgetsNothing(t *testing.T) {
	f := func(name string, wrote bool) {
		t.Helper()
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			e := &scripted{rows: map[uint64]int{}}
			c := open(t, e, dir, nil)
			if err := submit(t, c.Expect(), 1, 5); err != nil {
				t.Fatal(err)
			}
			e.set(func(int) (bool, error) { // killed during the insert: nothing more is noted or asked
				c.journal.close()
				c.cancel()
				return wrote, errLost
			})
			if err := submit(t, c.Expect(), 2, 7); err == nil {
				t.Errorf("%s: acknowledged by a dead process", name)
			}
			c.work.Wait()
			e.set(nil)
			c = open(t, e, dir, nil)
			defer closeNow(t, c)
			for id, rows := range map[byte]int{1: 5, 2: 7} {
				if err := submit(t, c.Expect(), id, rows); err != nil || e.rows[uint64(id)] != rows {
					t.Errorf("%s: request %d repeated after the restart: %d rows, want %d: %v", name, id, e.rows[uint64(id)], rows, err)
				}
			}
		})
	}
	f("killed after the insert", true)
	f("killed before the insert", false)
}

func TestLanesGoOnWhileTheJournalIsSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, dir, nil)
		e.set(func(int) (bool, error) {
			c.journal.close()
			c.cancel()
			return false, errLost
		})
		submit(t, c.Expect(), 1, 1)
		c.work.Wait()
		e.set(nil)
		e.slow = time.Second
		c = open(t, e, dir, nil)
		defer closeNow(t, c)
		var wg sync.WaitGroup
		// In the partition of the unsettled group: one is inserted while that is
		// settled after a second, the next comes before the first has ended.
		for id, after := range map[byte]time.Duration{2: 0, 3: 1010 * time.Millisecond} {
			wg.Go(func() {
				time.Sleep(after)
				if err := submit(t, c.Expect(), id, 1); err != nil {
					t.Errorf("request %d: %v", id, err)
				}
			})
		}
		wg.Wait()
	})
}

func TestCloseWritesWhatIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, t.TempDir(), func(o *Options) { o.Linger = time.Hour; o.Wait = 2 * time.Hour })
		var wg sync.WaitGroup
		wg.Go(func() {
			if err := submit(t, c.Expect(), 1, 5); err != nil {
				t.Error(err)
			}
		})
		synctest.Wait()
		closeNow(t, c)
		wg.Wait()
		if err := submit(t, c.Expect(), 2, 5); !errors.Is(err, ErrClosed) {
			t.Errorf("after Close: %v", err)
		}
	})
}

func TestATornJournalIsReadUpToTheTear(t *testing.T) {
	dir := t.TempDir()
	e := &scripted{rows: map[uint64]int{}}
	c := open(t, e, dir, func(o *Options) { o.Linger = 0 })
	for id := range byte(3) {
		if err := submit(t, c.Expect(), id+1, 5); err != nil {
			t.Fatal(err)
		}
	}
	closeNow(t, c)
	segments, _ := filepath.Glob(filepath.Join(dir, "*.log"))
	raw, err := os.ReadFile(segments[0])
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(raw) {
		if err := os.WriteFile(segments[0], raw[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		j := &journal{dir: dir, window: time.Minute, unsettled: map[uint64][]byte{}}
		past, err := j.read()
		if err != nil || len(past.committed)+len(past.unsettled) > 3 {
			t.Fatalf("cut at %d: %d committed, %d unsettled, %v", n, len(past.committed), len(past.unsettled), err)
		}
	}
}

func FuzzRecords(f *testing.F) {
	g := &group{id: 7, lane: laneKey{Target{"p", "c", "d"}, block.Logs, 20000}, rows: 3, units: []unit{{key: Key{1}}}}
	f.Add(frame(frame(nil, appendBegin(nil, g, time.Unix(1, 0))), appendEnd(nil, 7, committed, time.Unix(2, 0))))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for r := range records(raw) {
			if again, ok := parse(r.raw); !ok || again.id != r.id {
				t.Errorf("record %v does not read back", r)
			}
		}
		parseGroup(raw)
	})
}
