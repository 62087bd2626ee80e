package demo

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"platform/internal/collector/metrics"
)

var update = flag.Bool("update", false, "write the golden files")

// tiny is a whole story in three hours.
var tiny = Config{Seed: 7, End: time.Date(2026, 3, 4, 16, 0, 0, 0, time.UTC), Hours: 3, GPUs: 8, TracesPerHour: 60}

// all makes everything, with a sum over its bytes.
func all(t *testing.T, c Config) (sent []pmetric.Metrics, traces []ptrace.Traces, logs []plog.Logs, sum string) {
	t.Helper()
	h := sha256.New()
	n := 0
	for b, err := range Generate(c) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		h.Write(b.Body)
		switch b.Signal {
		case Metrics:
			m, err := new(pmetric.ProtoUnmarshaler).UnmarshalMetrics(b.Body)
			if err != nil || m.DataPointCount() != b.Records {
				t.Fatalf("%d points of %d, %v", m.DataPointCount(), b.Records, err)
			}
			sent = append(sent, m)
		case Traces:
			m, err := new(ptrace.ProtoUnmarshaler).UnmarshalTraces(b.Body)
			if err != nil || m.SpanCount() != b.Records {
				t.Fatalf("%d spans of %d, %v", m.SpanCount(), b.Records, err)
			}
			traces = append(traces, m)
		case Logs:
			m, err := new(plog.ProtoUnmarshaler).UnmarshalLogs(b.Body)
			if err != nil || m.LogRecordCount() != b.Records {
				t.Fatalf("%d records of %d, %v", m.LogRecordCount(), b.Records, err)
			}
			logs = append(logs, m)
		}
	}
	if n != c.Batches() {
		t.Errorf("%d batches, %d announced", n, c.Batches())
	}
	return sent, traces, logs, fmt.Sprintf("%x", h.Sum(nil))
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	_, _, _, first := all(t, tiny)
	_, _, _, second := all(t, tiny)
	if first != second {
		t.Error("two runs differ")
	}
	other := tiny
	other.Seed++
	if _, _, _, third := all(t, other); third == first {
		t.Error("another seed gives the same")
	}
}

// point is a number point with what it belongs to.
type point struct {
	host   string
	metric pmetric.Metric
	pmetric.NumberDataPoint
}

func (p point) value() float64 {
	if p.ValueType() == pmetric.NumberDataPointValueTypeInt {
		return float64(p.IntValue())
	}
	return p.DoubleValue()
}

func (p point) series() string { return p.host + " " + p.metric.Name() + " " + written(p.Attributes()) }

func written(m pcommon.Map) string {
	var parts []string
	for k, v := range m.All() {
		parts = append(parts, k+"="+v.AsString())
	}
	slices.Sort(parts)
	return strings.Join(parts, " ")
}

// points yields the number points in the order in which they are sent.
func points(all []pmetric.Metrics, visit func(point)) {
	for _, m := range all {
		for _, rm := range m.ResourceMetrics().All() {
			host, _ := rm.Resource().Attributes().Get("host.name")
			for _, metric := range rm.ScopeMetrics().At(0).Metrics().All() {
				var of pmetric.NumberDataPointSlice
				switch metric.Type() {
				case pmetric.MetricTypeGauge:
					of = metric.Gauge().DataPoints()
				case pmetric.MetricTypeSum:
					of = metric.Sum().DataPoints()
				default:
					continue
				}
				for _, p := range of.All() {
					visit(point{host.Str(), metric, p})
				}
			}
		}
	}
}

