package demo

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"platform/internal/buildinfo"
)

// product is a kind of GPU.
type product struct {
	name, vendor, source, driver string
	memory                       float64 // bytes
	idle, limit                  float64 // W
	clock, memoryClock           float64 // Hz, at most
	link                         string  // between GPUs
}

var (
	h100  = &product{"NVIDIA H100 80GB HBM3", "nvidia", "nvml", "580.95.05", 81559 << 20, 72, 700, 1980e6, 2619e6, "nvlink"}
	h200  = &product{"NVIDIA H200", "nvidia", "nvml", "580.95.05", 143771 << 20, 76, 700, 1980e6, 3201e6, "nvlink"}
	mi300 = &product{"AMD Instinct MI300X", "amd", "amdgpu", "6.14.14", 196592 << 20, 140, 750, 2100e6, 1300e6, "xgmi"}
)

// fleet is all hosts with what runs on them.
type fleet struct {
	config Config
	nodes  []*node
	story  story

	servers []*app         // of models, one for each host that serves them
	kernels map[*node]*app // what hosts log
}

// story is when the day's incidents happen.
type story struct {
	hot, cool time.Time // a training GPU is too hot in between
	warm      time.Time // from then to the end another one is
	xid       time.Time // a training GPU reports an error; the job dies
	resumed   time.Time // the job runs again, as new processes
	restart   time.Time // the collector of the second host, or the first, starts anew
	outage    time.Time // a model provider fails, for outageLength
	died      time.Time // the parent of a notebook kernel forgets to wait for it
	silence   time.Time // the collector of a host is killed and does not come back
}

const outageLength = 20 * time.Minute

// silent is the host whose collector is killed: the third of a fleet of several.
func (f *fleet) silent() *node {
	if len(f.nodes) < 4 {
		return nil
	}
	return f.nodes[2]
}

// node is a host.
type node struct {
	fleet     *fleet
	index     int
	name      string
	resource  *entity
	boot      time.Time
	collector time.Time // when the collector was started
	gpus      []*gpu
	host      *host
	traced    bool // CUDA activity is traced
}

func newFleet(c Config) *fleet {
	at := func(part float64) time.Time {
		return c.Start().Add(time.Duration(part * float64(c.End.Sub(c.Start())))).Truncate(time.Minute)
	}
	f := &fleet{config: c, story: story{hot: at(.5), cool: at(.64), warm: at(.93), xid: at(.58), resumed: at(.58).Add(7 * time.Minute), restart: at(.35), outage: at(.72), died: at(.4), silence: c.End.Add(-20 * time.Minute)}}
	for i := range c.nodes() {
		f.nodes = append(f.nodes, newNode(f, i))
	}
	f.place()
	f.kernels = map[*node]*app{}
	for _, n := range f.nodes {
		f.kernels[n] = hostApp(n)
		if n.gpus[0].work == inference {
			f.servers = append(f.servers, inferenceApp(n))
		}
	}
	return f
}

func newNode(f *fleet, i int) *node {
	r := random(f.config.Seed, "node", i)
	n := &node{fleet: f, index: i, boot: f.config.Start().Add(-time.Duration(100+r.IntN(300)) * time.Hour), traced: i < 2,
		collector: f.config.Start().Add(-time.Duration(30+r.IntN(600)) * time.Minute)}
	n.name = fmt.Sprintf("gpu-%s-%02d", pick(r, []string{"a", "b"}), i+1)
	share := float64(i) / float64(f.config.nodes()) // of the fleet before this host
	kind := h100
	where := []any{"cloud.provider", "aws", "cloud.platform", "aws_eks", "cloud.region", "eu-central-1", "cloud.availability_zone", "eu-central-1" + pick(r, []string{"a", "b"}),
		"cloud.account.id", "111122223333", "host.id", "i-0" + hex(r, 16), "host.type", "p5.48xlarge", "k8s.cluster.name", "serving-eu"}
	switch {
	case f.config.nodes() > 1 && share >= .85:
		kind = mi300
		where = []any{"cloud.provider", "azure", "cloud.platform", "azure_aks", "cloud.region", "swedencentral", "cloud.availability_zone", "swedencentral-1",
			"cloud.account.id", uuid(r), "host.id", uuid(r), "host.type", "Standard_ND96isr_MI300X_v5", "k8s.cluster.name", "batch-north"}
	case share >= .37:
		kind = h200
		where[len(where)-3], where[len(where)-1] = "p5en.48xlarge", "training-eu"
	}
	n.resource = newEntity(append(where, "host.name", n.name, "k8s.node.name", n.name, "platform.host.type.source", "k8s_label",
		"deployment.environment", "production", "telemetry.distro.name", "platform-collector", "telemetry.distro.version", buildinfo.Version)...)
	n.host = newHost(n)
	for j := range gpusPerNode {
		n.gpus = append(n.gpus, newGPU(n, j, kind))
	}
	return n
}

