// Package series answers questions about metrics over time.
//
//  1. catalog.go says which metrics there are and what they are split by.
//  2. A Query is checked against what the metric is, and gets what it leaves open.
//  3. The Store gives numbers of each group and step, or distributions.
//  4. quantile.go takes quantiles of distributions.
package series

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Aggregation is how the points that one series has in a step become one value.
type Aggregation string

// Aggregations.
const (
	Avg      Aggregation = "avg"
	Min      Aggregation = "min"
	Max      Aggregation = "max"
	Sum      Aggregation = "sum"
	Count    Aggregation = "count"
	Last     Aggregation = "last"
	Rate     Aggregation = "rate"     // growth of a counter per second
	Increase Aggregation = "increase" // growth of a counter
	Quantile Aggregation = "quantile" // of a distribution
)

// Across is how the values of the series of a group become one value.
type Across string

// Ways across series.
const (
	AcrossSum Across = "sum"
	AcrossAvg Across = "avg"
	AcrossMin Across = "min"
	AcrossMax Across = "max"
)

// Query asks for a metric over time.
type Query struct {
	Metric      string
	Kind        Kind // of several metrics of the same name; "": the first there is
	Range       query.Range
	Filters     []query.Filter
	GroupBy     []query.Key
	Aggregation Aggregation // "": what suits the metric
	Across      Across      // "": what suits the aggregation
	Quantile    float64     // 0 to 1, for Quantile
	Step        time.Duration
	Limit       int // groups
}

// Lookback is how long before a range the point is looked for from which a
// counter's growth at the start of the range is counted.
const Lookback = 10 * time.Minute

// Number is the value of a group in a step.
type Number struct {
	Group []string
	At    time.Time // start of the step
	Value float64
}

// Distribution is what was observed in a group and step.
type Distribution struct {
	Group  []string
	At     time.Time
	Bounds []float64 // upper ones, ascending; one less than Counts
	Counts []float64
	Count  float64
	Sum    float64
	Rate   float64 // observations per second
}

// Store reads metrics.
type Store interface {
	// Metrics lists metrics whose name contains a text, by name; names are
	// compared whole when exact is set.
	Metrics(ctx context.Context, v query.View, r query.Range, name string, exact bool, limit int) ([]Metric, error)
	// Attributes lists what the series of a metric are split by.
	Attributes(ctx context.Context, v query.View, r query.Range, m Metric) ([]AttributeValues, error)
	// Numbers evaluates a query on a metric that holds numbers.
	Numbers(ctx context.Context, v query.View, m Metric, q Query) ([]Number, error)
	// Distributions evaluates a query on a histogram: what was observed in
	// each group and step, once for each set of bounds.
	Distributions(ctx context.Context, v query.View, m Metric, q Query) ([]Distribution, error)
}

// Service answers questions about metrics.
type Service struct {
	views *query.Views
	store Store
}

// New makes the service.
func New(views *query.Views, store Store) *Service { return &Service{views, store} }

// SeriesResult is a metric over time.
type SeriesResult struct {
	Metric      Metric      `json:"metric"`
	Aggregation Aggregation `json:"aggregation" doc:"What was done."`
	Across      Across      `json:"across"`
	Step        float64     `json:"stepSeconds"`
	Times       []int64     `json:"times" doc:"Start of each step, milliseconds since 1970."`
	Series      []Series    `json:"series"`
	Left        int         `json:"left,omitempty" doc:"Groups that are not shown: those with the smallest values."`
}

// Series is the values of one group.
type Series struct {
	Labels map[string]string `json:"labels" doc:"Values of the keys that were grouped by."`
	Values []*float64        `json:"values" doc:"One for each time; null where there was nothing."`
}

// Evaluate answers a query.
func (s *Service) Evaluate(ctx context.Context, q Query) (SeriesResult, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return SeriesResult{}, err
	}
	m, err := s.find(ctx, v, q)
	if err != nil {
		return SeriesResult{}, err
	}
	if err := q.complete(m); err != nil {
		return SeriesResult{}, err
	}
	var numbers []Number
	if m.Kind == Histogram || m.Kind == ExponentialHistogram {
		var found []Distribution
		if found, err = s.store.Distributions(ctx, v, m, q); err == nil {
			numbers = OfDistributions(found, q)
		}
	} else {
		numbers, err = s.store.Numbers(ctx, v, m, q)
	}
	if err != nil {
		return SeriesResult{}, err
	}
	return layOut(m, q, numbers), nil
}