func TestCountersOnlyGrowAndSumsHaveStarts(t *testing.T) {
	sent, _, _, _ := all(t, tiny)
	last := map[string]point{}
	resets := 0
	points(sent, func(p point) {
		if p.metric.Type() == pmetric.MetricTypeGauge {
			if p.StartTimestamp() != 0 {
				t.Fatalf("%s: a gauge has a start", p.series())
			}
		} else if p.StartTimestamp() == 0 || p.StartTimestamp() > p.Timestamp() {
			t.Fatalf("%s: starts at %s, is of %s", p.series(), p.StartTimestamp(), p.Timestamp())
		}
		before, seen := last[p.series()]
		last[p.series()] = p
		if !seen {
			return
		}
		if p.Timestamp() <= before.Timestamp() {
			t.Fatalf("%s: %s follows %s", p.series(), p.Timestamp(), before.Timestamp())
		}
		if p.metric.Type() != pmetric.MetricTypeSum || !p.metric.Sum().IsMonotonic() {
			return
		}
		switch {
		case p.StartTimestamp() != before.StartTimestamp():
			resets++
			if p.StartTimestamp() < before.Timestamp() {
				t.Fatalf("%s: counts anew from %s, before its last point", p.series(), p.StartTimestamp())
			}
		case p.value() < before.value():
			t.Fatalf("%s: %v follows %v", p.series(), p.value(), before.value())
		}
	})
	if resets == 0 {
		t.Error("no counter starts anew: nothing shows that readers can deal with it")
	}
}

// TestSeriesAreThoseThatTheCollectorDeclares holds every point against the
// collector's catalog: only tests may look there.
func TestSeriesAreThoseThatTheCollectorDeclares(t *testing.T) {
	catalog := map[string]*metrics.Def{}
	for _, d := range metrics.All() {
		catalog[d.Name] = d
	}
	big := tiny
	big.GPUs, big.Hours = 64, 1
	sent, _, _, _ := all(t, big)
	checked := map[string]bool{}
	points(sent, func(p point) {
		name := p.metric.Name()
		d := catalog[name]
		if d == nil {
			t.Fatalf("the collector has no %s", name)
		}
		kind := metrics.Gauge
		if p.metric.Type() == pmetric.MetricTypeSum {
			if kind = metrics.UpDownCounter; p.metric.Sum().IsMonotonic() {
				kind = metrics.Counter
			}
		}
		whole := p.ValueType() == pmetric.NumberDataPointValueTypeInt
		if kind != d.Kind || p.metric.Unit() != d.Unit || p.metric.Description() != d.Help || whole != d.Integer {
			t.Errorf("%s is a %s in %s, whole %t: %s", name, kind, p.metric.Unit(), whole, p.metric.Description())
		}
		if d.Unit == "1" && (p.value() < 0 || p.value() > 1) {
			t.Errorf("%s is %v", p.series(), p.value())
		}
		if series := p.series(); !checked[series] {
			checked[series] = true
			checkAttributes(t, d, p.Attributes())
		}
	})
}

func checkAttributes(t *testing.T, d *metrics.Def, have pcommon.Map) {
	t.Helper()
	keys := append(slices.Clone(d.Entity), d.By...)
	for _, k := range keys {
		v, ok := have.Get(k.Name)
		switch {
		case !ok && !k.Optional:
			t.Errorf("%s lacks %s", d.Name, k.Name)
		case ok && (v.AsString() == "" || k.Values != nil && !slices.Contains(k.Values, v.AsString())):
			t.Errorf("%s: %s is %q", d.Name, k.Name, v.AsString())
		case ok && k.Number && v.Type() != pcommon.ValueTypeInt:
			t.Errorf("%s: %s is not a number", d.Name, k.Name)
		}
	}
	for k := range have.All() {
		if !slices.ContainsFunc(keys, func(known metrics.Key) bool { return known.Name == k }) {
			t.Errorf("the collector's %s has no %s", d.Name, k)
		}
	}
}

