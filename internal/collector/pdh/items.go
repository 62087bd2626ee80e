package pdh

import (
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// Windows returns the values of a counter as entries of fixed size, followed by
// the names they point to, in one buffer.
const (
	itemSize    = 24
	statusAt    = 8
	valueAt     = 16
	maxItems    = 1 << 16
	maxNameSize = 1024 // in 16-bit units
)

// parseItems reads n entries of a buffer that lies at base. Entries without a
// valid value are left out.
func parseItems(buf []byte, base uint64, n int) map[string]float64 {
	values := make(map[string]float64, min(max(n, 0), maxItems))
	for i := range min(n, maxItems) {
		at := i * itemSize
		if at+itemSize > len(buf) {
			break
		}
		if status := binary.LittleEndian.Uint32(buf[at+statusAt:]); status > 1 { // 0 valid, 1 new
			continue
		}
		name, ok := wideString(buf, binary.LittleEndian.Uint64(buf[at:])-base)
		if !ok {
			continue
		}
		values[name] += math.Float64frombits(binary.LittleEndian.Uint64(buf[at+valueAt:]))
	}
	return values
}

// wideString reads the text that begins at an offset and ends with a zero.
func wideString(buf []byte, at uint64) (string, bool) {
	if at >= uint64(len(buf)) {
		return "", false
	}
	var units []uint16
	for buf = buf[at:]; len(buf) >= 2 && len(units) < maxNameSize; buf = buf[2:] {
		u := binary.LittleEndian.Uint16(buf)
		if u == 0 {
			return string(utf16.Decode(units)), true
		}
		units = append(units, u)
	}
	return "", false
}
