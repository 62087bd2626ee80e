package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

type fake func(context.Context, *sample.Batch) error

func (f fake) Sample(ctx context.Context, b *sample.Batch) error { return f(ctx, b) }
func (fake) Close() error                                        { return nil }

func values(s *sample.Snapshot, m *metrics.Def) (vs []float64) {
	for _, f := range s.Families {
		for _, p := range f.Points {
			if f.Metric == m {
				vs = append(vs, p.Float())
			}
		}
	}
	return vs
}

func emits(e *sample.Entity, watts float64) fake {
	return func(_ context.Context, b *sample.Batch) error {
		b.Float(e, metrics.Power, watts)
		return nil
	}
}

func gpu(id string) *sample.Entity { return sample.NewEntity(attribute.String("hw.id", id)) }

func TestAHangingAPanickingAndAFailingSourceCostOnlyTheirOwnPoints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		half := gpu("GPU-2")
		p := New(time.Second,
			&Running{Name: "good", Source: emits(gpu("GPU-1"), 1)},
			&Running{Name: "bad", Source: fake(func(_ context.Context, b *sample.Batch) error {
				b.Float(half, metrics.Power, 2)
				return errors.New("lost")
			})},
			&Running{Name: "boom", Source: fake(func(context.Context, *sample.Batch) error { panic("nil device") })},
			&Running{Name: "stuck", Source: fake(func(_ context.Context, b *sample.Batch) error {
				<-release
				b.Float(half, metrics.Energy, 1) // long after the batch was given up
				return nil
			})},
		)
		for tick := range int64(2) {
			s := p.Tick(t.Context())
			if got := values(s, metrics.Power); len(got) != 2 || got[0] != 1 || got[1] != 2 {
				t.Errorf("power: %v; want the good source's and what the failing one had added", got)
			}
			want := []string{"", "sample bad: lost", "sample boom: panic: nil device", "sample stuck: no answer within the deadline"}
			if tick == 1 {
				want[3] = "sample stuck: still in the call of an earlier tick"
			}
			for i, h := range s.Health {
				if (h.Err == nil) != (want[i] == "") || h.Err != nil && !strings.HasPrefix(h.Err.Error(), want[i]) {
					t.Errorf("%s: %v; want %q", h.Source, h.Err, want[i])
				}
				if want[i] != "" && h.Failures != tick+1 {
					t.Errorf("%s: %d failures", h.Source, h.Failures)
				}
			}
		}
		close(release)
		synctest.Wait()
		if s := p.Tick(t.Context()); s.Health[3].Err != nil {
			t.Errorf("the source that returned is not sampled again: %v", s.Health[3].Err)
		}
	})
}

func TestTheSnapshotIsNotTouchedByLaterTicks(t *testing.T) {
	watts := 1.0
	e := gpu("GPU-1")
	p := New(time.Second, &Running{Name: "s", Source: fake(func(_ context.Context, b *sample.Batch) error {
		b.Float(e, metrics.Power, watts)
		return nil
	})})
	first := p.Tick(t.Context())
	watts = 2
	second := p.Tick(t.Context())
	if values(first, metrics.Power)[0] != 1 || values(second, metrics.Power)[0] != 2 || p.Current() != second {
		t.Error(values(first, metrics.Power), values(second, metrics.Power))
	}
}

func TestTheFirstSnapshotComesAtOnceAndOneMoreAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var at []time.Duration
		done := make(chan struct{})
		p := New(time.Second, &Running{Name: "s", Source: emits(gpu("GPU-1"), 1)})
		go func() {
			p.Loop(ctx, time.Minute, time.Second, func(s *sample.Snapshot) { at = append(at, s.Time.Sub(began)) })
			close(done)
		}()
		time.Sleep(150 * time.Second)
		cancel()
		<-done
		want := []time.Duration{0, time.Minute, 2 * time.Minute, 150 * time.Second}
		if len(at) != len(want) {
			t.Fatal(at)
		}
		for i := range want {
			if at[i] != want[i] {
				t.Errorf("snapshot %d at %v, want %v", i, at[i], want[i])
			}
		}
	})
}

func BenchmarkTick(b *testing.B) {
	entities := make([]*sample.Entity, 500)
	for i := range entities {
		entities[i] = sample.NewEntity(attribute.Int("gpu.index", i), attribute.String("hw.id", "x"))
	}
	p := New(time.Second, &Running{Name: "s", Source: fake(func(_ context.Context, bt *sample.Batch) error {
		for _, e := range entities {
			bt.Float(e, metrics.Power, 1)
			bt.Float(e, metrics.Energy, 2)
			bt.Float(e, metrics.GPUUtilization, 0.5, "general")
			bt.Int(e, metrics.GPUIO, 4, "receive")
			bt.Int(e, metrics.GPUIO, 5, "transmit")
		}
		return nil
	})})
	p.Tick(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		p.Tick(b.Context())
	}
}

func TestASourceMayJoinLater(t *testing.T) {
	first := &Running{Name: "first", Source: emits(gpu("GPU-1"), 1)}
	p := New(time.Second, first)
	p.Tick(t.Context())
	p.Use([]*Running{{Name: "late", Source: emits(gpu("GPU-2"), 2)}, first})
	if got := values(p.Tick(t.Context()), metrics.Power); len(got) != 2 || got[0] != 2 {
		t.Errorf("power: %v", got)
	}
}

// held is a source whose call lasts until it is let go.
type held struct {
	letGo  chan struct{}
	closed bool
}

func (h *held) Sample(context.Context, *sample.Batch) error { <-h.letGo; return nil }

func (h *held) Close() error { h.closed = true; return nil }

func TestASourceIsNotClosedUnderACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &held{letGo: make(chan struct{})}
		r := &Running{Name: "held", Source: h}
		New(time.Millisecond, r).Tick(t.Context()) // gives up waiting
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := r.Close(soon); err == nil || h.closed {
			t.Errorf("Close = %v under a call", err)
		}
		close(h.letGo)
		if err := r.Close(t.Context()); err != nil || !h.closed {
			t.Errorf("Close = %v after the call", err)
		}
	})
}
