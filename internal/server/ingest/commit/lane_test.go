package commit

import (
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

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

func TestSeveralSendersAreNotKeptOnceTheyAreAllThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		for round := range byte(3) {
			all := []*Expected{c.Expect(), c.Expect(), c.Expect()}
			begun := time.Now()
			var wg sync.WaitGroup
			for i, one := range all {
				wg.Go(func() {
					if err := submit(t, one, 3*round+byte(i)+1, 1); err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			if took := time.Since(begun); took > 0 || e.inserts != int(round)+1 {
				t.Errorf("round %d: %d inserts, the last after %v; want one a round, at once", round, e.inserts, took)
			}
		}
	})
}

func TestSendersThatComeBackOneAfterTheOtherStayTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}, slow: time.Second}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		const senders, rounds = 6, 10
		var wg sync.WaitGroup
		for sender := range byte(senders) {
			wg.Go(func() {
				for round := range byte(rounds) {
					time.Sleep(time.Duration(sender) * c.opt.Linger * 3 / 4) // the last one comes long after the first
					if err := submit(t, c.Expect(), senders*round+sender+1, 1); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		if e.inserts > rounds+3 || len(e.rows) != senders*rounds {
			t.Errorf("%d inserts of %d requests; want about %d of %d", e.inserts, len(e.rows), rounds, senders*rounds)
		}
	})
}

func TestTheWaitForSendersThatDoNotComeBackIsShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &scripted{rows: map[uint64]int{}}
		c := open(t, e, t.TempDir(), nil)
		defer closeNow(t, c)
		var wg sync.WaitGroup
		for i, one := range []*Expected{c.Expect(), c.Expect(), c.Expect()} {
			wg.Go(func() { submit(t, one, byte(i)+1, 1) })
		}
		wg.Wait()
		for i, most := range []time.Duration{2 * c.opt.Linger, 0} { // the second time nobody else is known
			begun := time.Now()
			if err := submit(t, c.Expect(), byte(i)+10, 1); err != nil || time.Since(begun) > most {
				t.Errorf("request %d alone: %v after %v; want at most %v", i, err, time.Since(begun), most)
			}
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
