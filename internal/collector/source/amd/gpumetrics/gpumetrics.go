// Package gpumetrics takes the binary table apart in which amdgpu publishes
// what the firmware of a GPU measures.
//
// The table begins with its own size and revision. layout.go says where each
// revision has its values, list.go reads the later form in which the table
// itself says so, throttle.go names why clocks are held down.
package gpumetrics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Table is what one reading says. A nil value is one that the GPU does not
// have.
type Table struct {
	Format, Content uint8 // the revision

	Edge, Hotspot, Memory *float64 // °C
	GFX                   *float64 // ratio of time the shaders were busy
	Controller            *float64 // ratio of time the memory controller was busy
	Media                 *float64 // ratio of time the busiest media engine was busy
	Power                 *float64 // W
	Energy                *float64 // J since the driver was loaded
	GraphicsClock         *uint64  // Hz, of the fastest part
	MemoryClock           *uint64  // Hz
	FanRPM                *uint64
	Replays               *uint64 // of PCIe
	LinkRead, LinkWrite   *uint64 // bytes over all XGMI links

	// Throttle holds the present reasons, nil when the table does not tell.
	Throttle []string
	// Residency counts how long each reason held; two tables tell which did
	// between them. nil when the table has no such counts.
	Residency *Residency

	Partitions []Partition // of the GPU that is in use by compute partitions
}

// Partition is the use of one compute partition.
type Partition struct {
	GFX   *float64 // ratio, average of its parts
	Media *float64 // ratio, of its busiest media engine
}

// Errors of Parse.
var (
	ErrTruncated = errors.New("truncated table")
	ErrUnknown   = errors.New("unknown table")
)

const headerSize = 4

// Parse takes a table apart.
func Parse(raw []byte) (*Table, error) {
	if len(raw) < headerSize {
		return nil, fmt.Errorf("%w of %d bytes", ErrTruncated, len(raw))
	}
	size := int(binary.LittleEndian.Uint16(raw))
	t := &Table{Format: raw[2], Content: raw[3]}
	if len(raw) < size || size < headerSize {
		return nil, fmt.Errorf("%w of revision %d.%d: %d of %d bytes", ErrTruncated, t.Format, t.Content, len(raw), size)
	}
	raw = raw[:size]
	if t.Format == 1 && t.Content >= 9 {
		if err := t.parseList(raw); err != nil {
			return nil, err
		}
		return t, nil
	}
	l, ok := layoutOf(t.Format, t.Content, size)
	if !ok {
		return nil, fmt.Errorf("%w of revision %d.%d and %d bytes", ErrUnknown, t.Format, t.Content, size)
	}
	t.parse(view(raw), l)
	return t, nil
}

// parse reads a table of known layout.
func (t *Table) parse(v view, l *layout) {
	t.Edge = v.degrees(l.edge)
	t.Hotspot = v.degrees(l.hotspot)
	t.Memory = v.degrees(l.memory)
	t.GFX = v.percent(l.gfx)
	t.Controller = v.percent(l.controller)
	t.Media = v.busiest(l.media, l.mediaEngines)
	if w, ok := v.u16(l.power); ok && w > 0 { // the second die of a board says 0
		t.Power = new(float64(w))
	}
	t.Energy = v.energy(l)
	t.GraphicsClock = v.fastest(l.graphicsClock, l.graphicsClocks)
	t.MemoryClock = v.fastest(l.memoryClock, 1)
	if rpm, ok := v.u16(l.fan); ok {
		t.FanRPM = new(uint64(rpm))
	}
	if n, ok := v.u64(l.replays); ok {
		t.Replays = &n
	}
	t.LinkRead, t.LinkWrite = v.kilobytes(l.linkRead), v.kilobytes(l.linkWrite)
	t.throttle(v, l)
	t.partitions(v, l)
}

// partitions reads the statistics by partition.
func (t *Table) partitions(v view, l *layout) {
	n, ok := v.u16(l.partitions)
	if !ok || n > maxPartitions {
		return
	}
	for i := range int(n) {
		at := l.partition + i*l.partitionSize
		var p Partition
		var sum, parts uint32
		for x := range maxParts {
			if busy, ok := v.u32(at + 4*x); ok && busy <= 100 {
				sum, parts = sum+busy, parts+1
			}
		}
		if parts > 0 {
			p.GFX = new(float64(sum) / float64(100*parts))
		}
		p.Media = v.busiest(at+4*maxParts, l.partitionMedia)
		t.Partitions = append(t.Partitions, p)
	}
	// Before partitions had their own, media engines were counted for the GPU.
	if t.Media == nil {
		for _, p := range t.Partitions {
			if p.Media != nil && (t.Media == nil || *p.Media > *t.Media) {
				t.Media = p.Media
			}
		}
	}
}

// view reads values at offsets; 0 is the offset of what a layout lacks. A value
// of ones is one that the GPU does not have.
type view []byte

func (v view) u16(at int) (uint16, bool) {
	if at == 0 || at+2 > len(v) {
		return 0, false
	}
	n := binary.LittleEndian.Uint16(v[at:])
	return n, n != math.MaxUint16
}

func (v view) u32(at int) (uint32, bool) {
	if at == 0 || at+4 > len(v) {
		return 0, false
	}
	n := binary.LittleEndian.Uint32(v[at:])
	return n, n != math.MaxUint32
}

func (v view) u64(at int) (uint64, bool) {
	if at == 0 || at+8 > len(v) {
		return 0, false
	}
	n := binary.LittleEndian.Uint64(v[at:])
	return n, n != math.MaxUint64
}

func (v view) degrees(at int) *float64 {
	n, ok := v.u16(at)
	if !ok || n == 0 {
		return nil
	}
	return new(float64(n))
}

func (v view) percent(at int) *float64 {
	n, ok := v.u16(at)
	if !ok || n > 100 {
		return nil
	}
	return new(float64(n) / 100)
}

// busiest returns the highest of n percentages.
func (v view) busiest(at, n int) (p *float64) {
	if at == 0 {
		return nil
	}
	for i := range n {
		if one := v.percent(at + 2*i); one != nil && (p == nil || *one > *p) {
			p = one
		}
	}
	return p
}

// fastest returns the highest of n clocks in MHz, as Hz.
func (v view) fastest(at, n int) (hz *uint64) {
	if at == 0 {
		return nil
	}
	for i := range n {
		if mhz, ok := v.u16(at + 2*i); ok && (hz == nil || uint64(mhz)*1e6 > *hz) {
			hz = new(uint64(mhz) * 1e6)
		}
	}
	return hz
}

// kilobytes adds up the counts of all links, as bytes.
func (v view) kilobytes(at int) (sum *uint64) {
	if at == 0 {
		return nil
	}
	for i := range links {
		kb, ok := v.u64(at + 8*i)
		if !ok || kb > math.MaxUint64/1024/links {
			continue
		}
		if sum == nil {
			sum = new(uint64(0))
		}
		*sum += kb * 1024
	}
	return sum
}

// energy is the count of the firmware, in units of 2^-16 J. The revisions
// before 1.4 are also those of GPUs for displays, whose count is in no certain
// unit or is not kept at all; those with stacked memory keep it.
func (v view) energy(l *layout) *float64 {
	n, ok := v.u64(l.energy)
	if !ok || n == 0 || n == math.MaxUint32 {
		return nil
	}
	if l.stack != 0 {
		if _, stacked := v.u16(l.stack); !stacked {
			return nil
		}
	}
	return new(float64(n) / (1 << 16))
}
