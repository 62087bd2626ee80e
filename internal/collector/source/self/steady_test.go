package self_test

import (
	"context"
	"os"
	"runtime"
	"testing"
	"time"

	"platform/internal/collector/host"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/sample"
	"platform/internal/collector/source/self"
	"platform/internal/collector/source/system"
)

// hostSources opens the sources of host and process metrics as the collector
// does, and returns the pipeline over them.
func hostSources(t testing.TB) *pipeline.Pipeline {
	t.Helper()
	var p *pipeline.Pipeline
	sys, err := system.Open(host.System(""), system.Options{ExcludeFSTypes: []string{"squashfs"}})
	if err != nil {
		t.Fatal(err)
	}
	own, err := self.Open(host.System(""), self.Deps{
		Latest:  func() *sample.Snapshot { return p.Current() },
		Exports: func() self.Exports { return self.Exports{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sys.Close(); own.Close() })
	p = pipeline.New(10*time.Second, &pipeline.Running{Name: "system", Source: sys}, &pipeline.Running{Name: "self", Source: own})
	return p
}

func TestASteadyTickOfHostAndProcessStaysUnderAHundredAllocations(t *testing.T) {
	p := hostSources(t)
	tick := func() {
		for _, h := range p.Tick(context.Background()).Health {
			if h.Err != nil {
				t.Fatal(h.Err)
			}
		}
	}
	tick()
	tick()
	if n := testing.AllocsPerRun(200, tick); n >= 100 {
		t.Errorf("%v allocations per tick", n)
	} else {
		t.Logf("%v allocations per tick", n)
	}
}

func TestAThousandTicksGrowNeitherDescriptorsNorGoroutinesNorHeap(t *testing.T) {
	p := hostSources(t)
	for range 100 {
		p.Tick(t.Context())
	}
	fds, goroutines, heap := state(t)
	for range 1000 {
		p.Tick(t.Context())
	}
	fdsAfter, goroutinesAfter, heapAfter := state(t)
	if fdsAfter > fds || goroutinesAfter > goroutines || heapAfter > heap+128<<10 {
		t.Errorf("descriptors %d to %d, goroutines %d to %d, heap %d to %d bytes", fds, fdsAfter, goroutines, goroutinesAfter, heap, heapAfter)
	}
}

func state(t *testing.T) (fds, goroutines int, heap uint64) {
	t.Helper()
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil { // Linux
		fds = len(entries)
	}
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return fds, runtime.NumGoroutine(), m.HeapAlloc
}

func BenchmarkTick(b *testing.B) {
	p := hostSources(b)
	p.Tick(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		p.Tick(b.Context())
	}
}
