package config

import (
	"runtime"
	"time"

	"platform/internal/envvar"
)

// The variables that gate sources and features, named because the table of
// sources points at them.
var (
	ModeVar = envvar.Enum("OTEL_GPU_COLLECTOR_MODE", func(c *Config) *Mode { return &c.Mode }, always("all"),
		"Preset that fills variables that are unset.", All, Light, Serving, Training, Deep)
	EBPFEnabled = envvar.Bool("OTEL_GPU_EBPF_ENABLED", func(c *Config) *bool { return &c.EBPF.Enabled },
		when(func(c Config) bool { return c.OS == "linux" && c.Mode.atLeast(Serving) }),
		"CUDA activity tracing and stream-sync occupancy (Linux, nvidia). Skipped without CAP_BPF and CAP_PERFMON or root; the limit of locked memory does not matter on the kernels it runs on.").
		As("true on Linux from serving")
	HostMetrics = envvar.Bool("PLATFORM_HOST_METRICS", func(c *Config) *bool { return &c.HostMetrics }, always("true"),
		"Host metrics and metrics of the collector process; false leaves a GPU-only footprint.")
	DCGMEnabled = later(envvar.Bool("OTEL_GPU_DCGM_ENABLED", func(c *Config) *bool { return &c.DCGM.Enabled }, from(Serving),
		"Profiling counters of nvidia GPUs; skipped when the library is missing or cannot initialise.").As("true from serving"))
	RDCEnabled = later(envvar.Bool("OTEL_GPU_RDC_ENABLED", func(c *Config) *bool { return &c.RDC.Enabled }, from(All),
		"Profiling counters of amd GPUs; skipped without the library.").As("true in all"))
	KinetoEnabled = later(envvar.Bool("OTEL_GPU_KINETO_ENABLED", func(c *Config) *bool { return &c.Kineto }, from(Deep),
		"On-demand profiler IPC and control.").As("true from deep"))
	CPUHighRes = later(envvar.Bool("OTEL_HOST_CPU_HIGHRES", func(c *Config) *bool { return &c.CPUHighRes }, from(Deep),
		"Ring buffer of 100 ms CPU samples for GET /v1/cpu/highres (Linux; needs the control address).").As("true from deep"))
	PMUEnabled = later(envvar.Bool("OTEL_HOST_PMU_ENABLED", func(c *Config) *bool { return &c.PMU.Enabled }, from(Training),
		"CPU performance counters.").As("true from training"))
	PTEnabled = later(envvar.Bool("OTEL_HOST_INTEL_PT_ENABLED", func(c *Config) *bool { return &c.PT.Enabled }, from(Deep),
		"On-demand processor trace via POST /v1/profile/cpu/pt (needs perf and intel_pt).").As("true from deep"))
	TPUEnabled = later(envvar.Bool("OTEL_TPU_ENABLED", func(c *Config) *bool { return &c.TPU.Enabled }, from(All),
		"Scrape a TPU Prometheus endpoint and re-export allowlisted series.").As("true in all"))
	KVMEnabled = later(envvar.Bool("OTEL_HOST_KVM_ENABLED", func(c *Config) *bool { return &c.KVM }, from(All),
		"Exits and counts of KVM virtual machines.").As("true in all"))
	InterruptsEnabled = later(envvar.Bool("OTEL_HOST_INTERRUPTS_ENABLED", func(c *Config) *bool { return &c.Interrupts }, from(All),
		"Host interrupt counters.").As("true in all"))
	NICEnabled = later(envvar.Bool("OTEL_HOST_NIC_ENABLED", func(c *Config) *bool { return &c.NIC }, from(Training),
		"Per-NIC hw.network.* metrics; system.network.* is then left out.").As("false; true from training"))
	RDMAEnabled = later(envvar.Bool("OTEL_HOST_RDMA_ENABLED", func(c *Config) *bool { return &c.RDMA.Enabled }, from(Training),
		"RDMA device counters.").As("false; true from training"))
)

