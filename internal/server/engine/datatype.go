package engine

import (
	"strconv"
	"strings"
)

// dataType is what has to be known of a type to find the extent of its values.
type dataType struct {
	kind  typeKind
	size  int         // of a fixed value, in bytes
	inner []*dataType // of elements, or of keys
}

type typeKind byte

const (
	fixed typeKind = iota
	stringType
	nullable
	array
	tuple
	dictionary
)

// sizes are those of types with a fixed size and no parameters that change it.
var sizes = map[string]int{
	"Int8": 1, "UInt8": 1, "Int16": 2, "UInt16": 2, "Int32": 4, "UInt32": 4, "Int64": 8, "UInt64": 8,
	"Int128": 16, "UInt128": 16, "Int256": 32, "UInt256": 32, "Float32": 4, "Float64": 8, "BFloat16": 2,
	"Bool": 1, "Date": 2, "Date32": 4, "DateTime": 4, "DateTime64": 8, "Time": 4, "Time64": 8,
	"UUID": 16, "IPv4": 4, "IPv6": 16, "Enum8": 1, "Enum16": 2, "Nothing": 1,
	"Decimal32": 4, "Decimal64": 8, "Decimal128": 16, "Decimal256": 32,
}

// aliases are types that are written as others.
var aliases = map[string]string{
	"Point": "Tuple(Float64, Float64)", "Ring": "Array(Point)", "LineString": "Array(Point)",
	"MultiLineString": "Array(LineString)", "Polygon": "Array(Ring)", "MultiPolygon": "Array(Polygon)",
}

// parseType returns nil for a type whose extent cannot be told.
func parseType(text string) *dataType { return parseTypeWithin(text, 0) }

func parseTypeWithin(text string, depth int) *dataType {
	if depth > 50 {
		return nil
	}
	name, arguments := text, []string(nil)
	if open := strings.IndexByte(text, '('); open >= 0 && strings.HasSuffix(text, ")") {
		name, arguments = text[:open], splitArguments(text[open+1:len(text)-1])
	}
	inner := func(k typeKind, texts ...string) *dataType {
		t := &dataType{kind: k}
		for _, text := range texts {
			element := parseTypeWithin(text, depth+1)
			if element == nil {
				return nil
			}
			t.inner = append(t.inner, element)
		}
		return t
	}
	if alias, ok := aliases[name]; ok {
		return parseTypeWithin(alias, depth+1)
	}
	if size, ok := sizes[name]; ok {
		return &dataType{size: size}
	}
	switch {
	case name == "String":
		return &dataType{kind: stringType}
	case strings.HasPrefix(name, "Interval"):
		return &dataType{size: 8}
	case name == "FixedString" && len(arguments) == 1:
		n, err := strconv.Atoi(arguments[0])
		if err != nil || n < 1 {
			return nil
		}
		return &dataType{size: n}
	case name == "Decimal" && len(arguments) > 0:
		return decimal(arguments[0])
	case name == "Nullable" && len(arguments) == 1:
		return inner(nullable, arguments[0])
	case name == "Array" && len(arguments) == 1:
		return inner(array, arguments[0])
	case name == "LowCardinality" && len(arguments) == 1:
		// The key that stands for NULL is an ordinary one.
		key := strings.TrimSuffix(strings.TrimPrefix(arguments[0], "Nullable("), ")")
		if key+")" == strings.TrimPrefix(arguments[0], "Nullable(") {
			return inner(dictionary, key)
		}
		return inner(dictionary, arguments[0])
	case name == "Map" && len(arguments) == 2:
		if pair := inner(tuple, arguments...); pair != nil {
			return &dataType{kind: array, inner: []*dataType{pair}}
		}
	case name == "Tuple" && len(arguments) > 0:
		return inner(tuple, withoutNames(arguments)...)
	case name == "Nested" && len(arguments) > 0:
		if element := inner(tuple, withoutNames(arguments)...); element != nil {
			return &dataType{kind: array, inner: []*dataType{element}}
		}
	case name == "SimpleAggregateFunction" && len(arguments) == 2:
		return parseTypeWithin(arguments[1], depth+1)
	}
	return nil
}

// decimal is as wide as its precision needs.
func decimal(precision string) *dataType {
	p, err := strconv.Atoi(precision)
	switch {
	case err != nil || p < 1 || p > 76:
		return nil
	case p <= 9:
		return &dataType{size: 4}
	case p <= 18:
		return &dataType{size: 8}
	case p <= 38:
		return &dataType{size: 16}
	}
	return &dataType{size: 32}
}

// splitArguments cuts at commas that are in no parentheses and no quotes.
func splitArguments(text string) []string {
	var arguments []string
	l, from := &lexer{sql: text}, 0
	for {
		t, more := l.next()
		if !more {
			break
		}
		if t.kind == symbol && t.depth == 0 && text[t.start] == ',' {
			arguments = append(arguments, strings.TrimSpace(text[from:t.start]))
			from = t.end
		}
	}
	if last := strings.TrimSpace(text[from:]); last != "" {
		arguments = append(arguments, last)
	}
	return arguments
}

// withoutNames takes the names off elements, as in "a UInt8".
func withoutNames(elements []string) []string {
	types := make([]string, len(elements))
	for i, element := range elements {
		types[i] = element
		l := &lexer{sql: element}
		first, _ := l.next()
		if second, more := l.next(); more && second.kind == word && second.start > first.end {
			types[i] = element[second.start:]
		}
	}
	return types
}
