package fleet_test

import (
	"fmt"
	"testing"

	"platform/internal/server/telemetry/fleet"
)

func TestAGPUThatReportsNoStatusIsUnknown(t *testing.T) {
	w := &world{}
	w.on("0", "hw.gpu.allocated", minute(59), 1)
	if g := w.gpus(t, fleet.GPUFilter{})["0"]; g.Status != "unknown" || g.Reasons == nil || g.Errors == nil || g.Pods == nil || g.Kinds == nil {
		t.Errorf("%+v", g)
	}
}

func TestAGPUIsUpWhenItSaysSoAndNotThrottledByAZero(t *testing.T) {
	w := &world{}
	w.on("0", "hw.gpu.allocated", minute(59), 1)
	w.on("0", "hw.status", minute(59), 1, "hw.state", "up", "hw.type", "gpu")
	w.on("0", "hw.status", minute(59), 0, "hw.state", "throttled", "hw.type", "gpu", "hw.status.reason", "sw_power_cap")
	if g := w.gpus(t, fleet.GPUFilter{})["0"]; g.Status != "up" || len(g.Reasons) != 0 {
		t.Errorf("%s %v", g.Status, g.Reasons)
	}
}

func TestThrottlingOutweighsUpInAnyOrderAndNamesEachReasonOnce(t *testing.T) {
	type status struct{ state, reason string }
	reports := []status{{"up", ""}, {"throttled", ""}, {"throttled", "sw_power_cap"}, {"throttled", "hw_thermal"}, {"throttled", "sw_power_cap"}}
	for first := range reports {
		w := &world{}
		w.on("0", "hw.gpu.allocated", minute(59), 1)
		for i := range reports {
			r := reports[(first+i)%len(reports)]
			w.on("0", "hw.status", minute(59), 1, "hw.state", r.state, "hw.status.reason", r.reason)
		}
		if g := w.gpus(t, fleet.GPUFilter{})["0"]; g.Status != "throttled" || fmt.Sprint(g.Reasons) != "[hw_thermal sw_power_cap]" {
			t.Errorf("beginning with %v: %s %v", reports[first], g.Status, g.Reasons)
		}
	}
}

func TestAReasonToldBeforeTheNewestStatusNoLongerHolds(t *testing.T) {
	w := &world{}
	w.on("0", "hw.gpu.allocated", minute(59), 1)
	w.on("0", "hw.status", minute(55), 1, "hw.state", "throttled", "hw.status.reason", "hw_thermal")
	w.on("0", "hw.status", minute(59), 1, "hw.state", "up")
	if g := w.gpus(t, fleet.GPUFilter{})["0"]; g.Status != "up" || len(g.Reasons) != 0 {
		t.Errorf("%s %v", g.Status, g.Reasons)
	}
}

func TestASilentGPUIsListedWithoutNumbersAndWithWhenItWasSeen(t *testing.T) {
	w := &world{}
	for _, id := range []string{"0", "1"} {
		w.on(id, "hw.gpu.allocated", minute(20), 1)
		w.on(id, "hw.gpu.utilization", minute(20), 0.9, "hw.gpu.task", "general")
	}
	w.on("1", "hw.gpu.allocated", minute(59), 1)
	w.on("1", "hw.gpu.utilization", minute(59), 0.8, "hw.gpu.task", "general")
	found := w.gpus(t, fleet.GPUFilter{})
	if g := found["0"]; g.Utilization != nil || g.Allocated != nil || !g.LastSeen.Equal(minute(20)) || g.Name != "H200" {
		t.Errorf("silent: %+v", g)
	}
	if g := found["1"]; g.Utilization == nil || *g.Utilization != 0.8 || !g.LastSeen.Equal(minute(59)) {
		t.Errorf("alive: %+v", g)
	}
}

func TestErrorsAreCountedByTypeAndXIDsByCode(t *testing.T) {
	w := &world{errors: []fleet.ErrorCount{
		{GPU: "0", Host: "h1", Type: "xid", Code: "79", Count: 1}, {GPU: "0", Host: "h1", Type: "xid", Code: "94", Count: 2},
		{GPU: "0", Host: "h1", Type: "corrected", Count: 3}, {GPU: "0", Host: "h1", Type: "uncorrected", Count: 0},
		{GPU: "0", Host: "h2", Type: "xid", Code: "79", Count: 5}, // of another GPU of the same id
	}}
	w.on("0", "hw.gpu.allocated", minute(59), 1)
	if g := w.gpus(t, fleet.GPUFilter{})["0"]; fmt.Sprint(g.Errors) != "map[corrected:3 xid 79:1 xid 94:2]" {
		t.Error(g.Errors)
	}
}

