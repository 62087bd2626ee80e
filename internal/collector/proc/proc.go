// Package proc tells what the processes of the host are: their command line,
// owner, container and kind of work.
//
//  1. stat.go reads the state, the name and the start of a process.
//  2. cmdline.go joins, masks and shortens its command line.
//  3. cgroup.go finds its container and pod in the paths of its cgroups, and
//     mounts.go in its mounts where those are hidden.
//  4. workload.go says what kind of work it does, from its own words and those
//     of its parents.
//  5. table.go keeps all that for as long as the process lives.
package proc

import (
	"time"

	"go.opentelemetry.io/otel/attribute"

	"platform/internal/collector/metrics"
)

// Process is what stays the same while a process runs one program. It is never
// modified once made, and its pointer is its identity: a process that starts
// another program, and another process with the same pid, is another Process.
// An empty field is not known.
type Process struct {
	PID         int
	Started     time.Time
	Executable  string // the short name: comm on Linux, the image's base name on Windows
	CommandLine string // shortened; "" when switched off
	Owner       string // user name
	OwnerID     string // uid, or SID on Windows
	Container   string // id given by the container runtime
	InPod       string // name of its container in the pod, where its mounts tell it
	PodUID      string
	OnHost      bool   // its cgroup says that it runs outside of any container
	Kind        string // of work: llm_inference, llm_training or other
	Framework   string // vllm, ollama, ... or unknown
}

// States a process can be in, as the specification names them.
const (
	Running  = "running"
	Sleeping = "sleeping"
	Zombie   = "zombie"
	Stopped  = "stopped"
	Dead     = "dead"
	Unknown  = "unknown"
)

// Status is what changes while a process runs.
type Status struct {
	State  string // one of the constants above
	Uptime time.Duration
}

// Attrs returns what the attributes of GPU process metrics say of p. The state
// is not among them: it splits the series.
func (p *Process) Attrs() []attribute.KeyValue {
	attrs := make([]attribute.KeyValue, 1, 11)
	attrs[0] = attribute.Int(metrics.ProcessPID.Name, p.PID)
	for _, a := range [...]struct{ key, value string }{
		{metrics.ProcessExecutable.Name, p.Executable},
		{"process.command_line", p.CommandLine},
		{"process.owner", p.Owner},
		{"process.owner.userid", p.OwnerID},
		{"process.workload.kind", p.Kind},
		{"process.workload.framework", p.Framework},
		{"k8s.pod.uid", p.PodUID},
		{"k8s.container.name", p.InPod},
		{"container.id", p.Container},
	} {
		if a.value != "" {
			attrs = append(attrs, attribute.String(a.key, a.value))
		}
	}
	return attrs
}
