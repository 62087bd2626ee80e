package metrics

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// later are the groups whose sources are not part of this release.
var later = []string{pmu.name, nic.name, rdma.name, kvm.name, interrupt.name, tpu.name, counters.name}

// WriteMarkdown prints the catalog as the body of a reference page: a table for
// each group, then the attributes that every series of the group carries.
func WriteMarkdown(w io.Writer) {
	var group string
	var entity []Key
	close := func() {
		if group != "" {
			writeEntity(w, entity)
		}
	}
	for _, d := range all {
		if d.Group != group {
			close()
			group, entity = d.Group, nil
			fmt.Fprintf(w, "\n## %s\n", group)
			if slices.Contains(later, group) {
				fmt.Fprint(w, "\nNot part of this release: no source emits these yet.\n")
			}
			fmt.Fprint(w, "\n| Metric | Type | Unit | Values | Meaning | Split by | nvidia / amd / intel |\n|---|---|---|---|---|---|---|\n")
		}
		entity = union(entity, d.Entity)
		fmt.Fprintf(w, "| `%s` | %s | `%s` | %s | %s | %s | %s |\n", d.Name, d.Kind, d.Unit, values(d), d.Help, splits(d), support(d))
	}
	close()
}

func values(d *Def) string {
	number := "float"
	if d.Integer {
		number = "integer"
	}
	if d.Kind != Histogram {
		return number
	}
	bounds := make([]string, len(d.Bounds))
	for i, b := range d.Bounds {
		bounds[i] = strconv.FormatFloat(b, 'g', -1, 64)
	}
	return "buckets up to " + strings.Join(bounds, ", ")
}

func splits(d *Def) string {
	parts := make([]string, len(d.By))
	for i, k := range d.By {
		parts[i] = describe(k)
	}
	return strings.Join(parts, "; ")
}

func describe(k Key) string {
	s := "`" + k.Name + "`"
	if k.Values != nil {
		s += " = " + strings.Join(k.Values, ", ")
	}
	if k.Optional {
		s += " (when known)"
	}
	return s
}

func support(d *Def) string {
	if d.Support == [3]string{} {
		return ""
	}
	return strings.Join(d.Support[:], " / ")
}

func writeEntity(w io.Writer, keys []Key) {
	if len(keys) == 0 {
		return
	}
	fmt.Fprintln(w, "\nAttributes of the thing measured:")
	for _, k := range keys {
		fmt.Fprintf(w, "- %s\n", describe(k))
	}
}

// union adds the keys of b that a lacks, by name.
func union(a, b []Key) []Key {
	for _, k := range b {
		known := false
		for _, have := range a {
			known = known || have.Name == k.Name
		}
		if !known {
			a = append(a[:len(a):len(a)], k)
		}
	}
	return a
}
