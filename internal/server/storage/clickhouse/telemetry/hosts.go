package telemetry

import (
	"context"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
)

// Metrics by which hosts are found: of those that every host sends, the ones
// with few series.
const (
	hostGauges = "'system.memory.utilization', 'system.cpu.load_average.1m', 'hw.gpu.allocated', 'hw.gpu.utilization', 'platform.collector.scrape.duration'"
	hostSums   = "'system.cpu.logical.count', 'system.memory.usage'"
)

// hostsReturned bounds the list.
const hostsReturned = 10_000

// Hosts returns the hosts that sent metrics, sorted by name.
func (s *Store) Hosts(ctx context.Context, v query.View, r query.Range) ([]fleet.Host, error) {
	gauges, err := s.table(ctx, v, gauge)
	if err != nil {
		return nil, err
	}
	sums, err := s.table(ctx, v, sum)
	if err != nil {
		return nil, err
	}
	q := &statement{}
	q.put("SELECT host, toDateTime64(max(seen), 9) AS last, argMax(attributes, seen), sum(gpus), max(cpus) FROM (")
	q.add("SELECT ResourceAttributes['host.name'] AS host, max(TimeUnix) AS seen, argMax(ResourceAttributes, TimeUnix) AS attributes,"+
		" uniqExactIf(Attributes['hw.id'], MetricName LIKE 'hw.%%' AND NOT mapContains(Attributes, 'gpu.mig.device_id')) AS gpus, 0. AS cpus"+
		" FROM %s WHERE MetricName IN (%s) AND %s AND %s GROUP BY host HAVING host != ''", gauge, hostGauges, gauges.within(r), q.visible(v, gauges))
	q.put(" UNION ALL ")
	q.add("SELECT ResourceAttributes['host.name'] AS host, max(TimeUnix) AS seen, argMax(ResourceAttributes, TimeUnix) AS attributes,"+
		" 0 AS gpus, argMaxIf(Value, TimeUnix, MetricName = 'system.cpu.logical.count') AS cpus"+
		" FROM %s WHERE MetricName IN (%s) AND %s AND %s GROUP BY host HAVING host != ''", sum, hostSums, sums.within(r), q.visible(v, sums))
	q.add(") GROUP BY host ORDER BY host LIMIT %d", hostsReturned)
	var hosts []fleet.Host
	at := map[string]int{}
	err = s.rows(ctx, v, q, func(found rows) error {
		var h fleet.Host
		var gpus uint64
		var cpus float64
		if err := found.Scan(&h.Name, &h.LastSeen, &h.Attributes, &gpus, &cpus); err != nil {
			return err
		}
		h.LastSeen, h.GPUs = h.LastSeen.UTC(), int(gpus)
		if cpus > 0 {
			h.CPUs = &cpus
		}
		at[h.Name] = len(hosts)
		hosts = append(hosts, h)
		return nil
	})
	if err != nil || len(hosts) == 0 {
		return hosts, err
	}
	return hosts, s.hostLoad(ctx, v, r.Last(fleet.Recent), gauges, func(name string, cpu, memory *float64) {
		if i, ok := at[name]; ok {
			hosts[i].CPUUtilization, hosts[i].MemoryUtilization = cpu, memory
		}
	})
}

// hostLoad reads the newest utilization of each host. Senders that split a CPU's
// time by state report one series for each state; idle time is not use.
func (s *Store) hostLoad(ctx context.Context, v query.View, r query.Range, t table, each func(host string, cpu, memory *float64)) error {
	q := &statement{}
	q.add("SELECT host, if(countIf(name = 'system.cpu.utilization') = 0, NULL, sumIf(value, name = 'system.cpu.utilization' AND state NOT IN ('idle', 'wait', 'iowait'))"+
		" / uniqExactIf(cpu, name = 'system.cpu.utilization')), if(countIf(name = 'system.memory.utilization') = 0, NULL, sumIf(value, name = 'system.memory.utilization' AND state IN ('', 'used')))"+
		" FROM (SELECT ResourceAttributes['host.name'] AS host, toString(MetricName) AS name, if(Attributes['cpu.logical_number'] != '', Attributes['cpu.logical_number'], Attributes['cpu']) AS cpu,"+
		" if(Attributes['state'] != '', Attributes['state'], Attributes['cpu.mode']) AS state, argMax(Value, TimeUnix) AS value"+
		" FROM %s WHERE MetricName IN ('system.cpu.utilization', 'system.memory.utilization') AND %s AND %s AND host != ''"+
		" GROUP BY host, name, cpu, state) GROUP BY host", gauge, t.within(r), q.visible(v, t))
	return s.rows(ctx, v, q, func(found rows) error {
		var host string
		var cpu, memory *float64
		if err := found.Scan(&host, &cpu, &memory); err != nil {
			return err
		}
		each(host, cpu, memory)
		return nil
	})
}
