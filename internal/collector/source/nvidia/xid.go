package nvidia

import (
	"errors"
	"maps"
	"runtime"
	"sync"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/source/nvidia/nvml"
)

// xidCounts counts fault reports by device, also across sessions.
type xidCounts struct {
	mu      sync.Mutex
	devices map[string]*gpu.XIDs // never modified once there
}

func newXIDCounts() *xidCounts { return &xidCounts{devices: map[string]*gpu.XIDs{}} }

// of returns the counts of a device, nil when its reports are not watched.
func (x *xidCounts) of(id string) *gpu.XIDs {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.devices[id]
}

// watch begins to count for a device, from zero if it is a new one.
func (x *xidCounts) watch(id string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.devices[id] == nil {
		x.devices[id] = &gpu.XIDs{Since: time.Now()}
	}
}

// add counts one report. The library gives 999 for a code it does not know.
func (x *xidCounts) add(id string, code uint64) {
	if code == 999 {
		code = 0
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	old := x.devices[id]
	if old == nil {
		return
	}
	counts, first := maps.Clone(old.Counts), maps.Clone(old.First)
	if counts == nil {
		counts, first = map[uint64]uint64{}, map[uint64]time.Time{}
	}
	counts[code]++
	if counts[code] == 1 {
		first[code] = time.Now()
	}
	x.devices[id] = &gpu.XIDs{Since: old.Since, Counts: counts, First: first}
}

const eventWait = 500 * time.Millisecond

// watchXIDs waits for fault reports until the session ends, on a thread of its
// own: the wait blocks it.
func (n *session) watchXIDs() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for n.ctx.Err() == nil {
		set, err := n.lib.NewEventSet()
		if nvml.Unsupported(err) {
			return
		}
		if err == nil {
			err = n.countEvents(set)
			set.Close()
		}
		if err != nil {
			n.pause(eventWait * 2)
		}
	}
}

// countEvents counts until the session ends or the wait fails. Devices that
// come later are registered between two waits.
func (n *session) countEvents(set *nvml.EventSet) error {
	registered := map[nvml.Handle]string{}
	for n.ctx.Err() == nil {
		for _, d := range n.known() {
			if _, ok := registered[d.handle]; ok || d.parent != nil || d.lost.Load() {
				continue
			}
			registered[d.handle] = d.ID
			if set.Register(d.handle, nvml.XIDCritical) == nil {
				n.src.xids.watch(d.ID)
			}
		}
		event, err := set.Wait(eventWait)
		switch {
		case err == nil && event.Kind&nvml.XIDCritical != 0:
			n.src.xids.add(registered[event.Device], event.Data)
		case err != nil && !errors.Is(err, nvml.Timeout):
			return err
		}
	}
	return nil
}

// pause waits, and less when the session ends.
func (n *session) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-n.ctx.Done():
	case <-t.C:
	}
}
