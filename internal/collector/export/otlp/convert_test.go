package otlp

import (
	"bytes"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/metric/metricdata/metricdatatest"
	"go.opentelemetry.io/otel/sdk/resource"

	"platform/internal/buildinfo"
	"platform/internal/collector/export/otlptest"
	"platform/internal/collector/export/queue"
	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

var epoch = time.Now().UTC().Truncate(time.Minute) // recent, so that nothing expires

func at(minutes int) time.Time { return epoch.Add(time.Duration(minutes) * time.Minute) }

// wholeCatalog returns a snapshot with two series of every metric, the count
// of which began at at(-60).
func wholeCatalog(now time.Time) *sample.Snapshot {
	b := sample.NewBatch(now, nil)
	for i := range 2 {
		e := sample.NewEntity(attribute.String("hw.id", fmt.Sprint("GPU-", i)), attribute.Bool("gpu.mig.enabled", i == 0), attribute.Float64("weight", 1.5)).Since(at(-60))
		for _, m := range metrics.All() {
			split := make([]string, len(m.By))
			for j, k := range m.By {
				split[j] = "7"
				if k.Values != nil {
					split[j] = k.Values[0]
				}
			}
			switch {
			case m.Kind == metrics.Histogram:
				h := sample.NewHistogram(m)
				h.Record(m.Bounds[0], 3)
				h.Record(2*m.Bounds[len(m.Bounds)-1], uint64(i))
				b.Histogram(e, m, h, split...)
			case m.Integer:
				b.Int(e, m, int64(1<<60+m.ID), split...)
			default:
				b.Float(e, m, 0.25+float64(m.ID), split...)
			}
		}
	}
	return sample.Merge(now, []*sample.Batch{b}, nil)
}

func TestEveryMetricArrivesWithItsKindUnitTemporalityStartAndAttributes(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		s, _, _ := newSender(t, Options{Protocol: protocol, Resource: named("h")})
		s.Send(wholeCatalog(at(0)))
		flush(t, s)
		md := srv.Requests()[0].Metrics
		rm := md.ResourceMetrics().At(0)
		if v, _ := rm.Resource().Attributes().Get("host.name"); v.Str() != "h" {
			t.Errorf("resource %v", rm.Resource().Attributes().AsRaw())
		}
		if scope := rm.ScopeMetrics().At(0).Scope(); scope.Name() != ScopeName || scope.Version() != buildinfo.Version {
			t.Errorf("scope %s %s", scope.Name(), scope.Version())
		}
		got := map[string]pmetric.Metric{}
		for _, m := range metricsOf(md) {
			got[m.Name()] = m
		}
		for _, want := range metrics.All() {
			m, ok := got[want.Name]
			if !ok {
				t.Errorf("%s did not arrive", want.Name)
				continue
			}
			if m.Unit() != want.Unit || m.Description() != want.Help {
				t.Errorf("%s: unit %q, description %q", want.Name, m.Unit(), m.Description())
			}
			checkData(t, want, m)
		}
	})
}

func checkData(t *testing.T, want *metrics.Def, m pmetric.Metric) {
	t.Helper()
	const cumulative = pmetric.AggregationTemporalityCumulative
	switch want.Kind {
	case metrics.Gauge:
		checkNumber(t, want, m.Gauge().DataPoints(), time.Time{})
	case metrics.Histogram:
		p := m.Histogram().DataPoints().At(1)
		if m.Histogram().AggregationTemporality() != cumulative || p.Count() != 4 || p.BucketCounts().At(0) != 3 ||
			p.BucketCounts().At(p.BucketCounts().Len()-1) != 1 || p.ExplicitBounds().Len() != len(want.Bounds) || p.StartTimestamp().AsTime() != at(-60) {
			t.Errorf("%s: %v", want.Name, p)
		}
		checkAttribute(t, want, p.Attributes())
	default:
		if m.Sum().AggregationTemporality() != cumulative || m.Sum().IsMonotonic() != (want.Kind == metrics.Counter) {
			t.Errorf("%s: %v, monotonic %v", want.Name, m.Sum().AggregationTemporality(), m.Sum().IsMonotonic())
		}
		checkNumber(t, want, m.Sum().DataPoints(), at(-60))
	}
}

func checkNumber(t *testing.T, want *metrics.Def, dps pmetric.NumberDataPointSlice, start time.Time) {
	t.Helper()
	if dps.Len() != 2 {
		t.Errorf("%s: %d points", want.Name, dps.Len())
		return
	}
	p := dps.At(1)
	if p.Timestamp().AsTime() != at(0) || !start.IsZero() && p.StartTimestamp().AsTime() != start || start.IsZero() && p.StartTimestamp() != 0 {
		t.Errorf("%s: from %v to %v", want.Name, p.StartTimestamp().AsTime(), p.Timestamp().AsTime())
	}
	if want.Integer && p.IntValue() != int64(1<<60+want.ID) || !want.Integer && p.DoubleValue() != 0.25+float64(want.ID) {
		t.Errorf("%s: %v", want.Name, p)
	}
	checkAttribute(t, want, p.Attributes())
}

func checkAttribute(t *testing.T, want *metrics.Def, attrs pcommon.Map) {
	t.Helper()
	if v, _ := attrs.Get("hw.id"); v.Str() != "GPU-1" {
		t.Errorf("%s: attributes %v", want.Name, attrs.AsRaw())
	}
	for _, k := range want.By {
		v, ok := attrs.Get(k.Name)
		if !ok || (v.Type() == pcommon.ValueTypeInt) != k.Number {
			t.Errorf("%s: attributes %v", want.Name, attrs.AsRaw())
		}
	}
}

