package rules

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"platform/internal/server/fault"
)

const (
	fieldsLimit    = 50  // of a request
	fieldNameLimit = 100 // characters
)

// Value is what an application says about a field: text, a number or a
// boolean. Each can be read as another where that makes sense.
type Value struct{ text string }

// number reads v as a number; text that is one counts.
func (v Value) number() (float64, bool) { return parseNumber(v.text) }

// Fields are the values of a request by name.
type Fields map[string]Value

// ParseFields reads the fields of a request. Names are trimmed. What has no
// usable name, is too long or neither text, number nor boolean is left out;
// too many fields, or none that is left, are a fault.
func ParseFields(raw map[string]json.RawMessage) (Fields, error) {
	if len(raw) > fieldsLimit {
		return nil, fault.New(fault.Invalid, "fields has more than %d entries", fieldsLimit)
	}
	fields := Sample(raw)
	if len(fields) == 0 {
		return nil, fault.New(fault.Invalid, "fields needs at least one entry that is text of at most %d characters, a number or a boolean", valueLimit)
	}
	return fields, nil
}

// Sample reads fields without a limit of their number.
func Sample(raw map[string]json.RawMessage) Fields {
	fields := Fields{}
	for _, given := range slices.Sorted(maps.Keys(raw)) {
		name := strings.TrimSpace(given)
		if _, exact := raw[name]; exact && name != given {
			continue // the name without spaces counts
		}
		v, ok := valueOf(raw[given])
		if n := utf8.RuneCountInString(name); ok && n > 0 && n <= fieldNameLimit {
			fields[name] = v
		}
	}
	return fields
}

func valueOf(raw json.RawMessage) (Value, bool) {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return Value{}, false
	}
	switch v := v.(type) {
	case string:
		return Value{v}, utf8.RuneCountInString(v) <= valueLimit
	case bool, float64:
		text, err := json.Marshal(v) // numbers in their usual form: 1e3 is 1000
		return Value{string(text)}, err == nil
	}
	return Value{}, false
}
