package metrics

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestRowsAreWellFormed(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$`)
	units := regexp.MustCompile(`^(1|By|By/s|Cel|rpm|W|J|Hz|s|%|\{[a-z_]+\})$`)
	seen := map[string]bool{}
	for i, d := range All() {
		if d.ID != i {
			t.Errorf("%s: id %d at %d", d.Name, d.ID, i)
		}
		if seen[d.Name] {
			t.Errorf("%s: declared twice", d.Name)
		}
		seen[d.Name] = true
		if !name.MatchString(d.Name) {
			t.Errorf("%q: not a metric name", d.Name)
		}
		if !units.MatchString(d.Unit) {
			t.Errorf("%s: unknown unit %q", d.Name, d.Unit)
		}
		if !strings.HasSuffix(d.Help, ".") {
			t.Errorf("%s: help must be a sentence: %q", d.Name, d.Help)
		}
		if (d.Kind == Histogram) != (len(d.Bounds) > 0) || !slices.IsSorted(d.Bounds) {
			t.Errorf("%s: bounds %v", d.Name, d.Bounds)
		}
		if len(d.By) > 4 {
			t.Errorf("%s: more splits than a series key holds", d.Name)
		}
	}
}

// row is one line of the specification's metric tables.
type row struct{ section, name, kind, unit, rest string }

// specified reads testdata/specification.txt: the specification's own tables,
// as text, each under a line with its title.
func specified(t *testing.T) (rows []row) {
	raw, err := os.ReadFile("testdata/specification.txt")
	if err != nil {
		t.Fatal(err)
	}
	section := ""
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "# "); ok {
			section = title
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) < 3 || cells[0] == "Metric" || strings.HasPrefix(cells[0], "---") {
			continue
		}
		for name := range strings.SplitSeq(cells[0], ", ") {
			if strings.Contains(name, " ") {
				continue // a row about devices, not about a metric
			}
			r := row{section: section, name: name, kind: cells[1], unit: cells[2]}
			if len(cells) > 3 {
				r.rest = strings.Join(cells[3:], "|")
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func find(name string) *Def {
	for _, d := range all {
		if d.Name == name {
			return d
		}
	}
	return nil
}

func TestCatalogMatchesTheSpecification(t *testing.T) {
	rows := specified(t)
	if len(rows) < 60 {
		t.Fatalf("only %d rows read", len(rows))
	}
	for _, r := range rows {
		d := find(r.name)
		if d == nil {
			t.Errorf("%s: specified and not in the catalog", r.name)
			continue
		}
		if r.section == "Per-metric attributes" {
			checkAttribute(t, d, r.kind, r.unit)
			continue
		}
		if d.Kind.String() != r.kind {
			t.Errorf("%s: %s, the specification says %s", d.Name, d.Kind, r.kind)
		}
		if r.unit != "" && d.Unit != r.unit {
			t.Errorf("%s: unit %s, the specification says %s", d.Name, d.Unit, r.unit)
		}
		switch r.section {
		case "GPU device metrics":
			cells := strings.Split(r.rest, "|")
			for i, want := range cells[len(cells)-3:] {
				if want, _, _ = strings.Cut(want, " ("); d.Support[i] != want {
					t.Errorf("%s: vendor %d: %q, the specification says %q", d.Name, i, d.Support[i], want)
				}
			}
		case "Host metrics", "Collector process metrics":
			for part := range strings.SplitSeq(r.rest, "|") {
				checkHostAttributes(t, d, part)
			}
		}
	}
}

// checkAttribute holds a row of the per-metric attribute table against d.
func checkAttribute(t *testing.T, d *Def, key, values string) {
	t.Helper()
	if d == HWStatus { // "status and throttle attributes": ours to name
		return
	}
	for _, k := range d.By {
		if k.Name != key {
			continue
		}
		want := strings.Split(values, ", ")
		if d == HWErrors {
			if k.Name == ErrorType.Name && !slices.Equal(GPUErrorTypes, want) || k.Name == HWType.Name && !slices.Contains(k.Values, "gpu") {
				t.Errorf("%s: %s: the specification says %v", d.Name, key, want)
			}
		} else if !slices.Equal(k.Values, want) {
			t.Errorf("%s: %s is %v, the specification says %v", d.Name, key, k.Values, want)
		}
		return
	}
	t.Errorf("%s: not split by %s", d.Name, key)
}

// checkHostAttributes reads cells such as "system.device, disk.io.direction =
// read, write": every dotted word is an attribute, what follows = its values.
func checkHostAttributes(t *testing.T, d *Def, cell string) {
	t.Helper()
	names, values, closed := strings.Cut(cell, " = ")
	keys := append(slices.Clone(d.Entity), d.By...)
	last := ""
	for word := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == ',' || r == ' ' || r == '(' }) {
		switch word {
		case "mountpoint", "type":
			word = "system.filesystem." + word
		}
		if strings.Count(word, ".") == 0 || strings.HasPrefix(word, "0.0") {
			continue
		}
		i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == word })
		if i < 0 {
			t.Errorf("%s: lacks the attribute %s", d.Name, word)
			continue
		}
		last = word
		if closed && strings.HasSuffix(names, word) && !slices.Equal(keys[i].Values, strings.Split(values, ", ")) {
			t.Errorf("%s: %s is %v, the specification says %s", d.Name, word, keys[i].Values, values)
		}
	}
	if closed && last == "" {
		t.Errorf("%s: values %q of no attribute", d.Name, values)
	}
}