// find returns the metric of a query: of several of the same name the one that
// was asked for, or the one with most points.
func (s *Service) find(ctx context.Context, v query.View, q Query) (Metric, error) {
	r := q.Range
	r.From = r.From.Add(-Lookback)
	found, err := s.store.Metrics(ctx, v, r, q.Metric, true, 10)
	if err != nil {
		return Metric{}, err
	}
	found = slices.DeleteFunc(found, func(m Metric) bool { return q.Kind != "" && m.Kind != q.Kind })
	if len(found) == 0 {
		return Metric{}, fault.New(fault.NotFound, "no metric of that name was sent in the time range")
	}
	return slices.MaxFunc(found, func(a, b Metric) int { return cmp.Compare(a.Points, b.Points) }), nil
}

// complete fills in what the query leaves open and refuses what the metric
// cannot give.
func (q *Query) complete(m Metric) error {
	distribution := m.Kind == Histogram || m.Kind == ExponentialHistogram
	counter := m.Kind == Counter || distribution
	if q.Aggregation == "" {
		switch {
		case distribution:
			q.Aggregation = Quantile
			if q.Quantile == 0 {
				q.Quantile = 0.95
			}
		case m.Kind == Counter:
			q.Aggregation = Rate
		default:
			q.Aggregation = Avg
		}
	}
	if q.Across == "" {
		q.Across = AcrossAvg
		if counter || m.Kind == UpDownCounter || q.Aggregation == Count || q.Aggregation == Sum {
			q.Across = AcrossSum
		}
	}
	switch q.Aggregation {
	case Rate, Increase:
		if !counter {
			return fault.New(fault.Invalid, "%s is no counter: it has no rate", m.Name)
		}
	case Quantile:
		if !distribution {
			return fault.New(fault.Invalid, "%s is no histogram: it has no quantiles", m.Name)
		}
		if !(q.Quantile >= 0 && q.Quantile <= 1) {
			return fault.New(fault.Invalid, "a quantile is between 0 and 1")
		}
	case Min, Max, Last:
		if distribution {
			return fault.New(fault.Invalid, "%s is a histogram: ask for quantile, avg, sum, count, rate or increase", m.Name)
		}
	}
	if q.Step == 0 {
		q.Step = query.Step(q.Range, 240, 10*time.Second)
	}
	if q.Limit == 0 {
		q.Limit = 50
	}
	return query.CheckStep(q.Range, q.Step)
}

// layOut arranges numbers by group and time. Of many groups those with the
// greatest mean are kept.
func layOut(m Metric, q Query, numbers []Number) SeriesResult {
	out := SeriesResult{Metric: m, Aggregation: q.Aggregation, Across: q.Across, Step: q.Step.Seconds(), Times: []int64{}, Series: []Series{}}
	at := map[int64]int{}
	for t := query.StepStart(q.Range.From, q.Step); t.Before(q.Range.To); t = t.Add(q.Step) {
		at[t.UnixNano()] = len(out.Times)
		out.Times = append(out.Times, t.UnixMilli())
	}
	groups := map[string]*group{}
	var order []*group
	for _, n := range numbers {
		i, ok := at[n.At.UnixNano()]
		if !ok || math.IsNaN(n.Value) || math.IsInf(n.Value, 0) {
			continue
		}
		key := keyOf(n.Group)
		g := groups[key]
		if g == nil {
			g = &group{key: key, labels: n.Group, values: make([]*float64, len(out.Times))}
			groups[key] = g
			order = append(order, g)
		}
		g.values[i] = &n.Value
		g.sum += n.Value
		g.n++
	}
	slices.SortFunc(order, func(a, b *group) int {
		return cmp.Or(cmp.Compare(b.sum/b.n, a.sum/a.n), cmp.Compare(a.key, b.key))
	})
	if len(order) > q.Limit {
		out.Left = len(order) - q.Limit
		order = order[:q.Limit]
	}
	for _, g := range order {
		labels := map[string]string{}
		for i, k := range q.GroupBy {
			labels[k.Key] = g.labels[i]
		}
		out.Series = append(out.Series, Series{labels, g.values})
	}
	return out
}

type group struct {
	key    string
	labels []string
	values []*float64
	sum, n float64
}

// keyOf tells groups apart.
func keyOf(labels []string) string {
	var b []byte
	for _, l := range labels {
		b = append(b, l...)
		b = append(b, 0)
	}
	return string(b)
}
