package telemetry

import (
	"context"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// ExceptionGroup is exceptions with the same type, shape of message and top
// frame.
type ExceptionGroup struct {
	ID        string    `json:"id" doc:"Names the group; the same for the same exceptions at any time."`
	Type      string    `json:"type" example:"TimeoutError"`
	Shape     string    `json:"shape" doc:"The first line of the message with numbers, times, ids, addresses, paths and quoted words left out."`
	Frame     string    `json:"frame" doc:"The top frame of the stack trace, without its line."`
	Message   string    `json:"message" doc:"The newest message."`
	Count     uint64    `json:"count"`
	FirstSeen time.Time `json:"firstSeen" doc:"In the time range."`
	LastSeen  time.Time `json:"lastSeen"`
	Services  []string  `json:"services"`
	Traces    uint64    `json:"traces" doc:"Number of traces that have it."`
	TraceIDs  []string  `json:"traceIds" doc:"Up to ten of these traces."`
	Counts    []uint64  `json:"counts" doc:"Occurrences in each 24th of the range."`
}

// Exception is one that occurred.
type Exception struct {
	At       time.Time `json:"at"`
	Type     string    `json:"type"`
	Message  string    `json:"message"`
	Stack    string    `json:"stacktrace"`
	TraceID  string    `json:"traceId,omitempty"`
	SpanID   string    `json:"spanId,omitempty"`
	Service  string    `json:"service"`
	Name     string    `json:"name,omitempty" doc:"Name of the span, or of the log's event."`
	Recorded string    `json:"recordedBy" enum:"span,log" doc:"Whether a span or a log record told of it."`
}

// groupParts is in how many parts the time of a group's counts is cut.
const groupParts = 24

// Exceptions groups the exceptions of a range, most frequent first. Filters
// concern spans; exceptions that log records tell of are left out when there
// are any but on service and environment.
func (s *Service) Exceptions(ctx context.Context, r query.Range, filters []query.Filter, limit int) ([]ExceptionGroup, error) {
	views, err := s.exceptionViews(ctx)
	if err != nil {
		return nil, err
	}
	return s.store.ExceptionGroups(ctx, views, r, filters, limit, groupParts)
}

// ExceptionsOf returns the newest exceptions of a group.
func (s *Service) ExceptionsOf(ctx context.Context, r query.Range, group string, limit int) ([]Exception, error) {
	views, err := s.exceptionViews(ctx)
	if err != nil {
		return nil, err
	}
	return s.store.Exceptions(ctx, views, r, group, limit)
}

// ExceptionViews are where exceptions are told of.
type ExceptionViews struct {
	Traces, Logs query.View
}

func (s *Service) exceptionViews(ctx context.Context) (v ExceptionViews, err error) {
	if v.Traces, err = s.views.Of(ctx, tenancy.Traces); err != nil {
		return v, err
	}
	v.Logs, err = s.views.Of(ctx, tenancy.Logs)
	return v, err
}
