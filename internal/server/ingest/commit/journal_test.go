package commit

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/server/ingest/block"
)

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
