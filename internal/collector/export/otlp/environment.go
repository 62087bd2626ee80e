package otlp

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Destination is where snapshots go, without secrets: for people.
type Destination struct {
	Protocol    string        `json:"protocol"`
	Endpoint    string        `json:"endpoint"`
	Secure      bool          `json:"secure"`
	Compression string        `json:"compression"`
	Timeout     time.Duration `json:"timeout"`
	Temporality string        `json:"temporality"`
	Headers     []string      `json:"headers,omitempty"` // names only
}

// environment is what the standard variables say. The exporters read them too;
// what is here is what they do not tell or quietly ignore when it is wrong.
type environment struct {
	Destination
	tls *tls.Config // nil: the system's certificates
}

// Describe returns where a sender with protocol would send, and an error that
// NewSender would return.
func Describe(protocol string) (Destination, error) {
	env, err := readEnvironment(protocol)
	if err == nil {
		err = env.readTLS()
	}
	return env.Destination, err
}

func readEnvironment(protocol string) (environment, error) {
	env := environment{Destination: Destination{Protocol: GRPC, Timeout: 10 * time.Second, Compression: "none", Temporality: "cumulative"}}
	if v, _ := variable("PROTOCOL"); v == HTTP || v != GRPC && protocol == HTTP {
		env.Protocol = HTTP
	}
	if err := env.readEndpoint(); err != nil {
		return environment{}, err
	}
	if v, _ := variable("TIMEOUT"); v != "" {
		if ms, err := strconv.Atoi(v); err == nil && ms > 0 {
			env.Timeout = time.Duration(ms) * time.Millisecond
		}
	}
	if v, _ := variable("COMPRESSION"); v == "gzip" {
		env.Compression = v
	}
	v, _ := variable("TEMPORALITY_PREFERENCE")
	if v = strings.ToLower(v); v == "delta" || v == "lowmemory" {
		env.Temporality = v
	}
	if v, _ := variable("HEADERS"); v != "" {
		for pair := range strings.SplitSeq(v, ",") {
			name, _, _ := strings.Cut(pair, "=")
			env.Headers = append(env.Headers, strings.TrimSpace(name))
		}
		slices.Sort(env.Headers)
	}
	return env, nil
}

// variable returns the variable of all signals, or that of metrics when it is
// set. Empty counts as unset, as the standard says.
func variable(name string) (value string, ofMetrics bool) {
	if v := strings.TrimSpace(os.Getenv("OTEL_EXPORTER_OTLP_METRICS_" + name)); v != "" {
		return v, true
	}
	if name == "TEMPORALITY_PREFERENCE" { // exists for metrics only
		return "", false
	}
	return strings.TrimSpace(os.Getenv("OTEL_EXPORTER_OTLP_" + name)), false
}

func (env *environment) readEndpoint() error {
	raw, ofMetrics := variable("ENDPOINT")
	if raw == "" {
		return ErrNoEndpoint
	}
	u, err := url.Parse(raw)
	if err != nil {
		return errors.New("parse OTLP endpoint: not a URL such as http://host:4317") // the error would show the password in it
	}
	scheme := strings.ToLower(u.Scheme)
	web := scheme == "http" || scheme == "https"
	if web && u.Host == "" || env.Protocol == HTTP && !web {
		return fmt.Errorf("parse OTLP endpoint %s: not of the form http://host:port or https://host:port", u.Redacted())
	}
	u.User, u.RawQuery, u.Fragment = nil, "", "" // the exporters do not send them
	if env.Protocol == HTTP && !ofMetrics {
		u.Path = path.Join("/", u.Path, "v1/metrics")
	}
	env.Endpoint = u.String()
	env.Secure = scheme != "http" && !strings.HasPrefix(scheme, "unix")
	if v, _ := variable("INSECURE"); v != "" {
		env.Secure = !strings.EqualFold(v, "true")
	}
	return nil
}

// readTLS reads the certificates, so that one that cannot be read is an error
// and not ignored.
func (env *environment) readTLS() error {
	env.tls = nil
	conf := &tls.Config{MinVersion: tls.VersionTLS12}
	if file, _ := variable("CERTIFICATE"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read OTLP certificate: %w", err)
		}
		conf.RootCAs = x509.NewCertPool()
		if !conf.RootCAs.AppendCertsFromPEM(pem) {
			return fmt.Errorf("read OTLP certificate: no certificate in %s", file)
		}
		env.tls = conf
	}
	cert, _ := variable("CLIENT_CERTIFICATE")
	key, _ := variable("CLIENT_KEY")
	switch {
	case cert != "" && key != "":
		pair, err := tls.LoadX509KeyPair(cert, key)
		if err != nil {
			return fmt.Errorf("read OTLP client certificate: %w", err)
		}
		conf.Certificates = []tls.Certificate{pair}
		env.tls = conf
	case cert != key:
		return errors.New("read OTLP client certificate: certificate and key must both be set")
	}
	return nil
}
