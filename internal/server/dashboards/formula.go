package dashboards

import (
	"fmt"
	"strconv"
	"strings"
)

const formulaDepth = 20 // of parentheses

// checkFormula refuses what is no formula of the first n queries: numbers,
// names a, b, c and so on, + - * / and parentheses.
func checkFormula(text string, n int) error {
	p := formula{rest: text, queries: n}
	if err := p.sum(0); err != nil {
		return err
	}
	if p.space(); p.rest != "" {
		return fmt.Errorf("has %q where it should end", p.rest[:1])
	}
	return nil
}

// formula is what is left to read.
type formula struct {
	rest    string
	queries int
}

func (p *formula) space() { p.rest = strings.TrimLeft(p.rest, " ") }

// take reads one of the characters.
func (p *formula) take(any string) bool {
	p.space()
	if p.rest == "" || !strings.Contains(any, p.rest[:1]) {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

func (p *formula) sum(depth int) error {
	for {
		if err := p.product(depth); err != nil {
			return err
		}
		if !p.take("+-") {
			return nil
		}
	}
}

func (p *formula) product(depth int) error {
	for {
		if err := p.value(depth); err != nil {
			return err
		}
		if !p.take("*/") {
			return nil
		}
	}
}

func (p *formula) value(depth int) error {
	for p.take("-") {
	}
	if p.take("(") {
		if depth == formulaDepth {
			return fmt.Errorf("has more than %d parentheses in each other", formulaDepth)
		}
		if err := p.sum(depth + 1); err != nil {
			return err
		}
		if !p.take(")") {
			return fmt.Errorf("lacks a )")
		}
		return nil
	}
	p.space()
	if p.rest == "" {
		return fmt.Errorf("ends too early")
	}
	if c := p.rest[0]; c >= 'a' && c <= 'z' {
		p.rest = p.rest[1:]
		if int(c-'a') >= p.queries {
			return fmt.Errorf("names the query %q, which is not there", string(c))
		}
		return nil
	}
	end := strings.IndexFunc(p.rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if end < 0 {
		end = len(p.rest)
	}
	if _, err := strconv.ParseFloat(p.rest[:end], 64); err != nil {
		return fmt.Errorf("has neither a number nor a query at %q", p.rest[:min(len(p.rest), 8)])
	}
	p.rest = p.rest[end:]
	return nil
}
