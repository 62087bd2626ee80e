package telemetry

import (
	"context"
	"slices"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Facet is the values of a key and how often each occurs.
type Facet struct {
	query.Key
	Values []ValueCount `json:"values" doc:"Most frequent first."`
}

// ValueCount is how often a value occurs.
type ValueCount struct {
	Value string `json:"value"`
	Count uint64 `json:"count"`
}

// Facets counts the values of keys among the records that a search finds. A
// filter on the key itself is left aside, so that the other values stay to be
// chosen.
func (s *Service) Facets(ctx context.Context, signal tenancy.Signal, q query.Search, keys []query.Key, limit int) ([]Facet, error) {
	v, err := s.views.Of(ctx, signal)
	if err != nil {
		return nil, err
	}
	// Keys that no filter is on are counted together.
	var together []query.Key
	found := map[query.Key][]ValueCount{}
	count := func(q query.Search, keys []query.Key) error {
		values, err := s.store.Values(ctx, v, signal, q, keys, limit)
		for i := range values {
			found[keys[i]] = values[i]
		}
		return err
	}
	for _, k := range keys {
		rest := q
		rest.Filters = slices.DeleteFunc(slices.Clone(q.Filters), func(f query.Filter) bool { return f.Key == k })
		if len(rest.Filters) == len(q.Filters) {
			together = append(together, k)
		} else if err := count(rest, []query.Key{k}); err != nil {
			return nil, err
		}
	}
	if len(together) > 0 {
		if err := count(q, together); err != nil {
			return nil, err
		}
	}
	return mapOf(keys, func(k query.Key) Facet { return Facet{k, found[k]} }), nil
}

// AttributeKeys are the keys that records of a range have.
type AttributeKeys struct {
	Attributes []string `json:"attributes"`
	Resource   []string `json:"resource"`
	Scope      []string `json:"scope"`
}

// Keys lists the attribute keys of a signal.
func (s *Service) Keys(ctx context.Context, signal tenancy.Signal, r query.Range) (AttributeKeys, error) {
	v, err := s.views.Of(ctx, signal)
	if err != nil {
		return AttributeKeys{}, err
	}
	return s.store.Keys(ctx, v, signal, r)
}

// TimeBucket is the records of a part of the range.
type TimeBucket struct {
	At     time.Time `json:"at" doc:"Start of the bucket."`
	Count  uint64    `json:"count"`
	Errors uint64    `json:"errors" doc:"Spans that failed, or log records of severity error and above."`
	P50Ns  *float64  `json:"p50Ns,omitempty" doc:"Median duration of spans."`
	P95Ns  *float64  `json:"p95Ns,omitempty"`
	P99Ns  *float64  `json:"p99Ns,omitempty"`
}

// TimeGroup is the records of each bucket that have a value of a key.
type TimeGroup struct {
	Value  string   `json:"value"`
	Count  uint64   `json:"count" doc:"In all buckets."`
	Counts []uint64 `json:"counts" doc:"One for each bucket."`
}

// TimelineBy counts the records that a search finds in steps of time, for each of
// the most frequent values of a key.
func (s *Service) TimelineBy(ctx context.Context, signal tenancy.Signal, q query.Search, step time.Duration, k query.Key, limit int) ([]TimeGroup, error) {
	v, err := s.views.Of(ctx, signal)
	if err != nil {
		return nil, err
	}
	facets, err := s.store.Values(ctx, v, signal, q, []query.Key{k}, limit)
	if err != nil || len(facets[0]) == 0 {
		return []TimeGroup{}, err
	}
	top := facets[0]
	found, err := s.store.TimelineBy(ctx, v, signal, q, step, k, mapOf(top, func(c ValueCount) string { return c.Value }))
	if err != nil {
		return nil, err
	}
	return mapOf(top, func(c ValueCount) TimeGroup {
		g := TimeGroup{Value: c.Value}
		for t := query.StepStart(q.Range.From, step); t.Before(q.Range.To); t = t.Add(step) {
			n := found[c.Value][t.UnixNano()]
			g.Counts, g.Count = append(g.Counts, n), g.Count+n
		}
		return g
	}), nil
}

// Timeline counts the records that a search finds in steps of time. Buckets
// without records are part of it.
func (s *Service) Timeline(ctx context.Context, signal tenancy.Signal, q query.Search, step time.Duration) ([]TimeBucket, error) {
	v, err := s.views.Of(ctx, signal)
	if err != nil {
		return nil, err
	}
	found, err := s.store.Timeline(ctx, v, signal, q, step)
	if err != nil {
		return nil, err
	}
	at := map[int64]TimeBucket{}
	for _, b := range found {
		at[b.At.UnixNano()] = b
	}
	var out []TimeBucket
	for t := query.StepStart(q.Range.From, step); t.Before(q.Range.To); t = t.Add(step) {
		b := at[t.UnixNano()]
		b.At = t
		out = append(out, b)
	}
	return out, nil
}
