// Package clickhouse is the one way to the telemetry store: the embedded engine on
// its unix socket, or a ClickHouse server or cluster by URL.
package clickhouse

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// Config says which store to use. Socket or URL is set.
type Config struct {
	Socket   string // of the embedded engine
	URL      string // http(s)://[user[:password]@]host[:port][/database]
	Database string // statements run in it; empty: the URL's, or "default"
	Cluster  string // replicated and distributed tables on this cluster; empty: plain ones
	MaxConns int    // 0: 64

	// Available, when set, is asked before each statement; its error is returned.
	Available func() error
}

// DB is a store. It is safe for concurrent use.
type DB struct {
	driver.Conn
	cfg    Config
	base   *url.URL // without user and password
	user   *url.Userinfo
	client *http.Client
}

// Open opens the store; nothing is sent until it is used.
func Open(cfg Config) (*DB, error) {
	if cfg.MaxConns == 0 {
		cfg.MaxConns = 64
	}
	if cfg.Socket != "" {
		cfg.URL = "http://engine"
	}
	base, err := url.Parse(cfg.URL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("open ClickHouse: the URL must be http://host:port or https://host:port") // the text may hold a password
	}
	user := base.User
	base.User = nil
	if cfg.Database == "" {
		cfg.Database = strings.Trim(base.Path, "/")
	}
	base.Path = "/"
	db := &DB{cfg: cfg, base: base, user: user, client: &http.Client{Transport: transport(cfg, base)}}
	db.Conn, err = ch.Open(db.options())
	if err != nil {
		return nil, fmt.Errorf("open ClickHouse: %w", err)
	}
	return db, nil
}

// options are clickhouse-go's. Answers on the socket are not compressed.
func (db *DB) options() *ch.Options {
	o := &ch.Options{
		Protocol:        ch.HTTP,
		Addr:            []string{hostPort(db.base)},
		Auth:            ch.Auth{Database: db.cfg.Database},
		DialTimeout:     10 * time.Second,
		ReadTimeout:     10 * time.Minute,
		MaxOpenConns:    db.cfg.MaxConns,
		MaxIdleConns:    db.cfg.MaxConns / 4,
		ConnMaxLifetime: time.Hour,
		// The transport is shared, so that connections are, too.
		TransportFunc: func(*http.Transport) (http.RoundTripper, error) { return db.client.Transport, nil },
	}
	if db.user != nil {
		o.Auth.Username = db.user.Username()
		o.Auth.Password, _ = db.user.Password()
	}
	if db.base.Scheme == "https" {
		o.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	if db.cfg.Socket == "" {
		o.Compression = &ch.Compression{Method: ch.CompressionLZ4}
	}
	return o
}

func transport(cfg Config, base *url.URL) http.RoundTripper {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	t := &http.Transport{
		MaxIdleConns: cfg.MaxConns, MaxIdleConnsPerHost: cfg.MaxConns,
		IdleConnTimeout: 5 * time.Minute, DisableCompression: true, ForceAttemptHTTP2: false,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			if cfg.Socket != "" {
				return dialer.DialContext(ctx, "unix", cfg.Socket)
			}
			return dialer.DialContext(ctx, network, addr)
		},
	}
	if base.Scheme == "https" {
		t.TLSClientConfig = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	return availability{t, cfg.Available}
}

// availability asks before each request whether there is somebody to answer it.
type availability struct {
	http.RoundTripper
	check func() error
}

func (a availability) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.check != nil {
		if err := a.check(); err != nil {
			return nil, err
		}
	}
	return a.RoundTripper.RoundTrip(r)
}

func hostPort(u *url.URL) string {
	if u.Port() != "" {
		return u.Host
	}
	if u.Scheme == "https" {
		return net.JoinHostPort(u.Hostname(), "8443")
	}
	return net.JoinHostPort(u.Hostname(), "8123")
}

// Database is the one statements run in.
func (db *DB) Database() string { return db.cfg.Database }

// In returns the same store with statements running in another database. Both
// must be closed.
func (db *DB) In(database string) (*DB, error) {
	other := *db
	other.cfg.Database = database
	conn, err := ch.Open(other.options())
	if err != nil {
		return nil, fmt.Errorf("open ClickHouse: %w", err)
	}
	other.Conn = conn
	return &other, nil
}