func TestWhatIsEncodedIsDecodedTheSame(t *testing.T) {
	res := resource.NewWithAttributes("https://opentelemetry.io/schemas/1.30.0", attribute.String("host.name", "h"), attribute.String("empty", ""),
		attribute.Int("n", -1), attribute.Bool("b", false), attribute.Slice("list", attribute.StringValue("a"), attribute.Int64Value(2)),
		attribute.ByteSlice("bytes", []byte{0, 255}), attribute.Map("map", attribute.String("k", "v")))
	for _, snap := range []*sample.Snapshot{wholeCatalog(at(0)), {Time: at(0)}} {
		rm := convert(snap, res)
		body, clean := encode(rm, 0)
		got, err := decode(body)
		if err != nil || !clean {
			t.Fatalf("clean %v: %v", clean, err)
		}
		metricdatatest.AssertEqual(t, *rm, *got)
	}
}

func TestWhatIsEncodedIsOTLP(t *testing.T) {
	snap := wholeCatalog(at(0))
	body, _ := encode(convert(snap, named("h")), 0)
	md, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(body)
	if err != nil || md.DataPointCount() != snap.Points() {
		t.Fatalf("%d points, want %d: %v", md.DataPointCount(), snap.Points(), err)
	}
	if again, err := (&pmetric.ProtoMarshaler{}).MarshalMetrics(md); err != nil || len(again) != len(body) {
		t.Errorf("%d bytes, the reference has %d: %v", len(body), len(again), err)
	}
}

func TestTextThatIsNotUTF8IsReplacedAndSent(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		for i, dir := range []string{"", t.TempDir()} {
			s, stats, r := newSender(t, Options{Protocol: protocol, Queue: queue.Options{Dir: dir}})
			b := sample.NewBatch(at(0), nil)
			b.Int(sample.NewEntity(attribute.String("process.command_line", "a\xffb")), metrics.QueueLength, 1)
			s.Send(sample.Merge(at(0), []*sample.Batch{b}, nil))
			flush(t, s)
			if len(srv.Requests()) != i+1 || stats.Failures.Load() != 0 {
				t.Fatal(r)
			}
			attrs := metricsOf(srv.Requests()[i].Metrics)[0].Gauge().DataPoints().At(0).Attributes()
			if v, _ := attrs.Get("process.command_line"); v.Str() != "a\ufffdb" {
				t.Errorf("%q", v.Str())
			}
		}
	})
}

func TestASnapshotThatIsTooLargeForOneRequestIsSplitAndNothingIsLost(t *testing.T) {
	rm := convert(wholeCatalog(at(0)), named("h"))
	want := map[string]int{}
	collect := func(rm *metricdata.ResourceMetrics, into map[string]int) (points int) {
		body, _ := encode(rm, 0)
		md, err := (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(body)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range metricsOf(md) {
			one := pmetric.NewMetrics()
			m.CopyTo(one.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty())
			into[m.Name()+m.Type().String()] += one.DataPointCount()
		}
		return md.DataPointCount()
	}
	total := collect(rm, want)
	for _, limit := range []int{1, 3, 4, total - 1, total, total + 1} {
		got := map[string]int{}
		parts := split(rm, limit)
		for i, p := range parts {
			if n := collect(p, got); n > limit || n < limit && i < len(parts)-1 {
				t.Errorf("limit %d: part %d of %d has %d points", limit, i, len(parts), n)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("limit %d: %v, want %v", limit, got, want)
		}
	}
}

func TestALargeSnapshotArrivesInRequestsThatAServerTakes(t *testing.T) {
	overBoth(t, func(t *testing.T, protocol string, receiver func(...otlptest.Option) *otlptest.Server) {
		srv := receiver()
		s, _, r := newSender(t, Options{Protocol: protocol})
		b := sample.NewBatch(at(0), nil)
		for i := range 2*maxPoints + 1 {
			b.Int(sample.NewEntity(attribute.Int("gpu.index", i), attribute.String("process.command_line", strings.Repeat("x", 512))), metrics.QueueLength, 1)
		}
		s.Send(sample.Merge(at(0), []*sample.Batch{b}, nil))
		flush(t, s)
		points := 0
		for _, req := range srv.Requests() {
			points += req.Metrics.DataPointCount()
		}
		if len(srv.Requests()) != 3 || points != 2*maxPoints+1 {
			t.Errorf("%d points in %d requests: %s", points, len(srv.Requests()), r)
		}
	})
}

func FuzzDecode(f *testing.F) {
	all := wholeCatalog(at(0)).Families
	for _, m := range []*metrics.Def{metrics.QueueLength, metrics.Power, metrics.DiskIO, metrics.Energy, metrics.KernelBlockSize} {
		for _, family := range all {
			if family.Metric == m { // one at a time: small inputs are fuzzed faster
				body, _ := encode(convert(&sample.Snapshot{Time: at(0), Families: []sample.Family{family}}, named("h")), 0)
				f.Add(body)
			}
		}
	}
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, raw []byte) {
		rm, err := decode(raw)
		if err != nil {
			return
		}
		first, _ := encode(rm, 0)
		again, err := decode(first)
		if err != nil {
			t.Fatal(err)
		}
		if second, _ := encode(again, 0); !bytes.Equal(first, second) {
			t.Error("a decoded snapshot is encoded differently each time")
		}
	})
}
