package intel

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
	"platform/internal/collector/source"
	"platform/internal/collector/source/intel/levelzero/zetest"
	"platform/internal/collector/watch/watchtest"
)

const (
	interval = time.Minute
	nowhere  = "/nowhere/libze_loader.so.1"
)

func open(t *testing.T, root host.Root, lib string) *Source {
	t.Helper()
	s, err := Open(t.Context(), Options{
		Root: root, LibPath: lib, Interval: interval,
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

func load(t *testing.T, name string) host.Root {
	t.Helper()
	return watchtest.Load(t, "testdata/"+name+".txtar", nil)
}

// rows are those marked for intel, without those that the GPU does not have.
func rows(without ...*metrics.Def) (all []*metrics.Def) {
next:
	for _, m := range watchtest.Rows(2, "Y", "Y*", "soft") {
		for _, w := range without {
			if w == m {
				continue next
			}
		}
		all = append(all, m)
	}
	return all
}

// golden compares the second tick, a minute after the first, on a host on which
// some things have changed meanwhile.
func golden(t *testing.T, root host.Root, lib, file string, advance func(), without ...*metrics.Def) {
	t.Helper()
	s := open(t, root, lib)
	if _, err := watchtest.Tick(t, s); err != nil {
		t.Error(err)
	}
	watchtest.Advance(t, root)
	advance()
	time.Sleep(interval)
	synctest.Wait()
	snap, err := watchtest.Tick(t, s)
	if err != nil {
		t.Error(err)
	}
	metricstest.Check(t, snap, rows(without...)...)
	watchtest.Golden(t, "testdata/"+file, snap)
}

func TestAMax1100WithLevelZero(t *testing.T) {
	lib := zetest.Build(t)
	lib.Set(0, "throttle", 0x28) // thermal, and a range that software set
	synctest.Test(t, func(t *testing.T) {
		golden(t, load(t, "max1100"), lib.Path, "max1100.txt", func() { lib.Set(0, "clock", 61000000) })
	})
}

func TestAMax1100WithTheFilesOfItsDriver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		golden(t, load(t, "max1100"), nowhere, "max1100-drm.txt", func() {},
			metrics.FanSpeed, metrics.GPUIO, metrics.MemoryUtilization, metrics.MemoryLimit, metrics.MemoryFree, metrics.ProcessGPUMemoryUtilization)
	})
}

func TestAnArcWithXe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		golden(t, load(t, "arc-xe"), nowhere, "arc-xe.txt", func() {},
			metrics.GPUIO, metrics.MemoryUtilization, metrics.MemoryLimit, metrics.MemoryFree, metrics.ProcessGPUMemoryUtilization)
	})
}

func TestAHostWithoutAGPUIsUnavailable(t *testing.T) {
	_, err := Open(t.Context(), Options{Root: host.Tree(t.TempDir())})
	if !errors.Is(err, source.ErrUnavailable) || !strings.Contains(err.Error(), "no display driver") {
		t.Error(err)
	}
}
