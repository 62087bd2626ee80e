package prompts

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestCompile(t *testing.T) {
	f := func(template, variables, want string) {
		t.Helper()
		var values map[string]json.RawMessage
		if err := json.Unmarshal([]byte(variables), &values); err != nil {
			t.Fatal(err)
		}
		if got, err := Compile(template, values); err != nil || got != want {
			t.Errorf("Compile(%q, %s) = %q, %v; want %q", template, variables, got, err, want)
		}
	}
	f("", `{}`, "")
	f("plain", `{"plain":"x"}`, "plain")
	f("{{a}}", `{"a":"1"}`, "1")
	f("{{ a }}{{a}}", `{"a":"1"}`, "11")
	f("{{a}}", `{}`, "{{a}}")
	f("{{a}}", `{"a":""}`, "")
	f("{{a}}", `{"a":"{{b}}","b":"no"}`, "{{b}}")
	f("{{{a}}}", `{"a":"1"}`, "{1}")
	f("{{{{a}}}}", `{"a":"1"}`, "{{1}}")
	f("{{}} {{ }} {{a", `{"a":"1","":"no"}`, "{{}} {{ }} {{a")
	f("}} {{a}}", `{"a":"1"}`, "}} 1")
	f("{{a b.c-d}}", `{"a b.c-d":"1"}`, "1")
	f("{{a\nb}}", `{"a\nb":"1"}`, "{{a\nb}}")
	f(`{"json": {"x": {{a}}}}`, `{"a":1.50}`, `{"json": {"x": 1.50}}`)
	f("{{a}} {{b}} {{c}} {{d}}", `{"a":true,"b":null,"c":[1, 2],"d":{"x":"y"}}`, `true null [1, 2] {"x":"y"}`)
	f("{{größe}}", `{"größe":"𝄞"}`, "𝄞")
}

func FuzzCompile(f *testing.F) {
	for _, s := range []string{"Hello {{name}}", "{{{{a}}}}", "{{ a }} {{b}}}", "}}{{", "{{a}}{{a}}", "{{\xff}}"} {
		f.Add(s, "{{a}}")
	}
	f.Fuzz(func(t *testing.T, template, value string) {
		var whole strings.Builder
		for _, p := range split(template) {
			whole.WriteString(p.text)
		}
		if whole.String() != template {
			t.Fatalf("the pieces of %q are %q", template, whole.String())
		}
		names := Variables(template)
		if !slices.IsSorted(names) || slices.Contains(names, "") {
			t.Fatalf("names of %q: %q", template, names)
		}
		if got, err := Compile(template, nil); err == nil && got != template {
			t.Fatalf("without values %q became %q", template, got)
		}
		raw, _ := json.Marshal(value)
		if got, err := Compile("<{{x}}>", map[string]json.RawMessage{"x": raw}); err == nil && got != "<"+strings.ToValidUTF8(value, "\ufffd")+">" && len(value) < compiledLimit && !strings.Contains(got, "\ufffd") {
			t.Fatalf("%q was filled in as %q", value, got)
		}
	})
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`{"name":"a","version":"1.0.0","shouldCompile":true,"variables":{"x":1},"id":"i","source":"ts-sdk"}`, `{"promptId":null}`, `[]`, `{`, `"x"`, `{"variables":[]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		q, err := parseQuery(raw)
		if err != nil {
			return
		}
		if _, err := Compile("{{x}} {{y}}", q.Variables); err != nil && len(raw) < compiledLimit {
			t.Fatal(err)
		}
		if s := sourceOf(q.Source); !storable(s) || len([]rune(s)) > 40 {
			t.Fatalf("source %q", s)
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, bad := range []string{"", "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.-1.0", "1.0.0-rc1", "1.0.9999999", "+1.0.0", " 1.0.0", "1..0"} {
		if n, err := ParseNumber(bad); err == nil {
			t.Errorf("%q is %v", bad, n)
		}
	}
	var sorted []Number
	for _, s := range []string{"10.0.0", "9.0.0", "9.10.0", "9.2.1", "0.0.1"} {
		n, err := ParseNumber(s)
		if err != nil || n.String() != s {
			t.Fatal(s, n, err)
		}
		sorted = append(sorted, n)
	}
	slices.SortFunc(sorted, Number.Compare)
	if fmt.Sprint(sorted) != "[0.0.1 9.0.0 9.2.1 9.10.0 10.0.0]" {
		t.Error(sorted)
	}
	f := func(n *Number, b Bump, want string) {
		t.Helper()
		if got, err := n.next(b); err != nil || got.String() != want {
			t.Errorf("%v, %v; want %s", got, err, want)
		}
	}
	f(nil, Patch, "1.0.0")
	f(&Number{1, 2, 3}, Major, "2.0.0")
	f(&Number{1, 2, 3}, Minor, "1.3.0")
	f(&Number{1, 2, 3}, Patch, "1.2.4")
}

func TestDiff(t *testing.T) {
	f := func(from, to, want string) {
		t.Helper()
		var got strings.Builder
		for _, c := range Diff(from, to) {
			fmt.Fprintf(&got, "%s%q ", map[Op]string{Same: "=", Add: "+", Remove: "-"}[c.Op], c.Text)
		}
		if strings.TrimSpace(got.String()) != want {
			t.Errorf("Diff(%q, %q) = %s; want %s", from, to, got.String(), want)
		}
	}
	f("", "", "")
	f("a", "a", `="a"`)
	f("", "a\n", `+"a\n"`)
	f("a\n", "", `-"a\n"`)
	f("a\nb\nc\n", "a\nx\nc\n", `="a\n" -"b\n" +"x\n" ="c\n"`)
	f("a\nb\nc\nd\n", "b\nc\nx\nd\n", `-"a\n" ="b\nc\n" +"x\n" ="d\n"`)
	f("a", "a\n", `-"a" +"a\n"`)
	f(strings.Repeat("a\n", 3000), strings.Repeat("b\n", 3000), fmt.Sprintf("-%q +%q", strings.Repeat("a\n", 3000), strings.Repeat("b\n", 3000)))
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nb\nc", "b\nc\nd\n")
	f.Fuzz(func(t *testing.T, from, to string) {
		var before, after strings.Builder
		for _, c := range Diff(from, to) {
			if c.Op != Add {
				before.WriteString(c.Text)
			}
			if c.Op != Remove {
				after.WriteString(c.Text)
			}
		}
		if before.String() != from || after.String() != to {
			t.Fatalf("the difference of %q and %q is of %q and %q", from, to, before.String(), after.String())
		}
	})
}
