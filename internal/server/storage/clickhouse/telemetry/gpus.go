package telemetry

import (
	"context"
	"fmt"
	"time"

	"platform/internal/server/storage/clickhouse"
	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
)

// names writes metric names of this program as a list.
func names(metrics []string) string {
	sql := ""
	for i, m := range metrics {
		if i > 0 {
			sql += ", "
		}
		sql += clickhouse.Literal(m)
	}
	return sql
}

// samplesReturned bounds how many series are looked at.
const samplesReturned = 500_000

// Samples returns the newest value of each series of these metrics, which may be
// gauges or sums.
func (s *Store) Samples(ctx context.Context, v query.View, r query.Range, metrics []string) ([]fleet.Sample, error) {
	q := &statement{}
	for i, name := range []string{gauge, sum} {
		t, err := s.table(ctx, v, name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			q.put(" UNION ALL ")
		}
		q.add("SELECT toString(MetricName) AS name, any(Attributes), argMax(ResourceAttributes, TimeUnix), toDateTime64(max(TimeUnix), 9), argMax(Value, TimeUnix) FROM %s"+
			" WHERE MetricName IN (%s) AND %s AND %s GROUP BY name, ResourceAttributes['host.name'], cityHash64(Attributes) LIMIT %d", t.name, names(metrics), t.within(r), q.visible(v, t), samplesReturned)
	}
	return s.readSamples(ctx, v, q)
}

func (s *Store) readSamples(ctx context.Context, v query.View, q *statement) (out []fleet.Sample, err error) {
	err = s.rows(ctx, v, q, func(found rows) error {
		var p fleet.Sample
		if err := found.Scan(&p.Metric, &p.Attributes, &p.Resource, &p.At, &p.Value); err != nil {
			return fmt.Errorf("read samples: %w", err)
		}
		p.At = p.At.UTC()
		out = append(out, p)
		return nil
	})
	return out, err
}

// KnownGPUs returns, for each GPU that reported in the range, its newest sample
// of a metric that all GPUs have one series of.
func (s *Store) KnownGPUs(ctx context.Context, v query.View, r query.Range) ([]fleet.Sample, error) {
	t, err := s.table(ctx, v, gauge)
	if err != nil {
		return nil, err
	}
	q := &statement{}
	q.add("SELECT 'hw.gpu.allocated', argMax(Attributes, TimeUnix), argMax(ResourceAttributes, TimeUnix), toDateTime64(max(TimeUnix), 9), argMax(Value, TimeUnix) FROM %s"+
		" WHERE MetricName IN ('hw.gpu.allocated', 'hw.power') AND %s AND %s AND mapContains(Attributes, 'hw.id') AND mapContains(Attributes, 'hw.vendor')"+
		" GROUP BY ResourceAttributes['host.name'], Attributes['hw.id'] LIMIT %d", t.name, t.within(r), q.visible(v, t), samplesReturned)
	return s.readSamples(ctx, v, q)
}

// grown writes how much the counters of a metric grew over the range, by group
// expressions: the same growth as that of series.
func (q *statement) grown(v query.View, t table, r query.Range, metric string, keys []query.Key) {
	values, groups := q.groups(t, keys)
	q.add("SELECT %s AS labels, sum(value) AS total FROM (", array(groups))
	q.growth(v, t, series.Metric{Name: metric, Kind: series.Counter}, series.Query{Range: r, Aggregation: series.Increase, Step: 366 * 24 * time.Hour}, values, groups)
	q.put(") GROUP BY labels")
}

var gpuKeys = []query.Key{{Source: query.Resource, Key: "host.name"}, {Source: query.Attribute, Key: "hw.id"}}

// GPUErrors returns how much the error counters of GPUs grew in the range.
func (s *Store) GPUErrors(ctx context.Context, v query.View, r query.Range) ([]fleet.ErrorCount, error) {
	t, err := s.table(ctx, v, sum)
	if err != nil {
		return nil, err
	}
	q := &statement{}
	q.grown(v, t, r, "hw.errors", append(gpuKeys[:2:2], query.Key{Source: query.Attribute, Key: "error.type"}, query.Key{Source: query.Attribute, Key: "gpu.xid.code"}))
	var out []fleet.ErrorCount
	err = s.rows(ctx, v, q, func(found rows) error {
		var labels []string
		var n float64
		if err := found.Scan(&labels, &n); err != nil {
			return fmt.Errorf("read errors of GPUs: %w", err)
		}
		out = append(out, fleet.ErrorCount{Host: labels[0], GPU: labels[1], Type: labels[2], Code: labels[3], Count: n})
		return nil
	})
	return out, err
}

// Energy returns how much the energy counters of GPUs grew, in joules.
func (s *Store) Energy(ctx context.Context, v query.View, r query.Range) (map[[2]string]float64, error) {
	t, err := s.table(ctx, v, sum)
	if err != nil {
		return nil, err
	}
	q := &statement{}
	q.grown(v, t, r, "hw.energy", gpuKeys)
	out := map[[2]string]float64{}
	err = s.rows(ctx, v, q, func(found rows) error {
		var labels []string
		var n float64
		if err := found.Scan(&labels, &n); err != nil {
			return fmt.Errorf("read energy: %w", err)
		}
		out[[2]string{labels[0], labels[1]}] = n
		return nil
	})
	return out, err
}

