package pdh

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"

	"platform/internal/collector/dynlib"
)

// What the kernel is asked of an adapter.
const (
	askSegments    = 3
	askAddress     = 6
	askRegistry    = 8
	askDeviceIDs   = 31
	askEngine      = 61
	askPerformance = 62
	askLimits      = 63
)

// The structures of the kernel's header, as far as they are used.

type adapterInfo struct {
	handle uint32
	low    uint32 // of the LUID
	high   int32
	_      [2]uint32
}

type enumAdapters struct {
	n    uint32
	list *adapterInfo
}

type queryInfo struct {
	handle, kind uint32
	data         unsafe.Pointer
	size         uint32
}

type segments struct {
	dedicatedVideo uint64
	_              [2]uint64
}

type address struct{ bus, device, function uint32 }

type registry struct {
	adapter [260]uint16
	_       [3][260]uint16
}

type deviceIDs struct {
	_      uint32
	vendor uint32
	_      [5]uint32
}

type performance struct {
	_           uint64
	memoryHz    uint64
	_           [4]uint64
	fanRPM      uint32
	_           uint32 // power, in a thousandth of a limit that is not told
	deciCelsius uint32
	_           uint32
}

type limits struct {
	_      [3]uint64
	maxFan uint32
	_      [3]uint32
}

type engine struct {
	_  uint64 // the first engine of the first part, which draws and computes
	hz uint64
	_  [5]uint64
}

// kernel asks the graphics kernel.
type kernel struct{ enum, open, query, closeOne dynlib.Symbol }

func openKernel() (*kernel, error) {
	lib, err := dynlib.Open("gdi32.dll")
	if err != nil {
		return nil, err
	}
	k := &kernel{}
	for name, to := range map[string]*dynlib.Symbol{
		"D3DKMTEnumAdapters2": &k.enum, "D3DKMTOpenAdapterFromLuid": &k.open,
		"D3DKMTQueryAdapterInfo": &k.query, "D3DKMTCloseAdapter": &k.closeOne,
	} {
		if *to, err = lib.Lookup(name); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// maxAdapters bounds what is believed of a count.
const maxAdapters = 64

func (k *kernel) adapters() ([]adapter, error) {
	e := &enumAdapters{}
	if r := pdhCall(k.enum, uintptr(unsafe.Pointer(e))); r != 0 {
		return nil, fmt.Errorf("count adapters: error %#x", r)
	}
	if e.n == 0 {
		return nil, nil
	}
	list := make([]adapterInfo, min(e.n, maxAdapters))
	e.n, e.list = uint32(len(list)), &list[0]
	if r := pdhCall(k.enum, uintptr(unsafe.Pointer(e))); r != 0 {
		return nil, fmt.Errorf("list adapters: error %#x", r)
	}
	var all []adapter
	for _, info := range list[:min(int(e.n), len(list))] {
		all = append(all, k.describe(info))
		k.release(info.handle)
	}
	return all, nil
}

func (k *kernel) release(handle uint32) { pdhCall(k.closeOne, uintptr(unsafe.Pointer(&handle))) }

// ask fills out; false when the kernel or the driver does not answer.
func ask[T any](k *kernel, handle, kind uint32, out *T) bool {
	q := &queryInfo{handle: handle, kind: kind, data: unsafe.Pointer(out), size: uint32(unsafe.Sizeof(*out))}
	return pdhCall(k.query, uintptr(unsafe.Pointer(q))) == 0
}

func (k *kernel) describe(info adapterInfo) adapter {
	a := adapter{luid: fmt.Sprintf("0x%08x_0x%08x", uint32(info.high), info.low)}
	var ids deviceIDs
	if ask(k, info.handle, askDeviceIDs, &ids) {
		a.vendor = ids.vendor
	}
	var at address
	if ask(k, info.handle, askAddress, &at) && at.bus < 256 && at.device < 32 && at.function < 8 {
		a.pci = fmt.Sprintf("0000:%02x:%02x.%x", at.bus, at.device, at.function)
	}
	r := new(registry)
	if ask(k, info.handle, askRegistry, r) {
		a.name = windows.UTF16ToString(r.adapter[:])
	}
	var s segments
	if ask(k, info.handle, askSegments, &s) {
		a.memory = s.dedicatedVideo
	}
	return a
}

// byLUID opens an adapter.
func (k *kernel) byLUID(luid string) (handle uint32, ok bool) {
	q := &struct {
		low    uint32
		high   int32
		handle uint32
	}{}
	var high uint32
	if _, err := fmt.Sscanf(luid, "0x%08x_0x%08x", &high, &q.low); err != nil {
		return 0, false
	}
	q.high = int32(high)
	if r := pdhCall(k.open, uintptr(unsafe.Pointer(q))); r != 0 {
		return 0, false
	}
	return q.handle, q.handle != 0
}

func (k *kernel) sensors(luid string) (s sensors, ok bool) {
	handle, ok := k.byLUID(luid)
	if !ok {
		return s, false
	}
	defer k.release(handle)
	var p performance
	if ask(k, handle, askPerformance, &p) {
		if p.deciCelsius > 0 && p.deciCelsius < 2000 {
			s.temperature = new(float64(p.deciCelsius) / 10)
		}
		if p.memoryHz > 0 {
			s.memoryClock = new(p.memoryHz)
		}
		var l limits
		if ask(k, handle, askLimits, &l) && l.maxFan > 0 {
			s.fan = new(float64(p.fanRPM))
		}
	}
	var e engine
	if ask(k, handle, askEngine, &e) && e.hz > 0 {
		s.graphicsClock = new(e.hz)
	}
	return s, true
}
