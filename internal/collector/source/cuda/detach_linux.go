//go:build amd64 || arm64

package cuda

import (
	"errors"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// mark is a probed instruction, seen through a mapping of our own: the kernel
// puts a probe into every mapping of a file and takes it out of all.
type mark struct {
	page  []byte
	at    int  // in page
	plain byte // without a probe
}

// look maps the instruction at an offset of file. It returns false when no probe
// is to be seen there, as on file systems that nothing may be run from.
func look(file *os.File, offset uint64) (mark, bool) {
	var plain [1]byte
	if _, err := file.ReadAt(plain[:], int64(offset)); err != nil {
		return mark{}, false
	}
	size := uint64(os.Getpagesize())
	page, err := unix.Mmap(int(file.Fd()), int64(offset&^(size-1)), int(size), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return mark{}, false
	}
	m := mark{page, int(offset % size), plain[0]}
	if !m.probed() {
		m.close()
		return mark{}, false
	}
	return m, true
}

func (m mark) probed() bool { return m.page[m.at] != m.plain }

func (m mark) close() { unix.Munmap(m.page) }

// marks returns an instruction for each link of the library: that of its last
// probe, which the kernel removes last. It returns false when one cannot be seen.
func (l *library) marks() (all []mark, ok bool) {
	for g := range groups {
		for _, link := range l.links[g] {
			m, ok := look(l.handle, link.last)
			if !ok {
				return all, false
			}
			all = append(all, m)
		}
	}
	return all, true
}

const betweenLooks = 200 * time.Microsecond

// detach removes all probes from the libraries. It returns when no mapping holds
// one any more; what the kernel has for them is freed some grace periods later,
// and released is called then.
func detach(libraries []*library, released func()) error {
	var marks []mark
	seen := true
	for _, l := range libraries {
		all, ok := l.marks()
		marks = append(marks, all...)
		seen = seen && ok
	}
	defer func() {
		for _, m := range marks {
			m.close()
		}
	}()
	done := make(chan error, 1)
	go func() {
		errs := make([]error, len(libraries))
		var wg sync.WaitGroup
		for i, l := range libraries {
			wg.Go(func() { errs[i] = l.close() })
		}
		wg.Wait()
		done <- errors.Join(errs...)
		released()
	}()
	if !seen {
		return <-done
	}
	for _, m := range marks {
		for m.probed() {
			select {
			case err := <-done:
				return err
			case <-time.After(betweenLooks):
			}
		}
	}
	return nil
}
