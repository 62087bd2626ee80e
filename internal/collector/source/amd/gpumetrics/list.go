package gpumetrics

import (
	"encoding/binary"
	"fmt"
	"math"
)

// From revision 1.9 on, a table is a list: the number of its entries, and for
// each what it is and how many values of which type follow.

// Entries that are used, by their id.
const (
	idHotspot    = 0
	idMemory     = 1
	idPower      = 3
	idGFX        = 4
	idController = 5
	idEnergy     = 7
	idCycles     = 10 // the residencies follow it
	idReplays    = 25
	idLinkRead   = 29
	idLinkWrite  = 30
	idGFXClock   = 33
	idMemClock   = 37
	idPartitions = 38
	idGFXBusy    = 40
	idJPEG       = 41
	idVCN        = 42
)

const (
	maxEntries = 256
	listStart  = headerSize + 4
)

// widths are the bytes of a value by its type: unsigned and signed of 8, 16, 32
// and 64 bits.
var widths = [...]int{1, 1, 2, 2, 4, 4, 8, 8}

// parseList reads a table that is a list. Entries that are not known are
// skipped.
func (t *Table) parseList(raw []byte) error {
	if len(raw) < listStart {
		return fmt.Errorf("%w of revision %d.%d", ErrTruncated, t.Format, t.Content)
	}
	count := int(int32(binary.LittleEndian.Uint32(raw[headerSize:])))
	if count < 0 || count > maxEntries {
		return fmt.Errorf("%w of revision %d.%d with %d entries", ErrUnknown, t.Format, t.Content, count)
	}
	var residency [1 + len(residencies)]*uint64
	at := listStart
	for range count {
		if at+8 > len(raw) {
			return fmt.Errorf("%w of revision %d.%d: a list cut short", ErrTruncated, t.Format, t.Content)
		}
		code := binary.LittleEndian.Uint64(raw[at:])
		at += 8
		kind, id, n := code>>20&0xf, int(code>>10&0x3ff), int(code&0x3ff)
		if kind >= uint64(len(widths)) {
			return fmt.Errorf("%w of revision %d.%d: type %d", ErrUnknown, t.Format, t.Content, kind)
		}
		width := widths[kind]
		if at+n*width > len(raw) {
			return fmt.Errorf("%w of revision %d.%d: a list cut short", ErrTruncated, t.Format, t.Content)
		}
		e := entry{raw[at : at+n*width], width}
		at += n * width
		if id >= idCycles && id < idCycles+len(residency) {
			residency[id-idCycles] = e.first()
			continue
		}
		t.take(id, e)
	}
	t.takeResidency(residency[:])
	return nil
}

// entry is the values of an entry.
type entry struct {
	raw   []byte
	width int
}

// values calls f with each value that the GPU has.
func (e entry) values(f func(uint64)) {
	for at := 0; at+e.width <= len(e.raw); at += e.width {
		var n, none uint64
		switch e.width {
		case 1:
			n, none = uint64(e.raw[at]), math.MaxUint8
		case 2:
			n, none = uint64(binary.LittleEndian.Uint16(e.raw[at:])), math.MaxUint16
		case 4:
			n, none = uint64(binary.LittleEndian.Uint32(e.raw[at:])), math.MaxUint32
		default:
			n, none = binary.LittleEndian.Uint64(e.raw[at:]), math.MaxUint64
		}
		if n != none {
			f(n)
		}
	}
}

func (e entry) first() (v *uint64) {
	e.values(func(n uint64) {
		if v == nil {
			v = &n
		}
	})
	return v
}

func (e entry) largest() (v *uint64) {
	e.values(func(n uint64) {
		if v == nil || n > *v {
			v = &n
		}
	})
	return v
}

func (e entry) busiest() (p *float64) {
	e.values(func(n uint64) {
		if part := float64(n) / 100; n <= 100 && (p == nil || part > *p) {
			p = &part
		}
	})
	return p
}

// average is that of all percentages.
func (e entry) average() *float64 {
	sum, n := uint64(0), uint64(0)
	e.values(func(v uint64) {
		if v <= 100 {
			sum, n = sum+v, n+1
		}
	})
	if n == 0 {
		return nil
	}
	return new(float64(sum) / float64(100*n))
}

func (e entry) bytes() (sum *uint64) {
	e.values(func(kb uint64) {
		if kb > math.MaxUint64/1024/links {
			return
		}
		if sum == nil {
			sum = new(uint64(0))
		}
		*sum += kb * 1024
	})
	return sum
}

// take keeps an entry.
func (t *Table) take(id int, e entry) {
	switch id {
	case idHotspot:
		t.Hotspot = scaled(e.first(), 1)
	case idMemory:
		t.Memory = scaled(e.largest(), 1)
	case idPower:
		t.Power = scaled(e.first(), 1)
	case idGFX:
		t.GFX = e.busiest()
	case idController:
		t.Controller = e.busiest()
	case idEnergy:
		t.Energy = scaled(e.first(), 1<<16)
	case idReplays:
		t.Replays = e.first()
	case idLinkRead:
		t.LinkRead = e.bytes()
	case idLinkWrite:
		t.LinkWrite = e.bytes()
	case idGFXClock:
		t.GraphicsClock = hertz(e.largest())
	case idMemClock:
		t.MemoryClock = hertz(e.largest())
	case idPartitions:
		if n := e.first(); n != nil && *n <= maxPartitions {
			t.Partitions = make([]Partition, *n)
		}
	case idGFXBusy:
		t.share(e, func(p *Partition, part entry) { p.GFX = part.average() })
	case idJPEG, idVCN:
		if busy := e.busiest(); busy != nil && (t.Media == nil || *busy > *t.Media) {
			t.Media = busy
		}
		t.share(e, func(p *Partition, part entry) {
			if busy := part.busiest(); busy != nil && (p.Media == nil || *busy > *p.Media) {
				p.Media = busy
			}
		})
	}
}

// share gives each partition its part of the values of an entry.
func (t *Table) share(e entry, f func(*Partition, entry)) {
	if len(t.Partitions) == 0 || len(e.raw)/e.width%len(t.Partitions) != 0 {
		return
	}
	part := len(e.raw) / len(t.Partitions)
	for i := range t.Partitions {
		f(&t.Partitions[i], entry{e.raw[i*part : (i+1)*part], e.width})
	}
}

func (t *Table) takeResidency(counts []*uint64) {
	if counts[0] == nil {
		return
	}
	r := &Residency{Cycles: uint32(*counts[0])}
	for i, n := range counts[1:] {
		if n != nil {
			r.held[i] = uint32(*n)
		}
	}
	t.Residency = r
}

func scaled(n *uint64, by float64) *float64 {
	if n == nil || *n == 0 {
		return nil
	}
	return new(float64(*n) / by)
}

func hertz(mhz *uint64) *uint64 {
	if mhz == nil || *mhz > math.MaxUint32 {
		return nil
	}
	return new(*mhz * 1e6)
}
