package telemetry_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/telemetry/telemetrytest"
	"platform/internal/server/tenancy"
)

// views lets a service see one world.
type views struct{ w *telemetrytest.World }

func (v views) Route(context.Context, tenancy.Scope, tenancy.Signal) (tenancy.Target, error) {
	return v.w.View.Target, nil
}

func (v views) Environments(context.Context, string) (all []tenancy.Environment, err error) {
	for _, name := range v.w.View.Hidden {
		all = append(all, tenancy.Environment{Name: name})
	}
	return all, nil
}

func inProject(t *testing.T) context.Context {
	return tenancy.WithScope(t.Context(), tenancy.Scope{Project: "p", Environment: "production"})
}

// device is a GPU in a test.
type device struct{ host, id string }

func (d device) name() string { return d.host + " " + d.id }

func (d device) point(metric string, kind telemetrytest.Kind, at time.Time, v float64, more ...string) telemetrytest.Point {
	a := attributes{"hw.id": d.id, "hw.vendor": "nvidia", "hw.name": "H200", "gpu.index": d.id[len(d.id)-1:]}
	for i := 0; i+1 < len(more); i += 2 {
		a[more[i]] = more[i+1]
	}
	return telemetrytest.Point{Resource: attributes{"host.name": d.host, "k8s.cluster.name": "c", "k8s.node.name": "n-" + d.host}, Metric: metric, Kind: kind, Attributes: a,
		Start: telemetrytest.Start.Add(-time.Hour), At: at, Value: v}
}

func TestGPUsShowHowTheyAreAndWhatWentWrong(t *testing.T) {
	w := telemetrytest.New(t)
	a, b := device{"h1", "GPU-0"}, device{"h1", "GPU-1"}
	var points []telemetrytest.Point
	for i := range 20 {
		at := telemetrytest.Start.Add(time.Duration(i) * time.Minute)
		for _, d := range []device{a, b} {
			points = append(points, d.point("hw.gpu.utilization", telemetrytest.Gauge, at, float64(i)/100, "hw.gpu.task", "general"), d.point("hw.gpu.utilization", telemetrytest.Gauge, at, 0.9, "hw.gpu.task", "encoder"),
				d.point("hw.power", telemetrytest.Gauge, at, 300), d.point("hw.temperature", telemetrytest.Gauge, at, 55, "hw.sensor_location", "die"), d.point("hw.gpu.memory.usage", telemetrytest.UpDown, at, 1e9),
				d.point("hw.gpu.memory.limit", telemetrytest.UpDown, at, 4e9), d.point("hw.gpu.allocated", telemetrytest.Gauge, at, 1))
		}
		points = append(points, a.point("hw.status", telemetrytest.UpDown, at, 0, "hw.state", "up", "hw.type", "gpu"), a.point("hw.status", telemetrytest.UpDown, at, 1, "hw.state", "throttled", "hw.type", "gpu"),
			b.point("hw.status", telemetrytest.UpDown, at, 1, "hw.state", "up", "hw.type", "gpu"), b.point("hw.status", telemetrytest.UpDown, at, 0, "hw.state", "throttled", "hw.type", "gpu"))
		if i < 15 {
			points = append(points, a.point("hw.status", telemetrytest.UpDown, at, 1, "hw.state", "throttled", "hw.type", "gpu", "hw.status.reason", "power_cap"))
		} else {
			points = append(points, a.point("hw.status", telemetrytest.UpDown, at, 1, "hw.state", "throttled", "hw.type", "gpu", "hw.status.reason", "hw_thermal_slowdown"))
		}
		points = append(points, b.point("hw.errors", telemetrytest.Cumulative, at, float64(7+i/10), "error.type", "xid", "gpu.xid.code", "79"),
			b.point("process.gpu.memory.usage", telemetrytest.UpDown, at, 5e8, "process.pid", "42", "process.state", map[bool]string{true: "running", false: "zombie"}[i < 18], "process.command_line", "python train.py",
				"process.owner", "ada", "k8s.pod.name", "train-0", "k8s.namespace.name", "ml", "process.workload.kind", "llm_training"),
			b.point("process.uptime", telemetrytest.Gauge, at, float64(60*i), "process.pid", "42", "process.state", map[bool]string{true: "running", false: "zombie"}[i < 18]))
		if i < 17 {
			points = append(points, b.point("process.uptime", telemetrytest.Gauge, at, 1, "process.pid", "7", "process.state", "running"))
		}
	}
	w.Points(points...)
	s := fleet.New(query.NewViews(views{w}, views{w}), w.Store)
	r := query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(20 * time.Minute)}
	gpus, err := s.GPUs(inProject(t), r, fleet.GPUFilter{})
	if err != nil || len(gpus) != 2 {
		t.Fatalf("%+v, %v", gpus, err)
	}
	if g := gpus[0]; g.Status != "throttled" || fmt.Sprint(g.Reasons) != "[hw_thermal_slowdown]" || *g.Utilization != 0.19 || *g.Encoder != 0.9 || *g.MemoryUsed != 1e9 || *g.Power != 300 || !*g.Allocated || g.Node != "n-h1" {
		t.Errorf("%+v", g)
	}
	if g := gpus[1]; g.Status != "up" || fmt.Sprint(g.Errors) != "map[xid 79:1]" || fmt.Sprint(g.Pods, g.Kinds, g.Processes) != "[ml/train-0] [llm_training] 1" {
		t.Errorf("%+v", g)
	}
	if found, err := s.GPUs(inProject(t), r, fleet.GPUFilter{Pod: "train-0", Cluster: "c"}); err != nil || len(found) != 1 || found[0].ID != "GPU-1" {
		t.Errorf("%+v, %v", found, err)
	}
	zombies, err := s.Processes(inProject(t), r, fleet.ProcessFilter{State: "zombie"})
	if err != nil || len(zombies) != 1 || zombies[0].PID != "42" || zombies[0].CommandLine != "python train.py" || zombies[0].Owner != "ada" || *zombies[0].Uptime != 19*60 {
		t.Errorf("%+v, %v", zombies, err)
	}
	if all, err := s.Processes(inProject(t), r, fleet.ProcessFilter{}); err != nil || len(all) != 1 {
		t.Errorf("a process that ended is shown: %+v, %v", all, err)
	}
}

