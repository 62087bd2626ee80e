package self

import (
	"errors"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/sample"
)

func open(t testing.TB, deps Deps) *Source {
	t.Helper()
	s, err := Open(host.System(""), deps)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func tick(t testing.TB, s *Source) *sample.Snapshot {
	t.Helper()
	b := sample.NewBatch(time.Now(), nil)
	if err := s.Sample(t.Context(), b); err != nil {
		t.Fatal(err)
	}
	return sample.Merge(b.Now, []*sample.Batch{b}, nil)
}

// values returns the points of a metric as "attributes value".
func values(s *sample.Snapshot, m *metrics.Def) string {
	var all strings.Builder
	for _, f := range s.Families {
		if f.Metric == m {
			sample.WriteText(&all, &sample.Snapshot{Families: []sample.Family{f}})
		}
	}
	return all.String()
}

func TestThisProcessReportsEveryMetricOfTheTable(t *testing.T) {
	s := open(t, Deps{})
	snap := tick(t, s)
	want := []*metrics.Def{metrics.ProcessCPUTime, metrics.ProcessCPUUtilization, metrics.ProcessMemoryUsage, metrics.ProcessMemoryVirtual,
		metrics.ProcessThreadCount, metrics.ProcessGoroutines, metrics.ProcessHeapAlloc}
	metricstest.Check(t, snap, want...)
	for _, f := range snap.Families {
		for _, p := range f.Points {
			if f.Metric.Kind == metrics.Gauge && f.Metric.Unit == "By" && p.Int() <= 0 {
				t.Errorf("%s is %d", f.Metric.Name, p.Int())
			}
			if f.Metric.Kind != metrics.Gauge && (p.Start.After(snap.Time) || p.Start.Before(snap.Time.Add(-time.Hour))) {
				t.Errorf("%s begins at %v, not when the process did", f.Metric.Name, p.Start)
			}
		}
	}
}

func TestTheWorkOfTheCollectorIsThatOfTheTickBefore(t *testing.T) {
	var latest *sample.Snapshot
	s := open(t, Deps{OmitProcess: true, Latest: func() *sample.Snapshot { return latest }})
	if n := tick(t, s).Points(); n != 0 {
		t.Errorf("%d points before the first tick", n)
	}
	latest = &sample.Snapshot{Took: 1500 * time.Millisecond, Health: []sample.Health{
		{Source: "system", Took: 250 * time.Millisecond},
		{Source: "nvidia", Took: time.Second, Failures: 3, Err: errors.New("lost")},
	}}
	snap := tick(t, s)
	metricstest.Check(t, snap)
	f := func(m *metrics.Def, want string) {
		t.Helper()
		if got := values(snap, m); got != want {
			t.Errorf("got:\n%swant:\n%s", got, want)
		}
	}
	f(metrics.SourceDuration, "platform.collector.source.duration{platform.collector.source=nvidia} 1\nplatform.collector.source.duration{platform.collector.source=system} 0.25\n")
	f(metrics.SourceFailures, "platform.collector.source.failures{platform.collector.source=nvidia} 3\nplatform.collector.source.failures{platform.collector.source=system} 0\n")
	f(metrics.ScrapeDuration, "platform.collector.scrape.duration{} 1.5\n")
	f(metrics.Exports, "")
	f(metrics.ProcessGoroutines, "")
}

func TestExportsAndTheQueueAreReported(t *testing.T) {
	s := open(t, Deps{OmitProcess: true, Exports: func() Exports {
		return Exports{Succeeded: 7, Failed: 2, RejectedPoints: 5, QueueLength: 3, QueueBytes: 4096, QueueAge: 90 * time.Second,
			Dropped: Dropped{Overflow: 1, Expired: 2, Rejected: 3, Unreadable: 4}}
	}})
	snap := tick(t, s)
	metricstest.Check(t, snap)
	var all strings.Builder
	sample.WriteText(&all, snap)
	want := `platform.collector.exports{outcome=failure} 2
platform.collector.exports{outcome=success} 7
platform.collector.export.rejected_points{} 5
platform.collector.queue.length{} 3
platform.collector.queue.size{} 4096
platform.collector.queue.age{} 90
platform.collector.queue.dropped{reason=expired} 2
platform.collector.queue.dropped{reason=overflow} 1
platform.collector.queue.dropped{reason=rejected} 3
platform.collector.queue.dropped{reason=unreadable} 4
`
	if all.String() != want {
		t.Errorf("got:\n%swant:\n%s", &all, want)
	}
}
