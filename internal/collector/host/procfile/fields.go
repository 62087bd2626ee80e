package procfile

import (
	"bytes"
	"math"
)

// Line cuts the first line off text.
func Line(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte{'\n'})
	return line, rest
}

// Field cuts the first field off line; an empty field means there is none.
func Field(line []byte) (field, rest []byte) {
	i := 0
	for i < len(line) && blank(line[i]) {
		i++
	}
	j := i
	for j < len(line) && !blank(line[j]) {
		j++
	}
	return line[i:j], line[j:]
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Skip cuts n fields off line.
func Skip(line []byte, n int) (rest []byte) {
	for range n {
		_, line = Field(line)
	}
	return line
}

// Count cuts a count off line. One beyond an int64 is held at its largest
// value; ok is false for anything but digits.
func Count(line []byte) (n int64, rest []byte, ok bool) {
	field, rest := Field(line)
	n, ok = Number(field)
	return n, rest, ok
}

// Number parses a field of digits, see Count.
func Number(field []byte) (n int64, ok bool) {
	for _, c := range field {
		d := int64(c) - '0'
		if d < 0 || d > 9 {
			return 0, false
		}
		if n > (math.MaxInt64-d)/10 {
			n = math.MaxInt64
			continue
		}
		n = n*10 + d
	}
	return n, len(field) > 0
}
