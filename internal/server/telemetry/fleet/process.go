package fleet

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// Process is a process on a GPU as it last was in the range's last ten minutes.
type Process struct {
	PID               string    `json:"pid" doc:"process.pid"`
	Executable        string    `json:"executable,omitempty"`
	CommandLine       string    `json:"commandLine,omitempty"`
	Owner             string    `json:"owner,omitempty"`
	OwnerID           string    `json:"ownerId,omitempty"`
	State             string    `json:"state,omitempty" enum:"running,sleeping,zombie,stopped,dead,unknown"`
	Uptime            *float64  `json:"uptimeSeconds,omitempty"`
	Kind              string    `json:"workloadKind,omitempty" enum:"llm_inference,llm_training,other"`
	Framework         string    `json:"workloadFramework,omitempty"`
	Host              string    `json:"host"`
	GPU               string    `json:"gpu" doc:"hw.id"`
	GPUIndex          string    `json:"gpuIndex,omitempty"`
	GPUName           string    `json:"gpuName,omitempty"`
	Pod               string    `json:"pod,omitempty"`
	Namespace         string    `json:"namespace,omitempty"`
	Container         string    `json:"container,omitempty"`
	ContainerID       string    `json:"containerId,omitempty"`
	Memory            *float64  `json:"memoryBytes,omitempty"`
	MemoryUtilization *float64  `json:"memoryUtilization,omitempty"`
	Utilization       *float64  `json:"utilization,omitempty" doc:"0 to 1."`
	LastSeen          time.Time `json:"lastSeen"`
}

// ProcessFilter chooses processes; what is empty chooses all.
type ProcessFilter struct {
	Host  string `query:"host" maxLength:"256"`
	GPU   string `query:"gpu" maxLength:"256" doc:"hw.id"`
	State string `query:"state" enum:"running,sleeping,zombie,stopped,dead,unknown" doc:"process.state; zombie for triage."`
	Kind  string `query:"kind" maxLength:"64" doc:"process.workload.kind"`
	Owner string `query:"owner" maxLength:"256"`
	Pod   string `query:"pod" maxLength:"512" doc:"namespace/name, or the name."`
}

// slack is how far apart the points of one report may be; parts, how long the
// processes of a GPU may arrive after the GPU itself.
const (
	slack = 5 * time.Second
	parts = 90 * time.Second
)

// processMetrics are those of processes, and the one that every GPU sends with
// each report: it tells that a GPU reported without any process.
var processMetrics = []string{"process.gpu.memory.usage", "process.gpu.memory.utilization", "process.gpu.utilization", "process.uptime", "hw.gpu.allocated"}

// Processes returns processes on GPUs, those with most memory first.
func (s *Service) Processes(ctx context.Context, r query.Range, f ProcessFilter) ([]Process, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	all, err := s.processes(ctx, v, r.Last(Recent))
	return slices.DeleteFunc(all, func(p Process) bool { return !f.chooses(p) }), err
}

func (f ProcessFilter) chooses(p Process) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(f.Host, p.Host) && is(f.GPU, p.GPU) && is(f.State, p.State) && is(f.Kind, p.Kind) && is(f.Owner, p.Owner) && (is(f.Pod, p.pod()) || f.Pod == p.Pod)
}

func (p Process) pod() string {
	if p.Pod == "" || p.Namespace == "" {
		return p.Pod
	}
	return p.Namespace + "/" + p.Pod
}

// processKey is a process on a GPU. Its state is not part of it: a process that
// changes it is the same one, with its newest state.
type processKey struct{ host, gpu, pid string }

func (s *Service) processes(ctx context.Context, v query.View, r query.Range) ([]Process, error) {
	samples, err := s.store.Samples(ctx, v, r, processMetrics)
	if err != nil {
		return nil, err
	}
	// Oldest first, so that newer values replace older ones.
	slices.SortStableFunc(samples, func(a, b Sample) int { return a.At.Compare(b.At) })
	byKey := map[processKey]*Process{}
	hosts, gpus := map[string]time.Time{}, map[place]time.Time{} // newest reports of processes of a host, and of a GPU
	for _, sample := range samples {
		a := sample.Attributes
		k := processKey{sample.Resource["host.name"], a["hw.id"], a["process.pid"]}
		if k.pid == "" {
			gpus[placeOf(sample)] = sample.At
			continue
		}
		p := byKey[k]
		if p == nil {
			p = &Process{PID: k.pid, Host: k.host, GPU: k.gpu}
			byKey[k] = p
		}
		p.take(sample)
		hosts[k.host] = sample.At
	}
	out := make([]Process, 0, len(byKey))
	for k, p := range byKey {
		ended := p.LastSeen.Before(hosts[k.host].Add(-slack)) || p.LastSeen.Before(gpus[place{k.host, k.gpu}].Add(-parts))
		if !ended {
			out = append(out, *p)
		}
	}
	slices.SortFunc(out, func(a, b Process) int {
		return cmp.Or(cmp.Compare(number(b.Memory), number(a.Memory)), strings.Compare(a.Host, b.Host), strings.Compare(a.GPU, b.GPU), strings.Compare(a.PID, b.PID))
	})
	return out, nil
}

func number(n *float64) float64 {
	if n == nil {
		return 0
	}
	return *n
}

func (p *Process) take(s Sample) {
	a := s.Attributes
	set := func(into *string, key string) {
		if v := a[key]; v != "" {
			*into = v
		}
	}
	set(&p.Executable, "process.executable.name")
	set(&p.CommandLine, "process.command_line")
	set(&p.Owner, "process.owner")
	set(&p.OwnerID, "process.owner.userid")
	set(&p.State, "process.state")
	set(&p.Kind, "process.workload.kind")
	set(&p.Framework, "process.workload.framework")
	set(&p.GPUIndex, "gpu.index")
	set(&p.GPUName, "hw.name")
	set(&p.Pod, "k8s.pod.name")
	set(&p.Namespace, "k8s.namespace.name")
	set(&p.Container, "k8s.container.name")
	set(&p.ContainerID, "container.id")
	p.LastSeen = s.At
	value := &s.Value
	switch s.Metric {
	case "process.gpu.memory.usage":
		p.Memory = value
	case "process.gpu.memory.utilization":
		p.MemoryUtilization = value
	case "process.uptime":
		p.Uptime = value
	case "process.gpu.utilization":
		if task := a["hw.gpu.task"]; task == "" || task == "general" {
			p.Utilization = value
		}
	}
}
