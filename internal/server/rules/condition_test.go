package rules

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

// matches reports whether a value, as JSON, meets a condition.
func matches(t *testing.T, kind Type, op Operator, value, given string) bool {
	t.Helper()
	m, err := compile(Condition{"f", op, value, kind})
	if err != nil {
		t.Fatalf("%s %s %q: %v", kind, op, value, err)
	}
	v, ok := valueOf(json.RawMessage(given))
	if !ok {
		t.Fatalf("%s is no value", given)
	}
	return m(v)
}

func TestOperators(t *testing.T) {
	f := func(kind Type, op Operator, value, given string, want bool) {
		t.Helper()
		if got := matches(t, kind, op, value, given); got != want {
			t.Errorf("%s: %s %s %q is %v", kind, given, op, value, got)
		}
	}
	f(String, Equals, "a", `"a"`, true)
	f(String, Equals, "a", `"A"`, false)
	f(String, Equals, "", `""`, true)
	f(String, Equals, "1000", `1e3`, true)
	f(String, Equals, "1.5", `1.50`, true)
	f(String, Equals, "true", `true`, true)
	f(String, NotEquals, "a", `"b"`, true)
	f(String, NotEquals, "a", `"a"`, false)
	f(String, Contains, "b", `"abc"`, true)
	f(String, Contains, "x", `"abc"`, false)
	f(String, NotContains, "x", `"abc"`, true)
	f(String, NotContains, "b", `"abc"`, false)
	f(String, StartsWith, "ab", `"abc"`, true)
	f(String, StartsWith, "bc", `"abc"`, false)
	f(String, EndsWith, "bc", `"abc"`, true)
	f(String, EndsWith, "ab", `"abc"`, false)
	f(String, Regex, "^g.t-[0-9]", `"gpt-4o"`, true)
	f(String, Regex, "^t-", `"gpt-4o"`, false)
	f(String, Regex, "(?i)GPT", `"gpt-4o"`, true)
	f(String, In, "a, b,c", `"b"`, true)
	f(String, In, "a, b,c", `"d"`, false)
	f(String, NotIn, "a, b,c", `"d"`, true)
	f(String, NotIn, "a, b,c", `"a"`, false)
	f(Number, Equals, "5", `5.0`, true)
	f(Number, Equals, "5", `" 5 "`, true)
	f(Number, Equals, "0", `"five"`, false)
	f(Number, NotEquals, "5", `6`, true)
	f(Number, NotEquals, "5", `"five"`, false)
	f(Number, NotEquals, "5", `5`, false)
	f(Number, Greater, "5", `5.1`, true)
	f(Number, Greater, "5", `5`, false)
	f(Number, GreaterOrEqual, "5", `5`, true)
	f(Number, GreaterOrEqual, "5", `4`, false)
	f(Number, Less, "-1", `-2`, true)
	f(Number, Less, "-1", `-1`, false)
	f(Number, LessOrEqual, "-1", `-1`, true)
	f(Number, LessOrEqual, "-1", `0`, false)
	f(Number, Between, "1, 10", `1`, true)
	f(Number, Between, "1,10", `10`, true)
	f(Number, Between, "1,10", `10.5`, false)
	f(Number, Greater, "0", `"NaN"`, false)
	f(Number, Greater, "0", `true`, false)
	f(Boolean, Equals, "true", `true`, true)
	f(Boolean, Equals, "TRUE", `"True"`, true)
	f(Boolean, Equals, "false", `true`, false)
	f(Boolean, Equals, "false", `0`, false)
}

func TestConditionsThatMeanNothingAreRefused(t *testing.T) {
	f := func(kind Type, op Operator, value, why string) {
		t.Helper()
		if _, err := compile(Condition{"f", op, value, kind}); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s %s %.40q: %v, want %q", kind, op, value, err, why)
		}
	}
	f("date", Equals, "x", "none of string, number, boolean")
	f(String, Greater, "x", "strings do not have")
	f(String, Contains, "", "is empty")
	f(String, In, "", "is empty")
	f(String, Regex, "(", "not a regular expression")
	f(String, Regex, `(a)\1`, "not a regular expression")
	f(String, Regex, strings.Repeat("a", 501), "more than 500 bytes")
	f(String, Regex, strings.Repeat(".{900}", 50), "too large")
	f(String, Equals, strings.Repeat("ä", 1001), "more than 1000 characters")
	f(Number, Equals, "x", "not a number")
	f(Number, Equals, "Inf", "not a number")
	f(Number, Equals, "0x10", "not a number")
	f(Number, Between, "1", "two numbers")
	f(Number, Between, "2,1", "two numbers")
	f(Number, Between, "1,2,3", "two numbers")
	f(Number, Contains, "1", "numbers do not have")
	f(Boolean, NotEquals, "true", "only equals")
	f(Boolean, Equals, "yes", "neither true nor false")
}

