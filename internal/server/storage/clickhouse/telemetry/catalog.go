package telemetry

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/tenancy"
)

// kindTables are where metrics of a kind are.
var kindTables = map[series.Kind]string{series.Gauge: gauge, series.Counter: sum, series.UpDownCounter: sum,
	series.Histogram: histogram, series.ExponentialHistogram: exponentialHistogram, series.Summary: summary}

// metricKind is the kind of the metrics of a table, as SQL.
func metricKind(table string) string {
	if table == sum {
		return "if(IsMonotonic, '" + string(series.Counter) + "', '" + string(series.UpDownCounter) + "')"
	}
	return "'" + string(map[string]series.Kind{gauge: series.Gauge, histogram: series.Histogram, exponentialHistogram: series.ExponentialHistogram, summary: series.Summary}[table]) + "'"
}

// named is the condition that a metric has a name, or that its name contains a text.
func (q *statement) named(name string, exact bool) string {
	switch {
	case exact:
		return "MetricName = " + q.text(name)
	case name != "":
		return "positionCaseInsensitive(MetricName, " + q.text(name) + ") > 0"
	}
	return "1"
}

// What is told of a metric: how many series it has of late, or what it is and when it was seen.
const (
	metricSeries = "'', '', toUInt64(0), toDateTime64(0, 9), uniq(" + identity + ")"
	metricPoints = "toString(any(MetricUnit)), toString(any(MetricDescription)), count(), toDateTime64(max(TimeUnix), 9), toUInt64(0)"
)

// Metrics lists metrics whose name contains a text, by name.
func (s *Store) Metrics(ctx context.Context, v query.View, r query.Range, name string, exact bool, limit int) ([]series.Metric, error) {
	q, join := &statement{}, ""
	for _, kind := range metricTables {
		t, err := s.table(ctx, v, kind)
		if err != nil {
			return nil, err
		}
		if !t.has("MetricName") {
			continue
		}
		monotonic := ""
		if kind == sum {
			monotonic = ", IsMonotonic"
		}
		// Telling series apart takes reading all attributes, hence not of the whole range.
		for _, told := range []struct {
			columns string
			of      query.Range
		}{{metricSeries, r.Last(series.Recent)}, {metricPoints, r}} {
			q.add("%sSELECT toString(MetricName), %s, %s FROM %s WHERE %s AND %s AND %s GROUP BY MetricName%s ORDER BY MetricName LIMIT %d",
				join, metricKind(kind), told.columns, kind, t.within(told.of), q.visible(v, t), q.named(name, exact), monotonic, limit)
			join = " UNION ALL "
		}
	}
	return s.readMetrics(ctx, v, q, limit)
}

// readMetrics puts together what is told of each metric.
func (s *Store) readMetrics(ctx context.Context, v query.View, q *statement, limit int) ([]series.Metric, error) {
	type known struct{ name, kind string }
	counts := map[known]uint64{}
	var out []series.Metric
	err := s.rows(ctx, v, q, func(found rows) error {
		var m series.Metric
		var kind string
		if err := found.Scan(&m.Name, &kind, &m.Unit, &m.Description, &m.Points, &m.LastSeen, &m.Series); err != nil {
			return err
		}
		if m.Points == 0 {
			counts[known{m.Name, kind}] = m.Series
			return nil
		}
		m.Kind, m.LastSeen = series.Kind(kind), m.LastSeen.UTC()
		out = append(out, m)
		return nil
	})
	for i, m := range out {
		out[i].Series = counts[known{m.Name, string(m.Kind)}]
	}
	slices.SortFunc(out, func(a, b series.Metric) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return out[:min(len(out), limit)], err
}

// seriesLooked bounds how many series are looked at for what they are split by.
const seriesLooked = 100_000

// Attributes lists what the series of a metric are split by.
func (s *Store) Attributes(ctx context.Context, v query.View, r query.Range, m series.Metric) ([]series.AttributeValues, error) {
	t, err := s.table(ctx, v, kindTables[m.Kind])
	if err != nil {
		return nil, err
	}
	q := &statement{}
	q.add("SELECT source, key, arrayMap(x -> x.1, arraySort(x -> (-x.2, x.1), arraySlice(groupArray((value, n)), 1, 100))), count() FROM ("+
		"SELECT pair.1 AS source, pair.2 AS key, pair.3 AS value, count() AS n FROM ("+
		"SELECT arrayJoin(arrayConcat(arrayMap((k, w) -> ('attribute', toString(k), w), mapKeys(Attributes), mapValues(Attributes)),"+
		" arrayMap((k, w) -> ('resource', toString(k), w), mapKeys(ResourceAttributes), mapValues(ResourceAttributes)))) AS pair FROM ("+
		"SELECT Attributes, ResourceAttributes FROM %s WHERE MetricName = %s AND %s AND %s", t.name, q.text(m.Name), t.within(r), q.visible(v, t))
	if t.name == sum {
		q.add(" AND IsMonotonic = %t", m.Kind == series.Counter)
	}
	q.add(" GROUP BY Attributes, ResourceAttributes LIMIT %d)) GROUP BY source, key, value ORDER BY n DESC, value) GROUP BY source, key ORDER BY source, key LIMIT 1000", seriesLooked)
	var out []series.AttributeValues
	err = s.rows(ctx, v, q, func(found rows) error {
		var a series.AttributeValues
		var source string
		if err := found.Scan(&source, &a.Key.Key, &a.Values, &a.Distinct); err != nil {
			return err
		}
		a.Source = query.Source(source)
		out = append(out, a)
		return nil
	})
	return out, err
}

// metricWhere are the conditions on points of a metric, all but those on time.
// Points that only say that there is no value are left out.
func (q *statement) metricWhere(v query.View, t table, m series.Metric, filters []query.Filter) string {
	sql := "MetricName = " + q.text(m.Name) + " AND " + q.conditions(tenancy.Metrics, v, t, filters)
	if t.has("Flags") {
		sql += " AND bitAnd(Flags, 1) = 0"
	}
	if t.name == sum {
		if m.Kind == series.Counter {
			return sql + " AND IsMonotonic"
		}
		return sql + " AND NOT IsMonotonic"
	}
	return sql
}
