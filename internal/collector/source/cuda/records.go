package cuda

import (
	"bytes"
	"encoding/binary"
)

// record is what a program sent: one of span, name and process.
type record struct {
	kind   uint32
	pid    uint32
	span   spanRecord
	handle uint64
	text   string // a kernel's name, or a thread's
}

// Sizes of records, as struct sizes of bpf/state.h.
const (
	spanRecordSize    = 64
	nameRecordSize    = 16 + 256
	processRecordSize = 8 + 16
)

// decodeRecord reads a record. The programs and this code are of one build and
// one machine, so the bytes are in native order.
func decodeRecord(raw []byte) (r record, ok bool) {
	if len(raw) < 8 {
		return r, false
	}
	word := binary.NativeEndian.Uint32
	long := binary.NativeEndian.Uint64
	r.kind, r.pid = word(raw), word(raw[4:])
	switch {
	case r.kind == recordSpan && len(raw) >= spanRecordSize:
		r.span = spanRecord{Kind: r.kind, TGID: r.pid, Device: word(raw[8:]), Stream: long(raw[16:]), First: long(raw[24:]),
			End: long(raw[32:]), Launches: long(raw[40:]), Threads: long(raw[48:]), UnknownGraphs: long(raw[56:])}
		return r, r.span.First <= r.span.End
	case r.kind == recordName && len(raw) >= nameRecordSize:
		r.handle, r.text = long(raw[8:]), text(raw[16:nameRecordSize])
		return r, true
	case r.kind == recordProcess && len(raw) >= processRecordSize:
		r.text = text(raw[8:processRecordSize])
		return r, true
	}
	return r, false
}

// text returns the C string at the beginning of raw.
func text(raw []byte) string {
	s, _, _ := bytes.Cut(raw, []byte{0})
	return string(s)
}