func TestExpressionsThatExplodeElsewhereDoNot(t *testing.T) {
	for _, pattern := range []string{`^(a+)+$`, `^(a|aa)+$`, `(.*a){20}`, `(x+x+)+y`} {
		m, err := compile(Condition{"f", Regex, pattern, String})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		for range 10 {
			m(Value{strings.Repeat("a", valueLimit-1) + "!"})
		}
		if took := time.Since(start); took > 20*time.Second { // exponential would be for ever
			t.Errorf("%s took %v", pattern, took)
		}
	}
}

func group(join Join, conditions ...Condition) Group { return Group{join, conditions} }

func TestMissingFieldsFailTheirCondition(t *testing.T) {
	known, missing := Condition{"known", Equals, "x", String}, Condition{"missing", NotEquals, "x", String}
	f := func(want bool, join Join, groups ...Group) {
		t.Helper()
		c, err := compileRule(Rule{Join: join, Groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		fields := Fields{"known": {"x"}, "Missing": {"y"}}
		if got := c.matches(fields); got != want || c.evaluate(fields).Matches != want {
			t.Errorf("%s of %v is %v, %+v", join, groups, got, c.evaluate(fields))
		}
	}
	f(true, All, group(All, known))
	f(false, All, group(All, missing))
	f(false, All, group(All, known, missing))
	f(true, All, group(Any, known, missing))
	f(false, All, group(Any, missing, missing))
	f(false, All, group(All, known), group(All, missing))
	f(true, Any, group(All, known), group(All, missing))
	f(true, Any, group(All, missing), group(All, known))
	f(false, All)
	f(false, Any)
	f(false, All, Group{Join: All})
	f(false, Any, Group{Join: Any})
}

func TestFields(t *testing.T) {
	f := func(raw, want string) {
		t.Helper()
		var given map[string]json.RawMessage
		if err := json.Unmarshal([]byte(raw), &given); err != nil {
			t.Fatal(err)
		}
		fields, err := ParseFields(given)
		got := fmt.Sprint(fields)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%.60s: %s, want %s", raw, got, want)
		}
	}
	f(`{"a":"x","b":1.0,"c":true}`, "map[a:{x} b:{1} c:{true}]")
	f(`{" a ":"x"}`, "map[a:{x}]")
	f(`{" a":"no","a":"yes"," a ":"no"}`, "map[a:{yes}]")
	f(`{"a":"x","b":null,"c":[],"d":{},"":"x","  ":"x"}`, "map[a:{x}]")
	f(`{"a":"x","b":"`+strings.Repeat("ä", 1001)+`","`+strings.Repeat("k", 101)+`":1}`, "map[a:{x}]")
	f(`{"a":"`+strings.Repeat("ä", 1000)+`"}`, "map[a:{ä")
	f(`{}`, "at least one")
	f(`{"a":null}`, "at least one")
	many := map[string]int{}
	for i := range 51 {
		many[fmt.Sprint(i)] = i
	}
	raw, _ := json.Marshal(many)
	f(string(raw), "more than 50")
}

func FuzzCondition(f *testing.F) {
	for _, op := range []Operator{Equals, Contains, Regex, In, Between, Less} {
		f.Add(string(op), "a,b", "1,2")
		f.Add(string(op), "^a+$", "1")
	}
	f.Fuzz(func(t *testing.T, op, value, given string) {
		for _, kind := range []Type{String, Number, Boolean} {
			m, err := compile(Condition{"f", Operator(op), value, kind})
			if err != nil {
				continue
			}
			if len(given) <= valueLimit {
				m(Value{given})
			}
			if kind == Number && op != string(Between) && (m(Value{"NaN"}) || m(Value{"x"})) {
				t.Fatalf("%s %q matches what is no number", op, value)
			}
		}
		if x, ok := parseNumber(value); ok && (math.IsNaN(x) || math.IsInf(x, 0)) {
			t.Fatalf("%q is %v", value, x)
		}
	})
}

func FuzzParseQuery(f *testing.F) {
	for _, s := range []string{`{"entity_type":"context","fields":{"a":"x","b":1,"c":true}}`, `{"entity_type":"prompt","fields":{"a":null},"entity_inputs":{"variables":{"x":[1]},"version":"1.0.0"}}`, `[]`, `{`, `{"fields":[]}`} {
		f.Add([]byte(s))
	}
	rule, err := compileRule(Rule{Join: Any, Groups: []Group{group(Any, Condition{"a", Regex, "x+", String}, Condition{"b", Between, "1,2", Number}, Condition{"c", Equals, "true", Boolean})}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		q, err := parseQuery(raw)
		if err != nil {
			return
		}
		if n := len(q.Fields); n == 0 || n > fieldsLimit {
			t.Fatalf("%d fields", n)
		}
		if rule.matches(q.Fields) != rule.evaluate(q.Fields).Matches {
			t.Fatalf("the two ways to match disagree on %v", q.Fields)
		}
	})
}
