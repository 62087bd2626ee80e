package envvar

import (
	"strings"
	"testing"
	"time"
)

type conf struct {
	Mode    string
	On      bool
	Token   string
	Limit   int
	Share   float64
	Every   time.Duration
	Exclude []string
}

var table = []Var[conf]{
	Enum("MODE", func(c *conf) *string { return &c.Mode }, Always[conf]("all"), "Preset.", "all", "light"),
	Bool("ON", func(c *conf) *bool { return &c.On }, func(c conf) string {
		if c.Mode == "all" {
			return "true"
		}
		return "false"
	}, "Switch.").Or("OLD_ON"),
	String("TOKEN", func(c *conf) *string { return &c.Token }, Always[conf](""), "Token.").Masked(),
	Int("LIMIT", func(c *conf) *int { return &c.Limit }, Always[conf]("10"), "Limit.", 1, 100).Advise(func(c conf) string {
		if c.Limit < 10 {
			return "below 10 costs more than it shows"
		}
		return ""
	}),
	Float("SHARE", func(c *conf) *float64 { return &c.Share }, Always[conf]("0.05"), "Share.", 0, 1),
	Duration("EVERY", func(c *conf) *time.Duration { return &c.Every }, Always[conf]("60000"), "Interval.", time.Millisecond, 100*time.Millisecond, time.Hour),
	List("EXCLUDE", func(c *conf) *[]string { return &c.Exclude }, Always[conf]("a,b"), "Types."),
}

func parse(env map[string]string) (conf, []string) {
	var c conf
	w := Parse(&c, table, func(k string) (string, bool) { v, ok := env[k]; return v, ok })
	return c, w
}

func TestDefaultsMayDependOnEarlierRows(t *testing.T) {
	if c, _ := parse(nil); !c.On {
		t.Error("unset: want the default of mode all")
	}
	if c, _ := parse(map[string]string{"MODE": " Light "}); c.On {
		t.Error("light: want off")
	}
	if c, _ := parse(map[string]string{"MODE": "light", "OLD_ON": "true"}); !c.On {
		t.Error("an alias counts as set")
	}
	if c, _ := parse(map[string]string{"ON": "false", "OLD_ON": "true"}); c.On {
		t.Error("the name wins over its alias")
	}
}

func TestAVariableThatExistsCountsAsSet(t *testing.T) {
	if c, w := parse(map[string]string{"EXCLUDE": ""}); len(c.Exclude) != 0 || len(w) != 0 {
		t.Errorf("empty list: %q, %q", c.Exclude, w)
	}
	if c, w := parse(map[string]string{"ON": ""}); !c.On || len(w) != 1 {
		t.Errorf("an empty switch is a bad value: %v, %q", c.On, w)
	}
}

func TestABadValueIsNamedAndItsDefaultUsed(t *testing.T) {
	f := func(name, value string, parts ...string) {
		t.Helper()
		c, w := parse(map[string]string{name: value})
		want, _ := parse(nil)
		if c.Limit != want.Limit || c.Share != want.Share || c.Every != want.Every || c.On != want.On || c.Mode != want.Mode {
			t.Errorf("%s=%s changed the configuration: %+v", name, value, c)
		}
		if len(w) != 1 {
			t.Fatalf("%s=%s: warnings %q", name, value, w)
		}
		for _, p := range append(parts, name, "accepted: ") {
			if !strings.Contains(w[0], p) {
				t.Errorf("%q lacks %q", w[0], p)
			}
		}
	}
	f("MODE", "fast", `"fast"`, "all, light", `default "all"`)
	f("ON", "maybe", "true or false")
	f("LIMIT", "0", "1 to 100")
	f("LIMIT", "ten", "not a whole number")
	f("SHARE", "NaN", "not a number")
	f("SHARE", "1.5", "0 to 1")
	f("EVERY", "5", "milliseconds")
	f("EVERY", "9223372036854775807", "out of range")
	f("EVERY", "soon", "not a length of time")
}

func TestDurationsArePlainNumbersOrGoForm(t *testing.T) {
	if c, _ := parse(map[string]string{"EVERY": "15000"}); c.Every != 15*time.Second {
		t.Error(c.Every)
	}
	if c, _ := parse(map[string]string{"EVERY": "15s"}); c.Every != 15*time.Second {
		t.Error(c.Every)
	}
}

func TestAdviceKeepsTheValue(t *testing.T) {
	c, w := parse(map[string]string{"LIMIT": "5"})
	if c.Limit != 5 || len(w) != 1 || !strings.HasPrefix(w[0], "LIMIT: below 10") {
		t.Errorf("%d, %q", c.Limit, w)
	}
}

func TestSecretsAreMaskedEverywhere(t *testing.T) {
	env := map[string]string{"TOKEN": "hunter2"}
	c, _ := parse(env)
	if c.Token != "hunter2" {
		t.Error("the program itself gets the value")
	}
	if got := table[2].Value(c); strings.Contains(got, "hunter2") {
		t.Error(got)
	}
	for _, s := range Explicit(table, func(k string) (string, bool) { v, ok := env[k]; return v, ok }) {
		if s.Name == "TOKEN" && s.Value != "********" {
			t.Error(s.Value)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("LIMIT", "5")
	f.Add("EVERY", "1h")
	f.Fuzz(func(t *testing.T, name, value string) {
		c, w := parse(map[string]string{name: value})
		if c.Limit < 1 || c.Limit > 100 || c.Share < 0 || c.Share > 1 || c.Every < 100*time.Millisecond {
			t.Errorf("%s=%q let %+v through (%q)", name, value, c, w)
		}
	})
}
