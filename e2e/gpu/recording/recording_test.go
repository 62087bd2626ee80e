package recording

import (
	"testing"

	"platform/internal/collector/metrics"
)

// absent are the rows for nvidia that an H200 in a virtual machine has nothing
// to say about: no fan, no NVLink, no error, no graph replay.
var absent = map[string]bool{
	"hw.fan.speed_ratio": true, "hw.gpu.interconnect.io": true, "gpu.graph.launch.calls": true,
}

func TestTheH200SentEveryMetricOfItsTables(t *testing.T) {
	requests, err := H200()
	if err != nil {
		t.Fatal(err)
	}
	sent := map[string]int{}
	for _, r := range requests {
		for _, rm := range r.Metrics().ResourceMetrics().All() {
			for _, sm := range rm.ScopeMetrics().All() {
				for _, m := range sm.Metrics().All() {
					sent[m.Name()]++
				}
			}
		}
	}
	for _, d := range metrics.All() {
		switch d.Group {
		case "GPU device", "GPU process":
			if d.Support[0] != "Y" {
				continue
			}
		case "CUDA activity", "CUDA occupancy", "Host", "Collector process":
		default:
			continue
		}
		if sent[d.Name] == 0 && !absent[d.Name] {
			t.Errorf("%s was never sent", d.Name)
		}
	}
	t.Logf("%d requests, %d metrics", len(requests), len(sent))
}
