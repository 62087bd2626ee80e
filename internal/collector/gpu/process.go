package gpu

import (
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/sample"
)

// Processes describes processes of the host.
type Processes interface {
	// Describe returns what is known of pid; false when there is no such
	// process, or none that can be seen from here.
	Describe(pid int) (ProcessInfo, bool)
}

// ProcessInfo is what the host knows of a process. Empty is unknown.
type ProcessInfo struct {
	Executable  string
	CommandLine string // truncated as configured; "" when it is not exported
	Owner       string
	OwnerID     string
	Kind        string // process.workload.kind
	Framework   string // process.workload.framework
	ContainerID string
	PodUID      string

	State string    // a value of process.state; changes during its life
	Start time.Time // zero when unknown
}

// Pods tells which pod a process or a device belongs to.
type Pods interface {
	// Find looks the container and the pod up first, and then the device. Empty
	// arguments are unknown.
	Find(containerID, podUID, deviceID string) Pod
}

// Pod names a container of a pod. Empty is unknown.
type Pod struct {
	UID, Name, Namespace, Container string
}

// process is what is remembered about a process on a device.
type process struct {
	info   ProcessInfo
	pod    Pod
	entity *sample.Entity
	tick   uint64
}

// emitProcesses adds the processes of one device. A process is shown as long
// as the driver lists it: a zombie that still holds memory is what one looks
// for.
func (e *Emitter) emitProcesses(b *sample.Batch, d *device, r *Report) {
	for i := range r.Processes {
		p := &r.Processes[i]
		known, state := e.process(d, p.PID)
		if known.tick == e.tick {
			continue // listed twice
		}
		known.tick = e.tick
		x := out{b, known.entity}
		x.count(metrics.ProcessGPUMemory, p.Memory, state)
		if limit := r.Reading.MemoryLimit; p.Memory != nil && limit != nil && *limit > 0 {
			b.Float(known.entity, metrics.ProcessGPUMemoryUtilization, min(1, float64(*p.Memory)/float64(*limit)), state)
		}
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.General, state, "general")
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.Encoder, state, "encoder")
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.Decoder, state, "decoder")
		if start := known.info.Start; !start.IsZero() && !b.Now.Before(start) {
			b.Float(known.entity, metrics.ProcessUptime, b.Now.Sub(start).Seconds(), state)
		}
	}
	for pid, p := range d.procs {
		if p.tick != e.tick {
			delete(d.procs, pid)
		}
	}
}

// process returns what is remembered about pid and its present state. A
// process that is gone but still listed keeps the attributes it had.
func (e *Emitter) process(d *device, pid int) (*process, string) {
	known := d.procs[pid]
	info, visible := ProcessInfo{}, false
	if e.opt.Processes != nil {
		info, visible = e.opt.Processes.Describe(pid)
	}
	state := info.State
	if !visible || state == "" {
		state = "unknown"
	}
	info.State = ""
	if known != nil && (!visible || dying(state) && sameStart(info, known.info)) {
		info = known.info
	}
	pod := Pod{UID: info.PodUID}
	if e.opt.Pods != nil {
		pod = e.opt.Pods.Find(info.ContainerID, info.PodUID, d.ID)
	}
	if known == nil || known.info != info || known.pod != pod {
		known = &process{info: info, pod: pod, entity: sample.NewEntity(processAttributes(d, pid, info, pod)...)}
		d.procs[pid] = known
	}
	return known, state
}

// dying reports a state in which the kernel has dropped the command line.
func dying(state string) bool { return state == "zombie" || state == "dead" }

// sameStart tells whether a is the process that b was, and not another one
// with its pid.
func sameStart(a, b ProcessInfo) bool { return a.Start.IsZero() || a.Start.Equal(b.Start) }

func processAttributes(d *device, pid int, info ProcessInfo, pod Pod) []attribute.KeyValue {
	attrs := append(d.Attributes(), attribute.Int(metrics.ProcessPID.Name, pid))
	for _, kv := range [...][2]string{
		{metrics.ProcessExecutable.Name, info.Executable},
		{"process.command_line", info.CommandLine},
		{"process.owner", info.Owner},
		{"process.owner.userid", info.OwnerID},
		{"process.workload.kind", info.Kind},
		{"process.workload.framework", info.Framework},
		{"container.id", info.ContainerID},
		{"k8s.pod.uid", pod.UID},
		{"k8s.pod.name", pod.Name},
		{"k8s.namespace.name", pod.Namespace},
		{"k8s.container.name", pod.Container},
	} {
		if kv[1] != "" {
			attrs = append(attrs, attribute.String(kv[0], kv[1]))
		}
	}
	return attrs
}
