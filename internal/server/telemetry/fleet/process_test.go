package fleet_test

import (
	"fmt"
	"testing"
	"time"

	"platform/internal/server/telemetry/fleet"
)

func TestAZombieKeepsWhatWasKnownOfItWhileItLived(t *testing.T) {
	w := &world{}
	w.on("0", "process.uptime", minute(58), 3480, "process.pid", "42", "process.state", "running", "process.command_line", "python3 train.py", "process.owner", "ada")
	w.on("0", "process.gpu.memory.usage", minute(59), 5e9, "process.pid", "42", "process.state", "zombie")
	w.on("0", "process.uptime", minute(59), 3540, "process.pid", "42", "process.state", "zombie")
	found := w.processes(t, fleet.ProcessFilter{State: "zombie"})
	if len(found) != 1 {
		t.Fatal(found)
	}
	if p := found[0]; p.CommandLine != "python3 train.py" || p.Owner != "ada" || *p.Uptime != 3540 || *p.Memory != 5e9 || !p.LastSeen.Equal(minute(59)) {
		t.Errorf("%+v", p)
	}
	if alive := w.processes(t, fleet.ProcessFilter{State: "running"}); len(alive) != 0 {
		t.Errorf("it is also running: %+v", alive)
	}
}

func TestAProcessThatItsHostNoLongerTellsOfHasEnded(t *testing.T) {
	w := &world{}
	w.on("0", "process.uptime", minute(57), 60, "process.pid", "7")
	w.on("0", "process.uptime", minute(59).Add(-4*time.Second), 60, "process.pid", "8") // of the same report as the next
	w.on("0", "process.uptime", minute(59), 60, "process.pid", "9")
	w.onHost("h2", "0", "process.uptime", minute(55), 60, "process.pid", "10") // the newest of its own host
	found := w.processes(t, fleet.ProcessFilter{})
	pids := ""
	for _, p := range found {
		pids += p.PID + " "
	}
	if pids != "8 9 10 " {
		t.Error(pids)
	}
}

func TestTheLastProcessOfAGPUHasEndedWhenTheGPUReportsWithoutIt(t *testing.T) {
	f := func(later time.Duration, want int) {
		t.Helper()
		w := &world{}
		w.on("0", "process.uptime", minute(55), 60, "process.pid", "7")
		w.on("0", "hw.gpu.allocated", minute(55).Add(later), 0)
		w.on("1", "hw.gpu.allocated", minute(59), 0) // another one tells nothing of it
		if found := w.processes(t, fleet.ProcessFilter{}); len(found) != want {
			t.Errorf("GPU seen %s later: %d processes, want %d", later, len(found), want)
		}
	}
	f(0, 1)
	f(time.Minute, 1) // processes may arrive after the GPU
	f(2*time.Minute, 0)
}

func TestProcessesAreInTheOrderOfTheirMemory(t *testing.T) {
	w := &world{}
	for pid, bytes := range map[string]float64{"1": 1e9, "2": 3e9, "3": 2e9} {
		w.on("0", "process.gpu.memory.usage", minute(59), bytes, "process.pid", pid)
	}
	w.on("0", "process.uptime", minute(59), 60, "process.pid", "4")
	order := ""
	for _, p := range w.processes(t, fleet.ProcessFilter{}) {
		order += p.PID
	}
	if order != "2314" {
		t.Error(order)
	}
}

func TestAProcessOnTwoGPUsIsToldOfOnBoth(t *testing.T) {
	w := &world{}
	for _, gpu := range []string{"0", "1"} {
		w.on(gpu, "hw.gpu.allocated", minute(59), 1)
		w.on(gpu, "process.gpu.utilization", minute(59), 0.4, "process.pid", "7", "hw.gpu.task", "general")
		w.on(gpu, "process.gpu.utilization", minute(59), 0.9, "process.pid", "7", "hw.gpu.task", "encoder")
	}
	found := w.processes(t, fleet.ProcessFilter{})
	if len(found) != 2 || *found[0].Utilization != 0.4 || *found[1].Utilization != 0.4 {
		t.Errorf("%+v", found)
	}
	for id, g := range w.gpus(t, fleet.GPUFilter{}) {
		if g.Processes != 1 {
			t.Errorf("GPU %s has %d", id, g.Processes)
		}
	}
}

func TestAFilterOfProcessesTakesAPodWithAndWithoutItsNamespace(t *testing.T) {
	w := &world{}
	w.on("0", "process.uptime", minute(59), 60, "process.pid", "1", "k8s.pod.name", "train-0", "k8s.namespace.name", "ml", "process.owner", "ada")
	w.on("1", "process.uptime", minute(59), 60, "process.pid", "2", "process.owner", "bo")
	f := func(filter fleet.ProcessFilter, want string) {
		t.Helper()
		got := []string{}
		for _, p := range w.processes(t, filter) {
			got = append(got, p.PID)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%+v: %v, want %s", filter, got, want)
		}
	}
	f(fleet.ProcessFilter{Pod: "train-0"}, "[1]")
	f(fleet.ProcessFilter{Pod: "ml/train-0"}, "[1]")
	f(fleet.ProcessFilter{Pod: "other/train-0"}, "[]")
	f(fleet.ProcessFilter{Owner: "bo"}, "[2]")
	f(fleet.ProcessFilter{GPU: "0", Owner: "bo"}, "[]")
}
