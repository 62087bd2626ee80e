package nvml

import (
	"time"
	"unsafe"
)

// XIDCritical is the kind of event that the driver raises for a fault.
const XIDCritical = 0x8

// EventSet waits for events of the devices registered with it.
type EventSet struct {
	lib *Library
	h   uintptr
	out *eventData
}

// Event is something that happened to a device.
type Event struct {
	Device Handle
	Kind   uint64
	Data   uint64 // the code of an XID; 999 when it has none
}

// NewEventSet returns a set without devices. Windows has no events.
func (l *Library) NewEventSet() (*EventSet, error) {
	s := &EventSet{lib: l, out: &eventData{}}
	if err := l.call(l.eventCreate, uintptr(unsafe.Pointer(&s.h))).err(); err != nil {
		return nil, err
	}
	return s, nil
}

// Register adds the events of that kind of device h to the set.
func (s *EventSet) Register(h Handle, kind uint64) error {
	return s.lib.call(s.lib.eventRegister, uintptr(h), uintptr(kind), s.h).err()
}

// Wait returns the next event, and Timeout when there is none in time.
func (s *EventSet) Wait(timeout time.Duration) (Event, error) {
	r := s.lib.call(s.lib.eventWait, s.h, uintptr(unsafe.Pointer(s.out)), uintptr(timeout.Milliseconds()))
	return Event{Device: Handle(s.out.device), Kind: s.out.eventType, Data: s.out.data}, r.err()
}

// Close frees the set.
func (s *EventSet) Close() { s.lib.call(s.lib.eventFree, s.h) }