// Vars is every variable, in the order of the reference page. The preset comes
// first, and the node's name before what depends on it.
var Vars = []envvar.Var[Config]{
	ModeVar,
	envvar.String("OTEL_EXPORTER_OTLP_ENDPOINT", func(c *Config) *string { return &c.OTLP.Endpoint }, always(""),
		"OTLP endpoint URL. Unset: the collector starts, exports nothing and logs a warning.").
		Or("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT").As("required"),
	envvar.String("OTEL_EXPORTER_OTLP_HEADERS", func(c *Config) *string { return &c.OTLP.Headers }, always(""),
		"Headers of each export, for authentication: key=val,key2=val2.").Masked(),
	envvar.Enum("OTEL_EXPORTER_OTLP_PROTOCOL", func(c *Config) *string { return &c.OTLP.Protocol }, always("grpc"),
		"How exports travel.", "grpc", "http/protobuf"),
	envvar.String("OTEL_SERVICE_NAME", func(c *Config) *string { return &c.ServiceName }, always(""),
		"service.name of the resource, for backends that require one.").As("unset"),
	envvar.String("OTEL_RESOURCE_ATTRIBUTES", func(c *Config) *string { return &c.ResourceAttributes }, always("deployment.environment=default"),
		"Resource attributes, key=val,...; they win over detection."),
	envvar.Duration("OTEL_METRIC_EXPORT_INTERVAL", func(c *Config) *time.Duration { return &c.Interval }, always("60000"),
		"Time between samples, in milliseconds. 15000 suits hosts that serve language models.", time.Millisecond, 100*time.Millisecond, time.Hour),
	EBPFEnabled,
	HostMetrics,
	envvar.List("OTEL_GPU_FS_TYPES_EXCLUDE", func(c *Config) *[]string { return &c.FSTypesExclude },
		always("squashfs,erofs,iso9660,cramfs,romfs,cd9660,CDFS,UDF"),
		"Filesystem types left out of system.filesystem.*, case-sensitive; empty reports all types."),
	envvar.Bool("OTEL_GPU_PROCESS_CMDLINE", func(c *Config) *bool { return &c.ProcessCmdline }, always("true"),
		"Export process.command_line on GPU process metrics."),
	envvar.Int("OTEL_GPU_PROCESS_CMDLINE_MAX_LEN", func(c *Config) *int { return &c.ProcessCmdlineMax }, always("512"),
		"Longest process.command_line, in characters.", 1, 65536),
	envvar.Float("OTEL_GPU_ALLOCATED_UTIL_THRESHOLD", func(c *Config) *float64 { return &c.AllocatedThreshold }, always("0.05"),
		"Utilization at which hw.gpu.allocated is 1 even without process memory.", 0, 1),
	envvar.Bool("OTEL_GPU_INTERCONNECT_ENABLED", func(c *Config) *bool { return &c.Interconnect }, always("true"),
		"NVLink and XGMI throughput when available."),
	envvar.String("K8S_NODE_NAME", func(c *Config) *string { return &c.Kube.NodeName }, always(""),
		"Node name via the downward API (spec.nodeName).").Or("OTEL_RESOURCE_ATTRIBUTES_NODE_NAME", "NODE_NAME"),
	envvar.String("K8S_CLUSTER_NAME", func(c *Config) *string { return &c.Kube.ClusterName }, always(""),
		"Cluster name when cloud detection fails; applied only in Kubernetes.").Or("PLATFORM_K8S_CLUSTER_NAME"),
	envvar.Bool("PLATFORM_K8S_NODE_LOOKUP", func(c *Config) *bool { return &c.Kube.NodeLookup }, always("true"),
		"false skips the Kubernetes API node GET that finds instance type and provider."),
	envvar.Bool("PLATFORM_K8S_POD_RESOURCES", func(c *Config) *bool { return &c.Kube.PodResources },
		when(func(c Config) bool { return c.Kubernetes }),
		"Join GPUs to pods through the kubelet's PodResources socket.").As("true in Kubernetes"),
	envvar.Bool("PLATFORM_K8S_POD_LOOKUP", func(c *Config) *bool { return &c.Kube.PodLookup },
		when(func(c Config) bool { return c.Kubernetes && c.NodeSet }),
		"Join containers to pods by listing this node's pods (needs list on pods).").As("true in Kubernetes when K8S_NODE_NAME is set"),
	envvar.String("POD_RESOURCES_SOCKET", func(c *Config) *string { return &c.Kube.Socket }, always(""),
		"Path of the kubelet's PodResources socket or named pipe.").As("OS default"),
	envvar.Bool("PLATFORM_CLOUD_DETECT", func(c *Config) *bool { return &c.CloudDetect }, always("true"),
		"false skips cloud instance-metadata probes, as is best on bare metal."),
	DCGMEnabled,
	later(envvar.String("OTEL_GPU_DCGM_LIB_PATH", func(c *Config) *string { return &c.DCGM.LibPath }, always("/lib64/libdcgm.so"),
		"Path of the profiling-counter library.")),
	later(envvar.String("OTEL_GPU_DCGM_ADDRESS", func(c *Config) *string { return &c.DCGM.Address }, always(""),
		"Address of a host engine; empty runs it embedded.").As("empty")),
	later(envvar.Duration("OTEL_GPU_DCGM_INTERVAL", func(c *Config) *time.Duration { return &c.DCGM.Interval }, always("10"),
		"Seconds between profiling samples; below 10 warns.", time.Second, time.Second, time.Hour).Advise(dcgmAdvice)),
	later(envvar.Bool("OTEL_GPU_DCGM_PREFER", func(c *Config) *bool { return &c.DCGM.Prefer }, from(Serving),
		"While it is up, the profiling source owns the hw.gpu.io, interconnect, power, utilization, SM clock and memory controller series.").As("true from serving")),
	later(envvar.Of("OTEL_GPU_DCGM_FIELDS", func(c *Config) *[]int { return &c.DCGM.Fields }, always("50,100,155,203,204,1001-1012"),
		"Field ids to watch.", "comma-separated field ids and ranges", parseFields, formatFields)),
	RDCEnabled,
	later(envvar.String("OTEL_GPU_RDC_LIB_PATH", func(c *Config) *string { return &c.RDC.LibPath }, always("librdc.so"), "Library path or soname.")),
	KinetoEnabled,
	envvar.String("OTEL_GPU_PROMETHEUS_ADDR", func(c *Config) *string { return &c.PrometheusAddr }, always(""),
		"Address such as :9400 that serves Prometheus /metrics beside OTLP.").As("unset"),
	later(envvar.String("OTEL_GPU_CONTROL_ADDR", func(c *Config) *string { return &c.Control.Addr }, choose(Deep, "127.0.0.1:1919", ""),
		"Loopback address of the control API; empty disables it.").As("127.0.0.1:1919 from deep")),
	later(envvar.String("OTEL_GPU_CONTROL_TOKEN", func(c *Config) *string { return &c.Control.Token }, always(""),
		"Bearer token of the control API; required when remote is allowed.").Masked()),
	later(envvar.Bool("OTEL_GPU_CONTROL_ALLOW_REMOTE", func(c *Config) *bool { return &c.Control.AllowRemote }, always("false"),
		"Allow a control address that is not loopback; needs a token.").Advise(remoteAdvice)),
	CPUHighRes,
	PMUEnabled,
	later(envvar.List("OTEL_HOST_PMU_EVENTS", func(c *Config) *[]string { return &c.PMU.Events }, choose(Training, "instructions,cycles,memory_bandwidth", "instructions,cycles"),
		"Events to count; memory_bandwidth or uncore adds hw.cpu.memory.io.").As("instructions,cycles; plus memory_bandwidth from training")),
	PTEnabled,
	later(envvar.Duration("OTEL_HOST_INTEL_PT_MAX_DURATION_MS", func(c *Config) *time.Duration { return &c.PT.MaxDuration }, always("2000"),
		"Longest capture.", time.Millisecond, time.Millisecond, time.Minute)),
	later(envvar.Int("OTEL_HOST_INTEL_PT_MAX_CPUS", func(c *Config) *int { return &c.PT.MaxCPUs }, always("4"), "Most CPUs traced per capture.", 1, 4096)),
	later(envvar.Int("OTEL_HOST_INTEL_PT_MAX_BUFFER_PAGES", func(c *Config) *int { return &c.PT.MaxPages }, always("64"), "AUX pages given to perf -m.", 1, 1<<20)),
	TPUEnabled,
	later(envvar.String("OTEL_TPU_ENDPOINT", func(c *Config) *string { return &c.TPU.Endpoint }, always("http://127.0.0.1:2112/metrics"), "URL to scrape; skipped while unreachable.")),
	KVMEnabled,
	InterruptsEnabled,
	NICEnabled,
	RDMAEnabled,
	later(envvar.List("OTEL_HOST_RDMA_COUNTERS", func(c *Config) *[]string { return &c.RDMA.Counters }, always(rdmaCounters),
		"RDMA counters to report; * is all, -name drops one.").As("the counters of traffic, congestion and errors")),

	// Our own, beyond the specification.
	envvar.String("PLATFORM_EXPORT_QUEUE_DIR", func(c *Config) *string { return &c.OTLP.QueueDir }, always(""),
		"Directory where snapshots wait while the endpoint is down, so that they survive a restart; empty keeps them in memory.").As("empty"),
	envvar.Enum("PLATFORM_CUDA_DEDUP", func(c *Config) *string { return &c.EBPF.Dedup }, always("nested"),
		"How driver launches made by the runtime are told from others: nested drops those inside a runtime launch of the same thread, process drops all of processes that map the runtime.", "nested", "process"),
	envvar.String("PLATFORM_HOST_ROOT", func(c *Config) *string { return &c.HostRoot }, always(""),
		"Where the host's root directory is mounted in a container, such as /host.").As("empty"),
}

