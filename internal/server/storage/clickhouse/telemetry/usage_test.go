package telemetry_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
)

// report is what a GPU told at a time.
type report struct {
	at        time.Time
	allocated bool
	measured  bool // else it tells no utilization
	busy      float64
	node      string
}

// gpuDay makes the reports of GPUs at uneven times, with gaps and nodes that change, and energy
// counters that start again, all by host and id, and among them what is no GPU's or
// nobody's who sees production alone, out of order.
func gpuDay(rnd *rand.Rand, minutes int) (points []telemetrytest.Point, reports map[string][]report, joules map[string][]telemetrytest.Point) {
	reports, joules = map[string][]report{}, map[string][]telemetrytest.Point{}
	begin := query.StepStart(telemetrytest.Start, time.Minute)
	for i := range 6 {
		d := device{fmt.Sprintf("h%d", i/2), fmt.Sprintf("GPU-%d", i)}
		if i == 5 {
			d.id = "GPU-0" // as one of another host
		}
		total := 1000.0
		for m := 0; m < minutes; m += 1 + rnd.IntN(3)*rnd.IntN(4) {
			for _, second := range []int{10, 40}[:1+rnd.IntN(2)] {
				at := begin.Add(time.Duration(m)*time.Minute + time.Duration(second)*time.Second)
				s := report{at, rnd.IntN(4) > 0, rnd.IntN(8) > 0, []float64{0, 0.01, 0.04, 0.05, 0.3, 0.5}[rnd.IntN(6)], fmt.Sprint("n", m/60)}
				reports[d.name()] = append(reports[d.name()], s)
				other := device{d.host, "OTHER"}
				own := []telemetrytest.Point{d.point("hw.gpu.utilization", telemetrytest.Gauge, at, 1, "hw.gpu.task", "decoder"),
					d.point("hw.gpu.allocated", telemetrytest.Gauge, at, map[bool]float64{true: 1}[s.allocated]), d.point("hw.power", telemetrytest.Gauge, at, 100),
					other.point("hw.gpu.allocated", telemetrytest.Gauge, at, 1, "gpu.mig.device_id", "0"), other.point("hw.gpu.allocated", telemetrytest.Gauge, at, 1, "hw.id", "")}
				if s.measured {
					own = append(own, d.point("hw.gpu.utilization", telemetrytest.Gauge, at, s.busy, "hw.gpu.task", "general"))
				}
				for j := range own {
					own[j].Resource["k8s.node.name"] = s.node
				}
				hidden := d.point("hw.gpu.allocated", telemetrytest.Gauge, at, 1)
				hidden.Resource["deployment.environment.name"] = "staging"
				points = append(append(points, own...), hidden)
			}
			if rnd.IntN(20) == 0 {
				total = 0 // the driver was loaded again
			}
			total += float64(rnd.IntN(5000))
			if i != 3 { // which has no counter
				p := d.point("hw.energy", telemetrytest.Cumulative, begin.Add(time.Duration(m)*time.Minute+10*time.Second), total)
				points, joules[d.name()] = append(points, p), append(joules[d.name()], p)
			}
		}
	}
	rnd.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	return points, reports, joules
}

func TestLostHoursAndEnergyAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(41, 42))
	const minutes = 240
	points, reports, joules := gpuDay(rnd, minutes)
	w.Points(points[:len(points)/2]...)
	w.Points(points[len(points)/2:]...)
	s := fleet.New(query.NewViews(views{w}, views{w}), w.Store)
	for range casesOf(t, 80) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(minutes * time.Minute))))
		r := query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(2*time.Hour))) + time.Minute)}
		threshold := []float64{0, 0.02, 0.05, 0.4, 1}[rnd.IntN(5)]
		filter := fleet.GPUFilter{}
		if rnd.IntN(3) == 0 {
			filter.Host = fmt.Sprintf("h%d", rnd.IntN(3))
		}
		want := map[string]fleet.GPUUsage{}
		sum := fleet.Totals{}
		for name := range reports {
			if u := plainUsage(reports[name], joules[name], r, threshold); u.Hours > 0 && strings.HasPrefix(name, filter.Host) {
				want[name] = u
				sum.Hours, sum.Measured, sum.Allocated, sum.Lost, sum.Energy, sum.Mean = sum.Hours+u.Hours, sum.Measured+u.Measured, sum.Allocated+u.Allocated, sum.Lost+u.Lost, sum.Energy+u.Energy, sum.Mean+u.Mean*u.Measured
			}
		}
		got, totals, err := s.Usage(inProject(t), r, threshold, filter)
		if err != nil || len(got) != len(want) || totals.GPUs != len(want) {
			t.Fatalf("%v: %d GPUs, %v; want %d", r, len(got), err, len(want))
		}
		if sum.Measured > 0 && (!near(totals.Hours, sum.Hours) || !near(totals.Measured, sum.Measured) || !near(totals.Allocated, sum.Allocated) || !near(totals.Lost, sum.Lost) || !near(totals.LostShare, sum.Lost/sum.Hours) || !near(totals.Mean, sum.Mean/sum.Measured) || !near(totals.Energy, sum.Energy)) {
			t.Fatalf("%v: %+v; want %+v", r, totals, sum)
		}
		if !slices.IsSortedFunc(got, func(a, b fleet.GPUUsage) int { return cmp.Compare(b.Lost, a.Lost) }) {
			t.Fatalf("%v: not by lost hours: %+v", r, got)
		}
		for _, u := range got {
			x := want[device{u.Host, u.GPU}.name()]
			if !near(u.Hours, x.Hours) || !near(u.Allocated, x.Allocated) || !near(u.Lost, x.Lost) || !near(u.Measured, x.Measured) || !near(u.Mean, x.Mean) || !near(u.Energy, x.Energy) || u.Counted != x.Counted ||
				fmt.Sprint(u.IdleSince) != fmt.Sprint(x.IdleSince) || u.Node != x.Node || u.Cluster != "c" {
				t.Fatalf("%v, threshold %v: %+v, idle since %v; want %+v, %v", r, threshold, u, u.IdleSince, x, x.IdleSince)
			}
		}
	}
}

// plainUsage adds the reports of a GPU up minute by minute.
func plainUsage(reports []report, joules []telemetrytest.Point, r query.Range, threshold float64) (u fleet.GPUUsage) {
	type minute struct {
		at        time.Time
		allocated bool
		busy, n   float64
	}
	var seen []minute
	for _, s := range reports {
		if !inside(r, s.at) {
			continue
		}
		at := query.StepStart(s.at, time.Minute)
		if len(seen) == 0 || seen[len(seen)-1].at != at {
			seen = append(seen, minute{at: at})
		}
		m := &seen[len(seen)-1]
		if m.allocated = m.allocated || s.allocated; s.measured {
			m.busy, m.n = m.busy+s.busy, m.n+1
		}
		u.Node = s.node
	}
	var until time.Time // it did something else
	for i, m := range seen {
		weight := 1
		if i+1 < len(seen) {
			weight = min(5, int(seen[i+1].at.Sub(m.at)/time.Minute))
		}
		hours := float64(weight) / 60
		u.Hours += hours
		if m.n > 0 {
			u.Measured += hours
			u.Mean += m.busy / m.n * hours
		}
		if m.allocated {
			u.Allocated += hours
		}
		if !m.allocated || m.n == 0 || m.busy/m.n >= threshold {
			u.IdleSince = nil
			until = m.at.Add(time.Duration(weight) * time.Minute)
			continue
		}
		u.Lost += hours
		if u.IdleSince == nil && until.IsZero() {
			u.IdleSince = new(m.at)
		} else if u.IdleSince == nil {
			u.IdleSince = new(until)
		}
	}
	if u.Measured > 0 {
		u.Mean /= u.Measured
	}
	u.Energy = u.Hours * 3600 * 100
	q := series.Query{Metric: "hw.energy", Range: r, Aggregation: series.Increase, Across: series.AcrossSum, Step: 366 * 24 * time.Hour}
	for _, v := range telemetrytest.Evaluate(joules, q) {
		u.Energy, u.Counted = v, true
	}
	return u
}
