package fleet_test

import (
	"fmt"
	"math"
	"testing"

	"platform/internal/server/telemetry/fleet"
	"platform/internal/server/telemetry/series"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestTheMostWastefulGPUIsFirstAndTheSumsAreOfThoseChosen(t *testing.T) {
	w := &world{usage: []fleet.GPUUsage{
		{GPU: "0", Host: "h1", Hours: 1, Allocated: 1, Lost: 0.1, Measured: 1, Mean: 0.8},
		{GPU: "1", Host: "h1", Hours: 1, Allocated: 0.5, Lost: 0.5, Measured: 1, Mean: 0},
		{GPU: "2", Host: "h2", Hours: 2, Allocated: 2, Lost: 0.5, Measured: 2, Mean: 0.5},
	}}
	items, sums, err := w.service().Usage(inProject(t), hour, fleet.DefaultThreshold, fleet.GPUFilter{})
	order := ""
	for _, u := range items {
		order += u.GPU
	}
	if err != nil || order != "120" {
		t.Error(order, err)
	}
	if sums.GPUs != 3 || !near(sums.Hours, 4) || !near(sums.Allocated, 3.5) || !near(sums.Lost, 1.1) || !near(sums.LostShare, 1.1/4) || !near(sums.Mean, 1.8/4) {
		t.Errorf("%+v", sums)
	}
	if _, sums, err = w.service().Usage(inProject(t), hour, fleet.DefaultThreshold, fleet.GPUFilter{Host: "h1"}); err != nil || sums.GPUs != 2 || !near(sums.Lost, 0.6) {
		t.Errorf("%+v, %v", sums, err)
	}
}

func TestHoursWithoutAKnownUtilizationDoNotLowerTheMean(t *testing.T) {
	w := &world{usage: []fleet.GPUUsage{
		{GPU: "0", Host: "h1", Hours: 1, Allocated: 1, Measured: 1, Mean: 0.8},
		{GPU: "1", Host: "h1", Hours: 9, Allocated: 9}, // tells no utilization
	}}
	if _, sums, err := w.service().Usage(inProject(t), hour, fleet.DefaultThreshold, fleet.GPUFilter{}); err != nil || !near(sums.Mean, 0.8) || sums.Lost != 0 {
		t.Errorf("%+v, %v", sums, err)
	}
}

func TestEnergyIsThatOfTheCounterElseOfThePower(t *testing.T) {
	w := &world{
		usage:  []fleet.GPUUsage{{GPU: "0", Host: "h1", Hours: 0.5, MeanPower: 100}, {GPU: "0", Host: "h2", Hours: 0.5, MeanPower: 100}},
		energy: map[[2]string]float64{{"h2", "0"}: 42},
	}
	items, sums, err := w.service().Usage(inProject(t), hour, fleet.DefaultThreshold, fleet.GPUFilter{})
	if err != nil || items[0].Energy != 180_000 || items[0].Counted || items[1].Energy != 42 || !items[1].Counted || sums.Energy != 180_042 {
		t.Errorf("%+v, %+v, %v", items, sums, err)
	}
}

func TestTheSumsOfNoGPUAreZerosAndNotNaN(t *testing.T) {
	w := &world{}
	if _, sums, err := w.service().Usage(inProject(t), hour, fleet.DefaultThreshold, fleet.GPUFilter{}); err != nil || sums != (fleet.Totals{}) {
		t.Errorf("%+v, %v", sums, err)
	}
}

func TestTheKernelsThatTookMostTimeComeFirstThoseWithoutTimeByTheirLaunches(t *testing.T) {
	number := func(kernel, process string, n float64) series.Number {
		return series.Number{Group: []string{kernel, process}, Value: n}
	}
	took := func(kernel, process string, seconds, n float64) series.Distribution {
		return series.Distribution{Group: []string{kernel, process}, Sum: seconds, Count: n}
	}
	found := fleet.TopKernels(
		[]series.Number{number("gemm", "python3", 10), number("gemm", "vllm", 30), number("copy", "python3", 900), number("fill", "python3", 901), number("fill", "", 1)},
		[]series.Distribution{took("gemm", "python3", 2, 4), took("gemm", "vllm", 1, 2), took("softmax", "vllm", 5, 10)}, 4)
	told := ""
	for _, k := range found {
		mean := "unknown"
		if k.Mean != nil {
			mean = fmt.Sprint(*k.Mean)
		}
		told += fmt.Sprintf("%s %v %v %s %v\n", k.Name, k.Launches, k.Seconds, mean, k.Processes)
	}
	const want = "softmax 0 5 0.5 [vllm]\ngemm 40 3 0.5 [python3 vllm]\nfill 902 0 unknown [python3]\ncopy 900 0 unknown [python3]\n"
	if told != want {
		t.Errorf("%s\nwant\n%s", told, want)
	}
	if first := fleet.TopKernels([]series.Number{number("a", "", 1), number("b", "", 1)}, nil, 1); len(first) != 1 || first[0].Name != "a" || first[0].Processes == nil {
		t.Errorf("%+v", first)
	}
}

func TestAHostIsWhatItsNewestAttributesSay(t *testing.T) {
	w := &world{samples: []fleet.Sample{{Metric: "system.memory.utilization", At: minute(5), Resource: map[string]string{"host.name": "h1", "k8s.cluster.name": "east", "deployment.environment": "staging", "host.type": "p5"}}}}
	h, err := w.service().Host(inProject(t), hour, "h1")
	if err != nil || h.Cluster != "east" || h.Environment != "staging" || h.Type != "p5" || !h.LastSeen.Equal(minute(5)) {
		t.Errorf("%+v, %v", h, err)
	}
	if _, err := w.service().Host(inProject(t), hour, "h2"); err == nil {
		t.Error("a host that nobody reported was found")
	}
}