// TestADayHasItsStory compares what happens with testdata/story.txt.
func TestADayHasItsStory(t *testing.T) {
	sent, traces, logs, _ := all(t, tiny)
	counts := map[string]int{}
	points(sent, func(p point) {
		counts["points of "+p.metric.Name()]++
		if s, ok := p.Attributes().Get("process.state"); ok && p.metric.Name() == "process.uptime" {
			counts["minutes of processes that are "+s.Str()]++
		}
		if r, ok := p.Attributes().Get("hw.status.reason"); ok && p.value() == 1 {
			counts["minutes of throttling for "+r.Str()]++
		}
		if c, ok := p.Attributes().Get("gpu.xid.code"); ok && p.value() == 1 {
			counts["minutes since XID "+c.AsString()]++
		}
	})
	known := map[pcommon.TraceID]bool{} // and whether its root is sent
	for _, m := range traces {
		for _, rs := range m.ResourceSpans().All() {
			service, _ := rs.Resource().Attributes().Get("service.name")
			for _, s := range rs.ScopeSpans().At(0).Spans().All() {
				known[s.TraceID()] = known[s.TraceID()] || s.ParentSpanID().IsEmpty()
				counts["spans of "+service.Str()]++
				if s.EndTimestamp() < s.StartTimestamp() || s.EndTimestamp().AsTime().After(tiny.End) {
					t.Errorf("%s: from %s to %s", s.Name(), s.StartTimestamp(), s.EndTimestamp())
				}
				for _, e := range s.Events().All() {
					kind, _ := e.Attributes().Get("exception.type")
					counts["exceptions "+kind.Str()]++
				}
			}
		}
	}
	for _, m := range logs {
		for _, rl := range m.ResourceLogs().All() {
			for _, l := range rl.ScopeLogs().At(0).LogRecords().All() {
				counts["log records "+l.SeverityText()]++
				if strings.Contains(l.Body().Str(), "\n") {
					counts["log records of several lines"]++
				}
				if json.Valid([]byte(l.Body().AsString())) {
					counts["log records of JSON, event "+strconv.Quote(l.EventName())]++
				}
				if _, sent := known[l.TraceID()]; !l.TraceID().IsEmpty() && !sent {
					t.Errorf("%q is of a trace that is not sent", l.Body().Str())
				}
			}
		}
	}
	for _, root := range known {
		counts[fmt.Sprintf("traces with a root: %t", root)]++
	}
	var text strings.Builder
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&text, "%s: %d\n", k, counts[k])
	}
	golden(t, "testdata/story.txt", text.String())
}

func TestOneHostFallsSilentTwentyMinutesBeforeTheEnd(t *testing.T) {
	several := tiny
	several.GPUs, several.Hours = 32, 1
	sent, _, _, _ := all(t, several)
	newest := map[string]time.Time{}
	points(sent, func(p point) { newest[p.host] = p.Timestamp().AsTime() })
	silent := newFleet(several).silent().name
	for host, at := range newest {
		if ago := several.End.Sub(at); len(newest) != 4 || host == silent && ago.Truncate(time.Minute) != 20*time.Minute || host != silent && ago > time.Minute {
			t.Errorf("%s of %d reports last %s before the end", host, len(newest), ago)
		}
	}
}

func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and look at the difference:\n%s", path, got)
	}
}

// TestTheSeriesOfAGPUStayAsTheyAre compares the last values of the GPU that
// fails, and of its processes, with testdata/gpu.txt.
func TestTheSeriesOfAGPUStayAsTheyAre(t *testing.T) {
	sent, _, _, _ := all(t, tiny)
	failing := newFleet(tiny).failing().index
	last := map[string]string{}
	points(sent, func(p point) {
		if i, ok := p.Attributes().Get("gpu.index"); ok && i.Int() == int64(failing) {
			last[p.series()] = fmt.Sprintf("%s since %s: %v", p.Timestamp().AsTime().Format(time.TimeOnly), p.StartTimestamp().AsTime().Format(time.DateTime), p.value())
		}
	})
	var text strings.Builder
	for _, k := range slices.Sorted(maps.Keys(last)) {
		fmt.Fprintf(&text, "%s\n\t%s\n", k, last[k])
	}
	golden(t, "testdata/gpu.txt", text.String())
}
