package telemetry_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
)

type attributes = telemetrytest.Attributes

func TestHostsAreThoseThatSentMetricsInTheRange(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	point := func(host, environment, metric string, a attributes, when time.Time, v float64) {
		kind := telemetrytest.Gauge
		if metric == "system.cpu.logical.count" {
			kind = telemetrytest.UpDown
		}
		w.Points(telemetrytest.Point{Resource: attributes{"host.name": host, "deployment.environment": environment, "cloud.provider": "aws", "k8s.cluster.name": "c1"},
			Metric: metric, Attributes: a, At: when, Value: v, Kind: kind})
	}
	for i := range 10 {
		when := at.Add(time.Duration(i) * time.Minute)
		for _, cpu := range []string{"0", "1"} {
			point("a", "production", "system.cpu.utilization", attributes{"cpu.logical_number": cpu}, when, map[string]float64{"0": 0.2, "1": 0.4}[cpu]+float64(i)/100)
		}
		point("a", "production", "system.memory.utilization", nil, when, 0.5)
		point("a", "production", "system.cpu.logical.count", nil, when, 2)
		for _, gpu := range []string{"GPU-1", "GPU-2"} {
			point("a", "production", "hw.gpu.allocated", attributes{"hw.id": gpu, "hw.vendor": "nvidia"}, when, 1)
		}
		point("a", "production", "hw.gpu.allocated", attributes{"hw.id": "MIG-1", "gpu.mig.device_id": "0"}, when, 1)
	}
	point("b", "staging", "system.memory.utilization", nil, at, 0.1)
	point("late", "production", "system.memory.utilization", nil, at.Add(time.Hour), 0.1)

	r := query.Range{From: at, To: at.Add(30 * time.Minute)}
	hosts, err := w.Store.Hosts(t.Context(), w.View, r)
	if err != nil || len(hosts) != 2 || hosts[0].Name != "a" || hosts[1].Name != "b" {
		t.Fatalf("%+v, %v", hosts, err)
	}
	a := hosts[0]
	if a.GPUs != 2 || a.CPUs == nil || *a.CPUs != 2 || !a.LastSeen.Equal(at.Add(9*time.Minute)) || a.Attributes["cloud.provider"] != "aws" {
		t.Errorf("%+v", a)
	}
	if a.CPUUtilization != nil {
		t.Errorf("a host that has been silent for 21 minutes shows %v", *a.CPUUtilization)
	}
	r.To = at.Add(10 * time.Minute)
	w.View.Hidden = []string{"staging"}
	hosts, err = w.Store.Hosts(t.Context(), w.View, r)
	if err != nil || len(hosts) != 1 {
		t.Fatalf("rows of another environment: %+v, %v", hosts, err)
	}
	if cpu, memory := hosts[0].CPUUtilization, hosts[0].MemoryUtilization; cpu == nil || math.Abs(*cpu-0.39) > 1e-9 || memory == nil || *memory != 0.5 {
		t.Errorf("load %v %v", cpu, memory)
	}
}

// hostPoints are points of five hosts, one of them of another environment and one without a name, in the
// spellings of several senders. No two are of the same moment.
func hostPoints(rnd *rand.Rand) (out []telemetrytest.Point) {
	pick := func(all ...string) string { return all[rnd.IntN(len(all))] }
	for i := range 1500 {
		host := []string{"a", "b", "c", "hidden", ""}[i%5]
		p := telemetrytest.Point{Resource: attributes{"host.name": host, "os.version": fmt.Sprint(rnd.IntN(9))}, Attributes: attributes{}, At: telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(time.Hour)))), Value: float64(rnd.IntN(100))}
		if host == "hidden" || rnd.IntN(9) == 0 {
			p.Resource["deployment.environment"] = "staging"
		}
		switch rnd.IntN(5) {
		case 0:
			p.Metric, p.Kind = "system.cpu.logical.count", telemetrytest.UpDown
		case 1, 2:
			p.Metric = "system.cpu.utilization"
			p.Attributes[pick("cpu.logical_number", "cpu")] = pick("0", "1", "2")
			if host != "a" {
				p.Attributes[pick("state", "cpu.mode")] = pick("user", "idle", "wait", "iowait", "system")
			}
		case 3:
			if p.Metric = "system.memory.utilization"; host != "a" {
				p.Attributes["state"] = pick("used", "free")
			}
		default:
			p.Metric, p.Attributes["hw.id"] = "hw.gpu.allocated", pick("GPU-0", "GPU-1", "GPU-2")
			if rnd.IntN(4) == 0 {
				p.Attributes = attributes{"hw.id": "MIG-" + pick("0", "1"), "gpu.mig.device_id": "0"}
			}
		}
		if p.Metric == "system.memory.utilization" && rnd.IntN(3) == 0 {
			p.Metric, p.Attributes = "platform.collector.scrape.duration", attributes{"hw.id": "no GPU"}
		}
		out = append(out, p)
	}
	return out
}