// gpu is a device and what it has counted.
type gpu struct {
	*product
	node     *node
	index    int
	rand     *rand.Rand
	entity   *entity
	counters *entity // as the profiling counters name it
	work     work
	procs    []*process

	heat                  float64 // Cel
	joules                float64
	counting              time.Time // since when bytes are counted
	received, transmitted float64   // bytes over PCIe
	linkIn, linkOut       float64
	corrected, replays    float64
	reasons               []string // that it was throttled for since the start
}

func newGPU(n *node, i int, p *product) *gpu {
	r := random(n.fleet.config.Seed, "gpu", n.index, i)
	id := "GPU-" + uuid(r)
	if p.vendor == "amd" {
		id = hex(r, 16)
	}
	base := []any{"hw.id", id, "hw.vendor", p.vendor, "gpu.index", i, "hw.name", p.name, "gpu.pci_address", fmt.Sprintf("0000:%02x:00.0", 0x18+i*0x11)}
	up := n.fleet.config.Start().Sub(n.boot).Seconds()
	return &gpu{product: p, node: n, index: i, rand: r, heat: 40, joules: up * (p.idle + 200*r.Float64()), corrected: float64(r.IntN(4)), replays: float64(r.IntN(3)),
		entity:   newEntity(append(base, "gpu.measurement.source", p.source, "hw.driver_version", p.driver)...),
		counters: newEntity(append(base, "gpu.measurement.source", "dcgm", "hw.driver_version", p.driver)...)}
}

// process is a program on a GPU.
type process struct {
	entity     *entity
	pid        int
	executable string
	memory     float64   // fraction of the device's
	from, to   time.Time // to is zero when it stays
	zombie     time.Time // since when it is one; zero: never
	busy       bool      // it causes the device's utilization
	kernels    []*kernel
	activity   *entity   // of kernels
	counting   time.Time // since when they are counted
}

// kernel is what a process has launched of one function.
type kernel struct {
	name    string
	seconds float64 // typical
	share   float64 // of launches
	calls   float64
	took    distribution
}

// program is what processes of a kind have in common.
type program struct {
	executable, command, owner, uid, kind, framework string
	namespace, pod, container                        string
	kernels                                          []kernel
}

var serving = []kernel{{name: "flash_fwd_splitkv_kernel", seconds: 45e-6, share: .3}, {name: "sm90_xmma_gemm_bf16bf16_bf16f32_tn_n", seconds: 120e-6, share: .35},
	{name: "rms_norm_kernel", seconds: 6e-6, share: .2}, {name: "rotary_embedding_kernel", seconds: 5e-6, share: .1}, {name: "ncclDevKernel_AllReduce_Sum_bf16_RING_LL", seconds: 80e-6, share: .05}}

var programs = map[work]program{
	inference: {"python3", "python3 -m vllm.entrypoints.openai.api_server --model meta-llama/Llama-3.3-70B-Instruct --tensor-parallel-size 4 --max-model-len 32768", "vllm", "10001", "llm_inference", "vllm",
		"inference", "vllm-llama-70b", "vllm", serving},
	training: {"python3", "torchrun --nnodes 3 --nproc-per-node 8 pretrain.py --config configs/moe-13b.yaml --resume latest", "mlops", "10020", "llm_training", "pytorch",
		"research", "moe-13b-worker", "trainer", nil},
	notebook: {"python3", "python3 -m ipykernel_launcher -f /home/jovyan/.local/share/jupyter/runtime/kernel.json", "jovyan", "1000", "other", "pytorch",
		"notebooks", "jupyter", "notebook", nil},
	batch: {"sglang", "python3 -m sglang.launch_server --model-path Qwen/Qwen3-32B --dp 8 --port 30000", "batch", "10007", "llm_inference", "sglang",
		"batch", "qwen-batch", "server", nil},
}

// start adds a process of a program to a GPU.
func (g *gpu) start(p program, from, to time.Time, memory float64) *process {
	r := g.rand
	pod := p.pod + "-" + strconv.Itoa(g.node.index)
	if p.namespace == "notebooks" {
		pod = "jupyter-" + pick(r, []string{"amara", "bo", "chidi", "dana", "elif", "farid"})
	}
	attributes := []any{"process.executable.name", p.executable, "process.command_line", p.command, "process.owner", p.owner, "process.owner.userid", p.uid,
		"process.workload.kind", p.kind, "process.workload.framework", p.framework, "k8s.pod.uid", uuid(r), "k8s.container.name", p.container, "container.id", hex(r, 64),
		"k8s.pod.name", pod, "k8s.namespace.name", p.namespace}
	pid := 20_000 + r.IntN(3_900_000)
	started := &process{pid: pid, executable: p.executable, memory: memory, from: from, to: to, busy: true,
		entity: g.entity.with(append([]any{"process.pid", pid}, attributes...)...)}
	for _, k := range p.kernels {
		if g.node.traced {
			started.kernels = append(started.kernels, &k)
		}
	}
	g.procs = append(g.procs, started)
	return started
}
