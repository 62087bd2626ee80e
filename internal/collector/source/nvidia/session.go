package nvidia

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"platform/internal/collector/source/nvidia/nvml"
)

// session is the time from the library's opening to its closing: the driver
// stays the same in it.
type session struct {
	src    *Source
	lib    *nvml.Library
	driver string

	// Some calls must not be made side by side, and one that hangs must not
	// take everybody along: waiting for the turn has an end.
	fields, gpm *turn

	ctx    context.Context // ends with the session
	cancel context.CancelFunc
	wg     sync.WaitGroup // all goroutines that call the library

	devices atomic.Pointer[[]*device]
}

// errStuck leaves the library open: nothing can end a call in the driver.
var errStuck = errors.New("close the management library: a call hangs in the driver")

// connect opens a session and finds its devices.
func (s *Source) connect() error {
	lib, err := nvml.Open(s.opt.Trace, s.names...)
	if err != nil {
		return err
	}
	n := &session{src: s, lib: lib, fields: newTurn(), gpm: newTurn()}
	n.ctx, n.cancel = context.WithCancel(context.Background())
	n.driver, _ = lib.DriverVersion()
	n.devices.Store(&[]*device{})
	if err := n.find(); err != nil {
		return errors.Join(err, n.close())
	}
	n.wg.Go(func() { n.watchXIDs() })
	s.mu.Lock()
	s.session, s.absent = n, nil
	s.mu.Unlock()
	return nil
}

// supervise finds devices anew, now and then and when asked, and opens the
// library again when the driver was replaced.
func (s *Source) supervise(ctx context.Context) {
	tick := time.NewTicker(rescanEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-s.kick:
		}
		s.refresh(ctx)
	}
}

// refresh finds the devices again, in a new session when the driver of the
// present one is gone.
func (s *Source) refresh(ctx context.Context) {
	s.mu.Lock()
	n := s.session
	s.mu.Unlock()
	if n != nil {
		err := n.find()
		if !nvml.Unloaded(err) || ctx.Err() != nil {
			return
		}
		s.mu.Lock()
		s.session, s.absent = nil, err
		s.mu.Unlock()
		if err := n.close(); err != nil && !nvml.Unloaded(err) {
			s.setAbsent(err)
		}
	}
	if err := s.connect(); err != nil {
		s.setAbsent(err)
	}
}

func (s *Source) setAbsent(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.absent = err
}

func (n *session) known() []*device { return *n.devices.Load() }

// find brings the list of devices up to date. A device that is as it was stays
// the same; one that the driver counts but cannot name is one of those that
// were there before, and stays as lost.
func (n *session) find() error {
	count, err := n.lib.Count()
	if err != nil {
		return fmt.Errorf("count GPUs: %w", err)
	}
	before := map[string]*device{}
	for _, d := range n.known() {
		before[d.ID] = d
	}
	now := make([]*device, 0, len(before))
	nameless := 0
	for i := range count {
		ids, err := n.identify(i, before)
		if nvml.Unloaded(err) {
			return err
		}
		if err != nil {
			nameless++
			continue
		}
		for _, id := range ids {
			d := before[id.ID]
			delete(before, id.ID)
			if d == nil || !d.identity.equal(id) {
				if d != nil {
					d.cancel()
				}
				d = n.begin(id)
			}
			now = append(now, d)
		}
	}
	for _, d := range before {
		if nameless > 0 && d.parent == nil {
			nameless--
			d.lost.Store(true)
			now = append(now, d)
		} else {
			d.cancel()
		}
	}
	n.devices.Store(&now)
	return nil
}

// awaitFirst waits until the slow values of all devices were read once.
func (n *session) awaitFirst(ctx context.Context, atMost time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	for _, d := range n.known() {
		select {
		case <-d.slow.first:
		case <-ctx.Done():
			return
		}
	}
}

func (n *session) close() error {
	n.cancel()
	if !ends(&n.wg, n.src.patience) {
		return errStuck
	}
	return n.lib.Close()
}

// ends reports whether all of wg end in time.
func ends(wg *sync.WaitGroup, within time.Duration) bool {
	ended := make(chan struct{})
	go func() {
		wg.Wait()
		close(ended)
	}()
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	select {
	case <-ended:
		return true
	case <-timeout.C:
		return false
	}
}