// plainHosts reads points one by one, in the order of time.
func plainHosts(points []telemetrytest.Point, r query.Range) map[string]*fleet.Host {
	out := map[string]*fleet.Host{}
	cpus, memory, gpus := map[string]map[string]float64{}, map[string]map[string]float64{}, map[string]map[string]bool{}
	for _, p := range points {
		name := p.Resource["host.name"]
		if !inside(r, p.At) || name == "" || p.Resource["deployment.environment"] == "staging" {
			continue
		}
		if recent := !p.At.Before(r.To.Add(-fleet.Recent)); p.Metric == "system.cpu.utilization" {
			if cpus[name] == nil {
				cpus[name] = map[string]float64{}
			}
			if recent {
				cpus[name][cmp.Or(p.Attributes["cpu.logical_number"], p.Attributes["cpu"])+" "+cmp.Or(p.Attributes["state"], p.Attributes["cpu.mode"])] = p.Value
			}
			continue // which no host is known by
		} else if p.Metric == "system.memory.utilization" && recent {
			if memory[name] == nil {
				memory[name] = map[string]float64{}
			}
			memory[name][p.Attributes["state"]] = p.Value
		}
		h := out[name]
		if h == nil {
			h, gpus[name] = &fleet.Host{}, map[string]bool{}
			out[name] = h
		}
		h.LastSeen, h.Attributes = p.At, p.Resource
		if p.Metric == "system.cpu.logical.count" {
			if h.CPUs = nil; p.Value > 0 {
				h.CPUs = &p.Value
			}
		}
		if p.Metric == "hw.gpu.allocated" && p.Attributes["gpu.mig.device_id"] == "" {
			gpus[name][p.Attributes["hw.id"]] = true
		}
	}
	for name, h := range out {
		h.GPUs = len(gpus[name])
		if own := memory[name]; own != nil {
			h.MemoryUtilization = new(own[""] + own["used"])
		}
		if own := cpus[name]; len(own) > 0 {
			sum, known := 0.0, map[string]bool{}
			for key, v := range own {
				cpu, state, _ := strings.Cut(key, " ")
				if known[cpu] = true; state != "idle" && state != "wait" && state != "iowait" {
					sum += v
				}
			}
			h.CPUUtilization = new(sum / float64(len(known)))
		}
	}
	return out
}

func TestHostsAgreeWithPlainReading(t *testing.T) {
	t.Parallel()
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(45, 46))
	points := hostPoints(rnd)
	w.Points(points...)
	slices.SortFunc(points, func(a, b telemetrytest.Point) int { return a.At.Compare(b.At) })
	same := func(a, b *float64) bool { return a == b || a != nil && b != nil && near(*a, *b) }
	for range casesOf(t, 60) {
		r := someRange(rnd)
		want := plainHosts(points, r)
		got, err := w.Store.Hosts(t.Context(), w.View, r)
		if err != nil || len(got) != len(want) || !slices.IsSortedFunc(got, func(a, b fleet.Host) int { return strings.Compare(a.Name, b.Name) }) {
			t.Fatalf("%v: %+v, %v; want %d", r, got, err, len(want))
		}
		for _, h := range got {
			x := want[h.Name]
			if !h.LastSeen.Equal(x.LastSeen) || h.Attributes["os.version"] != x.Attributes["os.version"] || h.GPUs != x.GPUs || !same(h.CPUs, x.CPUs) || !same(h.CPUUtilization, x.CPUUtilization) || !same(h.MemoryUtilization, x.MemoryUtilization) {
				t.Fatalf("%v: %+v; want %+v", r, h, x)
			}
		}
	}
}
