package demo

import (
	"math"
	"slices"
	"time"
)

// work is what a GPU is there for.
type work uint8

const (
	free work = iota
	inference
	training
	notebook
	batch
)

// place gives every GPU its work, by its place in the fleet, and starts the
// processes: three eighths serve models, three eighths train, the rest are
// notebooks, free, and a batch job. The first notebook's kernel becomes a zombie.
func (f *fleet) place() {
	start := f.config.Start()
	zombie := true
	for _, n := range f.nodes {
		for _, g := range n.gpus {
			g.work = placed((n.index*gpusPerNode + g.index) * 64 / f.config.GPUs)
			switch g.work {
			case inference, batch:
				g.start(programs[g.work], n.boot.Add(20*time.Minute), time.Time{}, .86+.04*g.rand.Float64())
			case training:
				memory := .78 + .1*g.rand.Float64()
				g.start(programs[training], start.Add(-5*time.Hour), f.story.xid, memory)
				g.start(programs[training], f.story.resumed, time.Time{}, memory)
			case notebook:
				p := g.start(programs[notebook], start.Add(-time.Duration(g.rand.IntN(40))*time.Hour), time.Time{}, .1+.5*g.rand.Float64())
				if zombie {
					p.zombie, p.busy, zombie = f.story.died, false, false
				}
			}
		}
	}
}

func placed(slot int) work {
	switch {
	case slot < 24:
		return inference
	case slot < 48:
		return training
	case slot < 53:
		return notebook
	case slot < 56:
		return free
	}
	return batch
}

// first is the first GPU of the fleet with this work; after is how many to
// leave out.
func (f *fleet) first(w work, after int) *gpu {
	for _, n := range f.nodes {
		for _, g := range n.gpus {
			if g.work == w {
				if after == 0 {
					return g
				}
				after--
			}
		}
	}
	return nil
}

// use is how busy the GPU is at a time, 0 to 1.
func (g *gpu) use(t time.Time) float64 {
	s := &g.node.fleet.story
	noise := g.rand.NormFloat64()
	switch g.work {
	case inference:
		return ratio(.08 + .84*load(t) + .05*noise)
	case training:
		if !t.Before(s.xid) && t.Before(s.resumed) {
			return 0
		}
		if t.Minute()%30 < 2 { // a checkpoint is written
			return ratio(.12 + .04*noise)
		}
		return ratio(.965 + .015*noise)
	case notebook:
		// Somebody tries something for some minutes, now and then.
		if t.Minute() < 6 && (t.Hour()+g.index)%7 == 0 && t.Before(s.died) {
			return ratio(.4 + .2*noise)
		}
		return 0
	case batch:
		if h := t.Hour(); h >= 20 || h < 7 {
			return ratio(.93 + .03*noise)
		}
		return ratio(.22 + .1*noise)
	}
	return 0
}

// throttled names why the GPU is slower than it could be, if it is.
func (g *gpu) throttled(t time.Time, use float64) string {
	f := g.node.fleet
	switch {
	case use > 0 && g == f.first(training, 1) && !t.Before(f.story.warm):
		return "sw_thermal"
	case use < .5 || g.vendor != "nvidia":
		return ""
	case g == f.first(training, 0) && !t.Before(f.story.hot) && t.Before(f.story.cool):
		return "hw_thermal"
	case g == f.first(training, 1) && t.Minute()%20 < 4:
		return "sw_power_cap"
	}
	return ""
}

// sample adds the series of the GPU at a time.
func (g *gpu) sample(p *page, at time.Time) {
	s := sample{p, at, g.node.boot, g.entity}
	use := g.use(at)
	reason := g.throttled(at, use)
	speed := 1.0
	if reason != "" {
		speed = .72
		if !slices.Contains(g.reasons, reason) {
			g.reasons = append(g.reasons, reason)
		}
	}
	held := g.processes(p, at, use)
	g.load(s, use, held)
	g.physics(s, use, speed, reason)
	g.traffic(s, use)
	g.state(s, reason)
	g.faults(s)
	if g.vendor == "nvidia" {
		g.profile(p, at, use)
	}
}

// load adds how busy and how full the GPU is.
func (g *gpu) load(s sample, use, held float64) {
	s.add(gpuUtilization, use, "hw.gpu.task", "general")
	s.add(gpuUtilization, 0, "hw.gpu.task", "encoder")
	if g.vendor == "nvidia" { // amd has one counter for both
		s.add(gpuUtilization, 0, "hw.gpu.task", "decoder")
	}
	s.add(gpuIdle, ratio(1-use))
	allocated := 0.0
	if held > 0 || use >= .05 {
		allocated = 1
	}
	s.add(gpuAllocated, allocated)
	used := math.Min(g.memory, held+600*(1<<20))
	s.add(memoryController, ratio(use*.62))
	s.add(memoryLimit, g.memory)
	s.add(memoryUsage, used)
	s.add(memoryFree, g.memory-used)
	s.add(memoryUtil, ratio(used/g.memory))
}

