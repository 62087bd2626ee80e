package gpu

import (
	"slices"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
	"platform/internal/collector/pods"
	"platform/internal/collector/proc"
	"platform/internal/collector/sample"
)

// Processes knows the processes of the host.
type Processes interface {
	// Of returns a process, the same pointer for as long as it runs the same
	// program, and how it is now. The error means that there is no such
	// process, or none that can be seen from here.
	Of(pid int) (*proc.Process, proc.Status, error)
}

// Pods tells which pod a process belongs to.
type Pods interface {
	// Of returns the pod of a process by its container, the UID of its pod, or
	// else by the devices it uses, each under all its names.
	Of(container, podUID string, devices ...string) (pods.Pod, bool)
}

// process is what is remembered about a process on a device.
type process struct {
	*proc.Process
	pod    pods.Pod
	entity *sample.Entity
	tick   uint64
}

// emitProcesses adds the processes of one device. A process is shown as long
// as the driver lists it: a zombie that still holds memory is what one looks
// for.
func (e *Emitter) emitProcesses(b *sample.Batch, d *device, r *Report) {
	for i := range r.Processes {
		p := &r.Processes[i]
		if known := d.procs[p.PID]; known != nil && known.tick == e.tick {
			continue // listed twice
		}
		known, status := e.process(d, p.PID)
		known.tick = e.tick
		state := status.State
		x := out{b, known.entity}
		x.count(metrics.ProcessGPUMemory, p.Memory, state)
		if limit := r.Reading.MemoryLimit; p.Memory != nil && limit != nil && *limit > 0 {
			b.Float(known.entity, metrics.ProcessGPUMemoryUtilization, min(1, float64(*p.Memory)/float64(*limit)), state)
		}
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.General, state, "general")
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.Encoder, state, "encoder")
		x.ratio(metrics.ProcessGPUUtilization, p.Utilization.Decoder, state, "decoder")
		if status.Uptime > 0 {
			b.Float(known.entity, metrics.ProcessUptime, status.Uptime.Seconds(), state)
		}
	}
	for pid, p := range d.procs {
		if p.tick != e.tick {
			delete(d.procs, pid)
		}
	}
}

// process returns what is remembered about pid and how it is now. A process
// that is gone but still listed keeps the attributes it had; one that was
// never seen, as from a container without the host's pids, has only its pid.
func (e *Emitter) process(d *device, pid int) (*process, proc.Status) {
	known := d.procs[pid]
	p, status, visible := e.lookup(pid)
	switch {
	case visible:
	case known == nil:
		p, status.State = &proc.Process{PID: pid}, proc.Unknown
	case known.Started.IsZero():
		p, status.State = known.Process, proc.Unknown
	default:
		p, status.State = known.Process, proc.Dead
	}
	pod := e.pod(d, p)
	if known == nil || known.Process != p || known.pod != pod {
		known = &process{Process: p, pod: pod, entity: sample.NewEntity(processAttributes(d, p, pod)...)}
		d.procs[pid] = known
	}
	return known, status
}

// pod finds the pod of p. A process that runs outside of any container is in
// none, whoever was given the device.
func (e *Emitter) pod(d *device, p *proc.Process) (found pods.Pod) {
	if e.opt.Pods != nil && !p.OnHost {
		found, _ = e.opt.Pods.Of(p.Container, p.PodUID, d.names...)
	}
	return found
}

func (e *Emitter) lookup(pid int) (*proc.Process, proc.Status, bool) {
	if e.opt.Processes == nil {
		return nil, proc.Status{}, false
	}
	p, status, err := e.opt.Processes.Of(pid)
	return p, status, err == nil
}

// processAttributes are those of the device, the process and its pod; what the
// pod says wins over what the process's own files say.
func processAttributes(d *device, p *proc.Process, pod pods.Pod) []attribute.KeyValue {
	return slices.Concat(d.Attributes(), p.Attrs(), pod.Attrs())
}
