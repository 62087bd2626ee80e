// Package ingesttest gives tests a receiver of telemetry on a real engine.
package ingesttest

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"platform/internal/server/engine/enginetest"
	"platform/internal/server/fault"
	"platform/internal/server/ingest"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/ingest/receive"
	"platform/internal/server/storage/clickhouse"
	chingest "platform/internal/server/storage/clickhouse/ingest"
	"platform/internal/server/tenancy"
)

// Keys that Tenants knows.
const (
	Key      = "key-of-project"  // environment staging
	OtherKey = "key-of-other"    // of another project, in another database
	ReadKey  = "key-for-reading" // lacks the scope ingest
)

// Tenants know two projects by three keys. Every project has a database.
type Tenants struct {
	Database string // of the project
	Other    string // of the other project
}

// Authenticate knows the constant keys.
func (t Tenants) Authenticate(_ context.Context, key string) (tenancy.Scope, error) {
	switch key {
	case Key:
		return tenancy.Scope{Organisation: "org", Project: "project", Environment: "staging", Key: "key_1", KeyScopes: []string{tenancy.ScopeIngest}}, nil
	case OtherKey:
		return tenancy.Scope{Organisation: "org", Project: "other", Environment: "production", Key: "key_2", KeyScopes: []string{tenancy.ScopeAll}}, nil
	case ReadKey:
		return tenancy.Scope{Organisation: "org", Project: "project", Environment: "staging", Key: "key_3", KeyScopes: []string{tenancy.ScopeTelemetry}}, nil
	}
	return tenancy.Scope{}, fault.New(fault.Unauthenticated, "the API key is not valid")
}

// Route sends each project to its database.
func (t Tenants) Route(_ context.Context, scope tenancy.Scope, _ tenancy.Signal) (tenancy.Target, error) {
	name := t.Database
	if scope.Project == "other" {
		name = t.Other
	}
	return tenancy.Target{ID: "dbc_" + scope.Project, Kind: tenancy.Embedded, Database: name}, nil
}

// Databases are those of one engine, made with their tables when first used.
type Databases struct {
	Root      *clickhouse.DB
	Retention time.Duration

	mu   sync.Mutex
	open map[string]*clickhouse.DB
}

// Database opens and migrates a database.
func (d *Databases) Database(ctx context.Context, t commit.Target) (*clickhouse.DB, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if db := d.open[t.Database]; db != nil {
		return db, nil
	}
	if _, err := d.Root.Migrate(ctx, t.Database, d.Retention); err != nil {
		return nil, err
	}
	db, err := d.Root.In(t.Database)
	if err != nil {
		return nil, err
	}
	if d.open == nil {
		d.open = map[string]*clickhouse.DB{}
	}
	d.open[t.Database] = db
	return db, nil
}

// Close closes what was opened, Root too.
func (d *Databases) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, db := range d.open {
		db.Close()
	}
	d.Root.Close()
}

// Server is a running receiver.
type Server struct {
	Service *ingest.Service
	DB      *clickhouse.DB // of the project
	Tenants Tenants
	Socket  string // of the engine
	GRPC    string // host:port
	HTTP    string // http://host:port

	Receiver *receive.Receiver
}

// Options change what Start starts.
type Options struct {
	Socket  string // of an engine; "": the shared one
	Receive receive.Options
	Ingest  ingest.Options
	Log     *slog.Logger
}

// Start serves OTLP on the engine that tests share, in databases of its own.
func Start(t testing.TB, change func(*Options)) *Server {
	t.Helper()
	o := Options{Receive: receive.DefaultOptions, Log: slog.New(slog.DiscardHandler),
		Ingest: ingest.Options{Limits: block.DefaultLimits, Commit: commit.DefaultOptions}}
	o.Ingest.Limits.Age = 30 * 24 * time.Hour
	if change != nil {
		change(&o)
	}
	if o.Socket == "" {
		o.Socket = enginetest.Start(t)
	}
	if o.Ingest.Commit.Dir == "" {
		o.Ingest.Commit.Dir = filepath.Join(t.TempDir(), "journal")
	}
	root, err := clickhouse.Open(clickhouse.Config{Socket: o.Socket})
	if err != nil {
		t.Fatal(err)
	}
	databases := &Databases{Root: root}
	t.Cleanup(databases.Close)
	s := &Server{Socket: o.Socket, Tenants: Tenants{Database: enginetest.Database(t), Other: enginetest.Database(t) + "_other"}}
	if s.DB, err = databases.Database(t.Context(), commit.Target{Database: s.Tenants.Database}); err != nil {
		t.Fatal(err)
	}
	if s.Service, err = ingest.New(s.Tenants, chingest.New(databases), o.Ingest, o.Log); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		if err := s.Service.Close(ctx); err != nil {
			t.Errorf("close ingest: %v", err)
		}
	})
	s.Receiver = receive.New(s.Service, o.Receive, o.Log)
	s.serve(t, s.Receiver)
	return s
}

func (s *Server) serve(t testing.TB, r *receive.Receiver) {
	t.Helper()
	web := httptest.NewServer(r.Handler())
	t.Cleanup(web.Close)
	s.HTTP = web.URL
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.GRPC = listener.Addr().String()
	rpc := r.Server()
	go func() { _ = rpc.Serve(listener) }()
	t.Cleanup(rpc.Stop)
}

// Query returns the text of a query's result in the format that the query
// names, over the engine's own protocol.
func (s *Server) Query(t testing.TB, query string) string {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", s.Socket)
		}}}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://engine/?database="+s.Tenants.Database, strings.NewReader(query))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("query %s: %s: %s %v", query, resp.Status, text, err)
	}
	return string(text)
}

// Rows returns how many rows a table of the project has.
func (s *Server) Rows(t testing.TB, table string) (n uint64) {
	t.Helper()
	if err := s.DB.QueryRow(t.Context(), "SELECT count() FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
