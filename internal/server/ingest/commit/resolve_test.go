package commit

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

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
