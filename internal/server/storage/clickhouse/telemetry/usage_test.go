package telemetry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/series"
	"platform/internal/server/telemetry/telemetrytest"
)

// report is what a GPU told in a minute.
type report struct {
	at        time.Time
	allocated bool
	measured  bool // else it tells no utilization
	busy      float64
}

// gpuDay makes the reports of GPUs at uneven times, with gaps, and energy
// counters that start again, and sends them out of order.
func gpuDay(rnd *rand.Rand, minutes int) (points []telemetrytest.Point, reports map[string][]report, joules map[string][]telemetrytest.Point) {
	reports, joules = map[string][]report{}, map[string][]telemetrytest.Point{}
	begin := query.StepStart(telemetrytest.Start, time.Minute)
	for i := range 6 {
		d := device{fmt.Sprintf("h%d", i/2), fmt.Sprintf("GPU-%d", i)}
		total := 1000.0
		for m := 0; m < minutes; m += 1 + rnd.IntN(3)*rnd.IntN(4) {
			at := begin.Add(time.Duration(m)*time.Minute + 10*time.Second)
			s := report{at, rnd.IntN(4) > 0, rnd.IntN(8) > 0, []float64{0, 0.01, 0.04, 0.05, 0.3, 0.5}[rnd.IntN(6)]}
			reports[d.id] = append(reports[d.id], s)
			if s.measured {
				points = append(points, d.point("hw.gpu.utilization", telemetrytest.Gauge, at, s.busy, "hw.gpu.task", "general"))
			}
			points = append(points, d.point("hw.gpu.utilization", telemetrytest.Gauge, at, 1, "hw.gpu.task", "decoder"),
				d.point("hw.gpu.allocated", telemetrytest.Gauge, at, map[bool]float64{true: 1}[s.allocated]), d.point("hw.power", telemetrytest.Gauge, at, 100))
			if rnd.IntN(20) == 0 {
				total = 0 // the driver was loaded again
			}
			total += float64(rnd.IntN(5000))
			if i < 5 { // the last one has no counter
				p := d.point("hw.energy", telemetrytest.Cumulative, at, total)
				points, joules[d.id] = append(points, p), append(joules[d.id], p)
			}
		}
	}
	rnd.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	return points, reports, joules
}

func TestLostHoursAndEnergyAgreeWithPlainCounting(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	rnd := rand.New(rand.NewPCG(41, 42))
	const minutes = 240
	points, reports, joules := gpuDay(rnd, minutes)
	w.Points(points[:len(points)/2]...)
	w.Points(points[len(points)/2:]...)
	s := fleet.New(query.NewViews(views{w}, views{w}), w.Store)
	for range casesOf(t, 120) {
		from := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(minutes * time.Minute))))
		r := query.Range{From: from, To: from.Add(time.Duration(rnd.Int64N(int64(2*time.Hour))) + time.Minute)}
		threshold := []float64{0, 0.02, 0.05, 0.4, 1}[rnd.IntN(5)]
		filter := fleet.GPUFilter{}
		if rnd.IntN(3) == 0 {
			filter.Host = fmt.Sprintf("h%d", rnd.IntN(3))
		}
		want := map[string]fleet.GPUUsage{}
		for i := range 6 {
			id := fmt.Sprintf("GPU-%d", i)
			if filter.Host == "" || filter.Host == fmt.Sprintf("h%d", i/2) {
				if u := plainUsage(reports[id], joules[id], r, threshold); u.Hours > 0 {
					want[id] = u
				}
			}
		}
		got, totals, err := s.Usage(inProject(t), r, threshold, filter)
		if err != nil || len(got) != len(want) || totals.GPUs != len(want) {
			t.Fatalf("%v: %d GPUs, %v; want %d", r, len(got), err, len(want))
		}
		for _, u := range got {
			x := want[u.GPU]
			if !near(u.Hours, x.Hours) || !near(u.Allocated, x.Allocated) || !near(u.Lost, x.Lost) || !near(u.Measured, x.Measured) || !near(u.Mean, x.Mean) || !near(u.Energy, x.Energy) || u.Counted != x.Counted ||
				fmt.Sprint(u.IdleSince) != fmt.Sprint(x.IdleSince) {
				t.Fatalf("%v, threshold %v: %+v, idle since %v; want %+v, %v", r, threshold, u, u.IdleSince, x, x.IdleSince)
			}
		}
	}
}

// plainUsage adds the reports of a GPU up one by one.
func plainUsage(reports []report, joules []telemetrytest.Point, r query.Range, threshold float64) (u fleet.GPUUsage) {
	var seen []report
	for _, s := range reports {
		if inside(r, s.at) {
			seen = append(seen, s)
		}
	}
	var until time.Time // it did something else
	for i, s := range seen {
		weight := 1
		if i+1 < len(seen) {
			weight = min(5, int(query.StepStart(seen[i+1].at, time.Minute).Sub(query.StepStart(s.at, time.Minute))/time.Minute))
		}
		hours := float64(weight) / 60
		u.Hours += hours
		if s.measured {
			u.Measured += hours
			u.Mean += s.busy * hours
		}
		if s.allocated {
			u.Allocated += hours
		}
		if !s.allocated || !s.measured || s.busy >= threshold {
			u.IdleSince = nil
			until = query.StepStart(s.at, time.Minute).Add(time.Duration(weight) * time.Minute)
			continue
		}
		u.Lost += hours
		if u.IdleSince == nil && until.IsZero() {
			u.IdleSince = new(query.StepStart(s.at, time.Minute))
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
