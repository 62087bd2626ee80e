package rules

import (
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// Type is the type of data that a condition compares.
type Type string

const (
	String  Type = "string"
	Number  Type = "number"
	Boolean Type = "boolean"
)

// Operator is how a condition compares.
type Operator string

const (
	Equals         Operator = "equals"
	NotEquals      Operator = "not_equals"
	Contains       Operator = "contains"
	NotContains    Operator = "not_contains"
	StartsWith     Operator = "starts_with"
	EndsWith       Operator = "ends_with"
	Regex          Operator = "regex"
	In             Operator = "in"
	NotIn          Operator = "not_in"
	Greater        Operator = "gt"
	GreaterOrEqual Operator = "gte"
	Less           Operator = "lt"
	LessOrEqual    Operator = "lte"
	Between        Operator = "between"
)

const (
	valueLimit   = 1000 // characters of a value, of conditions and of fields
	patternLimit = 500  // bytes of a regular expression
	programLimit = 1000 // instructions of a compiled one: the work for each byte of a field
)

// matcher decides whether a field's value meets a condition.
type matcher func(Value) bool

// compile turns a condition into a matcher, or says what is wrong with its
// value.
func compile(c Condition) (matcher, error) {
	if len([]rune(c.Value)) > valueLimit {
		return nil, fmt.Errorf("has more than %d characters", valueLimit)
	}
	switch c.Type {
	case String:
		return compileString(c.Operator, c.Value)
	case Number:
		return compileNumber(c.Operator, c.Value)
	case Boolean:
		return compileBoolean(c.Operator, c.Value)
	}
	return nil, fmt.Errorf("has a data_type that is none of string, number, boolean")
}

func compileString(op Operator, value string) (matcher, error) {
	test := func(f func(text string) bool) (matcher, error) {
		return func(v Value) bool { return f(v.text) }, nil
	}
	if value == "" && op != Equals && op != NotEquals {
		return nil, fmt.Errorf("is empty, which %s does not take", op)
	}
	switch op {
	case Equals:
		return test(func(text string) bool { return text == value })
	case NotEquals:
		return test(func(text string) bool { return text != value })
	case Contains:
		return test(func(text string) bool { return strings.Contains(text, value) })
	case NotContains:
		return test(func(text string) bool { return !strings.Contains(text, value) })
	case StartsWith:
		return test(func(text string) bool { return strings.HasPrefix(text, value) })
	case EndsWith:
		return test(func(text string) bool { return strings.HasSuffix(text, value) })
	case Regex:
		expression, err := compilePattern(value)
		if err != nil {
			return nil, err
		}
		return test(expression.MatchString)
	case In, NotIn:
		var items []string
		for item := range strings.SplitSeq(value, ",") {
			items = append(items, strings.TrimSpace(item))
		}
		return test(func(text string) bool { return slices.Contains(items, text) == (op == In) })
	}
	return nil, fmt.Errorf("is compared by %q, which strings do not have", op)
}

// compilePattern bounds what matching may cost. Expressions are RE2: the cost
// grows with the text times the instructions, never faster.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	if len(pattern) > patternLimit {
		return nil, fmt.Errorf("is a regular expression of more than %d bytes", patternLimit)
	}
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("is not a regular expression: %w", err)
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil || len(program.Inst) > programLimit {
		return nil, fmt.Errorf("is too large a regular expression")
	}
	return regexp.Compile(pattern)
}

func compileNumber(op Operator, value string) (matcher, error) {
	test := func(f func(x float64) bool) (matcher, error) {
		return func(v Value) bool {
			x, ok := v.number()
			return ok && f(x)
		}, nil
	}
	if op == Between {
		low, high, found := strings.Cut(value, ",")
		from, ok1 := parseNumber(low)
		to, ok2 := parseNumber(high)
		if !found || !ok1 || !ok2 || from > to {
			return nil, fmt.Errorf("is not two numbers, the lower one first: 1,10")
		}
		return test(func(x float64) bool { return from <= x && x <= to })
	}
	limit, ok := parseNumber(value)
	if !ok {
		return nil, fmt.Errorf("is not a number")
	}
	switch op {
	case Equals:
		return test(func(x float64) bool { return x == limit })
	case NotEquals:
		return test(func(x float64) bool { return x != limit })
	case Greater:
		return test(func(x float64) bool { return x > limit })
	case GreaterOrEqual:
		return test(func(x float64) bool { return x >= limit })
	case Less:
		return test(func(x float64) bool { return x < limit })
	case LessOrEqual:
		return test(func(x float64) bool { return x <= limit })
	}
	return nil, fmt.Errorf("is compared by %q, which numbers do not have", op)
}

func compileBoolean(op Operator, value string) (matcher, error) {
	if op != Equals {
		return nil, fmt.Errorf("is compared by %q; booleans have only equals", op)
	}
	want, ok := parseBoolean(value)
	if !ok {
		return nil, fmt.Errorf("is neither true nor false")
	}
	return func(v Value) bool {
		b, ok := parseBoolean(v.text)
		return ok && b == want
	}, nil
}

// parseNumber reads a finite decimal number.
func parseNumber(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "xXpP_") {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && !math.IsInf(x, 0) && !math.IsNaN(x)
}

func parseBoolean(s string) (value, ok bool) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}
