// Package config is the table of the server's variables and what they are
// parsed into.
package config

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"platform/internal/envvar"
)

// Config is the server's configuration.
type Config struct {
	ListenAddr     string
	SiteURL        string
	DataDir        string
	DatabaseURL    string // "" is SQLite in the data directory
	MasterKeyFile  string
	AllowedOrigins []string
	TrustedProxies []netip.Prefix
	LogLevel       LogLevel
	MetricsToken   string
	WebDevURL      string
	Admin          Admin
	Telemetry      Telemetry
	Engine         Engine
	OTLP           OTLP
	Traces         Traces
	AllowPrivate   bool
}

// Admin is the first user.
type Admin struct {
	Email    string
	Password string
	KeyFile  string // where the first API key is written too; "" nowhere
}

// Telemetry is where telemetry is kept, and for how long.
type Telemetry struct {
	ClickHouseURL string // "" is the embedded engine
	Cluster       string
	Retention     time.Duration
}

// Engine is the embedded engine.
type Engine struct {
	Library  string // path of libchdb; "" searches
	Addr     string // loopback address it also listens on; "" none
	Password string // that is asked for on Addr
	Lanes    int    // reads, and writes, at once; 0 is twice the processors
	MemoryMB int    // for all statements; 0 is 60 % of the machine's
	Fsync    bool
}

// OTLP is where telemetry comes in.
type OTLP struct {
	GRPCAddr   string
	HTTPAddr   string
	RequireKey bool
	MaxBytes   int // of a request, after decompression
}

// Traces are the server's own.
type Traces struct {
	Endpoint string // OTLP over HTTP; "" sends none
	Headers  string
	Share    float64 // of requests without a parent that decides
}

// LogLevel is the least level that is logged.
type LogLevel string