// TestNewestOfEachGPUIsThatOfItsHost has GPUs of the same id on two hosts, whose resources and
// values change, and what is no GPU.
func TestNewestOfEachGPUIsThatOfItsHost(t *testing.T) {
	w := telemetrytest.New(t)
	w.View.Hidden = []string{"staging"}
	rnd := rand.New(rand.NewPCG(43, 44))
	type newest struct {
		at          time.Time
		node, index string
		power       float64
	}
	want, points := map[string]newest{}, []telemetrytest.Point{}
	for i := range 300 {
		d := device{fmt.Sprintf("h%d", i%2), fmt.Sprintf("GPU-%d", i%3)}
		at := telemetrytest.Start.Add(time.Duration(rnd.Int64N(int64(10 * time.Minute))))
		n := newest{at, fmt.Sprint("n", rnd.IntN(9)), []string{"2", "10", "3"}[i%3], float64(rnd.IntN(1000))}
		p := d.point("hw.power", telemetrytest.Gauge, at, n.power, "gpu.index", n.index, "hw.type", "gpu")
		p.Resource["k8s.node.name"] = n.node
		switch i % 10 {
		case 0:
			p.Resource["deployment.environment"], p.At = "staging", telemetrytest.Start.Add(10*time.Minute-1)
		case 1:
			p.Attributes["hw.id"], p.Attributes["hw.type"], p.Attributes["hw.vendor"] = "PSU-1", "power_supply", ""
			delete(p.Attributes, "hw.vendor")
		default:
			if at.After(want[d.name()].at) {
				want[d.name()] = n
			}
		}
		points = append(points, p)
	}
	points = append(points, device{"h0", "GPU-0"}.point("hw.errors", telemetrytest.Cumulative, telemetrytest.Start, 0, "error.type", "ecc"))
	points[len(points)-1].Start = telemetrytest.Start
	w.Points(points...)
	s := fleet.New(query.NewViews(views{w}, views{w}), w.Store)
	gpus, err := s.GPUs(inProject(t), query.Range{From: telemetrytest.Start, To: telemetrytest.Start.Add(10 * time.Minute)}, fleet.GPUFilter{})
	if err != nil || len(gpus) != len(want) {
		t.Fatalf("%+v, %v", gpus, err)
	}
	order := ""
	for _, g := range gpus {
		x := want[device{g.Host, g.ID}.name()]
		if !g.LastSeen.Equal(x.at) || g.Node != x.node || g.Power == nil || *g.Power != x.power || len(g.Errors) > 0 {
			t.Errorf("%+v; want %+v", g, x)
		}
		order += g.Host + ":" + g.Index + " "
	}
	if order != "h0:2 h0:3 h0:10 h1:2 h1:3 h1:10 " {
		t.Errorf("in the order %s", order)
	}
}

func TestTopKernelsAreThoseThatTookMostTime(t *testing.T) {
	w := telemetrytest.New(t)
	at := telemetrytest.Start
	resource := attributes{"host.name": "h"}
	for i := range 5 {
		when := at.Add(time.Duration(i) * time.Minute)
		for k, name := range []string{"gemm", "softmax"} {
			own := telemetrytest.Point{Metric: "gpu.kernel.launch.calls", Kind: telemetrytest.Cumulative, Resource: resource, Start: at.Add(-time.Hour), At: when, Value: float64(100 + i*10*(k+1)),
				Attributes: attributes{"cuda.kernel.name": name, "hw.id": "G", "process.pid": "1", "process.executable.name": "python"}}
			w.Points(own)
			own.Metric = "gpu.kernel.duration"
			w.Histograms(telemetrytest.HistogramPoint{Point: own, Bounds: []float64{1}, Counts: []uint64{uint64(50 + i), 0}, Sum: float64(10 + i*(3-2*k))})
		}
	}
	r := query.Range{From: at.Add(time.Minute), To: at.Add(time.Hour)}
	for _, other := range []fleet.KernelFilter{{Host: "other", GPU: "G", PID: "1"}, {Host: "h", GPU: "other", PID: "1"}, {Host: "h", GPU: "G", PID: "2"}} {
		w.Points(telemetrytest.Point{Metric: "gpu.kernel.launch.calls", Kind: telemetrytest.Delta, Resource: attributes{"host.name": other.Host}, Start: at, At: at.Add(time.Minute), Value: 7,
			Attributes: attributes{"cuda.kernel.name": "gemm", "hw.id": other.GPU, "process.pid": other.PID}})
	}
	found, err := w.Store.Kernels(t.Context(), w.View, r, fleet.KernelFilter{Host: "h", GPU: "G", PID: "1", Limit: 10})
	if err != nil || len(found) != 2 || found[0].Name != "gemm" || found[0].Seconds != 12 || found[0].Launches != 40 || *found[0].Mean != 3 || found[1].Launches != 80 || fmt.Sprint(found[1].Processes) != "[python]" {
		t.Errorf("%+v, %v", found, err)
	}
	if found, err = w.Store.Kernels(t.Context(), w.View, r, fleet.KernelFilter{Limit: 1}); err != nil || len(found) != 1 || found[0].Launches != 40+3*7 {
		t.Errorf("%+v, %v", found, err)
	}
}
