package otlp

import (
	"context"
	"fmt"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric"

	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// counted returns a snapshot with one counter of e.
func counted(e *sample.Entity, minute int, value int64) *sample.Snapshot {
	b := sample.NewBatch(at(minute), nil)
	b.Int(e, metrics.DiskIO, value, "read")
	return sample.Merge(at(minute), []*sample.Batch{b}, nil)
}

func TestDeltasOfACounter(t *testing.T) {
	type step struct {
		minute int
		value  int64
		fate   string // "sent", or why not
		want   string // delta and its start in minutes; "" for none
	}
	f := func(name string, origin time.Time, steps ...step) {
		t.Helper()
		d := newDeltas(metric.DeltaTemporalitySelector, at(-1))
		e := sample.NewEntity().Since(origin)
		for _, s := range steps {
			snap := counted(e, s.minute, s.value)
			for _, decoded := range []bool{false, true} { // live and read back from the queue
				rm := convert(snap, nil)
				if decoded {
					body, _ := encode(rm, 0)
					rm, _ = decode(body)
				}
				body, _ := encode(d.since(rm), 0)
				md, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(body)
				if err != nil {
					t.Fatal(err)
				}
				if got := deltaText(md); got != s.want {
					t.Errorf("%s: minute %d: delta %q, want %q", name, s.minute, got, s.want)
				}
			}
			if s.fate == "sent" {
				d.sent(convert(snap, nil))
			}
		}
	}
	f("a total of unknown origin is the base of what follows", time.Time{},
		step{0, 1000, "sent", ""}, step{1, 1010, "sent", "10 from 0"}, step{2, 1010, "sent", "0 from 1"})
	f("a count that began before the collector may have been sent by another", at(-60),
		step{0, 1000, "sent", ""}, step{1, 1010, "sent", "10 from 0"})
	f("a count that began since is sent whole", at(1),
		step{2, 7, "sent", "7 from 1"}, step{3, 9, "sent", "2 from 2"})
	f("what was not sent is part of the next", time.Time{},
		step{0, 100, "sent", ""}, step{1, 110, "lost", "10 from 0"}, step{2, 125, "lost", "25 from 0"}, step{3, 130, "sent", "30 from 0"}, step{4, 131, "sent", "1 from 3"})
	f("a missed tick loses nothing", time.Time{},
		step{0, 100, "sent", ""}, step{5, 110, "sent", "10 from 0"})
	f("a counter that goes backwards restarted", time.Time{},
		step{0, 100, "sent", ""}, step{1, 110, "sent", "10 from 0"}, step{2, 5, "sent", "5 from 1"}, step{3, 8, "sent", "3 from 2"})
	f("a clock that is set back", time.Time{},
		step{60, 100, "sent", ""}, step{0, 110, "sent", "10 from 0"}, step{1, 115, "sent", "5 from 0"})
}

// deltaText returns the only point, "" when there is none.
func deltaText(md pmetric.Metrics) string {
	all := metricsOf(md)
	if len(all) == 0 {
		return ""
	}
	sum := all[0].Sum()
	if sum.AggregationTemporality() != pmetric.AggregationTemporalityDelta || !sum.IsMonotonic() {
		return "not a delta"
	}
	p := sum.DataPoints().At(0)
	return fmt.Sprintf("%d from %d", p.IntValue(), int(p.StartTimestamp().AsTime().Sub(epoch)/time.Minute))
}

func TestDeltasOfAHistogram(t *testing.T) {
	d := newDeltas(metric.LowMemoryTemporalitySelector, at(-1))
	e := sample.NewEntity().Since(at(0))
	h := sample.NewHistogram(metrics.KernelBlockSize)
	take := func(minute int) pmetric.HistogramDataPoint {
		b := sample.NewBatch(at(minute), nil)
		b.Histogram(e, metrics.KernelBlockSize, h, "k")
		b.Int(e, metrics.DiskIO, int64(minute), "read")
		rm := convert(sample.Merge(at(minute), []*sample.Batch{b}, nil), nil)
		body, _ := encode(d.since(rm), 0)
		d.sent(rm)
		md, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(body)
		if err != nil {
			t.Fatal(err)
		}
		var out pmetric.HistogramDataPoint
		for _, m := range metricsOf(md) {
			if m.Type() == pmetric.MetricTypeHistogram {
				out = m.Histogram().DataPoints().At(0)
			} else if m.Sum().AggregationTemporality() != pmetric.AggregationTemporalityCumulative {
				t.Error("lowmemory made a counter that is read a delta")
			}
		}
		return out
	}
	h.Record(2, 3)
	if p := take(1); p.Count() != 3 || p.StartTimestamp().AsTime() != at(0) {
		t.Errorf("%d from %v", p.Count(), p.StartTimestamp().AsTime())
	}
	h.Record(2, 1)
	h.Record(4, 2)
	if p := take(2); p.Count() != 3 || p.Sum() != 10 || p.BucketCounts().At(1) != 1 || p.StartTimestamp().AsTime() != at(1) {
		t.Errorf("%d, sum %v from %v", p.Count(), p.Sum(), p.StartTimestamp().AsTime())
	}
	h = sample.NewHistogram(metrics.KernelBlockSize)
	h.Record(2, 1)
	if p := take(3); p.Count() != 1 || p.Sum() != 2 || p.StartTimestamp().AsTime() != at(2) {
		t.Errorf("after a restart %d, sum %v from %v", p.Count(), p.Sum(), p.StartTimestamp().AsTime())
	}
}

// The deltas that arrive add up to what was counted, through refusals, drops
// and a restart of the collector.
func TestDeltasAddUpThroughFailuresAndARestart(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		t.Setenv("OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE", "delta")
		dir := t.TempDir()
		srv := receiver()
		srv.AnswerEach(func(attempt int) otlptest.Answer {
			switch attempt {
			case 2:
				return otlptest.Answer{Status: 400} // given up: part of the next
			case 4, 5:
				return otlptest.Answer{Status: 503}
			}
			return otlptest.Answer{}
		})
		e := sample.NewEntity(attribute.String("system.device", "sda")).Since(at(-600))
		send := func(from, to int) {
			s, _, _ := newSender(t, Options{Protocol: protocol, Queue: queue.Options{Dir: dir}})
			for i := from; i < to; i++ {
				s.Send(counted(e, i-30, int64(1000+10*i)))
			}
			flushAll(t, s)
			if err := s.Close(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		send(0, 5)
		send(5, 10) // another process would find the same on disk
		total, starts := int64(0), map[time.Time]bool{}
		for _, r := range srv.Requests() {
			for _, m := range metricsOf(r.Metrics) {
				p := m.Sum().DataPoints().At(0)
				total += p.IntValue()
				if starts[p.StartTimestamp().AsTime()] {
					t.Errorf("two deltas start at %v", p.StartTimestamp().AsTime())
				}
				starts[p.StartTimestamp().AsTime()] = true
			}
		}
		if total != 90 {
			t.Errorf("the deltas add up to %d, want 90", total)
		}
	})
}

// flushAll flushes although exports may fail meanwhile.
func flushAll(t *testing.T, s *Sender) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	for s.Flush(ctx) != nil {
		if ctx.Err() != nil {
			t.Fatal("not everything could be sent")
		}
	}
}
