package telemetry

import (
	"context"
	"strconv"
	"strings"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Log is one log record.
type Log struct {
	ID             string            `json:"id" doc:"Names the record by its time and a hash of its content." example:"1772600767000000000-4611686018427387904"`
	At             time.Time         `json:"at"`
	Observed       *time.Time        `json:"observedAt,omitempty"`
	TraceID        string            `json:"traceId,omitempty"`
	SpanID         string            `json:"spanId,omitempty"`
	TraceFlags     uint8             `json:"traceFlags,omitempty"`
	Severity       string            `json:"severity,omitempty" example:"ERROR"`
	SeverityNumber uint8             `json:"severityNumber,omitempty"`
	Service        string            `json:"service"`
	Body           string            `json:"body"`
	Event          string            `json:"event,omitempty"`
	ScopeName      string            `json:"scopeName,omitempty"`
	ScopeVersion   string            `json:"scopeVersion,omitempty"`
	Scope          map[string]string `json:"scope,omitempty"`
	Attributes     map[string]string `json:"attributes,omitempty"`
	Resource       map[string]string `json:"resource,omitempty"`

	Position query.Position `json:"-"`
}

// Logs finds log records. next is the position of the next page, nil on the
// last.
func (s *Service) Logs(ctx context.Context, q query.Search) (found []Log, next *query.Position, err error) {
	v, err := s.views.Of(ctx, tenancy.Logs)
	if err != nil {
		return nil, nil, err
	}
	limit := q.Page.Limit
	q.Page.Limit++
	found, err = s.store.Logs(ctx, v, q)
	found, next = pageOf(found, limit, q.Page.After, func(l Log) query.Position { return l.Position })
	return found, next, err
}

// Log returns one log record.
func (s *Service) Log(ctx context.Context, id string) (Log, error) {
	v, err := s.views.Of(ctx, tenancy.Logs)
	if err != nil {
		return Log{}, err
	}
	at, err := parseLogID(id)
	if err != nil {
		return Log{}, fault.New(fault.NotFound, "there is no such log record")
	}
	return s.store.Log(ctx, v, at)
}

// LogID names the record at a position.
func LogID(p query.Position) string {
	return strconv.FormatInt(p.At, 10) + "-" + strconv.FormatUint(p.ID, 10)
}

func parseLogID(id string) (p query.Position, err error) {
	at, hash, _ := strings.Cut(id, "-")
	if p.At, err = strconv.ParseInt(at, 10, 64); err != nil {
		return p, err
	}
	p.ID, err = strconv.ParseUint(hash, 10, 64)
	return p, err
}