// usageStep is how time is cut to tell use from waste.
const usageStep = time.Minute

// Usage returns what GPUs did. A GPU that reports less often than each step
// is taken to have been the same until its next report, up to five steps. A step
// without a utilization is neither used nor lost.
func (s *Store) Usage(ctx context.Context, v query.View, r query.Range, threshold float64) ([]fleet.GPUUsage, error) {
	t, err := s.table(ctx, v, gauge)
	if err != nil {
		return nil, err
	}
	q := &statement{}
	const most = 5
	q.add("SELECT host, id, any(name), any(vendor), argMax(node, bucket), argMax(cluster, bucket), sum(steps) / 60., sumIf(steps, allocated) / 60., sumIf(steps, lost) / 60., sumIf(steps, measured) / 60.,"+
		" sumIf(steps * utilization, measured) / 60., sum(steps * power) / 60., argMax(lost, bucket), greatest(min(bucket), maxIf(bucket + steps * %d, NOT lost)) FROM (", usageStep.Nanoseconds())
	q.add("SELECT *, allocated AND measured AND utilization < %[3]s AS lost, least(%[1]d, greatest(1, intDiv(leadInFrame(bucket, 1, bucket + %[2]d) OVER (PARTITION BY host, id ORDER BY bucket ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) - bucket, %[2]d))) AS steps FROM (",
		most, usageStep.Nanoseconds(), q.param("Float64", threshold))
	q.add("SELECT ResourceAttributes['host.name'] AS host, Attributes['hw.id'] AS id, %s AS bucket, any(Attributes['hw.name']) AS name, any(Attributes['hw.vendor']) AS vendor,"+
		" any(ResourceAttributes['k8s.node.name']) AS node, any(ResourceAttributes['k8s.cluster.name']) AS cluster, maxIf(Value, MetricName = 'hw.gpu.allocated') > 0 AS allocated,"+
		" countIf(MetricName = 'hw.gpu.utilization') > 0 AS measured, avgIf(Value, MetricName = 'hw.gpu.utilization') AS utilization, ifNotFinite(avgIf(Value, MetricName = 'hw.power'), 0) AS power FROM %s"+
		" WHERE MetricName IN ('hw.gpu.allocated', 'hw.gpu.utilization', 'hw.power') AND Attributes['hw.gpu.task'] IN ('', 'general') AND %s AND %s AND NOT mapContains(Attributes, 'gpu.mig.device_id')"+
		" GROUP BY host, id, bucket HAVING id != '')) GROUP BY host, id ORDER BY host, id", bucketOf("TimeUnix", usageStep), t.name, t.within(r), q.visible(v, t))
	var out []fleet.GPUUsage
	err = s.rows(ctx, v, q, func(found rows) error {
		var u fleet.GPUUsage
		var idle uint8
		var since int64
		if err := found.Scan(&u.Host, &u.GPU, &u.Name, &u.Vendor, &u.Node, &u.Cluster, &u.Hours, &u.Allocated, &u.Lost, &u.Measured, &u.Mean, &u.MeanPower, &idle, &since); err != nil {
			return fmt.Errorf("read use of GPUs: %w", err)
		}
		if u.Measured > 0 {
			u.Mean /= u.Measured
		}
		if u.Hours > 0 {
			u.MeanPower /= u.Hours
		}
		if idle > 0 {
			u.IdleSince = new(time.Unix(0, since).UTC())
		}
		out = append(out, u)
		return nil
	})
	return out, err
}

// Kernels returns the kernels that took most time, or where no time is known,
// were launched most often.
func (s *Store) Kernels(ctx context.Context, v query.View, r query.Range, f fleet.KernelFilter) ([]fleet.Kernel, error) {
	var filters []query.Filter
	for _, c := range []struct {
		source     query.Source
		key, value string
	}{{query.Resource, "host.name", f.Host}, {query.Attribute, "hw.id", f.GPU}, {query.Attribute, "process.pid", f.PID}} {
		if c.value != "" {
			filters = append(filters, query.Filter{Key: query.Key{Source: c.source, Key: c.key}, Op: query.Equals, Value: c.value})
		}
	}
	keys := []query.Key{{Source: query.Attribute, Key: "cuda.kernel.name"}, {Source: query.Attribute, Key: "process.executable.name"}}
	whole := series.Query{Range: r, Filters: filters, GroupBy: keys, Aggregation: series.Increase, Across: series.AcrossSum, Step: 366 * 24 * time.Hour}
	launches, err := s.Numbers(ctx, v, series.Metric{Name: "gpu.kernel.launch.calls", Kind: series.Counter}, whole)
	if err != nil {
		return nil, err
	}
	durations, err := s.Distributions(ctx, v, series.Metric{Name: "gpu.kernel.duration", Kind: series.Histogram}, whole)
	if err != nil {
		return nil, err
	}
	return fleet.TopKernels(launches, durations, f.Limit), nil
}
