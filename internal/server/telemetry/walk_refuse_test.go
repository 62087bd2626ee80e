package telemetry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/tenancy/tenancytest"
)

// wrong are values that nothing of a type is.
var wrong = map[string][]any{
	"string":  {7, true, []any{}, map[string]any{}},
	"integer": {"x", 1.5, -1, 1e300, map[string]any{}},
	"number":  {"x", map[string]any{}},
	"boolean": {"x", 7},
	"array":   {"x", 7, map[string]any{"a": 1}, []any{[]any{[]any{}}}},
	"object":  {"x", 7, []any{1}},
}

// strange are texts that are something and mean nothing. Where a route takes them it must not break.
var strange = []string{"\x00", "a\x00b\xff", `'"\{p0:String}%🙂`}

// times that are none, or make no range.
var noRanges = [][2]string{{"yesterday", ""}, {"-1", ""}, {"now+1h", ""}, {"now-99999999999d", ""}, {"0", "9999999999999"}, {"now", "now-1h"}, {"9999999999999999999", ""},
	{"1", "1"}, {"1677-01-01T00:00:00Z", "2300-01-01T00:00:00Z"}, {"0000-01-01T00:00:00Z", ""}, {"NaN", ""}, {"1e3", ""}}

// noFilters are filters and keys that name or compare what does not exist.
var noFilters = []string{`[{"key":"k","op":"like","value":"x"}]`, `[{"source":"table","key":"k"}]`, `[{"source":"field","key":"Timestamp"}]`, `[{"key":""}]`, `[{"key":"k","op":"in"}]`,
	`[{"source":"field","key":"traceId","op":"gt","value":"1"}]`, `[{"key":"k","op":"gt","value":"Infinity"}]`, `[{"key":"k","op":"gt","value":"much"}]`, `[{"key":"k","unknown":1}]`, `[{"op":"exists"}]`, `[null]`,
	`[{"key":"` + strings.Repeat("x", 2000) + `"}]`, `[` + strings.Repeat(`{"key":"k"},`, 40) + `{"key":"k"}]`}

// refused makes a call that must be refused with words about what is wrong.
func (w *walked) refused(op *huma.Operation, what string, a asked) {
	w.t.Helper()
	answer := w.ask(w.A.Key, "", a)
	if answer.Status < 400 || answer.Status >= 500 {
		w.t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, what, answer.Status, answer.Body)
		return
	}
	w.clear(op, what, answer)
}

// clear fails the test when a refusal does not tell what is wrong, or tells what is nobody's concern.
func (w *walked) clear(op *huma.Operation, what string, answer tenancytest.Answer) {
	w.t.Helper()
	var problem struct{ Detail, Err string }
	var bare string
	if json.Unmarshal([]byte(answer.Body), &problem) != nil && json.Unmarshal([]byte(answer.Body), &bare) != nil || problem.Detail+problem.Err+bare == "" {
		w.t.Errorf("%s %s with %s: %d without words: %.300s", op.Method, op.Path, what, answer.Status, answer.Body)
	}
	for _, inner := range []string{"SELECT ", "DB::", "otel_", "runtime error", ".go:", "socket"} {
		if strings.Contains(answer.Body, inner) {
			w.t.Errorf("%s %s with %s tells of %q: %.300s", op.Method, op.Path, what, inner, answer.Body)
		}
	}
}

// survives makes a call that may be answered, and must not break.
func (w *walked) survives(op *huma.Operation, what string, a asked) {
	w.t.Helper()
	if answer := w.ask(w.A.Key, "", a); answer.Status >= 500 {
		w.t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, what, answer.Status, answer.Body)
	} else if answer.Status >= 400 {
		w.clear(op, what, answer)
	}
}

