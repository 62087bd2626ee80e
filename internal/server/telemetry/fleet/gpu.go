package fleet

import (
	"context"
	"slices"
	"strings"
	"time"

	"platform/internal/server/fault"
	"platform/internal/server/telemetry/query"
	"platform/internal/server/tenancy"
)

// GPU is a device as it was at the end of the range. Absent values were not
// reported in its last ten minutes.
type GPU struct {
	ID                string            `json:"id" doc:"hw.id" example:"GPU-6f9d"`
	Name              string            `json:"name,omitempty" doc:"hw.name: the product." example:"NVIDIA H200"`
	Vendor            string            `json:"vendor,omitempty" example:"nvidia"`
	Index             string            `json:"index,omitempty" doc:"gpu.index"`
	PCIAddress        string            `json:"pciAddress,omitempty"`
	Driver            string            `json:"driver,omitempty" doc:"hw.driver_version"`
	MIG               string            `json:"mig,omitempty" doc:"gpu.mig.profile of a part of a GPU."`
	Parent            string            `json:"parent,omitempty" doc:"The GPU that this is a part of."`
	Host              string            `json:"host"`
	Node              string            `json:"node,omitempty"`
	Cluster           string            `json:"cluster,omitempty"`
	CloudProvider     string            `json:"cloudProvider,omitempty"`
	Region            string            `json:"region,omitempty"`
	Type              string            `json:"type,omitempty" doc:"host.type: the instance type."`
	Environment       string            `json:"environment,omitempty"`
	LastSeen          time.Time         `json:"lastSeen"`
	Utilization       *float64          `json:"utilization,omitempty" doc:"0 to 1."`
	Encoder           *float64          `json:"encoderUtilization,omitempty"`
	Decoder           *float64          `json:"decoderUtilization,omitempty"`
	MemoryUsed        *float64          `json:"memoryUsedBytes,omitempty"`
	MemoryLimit       *float64          `json:"memoryLimitBytes,omitempty"`
	MemoryUtilization *float64          `json:"memoryUtilization,omitempty"`
	Power             *float64          `json:"powerWatts,omitempty"`
	PowerLimit        *float64          `json:"powerLimitWatts,omitempty"`
	Temperature       *float64          `json:"temperatureCelsius,omitempty"`
	MemoryTemperature *float64          `json:"memoryTemperatureCelsius,omitempty"`
	Allocated         *bool             `json:"allocated,omitempty" doc:"A process holds memory or keeps it busy."`
	Status            string            `json:"status" enum:"up,throttled,unknown"`
	Reasons           []string          `json:"throttleReasons" doc:"Why it is throttled."`
	Errors            map[string]uint64 `json:"errors" doc:"Errors counted in the range, by error.type; xid also by code."`
	Pods              []string          `json:"pods" doc:"Pods whose processes use it, as namespace/name."`
	Processes         int               `json:"processes" doc:"Processes that use it."`
	Kinds             []string          `json:"workloadKinds" doc:"process.workload.kind of its processes."`
}

// GPUFilter chooses GPUs; what is empty chooses all.
type GPUFilter struct {
	ID      string `query:"id" maxLength:"256" doc:"hw.id"`
	Host    string `query:"host" maxLength:"256"`
	Cluster string `query:"cluster" maxLength:"256"`
	Node    string `query:"node" maxLength:"256"`
	Vendor  string `query:"vendor" maxLength:"64"`
	Name    string `query:"name" maxLength:"256" doc:"The product."`
	Pod     string `query:"pod" maxLength:"512" doc:"namespace/name, or the name."`
	Kind    string `query:"kind" maxLength:"64" doc:"process.workload.kind of one of its processes."`
}

// Sample is the newest value of a GPU's series.
type Sample struct {
	Metric     string
	Attributes map[string]string
	Resource   map[string]string
	At         time.Time
	Value      float64
}

// ErrorCount is how often an error occurred on a GPU.
type ErrorCount struct {
	GPU, Host, Type, Code string
	Count                 float64
}

