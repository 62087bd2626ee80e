package demo

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"
)

// window is the request with the samples of a host from a time on.
func (n *node) window(from time.Time) (Batch, error) {
	p := newPage(n.resource)
	// Collectors do not sample at the same moment.
	offset := time.Duration(n.index%40) * 1300 * time.Millisecond
	until := from.Add(window)
	if s := n.fleet.story.silence; n == n.fleet.silent() && s.Before(until) {
		until = s
	}
	for at := from.Add(offset); at.Before(until); at = at.Add(step) {
		n.host.sample(p, at)
		for _, g := range n.gpus {
			g.sample(p, at)
		}
	}
	return p.batch()
}

// collecting is since when the collector that samples at this time runs.
func (n *node) collecting(at time.Time) time.Time {
	f := n.fleet
	if restart := f.story.restart; n.index == min(1, len(f.nodes)-1) && !at.Before(restart) {
		return restart
	}
	return n.collector
}

// processes adds the series of the GPU's processes and returns how much
// memory they hold.
func (g *gpu) processes(p *page, at time.Time, use float64) (held float64) {
	for _, proc := range g.procs {
		if at.Before(proc.from) || !proc.to.IsZero() && !at.Before(proc.to) {
			continue
		}
		state, own := "sleeping", 0.0
		switch {
		case !proc.zombie.IsZero() && !at.Before(proc.zombie):
			state = "zombie"
		case proc.busy && use > 0:
			state, own = "running", ratio(use*.99)
		}
		bytes := math.Round(g.memory * proc.memory)
		held += bytes
		s := sample{p, at, proc.from, proc.entity}
		s.add(processMemory, bytes, "process.state", state)
		s.add(processMemoryUtil, ratio(proc.memory), "process.state", state)
		s.add(processUtil, own, "process.state", state, "hw.gpu.task", "general")
		s.add(processUptime, round(at.Sub(proc.from).Seconds(), 2), "process.state", state)
		if len(proc.kernels) > 0 {
			g.launch(p, proc, at, own)
		}
	}
	return held
}

// launch adds what a process has launched, by kernel.
func (g *gpu) launch(p *page, proc *process, at time.Time, use float64) {
	since := g.node.collecting(at)
	if since.Before(proc.from) {
		since = proc.from
	}
	if !since.Equal(proc.counting) {
		proc.counting = since
		for _, k := range proc.kernels {
			k.calls, k.took = 0, distribution{counts: make([]uint64, len(durationBounds)+1)}
		}
	}
	if proc.activity == nil {
		proc.activity = newEntity("process.pid", proc.pid, "gpu.measurement.source", "ebpf", "hw.id", g.entity.attributes[1], "gpu.index", g.index, "process.executable.name", proc.executable)
	}
	s := sample{p, at, since, proc.activity}
	for _, k := range proc.kernels {
		k.grow(math.Round(use * k.share * (90_000 + 20_000*g.rand.Float64()) * step.Seconds()))
		s.add(kernelLaunches, k.calls, "cuda.kernel.name", k.name)
		s.shape(kernelDuration, &k.took, "cuda.kernel.name", k.name)
	}
}

// grow counts more launches: most take the typical time, some two or five
// times as long.
func (k *kernel) grow(calls float64) {
	k.calls += calls
	left := uint64(calls)
	for _, slow := range []struct{ factor, share float64 }{{2, .2}, {5, .04}} {
		n := uint64(calls * slow.share)
		k.took.put(n, k.seconds*slow.factor)
		left -= n
	}
	k.took.put(left, k.seconds)
}

func (d *distribution) put(n uint64, value float64) {
	i := 0
	for i < len(durationBounds) && value > durationBounds[i] {
		i++
	}
	d.counts[i] += n
	d.count += n
	d.sum = round(d.sum+float64(n)*value, 6)
}

const cpus = 32

// host is what a node is besides its GPUs.
type host struct {
	node *node
	rand *rand.Rand
	none *entity // without attributes
	busy float64 // compared to other hosts

	volumes map[string]*entity // by mount point

	counting                time.Time
	cpuTime                 float64
	readBytes, writtenBytes [2]float64 // by disk
	reads, writes           [2]float64
	in, out                 [2]float64 // by interface
	filled                  float64    // bytes of /data
}

var (
	disks      = [2]string{"nvme0n1", "nvme1n1"}
	interfaces = [2]string{"eth0", "ib0"}
)

func newHost(n *node) *host {
	r := random(n.fleet.config.Seed, "host", n.index)
	h := &host{node: n, rand: r, none: newEntity(), volumes: map[string]*entity{}, busy: .5 + r.Float64(), filled: (2 + 3*r.Float64()) * 1e12, readBytes: [2]float64{float64(r.IntN(1e12)), float64(r.IntN(1e12))}}
	if n.index == 4 {
		h.filled = 7.1e12 // of 7.6: nearly full
	}
	return h
}

