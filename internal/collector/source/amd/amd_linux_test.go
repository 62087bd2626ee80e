package amd

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/metrics"
	"platform/internal/collector/metrics/metricstest"
	"platform/internal/collector/proc/fdinfo"
	"platform/internal/collector/sample"
	"platform/internal/collector/source"
	"platform/internal/collector/source/amd/gpumetrics/gpumetricstest"
	"platform/internal/collector/watch/watchtest"
)

const interval = time.Minute

func load(t *testing.T, file string) host.Root {
	t.Helper()
	return watchtest.Load(t, file, gpumetricstest.Build)
}

func open(t *testing.T, root host.Root) *Source {
	t.Helper()
	s, err := Open(t.Context(), Options{
		Root: root, Interval: interval, Interconnect: true,
		GPU: watchtest.Options(root), Scanner: fdinfo.New(root),
	})
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

// second returns the second tick, a minute after the first, on a host of which
// some files have changed meanwhile.
func second(t *testing.T, file string) *sample.Snapshot {
	t.Helper()
	root := load(t, file)
	s := open(t, root)
	if _, err := watchtest.Tick(t, s); err != nil {
		t.Error(err)
	}
	watchtest.Advance(t, root)
	time.Sleep(interval)
	synctest.Wait()
	snap, err := watchtest.Tick(t, s)
	if err != nil {
		t.Error(err)
	}
	return snap
}

// rows are those marked for amd, without those that the GPU does not have.
func rows(without ...*metrics.Def) (all []*metrics.Def) {
next:
	for _, m := range watchtest.Rows(1, "Y") {
		for _, w := range without {
			if w == m {
				continue next
			}
		}
		all = append(all, m)
	}
	return all
}

func TestGoldenHosts(t *testing.T) {
	f := func(name string, without ...*metrics.Def) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				snap := second(t, "testdata/"+name+".txtar")
				metricstest.Check(t, snap, rows(without...)...)
				watchtest.Golden(t, "testdata/"+name+".txt", snap)
			})
		})
	}
	f("mi300x", metrics.FanSpeed, metrics.GPUIO)
	f("mi300x-cpx", metrics.FanSpeed, metrics.GPUIO)
	f("mi250", metrics.FanSpeed, metrics.InterconnectIO)
	f("rx7900", metrics.InterconnectIO)
}

func TestAHostWithoutTheDriverIsUnavailable(t *testing.T) {
	_, err := Open(t.Context(), Options{Root: host.Tree(t.TempDir())})
	if !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "no display driver") {
		t.Error(err)
	}
}
