package block

import (
	"errors"
	"fmt"
)

// The decoder has no bounds of its own: a body of a few megabytes could nest
// so deep that the stack of the process ends, or hold so many empty messages
// that its memory does.

// maxNesting bounds lists and maps inside of each other in one value.
const maxNesting = 64

var (
	errNesting   = fmt.Errorf("values are nested deeper than %d levels", maxNesting)
	errTruncated = errors.New("truncated or malformed protobuf")
	errIDLength  = errors.New("an id has another length than that of its kind")
)

// tooMany is the error of a request that exceeds the limits on numbers.
type tooMany struct{ limits *Limits }

func (e tooMany) Error() string {
	return fmt.Sprintf("more than %d records or %d attributes in one request", e.limits.Records, e.limits.Values)
}

// TooMany reports whether err is about the number of messages.
func TooMany(err error) bool { return errors.As(err, new(tooMany)) }

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
type outline struct {
	records, values int
	limits          *Limits
}

// exceeds tells that there are more than the limits say.
func (o *outline) exceeds() bool {
	return o.records > o.limits.Records && o.limits.Records > 0 || o.values > o.limits.Values && o.limits.Values > 0
}

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

// CheckJSONOutline refuses JSON that is nested too deep or has too many objects and lists.
func CheckJSONOutline(body []byte, limits *Limits) error {
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
			if objects++; objects > limits.Values && limits.Values > 0 {
				return tooMany{limits}
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}