// schema follows a reference.
func (w *walked) schema(s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return w.World.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

func TestRoutesRefuseBadInputWithClearWords(t *testing.T) {
	w := newWalk(t)
	w.each(func(op *huma.Operation, recipe []string) {
		good := w.production.asks(recipe)[0]
		w.badParameters(op, good)
		if good.body != "" {
			w.badBodies(op, good)
		}
	})
}

// badParameters tries what can be wrong in a path and a query.
func (w *walked) badParameters(op *huma.Operation, good asked) {
	w.t.Helper()
	path, encoded, _ := strings.Cut(good.path, "?")
	with := func(name, value string) asked {
		query, _ := url.ParseQuery(encoded)
		query.Set(name, value)
		return asked{path: path + "?" + query.Encode(), body: good.body}
	}
	ranged := false
	for _, p := range op.Parameters {
		s := w.schema(p.Schema)
		switch {
		case p.In == "path":
			for _, text := range append(slices.Clone(strange), strings.Repeat("f", 5000), "9223372036854775807-18446744073709551615", "-9223372036854775808-1") {
				filled := strings.Replace(op.Path, "{"+p.Name+"}", url.PathEscape(text), 1)
				w.survives(op, fmt.Sprintf("%s %.20q", p.Name, text), asked{path: filled, body: good.body})
			}
		case p.In != "query":
		case len(s.Enum) > 0 || s.Type == "integer" || s.Type == "number" || s.Type == "boolean":
			for _, value := range []string{"x", "-1", "1e300", "\x00", "99999999999999999999"} {
				w.refused(op, p.Name+"="+value, with(p.Name, value))
			}
		case p.Name == "from":
			ranged = true
		default:
			for _, value := range strange {
				w.survives(op, fmt.Sprintf("%s=%q", p.Name, value), with(p.Name, value))
			}
		}
	}
	for _, r := range noRanges {
		if !ranged {
			break
		}
		a := with("from", r[0])
		if r[1] != "" {
			a.path += "&to=" + url.QueryEscape(r[1])
		}
		w.refused(op, fmt.Sprint("times ", r), a)
	}
}

// badBodies tries what can be wrong in a body.
func (w *walked) badBodies(op *huma.Operation, good asked) {
	w.t.Helper()
	schema := w.schema(op.RequestBody.Content["application/json"].Schema)
	with := func(name string, value any) asked {
		var body map[string]any
		if err := json.Unmarshal([]byte(good.body), &body); err != nil {
			w.t.Fatal(err)
		}
		body[name] = value
		raw, err := json.Marshal(body)
		if err != nil {
			w.t.Fatal(err)
		}
		return asked{path: good.path, body: string(raw)}
	}
	for _, text := range []string{"{", "[]", "7", `"x"`, "null x", "{}{}", "\x00", strings.Repeat("[", 10_000)} {
		w.refused(op, fmt.Sprintf("the body %.10q", text), asked{path: good.path, body: text})
	}
	w.refused(op, "a body of 10 MB", asked{path: good.path, body: `{"text":"` + strings.Repeat("x", 10<<20) + `"}`})
	if schema.AdditionalProperties == false {
		w.refused(op, "an unknown field", with("nobody-knows-this", 1))
	}
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		s := w.schema(schema.Properties[name])
		for _, value := range wrong[s.Type] {
			w.refused(op, fmt.Sprintf("%s %v", name, value), with(name, value))
		}
		switch {
		case len(s.Enum) > 0:
			w.refused(op, name+" nothing", with(name, "nothing"))
		case name == "filters":
			for _, text := range noFilters {
				w.refused(op, fmt.Sprintf("filters %.60s", text), with(name, json.RawMessage(text)))
			}
		case name == "keys" || name == "groupBy" && s.Type == "array":
			w.refused(op, name+" of nothing", with(name, json.RawMessage(`[{"source":"field","key":"nothing"}]`)))
		case name == "stepSeconds":
			for _, step := range []int64{1 << 40, 1<<63 - 1} {
				w.refused(op, fmt.Sprint("a step of ", step), with(name, step))
			}
		case s.Type == "string":
			for _, text := range strange {
				w.survives(op, fmt.Sprintf("%s %q", name, text), with(name, text))
			}
		}
	}
	if schema.Properties["from"] != nil {
		for _, r := range noRanges {
			a := with("from", r[0])
			if r[1] != "" {
				a.body = strings.TrimSuffix(a.body, "}") + fmt.Sprintf(`,"to":%q}`, r[1])
			}
			w.refused(op, fmt.Sprint("times ", r), a)
		}
	}
	if schema.Properties["timeLimit"] != nil {
		for _, r := range noRanges[4:] {
			w.refused(op, fmt.Sprint("times ", r), with("timeLimit", map[string]string{"start": r[0], "end": r[1]}))
		}
	}
}
