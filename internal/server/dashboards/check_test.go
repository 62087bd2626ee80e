package dashboards

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"platform/internal/server/fault"
)

// parse reads widgets and checks them.
func parse(text string) ([]Widget, error) {
	var widgets []Widget
	if err := json.Unmarshal([]byte(text), &widgets); err != nil {
		return nil, err
	}
	return widgets, checkWidgets(widgets)
}

func TestWhatIsRefusedIsNamed(t *testing.T) {
	const place = `"place":{"x":0,"y":0,"w":4,"h":2}`
	f := func(widgets, field string) {
		t.Helper()
		_, err := parse("[" + widgets + "]")
		var got string
		var refused *fault.Error
		if errors.As(err, &refused) && len(refused.Errors) == 1 {
			got = strings.TrimPrefix(refused.Errors[0].Location, "body.")
		}
		if got != field {
			t.Errorf("%s: refused %q, want %q (%v)", widgets, got, field, err)
		}
	}
	query := func(kind, q string) string {
		return fmt.Sprintf(`{"id":"w","kind":%q,%s,"queries":[%s]}`, kind, place, q)
	}
	const metric = `{"source":"metric","metric":"m"}`
	f(query("series", metric), "")
	f(`{"id":"w","kind":"text",`+place+`,"text":"x"}`, "")
	f(`{"id":"","kind":"text",`+place+`}`, "widgets[0].id")
	f(`{"id":"a b","kind":"text",`+place+`}`, "widgets[0].id")
	f(`{"id":"w","kind":"pie",`+place+`}`, "widgets[0].kind")
	f(`{"id":"w","kind":"text","place":{"x":10,"y":0,"w":4,"h":2}}`, "widgets[0].place")
	f(`{"id":"w","kind":"text","place":{"x":9223372036854775807,"y":0,"w":4,"h":2}}`, "widgets[0].place")
	f(`{"id":"w","kind":"text","place":{"x":0,"y":0,"w":4,"h":0}}`, "widgets[0].place")
	f(`{"id":"v","kind":"text",`+place+`},{"id":"w","kind":"text",`+place+`}`, "widgets[1].place")
	f(`{"id":"w","kind":"text",`+place+`},{"id":"w","kind":"text","place":{"x":4,"y":0,"w":4,"h":2}}`, "widgets[1].id")
	f(`{"id":"w","kind":"text",`+place+`,"queries":[`+metric+`]}`, "widgets[0].queries")
	f(`{"id":"w","kind":"series",`+place+`,"queries":[]}`, "widgets[0].queries")
	f(`{"id":"w","kind":"series",`+place+`,"text":"x","queries":[`+metric+`]}`, "widgets[0].text")
	f(`{"id":"w","kind":"series",`+place+`,"formula":"a / c","queries":[`+metric+`]}`, "widgets[0].formula")
	f(`{"id":"w","kind":"top",`+place+`,"reduce":"mode","queries":[`+metric+`]}`, "widgets[0].reduce")
	f(`{"id":"w","kind":"top",`+place+`,"limit":51,"queries":[`+metric+`]}`, "widgets[0].limit")
	f(query("series", `{"source":"profiles"}`), "widgets[0].queries[0].source")
	f(query("series", `{"source":"metric"}`), "widgets[0].queries[0].metric")
	f(query("series", `{"source":"metric","metric":"m","aggregation":"mode"}`), "widgets[0].queries[0].aggregation")
	f(query("series", `{"source":"metric","metric":"m","across":"mode"}`), "widgets[0].queries[0].across")
	f(query("series", `{"source":"metric","metric":"m","quantile":1.5}`), "widgets[0].queries[0].quantile")
	f(query("series", `{"source":"metric","metric":"m","measure":"count"}`), "widgets[0].queries[0].measure")
	f(query("series", `{"source":"metric","metric":"m","groupBy":[{"key":"k"},{"source":"attribute","key":"k"}]}`), "widgets[0].queries[0].groupBy")
	f(query("series", `{"source":"metric","metric":"m","filters":[{"key":"k","op":"like"}]}`), "widgets[0].queries[0].filters")
	f(query("series", `{"source":"metric","metric":"m","filters":[{"source":"field","key":"body"}]}`), "widgets[0].queries[0].filters")
	f(query("series", `{"source":"spans","measure":"cost"}`), "widgets[0].queries[0].measure")
	f(query("series", `{"source":"spans","measure":"p95"}`), "")
	f(query("series", `{"source":"spans","measure":"count","groupBy":[{"source":"field","key":"service"},{"source":"field","key":"name"}]}`), "widgets[0].queries[0].groupBy")
	f(query("top", `{"source":"spans","measure":"count","groupBy":[{"source":"field","key":"service"}]}`), "")
	f(query("top", `{"source":"spans","measure":"p95","groupBy":[{"source":"field","key":"service"}]}`), "widgets[0].queries[0].measure")
	f(query("series", `{"source":"spans","measure":"count","text":"x"}`), "widgets[0].queries[0].text")
	f(query("series", `{"source":"logs","measure":"count","text":"x"}`), "")
	f(query("series", `{"source":"logs","measure":"count","by":["model"]}`), "widgets[0].queries[0].by")
	f(query("series", `{"source":"models","measure":"cost","by":["model","model"]}`), "widgets[0].queries[0].by")
	f(query("series", `{"source":"models","measure":"cost","groupBy":[{"key":"k"}]}`), "widgets[0].queries[0].groupBy")
	f(query("series", `{"source":"models","measure":"cost","metric":"m"}`), "widgets[0].queries[0].metric")
	f(strings.TrimSuffix(strings.Repeat(`{"id":"w","kind":"text",`+place+`},`, 51), ","), "widgets")
}

