package pdh

import (
	"fmt"
	"sync"
	"unsafe"

	"golang.org/x/sys/windows"

	"platform/internal/collector/dynlib"
)

// The counters, under their English names.
const (
	pathEngines       = `\GPU Engine(*)\Utilization Percentage`
	pathProcessMemory = `\GPU Process Memory(*)\Dedicated Usage`
	pathAdapterMemory = `\GPU Adapter Memory(*)\Dedicated Usage`
)

const (
	formatDouble = 0x200
	noCap        = 0x8000 // an engine may be used by more than one at a time
	moreData     = 0x800007d2
	noData       = 0x800007d5
	invalidData  = 0xc0000bc6
	maxBuffer    = 16 << 20
)

// query is an open query of the counters. It is used by one goroutine at a
// time.
type query struct {
	lib                                         *dynlib.Library
	open, add, collectData, formatted, closeAll dynlib.Symbol

	mu       sync.Mutex
	handle   uintptr
	counters [3]uintptr
	buf      []byte
}

// openQuery adds the counters to a query. The first collection is made here:
// percentages are those between two.
func openQuery() (*query, error) {
	lib, err := dynlib.Open("pdh.dll")
	if err != nil {
		return nil, err
	}
	q := &query{lib: lib}
	for name, to := range map[string]*dynlib.Symbol{
		"PdhOpenQueryW": &q.open, "PdhAddEnglishCounterW": &q.add, "PdhCollectQueryData": &q.collectData,
		"PdhGetFormattedCounterArrayW": &q.formatted, "PdhCloseQuery": &q.closeAll,
	} {
		if *to, err = lib.Lookup(name); err != nil {
			lib.Close()
			return nil, err
		}
	}
	if err := q.start(); err != nil {
		q.close()
		return nil, err
	}
	return q, nil
}

func (q *query) start() error {
	if r := pdhCall(q.open, 0, 0, uintptr(unsafe.Pointer(&q.handle))); r != 0 {
		return fmt.Errorf("open query: error %#x", r)
	}
	for i, path := range []string{pathEngines, pathProcessMemory, pathAdapterMemory} {
		text, err := windows.UTF16PtrFromString(path)
		if err != nil {
			return err
		}
		if r := pdhCall(q.add, q.handle, uintptr(unsafe.Pointer(text)), 0, uintptr(unsafe.Pointer(&q.counters[i]))); r != 0 {
			return fmt.Errorf("add %s: error %#x", path, r)
		}
	}
	pdhCall(q.collectData, q.handle)
	return nil
}

// pdhCall calls s; pointers are converted in the argument list itself.
//
//go:uintptrescapes
func pdhCall(s dynlib.Symbol, args ...uintptr) uint32 {
	r, err := s.Call(args...)
	if err != nil {
		return ^uint32(0)
	}
	return uint32(r)
}

// collect reads all counters.
func (q *query) collect() (c counts, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if r := pdhCall(q.collectData, q.handle); r != 0 && r != noData {
		return c, fmt.Errorf("collect counters: error %#x", r)
	}
	for i, to := range []*map[string]float64{&c.engines, &c.processMemory, &c.adapterMemory} {
		if *to, err = q.values(q.counters[i]); err != nil {
			return c, err
		}
	}
	return c, nil
}

// values returns the values of a counter by instance. The list may grow between
// the question for its size and that for itself.
func (q *query) values(counter uintptr) (map[string]float64, error) {
	for range 4 {
		size, n := uint32(len(q.buf)), uint32(0)
		var buf uintptr
		if size > 0 {
			buf = uintptr(unsafe.Pointer(&q.buf[0])) // on the heap, which does not move
		}
		switch r := pdhCall(q.formatted, counter, formatDouble|noCap, uintptr(unsafe.Pointer(&size)), uintptr(unsafe.Pointer(&n)), buf); {
		case r == 0:
			return parseItems(q.buf, uint64(buf), int(n)), nil
		case r == noData, r == invalidData: // nobody uses a GPU, or it is the first collection
			return nil, nil
		case r != moreData || size > maxBuffer:
			return nil, fmt.Errorf("read counter: error %#x", r)
		}
		q.buf = make([]byte, size+size/4)
	}
	return nil, fmt.Errorf("read counter: the list does not stop growing")
}

func (q *query) close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.handle != 0 {
		pdhCall(q.closeAll, q.handle)
		q.handle = 0
	}
	return q.lib.Close()
}