// GPUs returns the GPUs that reported in the range, by host and index.
func (s *Service) GPUs(ctx context.Context, r query.Range, f GPUFilter) ([]GPU, error) {
	v, err := s.views.Of(ctx, tenancy.Metrics)
	if err != nil {
		return nil, err
	}
	return s.gpus(ctx, v, r, f)
}

func (s *Service) gpus(ctx context.Context, v query.View, r query.Range, f GPUFilter) ([]GPU, error) {
	known, err := s.store.KnownGPUs(ctx, v, r)
	if err != nil {
		return nil, err
	}
	recent := r.Last(Recent)
	newest, err := s.store.Samples(ctx, v, recent, gpuMetrics)
	if err != nil {
		return nil, err
	}
	errors, err := s.store.GPUErrors(ctx, v, r)
	if err != nil {
		return nil, err
	}
	processes, err := s.processes(ctx, v, recent)
	if err != nil {
		return nil, err
	}
	fleet := fleet{}
	for _, k := range known {
		fleet.device(k)
	}
	latest := latestOf(newest)
	for _, sample := range newest {
		fleet.take(sample, latest)
	}
	for _, e := range errors {
		fleet.fail(e)
	}
	for _, p := range processes {
		fleet.use(p)
	}
	return fleet.list(f), nil
}

// OneGPU returns a GPU; of one that was moved, where it was last.
func (s *Service) OneGPU(ctx context.Context, r query.Range, id string) (GPU, error) {
	found, err := s.GPUs(ctx, r, GPUFilter{ID: id})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "no GPU of that id reported in the time range")
	}
	if err != nil {
		return GPU{}, err
	}
	return slices.MaxFunc(found, func(a, b GPU) int { return a.LastSeen.Compare(b.LastSeen) }), nil
}

// gpuMetrics are those that say how a GPU is.
var gpuMetrics = []string{"hw.gpu.utilization", "hw.gpu.memory.usage", "hw.gpu.memory.limit", "hw.gpu.memory.utilization", "hw.power", "hw.power.limit",
	"hw.temperature", "hw.status", "hw.gpu.allocated"}

// place is a GPU of a host: a GPU that was moved is two.
type place struct{ host, id string }

func placeOf(s Sample) place { return place{s.Resource["host.name"], s.Attributes["hw.id"]} }

// fleet is GPUs in the making.
type fleet map[place]*GPU

func (f fleet) device(s Sample) *GPU {
	p := placeOf(s)
	if p.id == "" {
		return nil
	}
	g := f[p]
	if g == nil {
		g = &GPU{ID: p.id, Host: p.host, Status: "unknown", Reasons: []string{}, Errors: map[string]uint64{}, Pods: []string{}, Kinds: []string{}}
		f[p] = g
	}
	if !s.At.After(g.LastSeen) && g.Vendor != "" {
		return g
	}
	a := s.Attributes
	g.Name, g.Vendor, g.Index, g.PCIAddress, g.Driver = a["hw.name"], a["hw.vendor"], a["gpu.index"], a["gpu.pci_address"], a["hw.driver_version"]
	g.MIG, g.Parent = a["gpu.mig.profile"], a["gpu.parent.uuid"]
	if g.Parent == "" {
		g.Parent = a["hw.parent"]
	}
	host := Host{Attributes: s.Resource}
	host.describe()
	g.Node, g.Cluster, g.CloudProvider, g.Region, g.Type, g.Environment = host.Node, host.Cluster, host.CloudProvider, host.Region, host.Type, host.Environment
	if s.At.After(g.LastSeen) {
		g.LastSeen = s.At
	}
	return g
}

// latestOf is when each GPU last told its status.
func latestOf(samples []Sample) map[place]time.Time {
	out := map[place]time.Time{}
	for _, s := range samples {
		if s.Metric == "hw.status" && s.At.After(out[placeOf(s)]) {
			out[placeOf(s)] = s.At
		}
	}
	return out
}

