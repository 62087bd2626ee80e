// Package config holds what the collector can be told, and the one table of
// variables that tells it.
package config

import "time"

// Config is the collector's configuration after presets and variables. Each
// exported field is bound to one row of Vars, but for the three facts about the
// surroundings that defaults depend on.
type Config struct {
	OS         string // runtime.GOOS
	Kubernetes bool   // KUBERNETES_SERVICE_HOST exists
	NodeSet    bool   // a node variable exists

	Mode               Mode
	Interval           time.Duration
	ResourceAttributes string // key=val,... as it was given
	ServiceName        string
	OTLP               OTLP
	HostRoot           string
	HostMetrics        bool
	FSTypesExclude     []string
	ProcessCmdline     bool
	ProcessCmdlineMax  int
	AllocatedThreshold float64 // 0 to 1
	Interconnect       bool
	EBPF               EBPF
	Kube               Kube
	CloudDetect        bool
	DCGM               DCGM
	RDC                RDC
	Kineto             bool
	PrometheusAddr     string
	Control            Control
	CPUHighRes         bool
	PMU                PMU
	PT                 PT
	TPU                TPU
	KVM                bool
	Interrupts         bool
	NIC                bool
	RDMA               RDMA
}

// OTLP configures the export of snapshots. The exporters read the other
// standard OTEL_EXPORTER_OTLP_* variables themselves.
type OTLP struct {
	Endpoint string
	Headers  string // secret
	Protocol string // grpc or http/protobuf
	QueueDir string // "" keeps what waits to be sent in memory only
}

// EBPF configures CUDA activity tracing.
type EBPF struct {
	Enabled bool
	Dedup   string // nested or process
}

// Kube configures what is asked of Kubernetes.
type Kube struct {
	NodeName     string
	ClusterName  string
	NodeLookup   bool
	PodResources bool
	PodLookup    bool
	Socket       string // "" is the kubelet's own path
}

// DCGM configures the nvidia profiling-counter source.
type DCGM struct {
	Enabled  bool
	LibPath  string
	Address  string // "" is embedded mode
	Interval time.Duration
	Prefer   bool // own the series it shares with the vendor library
	Fields   []int
}

// RDC configures the amd profiling source.
type RDC struct {
	Enabled bool
	LibPath string
}

// Control configures the loopback control API.
type Control struct {
	Addr        string // "" disables it
	Token       string // secret
	AllowRemote bool
}

// PMU configures the CPU counters.
type PMU struct {
	Enabled bool
	Events  []string
}

// PT limits processor-trace captures.
type PT struct {
	Enabled     bool
	MaxDuration time.Duration
	MaxCPUs     int
	MaxPages    int
}

// TPU configures the re-export of a TPU's Prometheus endpoint.
type TPU struct {
	Enabled  bool
	Endpoint string
}

// RDMA configures the RDMA device counters.
type RDMA struct {
	Enabled  bool
	Counters []string
}
