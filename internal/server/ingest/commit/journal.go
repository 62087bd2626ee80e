package commit

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// journal is a log of small records in segment files: which requests a group
// holds before it is inserted, and what became of it. It holds no rows.
type journal struct {
	dir    string
	window time.Duration
	sync   bool
	id     atomic.Uint64

	mu        sync.Mutex
	file      *os.File
	size      int64
	opened    time.Time
	unsettled map[uint64][]byte // begin records to carry into the next segment
	buf       []byte
}

// history is what earlier processes left in a journal.
type history struct {
	committed []entry // oldest first
	unsettled []*group
}

func openJournal(dir string, window time.Duration, sync bool) (*journal, history, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, history{}, fmt.Errorf("create journal: %w", err)
	}
	j := &journal{dir: dir, window: window, sync: sync, unsettled: map[uint64][]byte{}}
	j.id.Store(rand.Uint64())
	past, err := j.read()
	if err != nil {
		return nil, history{}, err
	}
	if err := j.rotate(); err != nil {
		return nil, history{}, err
	}
	return j, past, nil
}

// nextID names a group; ids of different processes do not meet.
func (j *journal) nextID() uint64 { return j.id.Add(1) }

// begin notes a group before it is inserted.
func (j *journal) begin(g *group) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	record := appendBegin(nil, g, time.Now())
	if err := j.append(record); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	if j.sync {
		if err := j.file.Sync(); err != nil {
			return fmt.Errorf("sync journal: %w", err)
		}
	}
	j.unsettled[g.id] = record
	return nil
}

// end notes what became of a group. Losing this note costs a look at the
// engine after the next start, so it is not synced.
func (j *journal) end(g *group, o outcome) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.unsettled, g.id)
	if err := j.append(appendEnd(nil, g.id, o, time.Now())); err != nil {
		return fmt.Errorf("write journal: %w", err)
	}
	if time.Since(j.opened) > j.window/2 {
		return j.rotate()
	}
	return nil
}

// append writes a record whole or not at all.
func (j *journal) append(payload []byte) error {
	if j.file == nil {
		return os.ErrClosed
	}
	j.buf = frame(j.buf[:0], payload)
	n, err := j.file.Write(j.buf)
	if err != nil {
		// What follows a torn record could not be read back.
		return errors.Join(err, j.file.Truncate(j.size), seek(j.file, j.size))
	}
	j.size += int64(n)
	return nil
}

func seek(f *os.File, offset int64) error {
	_, err := f.Seek(offset, 0)
	return err
}

// rotate starts a segment and removes those the window has passed.
func (j *journal) rotate() error {
	name := filepath.Join(j.dir, fmt.Sprintf("%s%020d%s", segmentPrefix, time.Now().UnixNano(), segmentSuffix))
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("start journal segment: %w", err)
	}
	if j.file != nil {
		j.file.Close()
	}
	j.file, j.size, j.opened = f, 0, time.Now()
	for _, record := range j.unsettled {
		if err := j.append(record); err != nil {
			return fmt.Errorf("write journal: %w", err)
		}
	}
	segments, err := j.segments()
	if err != nil {
		return err
	}
	for _, s := range segments {
		if info, err := os.Stat(s); err == nil && s != name && time.Since(info.ModTime()) > j.window {
			os.Remove(s)
		}
	}
	return nil
}

const (
	segmentPrefix = "journal-"
	segmentSuffix = ".log"
)

// segments are the files of the journal, oldest first.
func (j *journal) segments() ([]string, error) {
	files, err := os.ReadDir(j.dir)
	if err != nil {
		return nil, fmt.Errorf("list journal: %w", err)
	}
	var names []string
	for _, f := range files {
		if strings.HasPrefix(f.Name(), segmentPrefix) && strings.HasSuffix(f.Name(), segmentSuffix) {
			names = append(names, filepath.Join(j.dir, f.Name()))
		}
	}
	slices.Sort(names)
	return names, nil
}

// read replays the segments. A torn record ends its segment.
func (j *journal) read() (history, error) {
	segments, err := j.segments()
	if err != nil {
		return history{}, err
	}
	var past history
	begun := map[uint64]*group{}
	for _, s := range segments {
		raw, err := os.ReadFile(s)
		if err != nil {
			return history{}, fmt.Errorf("read journal: %w", err)
		}
		for r := range records(raw) {
			switch {
			case r.group != nil:
				begun[r.group.id] = r.group
				j.unsettled[r.group.id] = r.raw
			case begun[r.id] != nil:
				if r.outcome == committed {
					for _, u := range begun[r.id].units {
						past.committed = append(past.committed, entry{u, r.at})
					}
				}
				delete(begun, r.id)
				delete(j.unsettled, r.id)
			}
		}
	}
	for _, g := range begun {
		past.unsettled = append(past.unsettled, g)
	}
	return past, nil
}

func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}
