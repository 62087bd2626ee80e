package telemetry_test

import (
	"math"
	"testing"
	"time"

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
