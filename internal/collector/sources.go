package collector

import (
	"context"

	"platform/internal/collector/config"
	"platform/internal/collector/metrics"
	"platform/internal/collector/pipeline"
	"platform/internal/collector/source"
	"platform/internal/collector/source/amd"
	"platform/internal/collector/source/cuda"
	"platform/internal/collector/source/intel"
	"platform/internal/collector/source/nvidia"
	"platform/internal/collector/source/self"
	"platform/internal/collector/source/system"
	"platform/internal/envvar"
)

// spec declares a source: what turns it on, how it is opened, which streams of
// earlier sources it takes over while it is up, and what it needs of the host.
type spec struct {
	name       string
	gives      string                                               // for people
	gate       *envvar.Var[config.Config]                           // nil: always on
	open       func(context.Context, *parts) (source.Source, error) // nil: not part of this release
	supersedes func(config.Config) []pipeline.Stream
	needs      string
}

// sources lists what the collector can read. Order settles ownership.
var sources = []spec{
	{name: "nvidia", gives: "GPUs and their processes", open: openNvidia, needs: "the NVIDIA driver's libnvidia-ml.so.1 (in a container: NVIDIA_DRIVER_CAPABILITIES=utility)"},
	{name: "amd", gives: "GPUs, partitions and their processes", open: openAMD, needs: "on Linux the amdgpu driver and the host's /sys and /proc, on Windows its performance counters"},
	{name: "intel", gives: "GPUs and their processes", open: openIntel, needs: "on Linux the i915 or xe driver and the host's /sys and /proc, and for all values libze_loader.so.1 and CAP_SYS_ADMIN; on Windows its performance counters"},
	{name: "system", gives: "CPU, memory, disks, filesystems, network", gate: &config.HostMetrics, open: openSystem, needs: "the host's /proc and /sys (in a container: mount the host's root and set PLATFORM_HOST_ROOT)"},
	{name: "self", gives: "the collector's own process, sources and exports", open: openSelf},
	{name: "cuda", gives: "CUDA launches, copies and occupancy estimates", gate: &config.EBPFEnabled, open: openCUDA, needs: "Linux 5.15 or later on amd64, CAP_BPF and CAP_PERFMON or root, and a CUDA library in use"},
	{name: "dcgm", gives: "profiling counters of nvidia GPUs", gate: &config.DCGMEnabled, supersedes: dcgmStreams},
	{name: "rdc", gives: "profiling counters of amd GPUs", gate: &config.RDCEnabled},
	{name: "pmu", gives: "CPU performance counters", gate: &config.PMUEnabled},
	{name: "nic", gives: "network adapters", gate: &config.NICEnabled, supersedes: nicStreams},
	{name: "rdma", gives: "RDMA devices", gate: &config.RDMAEnabled},
	{name: "kvm", gives: "virtual machines", gate: &config.KVMEnabled},
	{name: "interrupts", gives: "interrupts", gate: &config.InterruptsEnabled},
	{name: "tpu", gives: "series of a TPU endpoint", gate: &config.TPUEnabled},
}

// dcgmStreams are the series the profiling counters share with the vendor
// library; memory utilization and memory clock stay with the library.
func dcgmStreams(c config.Config) []pipeline.Stream {
	if !c.DCGM.Prefer {
		return nil
	}
	return []pipeline.Stream{
		{Metric: metrics.GPUIO},
		{Metric: metrics.InterconnectIO},
		{Metric: metrics.Power},
		{Metric: metrics.GPUUtilization},
		{Metric: metrics.GPUIdle},
		{Metric: metrics.MemoryControllerBusy},
		{Metric: metrics.GPUSpeed, Split: "graphics"},
	}
}

// nicStreams are the basic counters that per-NIC metrics replace.
func nicStreams(config.Config) []pipeline.Stream {
	return []pipeline.Stream{{Metric: metrics.NetworkIO}, {Metric: metrics.NetworkErrors}}
}

func openNvidia(ctx context.Context, p *parts) (source.Source, error) {
	s, err := nvidia.Open(ctx, nvidia.Options{
		Root: p.root, Interval: p.cfg.Interval, Interconnect: p.cfg.Interconnect, GPU: p.gpu(),
	})
	if err == nil {
		p.nvidia.Store(s)
	}
	return opened(s, err)
}

func openAMD(ctx context.Context, p *parts) (source.Source, error) {
	s, err := amd.Open(ctx, amd.Options{
		Root: p.root, Interval: p.cfg.Interval, Interconnect: p.cfg.Interconnect, GPU: p.gpu(), Scanner: p.holders,
	})
	return opened(s, err)
}

func openIntel(ctx context.Context, p *parts) (source.Source, error) {
	s, err := intel.Open(ctx, intel.Options{Root: p.root, Interval: p.cfg.Interval, GPU: p.gpu(), Scanner: p.holders})
	return opened(s, err)
}

func openCUDA(ctx context.Context, p *parts) (source.Source, error) {
	s, err := cuda.Open(ctx, cuda.Options{Root: p.root, Devices: p, Dedup: p.cfg.EBPF.Dedup})
	return opened(s, err)
}

// CUDADevices hands the nvidia source's devices to the CUDA source; none while
// that source is not open.
func (p *parts) CUDADevices() (all []cuda.Device) {
	s := p.nvidia.Load()
	if s == nil {
		return nil
	}
	for _, d := range s.CUDADevices() {
		all = append(all, cuda.Device{Device: d.Device, Minor: d.Minor, Cores: d.Cores})
	}
	return all
}

func openSystem(_ context.Context, p *parts) (source.Source, error) {
	s, err := system.Open(p.root, system.Options{ExcludeFSTypes: p.cfg.FSTypesExclude})
	return opened(s, err)
}

func openSelf(_ context.Context, p *parts) (source.Source, error) {
	s, err := self.Open(p.own, self.Deps{Latest: p.latest, Exports: p.exports, OmitProcess: !p.cfg.HostMetrics})
	return opened(s, err)
}

// opened keeps a nil *T from becoming a source that is not nil.
func opened[T source.Source](s T, err error) (source.Source, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}
