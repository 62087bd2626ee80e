package pipeline

import (
	"context"
	"testing"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// claiming is a source that owns the shared streams of the listed devices.
type claiming struct {
	fake
	devices []string
}

func (c *claiming) Claims() []string { return c.devices }

func TestOnlyTheOwnerEmits(t *testing.T) {
	one, two, oneAgain, twoAgain := gpu("GPU-1"), gpu("GPU-2"), gpu("GPU-1"), gpu("GPU-2")
	library := fake(func(_ context.Context, b *sample.Batch) error {
		for _, e := range []*sample.Entity{one, two} {
			b.Float(e, metrics.Power, 100)
			b.Int(e, metrics.GPUSpeed, 1, "graphics")
			b.Int(e, metrics.GPUSpeed, 2, "memory")
		}
		return nil
	})
	counters := &claiming{fake: func(_ context.Context, b *sample.Batch) error {
		for _, e := range []*sample.Entity{oneAgain, twoAgain} {
			b.Float(e, metrics.Power, 101)
			b.Float(e, metrics.SMUtilization, 0.5)
		}
		return nil
	}}
	p := New(time.Second, &Running{Name: "library", Source: library},
		&Running{Name: "counters", Source: counters, Supersedes: []Stream{{Metric: metrics.Power}, {metrics.GPUSpeed, "graphics"}}})

	f := func(devices []string, power, speed []float64) {
		t.Helper()
		counters.devices = devices
		s := p.Tick(t.Context())
		equal(t, values(s, metrics.Power), power)
		equal(t, values(s, metrics.GPUSpeed), speed)
		equal(t, values(s, metrics.SMUtilization), []float64{0.5, 0.5}) // not shared
	}
	f([]string{"GPU-1", "GPU-2"}, []float64{101, 101}, []float64{2, 2})
	f([]string{"GPU-1"}, []float64{100, 101}, []float64{2, 1, 2}) // GPU-2 went blank: handed back
	f(nil, []float64{100, 100}, []float64{1, 2, 1, 2})            // paused: all handed back
}

func TestASourceWithoutClaimsOwnsEverythingItSupersedes(t *testing.T) {
	basic := fake(func(_ context.Context, b *sample.Batch) error {
		b.Int(gpu(""), metrics.NetworkIO, 1, "receive")
		return nil
	})
	p := New(time.Second, &Running{Name: "system", Source: basic},
		&Running{Name: "nic", Source: fake(func(context.Context, *sample.Batch) error { return nil }), Supersedes: []Stream{{Metric: metrics.NetworkIO}}})
	equal(t, values(p.Tick(t.Context()), metrics.NetworkIO), nil)
}

func equal(t *testing.T, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
