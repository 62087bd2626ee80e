package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	domain "platform/internal/server/telemetry"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// metricTypes are the tables by the names that lists of metrics use.
var metricTypes = []struct{ name, table, value, observed string }{
	{"gauge", gauge, "Value", "count()"},
	{"sum", sum, "Value", "count()"},
	{"histogram", histogram, "if(Count = 0, 0, Sum / Count)", "sum(Count)"},
	{"summary", summary, "if(Count = 0, 0, Sum / Count)", "sum(Count)"},
	{"exponential_histogram", exponentialHistogram, "if(Count = 0, 0, Sum / Count)", "sum(Count)"},
}

// rowsReturned bounds the list of metrics.
const rowsReturned = 10_000

// MetricRows lists metrics by name, type and service.
func (s *Store) MetricRows(ctx context.Context, v query.View, search domain.MetricSearch) ([]domain.MetricRow, error) {
	var out []domain.MetricRow
	for _, kind := range metricTypes {
		if search.Types != nil && !slices.Contains(search.Types, kind.name) {
			continue
		}
		t, err := s.table(ctx, v, kind.table)
		if err != nil {
			return nil, err
		}
		q := &statement{}
		q.add("SELECT toString(MetricName), toString(ServiceName), toString(anyLast(MetricDescription)), toString(anyLast(MetricUnit)), toFloat64(argMax(%[1]s, TimeUnix)), toFloat64(avg(%[1]s)),"+
			" toFloat64(min(%[1]s)), toFloat64(max(%[1]s)), count(), toUInt64(%[2]s), toDateTime64(max(TimeUnix), 9) FROM %[3]s WHERE %[4]s AND %[5]s GROUP BY MetricName, ServiceName LIMIT %[6]d",
			kind.value, kind.observed, t.name, t.within(search.Range), q.conditions(tenancy.Metrics, v, t, search.Filters), rowsReturned)
		err = s.rows(ctx, v, q, func(found rows) error {
			r := domain.MetricRow{Type: kind.name}
			if err := found.Scan(&r.Name, &r.Service, &r.Description, &r.Unit, &r.Latest, &r.Avg, &r.Min, &r.Max, &r.Points, &r.Observations, &r.LastSeen); err != nil {
				return fmt.Errorf("read metrics: %w", err)
			}
			r.LastSeen = r.LastSeen.UTC()
			out = append(out, r)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b domain.MetricRow) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Type, b.Type), strings.Compare(a.Service, b.Service))
	})
	return out, nil
}

// MetricMeans returns the means of a metric's points and its newest points, of the
// first type that has any.
func (s *Store) MetricMeans(ctx context.Context, v query.View, search domain.MetricSearch, step time.Duration, limit int) ([]domain.MetricMean, []domain.MetricPoint, error) {
	for _, kind := range metricTypes {
		if search.Types != nil && !slices.Contains(search.Types, kind.name) {
			continue
		}
		t, err := s.table(ctx, v, kind.table)
		if err != nil {
			return nil, nil, err
		}
		where := func(q *statement) string {
			sql := t.within(search.Range) + " AND MetricName = " + q.text(search.Name) + " AND " + q.conditions(tenancy.Metrics, v, t, search.Filters)
			if search.Service != "" {
				sql += " AND ServiceName = " + q.text(search.Service)
			}
			return sql
		}
		q, points := &statement{}, []domain.MetricPoint{}
		q.add("SELECT toDateTime64(TimeUnix, 9) AS at, toString(ServiceName), Attributes, ResourceAttributes, toFloat64(%s) FROM %s WHERE %s ORDER BY at DESC LIMIT %d", kind.value, t.name, where(q), limit)
		err = s.rows(ctx, v, q, func(found rows) error {
			var p domain.MetricPoint
			var at time.Time
			err := found.Scan(&at, &p.Service, &p.Attributes, &p.Resource, &p.Value)
			p.At = at.UTC().Format("2006-01-02 15:04:05.000000000")
			points = append(points, p)
			return err
		})
		if err != nil || len(points) == 0 {
			if err != nil {
				return nil, nil, err
			}
			continue
		}
		var means []domain.MetricMean
		q = &statement{}
		q.add("SELECT %s AS bucket, toFloat64(avg(%s)) FROM %s WHERE %s GROUP BY bucket ORDER BY bucket", bucketOf("TimeUnix", step), kind.value, t.name, where(q))
		err = s.rows(ctx, v, q, func(found rows) error {
			var m domain.MetricMean
			var at int64
			err := found.Scan(&at, &m.Value)
			m.At = time.Unix(0, at).UTC()
			means = append(means, m)
			return err
		})
		return means, points, err
	}
	return nil, nil, nil
}

// Units of summaries: start of the unit and how it is written.
var units = map[string]struct{ start, label string }{
	"hour": {"toStartOfHour", "%Y/%m/%d %H:%i"}, "day": {"toStartOfDay", "%Y/%m/%d"}, "week": {"toMonday", "%Y/%m/%d"}, "month": {"toStartOfMonth", "%Y/%m"},
}

// Summary counts the records of each hour, day, week or month.
func (s *Store) Summary(ctx context.Context, v query.View, signal tenancy.Signal, search query.Search, bucket string) ([]domain.SummaryBucket, error) {
	unit := units[bucket]
	column, tables := "Timestamp", []string{tableOf[signal]}
	extra := "avg(" + notNegative + "), sum(toFloat64OrZero(SpanAttributes['gen_ai.usage.cost'])), sum(" + tokensTotal + ")"
	switch signal {
	case tenancy.Logs:
		extra = "toFloat64(countIf(SeverityNumber >= 17)), toFloat64(uniqExact(ServiceName)), 0."
	case tenancy.Metrics:
		column, tables = "TimeUnix", metricTables
		extra = "0., toFloat64(uniqExact(ServiceName)), toFloat64(uniqExact(MetricName))"
	}
	q := &statement{}
	byTable := func(name string) error {
		t, err := s.table(ctx, v, name)
		if err != nil {
			return err
		}
		q.add("SELECT formatDateTime(%s(%s), '%s') AS label, count() AS n, %s FROM %s WHERE %s GROUP BY label", unit.start, column, unit.label, extra, name, q.found(signal, v, t, search))
		return nil
	}
	byLabel := map[string]domain.SummaryBucket{}
	for _, name := range tables {
		q = &statement{}
		if err := byTable(name); err != nil {
			return nil, err
		}
		err := s.rows(ctx, v, q, func(found rows) error {
			var b domain.SummaryBucket
			var x, y, z float64
			if err := found.Scan(&b.Label, &b.Count, &x, &y, &z); err != nil {
				return fmt.Errorf("read summary: %w", err)
			}
			before := byLabel[b.Label]
			b.Count += before.Count
			switch signal {
			case tenancy.Traces:
				b.Duration, b.Cost, b.Tokens = &x, &y, &z
			case tenancy.Logs:
				b.Errors, b.Services = new(uint64(x)), new(uint64(y))
			default:
				b.Services, b.Metrics = new(max(value(before.Services), uint64(y))), new(value(before.Metrics)+uint64(z))
			}
			byLabel[b.Label] = b
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var out []domain.SummaryBucket
	for _, b := range byLabel {
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b domain.SummaryBucket) int { return strings.Compare(a.Label, b.Label) })
	return out, nil
}

func value(n *uint64) uint64 {
	if n == nil {
		return 0
	}
	return *n
}
