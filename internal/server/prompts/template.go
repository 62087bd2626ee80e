package prompts

import (
	"encoding/json"
	"slices"
	"strings"

	"platform/internal/server/fault"
)

const (
	textLimit     = 256 << 10 // bytes of a prompt
	compiledLimit = 4 << 20   // bytes of a prompt with its variables filled in
	nameLimit     = 100       // bytes of a variable's name
)

// piece is a part of a template: text as it is, or a variable.
type piece struct {
	text     string // as it stands in the template, with the braces of a variable
	variable string // "" for text
}

// split cuts a template into text and variables: {{name}}, also with spaces
// around the name. What is not closed or has no name is text.
func split(template string) (pieces []piece) {
	text := func(s string) {
		if s != "" {
			pieces = append(pieces, piece{text: s})
		}
	}
	for {
		end := strings.Index(template, "}}")
		if end < 0 {
			text(template)
			return pieces
		}
		// Of braces that open several times, the last one counts: {{{{a}}.
		start := strings.LastIndex(template[:end], "{{")
		name := ""
		if start >= 0 {
			name = strings.TrimSpace(template[start+2 : end])
		}
		end += 2
		if name == "" || len(name) > nameLimit || strings.ContainsAny(name, "{}\n") {
			text(template[:end])
		} else {
			text(template[:start])
			pieces = append(pieces, piece{template[start:end], name})
		}
		template = template[end:]
	}
}

// Variables returns the names that a template mentions, sorted.
func Variables(template string) []string {
	names := []string{}
	for _, p := range split(template) {
		if p.variable != "" {
			names = append(names, p.variable)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Compile fills in variables. A value is not looked at again, so it may hold
// braces; a variable without a value stays as it is.
func Compile(template string, values map[string]json.RawMessage) (string, error) {
	var out strings.Builder
	for _, p := range split(template) {
		s := p.text
		if raw, given := values[p.variable]; given && p.variable != "" {
			s = plain(raw)
		}
		if out.Len()+len(s) > compiledLimit {
			return "", fault.New(fault.Invalid, "the prompt with its variables has more than %d bytes", compiledLimit)
		}
		out.WriteString(s)
	}
	return out.String(), nil
}

// plain is the text of a JSON value: strings without their quotes, everything
// else as it was written.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil && string(raw) != "null" {
		return s
	}
	return string(raw)
}
