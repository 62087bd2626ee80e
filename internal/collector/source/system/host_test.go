package system

import (
	"context"
	"os"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/sample"
)

func open(t testing.TB, root host.Root, exclude ...string) *Source {
	t.Helper()
	s, err := Open(root, Options{ExcludeFSTypes: exclude})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestThisHostReportsEveryMetricOfTheTable(t *testing.T) {
	s := open(t, host.System(""))
	p := pipeline.New(10*time.Second, &pipeline.Running{Name: "system", Source: s})
	snap := p.Tick(t.Context())
	for deadline := time.Now().Add(10 * time.Second); !has(snap, metrics.CPUUtilization); {
		if time.Now().After(deadline) {
			t.Fatal("no CPU time was counted")
		}
		time.Sleep(5 * time.Millisecond) // the kernel counts in hundredths of a second
		snap = p.Tick(t.Context())
	}
	metricstest.Check(t, snap,
		metrics.CPUUtilization, metrics.CPULogicalCount, metrics.SystemMemoryUsage, metrics.SystemMemoryUtilization,
		metrics.FilesystemUsage, metrics.FilesystemUtilization)
	for _, h := range snap.Health {
		if h.Err != nil {
			t.Error(h.Err)
		}
	}
	if testing.Verbose() {
		sample.WriteText(os.Stdout, snap)
	}
}

func has(s *sample.Snapshot, m *metrics.Def) bool {
	for _, f := range s.Families {
		if f.Metric == m {
			return true
		}
	}
	return false
}

func TestASteadyTickHardlyAllocates(t *testing.T) {
	s := open(t, host.System(""))
	b := sample.NewBatch(time.Now(), nil)
	tick := func() {
		b.Reset(time.Now(), nil)
		if err := s.Sample(context.Background(), b); err != nil {
			t.Fatal(err)
		}
	}
	tick()
	// A walk through the mounts, and one path for each of them.
	if n, most := testing.AllocsPerRun(100, tick), float64(20+len(s.filesystems.mounts)); n > most {
		t.Errorf("%v allocations, want at most %v", n, most)
	}
}

func BenchmarkSample(b *testing.B) {
	s := open(b, host.System(""))
	batch := sample.NewBatch(time.Now(), nil)
	b.ReportAllocs()
	for b.Loop() {
		batch.Reset(time.Now(), nil)
		if err := s.Sample(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
}