func TestFormulas(t *testing.T) {
	f := func(text string, ok bool) {
		t.Helper()
		if err := checkFormula(text, 2); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	f("a / b", true)
	f("100*(a-b)/ -(b + 1.5)", true)
	f("a", true)
	f("2", true)
	f("", false)
	f("a b", false)
	f("a /", false)
	f("(a", false)
	f("c", false)
	f("1.2.3", false)
	f("a ^ b", false)
	f("A", false)
	f("ä", false)
	f(strings.Repeat("(", 21)+"a"+strings.Repeat(")", 21), false)
}

func TestNamesThatAreTakenGetANumber(t *testing.T) {
	long := strings.Repeat("ä", 100)
	all := []Summary{{Name: "a"}, {Name: "a (2)"}, {Name: long}}
	f := func(name, want string) {
		t.Helper()
		if got := freeName(name, all); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	f("b", "b")
	f("a", "a (3)")
	f(long, strings.Repeat("ä", 96)+" (2)")
}

// What is let through is drawn by browsers and read again from stores.
func FuzzWidgets(f *testing.F) {
	f.Add(`[{"id":"w","kind":"series","place":{"x":0,"y":0,"w":6,"h":4},"formula":"a/b","queries":[{"source":"metric","metric":"m"},{"source":"models","measure":"cost","by":["model"]}]}]`)
	f.Add(`[{"id":"w","kind":"top","place":{"x":0,"y":0,"w":6,"h":4},"queries":[{"source":"logs","measure":"errors","text":"x","groupBy":[{"source":"field","key":"service"}],"filters":[{"key":"k","op":"gt","value":"1"}]}]}]`)
	f.Add(`[{"id":"w","kind":"text","place":{"x":6,"y":0,"w":6,"h":4},"text":"hi"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		widgets, err := parse(text)
		if err != nil {
			return
		}
		for _, w := range widgets {
			if w.Place.X+w.Place.W > Columns || w.Place.X < 0 || w.Kind != Text && len(w.Queries) == 0 {
				t.Errorf("%+v was let through", w)
			}
		}
		raw, err := json.Marshal(widgets)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(string(raw))
		if err != nil {
			t.Errorf("%s: refused when read again: %v", raw, err)
		}
		if second, _ := json.Marshal(again); string(second) != string(raw) || len(again) != len(widgets) {
			t.Errorf("%s\n%s\n%v", raw, second, reflect.DeepEqual(again, widgets))
		}
	})
}

func FuzzFormula(f *testing.F) {
	f.Add("a / (b + 2) * -1.5")
	f.Fuzz(func(t *testing.T, text string) {
		if checkFormula(text, 3) == nil && strings.Trim(text, "abc0123456789.+-*/() ") != "" {
			t.Errorf("%q was let through", text)
		}
	})
}
