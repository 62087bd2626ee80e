package block

import (
	"encoding/binary"
	"fmt"
	"unsafe"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
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

// field is one field of a message.
type field struct {
	number int32
	wire   byte
	value  uint64 // unless delimited
	part   part   // when delimited
}

// reader reads the messages of a body, within the limits on nesting and numbers.
type reader struct {
	outline
	body  []byte
	trees []pcommon.Value // values of the record being read that are more than a word
}

// text is a piece as a string, which lives as long as the body.
func (r *reader) text(p part) string {
	if p.from == p.to {
		return ""
	}
	return unsafe.String(&r.body[p.from], p.to-p.from)
}

func (r *reader) bytes(p part) []byte { return r.body[p.from:p.to] }

// next cuts the first field off m.
func (r *reader) next(m *part, f *field) error {
	b := r.body[m.from:m.to]
	tag, at := uvarint(b)
	if at <= 0 || int32(tag>>3) <= 0 {
		return errTruncated
	}
	f.number, f.wire = int32(tag>>3), byte(tag&7)
	switch f.wire {
	case varint:
		value, n := uvarint(b[at:])
		if n <= 0 {
			return errTruncated
		}
		f.value = value
		at += n
	case fixed64:
		if len(b)-at < 8 {
			return errTruncated
		}
		f.value = binary.LittleEndian.Uint64(b[at:])
		at += 8
	case fixed32:
		if len(b)-at < 4 {
			return errTruncated
		}
		f.value = uint64(binary.LittleEndian.Uint32(b[at:]))
		at += 4
	case delimited:
		size, n := uvarint(b[at:])
		if n <= 0 || size > uint64(len(b)-at-n) {
			return errTruncated
		}
		at += n
		f.part = part{m.from + at, m.from + at + int(size)}
		at += int(size)
	default: // groups: not part of OTLP
		return errTruncated
	}
	m.from += at
	return nil
}

// want reports an error unless the field is encoded as its number asks for.
func (f *field) want(wire byte) error {
	if f.wire == wire {
		return nil
	}
	return fmt.Errorf("field %d has wire type %d, not %d", f.number, f.wire, wire)
}

// attribute is a key and a value as they came.
type attribute struct {
	key    part
	kind   pcommon.ValueType
	text   part   // of a string
	number uint64 // of a bool, an integer, and the bits of a float
	tree   int    // index of the value in the reader's trees, and 1; 0: none
}

// attribute reads a KeyValue.
func (r *reader) attribute(m part, a *attribute) error {
	if err := r.count(keyValue); err != nil {
		return err
	}
	*a = attribute{}
	var f field
	for m.from < m.to {
		if err := r.next(&m, &f); err != nil {
			return err
		}
		var err error
		switch f.number {
		case 1:
			a.key, err = f.part, f.want(delimited)
		case 2:
			if err = f.want(delimited); err == nil {
				err = r.value(f.part, a)
			}
		case 3: // of profiles
			err = f.want(varint)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// value reads an AnyValue.
func (r *reader) value(whole part, a *attribute) error {
	if err := r.count(anyValue); err != nil {
		return err
	}
	var f field
	for m := whole; m.from < m.to; {
		if err := r.next(&m, &f); err != nil {
			return err
		}
		var err error
		switch f.number {
		case 1:
			a.kind, a.text, a.tree, err = pcommon.ValueTypeStr, f.part, 0, f.want(delimited)
		case 2:
			a.kind, a.number, a.tree, err = pcommon.ValueTypeBool, f.value, 0, f.want(varint)
		case 3:
			a.kind, a.number, a.tree, err = pcommon.ValueTypeInt, f.value, 0, f.want(varint)
		case 4:
			a.kind, a.number, a.tree, err = pcommon.ValueTypeDouble, f.value, 0, f.want(fixed64)
		case 5, 6, 7, 8:
			return r.treeOf(whole, a)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// treeOf decodes a value that may be bytes, a list or a map.
func (r *reader) treeOf(value part, a *attribute) error {
	if err := r.walk(r.bytes(value), anyValue, 0); err != nil {
		return err
	}
	request := ptraceotlp.NewExportRequest()
	if err := request.UnmarshalProto(wrap(1, wrap(1, wrap(1, wrap(2, r.bytes(value)))))); err != nil {
		return err
	}
	for _, v := range request.Traces().ResourceSpans().At(0).Resource().Attributes().All() {
		r.trees = append(r.trees, v)
	}
	a.tree = len(r.trees)
	return nil
}

// wrap makes a message of one delimited field.
func wrap(number int32, content []byte) []byte { return appendField(nil, number, content) }

func appendField(b []byte, number int32, content []byte) []byte {
	b = binary.AppendUvarint(b, uint64(number)<<3|delimited)
	b = binary.AppendUvarint(b, uint64(len(content)))
	return append(b, content...)
}
