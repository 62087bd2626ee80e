// Package databases opens the telemetry databases of projects: those of the
// deployment's own store, and those of ClickHouse servers that projects have
// configured. Each is migrated before its first use.
package databases

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"platform/internal/server/fault"
	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/tenancy"
)

const (
	prepareLimit = 2 * time.Minute  // to create or migrate the tables of a database
	probeLimit   = 10 * time.Second // to reach a server that somebody asks about
	retryAfter   = time.Second      // least time between two attempts after a failure
)

// Config is the deployment's own store. Socket or URL is set.
type Config struct {
	Socket    string // of the embedded engine
	URL       string // of a ClickHouse server
	Cluster   string
	Retention time.Duration // 0 keeps rows for ever

	// Available says whether the embedded engine answers; nil: always.
	Available func() error
}

// Pool keeps databases open. They belong to the pool.
type Pool struct {
	cfg  Config
	mu   sync.Mutex
	open map[string]*entry // by id of the database configuration
}

// entry is a database that is open, or being opened, or could not be opened.
type entry struct {
	target tenancy.Target
	done   chan struct{} // closed when db or err is set
	db     *clickhouse.DB
	err    error
	ended  time.Time
}

// New makes an empty pool.
func New(cfg Config) *Pool { return &Pool{cfg: cfg, open: map[string]*entry{}} }

// Open returns the database of a target with its tables. It is ready at once
// after the first time.
func (p *Pool) Open(ctx context.Context, t tenancy.Target) (*clickhouse.DB, error) {
	e := p.entry(ctx, t)
	select {
	case <-e.done:
		return e.db, e.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// entry returns the entry of a target and makes it when there is none, when
// the target has changed, or when the last attempt failed a while ago.
func (p *Pool) entry(ctx context.Context, t tenancy.Target) *entry {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.open[t.ID]
	if e != nil {
		select {
		case <-e.done:
			usable := e.err == nil || time.Since(e.ended) < retryAfter
			if usable && e.target == t {
				return e
			}
			if e.db != nil {
				// Statements under way finish on connections that they hold.
				_ = e.db.Close()
			}
		default:
			return e // being opened; a changed target is seen next time
		}
	}
	e = &entry{target: t, done: make(chan struct{})}
	p.open[t.ID] = e
	// Not bound to the request that happens to be first.
	prepare, cancel := context.WithTimeout(context.WithoutCancel(ctx), prepareLimit)
	go func() {
		defer cancel()
		e.db, e.err = p.prepare(prepare, t)
		e.ended = time.Now()
		close(e.done)
	}()
	return e
}

// prepare opens a database after creating or migrating its tables.
func (p *Pool) prepare(ctx context.Context, t tenancy.Target) (*clickhouse.DB, error) {
	if t.Kind == tenancy.Embedded && p.cfg.Available != nil {
		if err := p.cfg.Available(); err != nil {
			return nil, err
		}
	}
	admin, err := clickhouse.Open(p.config(t, "default"))
	if err != nil {
		return nil, err
	}
	defer admin.Close()
	if _, err := admin.Migrate(ctx, t.Database, p.cfg.Retention); err != nil {
		return nil, fault.New(fault.Unavailable, "the tables of the database configuration could not be prepared").Because(err)
	}
	return clickhouse.Open(p.config(t, t.Database))
}

// config says how a target is reached.
func (p *Pool) config(t tenancy.Target, database string) clickhouse.Config {
	if t.Kind == tenancy.Embedded {
		return clickhouse.Config{Socket: p.cfg.Socket, URL: p.cfg.URL, Database: database, Cluster: p.cfg.Cluster, Available: p.cfg.Available}
	}
	address := t.URL
	if u, err := url.Parse(t.URL); err == nil && t.Username != "" {
		u.User = url.UserPassword(t.Username, t.Password)
		address = u.String()
	}
	return clickhouse.Config{URL: address, Database: database}
}

// Probe tries to reach a database and returns the version of its engine.
func (p *Pool) Probe(ctx context.Context, t tenancy.Target) (version string, err error) {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	db, err := clickhouse.Open(p.config(t, "default"))
	if err != nil {
		return "", fault.New(fault.Invalid, "%s", err)
	}
	defer db.Close()
	err = db.QueryRow(ctx, "SELECT version()").Scan(&version)
	var known *fault.Error
	switch {
	case err == nil:
		return version, nil
	case errors.As(err, &known):
		return "", known
	case errors.Is(err, context.DeadlineExceeded):
		return "", fault.New(fault.Invalid, "the database did not answer within %s", probeLimit)
	}
	return "", fault.New(fault.Invalid, "the database cannot be used: %s", reason(err)).Because(err)
}

// reason is the part of a client's error that a person can act on.
func reason(err error) string {
	var exception *ch.Exception
	var network *net.OpError
	switch {
	case errors.As(err, &exception):
		return exception.Message
	case errors.As(err, &network):
		return network.Error()
	}
	return "what answers does not speak ClickHouse's HTTP protocol"
}

// Close closes all databases.
func (p *Pool) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var failed []error
	for id, e := range p.open {
		<-e.done
		if e.db != nil {
			if err := e.db.Close(); err != nil {
				failed = append(failed, fmt.Errorf("close database of %s: %w", id, err))
			}
		}
	}
	clear(p.open)
	return errors.Join(failed...)
}
