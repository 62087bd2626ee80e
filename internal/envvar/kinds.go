package envvar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bool declares a true/false variable stored in the field that ref returns.
func Bool[C any](name string, ref func(*C) *bool, def func(C) string, help string) Var[C] {
	return declare(name, ref, def, help, "true or false", parseBool, strconv.FormatBool)
}

// String declares a free-form variable.
func String[C any](name string, ref func(*C) *string, def func(C) string, help string) Var[C] {
	return declare(name, ref, def, help, "text",
		func(s string) (string, error) { return s, nil }, func(s string) string { return s })
}

// Enum declares a variable that takes one of values, whatever the case and
// surrounding spaces. The field may be of a named string type.
func Enum[C any, T ~string](name string, ref func(*C) *T, def func(C) string, help string, values ...T) Var[C] {
	accepts := make([]string, len(values))
	for i, v := range values {
		accepts[i] = string(v)
	}
	return declare(name, ref, def, help, strings.Join(accepts, ", "), func(s string) (T, error) {
		v := T(strings.ToLower(strings.TrimSpace(s)))
		if !slices.Contains(values, v) {
			return "", errors.New("not one of the accepted values")
		}
		return v, nil
	}, func(v T) string { return string(v) })
}

// Int declares a whole number between low and high.
func Int[C any](name string, ref func(*C) *int, def func(C) string, help string, low, high int) Var[C] {
	return declare(name, ref, def, help, fmt.Sprintf("a whole number from %d to %d", low, high),
		func(s string) (int, error) {
			n, err := strconv.Atoi(strings.TrimSpace(s))
			if err != nil {
				return 0, errors.New("not a whole number")
			}
			return n, within(n, low, high)
		}, strconv.Itoa)
}

// Float declares a number between low and high.
func Float[C any](name string, ref func(*C) *float64, def func(C) string, help string, low, high float64) Var[C] {
	return declare(name, ref, def, help, fmt.Sprintf("a number from %v to %v", low, high),
		func(s string) (float64, error) {
			x, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
			if err != nil || x != x {
				return 0, errors.New("not a number")
			}
			return x, within(x, low, high)
		}, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) })
}

// Duration declares a length of time written as a plain number of unit, or in
// Go's form ("720h"). low and high bound it.
func Duration[C any](name string, ref func(*C) *time.Duration, def func(C) string, help string, unit, low, high time.Duration) Var[C] {
	accepts := fmt.Sprintf("a number of %s from %d to %d", unitNames[unit], low/unit, high/unit)
	return declare(name, ref, def, help, accepts, func(s string) (time.Duration, error) {
		s = strings.TrimSpace(s)
		d, err := time.ParseDuration(s)
		if n, nerr := strconv.ParseInt(s, 10, 64); nerr == nil {
			if n > int64(high/unit) || n < int64(low/unit) { // before the product can overflow
				return 0, errors.New("out of range")
			}
			d, err = time.Duration(n)*unit, nil
		}
		if err != nil {
			return 0, errors.New("not a length of time")
		}
		return d, within(d, low, high)
	}, func(d time.Duration) string {
		if d%unit == 0 {
			return strconv.FormatInt(int64(d/unit), 10)
		}
		return d.String()
	})
}

var unitNames = map[time.Duration]string{time.Millisecond: "milliseconds", time.Second: "seconds", time.Minute: "minutes", time.Hour: "hours"}

// List declares a comma-separated list; empty items are dropped, and an empty
// value is an empty list.
func List[C any](name string, ref func(*C) *[]string, def func(C) string, help string) Var[C] {
	return declare(name, ref, def, help, "a comma-separated list", func(s string) ([]string, error) {
		list := []string{}
		for item := range strings.SplitSeq(s, ",") {
			if item = strings.TrimSpace(item); item != "" {
				list = append(list, item)
			}
		}
		return list, nil
	}, func(list []string) string { return strings.Join(list, ",") })
}

// Of declares a variable of any type that has its own parser and form.
func Of[C, T any](name string, ref func(*C) *T, def func(C) string, help, accepts string, parse func(string) (T, error), format func(T) string) Var[C] {
	return declare(name, ref, def, help, accepts, parse, format)
}

func declare[C, T any](name string, ref func(*C) *T, def func(C) string, help, accepts string, parse func(string) (T, error), format func(T) string) Var[C] {
	return Var[C]{Name: name, Accepts: accepts, Default: def, Help: help,
		set: func(c *C, s string) error {
			v, err := parse(s)
			if err == nil {
				*ref(c) = v
			}
			return err
		},
		get: func(c C) string { return format(*ref(&c)) },
	}
}

func parseBool(s string) (bool, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "true", "1", "yes", "on":
		return true, nil
	case "false", "0", "no", "off":
		return false, nil
	}
	return false, errors.New("neither true nor false")
}

func within[T cmp.Ordered](v, low, high T) error {
	if v < low || v > high {
		return errors.New("out of range")
	}
	return nil
}
