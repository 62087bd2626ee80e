package block

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"

	"go.opentelemetry.io/collector/pdata/pcommon"
)

// Records that come by the million are read from the wire straight into columns:
// decoded into messages first, they cost more than twice as much. What is rare, resources,
// scopes and values that are lists or maps, is left to the decoder.

// Wire types of protobuf.
const (
	varint    = 0
	fixed64   = 1
	delimited = 2
	fixed32   = 5
)

// part is a piece of the body. Positions instead of slices keep the collector of
// garbage out of it.
type part struct{ from, to int }

func (p part) size() int { return p.to - p.from }

// field is one field of a message.
type field struct {
	number int32
	wire   byte
	value  uint64 // unless delimited
	part   part   // when delimited
}

// reader reads the messages of a body, within the limits on nesting and numbers.
// Its first error stays: nothing is read after it, and what was read is void.
type reader struct {
	outline
	body  []byte
	err   error
	trees []pcommon.Value // values of the record being read that are more than a word
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// count adds a message to the outline.
func (r *reader) count(s *shape) {
	if s.value {
		r.values++
	} else {
		r.records++
	}
	r.bound()
}

// bound fails when there is too much of something.
func (r *reader) bound() {
	if r.exceeds() {
		r.fail(tooMany{r.limits})
	}
}

// next cuts the first field off m. It returns false when there is none, or an error.
func (r *reader) next(m *part, f *field) bool {
	if m.from >= m.to || r.err != nil {
		return false
	}
	b := r.body[m.from:m.to]
	tag, at := uvarint(b)
	f.number, f.wire = int32(tag>>3), byte(tag&7)
	if at == 0 || f.number <= 0 {
		r.fail(errTruncated)
		return false
	}
	size := 0 // of what follows the tag
	switch f.wire {
	case varint:
		f.value, size = uvarint(b[at:])
	case fixed64:
		if len(b)-at >= 8 {
			f.value, size = binary.LittleEndian.Uint64(b[at:]), 8
		}
	case fixed32:
		if len(b)-at >= 4 {
			f.value, size = uint64(binary.LittleEndian.Uint32(b[at:])), 4
		}
	case delimited:
		length, n := uvarint(b[at:])
		if n > 0 && length <= uint64(len(b)-at-n) {
			from := m.from + at + n
			f.part, size = part{from, from + int(length)}, n+int(length)
		}
	}
	if size == 0 { // too short, or a group, which is not part of OTLP
		r.fail(errTruncated)
		return false
	}
	m.from += at + size
	return true
}

// uvarint reads a number as the decoder does, which drops what exceeds 64 bits.
// n is 0 for one that does not end.
func uvarint(b []byte) (v uint64, n int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return longUvarint(b)
}

func longUvarint(b []byte) (v uint64, n int) {
	for i, c := range b[:min(len(b), binary.MaxVarintLen64)] {
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			return v, i + 1
		}
	}
	return 0, 0
}

// want fails unless the field is encoded as its number asks for.
func (r *reader) want(f *field, wire byte) {
	if f.wire != wire {
		r.misfit(f, wire)
	}
}

func (r *reader) misfit(f *field, wire byte) {
	r.fail(fmt.Errorf("field %d has wire type %d, not %d", f.number, f.wire, wire))
}

func (r *reader) varint(f *field) uint64 {
	r.want(f, varint)
	return f.value
}

func (r *reader) fixed64(f *field) uint64 {
	r.want(f, fixed64)
	return f.value
}

func (r *reader) fixed32(f *field) uint32 {
	r.want(f, fixed32)
	return uint32(f.value)
}

func (r *reader) float(f *field) float64 { return math.Float64frombits(r.fixed64(f)) }

// signed reads a number in zigzag form.
func (r *reader) signed(f *field) int32 {
	v := r.varint(f)
	return int32(uint32(v>>1)) ^ -int32(v&1)
}

// part is the content of a text, bytes or a message.
func (r *reader) part(f *field) part {
	r.want(f, delimited)
	return f.part
}

// record is the content of a message that is counted.
func (r *reader) record(f *field) part {
	r.records++
	r.bound()
	return r.part(f)
}

// text is a piece as a string, which lives as long as the body.
func (r *reader) text(p part) string {
	if p.from == p.to {
		return ""
	}
	return unsafe.String(&r.body[p.from], p.size())
}

func (r *reader) bytes(p part) []byte { return r.body[p.from:p.to] }

// traceID reads an id of 16 bytes, or of none.
func (r *reader) traceID(f *field) (id pcommon.TraceID) {
	r.id(f, id[:])
	return id
}

// spanID reads an id of 8 bytes, or of none.
func (r *reader) spanID(f *field) (id pcommon.SpanID) {
	r.id(f, id[:])
	return id
}

func (r *reader) id(f *field, id []byte) {
	bytes := r.bytes(r.part(f))
	if len(bytes) != 0 && len(bytes) != len(id) {
		r.fail(errIDLength)
	}
	copy(id, bytes)
}

// fixed64s adds the elements of a list of eight bytes each. The decoder lets a
// packed list replace what was there, so this does.
func (r *reader) fixed64s(list []uint64, f *field) []uint64 {
	if f.wire != delimited {
		r.values++
		r.bound()
		return append(list, r.fixed64(f))
	}
	b := r.bytes(f.part)
	if len(b)%8 != 0 {
		r.fail(errTruncated)
	}
	r.values += len(b) / 8
	r.bound()
	list = list[:0]
	for ; len(b) >= 8 && r.err == nil; b = b[8:] {
		list = append(list, binary.LittleEndian.Uint64(b))
	}
	return list
}

// varints adds the elements of a list of numbers.
func (r *reader) varints(list []uint64, f *field) []uint64 {
	if f.wire != delimited {
		r.values++
		r.bound()
		return append(list, r.varint(f))
	}
	for b := r.bytes(f.part); len(b) > 0 && r.err == nil; {
		v, n := uvarint(b)
		if n == 0 {
			r.fail(errTruncated)
		}
		r.values++
		r.bound()
		list, b = append(list, v), b[n:]
	}
	return list
}