const rdmaCounters = "port_xmit_data,port_rcv_data,port_xmit_packets,port_rcv_packets,port_xmit_discards,port_xmit_wait,port_rcv_errors," +
	"symbol_error,link_downed,link_error_recovery,np_cnp_sent,np_ecn_marked_roce_packets,rp_cnp_handled,rp_cnp_ignored," +
	"out_of_buffer,out_of_sequence,packet_seq_err,local_ack_timeout_err,rnr_nak_retry_err,implied_nak_seq_err,duplicate_request," +
	"roce_adp_retrans,roce_adp_retrans_to,roce_slow_restart,rx_read_requests,rx_write_requests,rx_atomic_requests," +
	"req_cqe_error,resp_cqe_error,rx_icrc_encapsulated"

// later marks a variable of the specification whose part of the collector is not
// there yet: it is read and checked, and nothing follows from it.
func later(v envvar.Var[Config]) envvar.Var[Config] {
	v.Help += " " + NotInRelease
	return v
}

// NotInRelease ends the help of such a variable.
const NotInRelease = "Not part of this release."

func always(s string) func(Config) string { return envvar.Always[Config](s) }

func dcgmAdvice(c Config) string {
	if c.DCGM.Interval < 10*time.Second {
		return "below 10 seconds the profiling counters cost more than they show"
	}
	return ""
}

func remoteAdvice(c Config) string {
	if c.Control.AllowRemote && c.Control.Token == "" {
		return "remote control needs OTEL_GPU_CONTROL_TOKEN; only loopback addresses are accepted until it is set"
	}
	return ""
}

// Load reads the environment through lookup. The warnings are sentences for the
// log and hold no secret.
func Load(lookup func(string) (string, bool)) (Config, []string) {
	c := Surroundings(lookup)
	warnings := envvar.Parse(&c, Vars, lookup)
	return c, warnings
}

// Surroundings returns a configuration with only the facts that defaults
// depend on.
func Surroundings(lookup func(string) (string, bool)) Config {
	c := Config{OS: runtime.GOOS}
	_, c.Kubernetes = lookup("KUBERNETES_SERVICE_HOST")
	for _, name := range []string{"K8S_NODE_NAME", "OTEL_RESOURCE_ATTRIBUTES_NODE_NAME", "NODE_NAME"} {
		if v, _ := lookup(name); v != "" {
			c.NodeSet = true
		}
	}
	return c
}