// Vars is every variable, in the order of the reference page.
var Vars = []envvar.Var[Config]{
	envvar.String("PLATFORM_LISTEN_ADDR", func(c *Config) *string { return &c.ListenAddr }, envvar.Always[Config]("127.0.0.1:3000"),
		"Address of the web UI and the API."),
	envvar.Of("PLATFORM_SITE_URL", func(c *Config) *string { return &c.SiteURL }, siteOf,
		"Where browsers reach the server. With https:// the session cookie is sent over HTTPS only.", "a URL without path", parseSite, text).
		As("http:// and the listen address"),
	envvar.String("PLATFORM_DATA_DIR", func(c *Config) *string { return &c.DataDir }, envvar.Always[Config]("data"),
		"Directory of the embedded stores and of the master key."),
	envvar.String("PLATFORM_DATABASE_URL", func(c *Config) *string { return &c.DatabaseURL }, envvar.Always[Config](""),
		"PostgreSQL of the control data, as postgres://user:password@host/name. Empty: SQLite in the data directory.").Masked().Advise(adviseDatabase),
	envvar.String("PLATFORM_CLICKHOUSE_URL", func(c *Config) *string { return &c.Telemetry.ClickHouseURL }, envvar.Always[Config](""),
		"ClickHouse server of the telemetry, as http://user:password@host:8123 or https://. Empty: the embedded engine.").Masked(),
	envvar.String("PLATFORM_CLICKHOUSE_CLUSTER", func(c *Config) *string { return &c.Telemetry.Cluster }, envvar.Always[Config](""),
		"Name of the ClickHouse cluster on which replicated and distributed tables are made."),
	envvar.Of("PLATFORM_RETENTION", func(c *Config) *time.Duration { return &c.Telemetry.Retention }, envvar.Always[Config]("30d"),
		"How long telemetry is kept.", "days as 30d, hours as 720h, or 0 to keep everything", parseRetention, formatRetention),
	envvar.String("PLATFORM_ENGINE_LIB", func(c *Config) *string { return &c.Engine.Library }, envvar.Always[Config](""),
		"Path of libchdb.so. Empty: it is looked for beside the program, in the data directory and in node_modules."),
	envvar.String("PLATFORM_ENGINE_ADDR", func(c *Config) *string { return &c.Engine.Addr }, envvar.Always[Config](""),
		"Loopback address on which the embedded engine also answers ClickHouse's HTTP protocol, for other clients. Empty: only the server's own socket.").Advise(adviseEngine),
	envvar.String("PLATFORM_ENGINE_PASSWORD", func(c *Config) *string { return &c.Engine.Password }, envvar.Always[Config](""),
		"Password that the engine asks for on PLATFORM_ENGINE_ADDR, where every user of the machine can connect.").Masked().Advise(func(c Config) string {
		if c.Engine.Addr != "" && c.Engine.Password == "" {
			return "is needed for PLATFORM_ENGINE_ADDR; without it the engine does not start"
		}
		return ""
	}),
	envvar.Int("PLATFORM_ENGINE_LANES", func(c *Config) *int { return &c.Engine.Lanes }, envvar.Always[Config]("0"),
		"Reads, and as many writes, that the embedded engine runs at once. 0: twice the number of processors.", 0, 256),
	envvar.Int("PLATFORM_ENGINE_MEMORY_MB", func(c *Config) *int { return &c.Engine.MemoryMB }, envvar.Always[Config]("0"),
		"Memory for all statements of the embedded engine, in MiB. 0: 60 % of the machine's.", 0, 1<<24),
	envvar.Bool("PLATFORM_ENGINE_FSYNC", func(c *Config) *bool { return &c.Engine.Fsync }, envvar.Always[Config]("false"),
		"Acknowledge telemetry only when it is on the disk, so that it survives a loss of power."),
	envvar.String("PLATFORM_OTLP_GRPC_ADDR", func(c *Config) *string { return &c.OTLP.GRPCAddr }, envvar.Always[Config]("127.0.0.1:4317"),
		"Address of OTLP over gRPC. Empty: off."),
	envvar.String("PLATFORM_OTLP_HTTP_ADDR", func(c *Config) *string { return &c.OTLP.HTTPAddr }, envvar.Always[Config]("127.0.0.1:4318"),
		"Address of OTLP over HTTP. Empty: off."),
	envvar.Bool("PLATFORM_OTLP_REQUIRE_API_KEY", func(c *Config) *bool { return &c.OTLP.RequireKey }, envvar.Always[Config]("true"),
		"Refuse OTLP without an API key. false: what comes without one goes to the first project.").Advise(func(c Config) string {
		if !c.OTLP.RequireKey {
			return "everybody who reaches the OTLP addresses can write telemetry"
		}
		return ""
	}),
	envvar.Int("PLATFORM_OTLP_MAX_BYTES", func(c *Config) *int { return &c.OTLP.MaxBytes }, envvar.Always[Config]("67108864"),
		"Largest OTLP request in bytes, after decompression.", 1<<16, 1<<30),
	envvar.String("PLATFORM_MASTER_KEY_FILE", func(c *Config) *string { return &c.MasterKeyFile },
		func(c Config) string { return filepath.Join(c.DataDir, "master.key") },
		"File of the key that seals secrets. It is made on the first start; without it sealed secrets are lost.").As("master.key in the data directory"),
	envvar.String("PLATFORM_ADMIN_EMAIL", func(c *Config) *string { return &c.Admin.Email }, envvar.Always[Config]("admin@localhost"),
		"Address of the first user."),
	envvar.String("PLATFORM_ADMIN_PASSWORD", func(c *Config) *string { return &c.Admin.Password }, envvar.Always[Config](""),
		"Password of the first user, at least 12 characters. Empty: a random one, printed once.").Masked(),
	envvar.String("PLATFORM_FIRST_KEY_FILE", func(c *Config) *string { return &c.Admin.KeyFile }, envvar.Always[Config](""),
		"File that the first API key is written to, readable by its owner, beside being printed. Empty: no file."),
	envvar.Of("PLATFORM_ALLOWED_CORS_ORIGINS", func(c *Config) *[]string { return &c.AllowedOrigins }, envvar.Always[Config](""),
		"Origins whose pages may read secrets from POST /api/vault/get-secrets. The site's own is always allowed.",
		"complete origins (scheme and host) separated by commas, no wildcards", parseOrigins, func(l []string) string { return strings.Join(l, ",") }).
		Or("PLATFORM_ALLOWED_ORIGINS"),
	envvar.Of("PLATFORM_TRUSTED_PROXIES", func(c *Config) *[]netip.Prefix { return &c.TrustedProxies }, envvar.Always[Config](""),
		"Proxies whose X-Forwarded-For is believed.", "addresses or networks separated by commas", parsePrefixes, formatPrefixes),
	envvar.Bool("PLATFORM_ALLOW_PRIVATE_LLM_ENDPOINTS", func(c *Config) *bool { return &c.AllowPrivate }, envvar.Always[Config]("false"),
		"Let users name language-model endpoints on private addresses."),
	envvar.Enum("PLATFORM_LOG_LEVEL", func(c *Config) *LogLevel { return &c.LogLevel }, envvar.Always[Config]("info"),
		"Least level of log lines.", "debug", "info", "warn", "error"),
	envvar.String("PLATFORM_METRICS_TOKEN", func(c *Config) *string { return &c.MetricsToken }, envvar.Always[Config](""),
		"Bearer token that GET /metrics of the server asks for. Empty: none.").Masked(),
	envvar.Of("PLATFORM_TRACES_ENDPOINT", func(c *Config) *string { return &c.Traces.Endpoint }, envvar.Always[Config](""),
		"Where the server sends traces of its own API requests, over OTLP/HTTP; http://127.0.0.1:4318 is this server itself. Empty: nowhere.",
		"a URL without path", parseSite, text),
	envvar.String("PLATFORM_TRACES_HEADERS", func(c *Config) *string { return &c.Traces.Headers }, envvar.Always[Config](""),
		"Headers sent with them, as name=value,name2=value2; for example Authorization=Bearer <key>.").Masked(),
	envvar.Float("PLATFORM_TRACES_SHARE", func(c *Config) *float64 { return &c.Traces.Share }, envvar.Always[Config]("1"),
		"Part of the requests that is traced, where the caller has not decided.", 0, 1),
	envvar.String("PLATFORM_WEB_DEV_URL", func(c *Config) *string { return &c.WebDevURL }, envvar.Always[Config](""),
		"Address of a Vite development server that the web UI is taken from, for work on the UI. Empty: the built-in UI."),
}

