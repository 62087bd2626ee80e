package cuda

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"platform/internal/collector/gpu"
	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// oneDevice is a host with one GPU of 1000 cores.
type oneDevice struct{}

func (oneDevice) CUDADevices() []Device {
	return []Device{{Device: gpu.Device{ID: "GPU-a", Name: "Fake", Vendor: "nvidia", Index: 0}, Cores: 1000}}
}

// openSource opens a source that finds libraries in processes only, and only the
// libraries of this test: others may run on the machine.
func openSource(t testing.TB, o Options) *Source {
	t.Helper()
	fakeDir(t)
	o.Root = host.System("")
	o.Root.FS = t.TempDir()
	o.Below = built.dir
	if o.Devices == nil {
		o.Devices = oneDevice{}
	}
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// traced opens a source and a program that has the runtime and the driver, both
// probed.
func traced(t *testing.T, o Options, env ...string) (*Source, *app) {
	t.Helper()
	s := openSource(t, o)
	a := startApp(t, env...)
	a.run("open " + filepath.Join(fakeDir(t), "libcudart.so.13"))
	waitAttached(t, s, 1, 1)
	return s, a
}

// wait waits until libraries are attached: so many runtimes and drivers.
func waitAttached(t testing.TB, s *Source, runtimes, drivers int) {
	t.Helper()
	eventually(t, func() error {
		if n := s.tracer.attached(); n != [2]int{runtimes, drivers} {
			return fmt.Errorf("attached to %d runtimes and %d drivers, want %d and %d", n[0], n[1], runtimes, drivers)
		}
		return nil
	})
}

// eventually waits until check returns nil.
func eventually(t testing.TB, check func() error) {
	t.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// take samples s once.
func take(t testing.TB, s *Source) *sample.Snapshot {
	t.Helper()
	now := time.Now()
	b := sample.NewBatch(now, nil)
	if err := errors.Join(s.Sample(t.Context(), b), b.Err()); err != nil {
		t.Fatal(err)
	}
	return sample.Merge(now, []*sample.Batch{b}, nil)
}

// value adds up the points of a metric that have all the given attributes: the
// value of a counter or gauge, the count of a histogram.
func value(snap *sample.Snapshot, m *metrics.Def, attrs ...string) float64 {
	total := 0.0
	each(snap, m, attrs, func(p sample.Point) {
		if p.Hist != nil {
			total += float64(p.Hist.Count)
		} else {
			total += p.Float()
		}
	})
	return total
}

// sum adds up the sums of a histogram's points.
func sum(snap *sample.Snapshot, m *metrics.Def, attrs ...string) float64 {
	total := 0.0
	each(snap, m, attrs, func(p sample.Point) { total += p.Hist.Sum })
	return total
}

func each(snap *sample.Snapshot, m *metrics.Def, attrs []string, visit func(sample.Point)) {
	for _, f := range snap.Families {
		if f.Metric != m {
			continue
		}
		for _, p := range f.Points {
			have := map[string]string{}
			for it := p.Series.Attrs.Iter(); it.Next(); {
				kv := it.Attribute()
				have[string(kv.Key)] = kv.Value.String()
			}
			if !slices.ContainsFunc(attrs, func(want string) bool {
				key, v, _ := strings.Cut(want, "=")
				return have[key] != v
			}) {
				visit(p)
			}
		}
	}
}

func expect(t *testing.T, what string, got, want float64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func pidIs(pid int) string { return fmt.Sprintf("process.pid=%d", pid) }

func itoa(n int) string { return strconv.Itoa(n) }
