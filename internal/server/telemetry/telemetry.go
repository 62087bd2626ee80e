// Package telemetry answers questions about what was sent: traces, logs,
// metrics, exceptions, hosts and GPUs, and calls of language models.
//
//  1. A request becomes a query.View (whose rows) and a query.Range (of what
//     time) and, where it searches, query.Filters and a query.Page.
//  2. The parts turn it into questions to their Store: spans, logs and
//     exceptions here, the others in a package each.
//  3. Package storage/clickhouse/telemetry implements all of these Stores.
//
// compat*.go serve the routes and shapes that existing clients know.
package telemetry

import (
	"context"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/genai"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

// Store reads spans, logs and exceptions. Not found is a fault.
type Store interface {
	// Spans returns a page of spans.
	Spans(ctx context.Context, v query.View, q SpanSearch) ([]Span, error)
	// Span returns a span; trace may be empty.
	Span(ctx context.Context, v query.View, id, trace string) (Span, error)
	// Trace returns up to limit spans of a trace in the order of time.
	Trace(ctx context.Context, v query.View, id string, limit int) ([]Span, error)
	// TraceSummaries returns what the spans of traces that start in or near a
	// range amount to, by trace id. Some may be missing.
	TraceSummaries(ctx context.Context, v query.View, ids []string, r query.Range) (map[string]Trace, error)
	// Logs returns a page of log records.
	Logs(ctx context.Context, v query.View, q query.Search) ([]Log, error)
	// Log returns the log record at a position.
	Log(ctx context.Context, v query.View, at query.Position) (Log, error)

	// Count returns how many records a search finds.
	Count(ctx context.Context, v query.View, signal tenancy.Signal, q query.Search) (uint64, error)
	// Values counts the values of keys among the records that a search finds, in the order
	// of the keys. A search for roots counts traces: by the values of all their spans, unless
	// the key is of the trace.
	Values(ctx context.Context, v query.View, signal tenancy.Signal, q query.Search, keys []query.Key, limit int) ([][]ValueCount, error)
	// Keys lists attribute keys in alphabetical order.
	Keys(ctx context.Context, v query.View, signal tenancy.Signal, r query.Range) (AttributeKeys, error)
	// Timeline returns the buckets that have records.
	Timeline(ctx context.Context, v query.View, signal tenancy.Signal, q query.Search, step time.Duration) ([]TimeBucket, error)

	// TimelineBy counts the records of each bucket that have one of these values of a
	// key: counts by value and start of the bucket.
	TimelineBy(ctx context.Context, v query.View, signal tenancy.Signal, q query.Search, step time.Duration, k query.Key, values []string) (map[string]map[int64]uint64, error)

	// Summary counts the records of each hour, day, week or month.
	Summary(ctx context.Context, v query.View, signal tenancy.Signal, q query.Search, bucket string) ([]SummaryBucket, error)
	// MetricRows lists metrics by name, type and service.
	MetricRows(ctx context.Context, v query.View, q MetricSearch) ([]MetricRow, error)
	// MetricMeans returns the means of a metric's points and its newest points.
	MetricMeans(ctx context.Context, v query.View, q MetricSearch, step time.Duration, points int) ([]MetricMean, []MetricPoint, error)

	// ExceptionGroups returns groups of exceptions, most frequent first.
	ExceptionGroups(ctx context.Context, v ExceptionViews, r query.Range, filters []query.Filter, limit, parts int) ([]ExceptionGroup, error)
	// Exceptions returns the newest exceptions of a group.
	Exceptions(ctx context.Context, v ExceptionViews, r query.Range, group string, limit int) ([]Exception, error)
}

// Stores is all that is read.
type Stores interface {
	Store
	fleet.Store
	series.Store
	genai.Store
}

// Service answers questions about telemetry.
type Service struct {
	views *query.Views
	store Store
	fleet *fleet.Service

	series *series.Service
	genai  *genai.Service
}

// New makes the service. prices may be nil: then only costs that spans tell are
// known.
func New(router query.Router, environments query.Environments, stores Stores, prices genai.Prices) *Service {
	views := query.NewViews(router, environments)
	return &Service{views: views, store: stores, fleet: fleet.New(views, stores), series: series.New(views, stores), genai: genai.New(views, stores, prices)}
}

// Routes declares the endpoints of telemetry.
func (s *Service) Routes(api huma.API) {
	if s == nil { // routes are declared without being called
		s = New(nil, nil, nil, nil)
	}
	s.traceRoutes(api)
	s.logRoutes(api)
	s.exceptionRoutes(api)
	s.facetRoutes(api)
	s.compatTraceRoutes(api)
	s.compatLogRoutes(api)
	s.compatMetricRoutes(api)
	s.compatSummaryRoutes(api)
	s.series.Routes(api)
	s.fleet.Routes(api)
	s.genai.Routes(api)
	s.conversationRoutes(api)
	s.promptRoutes(api)
	s.exportRoutes(api)
}