// Parse reads the configuration. The warnings are sentences for the log.
func Parse(lookup func(string) (string, bool)) (Config, []string) {
	var c Config
	warnings := envvar.Parse(&c, Vars, lookup)
	return c, warnings
}

// Refuse returns an error for a setting that a server must not start with,
// because going on without it would hide that it does not hold.
func Refuse(lookup func(string) (string, bool)) error {
	for _, name := range []string{"PLATFORM_ALLOWED_CORS_ORIGINS", "PLATFORM_ALLOWED_ORIGINS"} {
		if value, set := lookup(name); set && strings.Contains(value, "*") {
			return fmt.Errorf("%s has a wildcard: list complete origins such as https://app.example.com, because every page that may call the vault must be known", name)
		}
	}
	return nil
}

// WriteHelp prints the table for a terminal.
func WriteHelp(w io.Writer) { envvar.WriteHelp(w, base(), Vars) }

// WriteReference prints the reference page of the variables.
func WriteReference(w io.Writer) {
	fmt.Fprint(w, "# Variables of the server\n\nGenerated from the table in `internal/server/config`. `platform --help` prints the same.\n"+
		"A bad value is reported in the log, and its default is used.\n\n")
	envvar.WriteMarkdown(w, base(), Vars, "", nil)
}

// base is the configuration of an empty environment.
func base() Config {
	c, _ := Parse(func(string) (string, bool) { return "", false })
	return c
}

// ControlDatabase is the address of the control data.
func (c Config) ControlDatabase() string {
	if c.DatabaseURL != "" {
		return c.DatabaseURL
	}
	return filepath.Join(c.DataDir, "control.db")
}

// Secure reports whether browsers reach the server over HTTPS.
func (c Config) Secure() bool { return strings.HasPrefix(c.SiteURL, "https://") }

func text(s string) string { return s }

func siteOf(c Config) string {
	host, port, err := net.SplitHostPort(c.ListenAddr)
	if err != nil {
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	site := "http://" + net.JoinHostPort(strings.ToLower(host), port)
	if checkOrigin(site) != nil {
		return "" // the address is not one; listening says so
	}
	return site
}

func parseSite(s string) (string, error) {
	s = strings.TrimSuffix(strings.TrimSpace(s), "/")
	if s == "" {
		return "", nil
	}
	return s, checkOrigin(s)
}

func parseOrigins(s string) ([]string, error) {
	origins := []string{}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSuffix(strings.TrimSpace(item), "/"); item == "" {
			continue
		}
		if err := checkOrigin(item); err != nil {
			return nil, err
		}
		origins = append(origins, item)
	}
	return origins, nil
}

// checkOrigin refuses what is not just scheme and host.
func checkOrigin(s string) error {
	if strings.Contains(s, "*") {
		return errors.New("wildcards must not be configured")
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.Path != "" || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("not a complete origin such as https://app.example.com")
	}
	if s != u.Scheme+"://"+strings.ToLower(u.Host) {
		return errors.New("write the origin as browsers send it, in lower case")
	}
	return nil
}

func parsePrefixes(s string) ([]netip.Prefix, error) {
	var prefixes []netip.Prefix
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if addr, err := netip.ParseAddr(item); err == nil {
			prefixes = append(prefixes, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(item)
		if err != nil {
			return nil, errors.New("neither an address nor a network")
		}
		prefixes = append(prefixes, p.Masked())
	}
	return prefixes, nil
}

func formatPrefixes(prefixes []netip.Prefix) string {
	parts := make([]string, len(prefixes))
	for i, p := range prefixes {
		parts[i] = p.String()
	}
	return strings.Join(parts, ",")
}

func parseRetention(s string) (time.Duration, error) {
	s = strings.TrimSpace(s)
	var days int
	if n, err := fmt.Sscanf(s+"\n", "%dd\n", &days); err == nil && n == 1 {
		if days < 0 || days > 36500 {
			return 0, errors.New("out of range")
		}
		return time.Duration(days) * 24 * time.Hour, nil
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 || d > 0 && d < time.Hour {
		return 0, errors.New("not a length of time of at least an hour")
	}
	return d, nil
}

func formatRetention(d time.Duration) string {
	if d > 0 && d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	}
	return d.String()
}

func adviseDatabase(c Config) string {
	if c.DatabaseURL == "" || strings.HasPrefix(c.DatabaseURL, "postgres://") || strings.HasPrefix(c.DatabaseURL, "postgresql://") {
		return ""
	}
	return "not a PostgreSQL URL; it is taken as the path of a SQLite file"
}

func adviseEngine(c Config) string {
	host, _, err := net.SplitHostPort(c.Engine.Addr)
	if ip := net.ParseIP(host); c.Engine.Addr == "" || err == nil && ip != nil && ip.IsLoopback() {
		return ""
	}
	return "the engine listens on loopback addresses only; it does not start"
}