func TestNumbersOfOtherHardwareAreNotThoseOfAGPU(t *testing.T) {
	w := &world{}
	w.on("0", "hw.gpu.allocated", minute(59), 1)
	w.on("0", "hw.power", minute(59), 300, "hw.type", "gpu")
	w.on("0", "hw.power", minute(59), 9, "hw.type", "fan")
	w.on("0", "hw.temperature", minute(59), 60, "hw.sensor_location", "die")
	w.on("0", "hw.temperature", minute(59), 80, "hw.sensor_location", "memory")
	w.on("0", "hw.gpu.utilization", minute(59), 0.5, "hw.gpu.task", "general")
	w.on("0", "hw.gpu.utilization", minute(59), 0.1, "hw.gpu.task", "encoder")
	w.on("0", "hw.gpu.utilization", minute(59), 0.2, "hw.gpu.task", "decoder")
	g := w.gpus(t, fleet.GPUFilter{})["0"]
	if *g.Power != 300 || *g.Temperature != 60 || *g.MemoryTemperature != 80 || *g.Utilization != 0.5 || *g.Encoder != 0.1 || *g.Decoder != 0.2 {
		t.Errorf("%+v", g)
	}
}

func TestGPUsAreInTheOrderOfHostsAndNumbers(t *testing.T) {
	w := &world{}
	for _, at := range [][2]string{{"h2", "0"}, {"h1", "10"}, {"h1", "9"}, {"h1", "1"}} {
		w.onHost(at[0], at[1], "hw.gpu.allocated", minute(59), 0)
	}
	found, err := w.service().GPUs(inProject(t), hour, fleet.GPUFilter{})
	order := ""
	for _, g := range found {
		order += g.Host + "/" + g.Index + " "
	}
	if err != nil || order != "h1/1 h1/9 h1/10 h2/0 " {
		t.Error(order, err)
	}
}

func TestAGPUThatWasMovedIsTwoOfWhichTheNewestIsAnswered(t *testing.T) {
	w := &world{}
	w.onHost("h1", "GPU-a", "hw.gpu.allocated", minute(10), 1)
	w.onHost("h2", "GPU-a", "hw.gpu.allocated", minute(50), 1)
	w.onHost("h3", "GPU-a", "hw.gpu.allocated", minute(30), 1)
	all, err := w.service().GPUs(inProject(t), hour, fleet.GPUFilter{})
	if err != nil || len(all) != 3 {
		t.Fatal(len(all), err)
	}
	if g, err := w.service().OneGPU(inProject(t), hour, "GPU-a"); err != nil || g.Host != "h2" {
		t.Error(g.Host, err)
	}
	if _, err := w.service().OneGPU(inProject(t), hour, "GPU-b"); err == nil {
		t.Error("a GPU that nobody reported was found")
	}
}

func TestAFilterChoosesByWhatGPUsAreAndWhoUsesThem(t *testing.T) {
	w := &world{}
	for _, id := range []string{"0", "1", "2"} {
		w.on(id, "hw.gpu.allocated", minute(59), 1)
	}
	w.on("1", "process.uptime", minute(59), 60, "process.pid", "7", "k8s.pod.name", "train-0", "k8s.namespace.name", "ml", "process.workload.kind", "llm_training")
	w.on("2", "process.uptime", minute(59), 60, "process.pid", "8", "k8s.pod.name", "other-train-0", "k8s.namespace.name", "ml")
	f := func(filter fleet.GPUFilter, want string) {
		t.Helper()
		if got := fmt.Sprint(ids(w.gpus(t, filter))); got != want {
			t.Errorf("%+v: %s, want %s", filter, got, want)
		}
	}
	f(fleet.GPUFilter{}, "[0 1 2]")
	f(fleet.GPUFilter{ID: "2"}, "[2]")
	f(fleet.GPUFilter{Pod: "train-0"}, "[1]")
	f(fleet.GPUFilter{Pod: "ml/train-0"}, "[1]")
	f(fleet.GPUFilter{Kind: "llm_training"}, "[1]")
	f(fleet.GPUFilter{Vendor: "amd"}, "[]")
	f(fleet.GPUFilter{Host: "h1", Name: "H200", Pod: "ml/other-train-0"}, "[2]")
}
