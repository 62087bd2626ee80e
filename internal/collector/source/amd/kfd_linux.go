package amd

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"platform/internal/collector/drm"
)

// kfd is the compute driver: the processes of ROCm show there, with their
// memory and the compute units they occupy, and not in the display driver.
type kfd struct{ drm.Dir }

// node is a GPU, or a partition of one, as the compute driver knows it.
type node struct {
	gpuID  uint64
	number int // in the topology
	units  uint64
	domain uint64
	slot   uint64 // bus and device of PCI
	minor  uint64 // N of renderDN; 0 when unknown
}

// nodes lists the GPUs in the order of the topology.
func (k kfd) nodes() []node {
	base := k.Sub("topology/nodes")
	var all []node
	for _, name := range base.Names() {
		number, err := strconv.Atoi(name)
		id := base.Sub(name).Uint("gpu_id")
		if err != nil || id == nil || *id == 0 { // 0: a processor
			continue
		}
		raw, err := base.Sub(name).Read("properties")
		if err != nil {
			continue
		}
		n := parseNode(raw)
		n.gpuID, n.number = *id, number
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b node) int { return a.number - b.number })
	return all
}

// parseNode reads the properties of a node, a name and a number in each line.
func parseNode(raw []byte) (n node) {
	var simds, perUnit uint64
	for line := range bytes.Lines(raw) {
		key, text, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		value, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
		if err != nil {
			continue
		}
		switch key {
		case "simd_count":
			simds = value
		case "simd_per_cu":
			perUnit = value
		case "domain":
			n.domain = value
		case "drm_render_minor":
			n.minor = value
		case "location_id": // of partitions also their number, in other bits
			n.slot = value >> 3 & 0x1fff
		}
	}
	if perUnit > 0 {
		n.units = simds / perUnit
	}
	return n
}

// at reports whether the node is on the card at that PCI address.
func (n node) at(pci string) bool {
	domain, slot, ok := parsePCI(pci)
	return ok && domain == n.domain && slot == n.slot
}

// parsePCI returns the domain, and bus and device, of 0000:c1:00.0.
func parsePCI(address string) (domain, slot uint64, ok bool) {
	parts := strings.Split(address, ":")
	if len(parts) != 3 {
		return 0, 0, false
	}
	device, _, _ := strings.Cut(parts[2], ".")
	d, err1 := strconv.ParseUint(parts[0], 16, 32)
	b, err2 := strconv.ParseUint(parts[1], 16, 8)
	n, err3 := strconv.ParseUint(device, 16, 5)
	return d, b<<5 | n, err1 == nil && err2 == nil && err3 == nil
}

// worker is what a process uses of one node.
type worker struct {
	pid    int
	memory *uint64  // bytes
	units  *float64 // ratio of the compute units it occupies now
}

// maxWorkers bounds the processes that are looked at.
const maxWorkers = 4096

// workers lists the processes by gpu id. A process that ends meanwhile is left
// out.
func (k kfd) workers(nodes []node) map[uint64][]worker {
	base := k.Sub("proc")
	all := map[uint64][]worker{}
	for i, name := range base.Names() {
		pid, err := strconv.Atoi(name)
		if err != nil || i >= maxWorkers {
			continue
		}
		dir := base.Sub(name)
		for _, n := range nodes {
			id := strconv.FormatUint(n.gpuID, 10)
			w := worker{pid: pid, memory: dir.Uint("vram_" + id)}
			if w.memory == nil || *w.memory == 0 { // every GPU is listed under every process
				continue
			}
			if occupied := dir.Sub("stats_" + id).Uint("cu_occupancy"); occupied != nil && n.units > 0 {
				w.units = new(min(1, float64(*occupied)/float64(n.units)))
			}
			all[n.gpuID] = append(all[n.gpuID], w)
		}
	}
	return all
}
