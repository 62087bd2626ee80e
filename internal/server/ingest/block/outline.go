package block

import (
	"errors"
	"fmt"
)

// The decoder has no bounds of its own: a body of a few megabytes could nest
// so deep that the stack of the process ends, or hold so many empty messages
// that its memory does.
const (
	maxNesting = 64        // lists and maps inside of each other in one value
	maxRecords = 500_000   // resources, scopes, records, events, links, points, exemplars
	maxValues  = 4_000_000 // attributes, elements of lists and maps, buckets
)

var (
	errNesting   = fmt.Errorf("values are nested deeper than %d levels", maxNesting)
	errTooMany   = fmt.Errorf("more than %d records or %d attributes in one request", maxRecords, maxValues)
	errTruncated = errors.New("truncated or malformed protobuf")
	errIDLength  = errors.New("an id has another length than that of its kind")
)

// TooMany reports whether err is about the number of messages.
func TooMany(err error) bool { return errors.Is(err, errTooMany) }

// shape is a message of OTLP, reduced to the fields of which there may be many.
type shape struct {
	fields [16]*shape
	former *shape // of field 1000, by which scopes went before 2022
	value  bool   // counted as a value, not as a record
	nested bool   // contains itself
	leaf   bool   // a text: nothing is in it
}

const formerScopes = 1000

// field is the message in a field, nil for other fields.
func (s *shape) field(number int32) *shape {
	switch {
	case int(number) < len(s.fields):
		return s.fields[number]
	case number == formerScopes:
		return s.former
	}
	return nil
}

func shapeOf(fields map[int]*shape) *shape {
	s := &shape{}
	for n, f := range fields {
		s.fields[n] = f
	}
	return s
}

var (
	word     = &shape{value: true, leaf: true}
	anyValue = &shape{value: true, nested: true}
	keyValue = &shape{value: true, fields: [16]*shape{2: anyValue}}
	entity   = shapeOf(map[int]*shape{3: word, 4: word})
	resource = shapeOf(map[int]*shape{1: keyValue, 3: entity})
	scope    = shapeOf(map[int]*shape{3: keyValue})

	// skeleton is what a request of any signal is without its records.
	skeleton = requestOf(nil)
)

func init() {
	anyValue.fields[5] = shapeOf(map[int]*shape{1: anyValue})
	anyValue.fields[6] = shapeOf(map[int]*shape{1: keyValue})
}

// requestOf wraps records in a scope's list, a resource's list and the request.
func requestOf(record *shape) *shape {
	scopes := shapeOf(map[int]*shape{1: scope, 2: record})
	resources := shapeOf(map[int]*shape{1: resource, 2: scopes})
	resources.former = scopes
	return shapeOf(map[int]*shape{1: resources})
}

// outline counts what a request holds.
type outline struct{ records, values int }

func (o *outline) tooMany() bool { return o.records > maxRecords || o.values > maxValues }

// walk reads the outline of a message that is left to the decoder.
func (r *reader) walk(m part, s *shape, depth int) {
	r.count(s)
	if s.leaf {
		return
	}
	if s.nested {
		if depth++; depth > maxNesting {
			r.fail(errNesting)
		}
	}
	var f field
	for r.next(&m, &f) {
		if inner := s.field(f.number); inner != nil && f.wire == delimited {
			r.walk(f.part, inner, depth)
		}
	}
}

// CheckJSONOutline refuses JSON that is nested too deep or has too many objects.
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
