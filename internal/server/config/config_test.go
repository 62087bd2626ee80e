package config

import (
	"strings"
	"testing"
	"time"
)

func parse(env map[string]string) (Config, []string) {
	return Parse(func(k string) (string, bool) { v, ok := env[k]; return v, ok })
}

func TestTheDefaultsAreThoseOfTheDesign(t *testing.T) {
	c, warnings := parse(nil)
	if len(warnings) > 0 {
		t.Error(warnings)
	}
	if c.ListenAddr != "127.0.0.1:3000" || c.SiteURL != "http://127.0.0.1:3000" || !c.OTLP.RequireKey || c.DatabaseURL != "" ||
		c.ControlDatabase() != "data/control.db" || c.MasterKeyFile != "data/master.key" || c.Telemetry.Retention != 30*24*time.Hour || c.Secure() {
		t.Errorf("%+v", c)
	}
}

func TestTheSiteFollowsTheListenAddress(t *testing.T) {
	f := func(listen, want string) {
		t.Helper()
		if c, _ := parse(map[string]string{"PLATFORM_LISTEN_ADDR": listen}); c.SiteURL != want {
			t.Errorf("%s gives %s, want %s", listen, c.SiteURL, want)
		}
	}
	f(":8080", "http://localhost:8080")
	f("0.0.0.0:80", "http://localhost:80")
	f("10.1.2.3:80", "http://10.1.2.3:80")
	f("nonsense", "")
}

func TestOriginsAreCompleteAndHaveNoWildcards(t *testing.T) {
	f := func(value string, want string, warns bool) {
		t.Helper()
		c, w := parse(map[string]string{"PLATFORM_ALLOWED_CORS_ORIGINS": value})
		if got := strings.Join(c.AllowedOrigins, " "); got != want || (len(w) > 0) != warns {
			t.Errorf("%q gives %q, %q", value, got, w)
		}
	}
	f("https://a.example.com, http://b:8080/", "https://a.example.com http://b:8080", false)
	f("", "", false)
	f("*", "", true)
	f("https://*.example.com", "", true)
	f("https://ok.example.com,a.example.com", "", true)
	f("https://a.example.com/path", "", true)
	f("https://A.example.com", "", true)
	f("null", "", true)
	if c, _ := parse(map[string]string{"PLATFORM_ALLOWED_ORIGINS": "https://old.example.com"}); len(c.AllowedOrigins) != 1 {
		t.Error("the alias is not read")
	}
	c, _ := parse(map[string]string{"PLATFORM_ALLOWED_ORIGINS": "https://old.example.com", "PLATFORM_ALLOWED_CORS_ORIGINS": "https://new.example.com"})
	if len(c.AllowedOrigins) != 1 || c.AllowedOrigins[0] != "https://new.example.com" {
		t.Errorf("the name does not win over its alias: %v", c.AllowedOrigins)
	}
}

func TestAWildcardOriginIsAStartUpError(t *testing.T) {
	f := func(name, value string, refused bool) {
		t.Helper()
		err := Refuse(func(n string) (string, bool) { return value, n == name })
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
	f("PLATFORM_ALLOWED_CORS_ORIGINS", "*", true)
	f("PLATFORM_ALLOWED_CORS_ORIGINS", "https://a.example.com,https://*.example.com", true)
	f("PLATFORM_ALLOWED_ORIGINS", "*", true)
	f("PLATFORM_ALLOWED_ORIGINS", "https://a.example.com", false)
	f("OTHER", "*", false)
}

func TestRetention(t *testing.T) {
	f := func(value string, want time.Duration, warns bool) {
		t.Helper()
		if c, w := parse(map[string]string{"PLATFORM_RETENTION": value}); c.Telemetry.Retention != want || (len(w) > 0) != warns {
			t.Errorf("%q gives %s, %q", value, c.Telemetry.Retention, w)
		}
	}
	f("7d", 7*24*time.Hour, false)
	f("36h", 36*time.Hour, false)
	f("0", 0, false)
	f("-1d", 30*24*time.Hour, true)
	f("5m", 30*24*time.Hour, true)
	f("7days", 30*24*time.Hour, true)
	f("99999999999d", 30*24*time.Hour, true)
}

func TestSecretsAreNotShown(t *testing.T) {
	var out strings.Builder
	env := map[string]string{"PLATFORM_DATABASE_URL": "mysql://hunter2", "PLATFORM_ADMIN_PASSWORD": "hunter2", "PLATFORM_CLICKHOUSE_URL": "http://u:hunter2@h"}
	c, warnings := parse(env)
	for _, v := range Vars {
		out.WriteString(v.Value(c))
	}
	if text := out.String() + strings.Join(warnings, ""); strings.Contains(text, "hunter2") {
		t.Error(text)
	}
}

func FuzzParse(f *testing.F) {
	for _, v := range Vars {
		f.Add(v.Name, "1d")
	}
	f.Add("PLATFORM_TRUSTED_PROXIES", "10.0.0.0/8,::1")
	f.Fuzz(func(t *testing.T, name, value string) {
		c, _ := parse(map[string]string{name: value})
		if c.Telemetry.Retention < 0 || c.Telemetry.Retention > 0 && c.Telemetry.Retention < time.Hour {
			t.Errorf("%s=%q: retention %s", name, value, c.Telemetry.Retention)
		}
		for _, o := range c.AllowedOrigins {
			if strings.Contains(o, "*") || !strings.HasPrefix(o, "http") {
				t.Errorf("%s=%q: origin %q", name, value, o)
			}
		}
	})
}
