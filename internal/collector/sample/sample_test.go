package sample

import (
	"bytes"
	"math"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func at(minutes int) time.Time { return epoch.Add(time.Duration(minutes) * time.Minute) }

func TestStartTimesOfCounters(t *testing.T) {
	type step struct{ minute, value, start int } // a start in minutes
	f := func(name string, origin time.Time, steps ...step) {
		t.Helper()
		e := NewEntity(attribute.String("hw.id", "GPU-1")).Since(origin)
		for _, s := range steps {
			b := NewBatch(at(s.minute), nil)
			b.Int(e, metrics.Energy, int64(s.value))
			if got := b.points[0].Start; !got.Equal(at(s.start)) {
				t.Errorf("%s: minute %d, value %d: start %v, want %v", name, s.minute, s.value, got, at(s.start))
			}
		}
	}
	f("unknown origin: the first observation has no duration", time.Time{}, step{1, 10, 1}, step{2, 20, 1})
	f("known origin", at(-60), step{1, 10, -60}, step{2, 20, -60})
	f("a missed tick moves nothing", time.Time{}, step{1, 10, 1}, step{5, 20, 1})
	f("a counter that goes backwards restarts at its last observation", at(-60), step{1, 10, -60}, step{2, 5, 1}, step{3, 8, 1})
	f("a clock set back starts anew", at(-60), step{10, 10, -60}, step{5, 11, 5}, step{6, 12, 5})
	f("an origin in the future is not believed", at(90), step{1, 10, 1})
}

func TestAnUpDownCounterMayShrink(t *testing.T) {
	e := NewEntity()
	for i, v := range []int64{10, 5} {
		b := NewBatch(at(i), nil)
		b.Int(e, metrics.MemoryUsage, v)
		if !b.points[0].Start.Equal(at(0)) {
			t.Errorf("start %v", b.points[0].Start)
		}
	}
}

func TestIntegersStayExactAndFloatsAreRoundedIntoThem(t *testing.T) {
	e := NewEntity()
	b := NewBatch(at(0), nil)
	b.Int(e, metrics.GPUIO, math.MaxInt64-1, "receive")
	b.Float(e, metrics.GPUIO, 2.6, "transmit")
	b.Int(e, metrics.Power, 7)
	b.Float(e, metrics.PowerLimit, math.NaN())
	b.Float(e, metrics.Energy, math.Inf(1))
	if b.Len() != 3 || b.points[0].Int() != math.MaxInt64-1 || b.points[1].Int() != 3 || b.points[2].Float() != 7 {
		t.Errorf("%+v", b.points)
	}
}

func TestASeriesIsBuiltOnceAndASecondPointOfItIsRefused(t *testing.T) {
	e := NewEntity(attribute.String("hw.id", "GPU-1"))
	b := NewBatch(at(0), nil)
	b.Float(e, metrics.Power, 1)
	first := b.points[0].Series
	b.Float(e, metrics.Power, 2)
	if b.Len() != 1 || b.Err() == nil {
		t.Errorf("%d points, %v", b.Len(), b.Err())
	}
	b.Reset(at(1), nil)
	b.Float(e, metrics.Power, 3)
	if b.points[0].Series != first || b.Err() != nil {
		t.Error("the series was built again")
	}
}

func TestSplitsBecomeAttributesOfTheirRow(t *testing.T) {
	e := NewEntity(attribute.String("hw.id", "GPU-1"))
	b := NewBatch(at(0), nil)
	b.Int(e, metrics.HWStatus, 1, "gpu", "up")
	b.Int(e, metrics.HWErrors, 2, "gpu", "xid", "79")
	var got bytes.Buffer
	WriteText(&got, Merge(at(0), []*Batch{nil, b}, nil))
	want := "hw.status{hw.id=GPU-1,hw.state=up,hw.type=gpu} 1\nhw.errors{error.type=xid,gpu.xid.code=79,hw.id=GPU-1,hw.type=gpu} 2\n"
	if got.String() != want {
		t.Errorf("got:\n%swant:\n%s", &got, want)
	}
}

func TestMergeOrdersFamiliesByCatalogAndKeepsPointsOfAllBatches(t *testing.T) {
	a, b := NewBatch(at(0), nil), NewBatch(at(0), nil)
	e, f := NewEntity(attribute.String("hw.id", "1")), NewEntity(attribute.String("hw.id", "2"))
	b.Float(f, metrics.Power, 2)
	a.Float(e, metrics.Energy, 3)
	a.Float(e, metrics.Power, 1)
	s := Merge(at(0), []*Batch{a, b}, nil)
	if len(s.Families) != 2 || s.Families[0].Metric != metrics.Power || len(s.Families[0].Points) != 2 || s.Points() != 3 {
		t.Errorf("%+v", s.Families)
	}
}

func TestHistogramsAreCopiedAndCountInTheRightBucket(t *testing.T) {
	h := NewHistogram(metrics.KernelBlockSize) // bounds 1, 2, 4, ...
	h.Record(2, 3)
	h.Record(3, 1)
	h.Record(1e9, 1)
	b := NewBatch(at(0), nil)
	b.Histogram(NewEntity(), metrics.KernelBlockSize, h, "k")
	h.Record(2, 1)
	got := b.points[0].Hist
	if got.Counts[1] != 3 || got.Counts[2] != 1 || got.Counts[len(got.Counts)-1] != 1 || got.Count != 5 {
		t.Errorf("%+v", got)
	}
}
