// Package ingest takes telemetry in over OTLP.
//
//  1. receive serves gRPC and HTTP: it reads bodies within their limits and asks
//     Admit who sends before it reads them.
//  2. Accept decodes a body and lays its records out as blocks (package block).
//  3. commit writes the blocks in groups, each row once, and returns when the
//     engine has them.
//  4. arrivals.go counts what came, for GET /api/ingest/status and /metrics.
package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"log/slog"
	"time"

	"github.com/go-faster/city"

	"platform/internal/server/fault"
	"platform/internal/server/ingest/block"
	"platform/internal/server/ingest/commit"
	"platform/internal/server/tenancy"
)

// Tenants is what ingest needs of tenancy.
type Tenants interface {
	// Authenticate turns an API key into its scope.
	Authenticate(ctx context.Context, key string) (tenancy.Scope, error)
	// Route returns the database of a signal.
	Route(ctx context.Context, scope tenancy.Scope, signal tenancy.Signal) (tenancy.Target, error)
}

// Stores is what ingest needs of the telemetry's databases.
type Stores interface {
	commit.Engine
	// Columns returns the columns of a table that can be written.
	Columns(ctx context.Context, t commit.Target, table string) (block.ColumnSet, error)
	// Latest returns the time of the newest row of a table, zero when it has none.
	Latest(ctx context.Context, t commit.Target, table string) (time.Time, error)
}

// Options are what the deployment chooses.
type Options struct {
	// Anonymous is the scope of requests without a key; nil refuses them.
	Anonymous func(ctx context.Context) (tenancy.Scope, error)
	Limits    block.Limits
	Commit    commit.Options
}

// Service accepts telemetry.
type Service struct {
	tenants  Tenants
	stores   Stores
	opt      Options
	commit   *commit.Committer
	arrivals *arrivals
	log      *slog.Logger

	addresses Addresses
}

// New opens the journal of commits and settles what the last process left.
func New(tenants Tenants, stores Stores, opt Options, log *slog.Logger) (*Service, error) {
	c, err := commit.Open(stores, opt.Commit, log)
	if err != nil {
		return nil, err
	}
	return &Service{tenants: tenants, stores: stores, opt: opt, commit: c, arrivals: newArrivals(), log: log}, nil
}

// Announce says where senders reach the server. It is called before Status.
func (s *Service) Announce(a Addresses) { s.addresses = a }

// Close writes what was accepted and refuses the rest.
func (s *Service) Close(ctx context.Context) error { return s.commit.Close(ctx) }

// Admit says on whose behalf a request with this key comes.
func (s *Service) Admit(ctx context.Context, key string) (tenancy.Scope, error) {
	if key == "" {
		if s.opt.Anonymous == nil {
			return tenancy.Scope{}, fault.New(fault.Unauthenticated, "send an API key: Authorization: Bearer <key>")
		}
		return s.opt.Anonymous(ctx)
	}
	scope, err := s.tenants.Authenticate(ctx, key)
	if err != nil {
		return tenancy.Scope{}, err
	}
	return scope, scope.Allows(tenancy.ScopeIngest)
}

// Partial is what the sender is told about records that were refused or
// changed; the zero value says that all were taken as they are.
type Partial struct {
	Rejected int64
	Message  string
}

// Accept stores the records of a body and returns when the engine has them.
// The body is not used after it returns.
func (s *Service) Accept(ctx context.Context, scope tenancy.Scope, signal Signal, format Format, body []byte) (Partial, error) {
	received := time.Now()
	expected := s.commit.Expect()
	defer expected.Withdraw()
	at := arrival{scope.Project, signal}
	target, err := s.target(ctx, scope, signal)
	if err != nil {
		s.arrivals.failed(at, err)
		return Partial{}, err
	}
	key := keyOf(scope, signal, body)
	columns := s.columnsOf(ctx, target)
	blocks, report, err := signal.decode(format, body, &block.Options{Environment: scope.Environment, IngestID: key.ID(),
		Now: received, Limits: s.opt.Limits, Columns: columns.of, Buffer: takeBuffer})
	if err == nil {
		err = columns.err
	}
	if err == nil {
		err = overload(expected.Submit(ctx, target, key, blocks))
	}
	if err != nil {
		s.arrivals.failed(at, err)
		return Partial{}, err
	}
	giveBack(blocks)
	s.arrivals.accepted(at, received, report)
	return Partial{int64(report.Rejected()), report.Message(signal.hint())}, nil
}

func (s *Service) target(ctx context.Context, scope tenancy.Scope, signal Signal) (commit.Target, error) {
	t, err := s.tenants.Route(ctx, scope, signal.routed())
	if err != nil {
		return commit.Target{}, err
	}
	return commit.Target{Project: scope.Project, Config: t.ID, Database: t.Database}, nil
}

// tableColumns asks for the columns of the tables that a request needs.
type tableColumns struct {
	ask func(table string) (block.ColumnSet, error)
	err error
}

func (s *Service) columnsOf(ctx context.Context, t commit.Target) *tableColumns {
	return &tableColumns{ask: func(table string) (block.ColumnSet, error) { return s.stores.Columns(ctx, t, table) }}
}

func (c *tableColumns) of(table string) block.ColumnSet {
	set, err := c.ask(table)
	if err != nil && c.err == nil {
		c.err = fault.New(fault.Unavailable, "the store is not available").Because(err)
	}
	return set
}

// keyOf identifies a request by whose it is and what it holds. A sender that
// repeats a request sends the same bytes.
func keyOf(scope tenancy.Scope, signal Signal, body []byte) commit.Key {
	content := city.CH128(body)
	h := sha256.New()
	for _, part := range []string{scope.Project, scope.Environment, string(signal)} {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	h.Write(binary.LittleEndian.AppendUint64(nil, content.Low))
	h.Write(binary.LittleEndian.AppendUint64(nil, content.High))
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(body))))
	return commit.Key(h.Sum(nil)[:16])
}

// overload turns what stops a commit into what the sender is told: to come
// again. It is never an internal error, which senders must not repeat.
func overload(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, commit.ErrBusy):
		return fault.New(fault.TooMany, "too much telemetry waits to be written").Because(err).After(time.Second)
	}
	return fault.New(fault.Unavailable, "the store is not available").Because(err).After(time.Second)
}
