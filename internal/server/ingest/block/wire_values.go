package block

import (
	"encoding/binary"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// attribute is a key and a value as they came.
type attribute struct {
	key part
	value
}

// value is an AnyValue as it came.
type value struct {
	kind   pcommon.ValueType
	text   part   // of a string
	number uint64 // of a bool, an integer, and the bits of a float
	tree   int    // index of the value in the reader's trees, and 1; 0: none
}

// attributes adds one to a list, unless it is beyond what is kept.
func (r *reader) attributes(list []attribute, f *field) []attribute {
	if most := r.limits.Attributes; most > 0 && len(list) > most { // enough to refuse the record by
		r.attribute(r.part(f), new(attribute))
		return list
	}
	list = append(list, attribute{})
	r.attribute(r.part(f), &list[len(list)-1])
	return list
}

// attribute reads a KeyValue.
func (r *reader) attribute(m part, a *attribute) {
	r.count(keyValue)
	var f field
	for r.next(&m, &f) {
		switch f.number {
		case 1:
			a.key = r.part(&f)
		case 2:
			r.value(r.part(&f), &a.value)
		case 3: // of profiles
			r.want(&f, varint)
		}
	}
}

// value reads an AnyValue. Nothing in it leaves v as it was.
func (r *reader) value(whole part, v *value) {
	r.count(anyValue)
	var f field
	for m := whole; r.next(&m, &f); {
		switch f.number {
		case 1:
			*v = value{kind: pcommon.ValueTypeStr, text: r.part(&f)}
		case 2:
			*v = value{kind: pcommon.ValueTypeBool, number: r.varint(&f)}
		case 3:
			*v = value{kind: pcommon.ValueTypeInt, number: r.varint(&f)}
		case 4:
			*v = value{kind: pcommon.ValueTypeDouble, number: r.fixed64(&f)}
		case 5, 6, 7, 8:
			*v = value{tree: r.tree(whole)}
			return
		}
	}
}

// tree decodes a value that may be bytes, a list or a map, and returns its number.
func (r *reader) tree(whole part) int {
	if r.walk(whole, anyValue, 0); r.err != nil {
		return 0
	}
	request := ptraceotlp.NewExportRequest() // the value of a resource's attribute
	if err := request.UnmarshalProto(wrap(1, wrap(1, wrap(1, wrap(2, r.bytes(whole)))))); err != nil {
		r.fail(err)
		return 0
	}
	for _, v := range request.Traces().ResourceSpans().At(0).Resource().Attributes().All() {
		r.trees = append(r.trees, v)
	}
	return len(r.trees)
}

// wrap makes a message of one delimited field.
func wrap(number int32, content []byte) []byte { return appendField(nil, number, content) }

func appendField(b []byte, number int32, content []byte) []byte {
	b = binary.AppendUvarint(b, uint64(number)<<3|delimited)
	b = binary.AppendUvarint(b, uint64(len(content)))
	return append(b, content...)
}
