package queue

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	suffix   = ".snapshot"
	lastName = "last.sent"
	tempName = "writing"
	lockName = "lock"
)

// dir is a directory with one file per record. A file appears whole: it is
// written under another name, synced, and renamed.
type dir struct {
	path string
	lock *os.File // held until the process ends, however it ends
}

func openDir(path string) (*dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(lock); err != nil {
		lock.Close()
		return nil, fmt.Errorf("another collector uses it: %w", err)
	}
	return &dir{path, lock}, nil
}

func (d *dir) close() error { return d.lock.Close() }

func (d *dir) file(seq uint64) string {
	return filepath.Join(d.path, fmt.Sprintf("%020d%s", seq, suffix))
}

// list returns the records of the directory in order and the highest number
// seen. Files that are no whole records are removed and counted; their bodies
// are checked when they are read.
func (d *dir) list(limit int64) (entries []entry, last uint64, unreadable int, err error) {
	files, err := os.ReadDir(d.path)
	if err != nil {
		return nil, 0, 0, err
	}
	for _, f := range files {
		seq, ok := sequence(f.Name())
		if !ok {
			continue
		}
		last = max(last, seq)
		e, err := d.describe(seq, limit)
		if err != nil {
			unreadable++
			d.remove(seq)
			continue
		}
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.seq, b.seq) })
	return entries, last, unreadable, nil
}

// sequence returns the number in a record's file name.
func sequence(name string) (uint64, bool) {
	digits, ok := strings.CutSuffix(name, suffix)
	seq, err := strconv.ParseUint(digits, 10, 64)
	return seq, ok && err == nil && len(digits) == 20 && seq < 1<<63
}

func (d *dir) describe(seq uint64, limit int64) (entry, error) {
	f, err := os.Open(d.file(seq))
	if err != nil {
		return entry{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return entry{}, err
	}
	var header [headerSize]byte
	if _, err := io.ReadFull(f, header[:]); err != nil {
		return entry{}, err
	}
	at, length, err := parseHeader(header[:])
	if err != nil || !info.Mode().IsRegular() || info.Size() != headerSize+length || length > limit {
		return entry{}, errRecord
	}
	return entry{seq: seq, time: at, size: length, onDisk: true}, nil
}

func (d *dir) read(seq uint64, limit int64) (Record, error) {
	r, err := readRecord(d.file(seq), limit)
	r.Seq = seq
	return r, err
}

func readRecord(path string, limit int64) (Record, error) {
	f, err := os.Open(path)
	if err != nil {
		return Record{}, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, headerSize+limit+1))
	if err != nil {
		return Record{}, err
	}
	at, body, err := parseRecord(raw)
	return Record{Time: at, Body: body}, err
}

// write puts r on disk. The file is synced before it gets its name, so a name
// never stands for half a record, and the directory after, so that the record
// also outlives a loss of power; some file systems cannot sync a directory,
// and the record is there all the same.
func (d *dir) write(r Record) error {
	temp := filepath.Join(d.path, tempName)
	if err := writeSynced(temp, appendRecord(make([]byte, 0, headerSize+len(r.Body)), r)); err != nil {
		return errors.Join(err, removeIfThere(temp))
	}
	if err := os.Rename(temp, d.file(r.Seq)); err != nil {
		return errors.Join(err, removeIfThere(temp))
	}
	syncDir(d.path)
	return nil
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// remove forgets a record. It is not synced: after a loss of power a record
// may come back and be sent a second time, which is better than never.
func (d *dir) remove(seq uint64) { removeIfThere(d.file(seq)) }

// keepLast makes the record the one that last returns. A record that is not on
// disk leaves none, since an older one would count twice what this one held.
func (d *dir) keepLast(seq uint64) {
	if os.Rename(d.file(seq), filepath.Join(d.path, lastName)) != nil {
		d.forgetLast()
	}
}

func (d *dir) forgetLast() { removeIfThere(filepath.Join(d.path, lastName)) }

func (d *dir) last(limit int64) (Record, bool) {
	r, err := readRecord(filepath.Join(d.path, lastName), limit)
	return r, err == nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
