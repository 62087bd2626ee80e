package cuda

import (
	"strings"

	"github.com/ianlancetaylor/demangle"
)

const (
	maxLabels  = 64    // kernel names of one process; the rest are other
	maxNames   = 16384 // names kept for one process
	maxLabel   = 256   // characters
	otherName  = "other"
	noName     = "unknown"
	graphLabel = "graph"
	aliasBit   = 1 << 63 // marks a handle among the addresses in the functions map
	maxAliases = 4       // steps from a handle to its name
)

// names tells the kernels of one process by their handles.
type names struct {
	known  map[uint64]string // handle to name as the program gave it
	labels map[uint64]string // handle to what is exported
	used   map[string]bool   // labels in use

	// Handles without a name: false when the symbol at that address has still to
	// be looked for.
	nameless map[uint64]bool
}

func newNames() *names {
	return &names{known: map[uint64]string{}, labels: map[uint64]string{}, used: map[string]bool{}, nameless: map[uint64]bool{}}
}

// learn keeps the name of a handle. A handle that is given out again names the
// new kernel.
func (n *names) learn(handle uint64, name string) {
	if name == "" || len(n.known) >= maxNames && n.known[handle] == "" {
		return
	}
	if old, ok := n.known[handle]; ok && old != name {
		delete(n.labels, handle)
	}
	n.known[handle] = name
	delete(n.nameless, handle)
}

// lookups are the places where a name may be found.
type lookups struct {
	function func(handle uint64) (uint64, bool) // the functions map
	twin     func(handle uint64) (uint64, bool) // the driver's handle of a runtime's
	text     func(address uint64) string        // a string of the process
}

// label returns the exported name of a handle.
func (n *names) label(handle uint64, from lookups) string {
	switch handle {
	case graphKernel:
		return graphLabel
	case otherKernel:
		return otherName
	}
	if l, ok := n.labels[handle]; ok {
		return l
	}
	name := n.find(handle, from)
	if name == "" {
		if _, ok := n.nameless[handle]; !ok && len(n.nameless) < maxNames {
			n.nameless[handle] = false
		}
		return noName // looked for again when it is launched again
	}
	l := shorten(demangle.Filter(name, demangle.NoParams), maxLabel)
	if !n.used[l] {
		if len(n.used) >= maxLabels {
			l = otherName
		} else {
			n.used[l] = true
		}
	}
	n.labels[handle] = l
	return l
}

// find returns the name of a handle: given with it or registered with the host
// function, or that of the handle the driver has for the same kernel.
func (n *names) find(handle uint64, from lookups) string {
	if name := n.follow(handle, from); name != "" {
		return name
	}
	if to, ok := from.twin(handle); ok {
		return n.follow(to&^aliasBit, from)
	}
	return ""
}

// follow goes from handle to handle to a name.
func (n *names) follow(handle uint64, from lookups) string {
	at := handle
	for range maxAliases {
		if name := n.known[at]; name != "" {
			return name
		}
		to, ok := from.function(at)
		if !ok {
			return ""
		}
		if to&aliasBit == 0 {
			name := from.text(to)
			n.learn(at, name)
			return name
		}
		at = to &^ aliasBit
	}
	return ""
}

// addresses returns the handles whose symbols have still to be looked for, and
// takes them for looked for. The host function of a kernel has the kernel's
// name, and older runtimes launch by its address.
func (n *names) addresses() (all []uint64) {
	for handle, tried := range n.nameless {
		if !tried {
			n.nameless[handle] = true
			all = append(all, handle)
		}
	}
	return all
}

// shorten cuts s to limit characters and replaces what is not text.
func shorten(s string, limit int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	count := 0
	for i := range s {
		if count == limit {
			return s[:i]
		}
		count++
	}
	return s
}