// physics adds power, heat and clocks. Heat follows power slowly.
func (g *gpu) physics(s sample, use, speed float64, reason string) {
	watts := round(g.idle+(g.limit*.97-g.idle)*use*speed*(.94+.06*g.rand.Float64()), 3)
	target := 30 + 42*watts/g.limit + float64(g.index)*.7
	switch reason {
	case "hw_thermal":
		target = 91
	case "sw_thermal":
		target = 87
	}
	g.heat += (target - g.heat) * .3
	g.joules += watts * step.Seconds()
	s.add(power, watts)
	s.add(powerLimit, g.limit)
	s.add(energy, round(g.joules, 3))
	s.add(temperature, round(g.heat, 0), "hw.sensor_location", "die")
	s.add(temperature, round(g.heat+7, 0), "hw.sensor_location", "memory")
	clock := 345e6
	if use > 0 {
		clock = math.Round(g.clock*speed/15e6) * 15e6
	}
	s.add(gpuSpeed, clock, "hw.gpu.clock_domain", "graphics")
	s.add(gpuSpeed, g.memoryClock, "hw.gpu.clock_domain", "memory")
	if g.vendor == "nvidia" {
		s.add(gpuSpeed, clock, "hw.gpu.clock_domain", "sm")
	}
}

// traffic adds bytes, which the collector counts from its own start.
func (g *gpu) traffic(s sample, use float64) {
	s.since = g.node.collecting(s.at)
	if !s.since.Equal(g.counting) {
		g.counting, g.received, g.transmitted, g.linkIn, g.linkOut = s.since, 0, 0, 0, 0
	}
	moved := use * (.9 + .2*g.rand.Float64()) * step.Seconds()
	g.received += math.Round(moved * 1.6e9)
	g.transmitted += math.Round(moved * .7e9)
	if g.work == training || g.work == inference {
		g.linkIn += math.Round(moved * 90e9)
		g.linkOut += math.Round(moved * 89e9)
	}
	s.add(gpuIO, g.received, "network.io.direction", "receive")
	s.add(gpuIO, g.transmitted, "network.io.direction", "transmit")
	s.add(interconnectIO, g.linkIn, "network.io.direction", "receive", "hw.gpu.interconnect.type", g.link)
	s.add(interconnectIO, g.linkOut, "network.io.direction", "transmit", "hw.gpu.interconnect.type", g.link)
}

// state adds the state set. A reason that has passed stays at 0.
func (g *gpu) state(s sample, reason string) {
	one := func(on bool) float64 {
		if on {
			return 1
		}
		return 0
	}
	s.add(hwStatus, one(reason == ""), "hw.type", "gpu", "hw.state", "up")
	s.add(hwStatus, one(reason != ""), "hw.type", "gpu", "hw.state", "throttled")
	for _, r := range g.reasons {
		s.add(hwStatus, one(r == reason), "hw.type", "gpu", "hw.state", "throttled", "hw.status.reason", r)
	}
}

// xidCode is what the failing GPU reports: an ECC error that was contained.
const xidCode = "94"

// faults adds error counts. XIDs are watched from the collector's start, and each code is
// counted from its first report.
func (g *gpu) faults(s sample) {
	f := g.node.fleet
	if g.rand.Float64() < .0004 {
		g.corrected++
	}
	if g.vendor != "nvidia" {
		s.add(hwErrors, g.corrected, "hw.type", "gpu", "error.type", "ras_corrected")
		s.add(hwErrors, 0, "hw.type", "gpu", "error.type", "ras_uncorrected")
		s.add(hwErrors, g.replays, "hw.type", "gpu", "error.type", "pcie_replay")
		return
	}
	failed := g == f.failing() && !s.at.Before(f.story.xid)
	uncorrected := 0.0
	if failed {
		uncorrected = 1
	}
	s.add(hwErrors, g.corrected, "hw.type", "gpu", "error.type", "corrected")
	s.add(hwErrors, uncorrected, "hw.type", "gpu", "error.type", "uncorrected")
	s.add(hwErrors, g.replays, "hw.type", "gpu", "error.type", "pcie_replay")
	s.since = g.node.collecting(s.at)
	s.add(hwErrors, 0, "hw.type", "gpu", "error.type", "xid")
	if failed && s.since.Before(f.story.xid) {
		s.since = f.story.xid.Add(-time.Second)
		s.add(hwErrors, 1, "hw.type", "gpu", "error.type", "xid", "gpu.xid.code", xidCode)
	}
}

// failing is the GPU that reports the XID: the third that trains.
func (f *fleet) failing() *gpu { return f.first(training, 2) }

// profile adds the profiling counters.
func (g *gpu) profile(p *page, at time.Time, use float64) {
	s := sample{p, at, at, g.counters}
	s.add(smUtilization, ratio(use*.88))
	s.add(smOccupancy, ratio(use*.41))
	s.add(pipeUtil, ratio(use*.46), "hw.gpu.pipe", "tensor")
	s.add(bandwidthUtil, ratio(use*.57))
}
