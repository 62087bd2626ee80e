// Package envvar reads configuration from environment variables declared in
// one table. The table is also the source of --help and of the reference page.
package envvar

import (
	"fmt"
	"strconv"
	"strings"
)

// Var declares one variable of a configuration of type C.
type Var[C any] struct {
	Name    string
	Aliases []string // read when Name does not exist, in order
	Accepts string   // what a value may be, in words: "true or false"
	Default func(C) string
	Shown   string // how help names a default that is computed; "" shows the default
	Help    string
	Secret  bool // the value is masked wherever it is shown

	set    func(*C, string) error
	get    func(C) string
	advise func(C) string
}

// On reports whether a true/false variable is true in c.
func (v Var[C]) On(c C) bool { return v.get(c) == "true" }

// Value returns the variable's value in c, masked when it is secret.
func (v Var[C]) Value(c C) string { return v.mask(v.get(c)) }

// Or adds names that are read when the variable itself does not exist.
func (v Var[C]) Or(aliases ...string) Var[C] {
	v.Aliases = aliases
	return v
}

// Masked marks the value as secret.
func (v Var[C]) Masked() Var[C] {
	v.Secret = true
	return v
}

// As says how help and the reference page name a computed default.
func (v Var[C]) As(shown string) Var[C] {
	v.Shown = shown
	return v
}

// Advise adds a check of the accepted value: a non-empty answer is a warning,
// and the value is kept.
func (v Var[C]) Advise(check func(C) string) Var[C] {
	v.advise = check
	return v
}

// Always is a default that does not depend on other variables.
func Always[C any](s string) func(C) string { return func(C) string { return s } }

// Parse fills c from lookup, row by row, so a later default may depend on an
// earlier value. A variable that exists is set, even when it is empty. A bad
// value is reported and its default used instead; the warnings are sentences
// for the log, without secret values.
func Parse[C any](c *C, table []Var[C], lookup func(string) (string, bool)) (warnings []string) {
	for _, v := range table {
		name, raw, explicit := v.find(lookup)
		if explicit {
			if err := v.set(c, raw); err != nil {
				warnings = append(warnings, fmt.Sprintf("%s=%s: %v; accepted: %s; using the default %s",
					name, v.mask(strconv.Quote(raw)), err, v.Accepts, v.mask(strconv.Quote(v.Default(*c)))))
				explicit = false
			}
		}
		if !explicit {
			if err := v.set(c, v.Default(*c)); err != nil {
				panic(fmt.Sprintf("envvar: bad default of %s: %v", v.Name, err))
			}
		}
		if v.advise != nil {
			if w := v.advise(*c); w != "" {
				warnings = append(warnings, v.Name+": "+w)
			}
		}
	}
	return warnings
}

// Setting is a variable that exists in the environment, for the start log.
type Setting struct{ Name, Value string }

// Explicit lists the variables of table that lookup has, by the name that was
// found, with secrets masked.
func Explicit[C any](table []Var[C], lookup func(string) (string, bool)) (set []Setting) {
	for _, v := range table {
		if name, raw, ok := v.find(lookup); ok {
			set = append(set, Setting{name, v.mask(raw)})
		}
	}
	return set
}

func (v Var[C]) find(lookup func(string) (string, bool)) (name, value string, ok bool) {
	for _, name := range append([]string{v.Name}, v.Aliases...) {
		if s, ok := lookup(name); ok {
			return name, s, true
		}
	}
	return v.Name, "", false
}

func (v Var[C]) mask(s string) string {
	if v.Secret && strings.Trim(s, `"`) != "" {
		return "********"
	}
	return s
}
