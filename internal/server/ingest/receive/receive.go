// Package receive serves OTLP over gRPC and HTTP.
//
//  1. The sender's key is checked before its body is read.
//  2. budget.go bounds the memory of bodies that are under way; body.go reads
//     and decompresses one within its limit.
//  3. The Accepter stores it.
//  4. answer.go says what became of it in the terms of gRPC or HTTP.
package receive

import (
	"context"
	"log/slog"

	"platform/internal/server/ingest"
	"platform/internal/server/tenancy"
)

// Accepter is who takes requests; ingest.Service does.
type Accepter interface {
	Admit(ctx context.Context, key string) (tenancy.Scope, error)
	Accept(ctx context.Context, scope tenancy.Scope, signal ingest.Signal, format ingest.Format, body []byte) (ingest.Partial, error)
}

// Options bound requests.
type Options struct {
	MaxBytes int      // of a body, before and after decompression
	Memory   int64    // of all bodies under way
	Origins  []string // of browser pages that may send; empty: none
}

// DefaultOptions are OTLP's recommended size limit and four such bodies at once.
var DefaultOptions = Options{MaxBytes: 64 << 20, Memory: 256 << 20}

// Receiver serves OTLP.
type Receiver struct {
	accept Accepter
	opt    Options
	budget *budget
	log    *slog.Logger
}

// New makes a receiver.
func New(accept Accepter, opt Options, log *slog.Logger) *Receiver {
	opt.Memory = max(opt.Memory, int64(opt.MaxBytes))
	return &Receiver{accept: accept, opt: opt, budget: &budget{max: opt.Memory}, log: log}
}