// take enters a newest value. A reason for throttling that was told before
// the newest status no longer holds: its series ended.
func (f fleet) take(s Sample, status map[place]time.Time) {
	if t := s.Attributes["hw.type"]; t != "" && t != "gpu" {
		return
	}
	g := f.device(s)
	if g == nil {
		return
	}
	value := &s.Value
	switch s.Metric {
	case "hw.gpu.utilization":
		switch s.Attributes["hw.gpu.task"] {
		case "encoder":
			g.Encoder = value
		case "decoder":
			g.Decoder = value
		default:
			g.Utilization = value
		}
	case "hw.gpu.memory.usage":
		g.MemoryUsed = value
	case "hw.gpu.memory.limit":
		g.MemoryLimit = value
	case "hw.gpu.memory.utilization":
		g.MemoryUtilization = value
	case "hw.power":
		g.Power = value
	case "hw.power.limit":
		g.PowerLimit = value
	case "hw.temperature":
		if s.Attributes["hw.sensor_location"] == "memory" {
			g.MemoryTemperature = value
		} else {
			g.Temperature = value
		}
	case "hw.gpu.allocated":
		g.Allocated = new(s.Value > 0)
	case "hw.status":
		if s.Value > 0 && !s.At.Before(status[placeOf(s)]) {
			g.state(s.Attributes)
		}
	}
}

func (g *GPU) state(a map[string]string) {
	switch a["hw.state"] {
	case "throttled":
		g.Status = "throttled"
	case "up":
		if g.Status == "unknown" {
			g.Status = "up"
		}
	}
	if reason := a["hw.status.reason"]; reason != "" && !slices.Contains(g.Reasons, reason) {
		g.Reasons = append(g.Reasons, reason)
		slices.Sort(g.Reasons)
	}
}

func (f fleet) fail(e ErrorCount) {
	g := f[place{e.Host, e.GPU}]
	if g == nil || e.Count <= 0 {
		return
	}
	name := e.Type
	if e.Code != "" {
		name += " " + e.Code
	}
	g.Errors[name] += uint64(e.Count)
}

func (f fleet) use(p Process) {
	g := f[place{p.Host, p.GPU}]
	if g == nil {
		return
	}
	g.Processes++
	if pod := p.pod(); pod != "" && !slices.Contains(g.Pods, pod) {
		g.Pods = append(g.Pods, pod)
		slices.Sort(g.Pods)
	}
	if p.Kind != "" && !slices.Contains(g.Kinds, p.Kind) {
		g.Kinds = append(g.Kinds, p.Kind)
		slices.Sort(g.Kinds)
	}
}

// list returns the GPUs that a filter chooses, by host and index.
func (f fleet) list(filter GPUFilter) (out []GPU) {
	for _, g := range f {
		if filter.chooses(g) {
			out = append(out, *g)
		}
	}
	slices.SortFunc(out, func(a, b GPU) int {
		if c := strings.Compare(a.Host, b.Host); c != 0 {
			return c
		}
		if len(a.Index) != len(b.Index) { // numbers
			return len(a.Index) - len(b.Index)
		}
		if c := strings.Compare(a.Index, b.Index); c != 0 {
			return c
		}
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

// Of returns the GPUs that the filter chooses.
func (f GPUFilter) Of(all []GPU) (out []GPU) {
	for _, g := range all {
		if f.chooses(&g) {
			out = append(out, g)
		}
	}
	return out
}

func (f GPUFilter) chooses(g *GPU) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	if !is(f.ID, g.ID) || !is(f.Host, g.Host) || !is(f.Cluster, g.Cluster) || !is(f.Node, g.Node) || !is(f.Vendor, g.Vendor) || !is(f.Name, g.Name) {
		return false
	}
	if f.Kind != "" && !slices.Contains(g.Kinds, f.Kind) {
		return false
	}
	return f.Pod == "" || slices.ContainsFunc(g.Pods, func(p string) bool { return p == f.Pod || strings.HasSuffix(p, "/"+f.Pod) })
}
