package series

import (
	"context"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Kind is what the numbers of a metric mean.
type Kind string

// Kinds of metrics.
const (
	Gauge                Kind = "gauge"
	Counter              Kind = "counter"       // a sum that only grows
	UpDownCounter        Kind = "updowncounter" // a sum that may fall
	Histogram            Kind = "histogram"
	ExponentialHistogram Kind = "exponential_histogram"
	Summary              Kind = "summary"
)

// Metric is a metric that was sent.
type Metric struct {
	Name        string    `json:"name" example:"hw.gpu.utilization"`
	Kind        Kind      `json:"kind" enum:"gauge,counter,updowncounter,histogram,exponential_histogram,summary"`
	Unit        string    `json:"unit" example:"1"`
	Description string    `json:"description"`
	Points      uint64    `json:"points" doc:"In the time range."`
	Series      uint64    `json:"seriesEstimate" doc:"About how many series had points in the last ten minutes of the time range; exact up to some ten thousand."`
	LastSeen    time.Time `json:"lastSeen"`
}

// Recent is how long before the end of a range series are counted.
const Recent = 10 * time.Minute

// AttributeValues is what the series of a metric are split by.
type AttributeValues struct {
	query.Key
	Values   []string `json:"values" doc:"The most frequent, up to 100."`
	Distinct uint64   `json:"distinct" doc:"Number of different values."`
}

// Metrics lists the metrics that were sent in a range.
func (s *Service) Metrics(ctx context.Context, r query.Range, name string, limit int) ([]Metric, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	return s.store.Metrics(ctx, v, r, name, false, limit)
}

// Describe tells what a metric is and what its series are split by.
func (s *Service) Describe(ctx context.Context, r query.Range, name string) ([]Metric, []AttributeValues, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, nil, err
	}
	found, err := s.store.Metrics(ctx, v, r, name, true, 10)
	if err != nil {
		return nil, nil, err
	}
	if len(found) == 0 {
		return nil, nil, fault.New(fault.NotFound, "no metric of that name was sent in the time range")
	}
	var all []AttributeValues
	for _, m := range found {
		attributes, err := s.store.Attributes(ctx, v, r, m)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, attributes...)
	}
	return found, all, nil
}
