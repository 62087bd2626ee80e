package queue

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func open(t *testing.T, opt Options) (*Queue, *Stats) {
	t.Helper()
	stats := &Stats{}
	q, err := Open(opt, stats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { q.Close() })
	return q, stats
}

func push(t *testing.T, q *Queue, at time.Time, bodies ...string) {
	t.Helper()
	for _, b := range bodies {
		if err := q.Push(at, payload(b)); err != nil {
			t.Fatal(err)
		}
	}
}

// payload is text that guesses its size badly.
type payload string

func (p payload) Encode() []byte { return []byte(p) }
func (p payload) Size() int      { return 1 }

// drain takes everything and returns the bodies.
func drain(q *Queue) string {
	var bodies []string
	for {
		r, ok := q.Head()
		if !ok {
			return strings.Join(bodies, " ")
		}
		if r.Body == nil {
			r.Body = r.Live.Encode()
		}
		bodies = append(bodies, string(r.Body))
		q.Done(r.Seq)
	}
}

// inBoth runs f with a queue in memory and one on disk.
func inBoth(t *testing.T, f func(t *testing.T, dir string)) {
	t.Run("in memory", func(t *testing.T) { f(t, "") })
	t.Run("on disk", func(t *testing.T) { f(t, t.TempDir()) })
}

func TestRecordsLeaveInTheOrderTheyCame(t *testing.T) {
	inBoth(t, func(t *testing.T, dir string) {
		q, stats := open(t, Options{Dir: dir})
		push(t, q, time.Now(), "a", "bb", "c")
		if stats.Length.Load() != 3 || stats.Bytes.Load() != 4 {
			t.Errorf("%d records, %d bytes", stats.Length.Load(), stats.Bytes.Load())
		}
		first, _ := q.Head()
		q.Release()
		if again, _ := q.Head(); again.Seq != first.Seq {
			t.Error("a released record lost its place")
		}
		if got := drain(q); got != "a bb c" {
			t.Errorf("%q", got)
		}
		if stats.Length.Load() != 0 || stats.Bytes.Load() != 0 || stats.Age(time.Now()) != 0 {
			t.Errorf("%d records, %d bytes, age %v", stats.Length.Load(), stats.Bytes.Load(), stats.Age(time.Now()))
		}
	})
}

func TestOverflowDropsTheOldestThatIsNotBeingSent(t *testing.T) {
	inBoth(t, func(t *testing.T, dir string) {
		q, stats := open(t, Options{Dir: dir, MaxBytes: 30})
		now := time.Now()
		push(t, q, now, "0123456789", "1123456789", "2123456789")
		head, _ := q.Head()
		push(t, q, now, "3123456789", strings.Repeat("x", 31), "e")
		if stats.Overflow.Load() != 4 {
			t.Errorf("%d dropped", stats.Overflow.Load())
		}
		q.Done(head.Seq)
		if got := drain(q); got != "e" {
			t.Errorf("%q", got)
		}
		if stats.Bytes.Load() != 0 {
			t.Errorf("%d bytes", stats.Bytes.Load())
		}
	})
}

func TestWhatIsTooOldIsDroppedAndCounted(t *testing.T) {
	inBoth(t, func(t *testing.T, dir string) {
		q, stats := open(t, Options{Dir: dir, MaxAge: time.Hour})
		now := time.Now()
		push(t, q, now.Add(-50*time.Minute), "old")
		push(t, q, now, "new")
		q.now = func() time.Time { return now.Add(20 * time.Minute) }
		if got := stats.Age(now); got != 50*time.Minute {
			t.Errorf("age %v", got)
		}
		if got := drain(q); got != "new" || stats.Expired.Load() != 1 {
			t.Errorf("%q, %d expired", got, stats.Expired.Load())
		}
	})
}

func TestOnlyARecordThatMustWaitIsEncodedInMemory(t *testing.T) {
	q, stats := open(t, Options{})
	push(t, q, time.Now(), "aaa")
	if r, _ := q.Head(); r.Body != nil || r.Live != payload("aaa") {
		t.Errorf("the newest is %q, %v", r.Body, r.Live)
	}
	push(t, q, time.Now(), "b")
	if r, _ := q.Head(); string(r.Body) != "aaa" || r.Live != nil || stats.Bytes.Load() != 4 {
		t.Errorf("one that waits is %q, %v; %d bytes", r.Body, r.Live, stats.Bytes.Load())
	}
}

func TestARestartGoesOnWhereTheQueueWas(t *testing.T) {
	dir := t.TempDir()
	at := time.Now().Add(-time.Minute).Round(0)
	q, _ := open(t, Options{Dir: dir})
	push(t, q, at, "a", "b", "c")
	r, _ := q.Head()
	q.Done(r.Seq)
	q.Head() // being sent when the process dies
	q.Close()

	q, stats := open(t, Options{Dir: dir})
	if stats.Length.Load() != 2 || stats.Bytes.Load() != 2 {
		t.Errorf("%d records, %d bytes", stats.Length.Load(), stats.Bytes.Load())
	}
	push(t, q, at, "d")
	if r, _ := q.Head(); !r.Time.Equal(at) {
		t.Errorf("time %v, want %v", r.Time, at)
	}
	q.Release()
	if got := drain(q); got != "b c d" {
		t.Errorf("%q", got)
	}
}

func TestFilesAreReadableByTheirOwnerOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	q, _ := open(t, Options{Dir: dir})
	push(t, q, time.Now(), "a")
	for path, want := range map[string]os.FileMode{dir: 0o700, q.dir.file(1): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestCorruptAndTruncatedFilesAreSkippedAndCounted(t *testing.T) {
	f := func(name string, spoil func(file []byte) []byte) {
		t.Helper()
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			q, _ := open(t, Options{Dir: dir})
			push(t, q, time.Now(), "aaaa", "bbbb", "cccc")
			path := q.dir.file(2)
			q.Close()
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if raw = spoil(raw); raw == nil {
				err = os.Remove(path)
			} else {
				err = os.WriteFile(path, raw, 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			q, stats := open(t, Options{Dir: dir})
			if got := drain(q); got != "aaaa cccc" || stats.Length.Load() != 0 {
				t.Errorf("%q, %d left", got, stats.Length.Load())
			}
			if want := int64(1); raw != nil && stats.Unreadable.Load() != want {
				t.Errorf("%d unreadable", stats.Unreadable.Load())
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("the file is still there")
			}
		})
	}
	f("truncated", func(b []byte) []byte { return b[:len(b)-1] })
	f("longer than it says", func(b []byte) []byte { return append(b, 0) })
	f("empty", func([]byte) []byte { return []byte{} })
	f("another byte in the body", func(b []byte) []byte { b[len(b)-1]++; return b })
	f("another time", func(b []byte) []byte { b[8]++; return b })
	f("of another program", func([]byte) []byte { return bytes.Repeat([]byte("x"), 100) })
	f("gone", func([]byte) []byte { return nil })
}

func TestAFileThatVanishesWhileItWaitsIsCounted(t *testing.T) {
	q, stats := open(t, Options{Dir: t.TempDir()})
	push(t, q, time.Now(), "a", "b")
	os.Remove(q.dir.file(1))
	if got := drain(q); got != "b" || stats.Unreadable.Load() != 1 {
		t.Errorf("%q, %d unreadable", got, stats.Unreadable.Load())
	}
}

// A directory in place of the temporary file makes every write fail, as a full
// disk does.
func TestADiskThatCannotBeWrittenLeavesRecordsInMemoryInTheirPlace(t *testing.T) {
	dir := t.TempDir()
	q, stats := open(t, Options{Dir: dir, MaxBytes: 4})
	push(t, q, time.Now(), "a")
	if err := os.MkdirAll(filepath.Join(dir, tempName, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, body := range []string{"b", "c"} {
		if err := q.Push(time.Now(), payload(body)); err == nil {
			t.Error("no error although nothing was written")
		}
	}
	if err := os.RemoveAll(filepath.Join(dir, tempName)); err != nil {
		t.Fatal(err)
	}
	push(t, q, time.Now(), "d", "e") // one more than there is room for
	if got := drain(q); got != "b c d e" || stats.Overflow.Load() != 1 {
		t.Errorf("%q, %d dropped", got, stats.Overflow.Load())
	}
}

func TestADirectoryBelongsToOneQueue(t *testing.T) {
	dir := t.TempDir()
	q, _ := open(t, Options{Dir: dir})
	if _, err := Open(Options{Dir: dir}, &Stats{}); err == nil {
		t.Error("two queues share a directory")
	}
	q.Close()
	open(t, Options{Dir: dir})
}

func TestTheLastRecordSentIsKeptWhenAskedFor(t *testing.T) {
	dir := t.TempDir()
	q, _ := open(t, Options{Dir: dir, KeepLast: true})
	if _, ok := q.Last(); ok {
		t.Error("nothing has been sent yet")
	}
	push(t, q, time.Now(), "a", "b", "c")
	for range 2 {
		r, _ := q.Head()
		q.Done(r.Seq)
	}
	q.Close()
	q, stats := open(t, Options{Dir: dir, KeepLast: true})
	if r, ok := q.Last(); !ok || string(r.Body) != "b" || stats.Length.Load() != 1 {
		t.Errorf("%q, %v, %d waiting", r.Body, ok, stats.Length.Load())
	}
}

func TestFilesOfOthersAreLeftAlone(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"notes.txt", "1.snapshot", strings.Repeat("9", 20) + suffix} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	q, stats := open(t, Options{Dir: dir})
	push(t, q, time.Now(), "a")
	if files, _ := os.ReadDir(dir); len(files) != 5 || stats.Unreadable.Load() != 0 { // with the record and the lock
		t.Errorf("%v, %d unreadable", files, stats.Unreadable.Load())
	}
}

func FuzzParseRecord(f *testing.F) {
	f.Add(appendRecord(nil, Record{Time: time.Unix(1, 2), Body: []byte("body")}))
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, raw []byte) {
		at, body, err := parseRecord(raw)
		if err != nil {
			return
		}
		if again := appendRecord(nil, Record{Time: at, Body: body}); !bytes.Equal(again, raw) {
			t.Errorf("%x was read as %v, %x, which is written as %x", raw, at, body, again)
		}
	})
}

func FuzzOpenDirectory(f *testing.F) {
	f.Add("00000000000000000001.snapshot", appendRecord(nil, Record{Time: time.Now(), Body: []byte("body")}))
	f.Fuzz(func(t *testing.T, name string, file []byte) {
		if name != filepath.Base(name) || strings.ContainsAny(name, "/\x00") || name == lockName || name == "." || name == ".." || len(name) > 200 {
			return
		}
		dir := t.TempDir()
		if os.WriteFile(filepath.Join(dir, name), file, 0o600) != nil {
			return
		}
		q, _ := open(t, Options{Dir: dir, KeepLast: true})
		q.Last()
		q.Push(time.Now(), payload("new"))
		if got := drain(q); !strings.HasSuffix(got, "new") {
			t.Errorf("after %s: %q", fmt.Sprintf("%q", name), got)
		}
	})
}
