package block

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The decoder has no bounds of its own: a body of a few megabytes could nest
// so deep that the stack of the process ends, or hold so many empty messages
// that its memory does.
const (
	maxNesting = 64        // lists and maps inside of each other in one value
	maxRecords = 500_000   // resources, scopes, records, events, links, points, exemplars
	maxValues  = 4_000_000 // attributes and elements of lists and maps
)

// Shape is a message of OTLP, reduced to the fields through which values are
// reached.
type Shape struct {
	fields [16]*Shape
	former *Shape // of field 1000, by which scopes went before 2022
	value  bool   // a value: the only message that contains itself
}

const formerScopes = 1000

// field is the message in a field, nil for other fields.
func (s *Shape) field(number uint64) *Shape {
	switch {
	case number < uint64(len(s.fields)):
		return s.fields[number]
	case number == formerScopes:
		return s.former
	}
	return nil
}

func shape(fields map[int]*Shape) *Shape {
	s := &Shape{}
	for n, f := range fields {
		s.fields[n] = f
	}
	return s
}

var (
	anyValue = &Shape{value: true}
	keyValue = shape(map[int]*Shape{2: anyValue})
	resource = shape(map[int]*Shape{1: keyValue})
	scope    = shape(map[int]*Shape{3: keyValue})
	exemplar = shape(map[int]*Shape{7: keyValue})

	// TracesShape, LogsShape and MetricsShape are the requests of the signals.
	TracesShape = request(shape(map[int]*Shape{
		9:  keyValue,
		11: shape(map[int]*Shape{3: keyValue}),
		13: shape(map[int]*Shape{4: keyValue}),
	}))
	LogsShape    = request(shape(map[int]*Shape{5: anyValue, 6: keyValue}))
	MetricsShape = request(metricShape())
)

func init() {
	anyValue.fields[5] = shape(map[int]*Shape{1: anyValue})
	anyValue.fields[6] = shape(map[int]*Shape{1: keyValue})
}

// request wraps records in a scope's list, a resource's list and the request.
func request(record *Shape) *Shape {
	scopes := shape(map[int]*Shape{1: scope, 2: record})
	resources := shape(map[int]*Shape{1: resource, 2: scopes})
	resources.former = scopes
	return shape(map[int]*Shape{1: resources})
}

func metricShape() *Shape {
	of := func(point *Shape) *Shape { return shape(map[int]*Shape{1: point}) }
	number := of(shape(map[int]*Shape{7: keyValue, 5: exemplar}))
	return shape(map[int]*Shape{
		5:  number,
		7:  number,
		9:  of(shape(map[int]*Shape{9: keyValue, 8: exemplar})),
		10: of(shape(map[int]*Shape{1: keyValue, 11: exemplar})),
		11: of(shape(map[int]*Shape{7: keyValue})),
		12: keyValue,
	})
}

var (
	errNesting   = fmt.Errorf("values are nested deeper than %d levels", maxNesting)
	errTooMany   = fmt.Errorf("more than %d records or %d attributes in one request", maxRecords, maxValues)
	errTruncated = errors.New("truncated or malformed protobuf")
	errIDLength  = errors.New("an id has another length than that of its kind")
)

// CheckOutline reads the outline of a protobuf body and refuses values nested
// too deep, too many messages, and bodies that are not protobuf at all.
func CheckOutline(body []byte, s *Shape) error { return (&outline{}).walk(body, s, 0) }

// outline counts messages.
type outline struct{ records, values int }

func (o *outline) count(s *Shape) error {
	if s.value || s == keyValue {
		o.values++
	} else {
		o.records++
	}
	if o.records > maxRecords || o.values > maxValues {
		return errTooMany
	}
	return nil
}

func (o *outline) walk(b []byte, s *Shape, depth int) error {
	if err := o.count(s); err != nil {
		return err
	}
	if s.value {
		if depth++; depth > maxNesting {
			return errNesting
		}
	}
	for len(b) > 0 {
		tag, n := uvarint(b)
		if n <= 0 || tag>>3 == 0 {
			return errTruncated
		}
		b = b[n:]
		switch tag & 7 {
		case 0:
			if _, n = uvarint(b); n <= 0 {
				return errTruncated
			}
			b = b[n:]
		case 1:
			if len(b) < 8 {
				return errTruncated
			}
			b = b[8:]
		case 2:
			size, n := uvarint(b)
			if n <= 0 || size > uint64(len(b)-n) {
				return errTruncated
			}
			if inner := s.field(tag >> 3); inner != nil {
				if err := o.walk(b[n:n+int(size)], inner, depth); err != nil {
					return err
				}
			}
			b = b[n+int(size):]
		case 5:
			if len(b) < 4 {
				return errTruncated
			}
			b = b[4:]
		default: // groups: not part of OTLP
			return errTruncated
		}
	}
	return nil
}

// uvarint is binary.Uvarint with the common case first.
func uvarint(b []byte) (uint64, int) {
	if len(b) > 0 && b[0] < 0x80 {
		return uint64(b[0]), 1
	}
	return binary.Uvarint(b)
}

// CheckJSONOutline is CheckOutline for JSON.
func CheckJSONOutline(body []byte) error {
	// Each level of a value takes three: the value, its list, the list's array.
	const limit = 16 + 3*maxNesting
	depth, objects, inString := 0, 0, false
	for i := 0; i < len(body); i++ {
		switch c := body[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return errNesting
			}
			if objects++; objects > maxValues {
				return errTooMany
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}

// TooMany reports whether err is about the number of messages.
func TooMany(err error) bool { return errors.Is(err, errTooMany) }
