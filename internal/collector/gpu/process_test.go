package gpu

import (
	"strings"
	"testing"
	"time"

	"platform/internal/collector/metrics"
	"platform/internal/collector/pods"
	"platform/internal/collector/proc"
)

// table is the processes that a test knows.
type table map[int]*entry

type entry struct {
	*proc.Process
	status proc.Status
}

func (t table) Of(pid int) (*proc.Process, proc.Status, error) {
	if t[pid] == nil {
		return nil, proc.Status{}, proc.ErrGone
	}
	return t[pid].Process, t[pid].status, nil
}

// places gives one pod to every container and device that it knows.
type places map[string]pods.Pod

func (p places) Of(container, _ string, devices ...string) (pods.Pod, bool) {
	for _, name := range append([]string{container}, devices...) {
		if pod, ok := p[name]; ok {
			return pod, true
		}
	}
	return pods.Pod{}, false
}

func running(pid int, command string) *entry {
	return &entry{&proc.Process{PID: pid, Started: epoch, CommandLine: command}, proc.Status{State: proc.Running, Uptime: time.Minute}}
}

func on(processes ...Process) Report {
	return Report{Device: card, Reading: Reading{MemoryLimit: new(uint64(1000))}, Processes: append([]Process{}, processes...)}
}

func TestProcessSeries(t *testing.T) {
	e := NewEmitter(Options{Processes: table{7: running(7, "train")}})
	lines := tick(t, e, 0, on(Process{PID: 7, Memory: new(uint64(250)), Utilization: ByTask{General: new(0.5), Encoder: new(0.1)}}))
	f := func(m *metrics.Def, want ...string) {
		t.Helper()
		equal(t, of(lines, m), want...)
	}
	const who = "process.command_line=train,process.pid=7,process.state=running"
	f(metrics.ProcessGPUMemory, "{"+who+"} 250")
	f(metrics.ProcessGPUMemoryUtilization, "{"+who+"} 0.25")
	f(metrics.ProcessGPUUtilization, "{hw.gpu.task=encoder,"+who+"} 0.1", "{hw.gpu.task=general,"+who+"} 0.5")
	f(metrics.ProcessUptime, "{"+who+"} 60")
}

func TestAZombieStaysVisibleWithWhatWasKnownOfIt(t *testing.T) {
	known := table{7: running(7, "train")}
	e := NewEmitter(Options{Processes: known})
	p := Process{PID: 7, Memory: new(uint64(250))}
	memory := func(want ...string) {
		t.Helper()
		equal(t, of(tick(t, e, 0, on(p)), metrics.ProcessGPUMemory), want...)
	}
	memory("{process.command_line=train,process.pid=7,process.state=running} 250")
	known[7].status.State = proc.Zombie
	memory("{process.command_line=train,process.pid=7,process.state=zombie} 250")
	delete(known, 7) // reaped, but the driver still lists it
	memory("{process.command_line=train,process.pid=7,process.state=dead} 250")
	equal(t, of(tick(t, e, 1, on()), metrics.ProcessGPUMemory))
	if len(e.devices["GPU-1"].procs) != 0 {
		t.Error("still remembered when the driver has let go")
	}
}

func TestAProcessThatCannotBeSeenHasItsPIDAlone(t *testing.T) {
	for _, p := range []Processes{nil, table{}} {
		e := NewEmitter(Options{Processes: p})
		for range 2 {
			equal(t, of(tick(t, e, 0, on(Process{PID: 7, Memory: new(uint64(250))})), metrics.ProcessGPUMemory),
				"{process.pid=7,process.state=unknown} 250")
		}
	}
}

func TestAnotherProcessWithTheSamePIDIsAnother(t *testing.T) {
	known := table{7: running(7, "first")}
	e := NewEmitter(Options{Processes: known})
	p := Process{PID: 7, Memory: new(uint64(1))}
	tick(t, e, 0, on(p))
	known[7] = running(7, "second")
	equal(t, of(tick(t, e, 1, on(p)), metrics.ProcessGPUMemory), "{process.command_line=second,process.pid=7,process.state=running} 1")
}

func TestAPodThatIsFoundLaterIsAdded(t *testing.T) {
	known := table{7: running(7, "train")}
	known[7].Container, known[7].PodUID = "c1", "u1"
	found := places{}
	e := NewEmitter(Options{Processes: known, Pods: found})
	p := Process{PID: 7, Memory: new(uint64(1))}
	memory := func(want string) {
		t.Helper()
		got := of(tick(t, e, 0, on(p)), metrics.ProcessGPUMemory)
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%q, want %s", got, want)
		}
	}
	memory("{container.id=c1,k8s.pod.uid=u1,process")
	found["GPU-1"] = pods.Pod{Name: "by-device"}
	memory("k8s.pod.name=by-device,k8s.pod.uid=u1,")
	found["c1"] = pods.Pod{UID: "u1", Name: "web-0", Namespace: "shop", Container: "model"}
	memory("container.id=c1,k8s.container.name=model,k8s.namespace.name=shop,k8s.pod.name=web-0,k8s.pod.uid=u1,")
}

func TestAProcessOutsideOfContainersIsInNoPod(t *testing.T) {
	known := table{7: running(7, "train")}
	known[7].OnHost = true
	e := NewEmitter(Options{Processes: known, Pods: places{"GPU-1": {Name: "by-device"}}})
	equal(t, of(tick(t, e, 0, on(Process{PID: 7, Memory: new(uint64(1))})), metrics.ProcessGPUMemory),
		"{process.command_line=train,process.pid=7,process.state=running} 1")
}

func TestNamesUnderWhichADeviceMayBeGivenToAPod(t *testing.T) {
	f := func(d Device, want ...string) {
		t.Helper()
		equal(t, d.aliases(), want...)
	}
	f(Device{ID: "GPU-1", Vendor: "nvidia", Index: 3, PCI: "0000:3b:00.0"}, "GPU-1", "0000:3b:00.0", "nvidia.com/3", "gpu.nvidia.com/gpu-3")
	f(Device{ID: "MIG-1", Vendor: "nvidia", PCI: "0000:3b:00.0", MIG: MIG{DeviceID: "MIG-1"}}, "MIG-1")
	f(Device{ID: "0000:03:00.0", Vendor: "intel", PCI: "0000:03:00.0", Card: "card1"}, "0000:03:00.0", "card1")
}

func TestAProcessListedTwiceIsEmittedOnce(t *testing.T) {
	e := NewEmitter(Options{})
	lines := tick(t, e, 0, on(Process{PID: 7, Memory: new(uint64(1))}, Process{PID: 7, Memory: new(uint64(2))}))
	equal(t, of(lines, metrics.ProcessGPUMemory), "{process.pid=7,process.state=unknown} 1")
}

func TestUnknownProcessesAreKeptButNotEmitted(t *testing.T) {
	e := NewEmitter(Options{})
	tick(t, e, 0, on(Process{PID: 7, Memory: new(uint64(1))}))
	before := e.devices["GPU-1"].procs[7]
	unknown := on()
	unknown.Processes = nil
	equal(t, of(tick(t, e, 1, unknown), metrics.ProcessGPUMemory))
	tick(t, e, 2, on(Process{PID: 7, Memory: new(uint64(1))}))
	if e.devices["GPU-1"].procs[7] != before {
		t.Error("the process was built again")
	}
}