// sample adds the series of the host and of the collector.
func (h *host) sample(p *page, at time.Time) {
	s := sample{p, at, h.node.boot, h.none}
	busy := h.busy * (.06 + .3*load(at))
	for i := range cpus {
		s.add(cpuUtilization, ratio(busy*(.5+h.rand.Float64())), "cpu.logical_number", strconv.Itoa(i))
	}
	s.add(cpuCount, cpus)
	const total = 2048 << 30
	used, cached, buffers := math.Round(total*(.2+.3*busy)), float64(380<<30), float64(4<<30)
	s.add(systemMemory, used, "system.memory.state", "used")
	s.add(systemMemory, cached, "system.memory.state", "cached")
	s.add(systemMemory, buffers, "system.memory.state", "buffers")
	s.add(systemMemory, total-used-cached-buffers, "system.memory.state", "free")
	s.add(systemMemoryUtil, ratio(used/total))
	h.storage(s, busy)
	h.network(s, busy)
	h.collector(s)
}

func (h *host) storage(s sample, busy float64) {
	seconds := step.Seconds()
	for i, disk := range disks {
		h.readBytes[i] += math.Round(busy * seconds * 220e6 * h.rand.Float64())
		h.writtenBytes[i] += math.Round(busy * seconds * 90e6 * h.rand.Float64())
		h.reads[i] += math.Round(busy * seconds * 900)
		h.writes[i] += math.Round(busy * seconds * 400)
		s.add(diskIO, h.readBytes[i], "system.device", disk, "disk.io.direction", "read")
		s.add(diskIO, h.writtenBytes[i], "system.device", disk, "disk.io.direction", "write")
		s.add(diskOperations, h.reads[i], "system.device", disk, "disk.io.direction", "read")
		s.add(diskOperations, h.writes[i], "system.device", disk, "disk.io.direction", "write")
	}
	const root, data = 500e9, 7.6e12
	h.filled = math.Min(data*.97, h.filled+math.Round(6e8*h.rand.Float64()))
	for _, fs := range []struct {
		device, mount, kind string
		size, used          float64
	}{{"/dev/nvme0n1p1", "/", "ext4", root, 182e9}, {"/dev/nvme1n1", "/data", "xfs", data, math.Round(h.filled)}} {
		s.of = h.volume(fs.device, fs.mount, fs.kind)
		s.add(filesystemUsage, fs.used, "system.filesystem.state", "used")
		s.add(filesystemUsage, fs.size-fs.used, "system.filesystem.state", "free")
		s.add(filesystemUtil, ratio(fs.used/fs.size))
	}
}

func (h *host) volume(device, mount, kind string) *entity {
	e := h.volumes[mount]
	if e == nil {
		e = newEntity("system.device", device, "system.filesystem.mountpoint", mount, "system.filesystem.type", kind)
		h.volumes[mount] = e
	}
	return e
}

func (h *host) network(s sample, busy float64) {
	for i, name := range interfaces {
		rate := busy * step.Seconds() * []float64{150e6, 3e9}[i]
		h.in[i] += math.Round(rate * (.8 + .4*h.rand.Float64()))
		h.out[i] += math.Round(rate * (.6 + .4*h.rand.Float64()))
		s.add(networkIO, h.in[i], "network.interface.name", name, "network.io.direction", "receive")
		s.add(networkIO, h.out[i], "network.interface.name", name, "network.io.direction", "transmit")
		s.add(networkErrors, 0, "network.interface.name", name, "network.io.direction", "receive")
		s.add(networkErrors, 0, "network.interface.name", name, "network.io.direction", "transmit")
	}
}

// collector adds what the collector says of itself. Its counters are new when
// it is.
func (h *host) collector(s sample) {
	s.since = h.node.collecting(s.at)
	if !s.since.Equal(h.counting) {
		h.counting, h.cpuTime = s.since, 0
	}
	share := round(.006+.004*h.rand.Float64(), 4)
	h.cpuTime += share * step.Seconds()
	s.add(ownCPUTime, round(h.cpuTime*.7, 2), "cpu.mode", "user")
	s.add(ownCPUTime, round(h.cpuTime*.3, 2), "cpu.mode", "system")
	s.add(ownCPU, share)
	s.add(ownMemory, float64(34<<20+h.rand.IntN(3<<20)))
	s.add(ownVirtual, 1300<<20)
	s.add(ownThreads, 14)
	s.add(ownFiles, float64(30+h.rand.IntN(4)))
	s.add(ownGoroutines, float64(22+h.rand.IntN(5)))
	s.add(ownHeap, float64(9<<20+h.rand.IntN(5<<20)))
}
