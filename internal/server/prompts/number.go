package prompts

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"platform/internal/server/fault"
)

// Number is the version number of a published text: major, minor, patch.
// Numbers are ordered as numbers: 9.0.0 comes before 10.0.0.
type Number struct{ Major, Minor, Patch int64 }

const numberLimit = 1_000_000 // of each part

// ParseNumber reads three numbers with dots between: 1.2.3.
func ParseNumber(s string) (Number, error) {
	var n Number
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return Number{}, errNumber
	}
	for i, into := range []*int64{&n.Major, &n.Minor, &n.Patch} {
		v, err := strconv.ParseInt(parts[i], 10, 64)
		if err != nil || v < 0 || v > numberLimit || strconv.FormatInt(v, 10) != parts[i] {
			return Number{}, errNumber
		}
		*into = v
	}
	return n, nil
}

var errNumber = fault.New(fault.Invalid, "a version is three numbers, for example 1.2.0")

func (n Number) String() string { return fmt.Sprintf("%d.%d.%d", n.Major, n.Minor, n.Patch) }

// Compare is negative when n comes before m.
func (n Number) Compare(m Number) int {
	return cmp.Or(cmp.Compare(n.Major, m.Major), cmp.Compare(n.Minor, m.Minor), cmp.Compare(n.Patch, m.Patch))
}

// Bump is the part of a number that a publication raises.
type Bump string

const (
	Major Bump = "major"
	Minor Bump = "minor"
	Patch Bump = "patch"
)

// next is the number after n. The first of all is 1.0.0.
func (n *Number) next(b Bump) (Number, error) {
	switch {
	case b != Major && b != Minor && b != Patch:
		return Number{}, fault.New(fault.Invalid, "bump is major, minor or patch")
	case n == nil:
		return Number{Major: 1}, nil
	case b == Major:
		return Number{Major: n.Major + 1}, nil
	case b == Minor:
		return Number{n.Major, n.Minor + 1, 0}, nil
	}
	return Number{n.Major, n.Minor, n.Patch + 1}, nil
}
