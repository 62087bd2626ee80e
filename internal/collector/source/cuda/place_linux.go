//go:build amd64 || arm64

package cuda

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// place puts probes into all libraries that were found since the last call, one
// right after the other: the kernel waits for a grace period before the first and
// takes the others along. Side by side they would wait for each other.
func (t *tracer) place() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	var found []*library
	drivers := false
	for _, l := range t.libraries {
		if !l.placed {
			found = append(found, l)
			drivers = drivers || l.kind == driverLibrary
		}
	}
	if len(found) == 0 {
		return nil
	}
	if err := t.load(); err != nil {
		t.libraries = slices.DeleteFunc(t.libraries, func(l *library) bool { return !l.placed })
		for _, l := range found {
			l.handle.Close()
		}
		return fmt.Errorf("attach to %s: %w", found[0].path, err)
	}
	start := time.Now()
	defer func() { t.took.Attach += time.Since(start) }()
	var err error
	if drivers {
		err = t.restore() // what is known of runtime libraries is not known of this driver
	}
	for _, l := range found {
		err = errors.Join(err, l.place(t.programs))
	}
	return err
}

// put attaches one group of probes, unless it is there.
func (l *library) put(p *programs, g group) error {
	if l.links[g] != nil {
		return nil
	}
	at := probes(l.kind, l.id, l.image)[g]
	var err error
	l.links[g], err = p.attach(fmt.Sprintf("/proc/self/fd/%d", l.handle.Fd()), at, g == returns)
	return err
}

// place attaches all groups of probes. A library that cannot be probed counts as
// placed too, or it would be tried and complained of for each process that maps
// it.
func (l *library) place(p *programs) (err error) {
	for g := range groups {
		err = errors.Join(err, l.put(p, g))
	}
	l.placed = true
	if err != nil {
		return fmt.Errorf("attach to %s: %w", l.path, err)
	}
	return nil
}

// remove detaches all probes.
func (l *library) remove() error {
	var all links
	for g := range groups {
		all = append(all, l.links[g]...)
		l.links[g] = nil
	}
	return all.close()
}

func (l *library) close() error {
	return errors.Join(l.remove(), l.handle.Close())
}
