package fleet

import "time"

// Host is a machine that sent metrics in the time range.
type Host struct {
	Name              string            `json:"name" doc:"host.name" example:"gpu-a01"`
	LastSeen          time.Time         `json:"lastSeen" doc:"Time of the newest metric in the range."`
	CPUUtilization    *float64          `json:"cpuUtilization,omitempty" doc:"Mean of all logical CPUs, 0 to 1, at the end of the range. Absent when the host did not report in its last ten minutes."`
	MemoryUtilization *float64          `json:"memoryUtilization,omitempty" doc:"0 to 1, at the end of the range."`
	CPUs              *float64          `json:"cpus,omitempty" doc:"Logical CPUs."`
	GPUs              int               `json:"gpus" doc:"GPUs that the host reported in the range, parts of one not counted."`
	Environment       string            `json:"environment,omitempty"`
	Cluster           string            `json:"cluster,omitempty" doc:"k8s.cluster.name"`
	Node              string            `json:"node,omitempty" doc:"k8s.node.name"`
	CloudProvider     string            `json:"cloudProvider,omitempty"`
	Region            string            `json:"region,omitempty" doc:"cloud.region"`
	Type              string            `json:"type,omitempty" doc:"host.type: the instance type."`
	Attributes        map[string]string `json:"attributes" doc:"All resource attributes of the newest metric."`
}

// describe fills the fields that are resource attributes.
func (h *Host) describe() {
	a := h.Attributes
	h.Environment = a["deployment.environment.name"]
	if h.Environment == "" {
		h.Environment = a["deployment.environment"]
	}
	h.Cluster, h.Node = a["k8s.cluster.name"], a["k8s.node.name"]
	h.CloudProvider, h.Region, h.Type = a["cloud.provider"], a["cloud.region"], a["host.type"]
}
